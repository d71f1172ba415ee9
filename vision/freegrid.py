"""Square cards laid side by side in a free form: which card lies in which column and row.

Every card is a square seen in perspective, so it tells where its neighbours' middles must be. From the card in the
middle the form is grown step by step; what lies beyond a gap is joined by the plane that all of them span.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import Quad, Quads, signed_areas

Cell = tuple[int, int]  # column and row

STEP = 1.03  # from card to card in sides: hands leave small gaps
NEAR = 0.3  # how far a neighbour may lie from where it is looked for, in sides
FARTHEST = 3  # steps over which a card beyond a gap still belongs to the form
ALIKE = 1.9  # neighbours are no larger than this beside each other
CROOKED = 0.27  # sides by which their corners differ at most when they are laid onto each other
ENOUGH_TO_MEND = 4  # cards that tell where a fifth must lie
# Of a card's side that it lacks beside the others: then an edge was cut off with the table.
NARROW, NARROWEST = 0.03, 0.13
FULL = 0.75  # so many cards are no wider than they all are
SKEWED = 0.025  # sides by which edges across from each other lean differently: such a card was seen wrongly
BOTH = 0.35  # of what lacks that lacks at each of two edges: else it lacks at one of them
AMISS = 0.06  # sides by which a corner may lie off where the others say: hands lay cards a little crooked
STEPS = (1.0, 1.01, 1.02, 1.03, 1.045, 1.06, 1.08)  # gaps that are tried
SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
MIDDLE = np.array([0.5, 0.5])
SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)


@dataclass(frozen=True)
class FreeGrid:
    """The cell of each card, and its corners from the one that is upper left in the grid, clockwise."""

    cells: dict[int, Cell]
    corners: dict[int, Quad]

    def without(self, rows: Collection[int]) -> FreeGrid:
        """The form that is left without some of its cards; it may be empty."""
        kept = [row for row in self.cells if row not in rows]
        left = FreeGrid({row: self.cells[row] for row in kept}, {row: self.corners[row] for row in kept})
        return _counted(left) if kept else left

    def empty_places(self) -> dict[Cell, Quad]:
        """The places right around its cards on which no card lies, and where each is seen in the photo."""
        taken = set(self.cells.values())
        around = {(column + x, row + y) for column, row in taken for x in (-1, 0, 1) for y in (-1, 0, 1)} - taken
        to_photo = np.linalg.inv(_plane(self))
        flat = {cell: ((SQUARE - 0.5) / STEP + cell).astype(np.float64) for cell in sorted(around)}
        return {cell: np.asarray(cv2.perspectiveTransform(quad[None], to_photo)[0]) for cell, quad in flat.items()}


def free_grid(quads: Quads) -> FreeGrid | None:
    """The largest form that these quadrilaterals make; None where there are none. The top of the photo is up."""
    if not len(quads):
        return None
    forms: list[FreeGrid] = []
    left = set(range(len(quads)))
    centres = quads.mean(axis=1)
    while left:
        seed = min(left, key=lambda row: float(np.hypot(*(centres[row] - np.median(centres, axis=0)))))
        form = _grown(quads, centres, seed, left)
        left -= form.cells.keys()
        forms.append(form)
    largest = max(forms, key=lambda form: len(form.cells))
    return _counted(_evened(_mended(_joined(largest, quads, centres))))


def _mended(form: FreeGrid) -> FreeGrid:
    """The form with the corners of cards that disagree with all others where the others say that they must be."""
    if len(form.cells) < ENOUGH_TO_MEND:
        return form
    said = _expected(form)
    return FreeGrid(
        form.cells,
        {
            row: said[row] if np.abs(quad - said[row]).max() > AMISS * _side(said[row]) else quad
            for row, quad in form.corners.items()
        },
    )


def _evened(form: FreeGrid) -> FreeGrid:
    """The form with cards that seem narrower or lower than the others made as large as these."""
    if len(form.cells) < ENOUGH_TO_MEND:
        return form
    to_plane, quads = _plane(form), np.array(list(form.corners.values()), dtype=np.float64)
    cells = np.array([form.cells[row] for row in form.corners], dtype=np.float64)
    flat = cv2.perspectiveTransform(quads.reshape(1, -1, 2), to_plane)[0].reshape(-1, 4, 2) - cells[:, None]
    square = _skew(flat) < SKEWED
    left, right = _lost(flat[:, [0, 3], 0].mean(axis=1), flat[:, [1, 2], 0].mean(axis=1), square)
    top, bottom = _lost(flat[:, [0, 1], 1].mean(axis=1), flat[:, [2, 3], 1].mean(axis=1), square)
    corners = {
        row: _grown_by(quad, lost) if any(lost) else quad
        for (row, quad), *lost in zip(form.corners.items(), left, top, right, bottom, strict=True)
    }
    return FreeGrid(form.cells, corners)


def _skew(flat: NDArray[np.float64]) -> NDArray[np.float64]:
    """By how many sides edges across from each other lean differently: a card that lies crooked leans as a whole."""
    first, second, third, fourth = flat[:, 0], flat[:, 1], flat[:, 2], flat[:, 3]
    return np.asarray(np.abs(first - second + third - fourth).max(axis=1), dtype=np.float64)


def _lost(
    begins: NDArray[np.float64], ends: NDArray[np.float64], square: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How much cards lack at two edges across from each other, in shares of what is left: where others have them."""
    full = np.quantile(ends - begins, FULL)
    lacks = full - (ends - begins)
    narrow = square & (lacks > NARROW * full) & (lacks < NARROWEST * full)
    lacks = np.where(narrow, lacks / (full - lacks), 0.0)
    usual = ~narrow if not narrow.all() else narrow
    here, there = begins - np.median(begins[usual]), np.median(ends[usual]) - ends
    both = np.minimum(here, there) > BOTH * lacks
    first = np.where(both, 0.5, here > there) * lacks
    return first, lacks - first


