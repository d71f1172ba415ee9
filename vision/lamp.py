"""The colour of a photo's light, so that a white die under a lamp is not taken for a gold one.

A lamp makes everything on the table redder or bluer by about the same factor: on a chart of log(red / green)
against log(blue / green) all pixels move together. The network has learned what charts of photos look like in
white light, and says how far this one is moved. (The idea is Barron's convolutional colour constancy.)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Network, Tensor
from vision.photo import Pixels

# Pixels outside are glare or shadow: what the sensor clips says nothing about the light.
DARKEST = 6
BRIGHTEST = 249
SAMPLES = 2  # pixels each way that stand for their part of the photo
FEWEST = 30  # pixels, with fewer there is nothing to judge the light by


class Light(NamedTuple):
    """How much stronger red and blue are than in white light, relative to green, as logarithms."""

    red: float = 0.0
    blue: float = 0.0

    def shine_on(self, picture: Pixels) -> Pixels:
        """The picture as this light would show it."""
        return _each_amplified([picture], np.exp([self.red, 0.0, self.blue]))[0]

    def take_from(self, pictures: Sequence[Pixels]) -> list[Pixels]:
        """The pictures as white light would show them.

        No channel is made darker: what the lamp burnt out is white, and would turn bluish otherwise.
        """
        gains = np.exp([-self.red, 0.0, -self.blue])
        return _each_amplified(pictures, gains / gains.min())


WHITE = Light()


class Lamp:
    """Judges the light of a whole photo with one very small network."""

    def __init__(self, path: Path) -> None:
        self.network = Network(path, threads=1)
        self.side = int(self.network.told("side"))
        self.bins = int(self.network.told("bins"))
        self.step = float(self.network.told("step"))

    def light_of(self, picture: Pixels) -> Light:
        """The light of a photo; white when too little of it is neither glare nor shadow."""
        small = thumbnail(picture, self.side)
        if usable(small).sum() < FEWEST:
            return WHITE
        red, blue = self.network(chart(small, self.bins, self.step)[None])["light"][0]
        return Light(float(red), float(blue))


def _each_amplified(pictures: Sequence[Pixels], gains: NDArray[np.float64]) -> list[Pixels]:
    """All at once: pictures of single dice are small."""
    if not pictures:
        return []
    table = np.clip(np.arange(256)[:, None, None] * gains, 0, 255).round().astype(np.uint8)
    lit = np.asarray(cv2.LUT(np.concatenate([picture.reshape(-1, 1, 3) for picture in pictures]), table), np.uint8)
    ends = np.cumsum([picture.shape[0] * picture.shape[1] for picture in pictures])[:-1]
    return [part.reshape(picture.shape) for part, picture in zip(np.split(lit, ends), pictures, strict=True)]


def thumbnail(picture: Pixels, side: int) -> Pixels:
    """A small square copy in which each pixel is the mean of some pixels of its part of the photo."""
    step = max(1, min(picture.shape[:2]) // (SAMPLES * side))
    sampled = np.ascontiguousarray(picture[::step, ::step])  # the mean of all pixels takes twice as long
    return np.asarray(cv2.resize(sampled, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def usable(picture: Pixels) -> NDArray[np.bool_]:
    """Which pixels are neither glare nor shadow."""
    return np.asarray((picture.max(axis=2) <= BRIGHTEST) & (picture.min(axis=2) >= DARKEST))


def chart(picture: Pixels, bins: int, step: float) -> Tensor:
    """Where the colours of a picture lie (2 x bins x bins): how many pixels there, and how bright they are."""
    colours = picture[usable(picture)].astype(np.float32)
    logs = np.log(colours)
    places = np.floor((logs[:, [0, 2]] - logs[:, [1]]) / step + bins / 2).astype(int).clip(0, bins - 1)
    flat = places[:, 0] * bins + places[:, 1]
    brightness = (colours.mean(axis=1) / 255) ** 2
    counts = [np.bincount(flat, weights, bins * bins) for weights in (np.ones(len(flat)), brightness)]
    shares = np.stack([count / max(count.sum(), 1e-6) for count in counts])
    return np.asarray(np.sqrt(shares).reshape(2, bins, bins), dtype=np.float32)
