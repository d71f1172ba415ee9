"""A layout into the state. A later photo is laid over what is there: its own way up does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from scoring.dwar7s.pieces import COLOUR_NAMES, STACKABLE, Colour
from vision.tables.contract import Change, Laid, Piece, Pieces, Spot, State
from vision.tables.dwar7s.places import UNNAMED, Cell, card_of, cell_of, dwarf_colour, is_dwarf, is_named, place_of
from vision.tables.table import Hints

# So many cards must lie as before for a photo to show the same layout.
ENOUGH = 2
Stack = dict[str, Any]


def lay(pieces: Pieces, state: State, spot: Spot) -> Laid:
    """Every named card at its place, with the dwarves on it; what lay there below the same card stays below it.

    A photo in which no card is known changes nothing.
    """
    if not any(is_named(piece) for piece in pieces):
        return Laid((), [{**piece, "path": None} for piece in pieces])
    before = {(stack["x"], stack["y"]): stack for stack in state["table"]}
    pieces = moved(pieces, before)
    stacks = [*_stacks(pieces, before), *_unseen(pieces, before)]
    return Laid((Change("replace", "/table", stacks),), with_paths(pieces, stacks))


def beginning(name: str, pieces: Pieces, hints: Hints) -> State:
    """Everybody whose cards or dwarves are seen plays; people tell their names later."""
    seen = {_colour(piece) for piece in pieces}
    colours = [colour for colour in Colour if colour in seen]
    return {"players": [{"name": COLOUR_NAMES[colour].title(), "colour": str(colour)} for colour in colours]}


def _colour(piece: Piece) -> str:
    """Whose piece it is; the frame of a card without a name tells that, too."""
    if is_dwarf(piece):
        return dwarf_colour(piece)
    likeliest = [piece["code"]] if is_named(piece) else [option["code"] for option in piece.get("options", ())]
    return likeliest[0].split()[0] if likeliest else ""


def moved(pieces: Pieces, before: Mapping[Cell, Stack]) -> Pieces:
    """The pieces in the columns, rows and turns of the layout so far, as far as they can be recognised in it."""
    ways = [(_fits(way, before), way) for quarter in range(4) for way in _shifted(_turned(pieces, quarter), before)]
    fit, best = max(ways, key=lambda one: one[0], default=(0, pieces))
    return best if fit >= ENOUGH else pieces


def _turned(pieces: Pieces, quarters: int) -> Pieces:
    """The whole layout turned clockwise."""
    turned = pieces
    for _ in range(quarters):
        turned = [_quarter(piece) for piece in turned]
    return turned


def _quarter(piece: Piece) -> Piece:
    column, row = cell_of(piece["place"])
    codes = [_quarter_code(one) for one in (piece["code"], *(option["code"] for option in piece.get("options", ())))]
    options = [{**option, "code": code} for option, code in zip(piece.get("options", ()), codes[1:], strict=True)]
    return {**piece, "place": place_of((-row, column)), "code": codes[0], "options": options}


def _quarter_code(code: str) -> str:
    *words, turn = code.split()
    return " ".join([*words, str((int(turn) + 1) % 4)]) if turn.isdigit() else code


def _shifted(pieces: Pieces, before: Mapping[Cell, Stack]) -> Iterator[Pieces]:
    """The pieces moved so that one of their cards lies on the same card of the layout so far."""
    there: dict[str, list[Cell]] = {}
    for cell, stack in before.items():
        there.setdefault(_name(stack["cards"][-1]), []).append(cell)
    shifts = Counter(
        (cell[0] - column, cell[1] - row)
        for piece in pieces
        if is_named(piece)
        for column, row in (cell_of(piece["place"]),)
        for cell in there.get(_name(card_of(piece["code"])), ())
    )
    for (across, down), _ in shifts.most_common(3):
        cells = [cell_of(piece["place"]) for piece in pieces]
        yield [
            {**piece, "place": place_of((column + across, row + down))}
            for piece, (column, row) in zip(pieces, cells, strict=True)
        ]


def _fits(pieces: Pieces, before: Mapping[Cell, Stack]) -> int:
    """How many cards lie as before, turns included."""
    return sum(
        card_of(piece["code"]) == _told(before[cell_of(piece["place"])]["cards"][-1])
        for piece in pieces
        if is_named(piece) and cell_of(piece["place"]) in before
    )


def _name(card: Mapping[str, Any]) -> str:
    return f"{card['colour']} {card['kind']}"


def _told(card: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": card["kind"], "colour": card["colour"], "turn": card.get("turn", 0)}


def _stacks(pieces: Pieces, before: Mapping[Cell, Stack]) -> Iterator[Stack]:
    """The stacks of the named cards that are seen."""
    standing: dict[Cell, Counter[str]] = {}
    for piece in pieces:
        if is_dwarf(piece):
            standing.setdefault(cell_of(piece["place"]), Counter())[dwarf_colour(piece)] += 1
    for piece in pieces:
        if is_named(piece):
            cell = cell_of(piece["place"])
            below = before[cell]["cards"] if cell in before else []
            cards = stacked(card_of(piece["code"]), below)
            yield {"x": cell[0], "y": cell[1], "cards": cards, "dwarves": dict(standing.get(cell, {}))}


def stacked(card: dict[str, Any], below: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cards of a place when this one is seen on top.

    >>> ruby, blue = {"kind": "ruby_mine", "colour": "red", "turn": 0}, {"kind": "ruby_mine", "colour": "blue"}
    >>> [one["colour"] for one in stacked(ruby, [blue])]
    ['blue', 'red']
    """
    if not below:
        return [card]
    *under, top = below
    if _told(top) == card:
        return below
    if _name(top) == _name(card):
        return [*under, {**top, "turn": card["turn"]}]
    covers = top["kind"] == card["kind"] and card["kind"] in STACKABLE
    return [*below, card] if covers else [card]


def _unseen(pieces: Pieces, before: Mapping[Cell, Stack]) -> Iterator[Stack]:
    """What stays of the layout so far: beyond the photo, and where a card is seen but not known."""
    cells = [cell_of(piece["place"]) for piece in pieces]
    named = {cell_of(piece["place"]) for piece in pieces if is_named(piece)}
    open_ = {cell_of(piece["place"]) for piece in pieces if piece["code"] == UNNAMED}
    if not named & before.keys():
        return
    for cell, stack in before.items():
        inside = all(
            min(one[axis] for one in cells) <= cell[axis] <= max(one[axis] for one in cells) for axis in (0, 1)
        )
        if cell not in named and (cell in open_ or not inside):
            yield stack


def with_paths(pieces: Pieces, stacks: list[Stack]) -> Pieces:
    """The pieces with their places in the state; a card without a name has none yet."""
    at = {(stack["x"], stack["y"]): number for number, stack in enumerate(stacks)}
    return [{**piece, "path": _path(piece, at, stacks)} for piece in pieces]


def _path(piece: Piece, at: Mapping[Cell, int], stacks: list[Stack]) -> str | None:
    number = at.get(cell_of(piece["place"])) if piece.get("place") else None
    if number is None or piece["code"] == UNNAMED:
        return None
    if is_dwarf(piece):
        return f"/table/{number}/dwarves/{dwarf_colour(piece)}"
    return f"/table/{number}/cards/{len(stacks[number]['cards']) - 1}"
