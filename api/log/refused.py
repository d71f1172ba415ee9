"""Why a change does not go into the log; each reason carries a sentence for the people at the table.

Refused               the change is not made
  NoTable             there is no such table
  NoVersion           the table never had such a version
  Outpaced            others were quicker again and again
  NothingThere        its place is not part of the table
  Unmet               something else lies there than the phone saw: both values are shown
    BuiltUpon         an undo of something that others have changed since
  Gone                the piece it was about was taken away or replaced meanwhile
  Unfit               the table would not have a possible form any more
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.faults import TallyError
from scoring.words import say


class FieldFault(NamedTuple):
    """One field that cannot be so: its place as a JSON pointer, and what is wrong with it."""

    where: str
    message: str


class Refused(TallyError):  # noqa: N818  # a refusal is an answer, not a defect
    """A change that is not made."""


class NothingThere(Refused):
    """The place of a change is not part of the table."""

    def __init__(self, path: str) -> None:
        super().__init__(say("There is nothing at {path} to change.", path=path))


class NoVersion(Refused):
    """A version that a table never had."""

    def __init__(self, version: int, newest: int) -> None:
        values = {"version": version, "newest": newest}
        super().__init__(say("This table has no version {version}; the newest is {newest}.", **values))


class NoTable(Refused):
    """There is no such table."""

    def __init__(self) -> None:
        text = say("There is no such table. It may have been deleted; the home page lists those there are.")
        super().__init__(text)


class Outpaced(Refused):
    """Others were quicker again and again."""


class Unmet(Refused):
    """What lies at a place is not what the phone saw there."""

    def __init__(self, path: str, expected: Any, found: Any) -> None:
        values = {"expected": shown(expected), "found": shown(found)}
        text = say("Somebody was quicker: this phone saw {expected} here, and now it is {found}.", **values)
        super().__init__(text)
        self.path, self.expected, self.found = path, expected, found


class BuiltUpon(Unmet):
    """An undo of something that others have changed since."""

    def __init__(self, unmet: Unmet) -> None:
        super().__init__(unmet.path, unmet.expected, unmet.found)
        values = {"expected": shown(unmet.expected), "found": shown(unmet.found)}
        self.args = (
            say("Somebody has changed this since: {expected} was here, now it is {found}. It stays so.", **values),
        )


class Gone(Refused):
    """The piece a change is about is not there any more."""

    def __init__(self, path: str) -> None:
        super().__init__(say("Somebody took away or replaced meanwhile what this change was about."))
        self.path = path


class Unfit(Refused):
    """The table cannot be as the change would make it; ``faults`` names every field."""

    def __init__(self, sentence: str, faults: Sequence[FieldFault] = ()) -> None:
        super().__init__(sentence)
        self.faults = list(faults)


def shown(value: Any) -> str:
    """A value in few words for a sentence.

    >>> shown(4), shown({"name": "Ann", "gold": 3}), shown([1, 2])
    ('4', 'Ann', '2 ×')
    """
    if isinstance(value, dict):
        named = value.get("name") or value.get("card") or value.get("code")
        return str(named) if isinstance(named, str) else say("something else")
    if isinstance(value, list):
        return f"{len(value)} ×"
    if value is None or value is ABSENT:
        return say("nothing")
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return str(value)[:80]


class _Absent:
    """No value at all, which is not the same as null."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Any = _Absent()
