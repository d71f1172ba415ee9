"""Dice Miner: the mountain place by place, wherever its edge lies, or the dice of a trove and the hero."""

from __future__ import annotations

from collections import Counter

from models.verdicts import Truth, Verdict, scores_alike
from vision.tables.diceminer.places import is_of_trove, is_on_mountain, place_of
from vision.tables.diceminer.questions import HERO
from vision.tables.table import TableReading

Dice = dict[tuple[int, int], str]


def verdict_of(truth: Truth, reading: TableReading) -> Verdict:
    """What a player photographs: the mountain, or a trove with its hero card."""
    if truth.state.get("mountain"):
        return _mountain(truth, reading)
    player = truth.state["players"][0]
    pieces = reading.pieces()
    true, read = Counter(player["rounds"][0]["dice"]), Counter(one["code"] for one in pieces if is_of_trove(one))
    found = _compared(true, read)
    hero = next((one["code"] for one in pieces if one["place"] == HERO), None)
    found["asked" if hero is None else "right" if hero == player[HERO] else "wrong"] += 1
    found["hero right" if hero == player[HERO] else "hero wrong" if hero else "hero asked"] += 1
    failed = _failed_dice(true, read) or (
        "" if hero == player[HERO] else "hero asked" if hero is None else "hero wrong"
    )
    begun = {"players": [{"name": player["name"], "rounds": [{"dice": []}]}]}
    return Verdict(not failed, true == read, not failed and scores_alike(truth, reading, begun), found, failed)


def _mountain(truth: Truth, reading: TableReading) -> Verdict:
    """The mountain lies where most of it is right: the dice alone do not always tell how far it is to its edge."""
    rows = truth.state["mountain"]
    true = {(row, place): code for row, dice in enumerate(rows) for place, code in enumerate(dice) if code}
    read = {place_of(one["place"]): one["code"] for one in reading.pieces() if is_on_mountain(one)}
    wide = len(rows[-1])
    ways = [{(row, place + by): code for (row, place), code in read.items()} for by in range(-wide, wide + 1)]
    best = max(ways, key=lambda way: _alike(true, way))
    found: Counter[str] = Counter()
    for place, code in true.items():
        found["missed" if place not in best else "right" if best[place] == code else "wrong"] += 1
    found["invented"] = len(best.keys() - true.keys())
    placed = best.keys() == true.keys()
    found["mountain places right" if placed else "mountain places wrong"] += 1
    failed = (
        ""
        if best == true
        else "faces of the mountain"
        if placed
        else "places of the mountain"
        if read
        else "no mountain"
    )
    return Verdict(not failed, not failed, not failed, found, failed)


def _alike(true: Dice, read: Dice) -> tuple[int, int]:
    return sum(read.get(place) == code for place, code in true.items()), len(read.keys() & true.keys())


def _compared(true: Counter[str], read: Counter[str]) -> Counter[str]:
    """Dice of a heap: one that is told and is not there was taken for one that is."""
    right = (true & read).total()
    wrong = min(true.total(), read.total()) - right
    missed, invented = max(0, true.total() - read.total()), max(0, read.total() - true.total())
    return Counter({"right": right, "wrong": wrong, "missed": missed, "invented": invented})


def _failed_dice(true: Counter[str], read: Counter[str]) -> str:
    if true.total() != read.total():
        return "dice missed or invented"
    return "" if true == read else "dice shown"
