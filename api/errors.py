"""What goes wrong for a user, said in one sentence; no traceback ever reaches them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from pydantic import ValidationError

from scoring.complaints import complaint
from scoring.faults import TallyError
from scoring.words import Sentence, say


class UserError(TallyError):
    """Bad usage or unreadable input; the message is a sentence for the user."""


SYSTEM = (
    say("No such file or directory"),
    say("Permission denied"),
    say("Is a directory"),
    say("No space left on device"),
    say("Address already in use"),
    say("Cannot assign requested address"),
)
"""What the operating system says most often when a file or a port cannot be opened."""


def sentence_for(error: ValidationError, name: str, most: int = 3) -> Sentence:
    """The fields at fault and what is allowed there, as one sentence.

    >>> from pydantic import BaseModel, Field
    >>> class Purse(BaseModel):
    ...     gold: int = Field(ge=0)
    >>> try:
    ...     Purse(gold=-3)
    ... except ValidationError as error:
    ...     print(sentence_for(error, "the purse"))
    In the purse, 'gold': Input should be greater than or equal to 0 (it is -3).
    """
    found = error.errors(include_url=False)
    told = [_fault(fault) for fault in found[:most]]
    faults = reduce(lambda before, fault: say("{before}; {fault}", before=before, fault=fault), told)
    if len(found) > most:
        faults = say("{faults}; and {count} more", faults=faults, count=len(found) - most)
    return say("In {name}, {faults}.", name=name, faults=faults)


def _fault(found: Mapping[str, Any]) -> Sentence:
    where = repr(place(found["loc"])) if found["loc"] else say("the whole")
    if found["type"] == "missing":
        return say("{where} is missing", where=where)
    if found["type"] == "extra_forbidden":
        return say("{where} is not a field it knows", where=where)
    given = repr(found.get("input"))
    if len(given) > 40:
        return say("{where}: {what}", where=where, what=complaint(found))
    return say("{where}: {what} (it is {given})", where=where, what=complaint(found), given=given)


def place(location: Sequence[int | str]) -> str:
    """A pydantic location as people write it.

    >>> place(("players", 0, "dice", 3))
    'players[0].dice[3]'
    """
    written = ""
    for part in location:
        written += f"[{part}]" if isinstance(part, int) else (f".{part}" if written else str(part))
    return written
