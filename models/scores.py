"""How good readings are, against what is known to be in the photos."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.reading import UNSURE

Boxes = NDArray[np.float64]
IOU = 0.5
THRESHOLDS = tuple(float(t) for t in np.arange(0.5, 0.96, 0.05))
BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)


@dataclass(frozen=True)
class Seen:
    """A die as read, or as it is (confidence 1)."""

    box: tuple[float, float, float, float]
    face: str | None
    colour: str | None = None
    confidence: float = 1.0
    second: str | None = None  # the other name of a colour between two

    def is_coloured(self, colour: str | None) -> bool:
        """Whether a colour is one that this die goes by."""
        return colour is not None and colour in (self.colour, self.second)


@dataclass(frozen=True)
class Photo:
    """What is in one photo and what was read from it; places to ignore count for nobody."""

    name: str
    truth: tuple[Seen, ...]
    read: tuple[Seen, ...]
    ignore: tuple[tuple[float, float, float, float], ...] = ()
    iou: float = IOU

    @property
    def pairs(self) -> list[tuple[Seen, Seen]]:
        """Each true die with the surest reading that covers it."""
        return [(self.truth[t], self.read[r]) for r, t in matches(self.read, self.truth, self.iou).items()]

    @property
    def invented(self) -> list[Seen]:
        """Readings where there is no die."""
        matched = matches(self.read, self.truth, self.iou)
        return [die for n, die in enumerate(self.read) if n not in matched and not _ignored(die, self.ignore)]

    @property
    def exact(self) -> bool:
        """Every die found, every face right, none invented."""
        right = all(true.face == read.face for true, read in self.pairs)
        return right and len(self.pairs) == len(self.truth) and not self.invented

    @property
    def asked(self) -> int:
        """Dice that a person is asked about."""
        return sum(die.confidence < UNSURE for die in self.read)

    @property
    def taps(self) -> int:
        """What a person has to put right: wrong values, invented dice, and dice that are missing."""
        wrong = sum(true.face != read.face for true, read in self.pairs)
        return wrong + len(self.invented) + len(self.truth) - len(self.pairs)


def overlap(boxes: Boxes, others: Boxes) -> NDArray[np.float64]:
    """Intersection over union of every box with every other."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = [np.prod(each[:, 2:] - each[:, :2], axis=1) for each in (boxes, others)]
    whole = areas[0][:, None] + areas[1][None] - shared
    return np.asarray(shared / np.maximum(whole, 1e-9))


def matches(read: Sequence[Seen], truth: Sequence[Seen], iou: float, same_face: bool = False) -> dict[int, int]:
    """Which true die each reading is, surest reading first; each die is taken once.

    >>> here = Seen((0, 0, 10, 10), "1")
    >>> matches([Seen((50, 50, 60, 60), "1"), Seen((0, 0, 10, 9), "2")], [here], 0.5)
    {1: 0}
    """
    found: dict[int, int] = {}
    if not read or not truth:
        return found
    table = overlap(np.array([die.box for die in read], float), np.array([die.box for die in truth], float))
    for row in sorted(range(len(read)), key=lambda n: -read[n].confidence):
        for column in np.argsort(-table[row]):
            if table[row, column] < iou:
                break
            wrong = same_face and read[row].face != truth[column].face
            if int(column) not in found.values() and not wrong:
                found[row] = int(column)
                break
    return found


def mean_precision(photos: Sequence[Photo], iou: float) -> float:
    """Mean over faces of the area under the precision-recall curve (as COCO counts it)."""
    faces = sorted({die.face for photo in photos for die in photo.truth if die.face})
    return float(np.mean([_precision(photos, face, iou) for face in faces])) if faces else float("nan")


def _precision(photos: Sequence[Photo], face: str, iou: float) -> float:
    marks: list[tuple[float, bool]] = []
    total = 0
    for photo in photos:
        truth = [die for die in photo.truth if die.face == face]
        read = [die for die in photo.read if die.face == face]
        total += len(truth)
        right = matches(read, truth, iou)
        marks += [
            (die.confidence, n in right) for n, die in enumerate(read) if n in right or not _ignored(die, photo.ignore)
        ]
    if not marks:
        return 0.0
    marks.sort(key=lambda mark: -mark[0])
    hits = np.cumsum([hit for _, hit in marks])
    recall = hits / total
    precision = hits / np.arange(1, len(marks) + 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    levels = np.linspace(0, 1, 101)
    places = np.searchsorted(recall, levels)
    return float(np.mean([envelope[place] if place < len(envelope) else 0.0 for place in places]))


def figures(photos: Sequence[Photo]) -> dict[str, float]:
    """The headline figures of one set, from readings as shown to a player."""
    truth = sum(len(photo.truth) for photo in photos)
    pairs = [pair for photo in photos for pair in photo.pairs]
    coloured = [pair for pair in pairs if pair[0].colour and not pair[0].second]
    between = [pair for pair in pairs if pair[0].second]
    return {
        "photos": len(photos),
        "dice": truth,
        "exact roll": _share(photo.exact for photo in photos),
        "dice found": len(pairs) / max(truth, 1),
        "value right": _share(true.face == read.face for true, read in pairs),
        "false dice per photo": sum(len(photo.invented) for photo in photos) / max(len(photos), 1),
        "coloured dice": len(coloured),
        "colour right": _share(true.colour == read.colour for true, read in coloured),
        "dice between two colours": len(between),
        "one of both names": _share(true.is_coloured(read.colour) for true, read in between),
        "taps per photo": sum(photo.taps for photo in photos) / max(len(photos), 1),
        "asked per photo": sum(photo.asked for photo in photos) / max(len(photos), 1),
    }


def confusion(photos: Sequence[Photo]) -> Counter[tuple[str, str]]:
    """How often each colour was taken for each other."""
    pairs = (pair for photo in photos for pair in photo.pairs)
    return Counter(
        (true.colour, read.colour or "") for true, read in pairs if true.colour and not true.is_coloured(read.colour)
    )


def calibration(photos: Sequence[Photo]) -> list[tuple[float, float, int, float, float]]:
    """Of readings that say 0.9, are 0.9 right? Rows of: from, to, how many, mean said, share right."""
    said, right = [], []
    for photo in photos:
        good = matches(photo.read, photo.truth, photo.iou, same_face=True)
        for n, die in enumerate(photo.read):
            if n in good or not _ignored(die, photo.ignore):
                said.append(die.confidence)
                right.append(n in good)
    rows = []
    sure, true = np.array(said), np.array(right)
    for low, high in pairwise(BINS):
        inside = (sure >= low) & ((sure < high) | (high == BINS[-1]))
        if inside.any():
            rows.append((low, high, int(inside.sum()), float(sure[inside].mean()), float(true[inside].mean())))
    return rows


def _share(answers: Iterable[bool]) -> float:
    listed = list(answers)
    return sum(listed) / len(listed) if listed else float("nan")


def _ignored(die: Seen, places: Sequence[tuple[float, float, float, float]]) -> bool:
    """Whether most of a reading lies in a place to ignore."""
    for place in places:
        wide = min(die.box[2], place[2]) - max(die.box[0], place[0])
        high = min(die.box[3], place[3]) - max(die.box[1], place[1])
        own = (die.box[2] - die.box[0]) * (die.box[3] - die.box[1])
        if wide > 0 and high > 0 and wide * high > 0.5 * own:
            return True
    return False
