"""Dungeon Lords: every square of the building site, rooms by name where their front shows."""

from __future__ import annotations

from collections import Counter

from models.verdicts import Truth, Verdict, scores_alike
from scoring.dungeonlords.state import Table
from vision.tables.dungeonlords.places import (
    DUNGEON,
    EMPTY,
    MONSTERS,
    PRISONERS,
    SQUARES,
    TUNNEL,
    UNNAMED,
    place_of,
    room_of,
)
from vision.tables.table import TableReading

Codes = dict[str, str]


def verdict_of(truth: Truth, reading: TableReading) -> Verdict:
    """The dungeon square by square, then monsters and prisoners.

    The pale backs of rooms are all alike, so their names are not asked of a photo.
    """
    true = true_codes(truth)
    read = {str(seen.place): seen.piece.value for seen in reading.placed if str(seen.place).startswith(DUNGEON)}
    found: Counter[str] = Counter()
    for place in map(place_of, SQUARES):
        here, there = true.get(place, EMPTY), read.get(place, EMPTY)
        found["squares right" if form(here) == form(there) else "squares wrong"] += 1
        if here or there:
            found[_kind(here, there)] += 1
    found["nothing found"] = not read
    by_form = not found["squares wrong"]
    tiles_exact = by_form and not found["asked"] and not found["wrong"]
    cards = sum((_cards(field, truth, reading) for field in (MONSTERS, PRISONERS)), Counter[str]())
    found.update({**cards, **{f"cards {kind}": number for kind, number in cards.items()}})
    exact = tiles_exact and not cards.keys() - {"right"}
    lord = {**truth.state["players"][0], "dungeon": ["C1"], MONSTERS: [], PRISONERS: []}
    score = tiles_exact and not cards["asked"] and scores_alike(truth, reading, {"players": [lord]})
    failed = _failed(true, read)
    return Verdict(exact, by_form, score, found, failed or f"cards {next(iter(cards.keys() - {'right'}), '')}")


def _cards(field: str, truth: Truth, reading: TableReading) -> Counter[str]:
    """Monsters or prisoners: named right, wrong, left to be asked, or not seen at all."""
    true = Counter(str(name) for name in truth.state["players"][0].get(field, ()))
    read = Counter(seen.piece.value for seen in reading.placed if seen.place == field)
    asked = read.pop(UNNAMED, 0)
    right = (true & read).total()
    wrong = (read - true).total()
    missed = max(0, true.total() - right - asked - wrong)
    counted = {"right": right, "asked": asked, "wrong": wrong, "missed": missed}
    return Counter({kind: number for kind, number in counted.items() if number})


def true_codes(truth: Truth) -> Codes:
    """What lies at each place, in the words of a reading."""
    lord = Table.model_validate(truth.state).players[0]
    return {place_of(tile.square): (tile.room or TUNNEL) + "!" * tile.conquered for tile in lord.dungeon}


def form(code: str) -> str:
    """A code without the name of its room.

    >>> form("mint!"), form("tunnel"), form("")
    ('?!', 'tunnel', '')
    """
    name = room_of(code) if code else None
    return code if name is None else code.replace(name, UNNAMED)


def _kind(true: str, read: str) -> str:
    if not read:
        return "missed"
    if not true:
        return "invented"
    if form(true) != form(read):
        return "wrong"
    if read == true or true.endswith("!"):
        return "right"
    return "asked" if read == UNNAMED else "wrong"


def _failed(true: Codes, read: Codes) -> str:
    """The first stage that failed."""
    if not read:
        return "finding"
    if read.keys() != true.keys():
        return "which squares are filled"
    if any(room_of(true[place]) is None for place in true if room_of(read[place]) is not None):
        return "tunnel or room"
    if any(form(true[place]) != form(read[place]) for place in true):
        return "conquered or room"
    if any(read[place] == UNNAMED for place in true):
        return "room asked"
    return "" if all(_kind(true[place], read[place]) == "right" for place in true) else "room"
