"""Two photos of one table: the second shows a part, and what lies beyond its edge stays as it was."""

from __future__ import annotations

from typing import Any

from scoring.games import load
from vision.tables import reader_of
from vision.tables.contract import Change, Pieces, Spot, State
from vision.tables.joined import moved, shift_of
from vision.tables.rollplayer.places import PLACES, cell_of

ROWS = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
COLOURS = ("red", "blue", "gold")
KNOWN = {
    f"rows/{row}/{column}": f"{colour} {at + 1}" for at, row in enumerate(ROWS) for column, colour in enumerate(COLOURS)
}


def piece(place: str, code: str) -> dict[str, Any]:
    return {"id": place, "place": place, "code": code, "confidence": 0.9, "box": [0, 0, 9, 9], "options": []}


def character(dice: dict[str, str]) -> State:
    rows = {row: [dice.get(f"rows/{row}/{column}") for column in range(3)] for row in ROWS}
    return load("rollplayer").state.model_validate({"players": [{"name": "Ann", "rows": rows}]}).model_dump(mode="json")


def rows_after(pieces: Pieces, state: State, unseen: frozenset[str]) -> dict[str, list[str | None]]:
    laid = reader_of("rollplayer").lay(pieces, state, Spot(0, unseen=unseen))
    (rows,) = (change.value for change in laid.changes if change.path.endswith("/rows"))
    return dict(rows)


def test_places_beyond_the_photo_keep_their_dice() -> None:
    upper = {place: code for place, code in KNOWN.items() if cell_of(place)[0] < 3}
    lower = frozenset(KNOWN) - frozenset(upper)
    seen = [piece(place, code) for place, code in upper.items() if place != "rows/strength/2"]
    rows = rows_after(seen, character(KNOWN), lower)
    assert rows["strength"] == ["red 1", "blue 1", None], "what the photo shows empty is empty"
    assert rows["charisma"] == ["red 6", "blue 6", "gold 6"]
    everything = rows_after(seen, character(KNOWN), frozenset())
    assert everything["charisma"] == [None] * 3


def test_the_lower_half_is_laid_below_the_upper_by_what_both_show() -> None:
    """A photo of the last four rows is taken for the first four: two of them are known already."""
    first = {place: code for place, code in KNOWN.items() if cell_of(place)[0] < 4}
    names = [str(choice.value) for choice in PLACES]
    seen = [
        piece(names[3 * (row - 2) + column], KNOWN[names[3 * row + column]])
        for row in range(2, 6)
        for column in range(3)
    ]
    beyond = frozenset(place for place in names if cell_of(place)[0] >= 4)
    rows = rows_after(seen, character(first), beyond)
    assert [code for row in ROWS for code in rows[row]] == list(KNOWN.values())


def tiles(change: Change) -> dict[tuple[int, int], str | None]:
    return {(tile["x"], tile["y"]): tile["room"] for tile in change.value}


def test_the_right_half_of_a_dungeon_joins_the_left() -> None:
    reader, game = reader_of("dungeonlords"), load("dungeonlords")
    left = {"A1": None, "B1": "mint", "C1": None, "C2": None, "C3": "hatchery", "B3": None}
    known = [{"x": ord(name[0]) - 65, "y": int(name[1]) - 1, "room": room} for name, room in left.items()]
    state = game.state.model_validate({"players": [{"name": "Ann", "dungeon": known}]}).model_dump(mode="json")
    shown = {"A1": "mint", "B1": "tunnel", "B2": "tunnel", "B3": "hatchery", "A3": "tunnel", "C2": "tunnel"}
    pieces = [piece(f"dungeon/{name}", code) for name, code in shown.items()]
    beyond = frozenset(f"dungeon/E{row}" for row in range(1, 5))
    laid = reader.lay(pieces, state, Spot(0, unseen=beyond))
    after = tiles(laid.changes[0])
    assert after[1, 0] == "mint" and after[2, 2] == "hatchery" and (3, 1) in after, "moved by one column"
    assert (0, 0) in after, "what the photo does not show stays"
    assert len(after) == len(left) + 1


def test_tunnels_alone_do_not_tell_where_a_part_lies() -> None:
    same = {(column, 0): "tunnel" for column in range(3)}
    assert shift_of(same, {(column + 1, 1): "tunnel" for column in range(3)}, (5, 4), 5) == (0, 0)
    assert moved({(0, 1)}, (0, 1), (1, 3)) == {(0, 0), (0, 2)}
