"""Sets held apart on which naming cards from one picture each is measured: `python -m models.naming`.

Real photos of SET cards and number tiles by strangers, decks and drawn cards whose icons, fonts and pictures no
training has seen. A third of the cards of a set is never taught: those must be refused. A third of the drawn cards
differs from another one in a single number or icon, taught or not. Then the same for an owner who has taught every
card, and of whom that is known.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import typer

import datasets
from datasets.cards import SHARED_SET, card_photos, is_apart
from datasets.designs import Design, Stuff, draw, invent, sibling
from datasets.pictures import read_rgb
from datasets.views import straightened, view
from models.gallery_stock import stuff
from models.real_cards import MISLABELLED
from models.weighing import Answer, figures, fitted, group_of, mean
from vision.gallery import GalleryEyes, candidates

Pixels = np.ndarray
Rng = np.random.Generator
SIDE = 160
# Sets with names, and how often at most one card is met; of the tiles only photos that no training has seen.
REAL = {"set_danielmast": 8, "set_vidagy": 8, "set_errcw": 8, "tiles_rummikub": 8}
TRAINED = {"set_tomwhite": 4}  # naming has learned from these very photos
NAMES = Path(datasets.__file__).parent / "names" / "set_cards.json"  # of sets whose labels tell none
UNTAUGHT = 3  # one card of so many is not taught

app = typer.Typer(add_completion=False)


@dataclass(frozen=True)
class Task:
    """One picture of every card, pictures met later with the card's name, and which cards nobody teaches."""

    name: str
    pictures: dict[str, Pixels]
    met: list[tuple[Pixels, str]]
    untaught: frozenset[str]

    @property
    def known(self) -> dict[str, Pixels]:
        return {card: picture for card, picture in self.pictures.items() if card not in self.untaught}

    def every(self, step: int) -> Task:
        """The same with fewer pictures met."""
        return replace(self, met=self.met[::step])

    def all_taught(self) -> Task:
        """The same for an owner who has taught every card."""
        return replace(self, untaught=frozenset())


def tasks(art: Path, photos: Path, error: float, seed: int = 7) -> Iterator[Task]:
    """All sets; corners of real photos are off by `error` of the side."""
    for name, most in (REAL | TRAINED).items():
        yield real_task(photos / "cards" / name, most, error, np.random.default_rng(seed))
    held = stuff(art, photos, "test", seed)
    yield drawn_task(held, np.random.default_rng(seed))
    yield deck_task(held, np.random.default_rng(seed))


def real_task(folder: Path, most: int, error: float, rng: Rng) -> Task:
    """Cut-outs of real photos; the first that is met of a card is the one that is taught."""
    names = json.loads(NAMES.read_text("utf-8"))
    cuts: dict[str, list[Pixels]] = {}
    for photo in card_photos(folder.parent, (folder.name,)):
        if folder.name == SHARED_SET and not is_apart(SHARED_SET, photo.path.stem):
            continue
        told = names.get(photo.path.name, [one.name for one in photo.things])
        picture = read_rgb(photo.path)
        for name, one in zip(told, photo.things, strict=True):
            if name and one.corners and len(cuts.get(name, [])) < most and photo.path.stem not in MISLABELLED:
                cuts.setdefault(name, []).append(_cut(picture, np.array(one.corners), error, rng))
    return _split(folder.name, {name: pictures for name, pictures in cuts.items() if len(pictures) > 1}, rng)


def _cut(photo: Pixels, corners: np.ndarray, error: float, rng: Rng) -> Pixels:
    sides = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean()
    off = rng.normal(0, error / 2, (4, 2)) * sides
    return straightened(photo, corners + off, SIDE)


def _split(name: str, cuts: dict[str, list[Pixels]], rng: Rng) -> Task:
    cards = sorted(cuts)
    met = [(_turned(picture, rng), card) for card in cards for picture in cuts[card][1:]]
    return Task(name, {card: cuts[card][0] for card in cards}, met, frozenset(cards[::UNTAUGHT]))


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

    every = [*faces, *strangers]
    pictures = {str(index): photo(face, 0.4) for index, face in enumerate(every)}
    met = [(_turned(photo(face, 0.8), rng), str(index)) for index, face in enumerate(every)]
    return Task(name, pictures, met, frozenset(map(str, range(len(faces), len(every)))))


def _turned(picture: Pixels, rng: Rng) -> Pixels:
    return np.ascontiguousarray(np.rot90(picture, int(rng.integers(4))))


def answers(task: Task, eyes: GalleryEyes) -> list[Answer]:
    """Of every picture met its card, if that was taught, and what speaks for the likeliest."""
    gallery = eyes.gallery(task.known.items())
    found = candidates(gallery, [picture for picture, _ in task.met], eyes)
    return [(card if card in task.known else None, row) for (_, card), row in zip(task.met, found, strict=True)]


@app.command()
def main(
    art: Path = Path("runs/art"),
    photos: Path = Path("../shared/photos"),
    error: float = 0.03,
    every: int = 1,
    out: Path | None = None,
) -> None:
    """Print the figures of every set with weights and limit fitted on the others; `--out` writes those of all."""
    eyes = GalleryEyes(2)
    measured: dict[str, list[Answer]] = {}
    owned: dict[str, list[Answer]] = {}
    for whole in tasks(art, photos, error):
        task = whole.every(every)
        start = time.perf_counter()
        measured[task.name] = answers(task, eyes)
        spent = (time.perf_counter() - start) / len(task.met)
        owned[task.name] = answers(task.all_taught(), eyes)
        print(f"{task.name}: {len(task.known)} taught, {len(task.met)} met, {1000 * spent:.0f} ms each", flush=True)
    shares, everything = [], []
    for group in dict.fromkeys(map(group_of, measured)):
        weights, sure = fitted({name: rows for name, rows in measured.items() if group_of(name) != group})
        names = [name for name in measured if group_of(name) == group]
        some = [figures(measured[name], weights, sure) for name in names]
        whole_game = [figures(owned[name], weights, sure, strangers=0.0) for name in names]
        for name, *parts in zip(names, some, whole_game, strict=True):
            print(f"{name}, sure from {sure:.2f}: {parts[0]}; everything taught: {parts[1].of_taught}")
        shares.append(mean(some))
        everything.append(mean(whole_game))
    print(f"mean over kinds of cards: {mean(shares)}; everything taught: {mean(everything).of_taught}")
    if out:
        weights, sure = fitted(measured)
        out.write_text(json.dumps({"weights": asdict(weights), "sure": sure}), "utf-8")


if __name__ == "__main__":
    app()
