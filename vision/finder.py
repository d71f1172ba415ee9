"""Where the dice are: a YOLO network over the whole photo, and more looks at small, hidden or very large dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.found import Boxes, Found, Judge, agreed, each_once, overlaps, parted, tightened, with_large
from vision.network import Network, as_batch
from vision.photo import Picture, Pixels, growth

# Tiles overlap by this part of their side, so that a die cut by one border is whole in the next tile.
OVERLAP = 0.2
MAX_TILES = 12
# How much the photo is reduced for the look from far away, which sees dice that fill the frame.
FAR = 0.3
# What is found with a confidence between these and shows a face this clearly is perhaps a die. So many of them, the
# surest, are looked at once more, each alone: this large (pixels) in the middle of a small square.
PERHAPS = (0.2, 0.5)
CLEARLY = 0.95
MOST_PERHAPS = 8
ALONE, SQUARE = 40, 160
# It is the same thing when boxes overlap by this.
SAME = 0.45
# A photo is looked at with evened contrast where the first look saw a thing that is a die to between these, or so many
# that one may hide among them; not where it saw polyhedra, so many and this surely, whose numerals pass for pips there.
UNSURE = (0.3, 0.7)
MANY = 8
POLYHEDRA, SURELY = 2, 0.5
# Contrast is evened in so many parts of a picture across and down, in each at most by this factor.
PARTS = (8, 8)
CONTRAST = 3.0
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
    smaller: float


class Finder:
    """Finds dice and other polyhedra in a picture."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        self.network = Network(path, threads)
        told = self.network.told
        told("columns")  # an older file answers otherwise, and says nothing of them
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
            smaller=float(told("smaller")),
        )
        self.die = self.settings.names.index("die")

    def find(self, picture: Picture, judge: Judge, quick: bool = False) -> Found:
        """All dice and polyhedra of a picture, in its own pixels, from three looks at it at most.

        Small dice get a second, sharper look. Others, if one may have been overlooked, get one from a little farther
        away with contrast evened: large dice of unknown makers look more like dice when they are smaller, and a black
        die on black, or a white one in glaring light, shows its edges there. A look from far away, at a tenth of the
        price of the first, is for dice that fill the frame; `judge` tells how clearly boxes show a face, where that
        look and the others saw dice of different sizes in one place. What stays in doubt and shows a face is looked at
        once more, alone. A quick answer does without the look with evened contrast, half as much work as the first.
        """
        scale = min(self.settings.size / max(picture.width, picture.height), 1.0)
        overview = reduced(picture, scale)
        first = self._whole(picture, overview)
        closer = min(scale * self._growth(first, scale), 1.0)
        looks = [first]
        if closer > scale * WORTHWHILE:
            looks.append(self._look(picture, closer, self.settings.tile))
        elif not quick and self._may_overlook(first):
            looks.append(self._whole(picture, overview, self.settings.smaller, contrast_evened))
        together = Found.together(looks)
        seen = tightened(agreed(each_once(together, self.settings.iou), together), together, judge)
        if not self._sees_small_dice(first, scale):
            far = self._whole(picture, overview, FAR)
            longest = float(max(picture.width, picture.height))
            seen = each_once(with_large(seen, far, longest, judge), self.settings.iou)
        return self._closer(picture, parted(seen, judge), judge)

    def _may_overlook(self, first: Found) -> bool:
        """Whether a look with evened contrast may see a die that the first one did not, or not surely."""
        die, sure = first.kind == self.die, first.confidence >= self.settings.confidence
        if (~die & (first.confidence >= SURELY)).sum() >= POLYHEDRA:
            return False
        unsure = die & (first.confidence >= UNSURE[0]) & (first.confidence < UNSURE[1])
        return bool(unsure.any()) or sure.sum() >= MANY or not sure.any()

    def _closer(self, picture: Picture, seen: Found, judge: Judge) -> Found:
        """The same, surer of what is perhaps a die, shows a face clearly and looks like a die from nearby, too."""
        low, high = PERHAPS
        perhaps = (seen.kind == self.die) & (seen.confidence >= low) & (seen.confidence < high)
        asked = np.flatnonzero(perhaps)[:MOST_PERHAPS]
        if len(asked):
            asked = asked[judge(seen.boxes[asked]) >= CLEARLY]
        if not len(asked):
            return seen
        boxes = seen.boxes[asked]
        squares = [_square(picture, box) for box in boxes]
        rows = self.network(as_batch([square for square, _ in squares]))["found"]
        rows = rows[rows[:, 5] == self.die]
        which = rows[:, 6].astype(np.intp)
        back = np.array([way for _, way in squares])[which]
        there = (rows[:, :4] * back[:, :1] + np.tile(back[:, 1:], 2)).astype(np.float32)
        same = overlaps(there, boxes[which]) >= SAME
        surer = seen.confidence.copy()
        np.maximum.at(surer, asked[which[same]], rows[same, 4])
        return Found(seen.boxes, surer, seen.kind)

    def _growth(self, first: Found, scale: float) -> float:
        """How much larger the dice should be for a second look: 1 when the first look saw them well."""
        usual = self._usual(first, scale)
        if usual is None:
            return self.settings.target_die / self.settings.small_die
        return self.settings.target_die / usual if usual < self.settings.small_die else 1.0

    def _sees_small_dice(self, first: Found, scale: float) -> bool:
        usual = self._usual(first, scale)
        return usual is not None and usual < self.settings.small_die

    def _usual(self, first: Found, scale: float) -> float | None:
        """How large the dice of the first look are in its pixels; None when it is sure of none."""
        sure = first.only(first.confidence >= self.settings.confidence)
        return float(np.median(sure.sides)) * scale if len(sure) else None

    def _whole(
        self,
        picture: Picture,
        overview: Pixels,
        scale: float = 1.0,
        seen_as: Callable[[Pixels], Pixels] = np.asarray,
    ) -> Found:
        """One pass over a whole picture, of which `overview` is a copy, shown so much smaller than that."""
        seen = self._forward(overview, scale, seen_as)
        seen = Found(seen.boxes * growth(overview, picture), seen.confidence, seen.kind)
        return each_once(seen, self.settings.iou)

    def _look(self, picture: Picture, scale: float, tile: int) -> Found:
        """One pass over a picture at `scale`, in tiles of at most `tile` pixels."""
        pixels = picture.pixels(round(max(picture.width, picture.height) * scale))
        height, width = pixels.shape[:2]
        grown = growth(pixels, picture)
        side = round(tile / (scale * float(grown.min())))
        while len(corners := _tiles(width, height, side)) > MAX_TILES:
            side = round(side * 1.15)
        parts = []
        for left, top in corners:
            part = pixels[top : top + side, left : left + side]
            seen = self._forward(part, min(tile / side, 1.0))
            seen = seen.only(~_cut(seen.boxes, (left, top), part.shape, (height, width)))
            shift = np.array([left, top, left, top], dtype=np.float32)
            parts.append(Found((seen.boxes + shift) * grown, seen.confidence, seen.kind))
        return each_once(Found.together(parts), self.settings.iou)

    def _forward(self, picture: Pixels, scale: float, seen_as: Callable[[Pixels], Pixels] = np.asarray) -> Found:
        """The network's proposals for one picture, in the pixels of that picture."""
        height, width = picture.shape[:2]
        fitted = resized(picture, max(1, round(width * scale)), max(1, round(height * scale)))
        told = self.network(as_batch([padded(seen_as(fitted), self.settings.stride)]))
        rows, proposed = told["found"], Found.proposed(told["output0"][0])
        seen = Found(rows[:, :4], rows[:, 4], rows[:, 5].astype(np.intp)).only(rows[:, 4] >= self.settings.propose)
        seen = agreed(seen, proposed.only(proposed.confidence >= self.settings.propose))
        factors = np.array([width / fitted.shape[1], height / fitted.shape[0]] * 2, dtype=np.float32)
        limits = np.array([width, height] * 2, dtype=np.float32)
        return Found(np.clip(seen.boxes * factors, 0, limits), seen.confidence, seen.kind)


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


