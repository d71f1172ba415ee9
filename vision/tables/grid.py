"""Places in rows and columns, and which of them a piece lies on that a person pointed at."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

Cell = tuple[int, int]
Point = tuple[float, float]
# Fewer pieces do not tell where the rows run.
ENOUGH = 3
# Pieces on one line leave the other direction open: the part of the plane that they must span.
LEAST_SPREAD = 1e-6


def nearest_free(point: Point, seen: Mapping[Cell, Point], rows: int, columns: int) -> Cell | None:
    """The free cell at a point of the photo, judged by the cells of the pieces around it.

    >>> nearest_free((1.1, 1.9), {(0, 0): (0, 0), (0, 1): (1, 0), (2, 0): (0, 2)}, 3, 2)
    (2, 1)
    """
    if len(seen) < ENOUGH:
        return None
    fit = _flat_map([(*place, 1.0) for place in seen.values()], list(seen))
    if fit is None:
        return None
    across, down = point
    row, column = (round(one[0] * across + one[1] * down + one[2]) for one in fit)
    cell = (row, column)
    return cell if 0 <= row < rows and 0 <= column < columns and cell not in seen else None


def gaps_in(filled: Collection[Cell]) -> list[Cell]:
    """Empty places to the left of a die in its row: rows are filled from the left, so a die was overlooked there.

    >>> gaps_in({(0, 0), (2, 2), (2, 1)})
    [(2, 0)]
    """
    return sorted({(row, before) for row, column in filled for before in range(column)} - set(filled))


def _flat_map(points: Sequence[Sequence[float]], cells: Sequence[Cell]) -> list[list[float]] | None:
    """For rows and columns the three numbers that lead there from a point: least squares by the normal equations."""
    middle = [sum(point[axis] for point in points) / len(points) for axis in (0, 1)]
    size = max((abs(point[axis] - middle[axis]) for point in points for axis in (0, 1)), default=0.0)
    if size == 0:
        return None
    near = [((x - middle[0]) / size, (y - middle[1]) / size, 1.0) for x, y, _ in points]
    normal = [[sum(point[i] * point[j] for point in near) for j in range(3)] for i in range(3)]
    if abs(_volume(normal)) < LEAST_SPREAD:
        return None
    fits = []
    for axis in (0, 1):
        aim = [sum(point[i] * cell[axis] for point, cell in zip(near, cells, strict=True)) for i in range(3)]
        a, b, c = _solved(normal, aim)
        fits.append([a / size, b / size, c - (a * middle[0] + b * middle[1]) / size])
    return fits


def _solved(matrix: Sequence[Sequence[float]], aim: Sequence[float]) -> list[float]:
    """Cramer's rule, for three unknowns."""
    whole = _volume(matrix)
    return [
        _volume([[aim[row] if column == unknown else matrix[row][column] for column in range(3)] for row in range(3)])
        / whole
        for unknown in range(3)
    ]


def _volume(matrix: Sequence[Sequence[float]]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def cells(rows: int, columns: int) -> list[Cell]:
    """All cells, row by row.

    >>> cells(1, 2)
    [(0, 0), (0, 1)]
    """
    return list(product(range(rows), range(columns)))
