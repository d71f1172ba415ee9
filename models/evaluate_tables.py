"""`python -m models.evaluate_tables GAME FOLDER`: composed tables read for three owners, and what went wrong first.

The folder comes from `python -m datasets.tabletop`. Owners have taught nothing, ten of their cards, or all of them, by
the photos that lie beside the tables. What a state must be to be exact, each game says (`models.verdicts`). What is
asked is not right, but not wrong either. With `--draw FOLDER` the tables that failed are drawn as they were read.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from models.verdicts import KINDS, Judge, Truth, Verdict, judge_of
from scoring.games import load
from vision.cards import find_things, straighten
from vision.detector import read_dice
from vision.gallery import Gallery, Taught, gallery_eyes, identify
from vision.overlay import mark_of, save_overlay
from vision.photo import Photo, Pixels, open_photo
from vision.tables.table import Hints, TableReading
from vision.teachable import pieces_of, untaught
from vision.teaching import laid_out, piece_picture
from vision.things import Thing

OWNERS: Mapping[str, int | None] = {"nothing": 0, "ten cards": 10, "everything": None}
SIDE = 256

app = typer.Typer(add_completion=False)


@dataclass
class Tally:
    """The figures of one owner."""

    tables: int = 0
    states: int = 0
    cores: int = 0
    scores: int = 0
    pieces: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    repaired: int = 0
    spoiled: int = 0
    milliseconds: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """The figures as shares; what a game counts besides is told as it is."""
        count = max(self.tables, 1)
        total = max(sum(self.pieces[one] for one in KINDS), 1)
        return {
            "tables": self.tables,
            "whole_state_exact": round(self.states / count, 3),
            "exact_but_for_what_is_only_proposed": round(self.cores / count, 3),
            "score_exact": round(self.scores / count, 3),
            "pieces": {one: round(self.pieces[one] / total, 3) for one in KINDS},
            "invented_a_table": round(self.pieces["invented"] / count, 3),
            "counted": {one: number for one, number in self.pieces.items() if one not in (*KINDS, "invented")},
            "first_failed_at": dict(self.failed),
            "repaired_by_the_rules": self.repaired,
            "spoiled_by_the_rules": self.spoiled,
            "median_milliseconds": round(float(np.median(self.milliseconds))) if self.milliseconds else None,
            "median_processor_milliseconds": round(float(np.median(self.processor))) if self.processor else None,
        }


def taught_cards(folder: Path, rng: np.random.Generator) -> list[Taught]:
    """The pictures that a copy's photos teach, cut out at the corners that the finder finds, in random order."""
    eyes = gallery_eyes()
    cards = []
    for page in sorted(folder.glob("teach-*.jpg")):
        photo = open_photo(page)
        told = json.loads(page.with_suffix(".json").read_text("utf-8"))
        things = laid_out(photo)
        for piece in told["pieces"]:
            thing = nearest(things, np.array(piece["corners"]).mean(axis=0))
            if thing is not None:
                cards.append(eyes.taught(told["items"][piece["name"]], straighten(photo, thing.corners, (SIDE, SIDE))))
    return [cards[row] for row in rng.permutation(len(cards))]


def taught_boards(folder: Path, game: str) -> list[Pixels]:
    """The boards that a copy's photos show, each empty and seen from above."""
    boards = {piece.id for piece in pieces_of(load(game)).values() if piece.board}
    found = []
    for page in sorted(folder.glob("teach-*.jpg")):
        told = json.loads(page.with_suffix(".json").read_text("utf-8"))
        shown = [piece for piece in told["pieces"] if told["items"][piece["name"]] in boards]
        found += [piece_picture(open_photo(page), piece["corners"], board=True) for piece in shown]
    return found


def nearest(things: Iterable[Thing], centre: np.ndarray) -> Thing | None:
    """The thing in which a place lies."""
    near = [thing for thing in things if np.hypot(*(np.array(thing.centre) - centre)) < 0.25 * thing.diagonal]
    return min(near, key=lambda thing: float(np.hypot(*(np.array(thing.centre) - centre))), default=None)


@dataclass(frozen=True)
class Run:
    """How tables are judged: for whom, whether the reading without rules is compared, where failures are drawn, and
    where the figures so far are kept: a run that is stopped has told something."""

    owners: tuple[str, ...] = tuple(OWNERS)
    rules: bool = True
    draw: Path | None = None
    keep: Path | None = None


