"""What a photo of a character sheet leaves open."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.catalogue import localised
from scoring.games import load
from scoring.rollplayer.pieces import ATTRIBUTES
from scoring.words import say
from vision.reading import UNSURE
from vision.tables.contract import SIDES, Choice, Pieces, Question, State, unsure_pieces
from vision.tables.rollplayer.places import (
    CUBES,
    MARKER,
    SHAPE,
    TOKENS,
    UNKNOWN_CARDS,
    cell_of,
    is_on_sheet,
    name_of,
)

FIRST_ROW = "first_row"
CARDS = {
    "race": say("Which race is the character sheet?"),
    "hero_class": say("Which class is it, and which side of the class card is up?"),
    "alignment": say("Which alignment card is it, and on which of its nine squares is the marker?"),
    "backstory": say("Which backstory card is it?"),
}
MARKER_SQUARE = say("On which of its nine squares does the marker lie? A photo only guesses it.")
MARKET = say("Which market cards (weapons, armor, traits, skills) were bought, and how much gold is left?")


def questions(pieces: Pieces, left_open: Sequence[str], state: State, player: int) -> list[Question]:
    """How the sheet lies, what its unclear dice show, and the cards that no dice tell."""
    return [
        *_about_the_sheet(pieces, left_open),
        *_about_dice(pieces),
        *_about_seen_cards(pieces),
        *_about_cards(state, player),
        *_about_counters(left_open, state, player),
    ]


def _about_the_sheet(pieces: Pieces, left_open: Sequence[str]) -> list[Question]:
    asked = []
    if FIRST_ROW in left_open:
        asked.append(Question(FIRST_ROW, say("Which end of the sheet is Strength?"), SIDES))
    rows = sorted({cell_of(piece["place"])[0] for piece in pieces if is_on_sheet(piece)})
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
        if is_on_sheet(piece)
    ]


def spelled(code: str) -> str:
    """A die in words: its colour and its value."""
    colour, value = code.split(" ")
    return say("{colour} {value}", colour=colour, value=value)


def _about_seen_cards(pieces: Pieces) -> list[Question]:
    """Cards that are read but unsure, and where the marker lies: a photo only proposes that."""
    asked = []
    for piece in unsure_pieces(pieces, UNSURE):
        if piece.get("place") == MARKER:
            asked.append(Question("piece", MARKER_SQUARE, where=piece.get("path")))
        elif piece.get("place") and not is_on_sheet(piece):
            choices = tuple(Choice(one["code"], card_name(one["code"])) for one in (piece, *piece.get("options", ())))
            text = say("Which card is this? I read {card}.", card=card_name(piece["code"]))
            asked.append(Question("piece", text, choices, piece.get("path")))
    return asked


def card_name(code: str) -> str:
    """A card in words."""
    return localised(load("rollplayer").catalogue.items[code].name)


def _about_counters(left_open: Sequence[str], state: State, player: int) -> list[Question]:
    """Cubes, tokens and cards that were seen and not known: counted as a proposal, told by a person."""
    counts = {word: int(count) for word, _, count in (one.partition(" ") for one in left_open) if count.isdigit()}
    sheet, base = state["players"][player], f"/players/{player}"
    asked = []
    if CUBES in counts and state["options"]["expansion"] and not sheet["xp"]:
        text = say("How many experience cubes are there? I count {count}.", count=counts[CUBES])
        asked.append(Question("xp", text, where=f"{base}/xp"))
    if TOKENS in counts:
        text = say("How much of it is gold, honor or injury? I count {count} tokens.", count=counts[TOKENS])
        asked.append(Question("tokens", text, where=f"{base}/gold"))
    if UNKNOWN_CARDS in counts:
        text = say(
            "{count} more cards lie there that I do not know: type them, or teach them once.",
            count=counts[UNKNOWN_CARDS],
        )
        asked.append(Question("cards", text, where=f"{base}/cards"))
    return asked


def _about_cards(state: State, player: int) -> list[Question]:
    sheet = state["players"][player]
    base = f"/players/{player}"
    asked = [Question(card, text, where=f"{base}/{card}") for card, text in CARDS.items() if sheet[card] is None]
    if not sheet["cards"] and not sheet["gold"]:
        asked.append(Question("cards", MARKET, where=f"{base}/cards"))
    return asked
