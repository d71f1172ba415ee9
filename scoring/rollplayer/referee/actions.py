"""Disputes about attribute actions: may this be done to that sheet, and what else may be done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.pieces import ATTRIBUTE_NAMES, Attribute, Die, die_name
from scoring.rollplayer.referee.moves import RULES, STEP_NAMES, opposite, spot, stepped, ways
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import Player
from scoring.sheet import Missing, Ruling, Step
from scoring.words import say

XP_FOR_ACTION = 5


class Spot(Model):
    """A place on the sheet, counted from 1 at the left."""

    row: Attribute
    place: Annotated[int, Field(ge=1, le=3)]


class ActionAsk(Model):
    """An attribute action someone wants to do; leave the details out to see everything it may do."""

    player: Player
    action: Attribute
    die: Spot | None = Field(None, description="The die to change.")
    other: Spot | None = Field(None, description="The die to swap with.")
    to: int | None = Field(None, title="New value", description="The value the die shall show.")
    step: Literal["good", "evil", "lawful", "chaotic"] | None = Field(None, description="Where the marker shall go.")
    paid_by: Literal["placement", "xp"] = Field("placement", description="The die just placed there, or 5 XP.")
    already_acted: bool = Field(False, description="An attribute action was already done in this dice phase.")
    during: Literal["setup", "dice phase", "other"] = "dice phase"


def answer(ask: ActionAsk, catalogue: Catalogue) -> Ruling:
    """Settle one action, or list all that is legal."""
    missing: list[Missing] = []
    reasons = [*_may_act(ask)]
    if ask.die is None and ask.step is None and ask.action != "charisma":
        return _everything(ask, reasons, catalogue)
    steps: list[Step] = []
    data: dict[str, Any] = {}
    match ask.action:
        case "wisdom":
            reasons += _step(ask, steps, data)
        case "charisma":
            text = say("Take one charisma token; it pays for 1 gold at the market of this round.")
            steps.append(Step(text, "RP-CHA"))
            data["charisma"] = ask.player.charisma + 1
        case _:
            reasons += _die_move(ask, catalogue, steps, data, missing)
    steps.append(Step(say("A die moved or turned by an action starts no further action."), "RP-ACTION"))
    return ruled(say("Allowed."), reasons, steps, data, missing)


def _may_act(ask: ActionAsk) -> Iterator[Step]:
    if ask.paid_by == "xp":
        if ask.player.xp < XP_FOR_ACTION:
            yield Step(say("an action costs 5 XP and there are {xp}", xp=ask.player.xp), "MM-XP-ACTION")
        return
    if ask.during == "setup":
        yield Step(say("there are no attribute actions during set-up"), "RP-SETUP-DICE")
    if ask.during == "other":
        yield Step(say("an attribute action follows the placing of a die in the dice phase"), "RP-ACTION")
    if ask.already_acted:
        yield Step(say("only one attribute action per player in a dice phase"), "RP-ACTION")
    if not any(ask.player.rows.of(ask.action)):
        row = ATTRIBUTE_NAMES[ask.action]
        yield Step(say("no die was placed in the {row} row, which is empty", row=row), "RP-ACTION")


def _everything(ask: ActionAsk, reasons: list[Step], catalogue: Catalogue) -> Ruling:
    found, missing = ways(ask.player, ask.action, catalogue)
    rule = RULES[ask.action]
    steps = [Step(say("{name}, ways: {count}", name=ATTRIBUTE_NAMES[ask.action], count=len(found)), rule)]
    steps += [Step(way.text, rule) for way in found]
    data = {"ways": [{"text": way.text, "where": list(way.where)} for way in found]}
    if not found and not reasons and not missing:
        reasons = [Step(say("there is no die to do it with"), rule)]
    verdict = say("Allowed, ways: {count}; the action is optional.", count=len(found))
    return ruled(verdict, reasons, steps, data, missing)


def _step(ask: ActionAsk, steps: list[Step], data: dict[str, Any]) -> Iterator[Step]:
    if ask.step is None:
        yield Step(say("Wisdom moves the alignment marker, not a die"), "RP-WIS")
        return
    marker = stepped(ask.player.marker, ask.step)
    if marker is None:
        yield Step(say("the marker cannot leave the card {direction}", direction=STEP_NAMES[ask.step]), "RP-WIS")
        return
    data["marker"] = list(marker)
    steps.append(Step(say("The marker goes one step {direction}.", direction=STEP_NAMES[ask.step]), "RP-WIS"))


def _at(player: Player, place: Spot) -> Die | None:
    return player.rows.of(place.row)[place.place - 1]


def _die_move(
    ask: ActionAsk, catalogue: Catalogue, steps: list[Step], data: dict[str, Any], missing: list[Missing]
) -> Iterator[Step]:
    rule = RULES[ask.action]
    if ask.die is None:
        yield Step(say("name the die to change"), rule)
        return
    piece, where = _at(ask.player, ask.die), spot(ask.die.row, ask.die.place - 1)
    if piece is None:
        yield Step(say("there is no die at {spot}", spot=where), rule)
        return
    match ask.action:
        case "strength":
            yield from _flip(ask, piece, catalogue, steps, data, missing)
        case "dexterity":
            yield from _swap(ask, piece, steps)
        case "constitution":
            yield from _nudge(ask, piece, steps, data)
        case _:
            yield from _reroll(ask, piece, steps, data)


def _flip(
    ask: ActionAsk, piece: Die, catalogue: Catalogue, steps: list[Step], data: dict[str, Any], missing: list[Missing]
) -> Iterator[Step]:
    value = opposite(piece, catalogue)
    if not piece.possible:
        yield Step(say("no die shows {value} there", value=piece.value), "RP-STR")
    elif value is None:
        missing.append(catalogue.missing("boost_die", f"opposite_{piece.value}"))
    elif ask.to is not None and ask.to != value:
        yield Step(say("{die} turns over to {value} only", die=die_name(piece), value=value), "RP-STR")
    else:
        data["to"] = value
        steps.append(Step(say("{die} turns over to {value}.", die=die_name(piece), value=value), "RP-STR"))


def _swap(ask: ActionAsk, piece: Die, steps: list[Step]) -> Iterator[Step]:
    if ask.other is None:
        yield Step(say("name the die to swap with"), "RP-DEX")
        return
    other = _at(ask.player, ask.other)
    if other is None:
        where = spot(ask.other.row, ask.other.place - 1)
        yield Step(say("{spot} is empty; dice only change places with dice", spot=where), "RP-DEX")
    elif ask.other == ask.die:
        yield Step(say("a swap needs two different dice"), "RP-DEX")
    else:
        text = say(
            "{die} and {other} change places with the values they show.", die=die_name(piece), other=die_name(other)
        )
        steps.append(Step(text, "RP-DEX"))


def _nudge(ask: ActionAsk, piece: Die, steps: list[Step], data: dict[str, Any]) -> Iterator[Step]:
    if ask.to is None or abs(ask.to - piece.value) != 1:
        yield Step(say("the value changes by exactly one"), "RP-CON")
    elif ask.to not in piece.faces:
        low, high = piece.faces[0], piece.faces[-1]
        yield Step(say("values do not wrap round: {low} is lowest, {high} highest", low=low, high=high), "RP-CON")
    else:
        data["to"] = ask.to
        steps.append(Step(say("{die} becomes {value}.", die=die_name(piece), value=ask.to), "RP-CON"))


def _reroll(ask: ActionAsk, piece: Die, steps: list[Step], data: dict[str, Any]) -> Iterator[Step]:
    steps.append(Step(say("{die} is rolled again and goes back to its place.", die=die_name(piece)), "RP-INT"))
    if ask.to is None:
        return
    if ask.to not in piece.faces:
        yield Step(say("such a die cannot show {value}", value=ask.to), "RP-INT")
        return
    data["may_keep"] = sorted({piece.value, ask.to})
    text = say("Keep the new {new} or the old {old}, as you like.", new=ask.to, old=piece.value)
    steps.append(Step(text, "RP-INT"))


QUESTION = Question(
    "action",
    say("May this attribute action be done?"),
    ActionAsk,
    answer,
    {
        "player": {"name": "Helen", "rows": {"constitution": ["blue 1"], "strength": ["red 4", "gold 4"]}},
        "action": "strength",
        "die": {"row": "constitution", "place": 1},
    },
)
