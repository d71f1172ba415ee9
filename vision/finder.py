"""Where the dice are: a YOLO network over the whole photo, and a second look at small or doubtful dice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Network, as_batch
from vision.photo import Picture, Pixels, growth

Boxes = NDArray[np.float32]

# A box that lies in another die's box to this part is a side face or a piece of that die.
INSIDE = 0.8
# Tiles overlap by this part of their side, so that a die cut by one border is whole in the next tile.
OVERLAP = 0.2
MAX_TILES = 12
# A second look has to show the dice at least this much larger.
WORTHWHILE = 1.2
# The grey that the network saw around its training pictures.
PADDING = (114, 114, 114)


@dataclass(frozen=True)
class FinderSettings:
    """What the finder's metadata says about how it wants to be used."""

    names: tuple[str, ...]
    size: int
    stride: int
    propose: float
    confidence: float
    certain: float
    iou: float
    small_die: float
    target_die: float
    tile: int
    doubt: tuple[float, float]
    smaller: float


@dataclass(frozen=True)
class Found:
    """Things found in a picture: a box (left, top, right, bottom), a confidence and a class for each."""

    boxes: Boxes
    confidence: NDArray[np.float32]
    kind: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.boxes)

    def only(self, rows: NDArray[np.bool_] | NDArray[np.intp]) -> Found:
        """Some of them, by mask or by row numbers."""
        return Found(self.boxes[rows], self.confidence[rows], self.kind[rows])

    @property
    def sides(self) -> NDArray[np.float32]:
        """The longer side of each box."""
        sides: NDArray[np.float32] = (self.boxes[:, 2:] - self.boxes[:, :2]).max(axis=1)
        return sides

    @classmethod
    def together(cls, parts: list[Found]) -> Found:
        """Several looks put side by side."""
        return cls(
            np.concatenate([part.boxes for part in parts]),
            np.concatenate([part.confidence for part in parts]),
            np.concatenate([part.kind for part in parts]),
        )


class Finder:
    """Finds dice and other polyhedra in a picture."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        self.network = Network(path, threads)
        told = self.network.told
        self.settings = FinderSettings(
            names=tuple(told("names")),
            size=int(told("size")),
            stride=int(told("stride")),
            propose=float(told("propose")),
            confidence=float(told("confidence")),
            certain=float(told("certain")),
            iou=float(told("iou")),
            small_die=float(told("small_die")),
            target_die=float(told("target_die")),
            tile=int(told("tile")),
            doubt=tuple(told("doubt")),
            smaller=float(told("smaller")),
        )
        self.die = self.settings.names.index("die")

    def find(self, picture: Picture) -> Found:
        """All dice and polyhedra of a picture, in its own pixels.

        Small dice get a second, sharper look. Otherwise, where something is only perhaps a die, a look from farther
        away tells: large dice of unknown makers look more like dice when they are smaller.
        """
        scale = min(self.settings.size / max(picture.width, picture.height), 1.0)
        first = self._look(picture, scale, self.settings.size)
        closer = min(scale * self._growth(first, scale), 1.0)
        if closer > scale * WORTHWHILE:
            second = self._look(picture, closer, self.settings.tile)
        elif self._in_doubt(first):
            second = self._look(picture, scale, self.settings.size, self.settings.smaller)
        else:
            return first
        return each_once(Found.together([first, second]), self.settings.iou)

    def _in_doubt(self, first: Found) -> bool:
        """Whether something is perhaps a die."""
        low, high = self.settings.doubt
        perhaps = (first.kind == self.die) & (first.confidence >= low) & (first.confidence < high)
        return bool(perhaps.any())

    def _growth(self, first: Found, scale: float) -> float:
        """How much larger the dice should be for a second look: 1 when the first look saw them well."""
        sure = first.only(first.confidence >= self.settings.confidence)
        if not len(sure):
            return self.settings.target_die / self.settings.small_die
        usual = float(np.median(sure.sides)) * scale
        return self.settings.target_die / usual if usual < self.settings.small_die else 1.0

    def _look(self, picture: Picture, scale: float, tile: int, reduced: float = 1.0) -> Found:
        """One pass over a picture at `scale`, in tiles of at most `tile` pixels, each shown so much reduced."""
        pixels = picture.pixels(round(max(picture.width, picture.height) * scale))
        height, width = pixels.shape[:2]
        grown = growth(pixels, picture)
        side = round(tile / (scale * float(grown.min())))
        while len(corners := _tiles(width, height, side)) > MAX_TILES:
            side = round(side * 1.15)
        parts = []
        for left, top in corners:
            part = pixels[top : top + side, left : left + side]
            seen = self._forward(part, min(tile / side, 1.0) * reduced)
            seen = seen.only(~_cut(seen.boxes, (left, top), part.shape, (height, width)))
            shift = np.array([left, top, left, top], dtype=np.float32)
            parts.append(Found((seen.boxes + shift) * grown, seen.confidence, seen.kind))
        return each_once(Found.together(parts), self.settings.iou)

    def _forward(self, picture: Pixels, scale: float) -> Found:
        """The network's proposals for one picture, in the pixels of that picture."""
        height, width = picture.shape[:2]
        fitted = resized(picture, max(1, round(width * scale)), max(1, round(height * scale)))
        raw = self.network(as_batch([_padded(fitted, self.settings.stride)]))[self.network.outputs[0]][0]
        raw = raw[:, raw[4:].max(axis=0) >= self.settings.propose]
        middle, half, scores = raw[:2].T, raw[2:4].T / 2, raw[4:].T
        factors = np.array([width / fitted.shape[1], height / fitted.shape[0]] * 2, dtype=np.float32)
        boxes = np.concatenate([middle - half, middle + half], axis=1) * factors
        limits = np.array([width, height] * 2, dtype=np.float32)
        return Found(np.clip(boxes, 0, limits), scores.max(axis=1), scores.argmax(axis=1))