def _grown_by(quad: Quad, lost: Sequence[float]) -> Quad:
    """The card with so many sides more at its left, top, right and bottom."""
    left, top, right, bottom = lost
    corners = ((-left, -top), (1 + right, -top), (1 + right, 1 + bottom), (-left, 1 + bottom))
    return np.array([_seen(quad, np.array(corner)) for corner in corners])


def _expected(form: FreeGrid) -> dict[int, Quad]:
    """The corners of every card by the plane that most of them agree on, with the gaps that fit them best."""
    here = np.vstack(list(form.corners.values())).astype(np.float64)
    best: tuple[float, NDArray[np.float64]] | None = None
    for step in STEPS:
        there = np.vstack([(SQUARE - 0.5) / step + form.cells[row] for row in form.corners]).astype(np.float64)
        plane, _ = cv2.findHomography(there, here, cv2.LMEDS)
        if plane is None:
            continue
        seen = cv2.perspectiveTransform(there[None], plane)[0]
        off = float(np.median(np.hypot(*(seen - here).T)))
        if best is None or off < best[0]:
            best = off, seen
    quads = form.corners.items() if best is None else zip(form.corners, best[1].reshape(-1, 4, 2), strict=True)
    return {row: np.asarray(quad, dtype=np.float64) for row, quad in quads}


def _grown(quads: Quads, centres: NDArray[np.float64], seed: int, free: set[int]) -> FreeGrid:
    """All cards that can be reached from one by steps to neighbours."""
    cells, corners = {seed: (0, 0)}, {seed: _upright(quads[seed])}
    queue = [seed]
    for row in queue:
        here = corners[row]
        for across, down in SIDES:
            cell = (cells[row][0] + across, cells[row][1] + down)
            others = [other for other in free if other not in cells]
            if cell in cells.values() or not others:
                continue
            there = _seen(here, MIDDLE + STEP * np.array([across, down]))
            nearest = min(others, key=lambda other: float(np.hypot(*(centres[other] - there))))
            off = np.hypot(*(centres[nearest] - there))
            if off < NEAR * _side(here) and _alike(quads[nearest], here):
                cells[nearest], corners[nearest] = cell, _turned_like(quads[nearest], here)
                queue.append(nearest)
    return FreeGrid(cells, corners)


