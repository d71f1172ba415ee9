"""A correction of a photo of a trove."""

from __future__ import annotations

from typing import Any

from scoring.words import say
from vision.tables.contract import CannotLay, Change, Laid, Pieces, State
from vision.tables.diceminer.lay import at_hero, sorted_out
from vision.tables.diceminer.questions import HERO
from vision.tables.heap import after_correction, numbered


def adjust(before: Pieces, after: Pieces, state: State, player: int) -> Laid:
    """Dice that people typed beside the photo stay; dice that they took away stay away. So does a hero."""
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


def _round_of(before: Pieces, state: State, player: int) -> int:
    """The round that the photo shows: where its pieces lie, else the last one."""
    rounds: list[Any] = state["players"][player]["rounds"]
    index = int(before[0]["path"].split("/")[4]) if before else len(rounds) - 1
    if not 0 <= index < len(rounds):
        raise CannotLay(say("The round of this photo was taken away. Take the photo again."))
    return index
