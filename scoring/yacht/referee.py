"""The coach of Yacht: which dice to keep, which box to fill, and what that is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.game import Model
from scoring.question import Question
from scoring.sheet import Ruling, Step
from scoring.words import Sentence, say
from scoring.yacht import BOXES, DICE, NAMES, ROLLS, RULES, Box, Hand, Options, Table
from scoring.yacht.expect import Kept, Turn, expected, keeps, set_of, turn

SHOWN = 4
"""So many ways to go on are told, the best first."""
SAME = 9  # decimals: ways that differ by less differ only by how their averages were added up


class CoachAsk(Model):
    """The dice of a roll, and what the sheet already holds."""

    dice: Hand = Field((), description="the five dice of this roll", json_schema_extra={"format": "dice"})
    roll: int = Field(1, ge=1, le=ROLLS, description="which of the three rolls of the turn it is")
    filled: tuple[Box, ...] = Field((), max_length=len(BOXES), description="the boxes that have their dice")
    options: Options = Options()


def told(table: Table, seat: int) -> Mapping[str, Any]:
    """What the coach needs, from a table."""
    player = table.players[seat]
    options = table.options.model_dump()
    return {"dice": list(player.dice), "roll": player.roll, "filled": list(player.filled), "options": options}


def coach(ask: CoachAsk, catalogue: Catalogue) -> Ruling:
    """The way that brings the most points on average until the sheet is full."""
    open_boxes = [box for box in BOXES if box not in ask.filled]
    values = expected(ask.options)
    if not open_boxes:
        return Ruling(say("Every box is filled; there is nothing left to do."), ("YA-BOXES",))
    if not ask.dice:
        whole = values[set_of(open_boxes)]
        text = say("Roll all five dice; the open boxes bring {points} on average.", points=told_as(whole))
        return Ruling(text, ("YA-COACH", "YA-TURN"), data={"points": whole})
    if len(ask.dice) < DICE:
        return Ruling(say("A roll is five dice, not {count}.", count=len(ask.dice)), ("YA-TURN",))
    return _advised(tuple(sorted(ask.dice)), ROLLS - ask.roll, turn(set_of(open_boxes), values, ask.options))


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go on: a box to fill now, or dice to keep while the others are rolled."""

    points: float
    says: Sentence
    rule: str
    box: Box | None = None
    keep: Kept | None = None

    def as_data(self) -> dict[str, Any]:
        """The way for machines."""
        return {"box": self.box, "keep": None if self.keep is None else list(self.keep), "points": self.points}


def _advised(roll: Kept, rolls_left: int, now: Turn) -> Ruling:
    stops, rolling = _stops(roll, now), _rolling(roll, rolls_left, now)
    best, *others = _best_first([*_best_first(stops)[:SHOWN], *_best_first(rolling)[:SHOWN]])
    explained = Step(say("These are averages over every roll that can come, until the sheet is full."), "YA-COACH")
    steps = (*(Step(way.says, way.rule) for way in others), explained)
    rules = tuple(dict.fromkeys((best.rule, *(step.rule for step in steps))))
    return Ruling(best.says, rules, steps, {**best.as_data(), "ways": [way.as_data() for way in (best, *others)]})


def _stops(roll: Kept, now: Turn) -> list[Way]:
    """Every open box, in the order of the sheet."""
    return [
        Way(value, _fill(box, now.points[roll][place], value), RULES[box], box=box)
        for place, box in enumerate(BOXES)
        if place in now.boxes
        for value in [now.box_value(roll, place)]
    ]


def _rolling(roll: Kept, rolls_left: int, now: Turn) -> list[Way]:
    """Everything that can be kept of a roll, the most dice first; nothing without a roll left."""
    if not rolls_left:
        return []
    values = now.keeping(rolls_left)
    some_kept = sorted((kept for kept in keeps()[roll] if kept != roll), key=len, reverse=True)
    return [Way(values[kept], _keep(kept, values[kept]), "YA-TURN", keep=kept) for kept in some_kept]


def _best_first(ways: list[Way]) -> list[Way]:
    """Equally good ways keep their order, so that stopping comes before rolling on."""
    return sorted(ways, key=lambda way: -round(way.points, SAME))


def _keep(kept: Kept, value: float) -> Sentence:
    if not kept:
        return say("Roll all five dice again: {points} on average.", points=told_as(value))
    dice = " ".join(map(str, kept))
    return say("Keep {dice}, roll the rest: {points} on average.", dice=dice, points=told_as(value))


def _fill(box: Box, now: int, value: float) -> Sentence:
    later = {"now": now, "later": told_as(value - now)}
    return say("Fill {box}: {now} now, {later} more on average.", box=NAMES[box], **later)


def told_as(points: float) -> str:
    """Points with one decimal.

    >>> told_as(166.9551)
    '167.0'
    """
    return f"{points:.1f}"


QUESTIONS = (
    Question(
        "coach",
        say("Which dice do I keep, which box do I fill?"),
        CoachAsk,
        coach,
        {"dice": [4, 4, 4, 1, 6], "roll": 1, "filled": ["ones", "choice"]},
        told,
    ),
)
