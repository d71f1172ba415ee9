"""What lies on a table besides dice, as plain values: cards, tiles, boards, tokens, cubes and figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import hypot

Corner = tuple[float, float]
Corners = tuple[Corner, Corner, Corner, Corner]


class Kind(StrEnum):
    """What a thing is; a sheet is a board."""

    CARD = "card"
    TILE = "tile"
    BOARD = "board"
    TOKEN = "token"
    CUBE = "cube"
    FIGURE = "figure"


class Form(StrEnum):
    """Its outline; the corners of what is no rectangle are those of the square or rectangle around it."""

    RECTANGLE = "rectangle"
    CROSS = "cross"
    DISC = "disc"
    HEXAGON = "hexagon"


class Flaw(StrEnum):
    """What makes a thing hard to recognise."""

    CUT = "cut"
    CUT_OFF = "cut_off"  # so far that it is no piece any more: it is noticed, not named and not counted
    GLARE = "glare"
    BLUR = "blur"


# What lies flat has corners that can be seen.
FLAT = (Kind.CARD, Kind.TILE, Kind.BOARD)
# No labelled photo of these was ever learned from: how many there are is proposed, never stated.
PROPOSED_ONLY = frozenset({Kind.TOKEN, Kind.CUBE, Kind.FIGURE})


@dataclass(frozen=True)
class Thing:
    """One thing found in a photo.

    Corners are in pixels of the upright photo, clockwise, the first one being the upper-left-most (least x + y).
    How the thing itself is turned they do not say.
    """

    kind: Kind
    corners: Corners
    confidence: float
    form: Form = Form.RECTANGLE
    flaws: tuple[Flaw, ...] = ()
    doubtful: bool = False  # too unsure to be told by itself: something else has to speak for it

    @property
    def cut_off(self) -> bool:
        """Whether too little of it is in the photo to tell it as a piece."""
        return Flaw.CUT_OFF in self.flaws

    @property
    def centre(self) -> Corner:
        """Where its diagonals cross: the middle of the thing also when it is seen from the side.

        >>> Thing(Kind.CARD, ((0, 0), (4, 0), (4, 6), (0, 6)), 0.9).centre
        (2.0, 3.0)
        """
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        across = (cx - ax) * (dy - by) - (cy - ay) * (dx - bx)
        if abs(across) < 1e-9:
            return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
        share = ((bx - ax) * (dy - by) - (by - ay) * (dx - bx)) / across
        return ax + share * (cx - ax), ay + share * (cy - ay)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of it."""
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def size(self) -> tuple[float, float]:
        """Its mean width (first corner to second) and height in pixels.

        >>> Thing(Kind.CARD, ((0, 0), (4, 0), (4, 6), (0, 6)), 0.9).size
        (4.0, 6.0)
        """
        a, b, c, d = self.corners
        return (_apart(a, b) + _apart(d, c)) / 2, (_apart(b, c) + _apart(a, d)) / 2

    @property
    def diagonal(self) -> float:
        """The mean of its diagonals in pixels."""
        a, b, c, d = self.corners
        return (_apart(a, c) + _apart(b, d)) / 2


def sure(things: Iterable[Thing]) -> list[Thing]:
    """Those that are told by themselves."""
    return [thing for thing in things if not thing.doubtful]


def shown(things: Iterable[Thing]) -> list[Thing]:
    """Those of which enough is in the photo."""
    return [thing for thing in things if not thing.cut_off]


def _apart(one: Corner, other: Corner) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
