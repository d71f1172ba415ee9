"""What a found die shows: face, colour and material from a square crop around it, all dice in one batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, log2
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
# A picture that shrinks to less than this is halved by averaging before it is turned.
MUCH_REDUCED = 0.6
# The part of a die, across, in which its colour is looked for.
INNER = 0.6
# What is less likely a die than this tells nothing of the camera.
LIKELY = 0.5
# Other ways to hold the camera are tried with this many dice at most.
MOST_ASKED = 6


class Looks(NamedTuple):
    """Probabilities for each die: one row a die, one column a face, colour or material; and what colour it has.

    `body` is lightness and two chromas (Lab) of most of its middle, once the light of the photo is taken from it.
    """

    face: Tensor
    colour: Tensor
    material: Tensor
    body: Tensor

    def beside(self, others: Looks) -> Looks:
        """The same dice, and after them others."""
        return Looks(*(np.concatenate(heads) for heads in zip(self, others, strict=True)))

    def in_order_of(self, rows: NDArray[np.intp]) -> Looks:
        """The same for dice that were asked about in this order, as they stood before."""
        before = np.argsort(rows, kind="stable")
        return Looks(*(head[before] for head in self))


@dataclass(frozen=True)
class Doubts:
    """The dice that decide how the camera was held: which, how clear, and how likely each is a die.

    The first of them, so many, are likely dice and not clear enough.
    """

    rows: NDArray[np.intp]
    clear: Tensor
    weight: Tensor
    unclear: int

    @property
    def hope(self) -> float:
        """What the others gain at most."""
        return -float(self.weight[self.unclear :] @ np.log(self.clear[self.unclear :]))

    def gain(self, clear: Tensor) -> float:
        """How much clearer the first of them are now; less than nothing if they are less clear."""
        some = slice(len(clear))
        return float(self.weight[some] @ (np.log(clear) - np.log(self.clear[some])))


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
        # Feet of the camera, the usual one first, and how clear a face must be for the others not to be tried.
        self.feet: tuple[float, ...] = tuple(told("feet", []))
        self.clear = float(told("clear", 0.0))
        # How often dice have a colour, against how often training showed it: rare ones as often as common ones.
        seldom: dict[str, float] = told("seldom", {})
        self.shares = np.array([seldom.get(name, 1.0) for name in self.names["colour"]], dtype=np.float32)

    @property
    def faces(self) -> tuple[str, ...]:
        return self.names["face"]

    def read(self, picture: Pixels, boxes: NDArray[np.float32], light: Light = WHITE) -> Looks:
        """Face, colour and material of the dice in these boxes of a whole photo taken in this light.

        A die near the rim shows the camera a side as well as its top. Every die is turned until its top is above its
        sides, as if the camera had been held as usual; where that leaves a face in doubt, the other ways to hold it are
        tried, and the one under which all dice together are clearest is believed.
        """
        copies = Copies(picture)
        usual = self._under(self.feet[0] if self.feet else None, copies, boxes, light)
        clear, likely_dice = self._clearest(usual), 1 - usual.face[:, self.faces.index(NOT_A_FACE)]
        in_doubt = (clear < self.clear) & (likely_dice > LIKELY)
        if not in_doubt.any():
            return usual
        asked = np.argsort(clear, kind="stable")[:MOST_ASKED]
        asked = asked[np.argsort(~in_doubt[asked], kind="stable")]
        doubts = Doubts(asked, clear[asked], likely_dice[asked], int(in_doubt[asked].sum()))
        tried = {
            foot: self._tried(doubts, partial(self._under, foot, copies, light=light), boxes) for foot in self.feet[1:]
        }
        best = max(tried, key=lambda foot: tried[foot][0])
        gain, looks = tried[best]
        if gain <= 0:
            return usual
        rest = np.setdiff1d(np.arange(len(boxes)), asked)
        whole = looks.beside(self._under(best, copies, boxes[rest], light)) if len(rest) else looks
        return whole.in_order_of(np.concatenate([asked, rest]))

    def _tried(
        self, doubts: Doubts, under: Callable[[NDArray[np.float32]], Looks], boxes: NDArray[np.float32]
    ) -> tuple[float, Looks]:
        """How much clearer dice are if the camera was held another way, and what they show then.

        Those in doubt are asked first. Where the others, were they all as clear as can be, could not make up for what
        is lost there, they are not asked: they are most of the work.
        """
        first = under(boxes[doubts.rows[: doubts.unclear]])
        gain = doubts.gain(self._clearest(first))
        if gain + doubts.hope <= 0 or doubts.unclear == len(doubts.rows):
            return gain, first
        looks = first.beside(under(boxes[doubts.rows[doubts.unclear :]]))
        return doubts.gain(self._clearest(looks)), looks

    def _under(self, foot: float | None, copies: Copies, boxes: NDArray[np.float32], light: Light) -> Looks:
        """What the dice show if the foot of the camera is so far below the middle of the photo."""
        height, width = copies.halved(0).shape[:2]
        turns = [0.0 if foot is None else outward(box, foot_of(width, height, foot)) for box in boxes]
        crops = light.take_from([self._crop(copies, *row) for row in zip(boxes, turns, strict=True)])
        parts = [self.network(as_batch(crops[start : start + BATCH])) for start in range(0, len(crops), BATCH)]
        heads = [self._chances(head, [part[head] for part in parts]) for head in HEADS]
        return Looks(heads[0], heads[1], heads[2], bodies(crops, INNER / (1 + 2 * self.margin)))

    def _crop(self, copies: Copies, box: NDArray[np.float32], turn: float) -> Pixels:
        return crop_around(copies, box, self.margin, self.crop, self.evened, turn)

    def _clearest(self, looks: Looks) -> Tensor:
        """How clearly each die shows one face, if it is a die at all."""
        faces = np.delete(looks.face, self.faces.index(NOT_A_FACE), axis=1)
        clear: Tensor = faces.max(axis=1) / np.maximum(faces.sum(axis=1), np.float32(1e-6))
        return clear

    def _chances(self, head: str, logits: list[Tensor]) -> Tensor:
        """One row of chances a die; none without dice."""
        if not logits:
            return np.zeros((0, len(self.names[head])), dtype=np.float32)
        return softmax(np.concatenate(logits), self.temperature[head])


def bodies(crops: Sequence[Pixels], inner: float) -> Tensor:
    """The median colour (Lab) of the middle of each crop, of which so much is looked at: pips are the smaller part."""
    if not len(crops):
        return np.zeros((0, 3), dtype=np.float32)
    rim = round(len(crops[0]) * (1 - inner) / 2)
    middles = np.stack([crop[rim:-rim, rim:-rim].reshape(-1, 3) for crop in crops])
    medians = np.median(middles, axis=1)[None].astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(medians, cv2.COLOR_RGB2LAB)[0], dtype=np.float32)


def evened(sides: NDArray[np.floating[Any]], share: float) -> NDArray[np.floating[Any]]:
    """Width and height of what is cut out for a box of these sides.

    A photo that somebody squeezed into a square shows its dice broad or tall. With a share of 0 the cut is square and
    the die stays as it is; with 1 it is cut along its box, which becomes square, however low the camera was.

    >>> evened(np.array([40.0, 90.0]), 0.5).round().tolist()
    [60.0, 90.0]
    """
    return np.asarray(sides**share * sides.max() ** (1 - share))


def outward(box: NDArray[np.floating[Any]], foot: tuple[float, float]) -> float:
    """Which way the top of a die is shifted against its bottom, in degrees to the right of up.

    A camera sees the side of a die that looks towards it: away from its foot, the point of the table below the camera,
    tops lean outwards.

    >>> outward(np.array([90.0, 40, 110, 60]), (100, 400)), outward(np.array([90.0, 40, 110, 60]), (50, 50))
    (0.0, 90.0)
    """
    across, down = (box[0] + box[2]) / 2 - foot[0], (box[1] + box[3]) / 2 - foot[1]
    return float(np.degrees(np.arctan2(across, -down)))


def foot_of(width: float, height: float, below: float) -> tuple[float, float]:
    """The point of a photo that lies under its camera, so many longer sides of the photo below its middle.

    >>> foot_of(400, 300, 0.3)
    (200.0, 270.0)
    """
    return width / 2, height / 2 + below * max(width, height)


class Copies:
    """A picture, and halves of halves of it as far as anybody asks: all dice and all turns share them."""

    def __init__(self, picture: Pixels) -> None:
        self._sizes = [picture]

    def halved(self, times: int) -> Pixels:
        """The picture at so many halvings; a last odd row or column is left out."""
        while len(self._sizes) <= times:
            larger = self._sizes[-1]
            height, width = larger.shape[0] // 2, larger.shape[1] // 2
            half = cv2.resize(larger[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
            self._sizes.append(np.asarray(half, dtype=np.uint8))
        return self._sizes[times]


def crop_around(
    copies: Copies, box: NDArray[np.float32], margin: float, size: int, share: float = 0.0, turn: float = 0.0
) -> Pixels:
    """What is around a box, `margin` wider on every side, as a square turned to the left by so many degrees.

    Beyond the photo its edge goes on.
    """
    corners = np.asarray(box, dtype=np.float64).reshape(2, 2)
    middle, reach = corners.mean(axis=0), evened(corners[1] - corners[0], share) * (1 + 2 * margin)
    scale = size / np.maximum(reach, 1.0)
    # the affine map alone would alias
    times = max(0, ceil(log2(MUCH_REDUCED / float(scale.max()))))
    picture, middle, scale = copies.halved(times), middle / 2**times, scale * 2**times
    angle = np.deg2rad(turn)
    linear = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) @ np.diag(scale)
    # the middle of a pixel is half a pixel from its corner
    matrix = np.column_stack([linear, (size - 1) / 2 - linear @ (middle - 0.5)])
    return np.asarray(cv2.warpAffine(picture, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)
