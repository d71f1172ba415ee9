"""What a photo of a layout leaves open: cards without a name, the number of dwarves, and what is in hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.dwar7s.pieces import COLOUR_NAMES, Colour
from scoring.dwar7s.printed import name_of
from scoring.games import load
from scoring.words import say
from vision.reading import UNSURE
from vision.tables.contract import Choice, Piece, Pieces, Question, State, unsure_pieces
from vision.tables.dwar7s.places import UNNAMED, Cell, card_of, cell_of, dwarf_colour, is_dwarf, is_named

GEMS = say("Which gem and ogre cards does each player hold?")
GOALS = say("Which goals has each player completed, and which monsters killed?")


def questions(pieces: Pieces, left_open: Sequence[str], state: State, player: int) -> list[Question]:
    """Cards first, they decide most points; then dwarves, then hands."""
    return [*_about_cards(pieces), *_about_changes(pieces), *_about_dwarves(pieces), *_about_hands(state)]


def unnamed(pieces: Pieces, state: State) -> int:
    """Cards that lie where the state has none."""
    known = {(stack["x"], stack["y"]) for stack in state["table"]}
    return sum(piece["code"] == UNNAMED and cell_of(piece["place"]) not in known for piece in pieces)


def _about_cards(pieces: Pieces) -> list[Question]:
    cards = [piece for piece in unsure_pieces(pieces, UNSURE) if not is_dwarf(piece)]
    return [
        Question(
            "piece",
            say("Which card lies at column {column}, row {row}?", **_counted(cell_of(piece["place"]), pieces)),
            tuple(Choice(code, spelled(code)) for code in _candidates(piece)),
            piece.get("path") or f"/pieces/{piece['id']}",
        )
        for piece in cards
    ]


def _candidates(piece: Piece) -> list[str]:
    """The likeliest cards, first the one it was taken for."""
    taken = [piece["code"]] if is_named(piece) else []
    return [*taken, *(option["code"] for option in piece.get("options", ()))]


def _about_changes(pieces: Pieces) -> list[Question]:
    """Cards that looked like another one, but that one lies elsewhere."""
    return [
        Question(
            "piece",
            say(
                "The card at column {column}, row {row} looks like {looked}, but that card lies elsewhere; "
                "I took it for {taken}. Is that right?",
                looked=spelled(piece["by_looks"]),
                taken=spelled(piece["code"]),
                **_counted(cell_of(piece["place"]), pieces),
            ),
            tuple(Choice(one, spelled(one)) for one in (piece["code"], piece["by_looks"])),
            piece.get("path"),
        )
        for piece in pieces
        if piece.get("by_looks") and is_named(piece)
    ]


def _about_dwarves(pieces: Pieces) -> list[Question]:
    standing = Counter(dwarf_colour(piece) for piece in pieces if is_dwarf(piece))
    if not any(piece["code"] == UNNAMED or is_named(piece) for piece in pieces):
        return []
    text = say(
        "Dwarves are only guessed from a photo: blue {blue}, red {red}, green {green}, yellow {yellow}. "
        "Look at every card with dwarves.",
        **{str(colour): standing[colour] for colour in Colour},
    )
    return [Question("dwarves", text, where="/table")]


def _about_hands(state: State) -> list[Question]:
    asked = []
    if not any(one["gems"] or one["ogres"] for one in state["players"]):
        asked.append(Question("gems", GEMS, where="/players"))
    if not any(one["trades"] or one["secret"] or one["killed"] for one in state["players"]):
        asked.append(Question("goals", GOALS, where="/players"))
    return asked


def _counted(cell: Cell, pieces: Pieces) -> dict[str, int]:
    """Column and row as people count them in the photo: from 1, from its left and top."""
    cells = [cell_of(piece["place"]) for piece in pieces if piece.get("place")]
    return {
        "column": cell[0] - min(column for column, _ in cells) + 1,
        "row": cell[1] - min(row for _, row in cells) + 1,
    }


def spelled(code: str) -> str:
    """A card in words."""
    card = card_of(code)
    name = name_of(str(card["kind"]), load("dwar7s").catalogue)
    return say("{colour} {card}", colour=COLOUR_NAMES[Colour(str(card["colour"]))], card=name)
