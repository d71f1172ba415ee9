"""The combat cards of a battle: which are known, what must be asked, and what an unseen one can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.battle.arena import Arena, Card, Position
from scoring.dungeonlords.battle.ask import Battle, CombatCard
from scoring.dungeonlords.battle.rulings import card_for, missing_part
from scoring.dungeonlords.battle.setup import card_of
from scoring.dungeonlords.battle.solver import Pool
from scoring.sheet import Missing
from scoring.words import Sentence

FATIGUE_COUNTS = {1: {0: 1, 1: 4, 2: 4}, 2: {1: 1, 2: 4, 3: 4}}
"""How many of the nine cards of each year have which fatigue; the book tells it."""


def known_card(ask: Battle, number: int, catalogue: Catalogue) -> Card | None:
    """The combat card of this round as far as it was told; None if nobody saw it."""
    index = number - ask.round
    if index >= len(ask.cards) or ask.cards[index].unseen:
        return None
    return card_for(ask, number, catalogue)


def missing_cards(
    arena: Arena, position: Position, cards: dict[int, Card | None], catalogue: Catalogue
) -> list[Missing]:
    """What must be told about the known cards: the fatigue, and the spell if the party could ever cast it."""
    magic = arena.magic(position)
    if position.away is not None:
        magic += arena.people[position.away[0]].magic
    found = []
    for number, card in cards.items():
        if card is None:
            continue
        needed = ["fatigue"] if card.fatigue is None else []
        if magic >= number and card.effect != "none":
            needed += ["effect"] if card.effect in (None, "other") else []
            needed += ["speed"] if card.speed is None else []
            needed += ["amount"] if card.amount is None and card.effect not in (None, "other") else []
        found += [missing_part(card, part, number, catalogue) for part in needed]
    return found


@dataclass(frozen=True, slots=True)
class Unseen:
    """What the cards that nobody saw can be, the printed values that would tell more, and the names of each."""

    pool: Pool = ()
    doubts: tuple[Missing, ...] = ()
    names: Mapping[Card, tuple[Sentence, ...]] = field(default_factory=dict)


def unseen_cards(
    ask: Battle, arena: Arena, position: Position, cards: dict[int, Card | None], catalogue: Catalogue
) -> Unseen:
    """What an unseen card can be. Spells that could be cast but are not known count as no spell, and are asked for."""
    unseen = [number for number, card in cards.items() if card is None]
    if not unseen:
        return Unseen()
    named = {card.id for card in ask.cards}
    left = [item.id for item in catalogue.of_kind("combat_card") if catalogue.value(item.id, "year") == ask.year]
    deck = [card_of(CombatCard(id=item), catalogue) for item in left if item not in named]
    for card in cards.values():
        if card is not None and not card.id and len(deck) > len(unseen):
            deck.remove(next((other for other in deck if other.fatigue == card.fatigue), deck[-1]))
    magic = arena.magic(position) + (arena.people[position.away[0]].magic if position.away else 0)
    spells = magic >= min(unseen)
    doubts = [catalogue.missing(card.id, "effect") for card in deck if spells and card.effect in (None, "other")]
    pool: Counter[Card] = Counter()
    names: dict[Card, tuple[Sentence, ...]] = {}
    for card, fatigue in zip(deck, _fatigues(ask, deck), strict=True):
        silent = not spells or card.effect in (None, "other") or card.speed is None or card.amount is None
        seen = Card("", fatigue, None, "none", 0) if silent else card
        pool[seen] += 1
        if card.fatigue is not None:  # the fatigue of the others is only shared out by the book's counts
            names[seen] = (*names.get(seen, ()), localised(catalogue.items[card.id].name))
    return Unseen(tuple(pool.items()), tuple(doubts), names)


def _fatigues(ask: Battle, deck: list[Card]) -> list[int]:
    """The fatigue of each card left; those we do not know share what the book's counts leave over."""
    counts = Counter(FATIGUE_COUNTS[ask.year])
    counts.subtract(card.fatigue for card in deck if card.fatigue is not None)
    unknown = iter(sorted((+counts).elements()))
    return [card.fatigue if card.fatigue is not None else next(unknown, 2) for card in deck]