def _joined(form: FreeGrid, quads: Quads, centres: NDArray[np.float64]) -> FreeGrid:
    """The form with the cards that lie in its cells beyond a gap, the best fitting first."""
    while found := _beyond(form, quads, centres):
        row, cell, near = found
        corners = {**form.corners, row: _turned_like(quads[row], form.corners[near])}
        form = FreeGrid({**form.cells, row: cell}, corners)
    return form


def _beyond(form: FreeGrid, quads: Quads, centres: NDArray[np.float64]) -> tuple[int, Cell, int] | None:
    """The card outside of a form that lies best in one of its cells, and the nearest card of the form."""
    from_photo = _plane(form)
    best: tuple[float, tuple[int, Cell, int]] | None = None
    for row in set(range(len(quads))) - form.cells.keys():
        column, line = _through(from_photo, centres[row])
        cell = (round(column), round(line))
        off = float(np.hypot(column - cell[0], line - cell[1]))
        near = min(form.cells, key=lambda other: float(np.hypot(*(centres[other] - centres[row]))))
        gap = abs(cell[0] - form.cells[near][0]) + abs(cell[1] - form.cells[near][1])
        alike = _alike(quads[row], form.corners[near])
        fits = off < NEAR and gap <= FARTHEST and alike and cell not in form.cells.values()
        if fits and (best is None or off < best[0]):
            best = off, (row, cell, near)
    return best[1] if best else None


def _plane(form: FreeGrid) -> NDArray[np.float64]:
    """From the photo to columns and rows, by the corners of all cards, or of most where there are enough of them."""
    half = (SQUARE - 0.5) / STEP
    there = np.vstack([half + cell for cell in form.cells.values()]).astype(np.float64)
    here = np.vstack([form.corners[row] for row in form.cells]).astype(np.float64)
    found, _ = cv2.findHomography(here, there, cv2.LMEDS if len(form.cells) >= ENOUGH_TO_MEND else 0)
    return np.asarray(found, dtype=np.float64)


def _counted(form: FreeGrid) -> FreeGrid:
    """The same form with columns and rows from 0."""
    left, top = (min(cell[axis] for cell in form.cells.values()) for axis in (0, 1))
    cells = {row: (column - left, line - top) for row, (column, line) in form.cells.items()}
    return FreeGrid(dict(sorted(cells.items(), key=lambda pair: pair[1][::-1])), form.corners)


def _upright(quad: Quad) -> Quad:
    """The corners from the one from which the upper edge runs most to the right."""
    return max((np.roll(quad, turn, axis=0) for turn in range(4)), key=lambda one: float(one[1][0] - one[0][0]))


def _turned_like(quad: Quad, other: Quad) -> Quad:
    """The corners in the order in which a neighbour has its own."""
    wanted = other - other.mean(axis=0)
    turns: Sequence[Quad] = [np.roll(quad, turn, axis=0) for turn in range(4)]
    return min(turns, key=lambda one: float(np.abs(one - one.mean(axis=0) - wanted).sum()))


def _alike(quad: Quad, other: Quad) -> bool:
    """Whether one may be the neighbour of another: about as large, and lying the same way."""
    larger = _side(quad) / _side(other)
    ways = [(one - one.mean(axis=0)) / _side(one) for one in (_turned_like(quad, other), other)]
    return 1 / ALIKE < larger < ALIKE and float(np.hypot(*(ways[0] - ways[1]).T).mean()) < CROOKED


def _seen(quad: Quad, place: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where a place of the plane is in the photo, in sides of this card."""
    to_photo = cv2.getPerspectiveTransform(SQUARE, quad.astype(np.float32))
    return _through(np.asarray(to_photo, dtype=np.float64), place)


def _through(matrix: NDArray[np.float64], point: NDArray[np.float64]) -> NDArray[np.float64]:
    x, y, w = matrix @ np.array([point[0], point[1], 1.0])
    return np.array([x / w, y / w])


def _side(quad: Quad) -> float:
    return float(np.sqrt(abs(signed_areas(quad[None])[0])))
