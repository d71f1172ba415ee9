"""Measure the readings that ship, on photos nobody trained on: `python -m models.evaluate`.

Real and rendered sets apart; prints a table and writes one CSV with every figure.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from datasets.manifest import Picture, read
from models import album, closeups, failures, report, scores, settings
from models.light import Image
from models.scores import Photo, Seen
from vision.detector import DiceDetector
from vision.lamp import WHITE, Light
from vision.photo import Frame
from vision.reader import NOT_A_FACE
from vision.reading import DieReading

app = typer.Typer(add_completion=False, help=__doc__)
CONFIG = typer.Option(settings.CONFIG, help="The configuration file.")
SETS = typer.Option([], help="Only these sets (may be repeated); else all that are held out.")
LIMIT = typer.Option(None, help="Only the first photos of each set.")
QUICK = typer.Option(False, "--quick", help="Without mean average precision, which takes a second pass.")
WARMTH = typer.Option(0.0, help="See every photo in warmer light: red grows by e to this power, blue shrinks by it.")
IGNORE_LIGHT = typer.Option(
    False, "--ignore-light", help="Take every light for white, to see what judging it is worth."
)
FAILURES = typer.Option(
    None, "--failures", help="Draw photos that were not read exactly, one sheet a set, into this folder."
)
CLOSE = typer.Option(None, help="See a part of every photo in which one die is as high as this share of the frame.")
MOST = 6  # photos on a sheet
OVERLAP = typer.Option(scores.IOU, "--iou", help="How much a reading must overlap its die (not for precision).")
LOWEST = 0.02  # readings down to this confidence count for mean average precision


@dataclass
class Timed:
    """Milliseconds that the stages of a reading took."""

    spent: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def watch(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same work, with its time written down."""

        def watched(*args: Any) -> Any:
            start = time.perf_counter()
            result = work(*args)
            self.spent[stage].append((time.perf_counter() - start) * 1000)
            return result

        return watched


def held_out(config: settings.Config) -> dict[str, Path]:
    """Every set for evaluation: real ones by source, rendered ones by the word val or test in their name."""
    real = {source: config.data.real / source / "manifest.jsonl" for source in config.data.val_sources}
    drawn = [path for path in album.manifests(config.data) if album.held_out(path)]
    return real | {path.parent.name: path for path in drawn if "sprites" not in path.parent.name}


@dataclass(frozen=True)
class View:
    """How photos are shown to the networks: in another light, from nearer."""

    light: Light = WHITE
    close: float | None = None

    def of(self, picture: Picture, folder: Path) -> tuple[Image, Picture] | None:
        """A photo and its labels as they are seen; None for a close-up of a photo without dice."""
        pixels = album.pixels_of(folder / picture.image)
        if self.light != WHITE:
            pixels = self.light.shine_on(pixels)
        if self.close is None:
            return pixels, picture
        return closeups.close_up(picture, pixels, self.close, np.random.default_rng(crc32(picture.image.encode())))


AS_TAKEN = View()


def seen(manifest: Path, limit: int | None, label: str, view: View) -> Iterator[tuple[Image, Picture]]:
    """Every picture of a set and its labels, as it is to be seen."""
    for picture in track(list(read(manifest))[:limit], label):
        if shown := view.of(picture, manifest.parent):
            yield shown


def photos_of(
    manifest: Path, detector: DiceDetector, limit: int | None, label: str, view: View = AS_TAKEN
) -> Iterator[Photo]:
    """Every picture of a set, seen like this, with what the detector reads from it."""
    for pixels, picture in seen(manifest, limit, label, view):
        dice = detector.read(pixels)
        yield Photo(picture.image, truth_of(picture), tuple(map(as_seen, dice)), hidden_of(picture))


def truth_of(picture: Picture) -> tuple[Seen, ...]:
    """The dice that should be read; other polyhedra should not."""
    dice = (die for die in picture.dice if die.kind != "polyhedron" and die.visible >= album.UNSEEN)
    return tuple(Seen(die.box, die.face, die.colour, second=die.second) for die in dice)


def hidden_of(picture: Picture) -> tuple[tuple[float, float, float, float], ...]:
    """Places where a reading is neither right nor wrong."""
    return (*picture.ignore, *(die.box for die in picture.dice if die.visible < album.UNSEEN))


def as_seen(die: DieReading) -> Seen:
    """A reading in the form that is scored."""
    box = die.box
    edges = (float(box.left), float(box.top), float(box.right), float(box.bottom))
    return Seen(edges, die.face.value, die.colour.value.value, die.confidence)


