"""What is wrong with plain data, told to people: pydantic's findings as places and sentences in words.

Field names, positions counted from nought and the words of Python stay inside; whoever sent the data reads "Ann ›
Rounds 2 › Dice 4: it must be at most 6". Machines get the same place as steps into the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scoring.names import nearest
from scoring.words import Sentence, as_written, linked, listed, say, titled

_WHOLE = say("it must be a whole number")
_NUMBER = say("it must be a number")
_YES_OR_NO = say("it must be yes or no")
_TEXT = say("it must be a text")
_LIST = say("it must be a list")
_GROUP = say("it must have named parts")

COMPLAINTS = {
    "missing": say("it is missing"),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "bool_type": _YES_OR_NO,
    "bool_parsing": _YES_OR_NO,
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "string_pattern_mismatch": say("it is not written as it should be"),
    "list_type": _LIST,
    "tuple_type": _LIST,
    "dict_type": _GROUP,
    "mapping_type": _GROUP,
    "model_type": _GROUP,
    "model_attributes_type": _GROUP,
    "json_invalid": say("it is not valid JSON"),
    "greater_than": say("it must be more than {gt}"),
    "greater_than_equal": say("it must be at least {ge}"),
    "less_than": say("it must be less than {lt}"),
    "less_than_equal": say("it must be at most {le}"),
    "string_too_short": say("the text is too short; at least {min_length}"),
    "string_too_long": say("the text is too long; at most {max_length}"),
    "too_short": say("there are too few; at least {min_length}"),
    "too_long": say("there are too many; at most {max_length}"),
}
"""What people meet; of anything rarer only the place is told."""
MOST_TOLD = 3
LONGEST = 40
"""A value or a name of more letters is not repeated."""
_FIELD = re.compile(r"[a-z][a-z0-9_]*")
_TYPES = frozenset({"any", "bool", "bytes", "date", "datetime", "decimal", "float", "int", "none", "str", "url"})
"""How pydantic marks the branch of a choice between types that it tried; no step into the data."""


NOT_AT_HAND: Any = object()


class Findings(Protocol):
    """What pydantic found, on its own or in a request."""

    def errors(self) -> Sequence[Any]:
        """Every finding with its place."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with data: the steps to it, the same in words, and what is wrong, without a full stop."""

    steps: tuple[int | str, ...]
    place: str
    message: str
    own: bool = False
    """Whether a model of ours said it itself."""

    @property
    def sentence(self) -> str:
        """Place and message."""
        return linked([self.place, self.message], ": ")


def faults(error: Findings, data: Any = NOT_AT_HAND, skip: int = 0) -> list[Fault]:
    """Every fault of ``data``, one per place; ``skip`` steps lead to the data. Without it places are only likely."""
    found = [_fault(finding, data, skip) for finding in error.errors()]
    chosen: dict[tuple[int | str, ...], Fault] = {}
    for fault in found:
        if fault.steps not in chosen or (fault.own and not chosen[fault.steps].own):
            chosen[fault.steps] = fault
    return list(chosen.values())


def told(found: Sequence[Fault]) -> str:
    """The first faults in a row, and how many there are besides.

    >>> from pydantic import BaseModel, Field, ValidationError
    >>> class Purse(BaseModel):
    ...     gold_coins: int = Field(ge=0)
    >>> try:
    ...     Purse.model_validate({"gold_coins": -3})
    ... except ValidationError as error:
    ...     print(told(faults(error, {"gold_coins": -3})))
    Gold coins: it must be at least 0 (it is -3)
    """
    row = linked((fault.sentence for fault in found[:MOST_TOLD]), "; ")
    more = len(found) - MOST_TOLD
    return say("{faults}; and {count} more", faults=row, count=more) if more > 0 else row


def place_in_words(steps: Iterable[int | str], data: Any = NOT_AT_HAND) -> str:
    """Steps into data as people count; what has a name is called by it.

    >>> place_in_words(("players", 0, "dice", 3)), place_in_words(("players", 0), {"players": [{"name": "Ann"}]})
    ('Players 1 › Dice 4', 'Ann')
    """
    words: list[str] = []
    for step in steps:
        data = _inside(data, step)
        if isinstance(step, str):
            words.append(titled(step[:LONGEST]))
        elif name := _name(data):
            words[-1:] = [name]
        else:
            words[-1:] = [say("{list} {number}", list=words[-1], number=step + 1) if words else str(step + 1)]
    return linked(words, " › ")


def _fault(finding: Mapping[str, Any], data: Any, skip: int) -> Fault:
    steps = tuple(_steps(finding, data, skip))
    message, own = _message(finding)
    if finding["type"] == "extra_forbidden":
        name = finding["loc"][-1]
        known = say("nothing here is called {name}", name=as_written(str(name)[:LONGEST]))
        return Fault(steps, place_in_words(steps[:-1] if steps[-1:] == (name,) else steps, data), known)
    if not own and finding["type"] != "missing" and (given := _given(finding.get("input"))):
        message = say("{what} (it is {given})", what=message, given=given)
    return Fault(steps, place_in_words(steps, data), message, own)


def _message(finding: Mapping[str, Any]) -> tuple[str, bool]:
    """What is wrong; a model's own words are kept as they were said."""
    context = finding.get("ctx", {})
    reason = context.get("error")
    if isinstance(reason, Exception) and reason.args and isinstance(reason.args[0], Sentence):
        return reason.args[0], True
    if finding["type"] in ("literal_error", "enum"):
        return _one_of(re.findall(r"'[^']*'|-?\d+", context["expected"]), finding.get("input")), False
    known = COMPLAINTS.get(finding["type"])
    return (say(known.template, **context) if known else say("this cannot be")), False


def _one_of(allowed: list[str], given: Any) -> str:
    expected = listed(allowed)
    if isinstance(given, str) and (near := nearest(given[:LONGEST], [word.strip("'") for word in allowed])):
        return say("it must be one of {expected}; nearest is {name}", expected=expected, name=as_written(near[0]))
    return say("it must be one of {expected}", expected=expected)


def _given(value: Any) -> str:
    """What was sent, if it is short enough to be repeated."""
    written = as_written(value)
    return "" if isinstance(value, list | tuple | Mapping) or len(written) > LONGEST else written


def _steps(finding: Mapping[str, Any], data: Any, skip: int) -> Iterator[int | str]:
    """The part of pydantic's location that leads through the data."""
    location = finding["loc"][skip:]
    for number, step in enumerate(location):
        last = number == len(location) - 1
        if _leads(data, step) or (last and finding["type"] == "missing" and isinstance(data, Mapping)):
            yield step
            data = _inside(data, step)
        elif data is NOT_AT_HAND and _likely(step):
            yield step


def _leads(data: Any, step: int | str) -> bool:
    if isinstance(data, Mapping):
        return step in data
    return isinstance(data, list | tuple) and isinstance(step, int) and step < len(data)


def _likely(step: int | str) -> bool:
    """Whether a step leads into data that is not at hand."""
    return isinstance(step, int) or (step not in _TYPES and bool(_FIELD.fullmatch(step)))


def _inside(data: Any, step: int | str) -> Any:
    return data[step] if _leads(data, step) else data if data is NOT_AT_HAND else None


def _name(data: Any) -> str:
    name = data.get("name") if isinstance(data, Mapping) else None
    return name if isinstance(name, str) and len(name) <= LONGEST and name.isprintable() else ""
