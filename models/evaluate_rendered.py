"""`python -m models.evaluate_rendered GAME FOLDER`: how many rendered tables are read exactly right, and why not.

The folder holds `images/` and `truth/NAME.json` with the true state. `--labels` takes the dice from the folder's
manifest instead of reading them, which leaves only the errors of sorting dice into the game.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from scoring.games import load
from vision.detector import read_dice
from vision.palette import Colour, Material
from vision.photo import open_photo
from vision.reading import UNSURE, Box, DieReading, Reading
from vision.tables import READABLE, table_of
from vision.tables.rollplayer.places import SHAPE, cell_of, place_of
from vision.tables.rollplayer.questions import EMPTY_ROWS
from vision.tables.table import Hints, Seen, TableReading


def evaluate(game: str, folder: Path, from_labels: bool = False, limit: int | None = None) -> dict[str, Any]:
    """Whole states right, and the parts of those that are wrong."""
    labels = dict(_labels(folder))
    names = sorted(path.stem for path in (folder / "truth").glob("*.json"))[:limit]
    verdicts: Counter[str] = Counter()
    wrong = []
    pieces = right = repaired = spoiled = asked = unasked = taps = 0
    for name in track(names, description="Reading tables", console=Console(stderr=True)):
        truth = json.loads((folder / "truth" / f"{name}.json").read_text("utf-8"))
        photo = open_photo(_image(folder, name))
        dice = labels[name] if from_labels else read_dice(photo, doubtful=True)
        hints = Hints(truth.get("first_row", "far"), catalogue=load(game).catalogue, picture=photo)
        reading = table_of(game, dice, hints)
        verdict, good, total = _verdict(game, reading, truth)
        verdicts[verdict] += 1
        alone, *_ = _verdict(game, _by_looks(reading), truth)
        repaired += verdict == "right" != alone
        spoiled += alone == "right" != verdict
        right, pieces = right + good, pieces + total
        asked += sum(one.piece.confidence < UNSURE for one in reading.placed)
        answered, shifted = _rows_told(reading, truth) if game == "rollplayer" else (reading, False)
        unasked += sum(one.piece.confidence >= UNSURE for one in _wrong(game, answered, truth))
        taps += shifted + _corrections(game, answered, truth)
        if verdict != "right":
            wrong.append(f"{name}: {verdict}")
    return {
        "tables": len(names),
        "whole_state_right": round(verdicts["right"] / max(len(names), 1), 3),
        "pieces_right": round(right / max(pieces, 1), 3),
        "dice_asked_a_table": round(asked / max(len(names), 1), 2),
        "wrong_and_not_asked_a_table": round(unasked / max(len(names), 1), 2),
        "taps_until_right_a_table": round(taps / max(len(names), 1), 2),
        "repaired_by_the_box": repaired,
        "spoiled_by_the_box": spoiled,
        "verdicts": dict(verdicts),
        "wrong": wrong,
    }


def _by_looks(reading: TableReading) -> TableReading:
    """The same reading if every die were named by its own looks alone."""
    placed = [
        replace(one, piece=replace(one.piece, value=one.by_looks)) if one.by_looks else one for one in reading.placed
    ]
    return replace(reading, placed=tuple(placed))


def _image(folder: Path, name: str) -> Path:
    return next((folder / "images").glob(f"{name}.*"))


def _wrong(game: str, reading: TableReading, truth: dict[str, Any]) -> list[Seen]:
    """The dice that are not what lies there: in their places, or in a trove as often as it is there."""
    if game == "diceminer":
        left = Counter(truth["players"][0]["rounds"][0]["dice"])
        wrong = []
        for one in reading.placed:
            left[one.piece.value] -= 1
            if left[one.piece.value] < 0:
                wrong.append(one)
        return wrong
    true = _true_places(truth)
    return [one for one in reading.placed if true.get(str(one.place)) != one.piece.value]


def _rows_told(reading: TableReading, truth: dict[str, Any]) -> tuple[TableReading, bool]:
    """The reading once the question which rows hold the dice is answered, where it is asked; whether that moved any."""
    if EMPTY_ROWS not in reading.left_open:
        return reading, False
    ways = [reading, *(way for by in range(1 - SHAPE[0], SHAPE[0]) if by and (way := _moved(reading, by)))]
    best = min(ways, key=lambda way: len(_wrong("rollplayer", way, truth)))
    return best, best is not reading


def _moved(reading: TableReading, rows: int) -> TableReading | None:
    """The same dice so many rows further down; None where the sheet ends before."""
    cells = [cell_of(str(one.place)) for one in reading.placed]
    if not all(0 <= row + rows < SHAPE[0] for row, _ in cells):
        return None
    places = [place_of((row + rows, column)) for row, column in cells]
    placed = [replace(one, place=place) for one, place in zip(reading.placed, places, strict=True)]
    return replace(reading, placed=tuple(placed))


def _corrections(game: str, reading: TableReading, truth: dict[str, Any]) -> int:
    """How many dice a person must change, add or take away."""
    if game == "diceminer":
        true = Counter(truth["players"][0]["rounds"][0]["dice"])
        read = Counter(one.piece.value for one in reading.placed)
        return max((true - read).total(), (read - true).total())
    missed = _true_places(truth).keys() - {str(one.place) for one in reading.placed}
    return len(_wrong(game, reading, truth)) + len(missed)


def _true_places(truth: dict[str, Any]) -> dict[str, str]:
    return {
        f"rows/{attribute}/{place}": piece
        for attribute, row in truth["players"][0]["rows"].items()
        for place, piece in enumerate(row)
        if piece is not None
    }


def _verdict(game: str, reading: TableReading, truth: dict[str, Any]) -> tuple[str, int, int]:
    """What is wrong first: the number of dice, their places, or what they show."""
    if game == "diceminer":
        return _trove_verdict(reading, truth)
    true = _true_places(truth)
    read = {str(piece.place): piece.piece.value for piece in reading.placed}
    right = sum(read.get(where) == piece for where, piece in true.items())
    if len(read) != len(true):
        return "dice missed or invented", right, len(true)
    if read.keys() != true.keys():
        return "rows", right, len(true)
    return _shown_verdict(list(zip(read.values(), (true[where] for where in read), strict=True))), right, len(true)


def _shown_verdict(pairs: list[tuple[str, str]]) -> str:
    colours = any(read.split()[0] != true.split()[0] for read, true in pairs)
    values = any(read.split()[1] != true.split()[1] for read, true in pairs)
    return {(False, False): "right", (True, False): "colour", (False, True): "value"}.get(
        (colours, values), "colour and value"
    )


def _trove_verdict(reading: TableReading, truth: dict[str, Any]) -> tuple[str, int, int]:
    true = Counter(truth["players"][0]["rounds"][0]["dice"])
    read = Counter(piece.piece.value for piece in reading.placed)
    right = (true & read).total()
    if read == true:
        return "right", right, true.total()
    if read.total() != true.total():
        return "dice missed or invented", right, true.total()
    types = Counter(code[0] for code in read.elements()) == Counter(code[0] for code in true.elements())
    return ("face" if types else "type"), right, true.total()


def _labels(folder: Path) -> Iterator[tuple[str, list[DieReading]]]:
    """The true dice of each picture, as if they had been read without doubt."""
    manifest = folder / "manifest.jsonl"
    for line in manifest.read_text("utf-8").splitlines() if manifest.is_file() else ():
        entry = json.loads(line)
        yield Path(entry["image"]).stem, [_certain(die) for die in entry["dice"] if die["face"]]


def _certain(die: dict[str, Any]) -> DieReading:
    box = Box(*die["box"])
    return DieReading(
        box=box,
        face=Reading(die["face"], 1.0, (), (box,)),
        colour=Reading(Colour(die["colour"]), 1.0, (), (box,)),
        material=Reading(Material.PLAIN, 1.0, (), (box,)),
        confidence=1.0,
        found=1.0,
    )


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description="Whole-state accuracy on rendered tables.")
    parser.add_argument("game", choices=READABLE)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--labels", action="store_true", help="take the dice from the labels, judge only the sorting")
    parser.add_argument("--limit", type=int, help="only the first so many tables")
    told = parser.parse_args()
    print(json.dumps(evaluate(told.game, told.folder, told.labels, told.limit), indent=2))


if __name__ == "__main__":
    main()
