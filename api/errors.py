"""What goes wrong for a user, said in one sentence; no traceback ever reaches them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError


class UserError(Exception):
    """Bad usage or unreadable input; the message is a sentence for the user."""


def sentence_for(error: ValidationError, name: str) -> str:
    """The fields at fault and what is allowed there, as one sentence.

    >>> from pydantic import BaseModel
    >>> class Die(BaseModel):
    ...     pips: int
    >>> try:
    ...     Die.model_validate({"pips": "many"})
    ... except ValidationError as error:
    ...     print(sentence_for(error, "the state"))
    The state: pips: Input should be a valid integer, unable to parse string as an integer.
    """
    complaints = [_complaint(found) for found in error.errors()]
    shown = "; ".join(complaints[:3])
    more = f" (and {len(complaints) - 3} more)" if len(complaints) > 3 else ""
    return f"{name[:1].upper()}{name[1:]}: {shown}{more}."


def _complaint(found: Any) -> str:
    where = place(found["loc"])
    message = str(found["msg"]).removeprefix("Value error, ").rstrip(".")
    return f"{where}: {message}" if where else message


def place(location: Sequence[int | str]) -> str:
    """A pydantic location as people write it.

    >>> place(("players", 0, "dice", 3))
    'players[0].dice[3]'
    """
    written = ""
    for part in location:
        written += f"[{part}]" if isinstance(part, int) else (f".{part}" if written else str(part))
    return written
