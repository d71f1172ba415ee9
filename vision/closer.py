"""A closer look at the place where two taught cards differ: there a number or an icon fills the picture."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.network import Tensor
from vision.overlaying import SIDE, Layable, Share
from vision.photo import Pixels

CLEAR = 0.5  # of the clearest difference: places that differ as much belong to it
LEAST, MOST = 0.3, 0.6  # sides of the card that a closer look shows


class Place(NamedTuple):
    """A square part of a picture, in sides of it."""

    left: float
    top: float
    side: float

    @property
    def box(self) -> Share:
        return self.left, self.top, self.left + self.side, self.top + self.side


def differing_place(differ: Tensor) -> Place:
    """Around the largest connected part in which two cards differ, told by the chances of places that they do.

    >>> differ = np.zeros((12, 12), np.float32)
    >>> differ[1:3, 9:11] = 0.9
    >>> [round(part, 2) for part in differing_place(differ)]
    [0.68, 0.02, 0.3]

    Two that differ nowhere are looked at in their middle:

    >>> [round(part, 2) for part in differing_place(np.zeros((12, 12), np.float32))]
    [0.2, 0.2, 0.6]
    """
    clear = (differ >= CLEAR * differ.max()).astype(np.uint8)
    count, parts, boxes, _ = cv2.connectedComponentsWithStats(clear, connectivity=8)
    best = max(range(1, count), key=lambda part: float(differ[parts == part].sum()))
    x, y, wide, high = (int(length) for length in boxes[best][:4])
    places = differ.shape[0]
    side = min(max((max(wide, high) + 1) / places, LEAST), MOST)
    left, top = (
        min(max((start + length / 2) / places - side / 2, 0.0), 1 - side) for start, length in ((x, wide), (y, high))
    )
    return Place(left, top, side)


def close_up(picture: Pixels, place: Place) -> Layable:
    """That part of a square picture, as large as whole pictures are compared."""
    left, top, side = (round(part * picture.shape[0]) for part in place)
    part = np.ascontiguousarray(picture[top : top + side, left : left + side])
    return Layable.of(np.asarray(cv2.resize(part, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.uint8))
