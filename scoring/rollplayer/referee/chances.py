"""Odds: the chance to reach each step of a minion or a monster, and whether a mercenary or rerolls help more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.deadline import OutOfTime, in_time
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.battle import FINAL_SIXES, MonsterCard, monster_card
from scoring.rollplayer.odds import MOST_DICE, chances, plan
from scoring.rollplayer.pieces import MinionId, MonsterId
from scoring.rollplayer.referee.hunt import MERCENARY_XP
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import Count
from scoring.sheet import Missing, Ruling, Step
from scoring.words import Sentence, say

CERTAIN = 1e-9
"""Closer to 0 or 1 than any roll can come: what is left of adding up fractions."""

Face = Annotated[int, Field(ge=1, le=6)]


class OddsAsk(Model):
    """A combat pool and what it is up against."""

    dice: Annotated[int, Field(ge=1, le=MOST_DICE)] = Field(description="Combat dice in the pool.")
    xp: Annotated[int, Field(ge=0, le=40)] = Field(0, description="XP kept for rerolls.")
    honor: Count = 0
    wounds: Count = 0
    monster: MonsterId | None = None
    one_player: bool = Field(False, description="The monster's 1P card is in play.")
    minion: MinionId | None = None
    targets: tuple[int, ...] = Field((), description="Results to reach; the printed steps are used if left out.")
    rolled: tuple[Face, ...] | None = Field(None, description="The dice on the table, if already rolled.")


def answer(ask: OddsAsk, catalogue: Catalogue) -> Ruling:
    """The chance for each target under the play that is best for it."""
    missing: list[Missing] = []
    card = monster_card(ask.monster, ask.one_player, catalogue) if ask.monster else None
    if card and not card.special.known:
        missing.append(catalogue.missing(card.monster, "special"))
    targets = sorted(set(ask.targets or _printed(ask, card, catalogue, missing)))
    reasons = [*_refused(ask, targets, missing)]
    if reasons or not targets:
        return ruled(say("There is nothing to reach."), reasons, (), {}, missing)
    sixes = card is not None and card.special.value == FINAL_SIXES
    rerolls = ask.xp // (card.reroll_cost if card else 1)
    modifier = _modifier(ask, card)
    needed = {target: target - modifier for target in targets}
    found = chances(ask.dice, rerolls, sorted(set(needed.values())), sixes, ask.rolled)
    if not found:
        raise OutOfTime
    odds = {target: found[sum_needed] for target, sum_needed in needed.items() if sum_needed in found}
    steps = [*_setting(ask, card, rerolls, modifier)]
    steps += [Step(_line(target, chance), "MM-BATTLE" if card else "MM-HUNT-RESULT") for target, chance in odds.items()]
    data: dict[str, Any] = {
        "rerolls": rerolls,
        "odds": {str(target): round(chance, 6) for target, chance in odds.items()},
    }
    if card:
        steps.append(_expected(ask, card, rerolls, modifier, sixes, data))
    steps += _first_reroll(ask, needed, rerolls, sixes, data)
    if ask.rolled is None:
        steps += _mercenaries(ask, needed[_goal(odds)], rerolls, sixes, data, card)
    return ruled(_line(_goal(odds), odds[_goal(odds)]), (), steps, data, missing)


def _modifier(ask: OddsAsk, card: MonsterCard | None) -> int:
    """Honor and wounds change the result of the final battle; in a hunt they do nothing."""
    if card is None and ask.minion:
        return 0
    return ask.honor - ask.wounds * (card.wound_cost if card else 1)


def _printed(ask: OddsAsk, card: MonsterCard | None, catalogue: Catalogue, missing: list[Missing]) -> Iterator[int]:
    """The steps of the card: where they are known, and the strength or the trophy in any case."""
    if card:
        yield card.strength.value
        yield from (row[0] for row in card.stars.value or ())
    if ask.minion:
        for field in ("trophy_from", "rewards"):
            value = catalogue.value(ask.minion, field)
            if value is None:
                missing.append(catalogue.missing(ask.minion, field))
            elif isinstance(value, int):
                yield value
            else:
                yield from (row[0] for row in value)


def _refused(ask: OddsAsk, targets: list[int], missing: list[Missing]) -> Iterator[Step]:
    if not targets and not missing:
        yield Step(say("name a monster, a minion or a result to reach"), "MM-BATTLE")
    if ask.rolled is not None and len(ask.rolled) != ask.dice:
        text = say("dice rolled: {rolled}, dice in the pool: {dice}", rolled=len(ask.rolled), dice=ask.dice)
        yield Step(text, "MM-HUNT-DICE")


def _setting(ask: OddsAsk, card: MonsterCard | None, rerolls: int, modifier: int) -> Iterator[Step]:
    cost = card.reroll_cost if card else 1
    text = say("XP {xp} at {cost} each, rerolls: {rerolls}", xp=ask.xp, cost=cost, rerolls=rerolls)
    yield Step(text, "MM-CHIMERA" if cost == 2 else "MM-REROLL")
    if modifier:
        yield Step(say("Honor and wounds: {modifier}", modifier=f"{modifier:+d}"), "MM-HONOR-WOUNDS")
    if card and card.special.value == FINAL_SIXES:
        yield Step(say("Every six of the final roll must be rolled once more."), "MM-TROLL")


def _line(target: int, chance: float) -> Sentence:
    return say("{target} or more: {percent} %", target=target, percent=percent(chance))


def percent(chance: float) -> str:
    """A chance in percent; only what is certain reads as 0 or 100.

    >>> percent(0.5), percent(1.0), percent(0.9997), percent(0.0002), percent(0.0)
    ('50.0', '100', '>99.9', '<0.1', '0')
    """
    if chance >= 1 - CERTAIN or chance <= CERTAIN:
        return str(round(chance) * 100)
    rounded = f"{100 * chance:.1f}"
    return {"100.0": ">99.9", "0.0": "<0.1"}.get(rounded, rounded)


def _goal(odds: dict[int, float]) -> int:
    """The target worth talking about: the highest that is likelier than not, else the lowest."""
    likely = [target for target, chance in odds.items() if chance > 0.5]
    return max(likely, default=min(odds))


def _expected(ask: OddsAsk, card: MonsterCard, rerolls: int, modifier: int, sixes: bool, data: dict[str, Any]) -> Step:
    """Stars to expect when playing for stars; results whose stars nobody knows count with the least they can be."""
    best = plan(ask.dice, rerolls, lambda total: float(card.at_least(total + modifier)), sixes)
    stars = best.before_the_roll if ask.rolled is None else best.value(ask.rolled, rerolls)
    data["expected_stars_at_least"] = round(stars, 6)
    return Step(say("Stars to expect, at least: {stars}", stars=f"{stars:.2f}"), "MM-BATTLE-STARS")


def _first_reroll(
    ask: OddsAsk, needed: dict[int, int], rerolls: int, sixes: bool, data: dict[str, Any]
) -> Iterator[Step]:
    """With the dice on the table: which one to pick up first, per target."""
    if ask.rolled is None:
        return
    data["reroll"] = {}
    for target, sum_needed in in_time(needed.items()):
        best = plan(ask.dice, rerolls, lambda total, least=sum_needed: float(total >= least), sixes)  # type: ignore[misc]
        face = best.advice(ask.rolled, rerolls)
        data["reroll"][str(target)] = face
        text = (
            say("For {target}: keep the dice", target=target)
            if face is None
            else say("For {target}: reroll a {face}", target=target, face=face)
        )
        yield Step(text, "MM-REROLL")


def _mercenaries(
    ask: OddsAsk, least: int, rerolls: int, sixes: bool, data: dict[str, Any], card: MonsterCard | None
) -> Iterator[Step]:
    """The same XP spent on mercenaries (3 each) before the roll instead of on rerolls."""
    cost = card.reroll_cost if card else 1
    data["mercenaries"] = []
    for hired in in_time(range(ask.xp // MERCENARY_XP + 1)):
        dice, left = ask.dice + hired, (ask.xp - MERCENARY_XP * hired) // cost
        if dice > MOST_DICE:
            break
        chance = plan(dice, left, lambda total: float(total >= least), sixes).before_the_roll
        data["mercenaries"].append({"hired": hired, "rerolls": left, "chance": round(chance, 6)})
        text = say(
            "{percent} % with mercenaries: {hired}, rerolls: {rerolls}",
            hired=hired,
            rerolls=left,
            percent=percent(chance),
        )
        yield Step(text, "MM-MERCENARY")


QUESTION = Question(
    "odds",
    say("How likely is this result with these combat dice?"),
    OddsAsk,
    answer,
    {"dice": 4, "xp": 3, "honor": 1, "monster": "dragon"},
)
