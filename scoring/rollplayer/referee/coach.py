"""The coach: the best use of an attribute action, or of 5 XP, for a sheet as it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.game import Model, Question
from scoring.rollplayer.pieces import ATTRIBUTES, CARD_KIND, Attribute
from scoring.rollplayer.referee.actions import XP_FOR_ACTION
from scoring.rollplayer.referee.moves import RULES, Way, ways
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.score import sheet
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
    before = _stars(state, seat, state.players[seat], catalogue)
    found, missing = ways(state.players[seat], action, catalogue)
    advice = [Advice(way, _gain(state, seat, way, before, catalogue)) for way in found]
    return sorted(advice, key=lambda one: -one.gain), missing


def _stars(state: State, seat: int, player: Player, catalogue: Catalogue) -> int:
    """The certain stars of a sheet; lines that wait for a printed value stay out on both sides."""
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return sheet(state.model_copy(update={"players": players}), seat, catalogue).at_least


def _gain(state: State, seat: int, way: Way, before: int, catalogue: Catalogue) -> float:
    stars = [_stars(state, seat, player, catalogue) for player in way.after]
    if way.keep_either:
        stars = [max(after, before) for after in stars]
    return sum(stars) / len(stars) - before


def answer(ask: CoachAsk, catalogue: Catalogue) -> Ruling:
    """The best ways with the stars they gain; dropping a card that costs stars is told as well."""
    if ask.seat >= len(ask.state.players):
        return ruled(say("Allowed."), [Step(say("there is no such seat at this table"), "RP-SHEET")])
    player = ask.state.players[ask.seat]
    reasons = []
    if ask.action is None and player.xp < XP_FOR_ACTION:
        reasons.append(Step(say("an action costs 5 XP and there are {xp}", xp=player.xp), "MM-XP-ACTION"))
    actions = ATTRIBUTES if ask.action is None else (ask.action,)
    advice: list[Advice] = []
    missing: list[Missing] = []
    for action in actions:
        found, unknown = advise(ask.state, ask.seat, action, catalogue)
        advice += found
        missing += unknown
    advice.sort(key=lambda one: -one.gain)
    best = [one for one in advice if one.gain > 0][: ask.show]
    steps = [Step(_line(one), RULES[one.way.action]) for one in best]
    drops = _drops(ask.state, ask.seat, catalogue)
    steps += [drop for drop, _ in drops]
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
        "drop": [card for _, card in drops],
    }
    return ruled(_verdict(best, bool(drops)), reasons, steps, data, missing)


def _verdict(best: list[Advice], drops: bool) -> Sentence:
    if best:
        return _line(best[0])
    if drops:
        return say("No action gains a star now, but laying a card down does.")
    return say("No way gains a star now.")


def _line(advice: Advice) -> Sentence:
    return say("{way} (stars +{gain})", way=advice.way.text, gain=f"{advice.gain:.2f}".rstrip("0").rstrip("."))


def _drops(state: State, seat: int, catalogue: Catalogue) -> list[tuple[Step, str]]:
    """Cards that cost stars may be laid down before the count."""
    player = state.players[seat]
    before = _stars(state, seat, player, catalogue)
    found = []
    for card in player.cards:
        if CARD_KIND[card] not in ("weapon", "trait"):
            continue
        cards = tuple(other for other in player.cards if other != card)
        gain = _stars(state, seat, player.model_copy(update={"cards": cards}), catalogue) - before
        if gain > 0 and _told(card, player, catalogue):
            name = localised(catalogue.items[card].name)
            text = say("lay {card} down before the count (stars +{gain})", card=name, gain=gain)
            found.append((Step(text, "RP-DROP-CARDS"), card))
    return found


def _told(card: str, player: Player, catalogue: Catalogue) -> bool:
    """Whether it is known what a card does at the count; one that may still pay is kept."""
    if CARD_KIND[card] == "weapon":
        return catalogue.value(card, "scoring") is not None
    printed = (catalogue.value(card, field) for field in ("counts", "pays"))
    return card in player.trait_stars or all(value is not None for value in printed)


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
