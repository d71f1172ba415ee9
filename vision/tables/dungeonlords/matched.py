"""A card that was outlined badly, laid where the owner's picture of whoever it looks most like fits best.

The site tells how large a card is, and the gallery whom a bad outline shows, if not surely: so that picture, as large
as the card, is tried at every place nearby. Whether it is really there the gallery says anew.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture, Pixels, growth
from vision.tables.dungeonlords.around import LOOK, PIXELS, Size, patch_of, through
from vision.tables.dungeonlords.site import Guess
from vision.things import Corners

REACH = 0.35  # cells by which a card lies elsewhere than it was seen, at most
ANGLES = np.radians((-9, -6, -3, 0, 3, 6, 9))
SCALES = (0.94, 1.0, 1.06)  # the site is stretched a little where it was not seen
LEAST = 0.45  # how well a picture fits (a correlation) below which it does not lie there


def laid_by_picture(picture: Picture, guess: Guess, seen: Corners, size: Size, taught: Pixels) -> Corners | None:
    """The corners in the photo where the square picture of a card of this size fits best; None where it does not."""
    pixels = picture.pixels(LOOK)
    to_pixels = np.diag(np.append(1 / growth(pixels, picture)[:2], 1.0)) @ guess.to_photo
    middle = through(np.asarray(np.linalg.inv(guess.to_photo), np.float64), np.array(seen, np.float64)).mean(axis=0)
    reach = np.array(size) / 2 * max(SCALES) + REACH
    shown = {(scale, turn): _card(taught, size, scale, turn) for scale, turn in product(SCALES, range(4))}
    best: tuple[float, NDArray[np.float64]] | None = None
    for angle in ANGLES.tolist():
        around = patch_of(pixels, to_pixels, middle, angle, reach)
        for card in shown.values():
            fit = cv2.matchTemplate(around, card, cv2.TM_CCOEFF_NORMED)
            row, column = np.unravel_index(int(fit.argmax()), fit.shape)
            if best is None or fit[row, column] > best[0]:
                high, wide = card.shape[:2]
                edges = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
                flat = (edges + np.array([column, row])) / PIXELS - reach
                turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
                best = float(fit[row, column]), flat @ turned.T + middle
    if best is None or best[0] < LEAST:
        return None
    a, b, c, d = ((float(x), float(y)) for x, y in through(guess.to_photo, best[1]))
    return a, b, c, d


def _card(taught: Pixels, size: Size, scale: float, turn: int) -> NDArray[np.float32]:
    wide, high = (round(side * scale * PIXELS) for side in size)
    shown = cv2.resize(np.ascontiguousarray(np.rot90(taught, turn)), (wide, high), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(shown, (0, 0), 1.0).astype(np.float32)
