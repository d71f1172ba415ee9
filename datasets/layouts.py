"""Where things lie on a table, in its own plane: scattered, in grids, in touching rows, in free forms, fanned."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Rng = np.random.Generator


@dataclass(frozen=True)
class Spot:
    """A place on the table: middle, size, angle in radians. The unit is the shorter side of the main things."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    @property
    def corners(self) -> np.ndarray:
        """Four corners, clockwise from the upper left one of the thing itself."""
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (self.width / 2, self.height / 2)
        cosine, sine = np.cos(self.angle), np.sin(self.angle)
        return half @ np.array([[cosine, sine], [-sine, cosine]]) + (self.x, self.y)


def scattered(rng: Rng, reach: tuple[float, float], size: tuple[float, float], most: int, apart: float) -> list[Spot]:
    """Anywhere and anyhow turned; `apart` 1 keeps things off each other, less lets them overlap."""
    spots: list[Spot] = []
    alike = rng.random() < 0.4
    radius = float(np.hypot(*size)) / 2
    for _ in range(most * 6):
        if len(spots) >= most:
            break
        x, y = (float(v) for v in rng.uniform(-1, 1, 2) * reach)
        if all(np.hypot(x - one.x, y - one.y) > 2 * radius * apart * 0.85 for one in spots):
            angle = rng.normal(0, 0.12) if alike else rng.uniform(0, 2 * np.pi)
            spots.append(Spot(x, y, *size, float(angle)))
    return spots


def grid(rng: Rng, reach: tuple[float, float], size: tuple[float, float], most: int) -> list[Spot]:
    """Rows and columns, laid by hand: gaps from nothing to a third, a little crooked, some places empty."""
    gap = float(rng.choice([0.0, 0.015, 0.05, 0.15, 0.35], p=[0.22, 0.2, 0.18, 0.2, 0.2]))
    jitter = min(gap * 0.25, 0.05)
    step = size[0] + gap, size[1] + gap
    columns = max(1, min(12, int(2 * reach[0] / step[0])))
    rows = max(1, min(12, int(2 * reach[1] / step[1])))
    if rng.random() < 0.5:
        columns, rows = int(rng.integers(1, columns + 1)), int(rng.integers(1, rows + 1))
    empty = float(rng.choice([0.0, 0.0, 0.15, 0.4]))
    spots: list[Spot] = []
    for row in range(rows):
        for column in range(columns):
            if rng.random() >= empty and len(spots) < most:
                x = (column - (columns - 1) / 2) * step[0] + rng.normal(0, jitter)
                y = (row - (rows - 1) / 2) * step[1] + rng.normal(0, jitter)
                spots.append(Spot(float(x), float(y), *size, float(rng.normal(0, jitter))))
    return _moved(spots, rng, 0.3)


def rows(rng: Rng, reach: tuple[float, float], size: tuple[float, float], most: int) -> list[Spot]:
    """Several rows of touching things, each row by itself a little turned."""
    spots: list[Spot] = []
    common = rng.normal(0, 0.04)
    y = -reach[1] + size[1]
    while y < reach[1] and len(spots) < most:
        lean, gap = common + rng.normal(0, 0.006), float(rng.choice([0.0, 0.01, 0.03, 0.08]))
        count = int(rng.integers(1, max(2, min(14, int(2 * reach[0] / size[0])) + 1)))
        x = float(rng.uniform(-reach[0], max(-reach[0] + 0.1, reach[0] - count * size[0])))
        for n in range(count):
            across = x + n * (size[0] + gap) + rng.normal(0, gap * 0.3)
            tilt = rng.normal(0, 0.015)
            spots.append(Spot(float(across), float(y + across * lean + rng.normal(0, 0.015)), *size, lean + tilt))
        y += size[1] * float(rng.choice([1.0, 1.05, 1.3, 2.0]))
    return spots[:most]


def polyomino(rng: Rng, reach: tuple[float, float], size: tuple[float, float], most: int) -> list[Spot]:
    """Things laid side by side in a free form that grows."""
    gap = float(rng.choice([0.0, 0.01, 0.03, 0.06]))
    step = size[0] + gap, size[1] + gap
    limit = max(1, int(reach[0] / step[0])), max(1, int(reach[1] / step[1]))
    cells = [(0, 0)]
    for _ in range(200):
        if len(cells) >= most:
            break
        column, row = cells[rng.integers(len(cells))]
        across, down = ((1, 0), (-1, 0), (0, 1), (0, -1))[rng.integers(4)]
        new = column + across, row + down
        if new not in cells and abs(new[0]) <= limit[0] and abs(new[1]) <= limit[1]:
            cells.append(new)
    square = abs(size[0] - size[1]) < 1e-6
    quarter = [int(rng.integers(4)) if square else 0 for _ in cells]
    return [
        Spot(
            column * step[0] + float(rng.normal(0, gap * 0.3)),
            row * step[1] + float(rng.normal(0, gap * 0.3)),
            *size,
            float(turn * np.pi / 2 + rng.normal(0, gap * 0.3)),
        )
        for (column, row), turn in zip(cells, quarter, strict=True)
    ]


def fan(rng: Rng, reach: tuple[float, float], size: tuple[float, float], most: int) -> list[Spot]:
    """Cards that overlap in a row, a column or a fan, the last one on top."""
    count = int(rng.integers(2, min(8, most) + 1)) if most > 2 else 2
    step = rng.uniform(0.2, 0.8) * size[0]
    along, turn = rng.uniform(0, 2 * np.pi), float(rng.choice([0.0, rng.normal(0, 0.12)]))
    start, lean = rng.uniform(-0.5, 0.2, 2) * reach, rng.uniform(0, 2 * np.pi)
    return [
        Spot(
            float(start[0] + n * step * np.cos(along)),
            float(start[1] + n * step * np.sin(along)),
            *size,
            float(lean + n * turn + rng.normal(0, 0.03)),
        )
        for n in range(count)
    ]


def _moved(spots: list[Spot], rng: Rng, share: float) -> list[Spot]:
    """A few of them a bit out of place, as a sleeve or an elbow leaves them."""
    if rng.random() > share:
        return spots
    return [
        Spot(spot.x + rng.normal(0, 0.03), spot.y + rng.normal(0, 0.03), spot.width, spot.height, rng.normal(0, 0.05))
        for spot in spots
    ]