def each_once(found: Found, iou: float) -> Found:
    """Every thing once, surest first: what repeats a surer box, or is a side face of it, is left out."""
    found = found.only(np.argsort(-found.confidence, kind="stable"))
    return found.only(~repeated(found.boxes, iou))


def repeated(boxes: Boxes, iou: float) -> NDArray[np.bool_]:
    """Which boxes, surest first, overlap a surer one too much or lie inside each other.

    >>> rows = [[0, 0, 100, 100], [4, 0, 102, 98], [10, 40, 60, 99], [120, 0, 200, 90]]
    >>> repeated(np.array(rows, dtype=np.float32), iou=0.5).tolist()
    [False, True, True, False]
    """
    gone = np.zeros(len(boxes), dtype=bool)
    areas = np.maximum(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1), 1e-6)
    for row in range(len(boxes)):
        if gone[row]:
            continue
        later = np.arange(row + 1, len(boxes))
        low = np.maximum(boxes[later, :2], boxes[row, :2])
        high = np.minimum(boxes[later, 2:], boxes[row, 2:])
        shared = np.prod(np.clip(high - low, 0, None), axis=1)
        same = shared > iou * (areas[later] + areas[row] - shared)
        inside = shared > INSIDE * np.minimum(areas[later], areas[row])
        gone[later] |= same | inside
    return gone


def _tiles(width: int, height: int, side: int) -> list[tuple[int, int]]:
    """Left and top of the tiles that cover a picture, overlapping, none beyond its border."""

    def starts(length: int) -> list[int]:
        if length <= side:
            return [0]
        count = int(np.ceil((length - side) / (side * (1 - OVERLAP)))) + 1
        return [round(float(place)) for place in np.linspace(0, length - side, count)]

    return [(left, top) for top in starts(height) for left in starts(width)]


def _cut(boxes: Boxes, corner: tuple[int, int], part: tuple[int, ...], whole: tuple[int, int]) -> NDArray[np.bool_]:
    """Boxes at a border of the tile that is no border of the photo: cut dice, whole in the next tile."""
    left, top = corner
    high, wide = part[:2]
    rim = 2.0
    cut: NDArray[np.bool_] = (
        ((boxes[:, 0] < rim) & (left > 0))
        | ((boxes[:, 1] < rim) & (top > 0))
        | ((boxes[:, 2] > wide - rim) & (left + wide < whole[1]))
        | ((boxes[:, 3] > high - rim) & (top + high < whole[0]))
    )
    return cut


def resized(picture: Pixels, width: int, height: int) -> Pixels:
    if (height, width) == picture.shape[:2]:
        return picture
    # Averaging areas takes seven times as long and shows no more until a picture shrinks to less than half.
    way = cv2.INTER_AREA if 2 * width < picture.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (width, height), interpolation=way), dtype=np.uint8)


def _padded(picture: Pixels, stride: int) -> Pixels:
    """Grey on the right and below, up to the next multiple of the stride."""
    below, right = -picture.shape[0] % stride, -picture.shape[1] % stride
    if not below and not right:
        return picture
    wide = cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_CONSTANT, value=PADDING)
    return np.asarray(wide, dtype=np.uint8)
