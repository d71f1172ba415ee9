"""What a photo of a character sheet leaves open."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.rollplayer.pieces import ATTRIBUTES
from scoring.words import say
from vision.reading import UNSURE
from vision.tables.contract import SIDES, Choice, Pieces, Question, State, unsure_pieces
from vision.tables.rollplayer.places import SHAPE, cell_of, name_of

FIRST_ROW = "first_row"
CARDS = {
    "race": say("Which race is the character sheet?"),
    "hero_class": say("Which class is it, and which side of the class card is up?"),
    "alignment": say("Which alignment card is it, and on which of its nine squares is the marker?"),
    "backstory": say("Which backstory card is it?"),
}
MARKET = say("Which market cards (weapons, armor, traits, skills) were bought, and how much gold is left?")


def questions(pieces: Pieces, left_open: Sequence[str], state: State, player: int) -> list[Question]:
    """How the sheet lies, what its unclear dice show, and the cards that no dice tell."""
    return [*_about_the_sheet(pieces, left_open), *_about_dice(pieces), *_about_cards(state, player)]


def _about_the_sheet(pieces: Pieces, left_open: Sequence[str]) -> list[Question]:
    asked = []
    if FIRST_ROW in left_open:
        asked.append(Question(FIRST_ROW, say("Which end of the sheet is Strength?"), SIDES))
    rows = sorted({cell_of(piece["place"])[0] for piece in pieces if piece.get("place")})
    if rows and rows[-1] - rows[0] + 1 < SHAPE[0]:
        asked.append(Question("rows", _taken_rows(rows[0], rows[-1])))
    return asked


def _taken_rows(first: int, last: int) -> str:
    if first == last:
        return say(
            "Dice lie in one of the 6 rows only; I took it for {row}. Is that right?", row=ATTRIBUTES[first].title()
        )
    return say(
        "Dice lie in {count} of the 6 rows only; I took them for {first} to {last}. Is that right?",
        count=last - first + 1,
        first=ATTRIBUTES[first].title(),
        last=ATTRIBUTES[last].title(),
    )


def _about_dice(pieces: Pieces) -> list[Question]:
    return [
        Question(
            "piece",
            say(
                "What does the die at {place} show? I read {piece}.",
                place=name_of(cell_of(piece["place"])),
                piece=spelled(piece["code"]),
            ),
            tuple(Choice(option["code"], spelled(option["code"])) for option in piece.get("options", ())),
            piece.get("path"),
        )
        for piece in unsure_pieces(pieces, UNSURE)
        if piece.get("place")
    ]


def spelled(code: str) -> str:
    """A die in words: its colour and its value."""
    colour, value = code.split(" ")
    return say("{colour} {value}", colour=colour, value=value)


def _about_cards(state: State, player: int) -> list[Question]:
    sheet = state["players"][player]
    base = f"/players/{player}"
    asked = [Question(card, text, where=f"{base}/{card}") for card, text in CARDS.items() if sheet[card] is None]
    if not sheet["cards"] and not sheet["gold"]:
        asked.append(Question("cards", MARKET, where=f"{base}/cards"))
    return asked
