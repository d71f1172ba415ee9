"""What goes wrong for a user, said in one sentence; no traceback ever reaches them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError


class UserError(Exception):
    """Bad usage or unreadable input; the message is a sentence for the user."""


def sentence_for(error: ValidationError, name: str, most: int = 3) -> str:
    """The fields at fault and what is allowed there, as one sentence.

    >>> from pydantic import BaseModel, Field
    >>> class Purse(BaseModel):
    ...     gold: int = Field(ge=0)
    >>> try:
    ...     Purse(gold=-3)
    ... except ValidationError as error:
    ...     print(sentence_for(error, "the purse"))
    In the purse, gold should be greater than or equal to 0 (it is -3).
    """
    found = error.errors(include_url=False, include_context=False)
    told = "; ".join(_complaint(e["loc"], e["msg"], e["type"], e.get("input")) for e in found[:most])
    more = f"; and {len(found) - most} more" if len(found) > most else ""
    return f"In {name}, {told}{more}."


def _complaint(location: Sequence[int | str], message: str, kind: str, given: Any) -> str:
    where = place(location) or "the whole"
    if kind == "missing":
        return f"{where} is missing"
    if kind == "extra_forbidden":
        return f"{where} is not a field it knows"
    words = _plain_words(message.removeprefix("Input ").removeprefix("Value error, ").rstrip("."))
    shown = repr(given)
    return f"{where} {words[:1].lower()}{words[1:]}" + (f" (it is {shown})" if len(shown) <= 40 else "")


def _plain_words(message: str) -> str:
    """Pydantic's words without those that only programmers use.

    >>> _plain_words("should be a valid dictionary or instance of Table")
    'should be an object with fields'
    >>> _plain_words("Tuple should have at least 1 item after validation, not 0")
    'list should have at least 1 item, not 0'
    """
    message = re.sub(r"a valid dictionary( or instance of \w+)?", "an object with fields", message)
    message = re.sub(r"\b(valid )?tuple\b", "list", message, flags=re.IGNORECASE)
    return message.replace(" after validation", "")


def place(location: Sequence[int | str]) -> str:
    """A pydantic location as people write it.

    >>> place(("players", 0, "dice", 3))
    'players[0].dice[3]'
    """
    written = ""
    for part in location:
        written += f"[{part}]" if isinstance(part, int) else (f".{part}" if written else str(part))
    return written
