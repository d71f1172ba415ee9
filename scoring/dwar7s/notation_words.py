"""The words of the notation: letters for colours, cards and gems, and how names and numbers are written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from scoring.dwar7s.pieces import EDGES, Colour, Edge, Gem, Kind, Ogre
from scoring.dwar7s.state import Card, TradeGoal
from scoring.game import NotationError
from scoring.quoting import quoted, unquoted
from scoring.words import as_written, say

COLOURS: Mapping[str, Colour] = {colour[0]: colour for colour in Colour}
GEMS: Mapping[str, Gem] = {gem[0]: gem for gem in Gem}
KINDS: Mapping[str, Kind] = {
    "Ca": Kind.CASTLE,
    "Em": Kind.EMERALD_MINE,
    "Di": Kind.DIAMOND_MINE,
    "Go": Kind.GOLD_MINE,
    "Ru": Kind.RUBY_MINE,
    "Ta": Kind.TAVERN,
    "St": Kind.GENERAL_STORE,
    "Dr": Kind.FIRE_DRAGON,
    "Gi": Kind.FROST_GIANT,
}
WALLS: Mapping[str, Edge] = {edge[0].upper(): edge for edge in EDGES}
LETTER_OF_COLOUR = {colour: letter for letter, colour in COLOURS.items()}
LETTER_OF_GEM = {gem: letter for letter, gem in GEMS.items()}
LETTERS_OF_KIND = {kind: letters for letters, kind in KINDS.items()}
LETTER_OF_WALL = {edge: letter for letter, edge in WALLS.items()}

ItemT = TypeVar("ItemT")
ReadT = TypeVar("ReadT")

_CARD = re.compile(r"([A-Z][a-z])([a-z])([0-3]?)(?:\(([^()]*)\))?")
_COUNT = re.compile(r"([a-z])(\d+)")


def reading(word: str, read: Callable[[str], ReadT]) -> ReadT:
    """Read one word; what goes wrong names the word."""
    try:
        return read(word)
    except NotationError as error:
        raise NotationError(say("In {word}: {what}", word=as_written(word), what=error.args[0])) from None


def halves(word: str, mark: str) -> tuple[str, str]:
    """The two parts of a word around a mark."""
    before, found, after = word.partition(mark)
    if not found:
        raise NotationError(say("{word} lacks a {mark}.", word=as_written(word), mark=as_written(mark)))
    return before, after


def find(known: Mapping[str, ItemT], letters: str) -> ItemT:
    """What letters stand for."""
    if letters not in known:
        raise NotationError(say("{word} is none of {known}.", word=as_written(letters), known=" ".join(known)))
    return known[letters]


def whole(text: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
        raise NotationError(say("{word} is not a whole number.", word=as_written(text)))
    return int(text)


def listed(text: str) -> list[str]:
    """Words between commas that are not inside brackets."""
    return re.split(r",(?![^()]*\))", text) if text else []


def plus(text: str) -> list[str]:
    """The cards of a stack."""
    return text.split("+")


def counts(text: str, known: Mapping[str, ItemT]) -> dict[ItemT, int]:
    """Letters with counts.

    >>> counts("e2r1", GEMS)
    {<Gem.EMERALD: 'emerald'>: 2, <Gem.RUBY: 'ruby'>: 1}
    """
    if "".join(letter + count for letter, count in _COUNT.findall(text)) != text:
        example = f"{next(iter(known))}2"
        raise NotationError(
            say(
                "{word} is not a row of letters with counts, such as {example}.", word=as_written(text), example=example
            )
        )
    return {find(known, letter): whole(count) for letter, count in _COUNT.findall(text)}


def named_count(text: str, known: type[Ogre]) -> tuple[Ogre, int]:
    """A name with a count, such as panic1."""
    name = text.rstrip("0123456789")
    return find({str(one): one for one in known}, name), whole(text[len(name) :])


def card(one: Card) -> str:
    """A card with what is seen on it."""
    seen = []
    if one.walls is not None:
        seen.append("w" + "".join(LETTER_OF_WALL[edge] for edge in one.walls))
    seen += [
        f"{mark}{number}"
        for mark, number in (("p", one.points), ("s", one.slots), ("n", one.need))
        if number is not None
    ]
    turn = one.turn or ""
    return f"{LETTERS_OF_KIND[one.kind]}{LETTER_OF_COLOUR[one.colour]}{turn}" + (f"({','.join(seen)})" if seen else "")


def read_card(text: str) -> dict[str, Any]:
    """A card, or a killed monster, as plain data."""
    found = _CARD.fullmatch(text)
    if not found:
        raise NotationError(
            say(
                "{word} is not a card; a card is written like Rub1 (ruby mine, blue, turned once).",
                word=as_written(text),
            )
        )
    kind, colour, turn, seen = found.groups()
    data: dict[str, Any] = {"kind": find(KINDS, kind), "colour": find(COLOURS, colour)}
    if turn:
        data["turn"] = int(turn)
    for part in (seen or "").split(",") if seen else ():
        mark, value = part[:1], part[1:]
        if mark == "w":
            data["walls"] = [find(WALLS, letter) for letter in value]
        else:
            data[find({"p": "points", "s": "slots", "n": "need"}, mark)] = whole(value)
    return data


def goal(one: TradeGoal) -> str:
    """A trade goal: ``trade_3``, or ``(ce2r1,p5)`` with its cost and points, or both."""
    told = [] if one.cost is None else ["c" + "".join(f"{LETTER_OF_GEM[gem]}{n}" for gem, n in one.cost.items())]
    told += [] if one.points is None else [f"p{one.points}"]
    name = "" if one.id is None else quoted(one.id)
    return name + (f"({','.join(told)})" if told or not name else "")


def read_goal(text: str) -> dict[str, Any]:
    """A trade goal as plain data."""
    name, _, told = text.partition("(")
    data: dict[str, Any] = {"id": unquoted(name)} if name else {}
    for part in told.removesuffix(")").split(",") if told.removesuffix(")") else ():
        field = find({"c": "cost", "p": "points"}, part[:1])
        data[field] = counts(part[1:], GEMS) if field == "cost" else whole(part[1:])
    return data


def value(one: int | str | tuple[str, ...]) -> str:
    """A printed value: numbers as they are, words and lists of words as JSON text."""
    return str(one) if isinstance(one, int) else quoted(json.dumps(one, ensure_ascii=False))


def read_value(text: str) -> Any:
    """A printed value as plain data."""
    if re.fullmatch(r"-?\d+", text, re.ASCII):
        return int(text)
    try:
        return json.loads(unquoted(text))
    except ValueError:
        raise NotationError(say("{word} is not a printed value.", word=as_written(text))) from None
