"""How well cards and tiles are found: `python -m models.evaluate_cards` on the real photos that are never trained on.

Found: a labelled thing is met by a thing with an overlap of at least 0.5. Invented: a thing that meets no labelled
one; what meets a thing of which only a box is known, or which the edge of the photo cuts off, is neither. Cut: those of
the invented ones that the edge of the photo cuts; they are told as cut, and whoever labelled these photos left such
pieces out. Noticed: what the edge cuts off, so that it is no piece. Corners: mean distance, as a share of the diagonal.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import typer
from PIL import Image, ImageOps
from rich.console import Console
from rich.table import Table

from datasets.cards import APART_SETS, SHARED_SET, TRAIN_SETS, CardPhoto, card_photos, is_apart
from models import composed_check, settings
from models.composed_check import MET, met_pairs
from models.masked import OutlineLooks
from vision.cards import CardFinder
from vision.contours import things_by_outline
from vision.cutoff import ENOUGH, usual_area
from vision.photo import open_photo
from vision.quads import Quad, in_order, signed_areas
from vision.things import PROPOSED_ONLY, Flaw, Thing, shown

app = typer.Typer(add_completion=False, help=__doc__)
AT_THE_EDGE = 0.005  # of the longer side of a photo: a label so near its edge ends there
LEANING = 0.25  # a leaning card fills little of its box
WEIGHTS = typer.Option(None, help="Another ONNX file than the one that ships.")
OUTLINES = typer.Option(False, "--outlines", help="Find by outlines instead, for comparison.")
UNMENDED = typer.Option(False, "--unmended", help="Leave corners as the network sees them.")
TRAINED = typer.Option(False, "--trained", help="Also the sets that were trained on.")
LOOK = typer.Option(None, help="Draw every photo into this folder, the worst first.")
COMPOSED = typer.Option(0, help="Also so many composed tables of art that is kept apart.")
OUT = typer.Option(None, help="Write the figures as JSON.")


@dataclass
class Score:
    """The figures of one set."""

    photos: int = 0
    things: int = 0
    found: int = 0
    invented: int = 0
    cut: int = 0
    noticed: int = 0
    exact: int = 0
    corner_errors: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def as_json(self) -> dict[str, float]:
        """Shares and means."""
        return {
            "photos": self.photos,
            "things": self.things,
            "found": self.found / max(self.things, 1),
            "invented": self.invented / max(self.photos, 1),
            "cut": self.cut / max(self.photos, 1),
            "noticed": self.noticed / max(self.photos, 1),
            "exact": self.exact / max(self.photos, 1),
            "corners": float(np.mean(self.corner_errors)) if self.corner_errors else 0.0,
            "milliseconds": 1000 * float(np.median(self.seconds)) if self.seconds else 0.0,
        }


@dataclass(frozen=True)
class Verdict:
    """One photo compared with its labels."""

    missed: list[Quad]
    invented: list[Thing]
    errors: list[float]
    wanted: int

    @property
    def faults(self) -> int:
        return len(self.missed) + len(self.invented)

    @property
    def cut(self) -> int:
        """How many of the invented things the edge of the photo cuts."""
        return sum(Flaw.CUT in thing.flaws for thing in self.invented)


def corner_error(quad: Quad, truth: Quad) -> float:
    """Mean distance of corners in diagonals, whichever corner is the first one."""
    diagonal = (np.hypot(*(truth[2] - truth[0])) + np.hypot(*(truth[3] - truth[1]))) / 2
    offs = [np.hypot(*(np.roll(quad, turn, axis=0) - truth).T).mean() for turn in range(4)]
    return float(min(offs) / diagonal)


def compare(photo: CardPhoto, things: Sequence[Thing], cut_off: frozenset[int] = frozenset()) -> Verdict:
    """Meet labelled things with found ones, the best overlaps first; those that are cut off need not be found."""
    truth = [in_order(thing.corners or _box_corners(thing.box)) for thing in photo.things]
    told = [in_order(thing.corners) for thing in things]
    met = met_pairs(truth, told, [MET if thing.corners else LEANING for thing in photo.things])
    cornered = [n for n, thing in enumerate(photo.things) if thing.corners and n not in cut_off]
    invented = [thing for m, thing in enumerate(things) if m not in met.values() and thing.kind not in PROPOSED_ONLY]
    errors = [corner_error(told[met[n]], truth[n]) for n in cornered if n in met]
    return Verdict([truth[n] for n in cornered if n not in met], invented, errors, len(cornered))


def cut_off_labels(photo: CardPhoto) -> frozenset[int]:
    """Numbers of the labelled things that end at the edge of the photo and are too small beside those that do not."""
    with Image.open(photo.path) as opened:
        size = ImageOps.exif_transpose(opened).size
    quads = [in_order(thing.corners or _box_corners(thing.box)) for thing in photo.things]
    areas = np.abs(signed_areas(np.array(quads).reshape(-1, 4, 2)))
    margin = AT_THE_EDGE * max(size)
    at_edge = [min(quad.min(), *(np.array(size) - quad.max(axis=0))) < margin for quad in quads]
    whole = [n for n, cut in enumerate(at_edge) if not cut]
    middles = np.array([quads[n].mean(axis=0) for n in whole]).reshape(-1, 2)
    return frozenset(
        n
        for n, quad in enumerate(quads)
        if at_edge[n] and areas[n] < ENOUGH * usual_area(areas[whole], middles - quad.mean(axis=0))
    )


def _box_corners(box: tuple[float, float, float, float]) -> tuple[tuple[float, float], ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def draw(photo: CardPhoto, things: Sequence[Thing], verdict: Verdict, folder: Path) -> None:
    """The photo with what was found: green met, red invented, blue missed. The worst come first by name."""
    picture = cv2.imread(str(photo.path))
    assert picture is not None
    scale = 900 / max(picture.shape[:2])
    picture = cv2.resize(picture, None, fx=scale, fy=scale)
    for quad in verdict.missed:
        cv2.polylines(picture, [(quad * scale).astype(np.int32)], True, (255, 60, 0), 3, cv2.LINE_AA)
    for thing in things:
        ink = (0, 0, 255) if thing in verdict.invented else (0, 200, 0)
        quad = (np.array(thing.corners) * scale).astype(np.int32)
        cv2.polylines(picture, [quad], True, ink, 2, cv2.LINE_AA)
        told = f"{thing.kind} {thing.confidence:.2f}"
        cv2.putText(picture, told, quad[0].tolist(), cv2.FONT_HERSHEY_SIMPLEX, 0.45, ink, 1, cv2.LINE_AA)
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{99 - min(verdict.faults, 99):02d}-{photo.path.stem}.png"), picture)


def measure(
    photos: Sequence[CardPhoto], find: Callable[[Path], list[Thing]], look: Path | None = None
) -> dict[str, Score]:
    """Scores by set."""
    scores: dict[str, Score] = {}
    for photo in photos:
        begun = time.process_time()
        seen = find(photo.path)
        taken = time.process_time() - begun
        things = shown(seen)
        verdict = compare(photo, things, cut_off_labels(photo))
        name = (
            photo.source if photo.source != SHARED_SET or not is_apart(SHARED_SET, photo.path.stem) else "tiles apart"
        )
        score = scores.setdefault(name, Score())
        score.photos += 1
        score.things += verdict.wanted
        score.found += verdict.wanted - len(verdict.missed)
        score.invented += len(verdict.invented)
        score.cut += verdict.cut
        score.noticed += len(seen) - len(things)
        score.exact += verdict.faults == 0
        score.corner_errors += verdict.errors
        score.seconds.append(taken)
        if look:
            draw(photo, things, verdict, look)
    return scores


def _finder(weights: Path | None, unmended: bool) -> CardFinder:
    """The finder with these weights; a network with two answers tells masks beside its boxes (`models.outlines`)."""
    finder = CardFinder(weights)
    if weights and len(finder.looks.network.outputs) > 1:
        finder.looks = OutlineLooks(weights)
    if unmended:
        finder.mended = lambda picture, quads: quads
    return finder


def _cell(key: str, value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.2%}" if key == "corners" else f"{value:.3g}"


@app.command()
def main(
    weights: Path | None = WEIGHTS,
    outlines: bool = OUTLINES,
    unmended: bool = UNMENDED,
    trained: bool = TRAINED,
    look: Path | None = LOOK,
    out: Path | None = OUT,
    composed: int = COMPOSED,
    config: Path = settings.CONFIG,
) -> None:
    """Print one line a set and the mean over sets."""
    folder = settings.load(config).cards.photos
    sets = tuple(dict.fromkeys((*APART_SETS, SHARED_SET, *(TRAIN_SETS if trained else ()))))
    photos = [one for one in card_photos(folder, sets) if trained or is_apart(one.source, one.path.stem)]
    finder = None if outlines else _finder(weights, unmended)

    def find(path: Path) -> list[Thing]:
        photo = open_photo(path)
        return finder.find(photo, cut=True) if finder else things_by_outline(photo)

    scores = {name: score.as_json() for name, score in measure(photos, find, look).items()}
    keys = ("photos", "things", "found", "invented", "cut", "noticed", "exact", "corners", "milliseconds")
    apart = [score for name, score in scores.items() if name in APART_SETS or name == "tiles apart"]
    scores["mean apart"] = {key: float(np.mean([score[key] for score in apart])) for key in keys}
    if composed and finder:
        names = settings.load(config).cards.names
        scores |= composed_check.composed(settings.load(config).cards.dice_photos, composed, names, finder.find)
    table = Table("set", *keys)
    for name, score in scores.items():
        table.add_row(name, *(_cell(key, score.get(key)) for key in keys))
    Console().print(table)
    if out:
        out.write_text(json.dumps(scores, indent=1), encoding="utf-8")


if __name__ == "__main__":
    app()
