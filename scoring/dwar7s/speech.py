"""How the referee names things, so that every part of a sentence can be translated."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.catalogue import Catalogue
from scoring.dwar7s.pieces import COLOUR_NAMES, Colour, Gem
from scoring.dwar7s.printed import name_of
from scoring.dwar7s.state import Stack
from scoring.words import listed, say

FIELD_NAMES: Mapping[str, str] = {
    "walls": say("walls"),
    "points": say("points"),
    "slots": say("places for dwarves"),
    "need": say("dwarves needed"),
    "copies": say("copies in the box"),
    "cards": say("cards in the box"),
    "cost": say("gems asked for"),
    "same_symbol": say("cards with the same symbol"),
}
"""The fields of the catalogue as words."""


def colour_name(colour: Colour) -> str:
    """The word for a colour."""
    return COLOUR_NAMES[colour]


def card_at(stack: Stack, catalogue: Catalogue) -> str:
    """A card of the table by name and place, e.g. ``red Ruby mine at 2,0``."""
    return say(
        "{colour} {card} at {x},{y}",
        colour=colour_name(stack.top.colour),
        card=name_of(stack.top.kind, catalogue),
        x=stack.x,
        y=stack.y,
    )


def gems_listed(gems: Mapping[Gem, int], catalogue: Catalogue) -> str:
    """Gems of several kinds, e.g. ``2 Emerald, 1 Ruby``."""
    return listed(
        say("{count} {gem}", count=count, gem=name_of(gem, catalogue)) for gem, count in gems.items() if count
    )


def dwarves_listed(dwarves: Mapping[Colour, int]) -> str:
    """Dwarves of several colours, e.g. ``2 blue, 1 red``."""
    return listed(
        say("{count} {colour}", count=count, colour=colour_name(colour)) for colour, count in dwarves.items() if count
    )
