"""`python -m datasets.gaps MANIFEST...`: dice by face, colour, size and angle, and what the data lacks."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from datasets import manifest
from datasets.manifest import PIP_FACES, SYMBOL_FACES, Die, Picture
from vision.palette import Colour

SIZES = ((0, 24), (24, 40), (40, 64), (64, 110), (110, 10_000))
ANGLES = ((0, 35), (35, 50), (50, 65), (65, 80), (80, 91))
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Cell:
    """One die as the report counts it."""

    face: str
    colour: str
    size: str
    angle: str


def band(value: float | None, bands: tuple[tuple[int, int], ...]) -> str:
    """The band a number falls into.

    >>> band(30.0, SIZES), band(200, SIZES), band(None, ANGLES)
    ('24-40', '110+', 'unknown')
    """
    if value is None:
        return UNKNOWN
    low, high = next(pair for pair in bands if value < pair[1])
    return f"{low}+" if high > 1000 else f"{low}-{high}"


def face_of(die: Die) -> str:
    """What the report calls a die: its face, or why it has none."""
    return die.face or ("polyhedron" if die.kind == "polyhedron" else "hidden")


def cells(pictures: Iterable[Picture]) -> list[Cell]:
    """Every die of these pictures."""
    return [
        Cell(
            face_of(die),
            die.colour or UNKNOWN,
            band(max(die.box[2] - die.box[0], die.box[3] - die.box[1]), SIZES),
            band(picture.angle, ANGLES),
        )
        for picture in pictures
        for die in picture.dice
    ]


def gaps(found: list[Cell], least: int) -> list[str]:
    """Every pip face by colour, symbol face, size and angle of which there are fewer than `least`."""
    pairs = Counter((cell.face, cell.colour) for cell in found)
    lacking = [
        f"{face} on {colour}: {pairs[face, colour]}"
        for colour in Colour
        for face in PIP_FACES[:6]
        if pairs[face, str(colour)] < least
    ]
    lacking += [
        f"{face}: {total}"
        for face in (*PIP_FACES[6:], *SYMBOL_FACES)
        if (total := sum(cell.face == face for cell in found)) < least
    ]
    return lacking


def table(found: list[Cell], across: str, title: str) -> Table:
    """Faces down, one other property across."""
    columns = sorted({getattr(cell, across) for cell in found}, key=_in_order)
    counts = Counter((cell.face, getattr(cell, across)) for cell in found)
    grid = Table(title=title)
    for name in ("face", *columns, "all"):
        grid.add_column(name, justify="right")
    known = (*PIP_FACES, *SYMBOL_FACES, "polyhedron", "hidden")
    for face in known:
        row = [counts[face, column] for column in columns]
        if sum(row):
            grid.add_row(face, *map(str, row), str(sum(row)))
    return grid


def _in_order(name: str) -> tuple[int, str]:
    """Bands by where they begin, names by the alphabet, what is unknown last."""
    start = name.removesuffix("+").split("-")[0]
    return (int(start) if start.isdigit() else 10**6 * (name == UNKNOWN), name)


def main(arguments: list[str] | None = None) -> int:
    """Print the report over one or more manifests."""
    parser = argparse.ArgumentParser(prog="python -m datasets.gaps", description=__doc__)
    parser.add_argument("manifests", type=Path, nargs="+")
    parser.add_argument("--least", type=int, default=30, help="fewer than this is a gap")
    options = parser.parse_args(arguments)
    found = cells(picture for path in options.manifests for picture in manifest.read(path))
    console = Console(width=160)
    for across in ("colour", "size", "angle"):
        console.print(table(found, across, f"face by {across}"))
    lacking = gaps(found, options.least)
    console.print(f"{len(found)} dice; {len(lacking)} gaps (fewer than {options.least}):")
    console.print("; ".join(lacking) or "none")
    return 0


if __name__ == "__main__":
    sys.exit(main())
