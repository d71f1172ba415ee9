"""What a photo of a character sheet leaves open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.catalogue import localised
from scoring.games import load
from scoring.rollplayer.pieces import ATTRIBUTES
from scoring.words import Sentence, say
from vision.reading import UNSURE
from vision.tables.contract import SIDES, Choice, Piece, Pieces, Question, State, unsure_pieces
from vision.tables.deciding import most_points_first
from vision.tables.grid import gaps_in
from vision.tables.rollplayer.places import (
    CARD_PLACES,
    COUNTED,
    MARKER,
    SHAPE,
    TOKENS,
    UNKNOWN_CARDS,
    cell_of,
    is_on_sheet,
    name_of,
    place_of,
)

FIRST_ROW, EMPTY_ROWS = "first_row", "empty_rows"
CARDS = {
    "race": say("Which race is the character sheet?"),
    "hero_class": say("Which class is it, and which side of the class card is up?"),
    "alignment": say("Which alignment card is it, and on which of its nine squares is the marker?"),
    "backstory": say("Which backstory card is it?"),
}
MARKER_SQUARE = say("On which of its nine squares does the marker lie? A photo only guesses it.")
# Counters of Monsters & Minions only; how each is asked about.
EXPANSION = ("xp", "honor", "wounds")
HOW_MANY: Mapping[str, Callable[[int], Sentence]] = {
    "xp": lambda count: say("How many experience cubes are there? I count {count}.", count=count),
    "gold": lambda count: say("How much gold is there? I count {count}.", count=count),
    "honor": lambda count: say("How many honor tokens are there? I count {count}.", count=count),
    "wounds": lambda count: say("How many injury tokens are there? I count {count}.", count=count),
    "charisma": lambda count: say("How many charisma tokens are there? I count {count}.", count=count),
}
MARKET = say("Which market cards (weapons, armor, traits, skills) were bought, and how much gold is left?")


def questions(pieces: Pieces, left_open: Sequence[str], state: State, player: int) -> list[Question]:
    """How the sheet lies, then what is unclear or not seen at all: first what decides most points."""
    options = {piece.get("path"): piece for piece in pieces}
    asked = [
        *_about_unread_dice(pieces, player),
        *_about_dice(pieces),
        *_about_cards(state, player),
        *_about_seen_cards(pieces),
        *_about_counters(left_open, state, player),
    ]
    ordered = most_points_first("rollplayer", asked, lambda question: _answers(question, options), state)
    return [*_about_the_sheet(pieces, left_open), *ordered]


def _answers(question: Question, seen: Mapping[str | None, Piece]) -> list[Any]:
    """What may be answered, as the state writes it."""
    piece = seen.get(question.where)
    if piece is not None and piece.get("place") == MARKER:
        return [[row, column] for row in range(3) for column in range(3)]
    if piece is not None:
        return [piece["code"], *(option["code"] for option in piece.get("options", ()))]
    if question.id in CARDS:
        kind = next(kind for kind, place in CARD_PLACES.items() if place == question.id)
        return [item.id for item in load("rollplayer").catalogue.of_kind(kind)]
    return [choice.value for choice in question.choices]


def _about_the_sheet(pieces: Pieces, left_open: Sequence[str]) -> list[Question]:
    asked = []
    if FIRST_ROW in left_open:
        asked.append(Question(FIRST_ROW, say("Which end of the sheet is Strength?"), SIDES))
    rows = sorted({cell_of(piece["place"])[0] for piece in pieces if is_on_sheet(piece)})
    if rows and EMPTY_ROWS in left_open and rows[-1] - rows[0] + 1 < SHAPE[0]:
        asked.append(Question(EMPTY_ROWS, _taken_rows(rows[0], rows[-1]), _rows_it_may_be(rows[0], rows[-1])))
    return asked


def _rows_it_may_be(first: int, last: int) -> tuple[Choice, ...]:
    """Every way to lay rows with dice on the sheet, by the empty rows before them: the one that was taken first.

    >>> [choice.value for choice in _rows_it_may_be(1, 4)]
    [1, 0, 2]
    """
    high = last - first
    starts = sorted(range(SHAPE[0] - high), key=lambda start: (start != first, start))
    return tuple(Choice(start, _rows_named(start, start + high)) for start in starts)


def _rows_named(first: int, last: int) -> str:
    names = [ATTRIBUTES[row].title() for row in (first, last)]
    return say("{first} – {last}", first=names[0], last=names[1]) if first < last else say("{row}", row=names[0])


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


def _about_unread_dice(pieces: Pieces, player: int) -> list[Question]:
    """Places that surely hold a die, as a die to their right was read and rows have no gaps."""
    gaps = gaps_in({cell_of(piece["place"]) for piece in pieces if is_on_sheet(piece)})
    return [
        Question(
            "unread",
            say(
                "Rows have no gaps, so a die must lie at {place}, but I could not read it. Which is it?",
                place=name_of(cell),
            ),
            where=f"/players/{player}/{place_of(cell)}",
        )
        for cell in gaps
    ]


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
    """Counters and cards that were seen and not known: counted as a proposal, told by a person."""
    counts = {word: int(count) for word, _, count in (one.partition(" ") for one in left_open) if count.isdigit()}
    sheet, base = state["players"][player], f"/players/{player}"
    asked = [
        Question(field, HOW_MANY[field](counts[word]), _near(counts[word]), f"{base}/{field}")
        for word, field in COUNTED.items()
        if word in counts and not sheet[field] and (state["options"]["expansion"] or field not in EXPANSION)
    ]
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


def _near(count: int) -> tuple[Choice, ...]:
    """A count and those beside it, the one that was seen first.

    >>> [choice.value for choice in _near(1)]
    [1, 2, 0, 3]
    """
    near = (count, count + 1, count - 1, count + 2)
    return tuple(Choice(one, str(one)) for one in near if one >= 0)


def _about_cards(state: State, player: int) -> list[Question]:
    sheet = state["players"][player]
    base = f"/players/{player}"
    asked = [Question(card, text, where=f"{base}/{card}") for card, text in CARDS.items() if sheet[card] is None]
    if not sheet["cards"] and not sheet["gold"]:
        asked.append(Question("cards", MARKET, where=f"{base}/cards"))
    return asked
