"""What a photo of a dungeon leaves open, in the order in which it decides points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.catalogue import localised
from scoring.dungeonlords.pieces import in_zone, square_name
from scoring.games import load
from scoring.words import say
from vision.reading import UNSURE
from vision.tables.contract import SIDES, Choice, Piece, Pieces, Question, State, unsure_pieces
from vision.tables.dungeonlords.lay import on_site
from vision.tables.dungeonlords.places import CONQUERED, TUNNEL, UNNAMED, room_of, square_of

FIRST_ROW, COLUMNS, NO_DUNGEON = "first_row", "columns", "dungeon"
OFFERED = 3
CARDS = {
    "prisoners": say("Who is this in the prison?"),
    "monsters": say("Which monster or ghost is this?"),
}
COUNTS = {
    "prisoners": say("Which adventurers and paladins lie in the prison?"),
    "monsters": say("Which monsters and ghosts are in the lair?"),
    "letters": say("How many red marks for unpaid tax are there?"),
    "imps": say("How many imps are there?"),
    "gold": say("How much gold is there?"),
    "food": say("How much food is there?"),
    "evil": say("On which space of the Evilometer is the counter (0 nicest, 14 evillest)?"),
}


def questions(pieces: Pieces, left_open: Sequence[str], state: State, player: int) -> list[Question]:
    """Where the entrance is, which room each unnamed one is, tiles that are unsure, and what no tile tells."""
    if NO_DUNGEON in left_open:
        return [Question("photo", say("The photo shows no dungeon that I can find; nothing was changed."))]
    asked = []
    if FIRST_ROW in left_open:
        asked.append(Question(FIRST_ROW, say("At which end of the photo is the entrance of the dungeon?"), SIDES))
    if COLUMNS in left_open:
        asked.append(Question(COLUMNS, say("The tiles fit other columns as well. Are they where I laid them?")))
    asked += [_which_card(piece) for piece in pieces if piece["code"] == UNNAMED and piece.get("place") in CARDS]
    asked += [_which_room(piece, state, player) for piece in pieces if on_site(piece) and _open(piece, state)]
    asked += [
        _which_tile(piece) for piece in unsure_pieces(pieces, UNSURE) if on_site(piece) and not _open(piece, state)
    ]
    return [*asked, *_about_the_rest(pieces, state, player)]


def unnamed(pieces: Pieces, state: State) -> int:
    """Rooms that stand in a dungeon without a name, and cards beside it that nobody named yet.

    Which room it was that is lost makes no difference; of cards the state may tell as many as are seen.
    """
    tiles = [tile for lord in state["players"] for tile in lord["dungeon"]]
    rooms = sum(bool(tile["room"] == UNNAMED and not tile["conquered"]) for tile in tiles)
    return rooms + sum(_unnamed_cards(field, pieces, state) for field in CARDS)


def _unnamed_cards(field: str, pieces: Pieces, state: State) -> int:
    seen = [piece["code"] for piece in pieces if piece.get("place") == field]
    told = sum(len(lord[field]) for lord in state["players"])
    return min(sum(bool(code == UNNAMED) for code in seen), max(0, len(seen) - told))


def _open(piece: Piece, state: State) -> bool:
    """Whether the state has no name for this room yet; of one that is lost nobody needs it."""
    if not piece.get("path") or room_of(piece["code"]) is None or piece["code"].endswith(CONQUERED):
        return False
    _, _, seat, field, number = piece["path"].split("/")
    return bool(state["players"][int(seat)][field][int(number)]["room"] == UNNAMED)


def _which_room(piece: Piece, state: State, player: int) -> Question:
    """Candidates are what it looks like; then rooms that may stand there and that nobody has yet."""
    catalogue = load("dungeonlords").catalogue
    square = square_of(piece["place"])
    built = {tile["room"] for lord in state["players"] for tile in lord["dungeon"]}
    looks = [room_of(option["code"]) for option in piece.get("options", ())]
    rooms = {item.id: item for item in catalogue.of_kind("room")}
    fitting = [name for name in rooms if name not in built and in_zone(square, str(catalogue.value(name, "zone")))]
    likely = list(dict.fromkeys([name for name in looks if name in rooms] + fitting))[:OFFERED]
    end = CONQUERED if piece["code"].endswith(CONQUERED) else ""
    choices = tuple(Choice(name + end, localised(rooms[name].name)) for name in likely if name)
    return Question("piece", say("Which room is at {square}?", square=square_name(square)), choices, piece.get("path"))


def _which_card(piece: Piece) -> Question:
    catalogue = load("dungeonlords").catalogue
    names = [option["code"] for option in piece.get("options", ())][:OFFERED]
    choices = tuple(Choice(name, localised(catalogue.items[name].name)) for name in names if name in catalogue.items)
    return Question("piece", CARDS[piece["place"]], choices, f"/pieces/{piece['id']}")


def _which_tile(piece: Piece) -> Question:
    options = [option for option in piece.get("options", ()) if option["code"]][:OFFERED]
    return Question(
        "piece",
        say(
            "What lies at {square}? I read {piece}.",
            square=square_name(square_of(piece["place"])),
            piece=told(piece["code"]),
        ),
        tuple(Choice(option["code"], told(option["code"])) for option in options),
        piece.get("path"),
    )


def told(code: str) -> Any:
    """A tile in words."""
    lost = code.endswith(CONQUERED)
    name = code.removesuffix(CONQUERED)
    if name == TUNNEL:
        return say("conquered tunnel") if lost else say("tunnel")
    if name == UNNAMED:
        return say("conquered room") if lost else say("room")
    room = localised(load("dungeonlords").catalogue.items[name].name)
    return say("{room}, conquered", room=room) if lost else room


def _about_the_rest(pieces: Pieces, state: State, player: int) -> list[Question]:
    """What lies beside the tiles: only what the state does not tell yet."""
    lord = state["players"][player]
    seen = {piece.get("place") for piece in pieces}
    usual = {name: () if name in ("prisoners", "monsters") else start for name, start in _START.items()}
    return [
        Question(name, text, where=f"/players/{player}/{name}")
        for name, text in COUNTS.items()
        if name not in seen and (list(lord[name]) == [] if usual[name] == () else lord[name] == usual[name])
    ]


_START = {"prisoners": 0, "monsters": 0, "letters": 0, "imps": 3, "gold": 0, "food": 0, "evil": 4}
