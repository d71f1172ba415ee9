"""The real photo sets as manifests: YOLO labels in, `Picture` lines out, with what must be ignored.

Photos stay where they are; only labels are read. Photos and places whose labels are known to be wrong or
incomplete are listed in `labels/real_ignore.csv`, so that a model is neither taught nor judged by them. Faces that
plainly show something else than their label says are corrected in `labels/real_faces.csv`. Lists that a source brings
itself (`ignore_unclear.txt`, `colours.csv`, `number_tiles.txt`) stay beside its photos.
"""

from __future__ import annotations

import csv
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import typer
from PIL import Image

from datasets.manifest import Box, Die, Picture, write

LABELS = Path(__file__).parent / "labels"
TRAIN_SOURCES = (
    "byler_d6",
    "pxl_trays",
    "roboflow_epanemu",
    "aws_cam",
    "aws_phone",
    "matteo_desk",
    "shut_the_box",
    "numeral_cubes",
)
VAL_SOURCES = ("mixed_polyhedral", "white_on_carpet")
WHOLE_PHOTO = "photo"
# Names of shades that the palette does not have, and the nearest that it has.
SHADES = {"ivory": "white", "lilac": "purple", "teal": "turquoise"}

app = typer.Typer(add_completion=False)


def folder_of(photos: Path, source: str) -> Path:
    """Where a source lies below the photo collection.

    >>> folder_of(Path("photos"), "white_on_carpet").as_posix()
    'photos/dice/val/white_on_carpet'
    """
    if source == "pinochle":
        return photos / "cards" / source
    return photos / "dice" / ("val" if source in VAL_SOURCES else "train") / source


def pictures(photos: Path, source: str, relative_to: Path | None = None) -> Iterator[Picture]:
    """Every usable photo of one source; pinochle photos show cards and no dice."""
    folder = folder_of(photos, source)
    ignored = ignore_list()
    others = distractors(folder / "distractors.txt")
    unclear, tiles = places(folder / "ignore_unclear.txt"), places(folder / "number_tiles.txt")
    colours = die_labels(LABELS / "real_colours.csv", "colour")
    shades = named(folder / "colours.csv")
    cubes = numeral_cubes() if source == "numeral_cubes" else {}
    faces = die_labels(LABELS / "real_faces.csv", "shows")
    for image in sorted((folder / "images").glob("*.jpg")):
        marks = ignored.get((source, image.stem), [])
        if WHOLE_PHOTO in marks:
            continue
        with Image.open(image) as opened:
            width, height = opened.size
        dice = dice_of(folder / "labels" / f"{image.stem}.txt", width, height)
        for n, die in enumerate(dice):
            place = source, image.stem, n
            colour, second = shades.get((image.stem, n), (colours.get(place), None))
            dice[n] = replace(die, face=faces.get(place, die.face), colour=colour, second=second)
        boxes = [pixels(box, width, height) for box in others.get(image.stem, [])] + cubes.get(image.stem, [])
        polyhedra = [Die(box, "polyhedron") for box in boxes]
        path = Path(os.path.relpath(image, relative_to)) if relative_to else image
        ignore = [mark for mark in marks if not isinstance(mark, str)]
        ignore += [pixels(box, width, height) for box in unclear.get(image.stem, [])]
        alike = tuple(pixels(box, width, height) for box in tiles.get(image.stem, []))
        yield Picture(path.as_posix(), source, width, height, None, (*dice, *polyhedra), tuple(ignore), {}, alike)


def dice_of(labels: Path, width: int, height: int) -> list[Die]:
    """The dice of one YOLO label file; class 0 shows one pip. A source without labels shows no dice to be read."""
    dice: list[Die] = []
    if not labels.parent.exists():
        return dice
    for line in labels.read_text(encoding="utf-8").splitlines():
        kind, *box = line.split()
        dice.append(Die(pixels(tuple(map(float, box)), width, height), "pips", str(int(kind) + 1)))
    return dice


def pixels(box: tuple[float, ...], width: int, height: int) -> Box:
    """A YOLO box (centre, size, as shares of the picture) as edges in pixels.

    >>> pixels((0.5, 0.5, 0.5, 1.0), 200, 100)
    (50.0, 0.0, 150.0, 100.0)
    """
    x, y, w, h = box
    return (x - w / 2) * width, (y - h / 2) * height, (x + w / 2) * width, (y + h / 2) * height


def distractors(path: Path) -> dict[str, list[tuple[float, ...]]]:
    """Boxes of dice that are not to be read (d8, d10, ornate dice), by photo."""
    found: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            stem, _kind, *box = line.split()
            found[stem].append(tuple(map(float, box)))
    return found


def places(path: Path) -> dict[str, list[tuple[float, ...]]]:
    """Boxes of a list that a source brings (photo, centre and size as shares), by photo."""
    found: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        stem, *box = line.split()
        found[stem].append(tuple(map(float, box)))
    return found


def named(path: Path) -> dict[tuple[str, int], tuple[str, str | None]]:
    """Colours in a list of the source's own, by photo and die, each with a second name where the first was unsure."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    colours = {}
    for row in rows:
        first, second = (SHADES.get(row[column], row[column]) for column in ("colour", "second"))
        unsure = row["certainty"] != "sure" and second not in ("", first)
        colours[row["image"], int(row["index"])] = (first, second if unsure else None)
    return colours


def numeral_cubes(path: Path = LABELS / "numeral_cubes.csv") -> dict[str, list[Box]]:
    """Where the cube of each picture is: outlined by GrabCut, looked at."""
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["photo"]: [_box(row["box"].split())] for row in csv.DictReader(lines)}


def ignore_list(path: Path = LABELS / "real_ignore.csv") -> dict[tuple[str, str], list[str | Box]]:
    """What is neither right nor wrong: a whole photo, or a box in it, by source and photo."""
    marks: dict[tuple[str, str], list[str | Box]] = defaultdict(list)
    if path.exists():
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                edges = row["box"].split()
                mark: str | Box = WHOLE_PHOTO if not edges else _box(edges)
                marks[row["source"], row["photo"]].append(mark)
    return marks


def die_labels(path: Path, column: str) -> dict[tuple[str, str, int], str]:
    """What was seen by eye (a colour, or a face), by source, photo and the die's place in the label file."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as lines:
        rows = [(*row["photo"].split("/", 1), row) for row in csv.DictReader(lines)]
    return {(source, photo, int(row["die"])): row[column] for source, photo, row in rows}


def _box(edges: list[str]) -> Box:
    left, top, right, bottom = map(float, edges)
    return left, top, right, bottom


@app.command()
def main(photos: Path, out: Path = Path("runs/real")) -> None:
    """Write one manifest per source below OUT, for example: python -m datasets.real ../shared/photos"""
    for source in (*TRAIN_SOURCES, *VAL_SOURCES, "pinochle"):
        count = write(out / source / "manifest.jsonl", pictures(photos, source, out / source))
        typer.echo(f"{source}: {count} photos")


if __name__ == "__main__":
    app()
