"""Sets held apart on which naming cards from one picture each is measured: `python -m models.naming`.

Real photos of SET cards and number tiles by strangers, decks and drawn cards whose icons, fonts and pictures no
training has seen. A third of the cards of a set is never taught: those must be refused. A third of the drawn cards
differs from another one in a single number or icon, taught or not.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import typer

from datasets.designs import Design, Stuff, draw, invent, sibling
from datasets.pictures import read_rgb
from datasets.views import straightened, view
from models.gallery_stock import stuff
from vision.gallery import GalleryEyes, Scores, chances_of, scored
from vision.gallery import named as gallery_named

Pixels = np.ndarray
Rng = np.random.Generator
Answer = tuple[str | None, Scores]  # the card, or None when it was not taught, and how much it looks like the likeliest
SIDE = 160
WRONG = 0.01  # of the cards that may get a wrong name
TEMPERATURES = np.exp(np.linspace(-0.7, 1.6, 24))
REAL = {"set_tomwhite": 4, "tiles_rummikub": 8}  # sets with names, and how often at most one card is met
MISLABELLED = ("tiles_rummikub_021.jpg",)  # its black tiles are called blue
UNTAUGHT = 3  # one card of so many is not taught

app = typer.Typer(add_completion=False)


@dataclass(frozen=True)
class Task:
    """A gallery with one picture a card, and pictures met later with the card's name, or None when not taught."""

    name: str
    taught: dict[str, Pixels]
    met: list[tuple[Pixels, str | None]]


@dataclass(frozen=True)
class Figures:
    """How often the likeliest name was right, and what came of it when the unsure were asked about."""

    first: float
    right: float
    wrong: float
    refused: float  # of the cards that were never taught


def tasks(art: Path, photos: Path, error: float, seed: int = 7) -> Iterator[Task]:
    """All sets; corners of real photos are off by `error` of the side."""
    for name, most in REAL.items():
        yield real_task(photos / "cards" / name, most, error, np.random.default_rng(seed))
    held = stuff(art, photos, "test", seed)
    yield drawn_task(held, np.random.default_rng(seed))
    yield deck_task(held, np.random.default_rng(seed))


def real_task(folder: Path, most: int, error: float, rng: Rng) -> Task:
    """Cut-outs of real photos; the first that is met of a card is the one that is taught."""
    labels = json.loads((folder / "labels.json").read_text("utf-8"))
    cuts: dict[str, list[Pixels]] = {}
    for image, things in labels.items():
        known = [one for one in things if one["card"] and image not in MISLABELLED]
        wanted = [one for one in known if len(cuts.get(one["card"], [])) < most]
        if wanted:
            photo = read_rgb(next(folder.rglob(image)))
            for one in wanted:
                cuts.setdefault(one["card"], []).append(_cut(photo, np.array(one["corners"]), error, rng))
    return _split(folder.name, cuts, rng)


def _cut(photo: Pixels, corners: np.ndarray, error: float, rng: Rng) -> Pixels:
    sides = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean()
    off = rng.normal(0, error / 2, (4, 2)) * sides
    return straightened(photo, corners + off, SIDE)


def _split(name: str, cuts: dict[str, list[Pixels]], rng: Rng) -> Task:
    taught: dict[str, Pixels] = {}
    met: list[tuple[Pixels, str | None]] = []
    for index, (card, pictures) in enumerate(sorted(cuts.items())):
        if index % UNTAUGHT:
            taught[card] = pictures[0]
            met += [(_turned(picture, rng), card) for picture in pictures[1:]]
        else:
            met += [(_turned(picture, rng), None) for picture in pictures]
    return Task(name, taught, met)


def drawn_task(made_of: Stuff, rng: Rng, cards: int = 200) -> Task:
    """Drawn cards, every third of them a sibling of another; and cards never taught, half of them siblings."""
    designs: list[Design] = []
    while len(designs) < cards:
        design = invent(made_of, rng)
        designs += [design, sibling(design, made_of, rng)] if len(designs) % 3 == 1 else [design]
    faces = [draw(design, made_of) for design in designs]
    strangers = [draw(sibling(designs[index], made_of, rng), made_of) for index in range(0, 60, 2)]
    strangers += [draw(invent(made_of, rng), made_of) for _ in range(30)]
    return _photographed("drawn", faces, strangers, made_of, rng)


