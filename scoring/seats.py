"""What is checked of every game's players: how many there are, and that each has a name of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from scoring.sheet import Problem
from scoring.words import say


def seat_problems(state: Any, title: str, players: tuple[int, int], rule: str) -> Iterator[Problem]:
    """More or fewer players than the game is for, and names that two of them share."""
    names = [player.name for player in getattr(state, "players", ())]
    least, most = players
    if not least <= len(names) <= most:
        values = {"game": title, "least": least, "most": most, "count": len(names)}
        yield Problem(rule, ("/players",), say("{game} is for {least} to {most} players, not {count}.", **values))
    for name, times in Counter(names).items():
        if times > 1:
            where = tuple(f"/players/{seat}/name" for seat, other in enumerate(names) if other == name)
            yield Problem(rule, where, say("{count} players are called {name}.", count=times, name=name))