def evaluate(game: str, folder: Path, limit: int | None = None, run: Run | None = None) -> dict[str, dict[str, Any]]:
    """The figures of every owner."""
    run = run or Run()
    reads = import_module(f"vision.tables.{game}.read")
    find = getattr(reads, "find", find_things)  # a game may want doubtful things as well
    judge, pieces = judge_of(game), pieces_of(load(game))
    tallies = {owner: Tally() for owner in run.owners}
    galleries: dict[tuple[str, str], Gallery] = {}
    boards: dict[str, list[Pixels]] = {}
    for path in track(sorted((folder / "truth").glob("*.json"))[:limit], console=Console(stderr=True)):
        truth = Truth.load(path)
        photo = open_photo(folder / "images" / f"{path.stem}.jpg")
        if (truth.copy, "everything") not in galleries:
            copy = folder / "copies" / truth.copy
            teaching = any(OWNERS[owner] != 0 for owner in run.owners)
            cards = taught_cards(copy, np.random.default_rng(int(truth.copy))) if teaching else []
            galleries |= {(truth.copy, owner): Gallery(cards[:most]) for owner, most in OWNERS.items()}
            boards[truth.copy] = taught_boards(copy, game) if teaching else []
        begin = _clocks()
        seen = {"things": find(photo)}
        if "dice" in signature(reads.of_things).parameters:  # seen once, for whomever the table is read
            seen["dice"] = read_dice(photo, doubtful=True)
        found = _clocks() - begin
        for owner, tally in tallies.items():
            gallery = galleries[truth.copy, owner]
            taught = frozenset(one.item for one in gallery.taught)
            known = boards[truth.copy] if OWNERS[owner] is None else []
            namer = _once(partial(identify, gallery, strangers=untaught(pieces, taught)))
            pictures = {one.item: one.picture for one in gallery.taught}
            hints = Hints(
                catalogue=load(game).catalogue,
                namer=namer,
                taught=taught,
                boards=partial(list, known),
                picture_of=pictures.get,
            )
            read = partial(reads.of_things, photo, hints=hints, **seen)
            reading, verdict = _judge(tally, judge, truth, read, found, run.rules)
            if run.draw and not verdict.exact:
                _draw(photo, reading, run.draw / owner / f"{verdict.failed}-{path.stem}.jpg")
        if run.keep:
            run.keep.write_text(_told(tallies), "utf-8")
    return {owner: tally.plain() for owner, tally in tallies.items()}


def _told(tallies: Mapping[str, Tally]) -> str:
    return json.dumps({owner: tally.plain() for owner, tally in tallies.items()}, indent=2)


def _clocks() -> np.ndarray:
    """Time that passed, and time of the processor, in milliseconds."""
    return 1000 * np.array([time.perf_counter(), time.process_time()])


def _draw(photo: Photo, reading: TableReading, path: Path) -> None:
    """A table that failed, with what was read; the stage that failed first begins its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_overlay(photo, [mark_of(seen.box, seen.piece.value, None) for seen in reading.placed], path)


def _once(name: Callable[..., Any]) -> Callable[..., Any]:
    """The same answer when the same cards are asked about again: they are judged with the rules and without."""
    answers: dict[int, Any] = {}

    def named(pictures: Any, **looks: Any) -> Any:
        key = hash((b"".join(picture.tobytes() for picture in pictures), repr(looks)))
        if key not in answers:
            answers[key] = name(pictures, **looks)
        return answers[key]

    return named


def _judge(
    tally: Tally, judge: Judge, truth: Truth, read: Callable[..., Any], found: np.ndarray, rules: bool
) -> tuple[TableReading, Verdict]:
    """One table for one owner, with what is in the box and legal, and without."""
    begin = _clocks()
    reading = read()
    passed, worked = found + _clocks() - begin
    tally.milliseconds.append(passed)
    tally.processor.append(worked)
    judged = judge.verdict_of(truth, reading)
    alone = judge.verdict_of(truth, read(with_rules=False)) if rules else judged
    tally.tables += 1
    tally.states += judged.exact
    tally.cores += judged.core_exact
    tally.scores += judged.score_exact
    tally.pieces.update(judged.pieces)
    tally.repaired += judged.core_exact and not alone.core_exact
    tally.spoiled += alone.core_exact and not judged.core_exact
    if not judged.exact:
        tally.failed[judged.failed] += 1
    return reading, judged


@app.command()
def main(
    game: str,
    folder: Path,
    limit: int | None = None,
    owner: Annotated[
        list[str] | None, typer.Option(help="nothing, 'ten cards' or everything; all when left out")
    ] = None,
    rules: Annotated[bool, typer.Option(help="read without box and rules as well, to count what they repair")] = True,
    draw: Annotated[Path | None, typer.Option(help="where tables that failed are drawn")] = None,
    keep: Annotated[Path | None, typer.Option(help="a file that gets the figures after every table")] = None,
) -> None:
    """Print the figures as JSON."""
    strange = [one for one in owner or () if one not in OWNERS]
    if strange:
        raise typer.BadParameter(f"{strange[0]!r} is none of {', '.join(OWNERS)}")
    run = Run(tuple(owner or OWNERS), rules, draw, keep)
    print(json.dumps(evaluate(game, folder, limit, run), indent=2))


if __name__ == "__main__":
    app()
