"""Dungeon Lords: every square of the building site, rooms by name where their front shows."""

from __future__ import annotations

from collections import Counter

from models.verdicts import Truth, Verdict, scores_alike
from scoring.dungeonlords.state import Table
from vision.tables.dungeonlords.places import DUNGEON, EMPTY, SQUARES, TUNNEL, UNNAMED, place_of, room_of
from vision.tables.table import TableReading

Codes = dict[str, str]


def verdict_of(truth: Truth, reading: TableReading) -> Verdict:
    """The dungeon square by square; the pale backs of rooms are all alike, so their names are not asked of a photo."""
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
    exact = by_form and not found["asked"] and not found["wrong"]
    lord = {**truth.state["players"][0], "dungeon": ["C1"]}
    score = by_form and exact and scores_alike(truth, reading, {"players": [lord]})
    return Verdict(exact, by_form, score, found, _failed(true, read))


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
    return "room asked" if UNNAMED in read.values() else "room"
