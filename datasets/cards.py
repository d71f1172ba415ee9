"""The real photos of cards and tiles: which things they show, with corners where those are known.

Three sets, and a fifth of the tile photos, are never trained on: they tell what a stranger's photo will give.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

Corners = tuple[tuple[float, float], ...]

TRAIN_SETS = (
    "tiles_rummikub",
    "pinochle",
    "set_tomwhite",
    "set_vidagy",
    "set_errcw",
    "set_gorgeousone",
    "cards_mspkvp",
    "mtg_tylerscripps",
)
APART_SETS = ("set_danielmast", "cards_foltysM", "mtg_tmikonen")
CORRECTED = "corrections"  # what people corrected, as `tally corrections export` writes it
SHARED_SET = "tiles_rummikub"  # a fifth of its photos are kept apart, too


@dataclass(frozen=True)
class Labelled:
    """One thing of a photo; a thing whose corners nobody marked has only a box."""

    kind: str
    box: tuple[float, float, float, float]
    corners: Corners | None
    name: str | None


@dataclass(frozen=True)
class CardPhoto:
    """One real photo and what lies on it."""

    path: Path
    source: str
    things: tuple[Labelled, ...]

    @property
    def complete(self) -> bool:
        """Whether all corners are known."""
        return all(thing.corners is not None for thing in self.things)


def is_apart(source: str, stem: str) -> bool:
    """Whether a photo is kept out of training.

    >>> is_apart("set_danielmast", "set_danielmast_000"), is_apart("set_tomwhite", "set_tomwhite_000")
    (True, False)
    """
    if source == SHARED_SET:
        return hashlib.md5(f"apart {stem}".encode(), usedforsecurity=False).digest()[0] < 51
    return source in APART_SETS


def card_photos(folder: Path, sets: tuple[str, ...] = TRAIN_SETS + APART_SETS) -> Iterator[CardPhoto]:
    """All labelled photos below a folder, set by set."""
    for source in sets:
        if source == "pinochle":
            yield from _pinochle(folder / source)
            continue
        yield from _set(folder / source, source, "tile" if source.startswith("tiles") else "card")


def corrected_photos(folder: Path) -> Iterator[CardPhoto]:
    """Photos of cards and tiles that people corrected; none where nobody corrected any."""
    if (folder / "cards" / "labels.json").exists():
        yield from _set(folder / "cards", CORRECTED, "card")


def _set(folder: Path, source: str, kind: str) -> Iterator[CardPhoto]:
    told = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    for image, things in sorted(told.items()):
        labelled = tuple(_labelled(thing.get("kind", kind), thing) for thing in things)
        yield CardPhoto(folder / "images" / image, source, labelled)


def _labelled(kind: str, thing: dict[str, Any]) -> Labelled:
    name = thing.get("card")
    told = None if name is None else str(name)
    if "corners" not in thing:
        left, top, right, bottom = (float(edge) for edge in thing["box"])
        return Labelled(kind, (left, top, right, bottom), None, told)
    corners = tuple((float(x), float(y)) for x, y in thing["corners"])
    return Labelled(kind, box_of(corners), corners, told)


def _pinochle(folder: Path) -> Iterator[CardPhoto]:
    """Boxes of all cards, corners of some: a box whose card has corners is that card."""
    known = json.loads((folder / "corners.json").read_text(encoding="utf-8"))
    for image in sorted(known):
        path = folder / "images" / image
        with Image.open(path) as opened:
            width, height = opened.size
        cornered = [_labelled("card", thing) for thing in known[image]]
        rows = (folder / "labels" / f"{path.stem}.txt").read_text(encoding="utf-8").splitlines()
        boxes = [_box(line, width, height) for line in rows if line.strip()]
        rest = [box for box in boxes if all(_overlap(box, thing.box) < 0.6 for thing in cornered)]
        things = (*cornered, *(Labelled("card", box, None, None) for box in rest))
        yield CardPhoto(path, "pinochle", things)


def _box(line: str, width: int, height: int) -> tuple[float, float, float, float]:
    x, y, wide, high = (float(part) for part in line.split()[1:5])
    return (x - wide / 2) * width, (y - high / 2) * height, (x + wide / 2) * width, (y + high / 2) * height


def box_of(corners: Corners) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some corners.

    >>> box_of(((1, 2), (5, 3), (4, 9), (0, 8)))
    (0, 2, 5, 9)
    """
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return wide * high / (sum(areas) - wide * high)
