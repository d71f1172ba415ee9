"""A correction of a photo of a trove or of the mountain."""

from __future__ import annotations

from typing import Any

from scoring.words import say
from vision.tables.contract import CannotLay, Change, Laid, Piece, Pieces, State
from vision.tables.diceminer.lay import at_hero, fits, nowhere, on_mountain, sorted_out
from vision.tables.diceminer.places import (
    MOUNTAIN,
    ROWS,
    is_of_trove,
    is_on_mountain,
    nearest_place,
    place_code,
    place_of,
)
from vision.tables.diceminer.questions import HERO
from vision.tables.heap import after_correction, numbered


def adjust(before: Pieces, after: Pieces, state: State, player: int) -> Laid:
    """Dice that people typed beside the photo stay; dice that they took away stay away. So does a hero."""
    if any(is_on_mountain(piece) for piece in before):
        return _mountain(before, after, state)
    base = f"/players/{player}"
    (dice_before, hero_before), (dice_after, hero_after) = sorted_out(before), sorted_out(after)
    changes = []
    laid: Pieces = []
    if dice_before or dice_after or not hero_before:
        index = _round_of(dice_before, state, player)
        path = f"{base}/rounds/{index}/dice"
        kept, typed = after_correction(dice_before, dice_after, state["players"][player]["rounds"][index]["dice"])
        changes.append(Change("replace", path, [piece["code"] for piece in kept] + typed))
        laid = numbered(kept, path)
    was, now = (next((hero["code"] for hero in some), None) for some in (hero_before, hero_after))
    if was != now:
        changes.append(Change("replace", f"{base}/{HERO}", now))
    return Laid(tuple(changes), [*laid, *at_hero(hero_after, base)])


def _mountain(before: Pieces, after: Pieces, state: State) -> Laid:
    """Dice of the mountain that were corrected, taken away, or added where they were pointed at."""
    shape = [len(row) for row in state[MOUNTAIN]] if state[MOUNTAIN] else list(ROWS)
    there = {place_of(piece["place"]): _centre(piece) for piece in after if is_on_mountain(piece)}
    placed: Pieces = []
    for piece in after:
        place = nearest_place(_centre(piece), there, shape) if is_of_trove(piece) else None
        placed.append({**piece, "place": place_code(place)} if place else piece)
        there |= {place: _centre(piece)} if place else {}
    dug = [piece for piece in placed if is_on_mountain(piece) and fits(piece, shape)]
    was = {piece["place"]: piece["code"] for piece in before if is_on_mountain(piece)}
    now = {piece["place"]: piece["code"] for piece in dug}
    changes = [
        Change("replace", f"/{place}", now.get(place))
        for place in sorted({*was, *now})
        if was.get(place) != now.get(place)
    ]
    return Laid(tuple(changes), [*on_mountain(dug), *nowhere([piece for piece in placed if piece not in dug])])


def _centre(piece: Piece) -> tuple[float, float]:
    left, top, right, bottom = piece["box"]
    return (left + right) / 2, (top + bottom) / 2


def _round_of(before: Pieces, state: State, player: int) -> int:
    """The round that the photo shows: where its pieces lie, else the last one."""
    rounds: list[Any] = state["players"][player]["rounds"]
    index = int(before[0]["path"].split("/")[4]) if before else len(rounds) - 1
    if not 0 <= index < len(rounds):
        raise CannotLay(say("The round of this photo was taken away. Take the photo again."))
    return index
