"""Everything at the table that cannot be, all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoring.catalogue import Catalogue
from scoring.rollplayer.problems.cards import boxes, identities, markers, market_cards, seats, supplies
from scoring.rollplayer.problems.dice import backpacks, dice_in_the_box, dice_values, even_pace, left_justified
from scoring.rollplayer.problems.expansion import battles, monster, trophies
from scoring.rollplayer.state import State
from scoring.sheet import Problem


def problems(state: State, catalogue: Catalogue) -> list[Problem]:
    """Every thing wrong with a table; never raises."""
    return [problem for check in _CHECKS for problem in check(state, catalogue)]


_CHECKS: tuple[Callable[[State, Catalogue], Iterator[Problem]], ...] = (
    seats,
    dice_in_the_box,
    dice_values,
    left_justified,
    even_pace,
    identities,
    markers,
    boxes,
    market_cards,
    backpacks,
    supplies,
    trophies,
    monster,
    battles,
)
