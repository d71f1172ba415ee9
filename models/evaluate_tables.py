"""`python -m models.evaluate_tables GAME FOLDER`: composed tables read for three owners, and what went wrong first.

The folder comes from `python -m datasets.tabletop`. Owners have taught nothing, ten of their cards, or all of them, by
the photos that lie beside the tables. A state is exact when every card, turn and dwarf is right; how a free layout is
turned and where its columns begin does not matter. What is asked is not right, but not wrong either.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from models.table_truths import Truth, verdict_of
from scoring.games import load
from vision.cards import find_things, straighten
from vision.gallery import Gallery, Taught, gallery_eyes, identify
from vision.photo import open_photo
from vision.tables.table import Hints
from vision.things import Kind, Thing

OWNERS: Mapping[str, int | None] = {"nothing": 0, "ten cards": 10, "everything": None}
SIDE = 256
FLAT = (Kind.CARD, Kind.TILE)

app = typer.Typer(add_completion=False)


@dataclass
class Tally:
    """The figures of one owner."""

    tables: int = 0
    states: int = 0
    states_but_dwarves: int = 0
    scores: int = 0
    pieces: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    repaired: int = 0
    spoiled: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """The figures as shares."""
        count = max(self.tables, 1)
        total = max(sum(self.pieces[one] for one in ("right", "wrong", "asked", "missed")), 1)
        return {
            "tables": self.tables,
            "whole_state_exact": round(self.states / count, 3),
            "state_exact_without_dwarves": round(self.states_but_dwarves / count, 3),
            "score_exact": round(self.scores / count, 3),
            "cards": {one: round(self.pieces[one] / total, 3) for one in ("right", "wrong", "asked", "missed")},
            "cards_invented_a_table": round(self.pieces["invented"] / count, 3),
            "cards_with_dwarves_counted_right": round(
                self.pieces["dwarves right"] / max(self.pieces["dwarves right"] + self.pieces["dwarves wrong"], 1), 3
            ),
            "first_failed_at": dict(self.failed),
            "repaired_by_the_box": self.repaired,
            "spoiled_by_the_box": self.spoiled,
            "median_milliseconds": round(float(np.median(self.milliseconds))) if self.milliseconds else None,
        }


def taught_cards(folder: Path, rng: np.random.Generator) -> list[Taught]:
    """The pictures that a copy's photos teach, cut out at the corners that the finder finds, in random order."""
    eyes = gallery_eyes()
    cards = []
    for page in sorted(folder.glob("teach-*.jpg")):
        photo = open_photo(page)
        told = json.loads(page.with_suffix(".json").read_text("utf-8"))
        things = [thing for thing in find_things(photo) if thing.kind in FLAT]
        for piece in told["pieces"]:
            thing = _nearest(things, np.array(piece["corners"]).mean(axis=0))
            if thing is not None:
                cards.append(eyes.taught(told["items"][piece["name"]], straighten(photo, thing.corners, (SIDE, SIDE))))
    return [cards[row] for row in rng.permutation(len(cards))]


def _nearest(things: Iterable[Thing], centre: np.ndarray) -> Thing | None:
    """The thing in which a place lies."""
    near = [thing for thing in things if np.hypot(*(np.array(thing.centre) - centre)) < 0.25 * thing.diagonal]
    return min(near, key=lambda thing: float(np.hypot(*(np.array(thing.centre) - centre))), default=None)


def evaluate(game: str, folder: Path, limit: int | None = None) -> dict[str, dict[str, Any]]:
    """The figures of every owner."""
    reads = import_module(f"vision.tables.{game}.read")
    tallies = {owner: Tally() for owner in OWNERS}
    galleries: dict[tuple[str, str], Gallery] = {}
    for path in track(sorted((folder / "truth").glob("*.json"))[:limit], console=Console(stderr=True)):
        truth = Truth.load(path)
        photo = open_photo(folder / "images" / f"{path.stem}.jpg")
        if (truth.copy, "everything") not in galleries:
            cards = taught_cards(folder / "copies" / truth.copy, np.random.default_rng(int(truth.copy)))
            galleries |= {(truth.copy, owner): Gallery(cards[:most]) for owner, most in OWNERS.items()}
        begin = time.perf_counter()
        quads = np.array([one.corners for one in find_things(photo) if one.kind in FLAT]).reshape(-1, 4, 2)
        found = time.perf_counter() - begin
        for owner, tally in tallies.items():
            gallery = galleries[truth.copy, owner]
            taught = frozenset(one.item for one in gallery.taught)
            hints = Hints(catalogue=load(game).catalogue, namer=_once(partial(identify, gallery)), taught=taught)
            _judge(tally, truth, partial(reads.of_corners, photo, quads, hints), found)
    return {owner: tally.plain() for owner, tally in tallies.items()}


def _once(name: Callable[..., Any]) -> Callable[..., Any]:
    """The same answer when the same cards are asked about again: they are judged with the box and without."""
    answers: list[Any] = []

    def named(pictures: Any) -> Any:
        if not answers:
            answers.append(name(pictures))
        return answers[0]

    return named


def _judge(tally: Tally, truth: Truth, read: Callable[..., Any], found: float) -> None:
    """One table for one owner, with what is in the box and without."""
    begin = time.perf_counter()
    reading = read()
    tally.milliseconds.append(1000 * (found + time.perf_counter() - begin))
    judged, alone = verdict_of(truth, reading), verdict_of(truth, read(with_box=False))
    tally.tables += 1
    tally.states += judged.exact
    tally.states_but_dwarves += judged.cards_exact
    tally.scores += judged.score_exact
    tally.pieces.update(judged.pieces)
    tally.repaired += judged.cards_exact and not alone.cards_exact
    tally.spoiled += alone.cards_exact and not judged.cards_exact
    if not judged.exact:
        tally.failed[judged.failed] += 1


@app.command()
def main(game: str, folder: Path, limit: int | None = None) -> None:
    """Print the figures as JSON."""
    print(json.dumps(evaluate(game, folder, limit), indent=2))


if __name__ == "__main__":
    app()
