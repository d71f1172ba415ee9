"""Corrected photos as a training set: pictures with YOLO labels, and beside them what our own trainers read.

Photos of dice and photos of cards or tiles go into folders of their own::

    FOLDER/dice/   images/*.jpg  labels/*.txt  data.yaml  manifest.jsonl
    FOLDER/cards/  images/*.jpg  labels/*.txt  data.yaml  labels.json
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from api.reading.folder import Photos
from vision.tables import reader_of
from vision.tables.labels import DIE, Label

SOURCE = "corrections"
QUALITY = 95
NAME_LENGTH = 16
NAME = re.compile(f"[0-9a-f]{{{NAME_LENGTH}}}")
PIPS = tuple(str(pips) for pips in range(1, 9))
THINGS = ("card", "tile", "tile cross", "tile hexagon", "board", "token", "token disc", "cube", "figure")
Edges = tuple[float, float, float, float]


@dataclass(frozen=True)
class Corrected:
    """A photo that a person corrected, with all of its pieces as that person left them."""

    sha256: str
    game: str
    width: int
    height: int
    pieces: Sequence[dict[str, Any]]


class Piece(NamedTuple):
    """A piece of a picture: its box in pixels, and what it looks like; None where nobody can tell."""

    box: Edges
    label: Label | None


class Written(NamedTuple):
    """How many photos were written; of some the picture was not kept."""

    dice: int
    cards: int
    without_picture: int


def write(photos: Iterable[Corrected], originals: Photos, folder: Path) -> Written:
    """Write the training set; what an earlier export left there is replaced."""
    dice, cards = _Set(folder / "dice"), _Set(folder / "cards")
    missing = 0
    for photo in photos:
        original = originals.taken(photo.sha256)
        if original is None:
            missing += 1
            continue
        label = reader_of(photo.game).label
        told = [(piece["box"], label(piece["code"], piece.get("place"))) for piece in photo.pieces]
        chosen = dice if any(one is not None and one.thing == DIE for _, one in told) else cards
        chosen.add(photo, original, told)
    return Written(dice.finish(_dice_set), cards.finish(_card_set), missing)


class _Set:
    """The pictures of one training set, written as they come, and their pieces."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._forget_the_last()
        self.pictures: dict[str, tuple[int, int, list[Piece]]] = {}

    def _forget_the_last(self) -> None:
        """A picture of an earlier export without its label would teach that nothing lies there."""
        old = [*self.folder.glob("images/*.jpg"), *self.folder.glob("labels/*.txt")]
        for path in (file for file in old if NAME.fullmatch(file.stem)):
            path.unlink()

    def add(self, photo: Corrected, original: bytes, told: Sequence[tuple[Sequence[float], Label | None]]) -> None:
        """Write a picture upright, as large as it can be had, and remember its pieces in its own pixels."""
        from PIL import Image

        from vision.photo import open_photo

        pixels = open_photo(original).pixels()
        name = f"{photo.sha256[:NAME_LENGTH]}.jpg"
        (self.folder / "images").mkdir(parents=True, exist_ok=True)
        Image.fromarray(pixels).save(self.folder / "images" / name, "JPEG", quality=QUALITY)
        height, width = pixels.shape[:2]
        wide, high = width / photo.width, height / photo.height
        pieces = [Piece((box[0] * wide, box[1] * high, box[2] * wide, box[3] * high), label) for box, label in told]
        self.pictures[name] = (width, height, pieces)

    def finish(self, describe: Callable[[_Set], Sequence[str]]) -> int:
        """Write labels, the list of classes and what our trainers read; tells how many pictures there are."""
        if self.folder.exists():
            names = list(describe(self))
            listed = "".join(f"  {number}: {json.dumps(name)}\n" for number, name in enumerate(names))
            text = f"path: .\ntrain: images\nval: images\nnames:\n{listed}"
            (self.folder / "data.yaml").write_text(text, encoding="utf-8")
        return len(self.pictures)

    def labels(self, names: Sequence[str], class_of: Callable[[Label], str | None]) -> None:
        """A YOLO label file beside every picture."""
        folder = self.folder / "labels"
        folder.mkdir(parents=True, exist_ok=True)
        for name, (width, height, pieces) in self.pictures.items():
            classes = [(class_of(piece.label), piece.box) for piece in pieces if piece.label]
            lines = [
                f"{names.index(known)} {yolo_box(box, width, height)}\n" for known, box in classes if known in names
            ]
            (folder / name).with_suffix(".txt").write_text("".join(lines), encoding="utf-8")


def yolo_box(box: Edges, width: int, height: int) -> str:
    """Centre and size as shares of the picture.

    >>> yolo_box((50, 0, 150, 100), 200, 100)
    '0.500000 0.500000 0.500000 1.000000'
    """
    left, top, right, bottom = box
    shares = ((left + right) / 2 / width, (top + bottom) / 2 / height, (right - left) / width, (bottom - top) / height)
    return " ".join(f"{share:.6f}" for share in shares)


def _dice_set(made: _Set) -> Sequence[str]:
    """A class per face, pips first; in the manifest also colours, and places that teach nothing."""
    faces = {piece.label.face for *_, pieces in made.pictures.values() for piece in pieces if piece.label}
    names = [*PIPS, *sorted(face for face in faces if face and face not in PIPS)]
    made.labels(names, lambda label: label.face)
    lines = [
        json.dumps(
            {
                "image": f"images/{name}",
                "source": SOURCE,
                "width": width,
                "height": height,
                "dice": [_die(piece.box, piece.label) for piece in pieces if piece.label and piece.label.face],
                "ignore": [_rounded(piece.box) for piece in pieces if not (piece.label and piece.label.face)],
            }
        )
        for name, (width, height, pieces) in made.pictures.items()
    ]
    (made.folder / "manifest.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return names


def _die(box: Edges, label: Label) -> dict[str, Any]:
    return {
        "box": _rounded(box),
        "kind": "pips" if label.face in PIPS else "symbol",
        "face": label.face,
        "colour": label.colour,
        "second": label.second,
    }


def _card_set(made: _Set) -> Sequence[str]:
    """A class per kind of thing; names of cards stand in a file beside the pictures."""
    made.labels(THINGS, lambda label: label.thing)
    told = {
        name: [
            {"kind": piece.label.thing, "card": piece.label.name, "box": _rounded(piece.box)}
            for piece in pieces
            if piece.label
        ]
        for name, (_, _, pieces) in made.pictures.items()
    }
    (made.folder / "labels.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
    return THINGS


def _rounded(box: Edges) -> list[float]:
    return [round(edge, 1) for edge in box]
