"""What cannot be with sheets, cards and supplies."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue, localised
from scoring.rollplayer.boxes import EXPANSION_ONLY, taken_out
from scoring.rollplayer.goals import class_colour
from scoring.rollplayer.pieces import CARD_KIND, COLOUR_NAMES, RACES_PROMO
from scoring.rollplayer.problems.twice import twice
from scoring.rollplayer.state import State
from scoring.sheet import Problem
from scoring.words import say

SHEETS_IN_THE_BOX = 4
GOLD_BASE, GOLD_EXPANSION = 60, 110
CHARISMA_BASE, CHARISMA_EXPANSION = 6, 12
XP_CUBES, HONOR_TOKENS, WOUND_TOKENS = 40, 20, 20
HANDS = 2


def seats(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """Without the expansion there are sheets for four."""
    if len(state.players) == SHEETS_IN_THE_BOX + 1 and not state.options.expansion:
        message = say("Players: {count}; the game is for 1 to {most}", count=len(state.players), most=SHEETS_IN_THE_BOX)
        yield Problem("RP-COMPONENTS", ("/players",), message)


def identities(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """Each sheet, class colour, backstory and alignment card belongs to one player."""
    for field, rule in _IDENTITY:
        held = [(getattr(player, field), f"/players/{seat}/{field}") for seat, player in enumerate(state.players)]
        for card, where in twice((value, pointer) for value, pointer in held if value is not None):
            name = localised(catalogue.items[card].name)
            message = say("{card}: there is one, but players who hold it: {count}", card=name, count=len(where))
            yield Problem(rule, where, message)
    colours = (
        (colour, f"/players/{seat}/hero_class")
        for seat, player in enumerate(state.players)
        if (colour := class_colour(player, catalogue))
    )
    for colour, where in twice(colours):
        message = say("Two players have a {colour} class; one player per colour", colour=COLOUR_NAMES[colour])
        yield Problem("RP-SETUP-CLASS", where, message)


_IDENTITY = (
    ("race", "RP-SETUP-SHEET"),
    ("hero_class", "RP-SETUP-CLASS"),
    ("alignment", "RP-SETUP-CARDS"),
    ("backstory", "RP-SETUP-CARDS"),
)


def markers(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """The alignment marker lies on one of nine spaces."""
    for seat, player in enumerate(state.players):
        if not all(0 <= step <= 2 for step in player.marker):
            message = say("{player}: the alignment marker is not on the card", player=player.name)
            yield Problem("RP-ALIGNMENT", (f"/players/{seat}/marker",), message)


def boxes(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """Cards of the expansion and promo sheets only where they are in play; some cards leave solo and variants."""
    barred = taken_out(state.options, state.solo)
    for seat, player in enumerate(state.players):
        for pointer, card in _everything(seat, state):
            name = localised(catalogue.items[card].name)
            if card in EXPANSION_ONLY and not state.options.expansion:
                yield Problem("MM-COMPONENTS", (pointer,), say("{card} is from Monsters & Minions", card=name))
            if card in barred:
                message = say("{card} is taken out of the game before it starts", card=name)
                yield Problem(barred[card], (pointer,), message)
        if player.race in RACES_PROMO and not state.options.promos:
            message = say("{card} is a promo sheet", card=localised(catalogue.items[player.race].name))
            yield Problem("RP-SETUP-SHEET", (f"/players/{seat}/race",), message)


def _everything(seat: int, state: State) -> Iterator[tuple[str, str]]:
    """Every named card of a player with its pointer."""
    player = state.players[seat]
    for field in ("race", "hero_class", "alignment", "backstory"):
        if value := getattr(player, field):
            yield f"/players/{seat}/{field}", value
    for index, card in enumerate(player.cards):
        yield f"/players/{seat}/cards/{index}", card


def market_cards(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """Each market card exists once; weapons fit two hands; only own skills are exhausted."""
    held = (
        (card, f"/players/{seat}/cards/{index}")
        for seat, player in enumerate(state.players)
        for index, card in enumerate(player.cards)
    )
    for card, where in twice(held):
        message = say("{card} is on the table twice", card=localised(catalogue.items[card].name))
        yield Problem("RP-COMPONENTS", where, message)
    for seat, player in enumerate(state.players):
        weapons = [index for index, card in enumerate(player.cards) if CARD_KIND[card] == "weapon"]
        hands = sum(least_hands(player.cards[index], catalogue) for index in weapons)
        if hands > HANDS:
            message = say(
                "{player}: hands needed for the weapons: {hands}, allowed: 2", player=player.name, hands=hands
            )
            yield Problem("RP-WEAPON-LIMIT", tuple(f"/players/{seat}/cards/{index}" for index in weapons), message)
        for index, card in enumerate(player.exhausted):
            if card not in player.cards or CARD_KIND[card] != "skill":
                name = localised(catalogue.items[card].name)
                message = say("{card} is no skill of {player}", card=name, player=player.name)
                yield Problem("RP-SKILL-USE", (f"/players/{seat}/exhausted/{index}",), message)
        for card in player.trait_stars:
            if card not in player.cards or CARD_KIND[card] != "trait":
                name = localised(catalogue.items[card].name)
                message = say("{card} is no trait of {player}", card=name, player=player.name)
                yield Problem("RP-TRAITS", (f"/players/{seat}/trait_stars/{card}",), message)


def least_hands(weapon: str, catalogue: Catalogue) -> int:
    """The hands a weapon needs; at least one while the number is not known."""
    hands = catalogue.value(weapon, "hands")
    return 1 if hands is None else int(hands)


def supplies(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """Gold, experience and tokens are limited by what is in the boxes."""
    big = state.options.expansion
    limits = (
        ("gold", GOLD_EXPANSION if big else GOLD_BASE, "RP-COMPONENTS", say("gold")),
        ("charisma", CHARISMA_EXPANSION if big else CHARISMA_BASE, "RP-COMPONENTS", say("charisma tokens")),
        ("xp", XP_CUBES if big else 0, "MM-COMPONENTS", say("experience cubes")),
        ("honor", HONOR_TOKENS if big else 0, "MM-COMPONENTS", say("honor tokens")),
        ("wounds", WOUND_TOKENS if big else 0, "MM-COMPONENTS", say("wound tokens")),
    )
    for field, limit, rule, words in limits:
        total = sum(getattr(player, field) for player in state.players)
        if total > limit:
            holders = tuple(f"/players/{seat}/{field}" for seat, one in enumerate(state.players) if getattr(one, field))
            message = say("{what} on the table: {count}, in the box: {limit}", count=total, what=words, limit=limit)
            yield Problem(rule, holders, message)
