"""What a table teaches: values seen on its cards, turned upright, as a catalogue that any owner can import."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.dwar7s.pieces import EDGE_NAMES, edges_of, mask, turned
from scoring.dwar7s.printed import name_of, told_values
from scoring.dwar7s.referee.common import Ask, Scene, rules_of, settled
from scoring.dwar7s.speech import FIELD_NAMES
from scoring.dwar7s.state import Card, Table
from scoring.sheet import Ruling, Step
from scoring.words import listed, say

FORMAT = "tally-catalogue-1"
"""The form of an exported catalogue file."""


class Learn(Ask):
    """Which printed values can be learnt from the cards of this table?"""


@settled
def learn(ask: Learn, scene: Scene) -> Ruling:
    """All colours have the same cards, so a value seen on one card holds for every card of its kind."""
    seen: dict[tuple[str, str], list[Any]] = {}
    for item, field, value in seen_values(scene.table, scene):
        if value not in seen.setdefault((item, field), []):
            seen[item, field].append(value)
    entries: dict[str, dict[str, Any]] = {}
    steps: list[Step] = []
    for (item, field), values in seen.items():
        names = {"card": name_of(item, scene.facts), "field": FIELD_NAMES[field], "value": _shown(values[0])}
        if len(values) > 1:
            names["other"] = _shown(values[1])
            text = say("{card}, {field}: {value} on one card, {other} on another; look again.", **names)
        else:
            entries.setdefault(item, {})[field] = values[0]
            text = say("{card}, {field}: {value}.", **names)
        steps.append(Step(text, "DW-CARD-FACE"))
    count = sum(len(fields) for fields in entries.values())
    verdict = say("Printed values that this table tells: {count}.", count=count)
    data = {"format": FORMAT, "game": "dwar7s", "entries": entries}
    return Ruling(verdict, rules_of(steps) or ("DW-CARD-FACE",), tuple(steps), data)


def seen_values(table: Table, scene: Scene) -> Iterator[tuple[str, str, Any]]:
    """Every value seen on a card or told with the table, walls as on the upright card."""
    for item, field, value, error in told_values(table, scene.facts):
        if not error:
            yield item, field, value
    for stack in table.table:
        for card in stack.cards:
            yield from _on_card(card)


def _on_card(card: Card) -> Iterator[tuple[str, str, Any]]:
    kind = str(card.kind)
    if card.walls is not None:
        upright = turned(mask(card.walls), -card.turn)
        yield kind, "walls", [str(edge) for edge in edges_of(upright)]
    for field in ("points", "slots", "need"):
        value = getattr(card, field)
        if value is not None:
            yield kind, field, value


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return listed(EDGE_NAMES.get(word, word) for word in value)
    return str(value)
