"""What a phone sends: steps with an id and the version it saw, a line that was told, or a photo to lay."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.log.arbiter import Sender
from api.log.entries import ChangeId, PhoneName
from api.log.paths import pointer
from api.log.refused import Unfit
from api.log.steps import Add, Move, Number, Put, Set, Step, Take
from scoring.bounds import LONGEST_TEXT
from scoring.game import Game
from scoring.told import TOTAL, line_name
from scoring.words import say

Seat = Annotated[int, Field(ge=0, le=20, description="Which player, counted from 0")]


class Told(BaseModel):
    """A line of a player's sheet as a person tells it; it counts instead of what is computed, and is marked so.

    Without ``points`` the line is computed again; ``expect`` is what was told before, if anything was.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["told"] = "told"
    player: Seat
    rule: str = Field(min_length=1, max_length=60, description="The rule of the line")
    subject: str = Field(default="", max_length=LONGEST_TEXT // 2, description="What the line is about, if it says so")
    points: Number | None = None
    expect: Number | None = None

    def step(self) -> Set:
        """The same as a step beside the state."""
        sent = {"value": self.points, "expect": self.expect}
        path = pointer(("told", str(self.player), line_name(self.rule, self.subject)))
        return Set(path=path, **{name: value for name, value in sent.items() if value is not None})


class Lay(BaseModel):
    """Put what a photo shows onto the table; what is there of its player so far gives way."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["lay"] = "lay"
    photo: str = Field(max_length=40)
    player: Seat = 0
    round: Annotated[int, Field(ge=0, le=20)] | None = None


Asked = Annotated[Set | Add | Put | Take | Move | Told | Lay, Field(discriminator="kind")]


class Sent(BaseModel):
    """Who sends something, and the id by which it counts once however often it arrives."""

    model_config = ConfigDict(extra="forbid")

    id: ChangeId | None = Field(default=None, description="Chosen by the phone; sent again, it counts once")
    phone: PhoneName = Field(default="", description="Which phone: undo takes back its own changes only")
    by: str = Field(default="", max_length=40, description="Which phone this is, in people's words")

    @property
    def sender(self) -> Sender:
        """The same for the log."""
        return Sender(self.phone, self.by, self.id) if self.id else Sender(self.phone, self.by)


class AskedChange(Sent):
    """Steps made together or not at all, on the table as the phone saw it."""

    version: int = Field(ge=1, le=2**53, description="The version of the table that the phone saw")
    steps: list[Asked] = Field(min_length=1, max_length=200)
    note: str = Field(default="", max_length=200)


def steps_of(game: Game[Any], asked: list[Asked]) -> list[Step]:
    """The steps at places of the table; a told line must be one of the game's rules, or the whole total."""
    steps: list[Step] = []
    for one in asked:
        if isinstance(one, Told) and one.rule not in (TOTAL, *game.rulebook.rules):
            raise Unfit(say("{game} has no rule {rule}.", game=game.title, rule=repr(one.rule)))
        if isinstance(one, Lay):
            raise Unfit(say("A photo is laid by itself, not together with other changes."))
        steps.append(one.step() if isinstance(one, Told) else one)
    return steps
