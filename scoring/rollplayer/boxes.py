"""What is not in play: the cards of boxes that are not used, and those that leave the game before it starts."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rollplayer.pieces import (
    ALIGNMENTS_EXPANSION,
    BACKSTORIES_EXPANSION,
    CLASSES_EXPANSION,
    MARKET_EXPANSION,
    RACES_EXPANSION,
    RACES_PROMO,
)
from scoring.rollplayer.state import Options, State

NOT_IN_SOLO = {False: ("diplomacy",), True: ("diplomacy", "spellbook", "energy_field")}
NOT_WITH_OPEN_ADVENTURES = ("spellbook", "gather_power")
EXPANSION_ONLY = frozenset(
    (*RACES_EXPANSION, *CLASSES_EXPANSION, *ALIGNMENTS_EXPANSION, *BACKSTORIES_EXPANSION, *MARKET_EXPANSION)
)
BOOST_DICE = "boost"


def taken_out(options: Options, solo: bool) -> dict[str, str]:
    """Market cards that leave the game before it starts, each with the rule that says so."""
    barred: dict[str, str] = {}
    if solo:
        rule = "MM-SOLO-SETUP" if options.expansion else "RP-SOLO-SETUP"
        barred |= dict.fromkeys(NOT_IN_SOLO[options.expansion], rule)
    if options.open_adventures:
        barred |= dict.fromkeys(NOT_WITH_OPEN_ADVENTURES, "MM-VAR-OPEN")
    return barred


def out_of_play(state: State) -> Iterator[str]:
    """Everything that nobody can have at this table."""
    if not state.options.expansion:
        yield from sorted(EXPANSION_ONLY)
        yield BOOST_DICE
    if not state.options.promos:
        yield from RACES_PROMO
    yield from taken_out(state.options, state.solo)