def _square(picture: Picture, box: Boxes) -> tuple[Pixels, tuple[float, float, float]]:
    """What lies around a box, which is `ALONE` pixels large in it, and the way back: a factor, then left and top."""
    factor = float((box[2:] - box[:2]).max()) / ALONE
    pixels = picture.pixels(round(max(picture.width, picture.height) * min(1 / factor, 1.0)))
    grown = growth(pixels, picture)[:2]
    middle, reach = (box[:2] + box[2:]) / 2 / grown, factor * SQUARE / 2 / grown
    left, top = np.maximum(middle - reach, 0).astype(int)
    right, bottom = np.minimum(middle + reach, pixels.shape[1::-1]).astype(int)
    wide, high = np.clip(np.round(np.array([right - left, bottom - top]) * grown / factor).astype(int), 1, SQUARE)
    fitted = resized(pixels[top:bottom, left:right], wide, high)
    around = cv2.copyMakeBorder(fitted, 0, SQUARE - high, 0, SQUARE - wide, cv2.BORDER_CONSTANT, value=PADDING)
    return np.asarray(around, dtype=np.uint8), (factor, float(left * grown[0]), float(top * grown[1]))


def contrast_evened(picture: Pixels) -> Pixels:
    """The same picture with light and dark told apart everywhere, in the shade as in the glare."""
    lab = cv2.cvtColor(picture, cv2.COLOR_RGB2LAB)
    lab[..., 0] = cv2.createCLAHE(CONTRAST, PARTS).apply(lab[..., 0])
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), dtype=np.uint8)


def reduced(picture: Picture, scale: float) -> Pixels:
    """A picture at `scale`: looks from farther away are taken from this copy, which is cheaper to shrink."""
    width, height = round(picture.width * scale), round(picture.height * scale)
    return resized(picture.pixels(max(width, height)), max(1, width), max(1, height))


def resized(picture: Pixels, width: int, height: int) -> Pixels:
    if (height, width) == picture.shape[:2]:
        return picture
    # Averaging areas takes seven times as long and shows no more until a picture shrinks to less than half.
    way = cv2.INTER_AREA if 2 * width < picture.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (width, height), interpolation=way), dtype=np.uint8)


def padded(picture: Pixels, stride: int) -> Pixels:
    """Grey on the right and below, up to the next multiple of the stride."""
    below, right = -picture.shape[0] % stride, -picture.shape[1] % stride
    if not below and not right:
        return picture
    wide = cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_CONSTANT, value=PADDING)
    return np.asarray(wide, dtype=np.uint8)
