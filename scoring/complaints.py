"""What is wrong with a field, by pydantic's names, as sentences that can be said in another language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from scoring.names import nearest
from scoring.words import say

_WHOLE = say("Input should be a valid integer")
_NUMBER = say("Input should be a number")
_YES_OR_NO = say("Input should be yes or no")
_LIST = say("Input should be a list")
_OBJECT = say("Input should be an object with fields")

COMPLAINTS = {
    "missing": say("Field required"),
    "extra_forbidden": say("Extra inputs are not permitted"),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "bool_type": _YES_OR_NO,
    "bool_parsing": _YES_OR_NO,
    "string_type": say("Input should be a valid string"),
    "string_unicode": say("Input should be a valid string"),
    "string_pattern_mismatch": say("This is not written as it should be"),
    "list_type": _LIST,
    "tuple_type": _LIST,
    "dict_type": _OBJECT,
    "mapping_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "json_invalid": say("This is not valid JSON"),
    "greater_than": say("Input should be greater than {gt}"),
    "greater_than_equal": say("Input should be greater than or equal to {ge}"),
    "less_than": say("Input should be less than {lt}"),
    "less_than_equal": say("Input should be less than or equal to {le}"),
    "literal_error": say("Input should be {expected}"),
    "enum": say("Input should be {expected}"),
    "string_too_short": say("The text is too short; at least {min_length}"),
    "string_too_long": say("The text is too long; at most {max_length}"),
    "too_short": say("There are too few; at least {min_length}"),
    "too_long": say("There are too many; at most {max_length}"),
}
"""What people meet; anything rarer is said in pydantic's own English."""

CLOSED = ("literal_error", "enum")
"""Where one of a few words is asked for."""


def complaint(found: Mapping[str, Any]) -> str:
    """One finding of pydantic as a sentence without a full stop; a model's own words are kept as they were said."""
    context = found.get("ctx", {})
    reason = context.get("error")
    if isinstance(reason, Exception) and reason.args and isinstance(reason.args[0], str):
        return reason.args[0]
    if found["type"] in CLOSED and isinstance(found.get("input"), str):
        allowed = re.findall(r"'([^']*)'", context["expected"])
        if near := nearest(found["input"], allowed):
            values = {"expected": context["expected"], "name": repr(found["input"]), "names": near[0]}
            return say("Input should be {expected}; nearest to {name} is '{names}'", **values)
    known = COMPLAINTS.get(found["type"])
    return say(known.template, **context) if known else str(found["msg"])


def first_complaint(error: ValidationError, between: str = "/") -> tuple[str, str]:
    """Where the first fault of a model lies, and what it is."""
    found = error.errors(include_url=False)[0]
    return between.join(map(str, found["loc"])), complaint(found)
