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
from vision.gallery import Gallery, GalleryEyes, scored

Pixels = np.ndarray
Rng = np.random.Generator
Answer = tuple[bool, bool, float, float]  # taught, right, score, lead
SIDE = 160
FAR = -20.0  # the logit of a card that was not even compared
REAL = {"set_tomwhite": 4, "tiles_rummikub": 8}  # sets with names, and how often at most one card is met
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
        wanted = [one for one in things if one["card"] and len(cuts.get(one["card"], [])) < most]
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


def answers(task: Task, scores: np.ndarray) -> list[Answer]:
    """Of every picture met: is its card taught, is the likeliest right, its score, and its lead over the next."""
    names = list(task.taught)
    rows = []
    for row, (_, card) in zip(scores, task.met, strict=True):
        order = np.argsort(row)[::-1]
        first, second = float(row[order[0]]), float(row[order[1]])
        rows.append((card is not None, names[order[0]] == card, first, first - second))
    return rows


def figures(rows: list[Answer], least: float, lead: float) -> Figures:
    """What comes of naming only where the score and its lead are large enough."""
    known = [row for row in rows if row[0]]
    strange = [row for row in rows if not row[0]]

    def named(row: Answer) -> bool:
        return row[2] >= least and row[3] >= lead

    return Figures(
        first=_share(row[1] for row in known),
        right=_share(named(row) and row[1] for row in known),
        wrong=_share(named(row) and not row[1] for row in rows),
        refused=_share(not named(row) for row in strange),
    )


def _share(truths: Iterator[bool]) -> float:
    listed = list(truths)
    return round(sum(listed) / max(1, len(listed)), 3)


def best_limits(all_rows: Sequence[list[Answer]], wrong: float = 0.01) -> tuple[float, float]:
    """The score and lead that name most over all sets with at most so many wrong in each."""
    scores = np.quantile([row[2] for rows in all_rows for row in rows], np.linspace(0, 0.98, 50))
    leads = np.quantile([row[3] for rows in all_rows for row in rows], np.linspace(0, 0.9, 30))
    best = (-1.0, 0.0, 0.0)
    for least in scores:
        for lead in leads:
            found = [figures(rows, float(least), float(lead)) for rows in all_rows]
            if np.mean([one.wrong for one in found]) <= wrong:
                best = max(best, (float(np.mean([one.right for one in found])), float(least), float(lead)))
    return best[1], best[2]


def scores_of(task: Task, eyes: GalleryEyes) -> np.ndarray:
    """How much every picture met looks like every taught card."""
    cells, summaries = eyes.described(list(task.taught.values()))
    gallery = Gallery.of(list(task.taught), cells, summaries)
    column = {name: index for index, name in enumerate(task.taught)}
    table = np.full((len(task.met), len(column)), FAR)
    for row, scores in enumerate(scored(gallery, [picture for picture, _ in task.met], eyes)):
        for name, score in scores.items():
            table[row, column[name]] = score.logit
    return table


@app.command()
def main(
    art: Path = Path("runs/art"),
    photos: Path = Path("../shared/photos"),
    error: float = 0.03,
    every: int = 1,
    out: Path | None = None,
) -> None:
    """Print the figures of every set; with `--out`, write the limits that name most with one in a hundred wrong."""
    eyes = GalleryEyes(2)
    measured = []
    for task in tasks(art, photos, error):
        part = Task(task.name, task.taught, task.met[::every])
        start = time.perf_counter()
        measured.append((task.name, answers(part, scores_of(part, eyes))))
        spent = (time.perf_counter() - start) / len(part.met)
        print(f"{task.name}: {len(part.taught)} taught, {len(part.met)} met, {1000 * spent:.0f} ms each", flush=True)
    limits = best_limits([rows for _, rows in measured]) if out else (eyes.least, eyes.lead)
    for name, rows in measured:
        print(name, figures(rows, *limits))
    if out:
        out.write_text(json.dumps({"least": limits[0], "lead": limits[1]}), "utf-8")


if __name__ == "__main__":
    app()
