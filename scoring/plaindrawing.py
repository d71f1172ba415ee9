"""The picture of a game that draws nothing itself: a card per player with every field, and one for the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from scoring.catalogue import Catalogue
from scoring.drawing import PHONE, Element, die, drawing, group, label, rect
from scoring.words import say

EDGE, ROW, HEAD, DIE = 10, 20, 26, 18
INSIDE = PHONE - 4 * EDGE
END = PHONE - 2 * EDGE
DICE = "dice"
"""The format of a field that holds dice, each by the number of its pips."""
LONGEST = 48
"""Letters of a value that fit on a line; a longer one ends with dots."""


def draw(state: BaseModel, catalogue: Catalogue) -> str:
    """Every player's fields one under the other; each field is tapped at its place in the state."""
    data = state.model_dump(mode="json")
    dice = _fields_of_dice(type(state).model_json_schema())
    players = data.pop("players", [])
    cards = [(f"/players/{seat}", str(player.pop("name", seat + 1)), player) for seat, player in enumerate(players)]
    if data:
        cards.append(("", say("The whole table"), data))
    parts, top = [], EDGE
    for path, title, fields in cards:
        height = HEAD + ROW * len(fields) + EDGE
        parts.append(rect(EDGE, top, PHONE - 2 * EDGE, height, 8, fill="card", stroke="edge"))
        parts.append(group(label(2 * EDGE, top + HEAD / 2 + 2, title, 14, "start", bold=True, fit=INSIDE), path=path))
        parts.extend(_rows(path, fields, top + HEAD, dice))
        top += height + EDGE
    return drawing(PHONE, top, *parts, title=say("The table"))


def _fields_of_dice(schema: Any) -> frozenset[str]:
    """The names of the fields that hold dice, wherever they stand in a JSON Schema."""
    if isinstance(schema, list):
        return frozenset[str]().union(*map(_fields_of_dice, schema))
    if not isinstance(schema, dict):
        return frozenset()
    held = {
        name
        for name, field in schema.get("properties", {}).items()
        if any(part.get("format") == DICE for part in (field, *field.get("anyOf", ())))
    }
    return frozenset(held).union(*map(_fields_of_dice, schema.values()))


def _rows(path: str, fields: Mapping[str, Any], top: int, dice: frozenset[str]) -> Iterator[Element]:
    for line, (name, value) in enumerate(fields.items()):
        y = top + line * ROW + ROW / 2
        heading, told = name.replace("_", " ").capitalize(), _told(value)
        place = f"{path}/{name}"
        shown = (
            _dice(place, value, y) if name in dice and value else [label(END, y, told, 12, "end", fit=INSIDE * 0.63)]
        )
        yield group(
            label(2 * EDGE, y, heading, 11, "start", fill="faint", fit=INSIDE * 0.35),
            *shown,
            path=place,
            title=say("{what}: {count}", what=heading, count=told),
        )


def _dice(path: str, faces: Sequence[int], y: float) -> list[Element]:
    """Dice in a row that ends at the right edge, each with its own place."""
    left = END - len(faces) * DIE
    return [
        group(die(left + place * DIE, y - DIE / 2 + 1, DIE - 2, face), path=f"{path}/{place}", title=str(face))
        for place, face in enumerate(faces)
    ]


def _told(value: Any) -> str:
    """A value in a few words.

    >>> _told([1, 2, None]), _told({"gold": 2}), _told(None), _told(True)
    ('1, 2, –', 'gold 2', '–', '✓')
    """
    if value is None or value == "" or value == [] or value == {}:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, list):
        text = ", ".join(map(_told, value))
    elif isinstance(value, dict):
        text = ", ".join(f"{name.replace('_', ' ')} {_told(part)}" for name, part in value.items())
    else:
        text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
