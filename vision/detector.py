"""Dice of a photo: found, read, and nothing counted twice.

from vision.detector import read_dice
for die in read_dice(pixels):          # RGB, upright, height x width x 3
    print(die.colour.value, die.value, die.confidence)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

import numpy as np

from vision.finder import Finder
from vision.found import Boxes, Found
from vision.lamp import Lamp, Light
from vision.mat import mat_in
from vision.network import Tensor
from vision.palette import Colour, Material
from vision.photo import Frame, Picture, Pixels, growth
from vision.reader import NOT_A_FACE, Looks, Reader
from vision.reading import Alternative, Box, DieReading, Reading
from vision.weights import model_path

T = TypeVar("T")

# Alternatives less likely than this help nobody to choose.
LEAST_LIKELY = 0.01
# Doubtful dice reach at least this part of what it takes to be told.
DOUBT = 0.7
# Without a sheet that speaks for them, dice are surer by this to be told: those with a clear face, those without one.
STRICTER = (0.075, 0.05)
# What the finder takes for another polyhedron shows a face at least so clearly to be told as a die.
CLEAR = 0.96
# One that shows it less clearly than this is a polyhedron indeed.
UNCLEAR = 0.7
# A die is told when at least half of its top face is in the picture: seen at the rim, half as broad as it is high.
HALF = 0.5
RIM = 0.006
# A die may be stretched a little to fill the reader's crop before a larger copy of the photo is decoded.
SHARP_ENOUGH = 0.6


class DiceDetector:
    """The networks together: where the dice are, in what light, and what they show."""

    def __init__(
        self,
        finder: Path | str | None = None,
        reader: Path | str | None = None,
        lamp: Path | str | None = None,
        threads: int | None = None,
        with_mat: bool = True,
    ) -> None:
        self.finder = Finder(Path(finder) if finder else model_path("finder.onnx"), threads)
        self.reader = Reader(Path(reader) if reader else model_path("reader.onnx"), threads)
        self.lamp = Lamp(Path(lamp) if lamp else model_path("lamp.onnx"))
        self.with_mat = with_mat

    def warm_up(self) -> None:
        """Run the networks once, so that the first photo is as quick as the others."""
        size = self.finder.settings.size
        blank = np.full((size, size, 3), 114, dtype=np.uint8)
        self.finder.find(Frame(blank), partial(self._clearness, Frame(blank)))
        self.lamp.light_of(blank)
        self.reader.read(blank, np.array([[0, 0, 64, 64]], dtype=np.float32))

    def read(self, picture: Picture | Pixels, doubtful: bool = False, quick: bool = False) -> list[DieReading]:
        """The dice of an upright picture (an array is RGB) in its own pixels, surest first.

        With `doubtful`, also what may be a die but is not sure enough to be told, marked as such. `quick` is for a
        camera, which sees the same dice many times: one look less.
        """
        if isinstance(picture, np.ndarray):
            picture = Frame(picture)
        settings = self.finder.settings
        # Where nobody looks at doubtful ones, everything that is told is taken for a die.
        more = (0.0, 0.0) if doubtful else STRICTER
        enough, certain = settings.confidence + more[0], settings.certain + more[1]
        least = enough * DOUBT if doubtful else enough
        found = self.finder.find(picture, partial(self._clearness, picture), quick)
        found = found.only(found.confidence >= least)
        mat = mat_in(picture, settings.size) if self.with_mat and len(found.boxes) else None
        if mat is not None:
            found = found.only(np.array([not mat.is_print(box) for box in found.boxes], dtype=bool))
        looks = self.looks(picture, found.boxes, mat.light if mat else None)
        dice = [self._reading(*row) for row in zip(found.boxes, found.confidence, *looks, strict=True)]
        # A die that shows no face clearly is mostly no die: ornaments and printed dots end here. But what is
        # certainly a die is told, so that its face can be corrected.
        told = [die.sureness >= enough or die.found >= certain for die in dice]
        told = [one and like_a_die for one, like_a_die in zip(told, self._like_dice(found, dice), strict=True)]
        told = [one and not mostly_outside(die.box, picture) for one, die in zip(told, dice, strict=True)]
        shown = [die for die, is_told in zip(dice, told, strict=True) if is_told]
        if doubtful:
            rest = [die for die, is_told in zip(dice, told, strict=True) if not is_told]
            likely = (die for die in rest if max(die.found, die.form) >= enough or die.sureness >= least)
            shown += [replace(die, doubtful=True) for die in likely]
        return sorted(shown, key=attrgetter("sureness"), reverse=True)

    def light_of(self, picture: Picture) -> Light:
        """The light in which a whole photo was taken."""
        return self.lamp.light_of(picture.pixels(self.finder.settings.size))

    def read_at(self, picture: Picture, places: Sequence[Box], light: Light | None = None) -> list[DieReading]:
        """What lies at places where a die is to be expected: `found` tells how likely it is one at all."""
        if not places:
            return []
        boxes = np.array([[place.left, place.top, place.right, place.bottom] for place in places], dtype=np.float32)
        looks = zip(boxes, *self.looks(picture, boxes, light), strict=True)
        return [replace(self._reading(box, 1.0, *look), form=0.0) for box, *look in looks]

    def looks(self, picture: Picture, boxes: Boxes, light: Light | None = None) -> Looks:
        """The reader's word on each box, from a copy of the photo sharp enough for most of them.

        Where nobody knows the light it is judged by the whole photo.
        """
        overview = picture.pixels(self.finder.settings.size)
        if not len(boxes):
            return self.reader.read(overview, boxes)
        usual = float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1)))
        reduction = min(1.0, SHARP_ENOUGH * self.reader.crop / max(usual, 1.0))
        pixels = picture.pixels(round(max(picture.width, picture.height) * reduction))
        known = light or self.lamp.light_of(overview)
        return self.reader.read(pixels, boxes / growth(pixels, picture), known)

    def _like_dice(self, found: Found, dice: Sequence[DieReading]) -> list[bool]:
        """Which of them are dice; what the finder takes for another polyhedron is one if it shows a face clearly.

        Not among polyhedra that show none: numerals may look like pips.
        """
        odd = found.kind != self.finder.die
        clear = np.array([die.sureness for die in dice]) / found.confidence
        among_others = bool((odd & (clear < UNCLEAR)).any())
        return [bool(one) for one in ~odd | ((clear >= CLEAR) & (not among_others))]

    def _clearness(self, picture: Picture, boxes: Boxes) -> Tensor:
        """How clearly each box shows one face of a die."""
        faces = np.delete(self.looks(picture, boxes).face, self.reader.faces.index(NOT_A_FACE), axis=1)
        clear: Tensor = faces.max(axis=1)
        return clear

    def _reading(self, edges: Boxes, found: float, *looks: Tensor) -> DieReading:
        face, colour, material, body = looks
        box = Box(*(float(edge) for edge in edges))
        shows = _ranked(self.reader.faces, face, box, skip=NOT_A_FACE)
        die = float(found * (1 - face[self.reader.faces.index(NOT_A_FACE)]))
        colours = [Colour(name) for name in self.reader.names["colour"]]
        return DieReading(
            box=box,
            face=shows,
            colour=_ranked(colours, colour * self.reader.shares, box),
            material=_ranked([Material(name) for name in self.reader.names["material"]], material, box),
            confidence=self._confidence(die, shows.confidence),
            found=die,
            form=float(found),
            body=(float(body[0]), float(body[1]), float(body[2])),
            hue=_ranked(colours, colour, box),
        )

    def _confidence(self, die: float, face: float) -> float:
        """How sure the whole reading is; the calibration was fitted on photos kept out of training."""
        if not self.reader.calibration:
            return die * face
        shift, of_die, of_face = self.reader.calibration
        return float(1 / (1 + np.exp(-(shift + of_die * logit(die) + of_face * logit(face)))))


def mostly_outside(box: Box, picture: Picture) -> bool:
    """Whether the frame cuts off more than half of a die, and with it more than half of its top face.

    >>> frame = Frame(np.zeros((300, 400, 3), np.uint8))
    >>> mostly_outside(Box(0, 100, 20, 150), frame), mostly_outside(Box(0, 100, 30, 150), frame)
    (True, False)
    """
    across = box.left < RIM * picture.width or box.right > (1 - RIM) * picture.width
    down = box.top < RIM * picture.height or box.bottom > (1 - RIM) * picture.height
    return (across and box.width < HALF * box.height) or (down and box.height < HALF * box.width)


@cache
def dice_detector() -> DiceDetector:
    """The detector of this process, loaded and warmed up at its first use."""
    detector = DiceDetector()
    detector.warm_up()
    return detector


def read_dice(picture: Picture | Pixels, doubtful: bool = False, quick: bool = False) -> list[DieReading]:
    """The dice of a photo, or of an upright RGB picture, with the weights that ship."""
    return dice_detector().read(picture, doubtful, quick)


def _ranked(names: Sequence[T], chances: Tensor, box: Box, skip: T | None = None) -> Reading[T]:
    """The likeliest name and its alternatives; chances without `skip` add up to one."""
    pairs = [(name, chance) for name, chance in zip(names, chances.tolist(), strict=True) if name != skip]
    total = sum(chance for _, chance in pairs) or 1.0
    pairs.sort(key=lambda pair: -pair[1])
    (best, chance), *rest = pairs
    others = tuple(Alternative(name, each / total) for name, each in rest if each / total >= LEAST_LIKELY)
    return Reading(best, chance / total, others, (box,))


def logit(chance: float) -> float:
    """The chance on the scale on which calibration adds up, kept away from certainty."""
    inside = min(max(chance, 1e-4), 1 - 1e-4)
    return float(np.log(inside / (1 - inside)))
