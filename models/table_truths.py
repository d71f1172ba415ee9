"""A composed table's truth beside what was read: which cards are right, wrong, asked or missed, and the score."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.games import load
from vision.tables import reader_of
from vision.tables.contract import Spot
from vision.tables.dwar7s.places import UNNAMED, card_of, cell_of, dwarf_colour, is_dwarf
from vision.tables.table import TableReading

Cell = tuple[int, int]
Cards = dict[Cell, str]
Crowd = dict[Cell, Counter[str]]


@dataclass(frozen=True)
class Truth:
    """What is true of a composed table."""

    game: str
    copy: str
    state: dict[str, Any]
    told: dict[str, Any]

    @classmethod
    def load(cls, path: Path) -> Truth:
        """From the file beside the picture."""
        told = json.loads(path.read_text("utf-8"))
        return cls(told["game"], told["copy"], told["state"], told["told"])

    @property
    def cards(self) -> Cards:
        """The cards that are seen, by place."""
        return {(stack["x"], stack["y"]): _code(stack["cards"][-1]) for stack in self.state["table"]}

    @property
    def dwarves(self) -> Crowd:
        """The dwarves, by place."""
        return {(stack["x"], stack["y"]): Counter(stack["dwarves"]) for stack in self.state["table"]}


@dataclass(frozen=True)
class Verdict:
    """How a reading stands beside the truth; `failed` is the first stage that did."""

    exact: bool
    cards_exact: bool
    score_exact: bool
    pieces: Counter[str]
    failed: str


def verdict_of(truth: Truth, reading: TableReading) -> Verdict:
    """The reading in the turn and place in which most of it is right."""
    pieces = reading.pieces()
    cards = {cell_of(piece["place"]): piece["code"] for piece in pieces if not is_dwarf(piece)}
    crowd: Crowd = {cell: Counter() for cell in cards}
    for piece in pieces:
        if is_dwarf(piece):
            crowd[cell_of(piece["place"])][dwarf_colour(piece)] += 1
    _, cards, crowd = max(
        ((_alike(truth, *way), *way) for way in _ways(cards, crowd, truth.cards)),
        key=lambda one: one[0],
        default=(0, cards, crowd),
    )
    true = truth.cards
    found: Counter[str] = Counter()
    for cell, code in true.items():
        read = cards.get(cell)
        found["missed" if read is None else "right" if read == code else "asked" if read == UNNAMED else "wrong"] += 1
        if truth.dwarves[cell] or crowd.get(cell):
            found["dwarves right" if truth.dwarves[cell] == crowd.get(cell) else "dwarves wrong"] += 1
    found["invented"] = len(cards.keys() - true.keys())
    cards_exact = cards == true
    exact = cards_exact and not found["dwarves wrong"]
    return Verdict(exact, cards_exact, cards_exact and _scores_alike(truth, pieces), found, _failed(cards, true))


def _failed(cards: Cards, true: Cards) -> str:
    """The first stage that failed."""
    if cards.keys() != true.keys():
        return "finding or grid"
    if any(code == UNNAMED for code in cards.values()):
        return "card asked"
    if any(card_of(cards[cell])["kind"] != card_of(true[cell])["kind"] for cell in true):
        return "kind"
    if any(card_of(cards[cell])["colour"] != card_of(true[cell])["colour"] for cell in true):
        return "colour"
    return "turn" if cards != true else "dwarves"


def _scores_alike(truth: Truth, pieces: list[dict[str, Any]]) -> bool:
    """Whether everybody gets the same points as on the true table, with the copy's own printed values."""
    game = load(truth.game)
    begun = game.state.model_validate({**truth.state, "table": [], **truth.told}).model_dump(mode="json")
    laid = reader_of(truth.game).lay(pieces, begun, Spot())
    read = game.state.model_validate(begun | {"table": laid.changes[0].value})
    true = game.state.model_validate({**truth.state, **truth.told})
    totals = [[sheet.at_least for sheet in game.score(one, game.catalogue).sheets] for one in (read, true)]
    return totals[0] == totals[1]


def _ways(cards: Cards, crowd: Crowd, true: Cards) -> list[tuple[Cards, Crowd]]:
    """The layout in its four turns, each moved to where the truth begins."""
    if not cards or not true:
        return []
    ways = []
    for _ in range(4):
        cards = {(-row, column): _turned(code) for (column, row), code in cards.items()}
        crowd = {(-row, column): standing for (column, row), standing in crowd.items()}
        across, down = (min(cell[axis] for cell in true) - min(cell[axis] for cell in cards) for axis in (0, 1))
        ways.append((_moved(cards, across, down), _moved(crowd, across, down)))
    return ways


def _moved(places: Mapping[Cell, Any], across: int, down: int) -> dict[Cell, Any]:
    return {(column + across, row + down): what for (column, row), what in places.items()}


def _turned(code: str) -> str:
    if code == UNNAMED:
        return code
    card = card_of(code)
    return _code({**card, "turn": (int(card["turn"]) + 1) % 4})


def _code(card: Mapping[str, Any]) -> str:
    return f"{card['colour']} {card['kind']} {card['turn']}"


def _alike(truth: Truth, cards: Cards, crowd: Crowd) -> tuple[int, int]:
    """How many cards are right, and how many places are."""
    true = truth.cards
    return sum(true.get(cell) == code for cell, code in cards.items()), len(true.keys() & cards.keys())
