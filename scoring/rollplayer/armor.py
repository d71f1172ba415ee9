"""Armor: each set by the number of its cards, one star per set for the right class, and the Tower Shield."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue, localised
from scoring.rollplayer.goals import class_colour
from scoring.rollplayer.pieces import ARMOR_SET_OF, ARMOR_SETS, CARD_KIND
from scoring.rollplayer.state import Player
from scoring.sheet import Award, Missing
from scoring.words import say

ARMOR, ARMOR_CLASS, TOWER_SHIELD = "RP-ARMOR", "RP-ARMOR-CLASS", "RP-TOWER-SHIELD"


def owned_sets(player: Player) -> dict[str, list[int]]:
    """Which cards (as indices) belong to which armor set."""
    sets: dict[str, list[int]] = {}
    for index, card in enumerate(player.cards):
        if card in ARMOR_SET_OF:
            sets.setdefault(ARMOR_SET_OF[card], []).append(index)
    return sets


def armor(player: Player, where: str, catalogue: Catalogue) -> Iterator[Award | Missing]:
    """Two lines per set (its track and the class star), then what a Tower Shield adds.

    >>> from scoring.rollplayer import GAME
    >>> cards = ("chain_gorget", "chain_vambraces", "chain_helm", "chain_tunic")
    >>> cleric = Player(name="Ann", hero_class="cleric", cards=cards)
    >>> [line.points for line in armor(cleric, "/players/0", GAME.catalogue)]
    [7, 1]
    """
    sets = owned_sets(player)
    for name, cards in sets.items():
        evidence = tuple(f"{where}/cards/{index}" for index in cards)
        yield from _track(name, len(cards), evidence, catalogue)
        yield from _class_star(name, player, evidence, catalogue)
    for index, card in enumerate(player.cards):
        if CARD_KIND[card] == "weapon" and catalogue.value(card, "scoring") == "armor set +1":
            yield from _tower_shield(card, f"{where}/cards/{index}", sets, catalogue)


def _track(name: str, cards: int, evidence: tuple[str, ...], catalogue: Catalogue) -> Iterator[Award | Missing]:
    """Stars by the number of cards of one kind."""
    counted = min(cards, len(ARMOR_SETS[name]))
    subject = localised(catalogue.items[name].name)
    fact = catalogue.fact(name, f"stars_{counted}")
    if fact.known:
        arithmetic = say("set of {cards} = {stars}", cards=counted, stars=fact.value)
        yield Award(ARMOR, fact.value, arithmetic, evidence, subject, fact.caveat)
        return
    yield catalogue.missing(name, f"stars_{counted}")
    # A longer set never pays less than a shorter one.
    floor = max((catalogue.value(name, f"stars_{fewer}") or 0 for fewer in range(1, counted)), default=0)
    yield Award(ARMOR, None, say("set of {cards} = ?", cards=counted), evidence, subject, floor=floor)


def _class_star(
    name: str, player: Player, evidence: tuple[str, ...], catalogue: Catalogue
) -> Iterator[Award | Missing]:
    """One star more per set, not per card, if its cards name the colour of the class."""
    subject = localised(catalogue.items[name].name)
    colour = class_colour(player, catalogue)
    if colour is None:
        yield Award(ARMOR_CLASS, None, "?", evidence, subject, say("the class card must be known first"))
        return
    fact = catalogue.fact(name, f"bonus_{colour}")
    if not fact.known:
        yield catalogue.missing(name, f"bonus_{colour}")
        yield Award(ARMOR_CLASS, None, "?", evidence, subject)
        return
    yield Award(ARMOR_CLASS, int(fact.value), "1" if fact.value else "0", evidence, subject, fact.caveat)


def _tower_shield(
    card: str, pointer: str, sets: dict[str, list[int]], catalogue: Catalogue
) -> Iterator[Award | Missing]:
    """One unfinished set counts as if it had one card more; nothing without armor or with finished sets only."""
    subject = localised(catalogue.items[card].name)
    note = catalogue.fact(card, "scoring").caveat
    open_sets = {name: len(cards) for name, cards in sets.items() if len(cards) < len(ARMOR_SETS[name])}
    if not open_sets:
        yield Award(TOWER_SHIELD, 0, "0", (pointer,), subject, say("no unfinished armor set"))
        return
    gains: dict[str, int | None] = {}
    for name, cards in open_sets.items():
        now, then = catalogue.value(name, f"stars_{cards}"), catalogue.value(name, f"stars_{cards + 1}")
        gains[name] = None if now is None or then is None else then - now
        yield from (
            catalogue.missing(name, field)
            for field, value in ((f"stars_{cards}", now), (f"stars_{cards + 1}", then))
            if value is None
        )
    best = max((gain for gain in gains.values() if gain is not None), default=0)
    if None in gains.values():
        yield Award(TOWER_SHIELD, None, "?", (pointer,), subject, note, floor=max(best, 0))
        return
    name = max(gains, key=lambda one: gains[one] or 0)
    arithmetic = say(
        "{set}: {then} − {now} = {gain}",
        set=localised(catalogue.items[name].name),
        then=catalogue.value(name, f"stars_{open_sets[name] + 1}"),
        now=catalogue.value(name, f"stars_{open_sets[name]}"),
        gain=best,
    )
    yield Award(TOWER_SHIELD, best, arithmetic, (pointer,), subject, note)
