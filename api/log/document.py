"""All that people see of a table, and what decides whether it can be so: the game's own form of its state."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from api.log.paths import pointer
from api.log.refused import FieldFault, Unfit
from api.log.seats import COLOURS
from scoring.bounds import LARGEST_NUMBER, OutOfBounds, PlainObject, within_bounds
from scoring.complaints import NOT_AT_HAND, faults, told
from scoring.game import Game
from scoring.games import load
from scoring.words import say

MOST_PLAYERS = 20
Points = Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


class Seat(BaseModel):
    """One seat at the table: the colour in which the page shows this player."""

    model_config = ConfigDict(extra="forbid")

    colour: str = Field(default="red", max_length=20)


class Snapshot(BaseModel):
    """A moment of the game that was worth keeping, for example the end of a round."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(max_length=20)
    label: str = Field(max_length=80)
    state: PlainObject


class PhotoOnTable(BaseModel):
    """The pieces of a photo as the people see them: the reading with their corrections."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(max_length=40)
    player: int = Field(ge=0, le=20)
    pieces: list[PlainObject] = Field(max_length=400)


class Document(BaseModel):
    """All that people see of a table. ``state`` is the game's own state, ``told`` what people said of its sheets."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1, max_length=80)
    seats: list[Seat] = Field(default=[], max_length=MOST_PLAYERS)
    state: PlainObject
    told: list[dict[Annotated[str, Field(max_length=200)], Points]] = Field(
        default=[],
        max_length=MOST_PLAYERS,
        description="For every player the lines of the sheet that were told: rule to points",
    )
    snapshots: list[Snapshot] = Field(default=[], max_length=200)
    photos: list[PhotoOnTable] = Field(default=[], max_length=100)
    finished: bool = False
    sample: bool = Field(default=False, description="A game that ships with Tally, to look around in")


ADDED: dict[str, Any] = {"sample": False}
"""Places of a document that older releases did not write, as they were understood."""


class Games:
    """Judges tables by the games that this release knows."""

    def form(self, game: str) -> int:
        """The form of the game's state in this release."""
        return load(game).form

    def upgraded(self, game: str, document: dict[str, Any], form: int) -> dict[str, Any]:
        """A document of an older form in the present one."""
        found = load(game)
        if form > found.form:
            raise Unfit(say("A newer version of Tally wrote this table. Open it with that one."))
        document = {**ADDED, **document}
        if form == found.form:
            return document
        snapshots = [{**kept, "state": found.upgraded(kept["state"], form)} for kept in document["snapshots"]]
        return {**document, "state": found.upgraded(document["state"], form), "snapshots": snapshots}

    def state(self, game: str, document: dict[str, Any]) -> Any:
        """The state of a stored document; Unfit if this release cannot read it."""
        try:
            return load(game).state.model_validate(Document.model_validate(document).state)
        except ValidationError as error:
            raise unfit(error, say("The table")) from None

    def checked(self, game: str, document: dict[str, Any], before: dict[str, Any] | None = None) -> dict[str, Any]:
        """A document in order: the game accepts every state in it and there is a seat for every player."""
        found = load(game)
        try:
            data = Document.model_validate(within_bounds(document)).model_dump(mode="json")
        except ValidationError as error:
            raise unfit(error, say("The table"), document) from None
        except OutOfBounds as error:
            raise Unfit(say("{place}: {message}.", place=say("The table"), message=error.sentence)) from None
        data["state"] = in_order(found, data["state"])
        for kept in data["snapshots"]:
            kept["state"] = in_order(found, kept["state"])
        people = data["state"]["players"]
        if len(people) > MOST_PLAYERS:
            raise Unfit(say("There are too many; at most {max_length}", max_length=MOST_PLAYERS))
        _refuse_equal_names(people, before["state"]["players"] if before else [])
        data["seats"] = _seats(people, data["seats"])
        data["told"] = [*data["told"][: len(people)], *({} for _ in people[len(data["told"]) :])]
        return data


def in_order(game: Game[Any], state: dict[str, Any]) -> dict[str, Any]:
    """A game's state as data in which every place exists, defaults included."""
    try:
        data: dict[str, Any] = game.state.model_validate(state).model_dump(mode="json")
    except ValidationError as error:
        raise unfit(error, say("The state"), state) from None
    return data


def unfit(error: ValidationError, what: str, data: Any = NOT_AT_HAND) -> Unfit:
    """All faults of the data at once; the first ones also stand in the sentence."""
    found = faults(error, data)
    fields = [FieldFault(pointer(tuple(map(str, fault.steps))), fault.message) for fault in found]
    return Unfit(say("{what}: {faults}.", what=what, faults=told(found)), fields)


def _refuse_equal_names(people: list[dict[str, Any]], before: list[dict[str, Any]]) -> None:
    """Two players of one name would share their places; a table that has them already can be changed elsewhere."""
    names, had = ([player["name"] for player in those] for those in (people, before))
    for name in dict.fromkeys(names):
        if names.count(name) > max(1, had.count(name)):
            where = f"/state/players/{len(names) - 1 - names[::-1].index(name)}/name"
            text = say("Another player is called {name} already. Choose another name.", name=name)
            raise Unfit(text, [FieldFault(where, text)])


def _seats(people: list[dict[str, Any]], given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A colour for every player: that of the player's pieces where the game has such, else the chosen one."""
    if all("colour" in player for player in people):
        return [{"colour": player["colour"]} for player in people]
    players = len(people)
    taken = [seat["colour"] for seat in given][:players]
    free = [colour for colour in COLOURS if colour not in taken] or list(COLOURS)
    taken += [free[i % len(free)] for i in range(players - len(taken))]
    return [{"colour": colour} for colour in taken]
