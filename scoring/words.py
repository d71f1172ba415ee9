"""Sentences for people at a table that can be shown in another language later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Sentence(str):
    """An English sentence that remembers its template and values, so that a page can translate it.

    It is a plain ``str`` everywhere else: in logs, JSON and comparisons.
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, values: Mapping[str, Any]) -> Sentence:
        sentence = super().__new__(cls, template.format_map(values) if values else template)
        sentence.template = template
        sentence.values = values
        return sentence

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, Mapping[str, Any]]]:
        return Sentence, (self.template, dict(self.values))


def say(template: str, /, **values: Any) -> Sentence:
    """Mark a sentence for translation. Values may be sentences themselves.

    >>> say("{count} dice of {colour}, the box has {limit}", count=9, colour=say("gold"), limit=8)
    '9 dice of gold, the box has 8'
    """
    return Sentence(template, values)