def faces_in_true_boxes(
    detector: DiceDetector, manifest: Path, name: str, limit: int | None, view: View = AS_TAKEN
) -> float:
    """How many faces are read right when somebody says where the dice are: what the reader does without the finder."""
    none = detector.reader.faces.index(NOT_A_FACE)
    right = []
    for pixels, picture in seen(manifest, limit, f"{name}, true boxes", view):
        dice = [die for die in truth_of(picture) if die.face]
        if dice:
            chances = detector.looks(Frame(pixels), np.array([die.box for die in dice], np.float32)).face
            chances[:, none] = 0
            read_ = [detector.reader.faces[row] for row in chances.argmax(axis=1)]
            right += [die.face == face for die, face in zip(dice, read_, strict=True)]
    return float(np.mean(right)) if right else float("nan")


def measure(
    detector: DiceDetector,
    manifest: Path,
    name: str,
    limit: int | None,
    quick: bool,
    iou: float = scores.IOU,
    view: View = AS_TAKEN,
    sheet: Path | None = None,
) -> dict[str, float]:
    """All figures of one set by name; a quick look leaves out mean average precision."""
    clock = Timed()
    finder, reader, lamp = detector.finder, detector.reader, detector.lamp
    plain = finder.find, reader.read, lamp.light_of
    finder.find = clock.watch("finder", finder.find)  # type: ignore[method-assign]
    reader.read = clock.watch("reader", reader.read)  # type: ignore[method-assign]
    lamp.light_of = clock.watch("lamp", lamp.light_of)  # type: ignore[method-assign]
    shown = [replace(photo, iou=iou) for photo in photos_of(manifest, detector, limit, name, view)]
    finder.find, reader.read, lamp.light_of = plain  # type: ignore[method-assign]
    if sheet is not None and view.close is None:
        failures.write_sheet(shown, manifest.parent, sheet, MOST)
    result = scores.figures(shown)
    result |= {f"{stage} ms": float(np.median(spent)) for stage, spent in clock.spent.items()}
    result["value right in true boxes"] = faces_in_true_boxes(detector, manifest, name, limit, view)
    if not quick:
        result |= precision(detector, manifest, name, limit, view)
    for low, high, count, said, right in scores.calibration(shown):
        result |= {f"says {low}-{high}: readings": count, f"says {low}-{high}: mean": said}
        result[f"says {low}-{high}: right"] = right
    for (true, taken), count in scores.confusion(shown).most_common():
        result[f"{true} taken for {taken}"] = count
    return result


def precision(
    detector: DiceDetector, manifest: Path, name: str, limit: int | None, view: View = AS_TAKEN
) -> dict[str, float]:
    """Mean average precision, for which even the least likely readings count."""
    usual = detector.finder.settings
    detector.finder.settings = replace(usual, propose=LOWEST, confidence=LOWEST)
    everything = list(photos_of(manifest, detector, limit, f"{name}, all proposals", view))
    detector.finder.settings = usual
    means = [scores.mean_precision(everything, iou) for iou in scores.THRESHOLDS]
    return {"mAP50": means[0], "mAP50-95": float(np.mean(means))}


@app.command()
def main(
    finder: Path = Path("models/finder.onnx"),
    reader: Path = Path("models/reader.onnx"),
    lamp: Path = Path("models/lamp.onnx"),
    sets: list[str] = SETS,
    out: Path = Path("runs/evaluation.csv"),
    limit: int | None = LIMIT,
    quick: bool = QUICK,
    iou: float = OVERLAP,
    warmth: float = WARMTH,
    close: float | None = CLOSE,
    ignore_light: bool = IGNORE_LIGHT,
    failed: Path | None = FAILURES,
    config: Path = CONFIG,
) -> None:
    """Measure networks on held-out sets; name a training source only for networks trained without it."""
    chosen = settings.load(config)
    there = held_out(chosen)
    extra = {name: chosen.data.real / name / "manifest.jsonl" for name in chosen.data.train_sources}
    wanted = {name: (there | extra)[name] for name in sets} if sets else there
    detector = DiceDetector(finder, reader, lamp)
    if ignore_light:
        detector.lamp.light_of = lambda picture: WHITE  # type: ignore[method-assign]
    detector.warm_up()
    view = View(Light(warmth, -warmth), close)
    results = {
        name: measure(detector, path, name, limit, quick, iou, view, failed / f"{name}.jpg" if failed else None)
        for name, path in wanted.items()
    }
    kinds = {name: "real" if path.is_relative_to(chosen.data.real) else "rendered" for name, path in wanted.items()}
    photographers = {name: result for name, result in results.items() if kinds[name] == "real"}
    if len(photographers) > 1:
        results[report.MEAN] = report.mean_of(photographers)
    report.write(out, results, kinds)
    Console().print(report.as_table(results))


if __name__ == "__main__":
    app()
