"""What changed in a layout between two states, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.dwar7s.pieces import COLOUR_NAMES, Colour
from scoring.words import Sentence, say
from vision.tables.contract import State
from vision.tables.dwar7s.questions import spelled

Stack = dict[str, Any]


def differences(before: State, after: State) -> Iterator[Sentence]:
    """Cards that were laid, turned or taken away, and dwarves that came and went, place by place.

    Columns and rows are counted from the left and the top of the layout.
    """
    was, now = ({(stack["x"], stack["y"]): stack for stack in state["table"]} for state in (before, after))
    everywhere = was.keys() | now.keys()
    left, top = (min((cell[axis] for cell in everywhere), default=0) for axis in (0, 1))
    names = {player["colour"]: player["name"] for player in after["players"]}
    for cell in sorted(everywhere, key=lambda one: (one[1], one[0])):
        place = {"column": cell[0] - left + 1, "row": cell[1] - top + 1}
        yield from _card(was.get(cell), now.get(cell), place, names)
        yield from _dwarves(was.get(cell), now.get(cell), place, names)


def _card(was: Stack | None, now: Stack | None, place: dict[str, int], names: dict[str, str]) -> Iterator[Sentence]:
    old, new = (stack["cards"][-1] if stack else None for stack in (was, now))
    if new is None:
        assert old is not None
        yield say("{player}: no {card} at column {column}, row {row} any more", **_whose(old, names), **place)
    elif old is None or (old["colour"], old["kind"]) != (new["colour"], new["kind"]):
        yield say("{player}: {card} at column {column}, row {row}", **_whose(new, names), **place)
    elif old.get("turn", 0) != new.get("turn", 0):
        yield say("{player}: {card} at column {column}, row {row} was turned", **_whose(new, names), **place)


def _whose(card: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    words = spelled(f"{card['colour']} {card['kind']} {card.get('turn', 0)}")
    return {"player": names.get(card["colour"], COLOUR_NAMES[Colour(card["colour"])]), "card": words}


def _dwarves(was: Stack | None, now: Stack | None, place: dict[str, int], names: dict[str, str]) -> Iterator[Sentence]:
    for colour in Colour:
        old, new = (int(stack["dwarves"].get(str(colour), 0)) if stack else 0 for stack in (was, now))
        if old != new:
            name = names.get(str(colour), COLOUR_NAMES[colour])
            text = say(
                "{player}: dwarves at column {column}, row {row}: {was} → {now}", player=name, **place, was=old, now=new
            )
            yield text
