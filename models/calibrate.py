"""Make confidence mean what it says, with networks that never saw the photos they are asked about.

python -m models.calibrate runs/loso --out runs/calibration.json

Each folder below runs/loso is named after a source of photos and holds a finder.onnx, a reader.onnx and a lamp.onnx
trained without it. Fits one temperature per head, how sure a reading is as a whole from finder and reader together,
and from which sureness on a die is shown: of die and face together, or of the die alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import track

from datasets.manifest import read
from models import album, evaluate, scores, settings
from models.scores import Photo
from vision.detector import DiceDetector, logit
from vision.network import softmax
from vision.photo import Frame
from vision.reading import DieReading

Floats = NDArray[np.float64]
app = typer.Typer(add_completion=False, help=__doc__)
CONFIG = typer.Option(settings.CONFIG, help="The configuration file.")
TEMPERATURES = np.exp(np.linspace(np.log(0.3), np.log(4), 60))
LOOSE = 0.3  # overlap with the label: one source draws its boxes a quarter larger than the dice
INVENTED = 0.2  # of a roll that an invented die costs, besides spoiling its own
ABOUT = 0.01  # of a roll: thresholds that differ by less are about as good
THRESHOLDS = tuple(round(0.3 + 0.025 * n, 3) for n in range(13))
CERTAIN = (0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 1.01)  # above one: a die without a clear face is never shown
LEAST = 0.15  # readings less sure than this are never shown, so they need no calibration


def best_temperature(logits: Floats, labels: NDArray[np.int64]) -> float:
    """The temperature under which the true labels are likeliest.

    >>> sure = np.array([[4.0, 0.0]] * 100)
    >>> best_temperature(sure, np.array([0] * 90 + [1] * 10)) > 1.5
    True
    """
    rows = np.arange(len(labels))
    losses = [
        -np.log(np.maximum(softmax(logits.astype(np.float32), float(t))[rows, labels], 1e-9)).mean()
        for t in TEMPERATURES
    ]
    return round(float(TEMPERATURES[int(np.argmin(losses))]), 3)


def logistic(features: Floats, right: NDArray[np.bool_], steps: int = 3000, rate: float = 0.05) -> list[float]:
    """Weights (constant first) of a logistic regression, by plain descent with a little decay."""
    table = np.column_stack([np.ones(len(features)), features])
    weights = np.array([0.0, *np.full(features.shape[1], 0.5)])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-table @ weights))
        weights -= rate * (table.T @ (chance - right) / len(right) + 1e-3 * weights)
    return [round(float(weight), 4) for weight in weights]


def answers_of(folder: Path, manifest: Path, limit: int | None) -> dict[str, tuple[Floats, NDArray[np.int64]]]:
    """What the reader says about the true boxes of a set, as logits, and what is true: for faces and for colours."""
    detector = _trained(folder)
    reader = detector.reader
    reader.temperature = dict.fromkeys(reader.temperature, 1.0)
    logits: dict[str, list[Floats]] = {"face": [], "colour": []}
    labels: dict[str, list[int]] = {"face": [], "colour": []}
    for picture in track(list(read(manifest))[:limit], f"{folder.name}: temperatures"):
        dice = [die for die in evaluate.truth_of(picture) if die.face in reader.faces]
        if not dice:
            continue
        pixels = album.pixels_of(manifest.parent / picture.image)
        looks = detector.looks(Frame(pixels), np.array([die.box for die in dice], np.float32))
        for head, chances, names in (
            ("face", looks.face, [die.face for die in dice]),
            ("colour", looks.colour, [die.colour for die in dice]),
        ):
            known = [n for n, name in enumerate(names) if name]
            logits[head].append(np.log(np.maximum(chances[known], 1e-9)))
            labels[head] += [reader.names[head].index(names[n] or "") for n in known]
    return {head: (np.concatenate(logits[head]), np.array(labels[head], np.int64)) for head in logits}


def _trained(folder: Path) -> DiceDetector:
    finder, reader, lamp = (folder / f"{network}.onnx" for network in ("finder", "reader", "lamp"))
    return DiceDetector(finder, reader, lamp)


@dataclass(frozen=True)
class Judged:
    """All that was read from one photo, however unsure, beside what is there."""

    photo: Photo
    dice: tuple[DieReading, ...]

    def shown(self, least: float, certain: float) -> Photo:
        """The photo with only those readings that are sure enough."""
        dice = [die for die in self.dice if die.sureness >= least or die.found >= certain]
        return replace(self.photo, read=tuple(map(evaluate.as_seen, dice)))


def judge(folder: Path, manifest: Path, temperature: float, limit: int | None) -> list[Judged]:
    """Every photo of a set as the networks without it read it."""
    detector = _trained(folder)
    detector.reader.temperature["face"] = temperature
    detector.finder.settings = replace(detector.finder.settings, confidence=LEAST)
    judged = []
    for picture in track(list(read(manifest))[:limit], f"{folder.name}: sureness"):
        dice = detector.read(album.pixels_of(manifest.parent / picture.image))
        photo = Photo(picture.image, evaluate.truth_of(picture), (), evaluate.hidden_of(picture), LOOSE)
        judged.append(Judged(photo, tuple(dice)))
    return judged


def best_thresholds(sets: list[list[Judged]]) -> tuple[float, float]:
    """How sure a die must be to be shown: most exact rolls for few invented dice; every set counts the same.

    First of die and face together, then of the die alone. Of those that are about as good as the best, the one that
    invents the fewest dice: these sets have no other polyhedra, which tempt.
    """
    pairs = [(least, certain) for least in THRESHOLDS for certain in CERTAIN]
    shown = {pair: [[one.shown(*pair) for one in judged] for judged in sets] for pair in pairs}
    invented = {pair: _mean(_invented, shown[pair]) for pair in pairs}
    worth = {pair: _mean(_exact, shown[pair]) - INVENTED * invented[pair] for pair in pairs}
    good = [pair for pair in pairs if worth[pair] >= max(worth.values()) - ABOUT]
    return min(good, key=lambda pair: invented[pair])


def _mean(of_photo: Callable[[Photo], float], sets: list[list[Photo]]) -> float:
    return float(np.mean([np.mean([of_photo(photo) for photo in photos]) for photos in sets]))


def _exact(photo: Photo) -> float:
    return float(photo.exact)


def _invented(photo: Photo) -> float:
    return float(len(photo.invented))


def sureness(judged: list[Judged]) -> tuple[Floats, NDArray[np.bool_]]:
    """For each reading: how sure the die and its face are (as logits), and whether it is right."""
    rows, right = [], []
    for one in judged:
        good = scores.matches([evaluate.as_seen(die) for die in one.dice], one.photo.truth, LOOSE, same_face=True)
        rows += [(logit(die.found), logit(die.face.confidence)) for die in one.dice]
        right += [n in good for n in range(len(one.dice))]
    return np.array(rows, float), np.array(right)


@app.command()
def main(
    folder: Path, out: Path = Path("runs/calibration.json"), limit: int | None = None, config: Path = CONFIG
) -> None:
    """Fit on every source that was left out of its networks."""
    data = settings.load(config).data
    sources = {source: data.real / source / "manifest.jsonl" for source in data.train_sources}
    pairs = {path: sources[path.name] for path in sorted(folder.iterdir()) if (path / "reader.onnx").exists()}
    answers = [answers_of(path, manifest, limit) for path, manifest in pairs.items()]
    fits = {}
    for head in ("face", "colour"):
        said, true = zip(*(answer[head] for answer in answers), strict=True)
        fits[head] = best_temperature(np.concatenate(said), np.concatenate(true))
    sets = [judge(path, manifest, fits["face"], limit) for path, manifest in pairs.items()]
    features, right = sureness([one for judged in sets for one in judged])
    confidence, certain = best_thresholds(sets)
    fitted = {
        "temperature": {**fits, "material": 1.0},
        "calibration": logistic(features, right),
        "confidence": confidence,
        "certain": certain,
    }
    out.write_text(json.dumps(fitted, indent=1), encoding="utf-8")
    typer.echo(json.dumps(fitted))


if __name__ == "__main__":
    app()
