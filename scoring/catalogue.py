"""Printed facts of the components: what we know, from where, how sure, and what only an owner can tell us."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from scoring.facttypes import FactError, FactType
from scoring.languages import LANGUAGES
from scoring.names import unknown_name
from scoring.sheet import Missing
from scoring.words import Sentence, linked, say

T = TypeVar("T")
CONFIDENCES = ("book", "two_sources", "one_source", "derived", "inferred", "guess", "owner", "unknown")
UNSURE = frozenset({"one_source", "derived", "inferred", "guess"})


@dataclass(frozen=True, slots=True)
class Fact:
    """One printed value with its provenance; ``value`` is None while nobody knows it.

    A hint tells what is known of a value that is not; source and confidence are then those of the hint. Rows of a
    table that are better confirmed than the whole are named in ``firm``.
    """

    value: Any
    source: str = ""
    confidence: str = "unknown"
    hint: Mapping[str, str] = field(default_factory=dict)
    firm: Fact | None = None

    @property
    def known(self) -> bool:
        """Whether there is a value at all."""
        return self.value is not None

    @property
    def caveat(self) -> Sentence | str:
        """What a score line should say about a value that is not well confirmed."""
        if self.confidence == "one_source":
            return say("printed value from one source; confirm it on your card")
        if self.confidence in ("derived", "inferred"):
            return say("printed value inferred; confirm it on your card")
        if self.confidence == "guess":
            return say("printed value only guessed; confirm it on your card")
        return ""

    def of_row(self, row: Any) -> Fact:
        """The provenance of one row of a printed table."""
        return self.firm if self.firm and row in self.firm.value else self


UNKNOWN = Fact(None)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a kind of component: its type and the question that asks for it, per language."""

    type: FactType
    ask: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of component, e.g. armor cards, and the rule that tells of it.

    To an ``open`` kind an owner may add items, e.g. lists of categories.
    """

    id: str
    name: Mapping[str, str]
    fields: Mapping[str, Field]
    open: bool = False
    rule: str = ""


OWN_NAME = re.compile(r"\S(?:[^/\x00-\x1f]{0,58}\S)?")
"""What an owner may call an item of an open kind."""


@dataclass(frozen=True, slots=True)
class Item:
    """One component with what is printed on it."""

    id: str
    kind: str
    name: Mapping[str, str]
    facts: Mapping[str, Fact]


@dataclass(frozen=True)
class Catalogue:
    """All printed facts of a game; an owner's own entries lie over those that ship."""

    kinds: Mapping[str, Kind]
    items: Mapping[str, Item]
    owner: Mapping[tuple[str, str], Any] = field(default_factory=dict)

    def fact(self, item_id: str, field_id: str) -> Fact:
        """What is printed there, the owner's word first. Unknown items and fields are simply not known."""
        if self.owner and (item_id, field_id) in self.owner:
            return Fact(self.owner[item_id, field_id], "your copy", "owner")
        item = self.items.get(item_id)
        return item.facts.get(field_id, UNKNOWN) if item else UNKNOWN

    def value(self, item_id: str, field_id: str) -> Any:
        """The bare value, None if unknown."""
        return self.fact(item_id, field_id).value

    def of_kind(self, kind_id: str) -> tuple[Item, ...]:
        """All items of one kind, in the order of the files."""
        return self._by_kind.get(kind_id, ())

    @cached_property
    def _by_kind(self) -> Mapping[str, tuple[Item, ...]]:
        kinds: dict[str, list[Item]] = {}
        for item in self.items.values():
            kinds.setdefault(item.kind, []).append(item)
        return {kind: tuple(items) for kind, items in kinds.items()}

    def remembered(self, work: Callable[[Catalogue], T]) -> T:
        """What follows from the printed facts alone, worked out once for as long as they stay."""
        if work not in self._remembered:
            self._remembered[work] = work(self)
        found: T = self._remembered[work]
        return found

    @cached_property
    def _remembered(self) -> dict[Callable[[Catalogue], Any], Any]:
        return {}

    def names(self, *kinds: str) -> Mapping[str, tuple[str, ...]]:
        """The ids of all items, or of those of some kinds, each with its names in every language."""
        items = self.items.values()
        return {item.id: tuple(item.name.values()) for item in items if not kinds or item.kind in kinds}

    def missing(self, item_id: str, field_id: str) -> Missing:
        """The question that asks the player for this printed value."""
        item = self.items[item_id]
        return Missing(item_id, field_id, self._question(item, field_id))

    def _question(self, item: Item, field_id: str) -> Sentence:
        return say("{card}: {question}", card=localised(item.name), question=localised(self.ask(item.id, field_id)))

    def ask(self, item_id: str, field_id: str) -> Mapping[str, str]:
        """How to ask for a printed value, per language; what is known of it already comes with the question."""
        question, hint = self.field(item_id, field_id).ask, self.fact(item_id, field_id).hint
        return {lang: f"{text} {hint[lang]}" for lang, text in question.items()} if hint else question

    def found(self, item_id: str) -> Item:
        """A component by its id; FactError with a sentence if there is none.

        Of an open kind it may also be one that an owner names behind a colon, as in ``list:Hearts``.
        """
        if item_id in self.items:
            return self.items[item_id]
        kind, _, name = item_id.partition(":")
        if kind in self.kinds and self.kinds[kind].open and OWN_NAME.fullmatch(name):
            return Item(item_id, kind, dict.fromkeys(LANGUAGES, name), {})
        raise FactError(unknown_name(say("item"), item_id, self.names()))

    def with_owner(self, entries: Mapping[tuple[str, str], Any]) -> Catalogue:
        """The same catalogue with an owner's entries over it; each is validated first."""
        checked = {key: self.check(*key, value) for key, value in entries.items()}
        added = {item_id: self.found(item_id) for item_id, _ in checked}
        return replace(self, owner=checked, items={**self.items, **added})

    def field(self, item_id: str, field_id: str) -> Field:
        """What can be printed there; FactError with a sentence if there is no such item or field."""
        known = self.kinds[self.found(item_id).kind].fields
        if field_id not in known:
            raise FactError(unknown_name(say("field"), field_id, known.keys()))
        return known[field_id]

    def check(self, item_id: str, field_id: str, value: Any) -> Any:
        """The value as it will be stored; FactError with a sentence if the item, field or value cannot be."""
        field_type = self.field(item_id, field_id).type
        try:
            return field_type.check(value)
        except FactError as error:
            asked = self._question(self.found(item_id), field_id)
            raise FactError(linked([asked, error.sentence], " ")) from None

    def entries(self) -> Iterator[tuple[Item, str, Fact]]:
        """Every item and field with what is known of it."""
        for item in self.items.values():
            for field_id in self.kinds[item.kind].fields:
                yield item, field_id, self.fact(item.id, field_id)


class Localised(Sentence):
    """A name that carries its own translations."""

    __slots__ = ()


def localised(texts: Mapping[str, str]) -> Localised:
    """A text known in several languages, English by default; a page picks another from ``values``."""
    return Localised("{en}", texts)
