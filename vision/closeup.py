"""A part of a picture, cut out and enlarged or reduced, and the way back from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.finder import resized
from vision.photo import Picture, Pixels, growth
from vision.reading import Box


@dataclass(frozen=True)
class CloseUp:
    """Pixels of a part of a picture; `factors` (across, down) and `corner` lead back to the picture."""

    pixels: Pixels
    factors: NDArray[np.float64]
    corner: NDArray[np.float64]

    def in_picture(self, x: float, y: float) -> tuple[float, float]:
        """Where in the picture a point of the part is."""
        across, down = np.array([x, y]) * self.factors + self.corner
        return float(across), float(down)


def close_up(picture: Picture, window: Box, scale: float) -> CloseUp:
    """What a window shows, so much larger than the picture is.

    >>> from vision.photo import Frame
    >>> part = close_up(Frame(np.zeros((100, 200, 3), np.uint8)), Box(50, 20, 90, 50), 2.0)
    >>> part.pixels.shape, part.in_picture(40, 20)
    ((60, 80, 3), (70.0, 30.0))
    """
    pixels = picture.pixels(round(max(picture.width, picture.height) * min(scale, 1.0)))
    grown = growth(pixels, picture)
    left, top, right, bottom = (round(float(edge)) for edge in np.array(window) / grown)
    part = pixels[top:bottom, left:right]
    width, height = (max(1, round(float(side) * scale)) for side in np.array(part.shape[1::-1]) * grown[:2])
    factors = np.array(part.shape[1::-1]) / (width, height) * grown[:2]
    return CloseUp(
        np.ascontiguousarray(resized(part, width, height)),
        np.asarray(factors, dtype=np.float64),
        np.array([left * float(grown[0]), top * float(grown[1])]),
    )
