"""Roll Player: the dice on their places, the cards, the marker's square; counters are only proposed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from models.verdicts import Truth, Verdict, scores_alike
from vision.tables.contract import Piece
from vision.tables.rollplayer.places import COUNTED, LISTS, MARKER, SINGLE, is_on_sheet, square_of
from vision.tables.table import TableReading

Codes = dict[str, str]
DICE = "dice"
# What fails first, in the order in which a photo is read.
STAGES = ("dice missed", "dice places", "dice shown", "card wrong", "card asked", "marker", "counters")


def verdict_of(truth: Truth, reading: TableReading) -> Verdict:
    """Every die, every card and the marker: right, wrong where another is told, asked or missed where none is."""
    player = truth.state["players"][0]
    pieces = reading.pieces()
    failed: set[str] = set()
    found = _dice(player, pieces, failed) + _singles(player, pieces, failed)
    for name in LISTS:
        found += _listed(set(player.get(name, ())), {one["code"] for one in pieces if one["place"] == name}, failed)
    whole = not failed
    found += _counters(player, reading.left_open, failed)
    begun = {"players": [{"name": player["name"], **{field: player.get(field, 0) for field in COUNTED.values()}}]}
    score = whole and scores_alike(truth, reading, begun)
    return Verdict(not failed, whole, score, found, next((stage for stage in STAGES if stage in failed), ""))


def _dice(player: dict[str, Any], pieces: list[Piece], failed: set[str]) -> Counter[str]:
    true = {
        f"rows/{attribute}/{place}": code
        for attribute, row in player["rows"].items()
        for place, code in enumerate(row)
        if code is not None
    }
    read = {one["place"]: one["code"] for one in pieces if is_on_sheet(one)}
    found: Counter[str] = Counter()
    for place, code in true.items():
        found["missed" if place not in read else "right" if read[place] == code else "wrong"] += 1
    found["dice right"] = sum(read.get(place) == code for place, code in true.items())
    found["invented"] = len(read.keys() - true.keys())
    if len(read) != len(true):
        failed.add("dice missed")
    elif read.keys() != true.keys():
        failed.add("dice places")
    elif read != true:
        failed.add("dice shown")
    return found


def _singles(player: dict[str, Any], pieces: list[Piece], failed: set[str]) -> Counter[str]:
    """Race, class, alignment and backstory, and where the marker lies."""
    told: Codes = {one["place"]: one["code"] for one in pieces if one["place"] in (*SINGLE, MARKER)}
    found: Counter[str] = Counter()
    for place in SINGLE:
        kind = "asked" if place not in told else "right" if told[place] == player[place] else "wrong"
        found[kind] += 1
        if kind != "right":
            failed.add(f"card {kind}")
            found[f"{place} {kind}"] += 1
    marker = MARKER in told and square_of(told[MARKER]) == player[MARKER]
    found["right" if marker else "wrong" if MARKER in told else "asked"] += 1
    found["marker right" if marker else "marker wrong" if MARKER in told else "marker asked"] += 1
    if not marker:
        failed.add("marker")
    return found


def _listed(there: set[str], told: set[str], failed: set[str]) -> Counter[str]:
    """Cards of a list; one that is told and is not there was most likely taken for another."""
    mistaken = min(len(told - there), len(there - told))
    asked, invented = len(there - told) - mistaken, len(told - there) - mistaken
    if mistaken or invented:
        failed.add("card wrong")
    if asked:
        failed.add("card asked")
    return Counter({"right": len(there & told), "wrong": mistaken, "asked": asked, "invented": invented})


def _counters(player: dict[str, Any], left_open: tuple[str, ...], failed: set[str]) -> Counter[str]:
    """Gold, cubes and tokens: how many the photo proposes."""
    proposed = {word: int(count) for word, _, count in (one.partition(" ") for one in left_open) if count.isdigit()}
    found: Counter[str] = Counter()
    for word, field in COUNTED.items():
        right = proposed.get(word, 0) == player.get(field, 0)
        found[f"{field} {'right' if right else 'wrong'}"] += 1
        if not right:
            failed.add("counters")
    return found
