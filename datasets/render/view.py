"""The camera as plain maths: where a point of the table lands in the picture. Blender's camera is set from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class View:
    """A pinhole camera: place, axes (right, up, back as rows), focal length in pixels, picture size."""

    place: np.ndarray
    axes: np.ndarray
    focal: float
    width: int
    height: int

    def project(self, points: np.ndarray) -> np.ndarray:
        """Pixels (x right, y down) of points in the scene."""
        local = (np.atleast_2d(points) - self.place) @ self.axes.T
        depth = np.maximum(-local[:, 2], 1e-6)
        x = self.width / 2 + self.focal * local[:, 0] / depth
        y = self.height / 2 - self.focal * local[:, 1] / depth
        return np.stack([x, y], axis=1)

    def ground(self, x: float, y: float) -> np.ndarray:
        """The point of the table (z = 0) that a pixel shows."""
        ray = np.array([(x - self.width / 2) / self.focal, (self.height / 2 - y) / self.focal, -1.0]) @ self.axes
        return self.place + ray * (-self.place[2] / ray[2])


def look_at(
    elevation: float,
    azimuth: float,
    distance: float,
    field: float,
    size: tuple[int, int],
    roll: float = 0.0,
    target: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> View:
    """A camera `elevation` degrees above the table, `field` degrees wide along the longer side."""
    lift, turn = np.radians(elevation), np.radians(azimuth)
    back = np.array([np.cos(lift) * np.cos(turn), np.cos(lift) * np.sin(turn), np.sin(lift)])
    right = np.array([-np.sin(turn), np.cos(turn), 0.0])
    up = np.cross(back, right)
    c, s = np.cos(np.radians(roll)), np.sin(np.radians(roll))
    axes = np.stack([c * right + s * up, c * up - s * right, back])
    focal = max(size) / 2 / np.tan(np.radians(field) / 2)
    return View(np.array(target) + back * distance, axes, float(focal), *size)
