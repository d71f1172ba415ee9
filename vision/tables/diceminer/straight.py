"""Upper sides of dice on a mountain seen from above: the grid tells their corners, however low the camera stands."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import dice_detector
from vision.photo import Frame, Picture, growth
from vision.reading import Box, DieReading

SIDE, MARGIN = 96, 24  # pixels of a side seen from above, and of what lies around it
SHARP = 2 * SIDE  # a photo in which sides are broader is reduced first: a warp alone would alias

Corners = NDArray[np.float64]


def seen_from_above(picture: Picture, sides: Sequence[Corners]) -> list[DieReading]:
    """What lies on these four-cornered places of a photo, as if the camera stood above each."""
    if not sides:
        return []
    broad = float(np.median([np.ptp(side[:, 0]) for side in sides]))
    pixels = picture.pixels(round(max(picture.width, picture.height) * min(SHARP / max(broad, 1.0), 1.0)))
    grown = np.asarray(growth(pixels, picture), np.float64)[:2]
    whole = SIDE + 2 * MARGIN
    # one below the other: what lies aside the reader takes for leaning, as beside the foot of a camera
    strip = np.zeros((whole * len(sides), whole, 3), np.uint8)
    flat = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32) + MARGIN
    places = []
    for top, side in zip(range(0, whole * len(sides), whole), sides, strict=True):
        matrix = cv2.getPerspectiveTransform((side / grown).astype(np.float32), flat)
        part = cv2.warpPerspective(pixels, matrix, (whole, whole), borderMode=cv2.BORDER_REPLICATE)
        strip[top : top + whole] = part
        places.append(Box(MARGIN, top + MARGIN, MARGIN + SIDE, top + MARGIN + SIDE))
    detector = dice_detector()
    seen = detector.read_at(Frame(strip), places, detector.light_of(picture))
    around = (Box(*map(float, (*side.min(axis=0), *side.max(axis=0)))) for side in sides)
    return [die.at(box) for die, box in zip(seen, around, strict=True)]
