"""The types a printed value can have, each able to check plain data and to read what a person types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scoring.faults import TallyError
from scoring.words import Sentence, as_written, linked, listed, say, titled


class FactError(TallyError, ValueError):
    """A value that cannot be printed there; the message says what is allowed."""


class FactType(Protocol):
    """A type of printed value."""

    def check(self, value: Any) -> Any:
        """The value if it is allowed (typed text is read first); FactError otherwise."""

    def describe(self) -> str:
        """What is allowed, in words."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number between two limits."""

    min: int
    max: int

    def check(self, value: Any) -> int:
        """
        >>> Number(0, 9).check("7")
        7
        """
        if isinstance(value, str):
            value = _whole(value.strip(), self.describe())
        if isinstance(value, bool) or not isinstance(value, int) or not self.min <= value <= self.max:
            raise FactError(_is_not(value, self.describe()))
        return value

    def describe(self) -> str:
        """What is allowed."""
        return say("a whole number from {min} to {max}", min=self.min, max=self.max)


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def check(self, value: Any) -> bool:
        """
        >>> Flag().check("yes")
        True
        """
        if isinstance(value, str):
            word = value.strip().lower()
            if word in ("yes", "true", "1", "ναι", "tak"):
                return True
            if word in ("no", "false", "0", "όχι", "οχι", "nie"):
                return False
        if not isinstance(value, bool):
            raise FactError(_is_not(value, self.describe()))
        return value

    def describe(self) -> str:
        """What is allowed."""
        return say("yes or no")


@dataclass(frozen=True, slots=True)
class Text:
    """Free words, e.g. what a card says."""

    longest: int = 400

    def check(self, value: Any) -> str:
        """Any non-empty text of sensible length."""
        if not isinstance(value, str) or not value.strip() or len(value) > self.longest:
            raise FactError(_is_not(value, self.describe()))
        return value.strip()

    def describe(self) -> str:
        """What is allowed."""
        return say("a text of at most {longest} letters", longest=self.longest)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    of: tuple[str, ...]

    def check(self, value: Any) -> str:
        """
        >>> Choice(("north", "south")).check("North")
        'north'
        """
        word = value.strip().lower() if isinstance(value, str) else value
        if word not in self.of:
            raise FactError(_is_not(value, self.describe()))
        return str(word)

    def describe(self) -> str:
        """What is allowed."""
        return say("one of {words}", words=listed(map(as_written, self.of)))


@dataclass(frozen=True, slots=True)
class ListOf:
    """Several values of one type, in order; typed as ``1, 2, 4`` (``none`` for an empty list)."""

    of: FactType
    longest: int = 40

    def check(self, value: Any) -> list[Any]:
        """
        >>> ListOf(Number(0, 20)).check("2, 5, 9")
        [2, 5, 9]
        """
        if isinstance(value, str):
            value = [] if value.strip().lower() in ("", "none", "-") else value.split(",")
        if not isinstance(value, list | tuple) or len(value) > self.longest:
            raise FactError(_is_not(value, self.describe()))
        return [self.of.check(part) for part in value]

    def describe(self) -> str:
        """What is allowed."""
        return say("a list, each {part}, separated by commas", part=self.of.describe())


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of named columns, e.g. what each threshold pays; typed as ``6:2, 9:4`` (``none`` for an empty table)."""

    columns: Mapping[str, FactType]
    longest: int = 40

    def check(self, value: Any) -> list[list[Any]]:
        """
        >>> Table({"at": Number(0, 99), "stars": Number(0, 20)}).check("6:2, 9:4")
        [[6, 2], [9, 4]]
        """
        if isinstance(value, str):
            rows = [] if value.strip().lower() in ("none", "-") else value.split(",")
            value = [row.split(":") for row in rows if row.strip()]
        if not isinstance(value, list | tuple) or len(value) > self.longest:
            raise FactError(_is_not(value, self.describe()))
        return [self._row(row) for row in value]

    def _row(self, row: Any) -> list[Any]:
        if not isinstance(row, list | tuple) or len(row) != len(self.columns):
            raise FactError(say("the row {row} needs {columns}.", row=as_written(row), columns=self._heading()))
        return [column.check(cell) for column, cell in zip(self.columns.values(), row, strict=True)]

    def _heading(self) -> str:
        return linked(map(titled, self.columns), ":")

    def describe(self) -> str:
        """What is allowed."""
        return say("rows of {columns}, separated by commas", columns=self._heading())


def fact_type(spec: Mapping[str, Any]) -> FactType:
    """The type that a catalogue file describes, e.g. ``{type: int, min: 0, max: 9}``."""
    match spec["type"]:
        case "int":
            return Number(spec["min"], spec["max"])
        case "bool":
            return Flag()
        case "text":
            return Text(spec.get("longest", 400))
        case "choice":
            return Choice(tuple(spec["of"]))
        case "list":
            return ListOf(fact_type(spec["of"]), spec.get("longest", 40))
        case "table":
            return Table({name: fact_type(column) for name, column in spec["columns"].items()})
        case unknown:
            raise FactError(f"There is no type of printed value called {unknown!r}.")


def _is_not(value: Any, allowed: str) -> Sentence:
    return say("{value} is not {allowed}.", value=as_written(value), allowed=allowed)


def _whole(text: str, allowed: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise FactError(_is_not(text, allowed)) from None