def deck_task(made_of: Stuff, rng: Rng) -> Task:
    """The decks that no training has seen, one card of three never taught."""
    square = [cv2.resize(face, (224, 224), interpolation=cv2.INTER_AREA) for face in made_of.faces]
    taught = [face for index, face in enumerate(square) if index % UNTAUGHT]
    return _photographed("decks", taught, square[::UNTAUGHT], made_of, rng)


def _photographed(name: str, faces: Sequence[Pixels], strangers: Sequence[Pixels], made_of: Stuff, rng: Rng) -> Task:
    def photo(face: Pixels, hard: float) -> Pixels:
        return view(face, made_of.pictures[int(rng.integers(len(made_of.pictures)))], SIDE, rng, hard)

    taught = {str(index): photo(face, 0.4) for index, face in enumerate(faces)}
    met: list[tuple[Pixels, str | None]] = [
        (_turned(photo(face, 0.8), rng), str(index)) for index, face in enumerate(faces)
    ]
    met += [(_turned(photo(face, 0.8), rng), None) for face in strangers]
    return Task(name, taught, met)


def _turned(picture: Pixels, rng: Rng) -> Pixels:
    return np.ascontiguousarray(np.rot90(picture, int(rng.integers(4))))


def answers(task: Task, eyes: GalleryEyes) -> list[Answer]:
    """Of every picture met its card and its scores."""
    gallery = eyes.gallery(task.taught.items())
    found = scored(gallery, [picture for picture, _ in task.met], eyes)
    return [(card, scores) for (_, card), scores in zip(task.met, found, strict=True)]


def figures(rows: Sequence[Answer], temperature: float, sure: float) -> Figures:
    """What comes of naming only where the likeliest is likely enough."""
    named = [(card, gallery_named(_warmed(scores, temperature), sure)) for card, scores in rows]
    known = [(card, naming) for card, naming in named if card is not None]
    return Figures(
        first=_share(naming.alternatives[0].value == card for card, naming in known),
        right=_share(naming.item == card for card, naming in known),
        wrong=_share(naming.item not in (None, card) for card, naming in named),
        refused=_share(naming.item is None for card, naming in named if card is None),
    )


def _warmed(scores: Scores, temperature: float) -> Scores:
    return {item: score._replace(logit=score.logit / temperature) for item, score in scores.items()}


def _share(truths: Iterator[bool]) -> float:
    listed = list(truths)
    return round(sum(listed) / max(1, len(listed)), 3)


def best_temperature(rows: Sequence[Answer]) -> float:
    """The one with which chances mean what they say."""

    def surprise(temperature: float) -> float:
        total = 0.0
        for card, scores in rows:
            chances = chances_of(_warmed(scores, temperature))
            chance = 1 - sum(chances.values()) if card is None else chances.get(card, 0.0)
            total -= float(np.log(max(chance, 1e-6)))
        return total

    return float(min(TEMPERATURES, key=surprise))


def best_limit(sets: Sequence[Sequence[Answer]], temperature: float) -> float:
    """The least chance with which at most so many cards of the mean set get a wrong name."""
    for sure in np.linspace(0.5, 0.995, 100):
        if np.mean([figures(rows, temperature, float(sure)).wrong for rows in sets]) <= WRONG:
            return float(sure)
    return 0.999


@app.command()
def main(
    art: Path = Path("runs/art"),
    photos: Path = Path("../shared/photos"),
    error: float = 0.03,
    every: int = 1,
    out: Path | None = None,
) -> None:
    """Print the figures of every set; with `--out`, fit what confidence means on half of each and write it there."""
    eyes = GalleryEyes(2)
    measured = []
    for task in tasks(art, photos, error):
        part = Task(task.name, task.taught, task.met[::every])
        start = time.perf_counter()
        measured.append((task.name, answers(part, eyes)))
        spent = (time.perf_counter() - start) / len(part.met)
        print(f"{task.name}: {len(part.taught)} taught, {len(part.met)} met, {1000 * spent:.0f} ms each", flush=True)
    temperature, sure = 1.0, eyes.sure
    if out:
        half = [rows[::2] for _, rows in measured]
        temperature = best_temperature([row for rows in half for row in rows])
        sure = best_limit(half, temperature)
        out.write_text(json.dumps({"temperature": eyes.temperature * temperature, "sure": sure}), "utf-8")
    for name, rows in measured:
        print(name, figures(rows[1::2] if out else rows, temperature, sure))


if __name__ == "__main__":
    app()
