"""How monsters and ghosts attack, as their tiles show it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from scoring.dungeonlords.pieces import MONSTERS


@dataclass(frozen=True, slots=True)
class Mode:
    """One attack on a tile: whom it hits, how hard, and what else it does."""

    id: str
    hits: Literal["first", "any", "all", "nobody"]
    damage: int = 0
    food: int = 0
    times: int = 1
    again: int = 0
    returns: bool = False
    no_heal: bool = False
    no_conquer: bool = False
    not_first: bool = False
    not_priest: bool = False


GOBLIN, SLIME, GHOST, TROLL, WITCH, VAMPIRE, GOLEM, DRAGON, DEMON, SHEEP = range(10)
KINDS = (*MONSTERS, "sheep")

MODES: tuple[tuple[Mode, ...], ...] = (
    (Mode("A", "first", 2, again=1),),
    (Mode("A", "all", 1), Mode("B", "nobody", no_conquer=True)),
    (Mode("A", "any", 2, not_first=True),),
    (Mode("A", "first", 3), Mode("B", "first", 4, food=1)),
    (Mode("A", "first", 4), Mode("B", "any", 1, times=2)),
    (Mode("A", "any", 3, not_priest=True), Mode("B", "any", 2, not_priest=True, returns=True)),
    (Mode("A", "first", 4, returns=True),),
    (Mode("A", "all", 2, no_heal=True),),
    (Mode("A", "any", 7, no_conquer=True),),
    (Mode("A", "first", 0),),
)
"""The modes of each kind; A stands above the line of the tile, B below it."""

STRONGER_IN = {"training_room": frozenset({GOBLIN, TROLL}), "dark_room": frozenset({VAMPIRE, WITCH})}


def modes_in(room: str | None) -> tuple[tuple[Mode, ...], ...]:
    """The attacks as they are in this room: Training Room and Dark Room add 1 to every attack of their guests.

    >>> [mode.damage for mode in modes_in("training_room")[TROLL]]
    [4, 5]
    >>> [(mode.damage, mode.again) for mode in modes_in("training_room")[GOBLIN]]
    [(3, 2)]
    """
    stronger = STRONGER_IN.get(room or "", frozenset())
    return tuple(
        tuple(_stronger(mode) for mode in modes) if kind in stronger else modes for kind, modes in enumerate(MODES)
    )


def _stronger(mode: Mode) -> Mode:
    return replace(mode, damage=mode.damage + 1, again=mode.again + 1 if mode.again else 0)
