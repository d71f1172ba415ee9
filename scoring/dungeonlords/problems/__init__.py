"""Everything that is wrong with a table, all at once."""

from __future__ import annotations

from scoring.catalogue import Catalogue
from scoring.dungeonlords.problems.dungeon import dungeon_problems
from scoring.dungeonlords.problems.lair import lair_problems
from scoring.dungeonlords.problems.party import party_problems
from scoring.dungeonlords.problems.table import table_problems
from scoring.dungeonlords.state import Table
from scoring.sheet import Problem


def problems(state: Table, catalogue: Catalogue) -> list[Problem]:
    """Every rule that this position breaks, dungeon by dungeon, then what the box and the table do not allow."""
    found: list[Problem] = []
    for seat in range(len(state.players)):
        found += dungeon_problems(state, seat, catalogue)
        found += lair_problems(state, seat, catalogue)
        found += party_problems(state, seat, catalogue)
    return found + table_problems(state, catalogue)
