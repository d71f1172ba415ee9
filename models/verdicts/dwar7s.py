"""Dwar7s Fall: every card with its colour and turn, and the dwarves on it; a free layout lies as it lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from models.verdicts import Truth, Verdict, scores_alike
from vision.tables.dwar7s.places import UNNAMED, card_of, cell_of, dwarf_colour, is_dwarf
from vision.tables.table import TableReading

Cell = tuple[int, int]
Cards = dict[Cell, str]
Crowd = dict[Cell, Counter[str]]


def true_cards(truth: Truth) -> Cards:
    """The cards that are seen, by place."""
    return {(stack["x"], stack["y"]): _code(stack["cards"][-1]) for stack in truth.state["table"]}


def true_dwarves(truth: Truth) -> Crowd:
    """The dwarves, by place."""
    return {(stack["x"], stack["y"]): Counter(stack["dwarves"]) for stack in truth.state["table"]}


def verdict_of(truth: Truth, reading: TableReading) -> Verdict:
    """The reading in the turn and place in which most of it is right."""
    pieces = reading.pieces()
    cards = {cell_of(piece["place"]): piece["code"] for piece in pieces if not is_dwarf(piece)}
    crowd: Crowd = {cell: Counter() for cell in cards}
    for piece in pieces:
        if is_dwarf(piece):
            crowd[cell_of(piece["place"])][dwarf_colour(piece)] += 1
    true, standing = true_cards(truth), true_dwarves(truth)
    _, cards, crowd = max(
        ((_alike(true, way[0]), *way) for way in _ways(cards, crowd, true)),
        key=lambda one: one[0],
        default=(0, cards, crowd),
    )
    found: Counter[str] = Counter()
    for cell, code in true.items():
        read = cards.get(cell)
        found["missed" if read is None else "right" if read == code else "asked" if read == UNNAMED else "wrong"] += 1
        if standing[cell] or crowd.get(cell):
            found["dwarves right" if standing[cell] == crowd.get(cell) else "dwarves wrong"] += 1
    found["invented"] = len(cards.keys() - true.keys())
    cards_exact = cards == true
    exact = cards_exact and not found["dwarves wrong"]
    return Verdict(
        exact, cards_exact, cards_exact and scores_alike(truth, reading, {"table": []}), found, _failed(cards, true)
    )


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


def _alike(true: Cards, cards: Cards) -> tuple[int, int]:
    """How many cards are right, and how many places are."""
    return sum(true.get(cell) == code for cell, code in cards.items()), len(true.keys() & cards.keys())
