"""What reading a table gives: a state, the evidence for each piece of it, and what only a person can tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import Any

from pydantic import BaseModel

from scoring.catalogue import Catalogue
from vision.photo import Picture
from vision.reading import DieReading, Reading


@dataclass(frozen=True)
class Hints:
    """What a person tells about a photo beforehand.

    `first_row` is the end of the sheet where the first row is: "far" from the camera, or the "top", "bottom",
    "left" or "right" of the photo. `expansion` says which box the dice come from, `catalogue`
    what the owner knows of the printed pieces, `picture` is where the dice were seen.
    """

    player: str = "Player 1"
    first_row: str = "far"
    expansion: bool = False
    catalogue: Catalogue | None = None
    picture: Picture | None = None


@dataclass(frozen=True)
class Placed:
    """One piece of the state with its evidence; `where` is its JSON pointer, such as /players/0/rows/wisdom/2."""

    where: str
    piece: Reading[str]
    die: DieReading


@dataclass(frozen=True)
class TableReading:
    """The state a photo shows, piece by piece, and the questions it leaves open."""

    game: str
    state: BaseModel
    placed: tuple[Placed, ...]
    left_over: tuple[DieReading, ...] = ()
    questions: tuple[str, ...] = ()
    remarks: tuple[str, ...] = field(default=())

    @property
    def confidence(self) -> float:
        """How sure the whole state is: every piece of it right at once."""
        return prod(piece.piece.confidence for piece in self.placed)

    def as_json(self) -> dict[str, Any]:
        """The reading as plain data."""
        return {
            "game": self.game,
            "state": self.state.model_dump(mode="json", exclude_defaults=True),
            "confidence": round(self.confidence, 3),
            "pieces": [_plain(piece) for piece in self.placed],
            "left_over": [die.as_json() for die in self.left_over],
            "questions": list(self.questions),
            "remarks": list(self.remarks),
        }


def _plain(placed: Placed) -> dict[str, Any]:
    return {
        "where": placed.where,
        "piece": placed.piece.value,
        "confidence": round(placed.piece.confidence, 3),
        "alternatives": [
            {"piece": other.value, "confidence": round(other.confidence, 3)} for other in placed.piece.alternatives
        ],
        "box": placed.die.box.rounded(),
    }
