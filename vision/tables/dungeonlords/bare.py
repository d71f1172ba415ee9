"""A building site without what is printed on its board, where the owner taught that board: what is left are tiles.

Frames around cells, patterns and speckles look like tiles; the board's own picture shows which of them are print.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.tables.dungeonlords.parts import CORNERS, parts

FITS = 4  # times the light is told anew, from what the time before came near
NEAR, LEAST_NEAR = 2.5, 6.0  # how near: in the usual distance, and at least (of 255)
AROUND = np.ones((3, 3), np.uint8)  # pixels by which print may lie beside where it is looked for


def without_print(flat: Pixels, empty: Pixels) -> Pixels:
    """The site as if its board were plain: what differs from the empty board in this light differs from its ground."""
    high, wide = flat.shape[:2]
    bare: Any = cv2.resize(empty, (wide, high), interpolation=cv2.INTER_AREA)
    expected: Any = _in_light_of(flat, bare)
    low, most = cv2.erode(expected, AROUND), cv2.dilate(expected, AROUND)
    plain = np.median(expected.reshape(-1, 3), axis=0)
    seen = flat.astype(np.float32)
    return np.asarray((seen - np.clip(seen, low, most) + plain).clip(0, 255), dtype=np.uint8)


def _in_light_of(flat: Pixels, bare: Pixels) -> NDArray[np.float32]:
    """The empty site in the light of the photo, which the corners of its cells tell: most tiles leave them free."""
    high, wide = flat.shape[:2]
    down, across = np.mgrid[0:high, 0:wide].astype(np.float32) / (high, wide)[0]
    found = []
    for channel in range(3):
        shown = bare[..., channel].astype(np.float32)
        model = np.stack([np.ones_like(shown), across, down, shown, shown * across, shown * down], axis=-1)
        known, aims = _corners(model), _corners(flat[..., channel].astype(np.float32)[..., None])[:, 0]
        near = np.ones(len(aims), dtype=bool)
        for _ in range(FITS):
            light = np.linalg.lstsq(known[near], aims[near], rcond=None)[0]
            off = np.abs(known @ light - aims)
            near = off <= max(NEAR * float(np.median(off)), LEAST_NEAR)
        found.append(model @ light)
    return np.stack(found, axis=-1).astype(np.float32)


def _corners(plane: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.concatenate([parts(plane, corner).reshape(-1, plane.shape[2]) for corner in CORNERS])
