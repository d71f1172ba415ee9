"""What a found die shows: face, colour and material from a square crop around it, all dice in one batch."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lamp import WHITE, Light
from vision.network import Network, Tensor, as_batch, softmax
from vision.photo import Pixels

NOT_A_FACE = "none"
HEADS = ("face", "colour", "material")
BATCH = 16


class Looks(NamedTuple):
    """Probabilities for each die: one row a die, one column a face, colour or material."""

    face: Tensor
    colour: Tensor
    material: Tensor


class Reader:
    """Reads crops of dice with one network of three heads."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        self.network = Network(path, threads)
        told = self.network.told
        self.names: dict[str, tuple[str, ...]] = {head: tuple(told(f"{head}s")) for head in HEADS}
        self.crop = int(told("crop"))
        self.margin = float(told("margin"))
        self.evened = float(told("evened", 0.0))
        self.temperature: dict[str, float] = told("temperature")
        self.calibration: list[float] = told("calibration", [])

    @property
    def faces(self) -> tuple[str, ...]:
        return self.names["face"]

    def read(self, picture: Pixels, boxes: NDArray[np.float32], light: Light = WHITE) -> Looks:
        """Face, colour and material of the dice in these boxes of a picture taken in this light."""
        crops = light.take_from([self._crop(picture, box) for box in boxes])
        parts = [self.network(as_batch(crops[start : start + BATCH])) for start in range(0, len(crops), BATCH)]
        return Looks(*(self._chances(head, [part[head] for part in parts]) for head in HEADS))

    def _crop(self, picture: Pixels, box: NDArray[np.float32]) -> Pixels:
        return crop_around(picture, box, self.margin, self.crop, self.evened)

    def _chances(self, head: str, logits: list[Tensor]) -> Tensor:
        """One row of chances a die; none without dice."""
        if not logits:
            return np.zeros((0, len(self.names[head])), dtype=np.float32)
        return softmax(np.concatenate(logits), self.temperature[head])


def evened(sides: NDArray[np.floating[Any]], share: float) -> NDArray[np.floating[Any]]:
    """Width and height of what is cut out for a box of these sides.

    A photo that somebody squeezed into a square shows its dice broad or tall. With a share of 0 the cut is square and
    the die stays as it is; with 1 it is cut along its box, which becomes square, however low the camera was.

    >>> evened(np.array([40.0, 90.0]), 0.5).round().tolist()
    [60.0, 90.0]
    """
    return np.asarray(sides**share * sides.max() ** (1 - share))


def crop_around(picture: Pixels, box: NDArray[np.float32], margin: float, size: int, share: float = 0.0) -> Pixels:
    """What is around a box, `margin` wider on every side, as a square; beyond the photo its edge goes on."""
    corners = np.asarray(box, dtype=np.float64).reshape(2, 2)
    sides = evened(corners[1] - corners[0], share) * (1 + 2 * margin)
    x, y = np.round(corners.mean(axis=0) - sides / 2).astype(int).tolist()
    wide, high = np.maximum(np.round(sides), 1).astype(int).tolist()
    height, width = picture.shape[:2]
    inside = picture[max(y, 0) : min(y + high, height), max(x, 0) : min(x + wide, width)]
    missing = (max(-y, 0), max(y + high - height, 0), max(-x, 0), max(x + wide - width, 0))
    if any(missing):
        inside = np.asarray(cv2.copyMakeBorder(inside, *missing, cv2.BORDER_REPLICATE), dtype=np.uint8)
    way = cv2.INTER_AREA if max(wide, high) > size else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(inside, (size, size), interpolation=way), dtype=np.uint8)
