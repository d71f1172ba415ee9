"""Cards that are better laid down before the count: a weapon at any time, other cards too before scoring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from scoring.catalogue import Catalogue, localised
from scoring.deadline import in_time
from scoring.rollplayer.measures import OWNED
from scoring.rollplayer.pieces import CARD_KIND
from scoring.rollplayer.state import Player, State
from scoring.sheet import Award, Place, ScoreSheet, Standing
from scoring.words import Sentence, joined, linked, say

MOST_CARDS = 10
"""More weapons and traits than this nobody can buy in a game; of longer lists only small sets are looked at."""
SMALL_SET = 2

StarsWith = Callable[[State, int, Catalogue, Player], int]
"""The stars of a seat if its sheet were another."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards, by their places on the sheet, and the stars that laying all of them down gains."""

    places: tuple[int, ...]
    cards: tuple[str, ...]
    gain: int

    @property
    def rule(self) -> str:
        """Weapons may go at any time; that other cards may go too is known from the digital rulebook only."""
        return "RP-WEAPON-LIMIT" if all(CARD_KIND[card] == "weapon" for card in self.cards) else "RP-DROP-CARDS"

    def advice(self, catalogue: Catalogue) -> Sentence:
        """What to do, and what it gains."""
        return say("lay {card} down before the count (stars +{gain})", card=self.names(catalogue), gain=self.gain)

    def names(self, catalogue: Catalogue) -> str:
        """The cards by name."""
        return joined(localised(catalogue.items[card].name) for card in self.cards)


def best_discards(player: Player, catalogue: Catalogue, stars: Callable[[Player], int]) -> tuple[Discard, ...]:
    """The sets of cards whose loss gains most stars, none larger than it must be; nothing if no loss gains any."""
    told = [place for place, card in enumerate(player.cards) if _told(card, player, catalogue)]
    places = told if _cards_are_counted(player, catalogue) else _that_may_cost(told, player, catalogue)
    if not places:
        return ()
    before = stars(player)
    best: list[Discard] = []
    for chosen in in_time(_sets(places)):
        kept = tuple(card for place, card in enumerate(player.cards) if place not in chosen)
        gain = stars(player.model_copy(update={"cards": kept})) - before
        found = Discard(chosen, tuple(player.cards[place] for place in chosen), gain)
        if gain > (best[0].gain if best else 0):
            best = [found]
        elif best and gain == best[0].gain and len(chosen) == len(best[0].places):
            best.append(found)
    return tuple(best)


def with_discards(
    state: State, sheets: tuple[ScoreSheet, ...], standing: Standing, catalogue: Catalogue, stars_with: StarsWith
) -> tuple[tuple[ScoreSheet, ...], Standing]:
    """Sheets and standing that also tell which cards a full sheet had better lose; no star is counted for it."""
    lines: dict[str, tuple[Award, ...]] = {}
    for seat, player in enumerate(state.players):
        if player.built:
            better = best_discards(player, catalogue, partial(stars_with, state, seat, catalogue))
            lines[player.name] = tuple(_line(one, sheets[seat], f"/players/{seat}", catalogue) for one in better)
    told = tuple(replace(own, awards=own.awards + lines.get(own.player, ())) for own in sheets)
    places = tuple(_with_note(place, lines.get(place.player, ())) for place in standing.places)
    return told, replace(standing, places=places)


def _line(discard: Discard, own: ScoreSheet, where: str, catalogue: Catalogue) -> Award:
    """A line of no points: another choice that the player has."""
    arithmetic = say("{now} → {then}", now=own.at_least, then=own.at_least + discard.gain)
    evidence = tuple(f"{where}/cards/{place}" for place in discard.places)
    return Award(discard.rule, 0, arithmetic, evidence, discard.names(catalogue), discard.advice(catalogue))


def _with_note(place: Place, lines: tuple[Award, ...]) -> Place:
    if not lines:
        return place
    more = lines[0].note
    return replace(place, note=linked([place.note, more], "; "))


def _sets(places: list[int]) -> Iterator[tuple[int, ...]]:
    """Every set of the cards, smaller ones first."""
    most = len(places) if len(places) <= MOST_CARDS else SMALL_SET
    for size in range(1, most + 1):
        yield from combinations(places, size)


def _cards_are_counted(player: Player, catalogue: Catalogue) -> bool:
    """Whether a trait counts cards, so that the loss of any card may change what it pays."""
    return any(catalogue.value(card, "counts") in OWNED for card in player.cards if CARD_KIND[card] == "trait")


def _that_may_cost(places: list[int], player: Player, catalogue: Catalogue) -> list[int]:
    """Weapons that change something at the count, and traits that can take stars; the others never do harm."""

    def may_cost(card: str) -> bool:
        if CARD_KIND[card] == "weapon":
            return bool(catalogue.value(card, "scoring") != "none")
        if card in player.trait_stars:
            return player.trait_stars[card] < 0
        return any(stars < 0 for _, stars in catalogue.value(card, "pays"))

    return [place for place in places if may_cost(player.cards[place])]


def _told(card: str, player: Player, catalogue: Catalogue) -> bool:
    """Whether it is known what a weapon or trait does at the count; one that may still pay is kept."""
    if CARD_KIND[card] == "weapon":
        return catalogue.value(card, "scoring") is not None
    if CARD_KIND[card] != "trait":
        return False
    printed = (catalogue.value(card, field) for field in ("counts", "pays"))
    return card in player.trait_stars or all(value is not None for value in printed)
