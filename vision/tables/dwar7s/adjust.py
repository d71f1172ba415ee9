"""A correction of a photo of a layout: only what was corrected changes, what people typed stays."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

from scoring.words import say
from vision.tables.contract import CannotLay, Change, Laid, Piece, Pieces, State
from vision.tables.dwar7s.lay import with_paths
from vision.tables.dwar7s.places import Cell, card_of, cell_of, dwarf_colour, is_dwarf, is_named, is_piece, place_of
from vision.tables.grid import nearest_free

# A form of cards is searched for a free place so far around it.
AROUND = 1


def adjust(before: Pieces, after: Pieces, state: State, player: int) -> Laid:
    """Follow a correction: cards named, changed, added or taken away, and dwarves."""
    for piece in after:
        if not is_piece(piece["code"]):
            raise CannotLay(say("{code} is neither a card nor a dwarf of this game.", code=repr(piece["code"])))
    stacks = {(stack["x"], stack["y"]): deepcopy(stack) for stack in state["table"]}
    known = {piece["id"]: piece for piece in before}
    there = {piece["id"] for piece in after}
    for piece in before:
        if piece["id"] not in there:
            _taken_away(piece, stacks)
    placed = [piece if piece.get("place") else {**piece, "place": _place(piece, after)} for piece in after]
    for piece in placed:
        old = known.get(piece["id"])
        if piece["place"] and (old is None or _meaning(old) != _meaning(piece)):
            if old is not None:
                _taken_away(old, stacks, keep=not is_dwarf(old) and old.get("place") == piece["place"])
            _put(piece, stacks, placed)
    table = [stack for stack in stacks.values() if stack["cards"]]
    return Laid((Change("replace", "/table", table),), with_paths(placed, table))


def _meaning(piece: Piece) -> tuple[Any, Any]:
    return piece["code"], piece.get("place")


def _taken_away(piece: Piece, stacks: dict[Cell, dict[str, Any]], keep: bool = False) -> None:
    """Take a dwarf, or the top card of a stack, out of the layout."""
    stack = stacks.get(cell_of(piece["place"])) if piece.get("place") else None
    if stack is None or keep:
        return
    if is_dwarf(piece):
        left = stack["dwarves"].get(dwarf_colour(piece), 0) - 1
        stack["dwarves"] = {**stack["dwarves"], dwarf_colour(piece): max(0, left)}
    elif is_named(piece):
        stack["cards"] = stack["cards"][:-1]


def _put(piece: Piece, stacks: dict[Cell, dict[str, Any]], others: Pieces) -> None:
    """A dwarf onto its card, or a card as the top of its place; the dwarves seen on a new card come with it."""
    cell = cell_of(piece["place"])
    stack = stacks.get(cell)
    if is_dwarf(piece):
        if stack is not None:
            colour = dwarf_colour(piece)
            stack["dwarves"] = {**stack["dwarves"], colour: stack["dwarves"].get(colour, 0) + 1}
    elif is_named(piece):
        card = card_of(piece["code"])
        if stack is None:
            standing = Counter(dwarf_colour(one) for one in others if is_dwarf(one) and one["place"] == piece["place"])
            stacks[cell] = {"x": cell[0], "y": cell[1], "cards": [card], "dwarves": dict(standing)}
        else:
            stack["cards"] = [*stack["cards"][:-1], card]


def _place(piece: Piece, others: Pieces) -> str | None:
    """Where something added by hand lies: a dwarf on the card under it, a card at the free place beside the others."""
    cards = {cell_of(one["place"]): _centre(one) for one in others if one.get("place") and not is_dwarf(one)}
    if not cards:
        return None if is_dwarf(piece) else place_of((0, 0))
    x, y = _centre(piece)
    if is_dwarf(piece):
        return place_of(min(cards, key=lambda cell: (cards[cell][0] - x) ** 2 + (cards[cell][1] - y) ** 2))
    left, top = (min(cell[axis] for cell in cards) - AROUND for axis in (0, 1))
    wide, high = (max(cell[axis] for cell in cards) + AROUND + 1 - least for axis, least in ((0, left), (1, top)))
    seen = {(row - top, column - left): centre for (column, row), centre in cards.items()}
    free = nearest_free((x, y), seen, high, wide)
    return place_of((free[1] + left, free[0] + top)) if free else None


def _centre(piece: Piece) -> tuple[float, float]:
    left, top, right, bottom = piece["box"]
    return (left + right) / 2, (top + bottom) / 2
