"""The coach: the best use of an attribute action, or of 5 XP, for a sheet as it stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.deadline import in_time
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.discards import Discard, best_discards
from scoring.rollplayer.pieces import ATTRIBUTES, Attribute
from scoring.rollplayer.referee.actions import XP_FOR_ACTION
from scoring.rollplayer.referee.moves import RULES, Way, ways
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.score import stars_with
from scoring.rollplayer.state import Player, State
from scoring.sheet import Missing, Ruling, Step
from scoring.words import Sentence, say


class CoachAsk(Model):
    """Whose sheet to look at, and with which action; without one, any action for 5 XP."""

    state: State
    seat: Annotated[int, Field(ge=0)] = Field(0, description="The player's seat, from 0.")
    action: Attribute | None = Field(None, description="The attribute action at hand.")
    show: Annotated[int, Field(ge=1, le=50)] = Field(5, description="How many ways to list.")


@dataclass(frozen=True, slots=True)
class Advice:
    """A way with the stars it gains; for a reroll the expectation when the better value is kept."""

    way: Way
    gain: float


def advise(state: State, seat: int, action: Attribute, catalogue: Catalogue) -> tuple[list[Advice], list[Missing]]:
    """Every way to use an action, best first, exact over all outcomes."""
    before = stars_with(state, seat, catalogue, state.players[seat])
    found, missing = ways(state.players[seat], action, catalogue)
    advice = [Advice(way, _gain(state, seat, way, before, catalogue)) for way in in_time(found)]
    return sorted(advice, key=lambda one: -one.gain), missing


def _gain(state: State, seat: int, way: Way, before: int, catalogue: Catalogue) -> float:
    stars = [stars_with(state, seat, catalogue, player) for player in way.after]
    if way.keep_either:
        stars = [max(after, before) for after in stars]
    return sum(stars) / len(stars) - before


def answer(ask: CoachAsk, catalogue: Catalogue) -> Ruling:
    """The best ways with the stars they gain; dropping a card that costs stars is told as well."""
    if ask.seat >= len(ask.state.players):
        return ruled(say("Allowed."), [Step(say("there is no such seat at this table"), "RP-SHEET")])
    player = ask.state.players[ask.seat]
    reasons = _reasons(ask, player)
    actions = ATTRIBUTES if ask.action is None else (ask.action,)
    if ask.state.in_battle:
        actions = ()
    advice: list[Advice] = []
    missing: list[Missing] = []
    for action in actions:
        found, unknown = advise(ask.state, ask.seat, action, catalogue)
        advice += found
        missing += unknown
    advice.sort(key=lambda one: -one.gain)
    best = [one for one in advice if one.gain > 0][: ask.show]
    steps = [Step(_line(one), RULES[one.way.action]) for one in best]
    drops = best_discards(player, catalogue, partial(stars_with, ask.state, ask.seat, catalogue))
    steps += [Step(drop.advice(catalogue), drop.rule) for drop in drops]
    data: dict[str, Any] = {
        "best": [
            {
                "action": one.way.action,
                "text": one.way.text,
                "where": list(one.way.where),
                "gain": round(one.gain, 4),
            }
            for one in best
        ],
        "drop": list(drops[0].cards) if drops else [],
        "drops": [{"cards": list(drop.cards), "gain": drop.gain} for drop in drops],
    }
    return ruled(_verdict(best, drops), reasons, steps, data, missing)


def _reasons(ask: CoachAsk, player: Player) -> list[Step]:
    """Why there is no action to use: the characters are finished, or there is not enough experience to buy one."""
    if ask.state.in_battle:
        return [Step(say("an attribute action is used and bought only before the final battle"), "MM-XP-ACTION")]
    if ask.action is None and player.xp < XP_FOR_ACTION:
        return [Step(say("an action costs 5 XP and there are {xp}", xp=player.xp), "MM-XP-ACTION")]
    return []


def _verdict(best: list[Advice], drops: tuple[Discard, ...]) -> Sentence:
    if best:
        return _line(best[0])
    if not drops:
        return say("No way gains a star now.")
    if len(drops[0].cards) > 1:
        return say("No action gains a star now, but laying cards down together does.")
    return say("No action gains a star now, but laying a card down does.")


def _line(advice: Advice) -> Sentence:
    return say("{way} (stars +{gain})", way=advice.way.text, gain=f"{advice.gain:.2f}".rstrip("0").rstrip("."))


QUESTION = Question(
    "coach",
    say("What is the best attribute action for this sheet?"),
    CoachAsk,
    answer,
    {
        "state": {
            "players": [
                {
                    "name": "Ann",
                    "race": "human",
                    "hero_class": "rogue",
                    "alignment": "eccentric",
                    "marker": [1, 1],
                    "backstory": "lost_soul",
                    "rows": {
                        "strength": ["black 6", "purple 6", "gold 4"],
                        "dexterity": ["red 6", "red 6", "blue 5"],
                        "wisdom": ["red 6", "gold 1", "blue 6"],
                    },
                }
            ]
        },
        "action": "constitution",
    },
)
