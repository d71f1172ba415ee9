"""What changed in a dungeon between two states, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.catalogue import localised
from scoring.dungeonlords.pieces import Square
from scoring.games import load
from scoring.words import Sentence, say
from vision.tables.contract import State
from vision.tables.dungeonlords.lay import tiles_of
from vision.tables.dungeonlords.places import CONQUERED, MONSTERS, PRISONERS, TUNNEL
from vision.tables.dungeonlords.questions import told


def differences(before: State, after: State) -> Iterator[Sentence]:
    """Tiles that came, changed or went, and cards in lair and prison, player by player."""
    for seat, lord in enumerate(after["players"]):
        if seat < len(before["players"]):
            yield from _tiles(lord["name"], tiles_of(before, seat), tiles_of(after, seat))
            yield from _cards(lord["name"], before["players"][seat], lord)


def _tiles(name: str, before: dict[Square, State], after: dict[Square, State]) -> Iterator[Sentence]:
    for square in sorted(before.keys() | after.keys(), key=lambda one: (one[1], one[0])):
        was, now = (_words(tiles.get(square)) for tiles in (before, after))
        place = {"player": name, "column": square[0] + 1, "row": square[1] + 1}
        if was == now:
            continue
        if was is None:
            yield say("{player}: {tile} at column {column}, row {row}", tile=now, **place)
        elif now is None:
            yield say("{player}: no {tile} at column {column}, row {row} any more", tile=was, **place)
        else:
            yield say("{player}: {tile} at column {column}, row {row}, before {was}", tile=now, was=was, **place)


def _words(tile: State | None) -> Sentence | None:
    if tile is None:
        return None
    words: Sentence = told((tile["room"] or TUNNEL) + (CONQUERED if tile["conquered"] else ""))
    return words


def _cards(name: str, before: State, after: State) -> Iterator[Sentence]:
    catalogue = load("dungeonlords").catalogue
    for field in (MONSTERS, PRISONERS):
        was, now = (Counter(_id(card) for card in lord[field]) for lord in (before, after))
        for card in (now - was).elements():
            yield say("{player}: {card} came", player=name, card=localised(catalogue.items[card].name))
        for card in (was - now).elements():
            yield say("{player}: {card} went", player=name, card=localised(catalogue.items[card].name))


def _id(card: State | str) -> str:
    return card if isinstance(card, str) else str(card["id"])
