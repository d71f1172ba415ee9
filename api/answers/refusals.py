"""What Tally says no to, each with a sentence that a player understands; the service adds the HTTP status.

Refusal            anything we say no to
  NotThere         no such table, photo, rule, ...
  Clash            somebody else changed it meanwhile
  Unreadable       what was sent cannot be
  NoWeights        the weights that read photos are not installed
  Busy             too many wait already
  Stale            a frame of a live camera that came too late
  NotKept          the place where things are kept is out of order
  NotForGuests     only the host may do it
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.complaints import Findings, faults, told
from scoring.faults import TallyError
from scoring.words import say


class Complaint(NamedTuple):
    """The same before the language is known."""

    where: str
    message: str


class Refusal(TallyError):  # noqa: N818  # a refusal is an answer, not a defect
    """Something the service says no to."""

    status = 400
    title: str = say("That does not work")

    def __init__(self, detail: str, errors: Sequence[Complaint] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = list(errors)


class NotThere(Refusal):
    """No such thing."""

    status = 404
    title = say("Not there")


class Clash(Refusal):
    """The table has moved on."""

    status = 409
    title = say("Somebody was quicker")


class Unreadable(Refusal):
    """What was sent cannot be understood."""

    status = 422
    title = say("That cannot be")


class NoWeights(Refusal):
    """Photos cannot be read on this copy."""

    status = 503
    title = say("Photos cannot be read here")


class Busy(Refusal):
    """Too many wait already; `again` says after how many seconds to ask once more."""

    status = 503
    title = say("Too many at once")

    def __init__(self, detail: str, again: int) -> None:
        super().__init__(detail)
        self.again = again


class Stale(Refusal):
    """A frame of a live camera that nobody read in time; a newer one is there."""

    status = 503
    title = say("Too many at once")


class NotKept(Refusal):
    """Nothing can be written down; phones hold what was sent and send it again."""

    status = 503
    title = say("Nothing can be kept now")


class NotForGuests(Refusal):
    """Only the host may do it."""

    status = 403
    title = say("Not for guests")


def pointer(location: Sequence[int | str]) -> str:
    """A pydantic location as a JSON pointer.

    >>> pointer(("players", 0, "name"))
    '/players/0/name'
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)


def unreadable(error: Findings, what: str, data: Any, skip: int = 0) -> Unreadable:
    """All faults of the data at once, each by its place; the first ones also stand in the sentence."""
    found = faults(error, data, skip)
    fields = [Complaint(pointer(fault.steps), fault.message) for fault in found]
    return Unreadable(say("{what}: {faults}.", what=what, faults=told(found)), fields)
