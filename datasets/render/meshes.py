"""Shapes of dice as plain numbers: rounded cubes and the other regular dice, with the directions of their faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

CUBE_DIRECTIONS = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], float)
OPPOSITE = (1, 0, 3, 2, 5, 4)


@dataclass(frozen=True)
class Solid:
    """Vertices, faces as index tuples, and for every face of the die its direction and 'up' on that face."""

    vertices: np.ndarray
    faces: tuple[tuple[int, ...], ...]
    directions: np.ndarray
    ups: np.ndarray


@lru_cache(maxsize=256)
def rounded_cube(corner: float, ball: float | None = None) -> Solid:
    """A cube from -1 to 1 with rounded edges (`corner`), or cut by a ball of radius `ball` as tumbling dice are."""
    vertices, faces = _cube_grid()
    if ball is not None:
        length = np.linalg.norm(vertices, axis=1, keepdims=True)
        vertices = vertices / length * np.minimum(length, ball)
    inner = np.clip(vertices, -(1 - corner), 1 - corner)
    outward = vertices - inner
    length = np.linalg.norm(outward, axis=1, keepdims=True)
    vertices = inner + outward * np.minimum(1.0, corner / np.maximum(length, 1e-9))
    ups = np.array([tangents(d)[1] for d in CUBE_DIRECTIONS])
    return Solid(vertices, faces, CUBE_DIRECTIONS, ups)


@cache
def _cube_grid(steps: int = 16) -> tuple[np.ndarray, tuple[tuple[int, ...], ...]]:
    """The surface of a cube as a grid, finer near the edges, where the curvature will be."""
    lines = np.linspace(-1, 1, steps + 1)
    lines = np.sign(lines) * np.abs(lines) ** 0.7
    index: dict[tuple[float, ...], int] = {}
    points: list[np.ndarray] = []
    faces: list[tuple[int, ...]] = []
    for direction in CUBE_DIRECTIONS:
        u, v = tangents(direction)
        grid = np.empty((steps + 1, steps + 1), int)
        for i, a in enumerate(lines):
            for j, b in enumerate(lines):
                point = direction + a * u + b * v
                key = tuple(np.round(point, 6) + 0.0)
                if key not in index:
                    index[key] = len(points)
                    points.append(point)
                grid[i, j] = index[key]
        faces.extend(
            (int(grid[i, j]), int(grid[i + 1, j]), int(grid[i + 1, j + 1]), int(grid[i, j + 1]))
            for i in range(steps)
            for j in range(steps)
        )
    return np.array(points), tuple(faces)


def tangents(direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two axes of a face so that (u, v, direction) is right-handed."""
    helper = np.array([0.0, 1.0, 0.0]) if abs(direction[1]) < 0.9 else np.array([0.0, 0.0, -1.0])
    u = np.cross(helper, direction)
    u /= np.linalg.norm(u)
    return u, np.cross(direction, u)


@cache
def polyhedron(sides: int) -> Solid:
    """A d4, d8, d10, d12 or d20 inside the unit ball.

    >>> [len(polyhedron(n).faces) for n in (4, 8, 10, 12, 20)]
    [4, 8, 10, 12, 20]
    """
    vertices, directions = _SHAPES[sides]()
    faces, ups = [], []
    for direction in directions:
        heights = vertices @ direction
        corners = np.flatnonzero(heights > heights.max() - 1e-6)
        centre = vertices[corners].mean(axis=0)
        u, v = tangents(direction)
        spokes = vertices[corners] - centre
        order = np.argsort(np.arctan2(spokes @ v, spokes @ u))
        faces.append(tuple(int(k) for k in corners[order]))
        far = spokes[np.argmax(np.linalg.norm(spokes, axis=1).round(6))]
        ups.append(far / np.linalg.norm(far))
    return Solid(vertices, tuple(faces), directions, np.array(ups))


def _normalised(rows: list[tuple[float, ...]] | np.ndarray) -> np.ndarray:
    points = np.array(rows, float)
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def _signs() -> np.ndarray:
    return np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


def _d4() -> tuple[np.ndarray, np.ndarray]:
    vertices = _normalised([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)])
    return vertices, -vertices


def _d8() -> tuple[np.ndarray, np.ndarray]:
    return CUBE_DIRECTIONS.copy(), _normalised(_signs())


def _d10() -> tuple[np.ndarray, np.ndarray]:
    lift = (1 - np.cos(np.pi / 5)) / (1 + np.cos(np.pi / 5))
    ring = [(np.cos(k * np.pi / 5), np.sin(k * np.pi / 5), lift * (-1) ** k) for k in range(10)]
    vertices = np.array([*ring, (0, 0, 1), (0, 0, -1)])
    directions = []
    for k in range(10):
        apex = vertices[10] if k % 2 else vertices[11]
        before, middle, after = vertices[k - 1], vertices[k], vertices[(k + 1) % 10]
        normal = np.cross(after - before, middle - apex)
        directions.append(normal * np.sign(normal @ middle))
    return vertices, _normalised(np.array(directions))


def _icosahedron() -> np.ndarray:
    phi = (1 + 5**0.5) / 2
    rows = [(0, a, b * phi) for a in (-1, 1) for b in (-1, 1)]
    return _normalised([*rows, *((b, 0, a) for _, a, b in rows), *((a, b, 0) for _, a, b in rows)])


def _dodecahedron() -> np.ndarray:
    phi = (1 + 5**0.5) / 2
    rows = [(0, a / phi, b * phi) for a in (-1, 1) for b in (-1, 1)]
    return _normalised([*_signs(), *rows, *((b, 0, a) for _, a, b in rows), *((a, b, 0) for _, a, b in rows)])


_SHAPES: dict[int, Callable[[], tuple[np.ndarray, np.ndarray]]] = {
    4: _d4,
    8: _d8,
    10: _d10,
    12: lambda: (_dodecahedron(), _matching(_dodecahedron(), _icosahedron(), 5)),
    20: lambda: (_icosahedron(), _matching(_icosahedron(), _dodecahedron(), 3)),
}


def _matching(vertices: np.ndarray, candidates: np.ndarray, corners: int) -> np.ndarray:
    """Face directions of a solid from its dual; turned by a quarter when the two were not written in step."""
    for axes in ((0, 1, 2), (1, 0, 2)):
        directions = candidates[:, axes]
        heights = directions @ vertices.T
        touching = (heights > heights.max(axis=1, keepdims=True) - 1e-6).sum(axis=1)
        if (touching == corners).all():
            return directions
    raise ValueError("the two solids are not dual to each other")


def resting(solid: Solid, face: int, up: bool, turn: float) -> np.ndarray:
    """Rotation that lays the solid on the table with `face` pointing up (or down) and turned about the vertical."""
    direction = solid.directions[face] * (1 if up else -1)
    rotation = _rotation_between(direction, np.array([0.0, 0.0, 1.0]))
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ rotation


def top_face(solid: Solid, rotation: np.ndarray) -> int:
    """The face that points most upwards."""
    return int(np.argmax((solid.directions @ rotation.T)[:, 2]))


def _rotation_between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    axis, cosine = np.cross(a, b), float(a @ b)
    if cosine < -0.999999:
        helper = tangents(a)[0]
        return 2 * np.outer(helper, helper) - np.eye(3)
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + cross + cross @ cross / (1 + cosine)
