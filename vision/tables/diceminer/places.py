"""Where a die of Dice Miner lies: in a trove, on the mountain, or beside it. Plain Python.

Dice of the mountain stand on their corners: the row below holds one more, and a die of it lies against two upper
sides. Steps down to the left and down to the right are therefore the rows and columns of a square grid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vision.tables.contract import Piece
from vision.tables.grid import nearest_free

MOUNTAIN = "mountain"
BESIDE = "beside"
ROWS = (2, 3, 4, 5, 6)
Place = tuple[int, int]
Point = tuple[float, float]


def is_on_mountain(piece: Piece) -> bool:
    """Whether a piece lies on the mountain."""
    return str(piece.get("place") or "").startswith(f"{MOUNTAIN}/")


def is_of_trove(piece: Piece) -> bool:
    """Whether a piece is a die that a player has."""
    return piece.get("place") is None


def place_code(place: Place) -> str:
    """
    >>> place_code((2, 1))
    'mountain/2/1'
    """
    return f"{MOUNTAIN}/{place[0]}/{place[1]}"


def place_of(code: str) -> Place:
    """Row and place, each from 0.

    >>> place_of("mountain/2/1")
    (2, 1)
    """
    _, row, column = code.split("/")
    return int(row), int(column)


def fitted(cells: Mapping[int, Place], rows: Sequence[int] = ROWS) -> dict[int, Place] | None:
    """Dice of a square grid that runs down both ways, as places of a mountain with such rows; None if none holds them.

    The lowest dice lie in the lowest row: all others have slid down. Where the mountain may lie further to the left or
    to the right its middle is taken, which changes nothing for the dice that may be taken.

    >>> fitted({7: (0, 0), 8: (1, 0), 9: (0, 1)})
    {7: (3, 2), 8: (4, 2), 9: (4, 3)}
    """
    lowest = max(left + right for left, right in cells.values())
    levels = {die: len(rows) - 1 - lowest + left + right for die, (left, right) in cells.items()}
    if min(levels.values()) < 0:
        return None
    widest = rows[-1]
    ways = [
        shift
        for shift in range(-widest, widest + 1)
        if all(0 <= right + shift < rows[levels[die]] for die, (_, right) in cells.items())
    ]
    if not ways:
        return None
    shift = ways[len(ways) // 2]
    return {die: (levels[die], right + shift) for die, (_, right) in cells.items()}


def nearest_place(point: Point, seen: Mapping[Place, Point], rows: Sequence[int]) -> Place | None:
    """The free place of the mountain at a point of the photo, judged by the dice around it.

    >>> nearest_place((2, 3), {(0, 0): (1, 0), (1, 0): (0, 1), (1, 1): (2, 1), (2, 0): (-1, 2)}, ROWS)
    (3, 2)
    """
    last = len(rows)
    known = {(row - place + last, place): spot for (row, place), spot in seen.items()}
    cell = nearest_free(point, known, 2 * last, 2 * last)
    if cell is None:
        return None
    row, place = cell[0] - last + cell[1], cell[1]
    return (row, place) if 0 <= row < last and 0 <= place < rows[row] else None
