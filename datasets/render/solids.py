"""Whole tables as solids, in plain numbers: outlines of pieces, what lies on what, and a camera that sees all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.layouts import Spot
from datasets.render.view import View, look_at
from datasets.tabletops import Flat, Thing, Upright

REACH = 14.0  # of a table from its middle in the scene: the lamps hang as far away as this makes natural
LEAST_THICK = {"card": 0.03, "tile": 0.2, "board": 0.2, "token": 0.2}  # centimetres
OVERLAP = 0.05  # of the smaller piece: less is an edge that touches
DEEP = 0.45  # thickness of a wooden figure in its width
ROUND = 40  # corners of a disc,
QUARTER = 6  # and of a rounded corner
COARSE = 0.012  # of its height a figure's outline may be off
ROUNDS = 14
LONGER = 4 / 3  # a phone's picture


@dataclass(frozen=True)
class Ground:
    """The plane of a table in the scene: its middle, and the size of its unit; y leads away from the reader."""

    middle: np.ndarray
    unit: float

    @classmethod
    def under(cls, things: Sequence[Thing]) -> Ground:
        points = np.vstack([thing.spot.corners for thing in things])
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        return cls(middle, REACH / float(np.hypot(*(points - middle).T).max()))

    def place(self, points: np.ndarray, height: float | np.ndarray = 0.0) -> np.ndarray:
        """Points of the table at a height above it, in the scene."""
        flat = (points - self.middle) * (1, -1)
        return np.column_stack([flat, np.broadcast_to(height, len(flat))]) * self.unit


def outline(flat: Flat, rounded: float) -> np.ndarray:
    """The rim of a piece on its own face: from (0, 0) to (1, 1), y downwards."""
    if flat.form == "disc":
        angles = np.arange(ROUND) / ROUND * 2 * np.pi
        return 0.5 + 0.5 * np.column_stack([np.cos(angles), np.sin(angles)])
    if flat.form == "hexagon":
        return np.array([[0.25, 0], [0.75, 0], [1, 0.5], [0.75, 1], [0.25, 1], [0, 0.5]])
    if flat.form == "cross":
        low, high = (1 - flat.arm) / 2, (1 + flat.arm) / 2
        rim = [(low, 0), (high, 0), (high, low), (1, low), (1, high), (high, high)]
        return np.array([*rim, *((1 - x, 1 - y) for x, y in rim)])
    radius = rounded * min(flat.spot.width, flat.spot.height, 1.0) / np.array([flat.spot.width, flat.spot.height])
    if not rounded:
        return np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    corners = []
    for number, corner in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        angles = np.pi + (number + np.linspace(0, 1, QUARTER)) * np.pi / 2
        centre = np.abs(np.array(corner) - radius)
        corners.append(centre + radius * np.column_stack([np.cos(angles), np.sin(angles)]))
    return np.vstack(corners)


def on_table(spot: Spot, rim: np.ndarray) -> np.ndarray:
    """Points of a face where they lie on the table."""
    upper_left, upper_right, _, lower_left = spot.corners
    return np.asarray(upper_left + rim @ np.array([upper_right - upper_left, lower_left - upper_left]))


def thickness(flat: Flat, centimetres: float) -> float:
    """How thick a piece is, in units of the table: cards as drawn, cardboard not thinner than cardboard is."""
    return max(flat.thick, LEAST_THICK.get(flat.kind, 0.0) / centimetres)


def levels(things: Sequence[Thing], centimetres: float) -> list[float]:
    """The height at which each thing begins: on the table, or on what it was laid on."""
    laid: list[tuple[Flat, float]] = []
    found = []
    for thing in things:
        found.append(max((top for flat, top in laid if _lies_on(thing, flat)), default=0.0))
        if isinstance(thing, Flat):
            laid.append((thing, found[-1] + thickness(thing, centimetres)))
    return found


def _lies_on(thing: Thing, flat: Flat) -> bool:
    below = flat.spot.corners.astype(np.float32)
    if not isinstance(thing, Flat):
        return cv2.pointPolygonTest(below, (thing.spot.x, thing.spot.y), False) >= 0
    shared, _ = cv2.intersectConvexConvex(thing.spot.corners.astype(np.float32), below)
    smaller = min(thing.spot.width * thing.spot.height, flat.spot.width * flat.spot.height)
    return bool(shared > OVERLAP * smaller)


def standing(figure: Upright, turn: float) -> tuple[np.ndarray, np.ndarray]:
    """The two faces of a wooden figure: points of the table, with their heights; it looks towards `turn`."""
    rims, _ = cv2.findContours((figure.silhouette > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(rims, key=cv2.contourArea)
    rim = cv2.approxPolyDP(largest, COARSE * figure.silhouette.shape[0], True)[:, 0].astype(float)
    low, high = rim.min(axis=0), rim.max(axis=0)
    across, up = ((rim - low) / (high - low)).T
    spot = figure.spot
    right, back = np.array([np.cos(turn), np.sin(turn)]), np.array([np.sin(turn), -np.cos(turn)])
    middle = np.array([spot.x, spot.y]) + np.outer((across - 0.5) * spot.width, right)
    half = back * spot.width * DEEP / 2
    return np.vstack([middle - half, middle + half]), np.tile((1 - up) * spot.height, 2)


def sight(
    points: np.ndarray, elevation: float, turn: float, field: float, longest: int, fill: float, roll: float = 0.0
) -> View:
    """A camera that sees all these points, which fill this share of the picture's width or height."""
    size = (longest, longest)
    target, distance = np.zeros(3), 4 * REACH
    for number in range(ROUNDS):
        view = look_at(elevation, -90 + np.degrees(turn), distance, field, size, roll, (target[0], target[1], 0.0))
        seen = view.project(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        target = view.ground(*((low + high) / 2))
        distance *= float(((high - low) / size).max()) / fill
        if number == 2:  # by now it is known whether the table is wider than high
            wide, high_ = high - low
            other = round(longest / LONGER)
            size = (longest, other) if wide >= high_ else (other, longest)
    return view
