"""When a picture has come to rest: one meaning for films, cameras that stand and phones that are held."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from vision.reading import Box

FRAMES_TO_SETTLE = 3
# A piece that lies still is found within this part of its side from frame to frame.
SAME_PLACE = 0.4


class Sighting(NamedTuple):
    """One piece of a frame: where it is and what it shows."""

    box: Box
    shows: Hashable


def paired(one: Sequence[Box], two: Sequence[Box], held: bool = False) -> list[tuple[int, int]] | None:
    """The things of two frames paired by place, or None when they do not go together.

    A camera that is `held` in the hand may move everything together.
    """
    if len(one) != len(two):
        return None
    across, down = _moved(one, two) if held else (0.0, 0.0)
    left = list(range(len(two)))
    pairs = []
    for number, box in enumerate(one):
        x, y = box.centre[0] + across, box.centre[1] + down
        near = min(left, key=lambda other: abs(two[other].centre[0] - x) + abs(two[other].centre[1] - y))
        if max(abs(two[near].centre[0] - x), abs(two[near].centre[1] - y)) > SAME_PLACE * box.side:
            return None
        left.remove(near)
        pairs.append((number, near))
    return pairs


def _moved(one: Sequence[Box], two: Sequence[Box]) -> tuple[float, float]:
    """How far all things went together."""
    if not one:
        return 0.0, 0.0
    across, down = (
        (sum(box.centre[axis] for box in two) - sum(box.centre[axis] for box in one)) / len(one) for axis in (0, 1)
    )
    return across, down


def agree(one: Sequence[Sighting], two: Sequence[Sighting], held: bool = False) -> bool:
    """Whether two frames show the same pieces in the same places."""
    pairs = paired([seen.box for seen in one], [seen.box for seen in two], held)
    return pairs is not None and all(one[first].shows == two[second].shows for first, second in pairs)


@dataclass
class Settling:
    """Counts readings in a row that agree; the picture has settled when there are `frames` of them."""

    frames: int = FRAMES_TO_SETTLE
    held: bool = False
    agreed: int = 0
    _last: Sequence[Sighting] = field(default=())

    def add(self, seen: Sequence[Sighting]) -> bool:
        """Take one more reading; True once enough in a row agree."""
        self.agreed = self.agreed + 1 if self.agreed and agree(self._last, seen, self.held) else 1
        self._last = seen
        return self.agreed >= self.frames

    def clear(self) -> None:
        """Something moved: count from the beginning."""
        self.agreed = 0
