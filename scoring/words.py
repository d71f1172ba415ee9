"""Sentences for people at a table that can be shown in another language later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
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


def linked(parts: Iterable[str], between: str) -> str:
    """Phrases or sentences one after the other, each still translatable; empty ones are left out.

    >>> linked([say("It is full."), "", say("A wall is between.")], " ")
    'It is full. A wall is between.'
    """
    told = [part for part in parts if part]
    if len(told) < 2:
        return told[0] if told else ""
    values = {f"part{number}": part for number, part in enumerate(told)}
    return Sentence(between.join(f"{{{name}}}" for name in values), values)


def listed(parts: Iterable[str], nothing: str = say("none")) -> str:
    """Several things with commas.

    >>> listed([say("beer"), say("shield")]), listed([]), listed([], nothing="-")
    ('beer, shield', 'none', '-')
    """
    return linked(parts, ", ") or nothing


def joined(parts: Iterable[str]) -> str:
    """The same as a sentence would list them.

    >>> joined(["Ann", "Bob", "Cleo"]), joined(["Ann"])
    ('Ann, Bob and Cleo', 'Ann')
    """
    told = list(parts)
    if len(told) < 2:
        return linked(told, "")
    return say("{names} and {last}", names=linked(told[:-1], ", "), last=told[-1])


def titled(name: str) -> Sentence:
    """The name of a field or of a choice as people write it; the catalogues have it in every language.

    >>> titled("leather_gloves")
    'Leather gloves'
    """
    text = name.replace("_", " ").strip()
    return Sentence(text[:1].upper() + text[1:], {})


def as_written(value: Any) -> str:
    """A value in a sentence: texts in quotes, and no word of a programming language.

    >>> as_written("troll"), as_written(3), as_written(True), as_written(None), as_written([1, 2])
    ("'troll'", '3', 'yes', 'nothing', 'a list')
    """
    if isinstance(value, str):
        return repr(str(value))
    if value is None or isinstance(value, bool):
        return say("nothing") if value is None else say("yes") if value else say("no")
    if isinstance(value, int | float) and isfinite(value):
        return str(value)
    return say("a list") if isinstance(value, list | tuple | set) else say("something else")
