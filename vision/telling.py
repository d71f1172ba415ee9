"""Which of two taught cards a picture shows, judged only where these two differ, in plain arrays.

Pictures are compared as they lie on the likelier of the two. The light is taken out: per colour the difference that
most places agree on. What is left is told from the card's ground: lines that are blurred or pale keep their hue, so
it is asked where a place points to, not how far.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Tones = NDArray[np.float32]

POOLED = 4  # pixels along each side that are one place: thin lines need not lie exactly on each other
RIM = 4  # pixels at the edge, where the table shows
DARK = 0.06  # added before the logarithm: the noise of black
AGREED = 0.12  # difference in logarithms that most places of one light agree within
ROUNDS = 5
HUE = 2.0  # colour says more than brightness, which shadows change as well
LEAST = 0.1  # of the largest difference: places that differ less say nothing
SOFT = 1.0  # places around a difference count, too
SLIGHT = 0.02  # two cards that are nearly alike are told apart no better than by chance
AXES = np.array([[1, 1, 1], [HUE, -HUE, 0], [HUE, HUE, -2 * HUE]], np.float32) / np.sqrt([[3], [2], [6]])


def tones(picture: NDArray[Any]) -> Tones:
    """A picture (colour, down, across; 0 to 1) as logarithms of its places."""
    high, wide = (length // POOLED * POOLED for length in np.subtract(picture.shape[1:], 2 * RIM))
    inner = np.log(picture[:, RIM : RIM + high, RIM : RIM + wide] + DARK)
    places = inner.reshape(3, high // POOLED, POOLED, wide // POOLED, POOLED).mean((2, 4))
    return np.asarray(places.transpose(1, 2, 0), np.float32)


def in_light_of(one: Tones, other: Tones) -> Tones:
    """The other as if it lay in the light of the one."""
    away = one - other
    middle = away.mean((0, 1))
    for _ in range(ROUNDS):
        weight = 1 / (1 + (((away - middle) / AGREED) ** 2).sum(axis=2, keepdims=True))
        middle = (weight * away).sum((0, 1)) / weight.sum()
    return np.asarray(other + middle, np.float32)


def rather(one: Tones, other: Tones, met: Tones) -> float:
    """Whether a picture rather shows the one (1) or the other (-1) of two cards; all three in one light."""
    ground = np.median(one.reshape(-1, 3), axis=0)
    here, there, seen = ((tones - ground) @ AXES.T for tones in (one, other, met))
    differ = cv2.GaussianBlur(((here - there) ** 2).sum(axis=2), (0, 0), SOFT)
    weight = np.where(differ > LEAST * differ.max(), differ, 0)[..., None]

    def alike(mine: NDArray[Any], yours: NDArray[Any]) -> float:
        sizes = (weight * mine * mine).sum() * (weight * yours * yours).sum()
        return float((weight * mine * yours).sum() / np.sqrt(sizes + 1e-12))

    told = (alike(seen, here) - alike(seen, there)) / (1 - alike(here, there) + SLIGHT)
    return float(np.clip(told, -1, 1))
