"""The seven titles: who has the most (or loses the fewest), alone or shared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scoring.dungeonlords.pieces import GHOST
from scoring.dungeonlords.state import Lord, Table
from scoring.sheet import Award
from scoring.words import say

EXCLUSIVE, SHARED = 3, 2


@dataclass(frozen=True, slots=True)
class Title:
    """One title: what is counted, where the pieces lie, and whether the fewest win instead of the most."""

    id: str
    rule: str
    count: Callable[[Lord], int]
    evidence: Callable[[Lord], tuple[str, ...]]
    fewest: bool = False

    def exclusive(self, players: int) -> int:
        """What holding the title alone is worth: 3 points, 2 in a two-player game."""
        return EXCLUSIVE if players > 2 else EXCLUSIVE - 1

    def shared(self, players: int) -> int:
        """What a shared title is worth to each holder: 2 points, 1 in a two-player game."""
        return SHARED if players > 2 else SHARED - 1


def _tiles(lord: Lord, room: bool) -> tuple[str, ...]:
    return tuple(f"dungeon/{i}" for i, tile in enumerate(lord.dungeon) if (tile.room is not None) == room)


def _monsters(lord: Lord) -> tuple[str, ...]:
    return tuple(f"monsters/{i}" for i, beast in enumerate(lord.monsters) if beast.id != GHOST)


def _lost(lord: Lord) -> tuple[str, ...]:
    return tuple(f"dungeon/{i}" for i, tile in enumerate(lord.dungeon) if tile.conquered)


TITLES: tuple[Title, ...] = (
    Title("dark_deeds", "DL-TITLE-DARK-DEEDS", lambda lord: lord.evil, lambda _: ("evil",)),
    Title(
        "halls",
        "DL-TITLE-HALLS",
        lambda lord: len(lord.rooms),
        lambda lord: _tiles(lord, room=True),
    ),
    Title(
        "tunnels",
        "DL-TITLE-TUNNELS",
        lambda lord: len(lord.dungeon) - len(lord.rooms),
        lambda lord: _tiles(lord, room=False),
    ),
    Title("monsters", "DL-TITLE-MONSTERS", lambda lord: len(_monsters(lord)), _monsters),
    Title("imps", "DL-TITLE-IMPS", lambda lord: lord.imps, lambda _: ("imps",)),
    Title(
        "riches",
        "DL-TITLE-RICHES",
        lambda lord: lord.gold + lord.food + len(lord.traps),
        lambda lord: ("gold", "food", *(f"traps/{i}" for i in range(len(lord.traps)))),
    ),
    Title("battle", "DL-TITLE-BATTLE", lambda lord: len(lord.conquered), _lost, fewest=True),
)


def title_awards(state: Table, title: Title) -> list[Award]:
    """The line of this title for every player; each shows everybody's count.

    >>> table = Table(players=[{"name": "Ann", "imps": 5}, {"name": "Bob", "imps": 4}, {"name": "Eve", "imps": 5}])
    >>> [(award.points, award.arithmetic) for award in title_awards(table, TITLES[4])][:2]
    [(2, 'shared: Ann 5, Bob 4, Eve 5'), (0, 'Ann 5, Bob 4, Eve 5')]
    """
    counts = [title.count(lord) for lord in state.players]
    best = min(counts) if title.fewest else max(counts)
    nobody = best == 0 and not title.fewest and state.options.titles_at_zero == "nobody"
    holders = 0 if nobody else counts.count(best)
    everybody = ", ".join(f"{lord.name} {count}" for lord, count in zip(state.players, counts, strict=True))
    return [_award(state, title, seat, everybody, holders if count == best else 0) for seat, count in enumerate(counts)]


def _award(state: Table, title: Title, seat: int, everybody: str, holders: int) -> Award:
    players = len(state.players)
    if holders == 0:
        points, arithmetic = 0, everybody
    elif holders == 1:
        points, arithmetic = title.exclusive(players), say("alone: {counts}", counts=everybody)
    else:
        points, arithmetic = title.shared(players), say("shared: {counts}", counts=everybody)
    evidence = tuple(f"/players/{seat}/{path}" for path in title.evidence(state.players[seat]))
    return Award(title.rule, points, arithmetic, evidence)
