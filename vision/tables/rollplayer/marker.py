"""Where the marker lies on an alignment card: what differs from the card as it was taught, else the odd square."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.overlaying import SIDE, Layable, moved, offsets
from vision.photo import Pixels

Field = NDArray[np.float32]
Square = tuple[int, int]

# Where the nine squares lie on an upright alignment card, in shares of it: below its title.
GRID = (0.08, 0.22, 0.92, 0.95)
INNER = 0.15  # of a square on each side: its frame, and what a marker that lies askew leaves free
SOFT = 1.5  # pixels by which print may be off
FITS = 3  # rounds in which one light is fitted to the other without what differs
# How much more the square with the marker differs than the next: sure beyond the second, a guess below the first.
GUESS, SURE = 1.3, 2.2
LEAST_SURE, MOST_SURE = 0.4, 0.97
BY_LOOKS = 0.6  # how sure the odd square of an unknown card is at most


def marker_on(flat: Pixels, taught: Pixels | None) -> tuple[Square, float]:
    """Row and column of the square with the marker on an upright, straightened card, and how sure that is."""
    strange = _odd(flat) if taught is None else _differing(flat, taught)
    order = np.argsort(strange.ravel())[::-1]
    best, second = strange.ravel()[order[:2]]
    clear = float(best / max(float(second), 1e-6))
    share = float(np.clip((clear - GUESS) / (SURE - GUESS), 0, 1))
    sure = LEAST_SURE + (MOST_SURE - LEAST_SURE) * share
    row, column = divmod(int(order[0]), 3)
    return (row, column), sure if taught is not None else min(sure, BY_LOOKS)


def _differing(flat: Pixels, taught: Pixels) -> Field:
    """How much each square differs from the taught card, in the light of the photo."""
    onto, other = Layable.of(taught), Layable.of(flat)
    laid = _soft(moved(np.ascontiguousarray(other.picture), offsets(onto, other)))
    known = _soft(onto.picture)
    alike = np.ones((SIDE, SIDE), dtype=bool)
    far = np.zeros((SIDE, SIDE), np.float32)
    for _ in range(FITS):
        far = np.abs(laid - _in_light_of(known, laid, alike)).sum(axis=2)
        alike = far <= np.quantile(far, 0.75)
    return _by_square(far)


def _soft(picture: Pixels) -> Field:
    return np.asarray(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), SOFT), np.float32)


def _in_light_of(known: Field, laid: Field, alike: NDArray[np.bool_]) -> Field:
    """The taught picture in the light of the other: a gain, a tint and a slope of light for each colour."""
    y, x = np.mgrid[-1 : 1 : SIDE * 1j, -1 : 1 : SIDE * 1j].astype(np.float32)
    fitted = np.empty_like(known)
    for channel in range(3):
        here = known[..., channel]
        terms = np.stack([here, here * x, here * y, np.ones_like(here)], axis=-1)
        factors, *_ = np.linalg.lstsq(terms[alike], laid[..., channel][alike], rcond=None)
        fitted[..., channel] = terms @ factors.astype(np.float32)
    return fitted


def _odd(flat: Pixels) -> Field:
    """How much each square differs from the usual one: a marker lies on one only."""
    picture = cv2.cvtColor(cv2.resize(flat, (SIDE, SIDE), interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2LAB)
    colours = np.stack([_by_square(picture[..., channel].astype(np.float32)) for channel in range(3)], axis=-1)
    return np.asarray(np.linalg.norm(colours - np.median(colours, axis=(0, 1)), axis=-1), np.float32)


def _by_square(values: Field) -> Field:
    """The mean over the middle of each of the nine squares."""
    left, top, right, bottom = (part * SIDE for part in GRID)
    wide, high = (right - left) / 3, (bottom - top) / 3
    means = np.empty((3, 3), np.float32)
    for row in range(3):
        for column in range(3):
            x0, x1 = (round(left + wide * (column + part)) for part in (INNER, 1 - INNER))
            y0, y1 = (round(top + high * (row + part)) for part in (INNER, 1 - INNER))
            means[row, column] = values[y0:y1, x0:x1].mean()
    return means
