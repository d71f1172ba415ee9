"""When a photo should be taken again: light, blur, a cut edge, another game, or nothing to be seen. Plain Python.

What a reader notices travels in ``left_open`` as a word and a count, such as ``glare 3``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scoring.words import Sentence, say
from vision.reading import UNSURE
from vision.tables.contract import Pieces, Question, State, TableReader

OTHER_GAME = "other_game"
CUT_OFF = "cut_off"
ANOTHER = say("These look like the pieces of another game; nothing was changed.")
NOTHING = say("The photo shows nothing of this game; nothing was changed.")
ADVICE: Mapping[str, Callable[[int], Sentence]] = {
    "glare": lambda count: say(
        "A lamp is mirrored on {count} of the pieces: take it again, tilt away from the lamp.", count=count
    ),
    "blur": lambda count: say(
        "{count} of the pieces are blurred: hold still, tap them to focus, and take it again.", count=count
    ),
    "cut": lambda count: say(
        "{count} of the pieces are cut off by the edge of the photo: take it from farther away.", count=count
    ),
    CUT_OFF: lambda count: say(
        "Cut off at the edge of the photo, so not counted: {count}. Take it again with all of it in the picture.",
        count=count,
    ),
}


def asked(reader: TableReader, pieces: Pieces, left_open: Sequence[str], state: State, player: int) -> list[Question]:
    """What to do better, then all that the photo leaves open; of a photo that shows nothing only that.

    Where every piece is clear, only what was not counted is a reason to take it again.
    """
    if not pieces:
        return [*advice(left_open), Question("photo", nothing(left_open))]
    unclear = any(piece["confidence"] < UNSURE for piece in pieces)
    wanting = left_open if unclear else [word for word in left_open if word.partition(" ")[0] == CUT_OFF]
    return [*advice(wanting), *reader.questions(pieces, left_open, state, player)]


def nothing(left_open: Sequence[str]) -> Sentence:
    """Why a photo without pieces changed nothing."""
    return ANOTHER if OTHER_GAME in left_open else NOTHING


def advice(left_open: Sequence[str]) -> list[Question]:
    """What to do better in the next photo.

    >>> [question.text for question in advice(["first_row", "cut 2"])]
    ['2 of the pieces are cut off by the edge of the photo: take it from farther away.']
    """
    told = [word.partition(" ") for word in left_open]
    return [Question("again", ADVICE[flaw](int(count))) for flaw, _, count in told if flaw in ADVICE]


def corrected_again(pieces: Pieces, before: Pieces) -> Pieces:
    """The pieces of a later photo: where it reads once more what a person corrected, the correction stays.

    >>> hand = {"place": "a", "code": "red 5", "read": "red 6", "by_hand": True}
    >>> new = [{"place": "a", "code": "red 6"}, {"place": "b", "code": "red 6"}]
    >>> [piece["code"] for piece in corrected_again(new, [hand])]
    ['red 5', 'red 6']
    """
    hands = {
        (piece["place"], piece["read"]): piece["code"]
        for piece in before
        if piece.get("by_hand") and piece.get("place") and "read" in piece
    }
    return [
        {**piece, "code": hands[told], "confidence": 1.0, "by_hand": True, "read": piece["code"]}
        if (told := (piece.get("place"), piece["code"])) in hands
        else piece
        for piece in pieces
    ]
