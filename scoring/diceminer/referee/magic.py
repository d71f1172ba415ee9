"""May I reroll these dice? What a magic die may reroll: as many as its symbols, no hazards, nothing spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.diceminer.phrases import refused
from scoring.diceminer.pieces import Die, DieType, Hero, Shows
from scoring.diceminer.state import Dice
from scoring.diceminer.trove import hero_faces
from scoring.game import Model
from scoring.sheet import Legal, Ruling, Step
from scoring.words import Sentence, say


class MagicAsk(Model):
    """A trove in the magic phase. Dice that show the same are alike, so they are named by what they show."""

    dice: Dice
    hero: Hero | None = None
    spent: Dice = Field((), description="magic dice of the trove that are spent already this round")
    hero_spent: int = Field(0, ge=0, le=9, description="how many of the hero's magic faces are spent this round")
    spend: Die | Literal["hero"] | None = Field(None, description='the magic die to spend now, or "hero"')
    reroll: Dice = Field((), description="the dice to reroll with it")


def answer(ask: MagicAsk, catalogue: Catalogue) -> Ruling:
    """What may be spent and rerolled now, or whether the wished reroll is allowed."""
    hero_magic = [face for face in hero_faces(ask.hero, catalogue).faces if face.shows is Shows.MAGIC]
    unspent = list((Counter(ask.dice) - Counter(ask.spent)).elements())
    can_spend = [die for die in unspent if die.shows is Shows.MAGIC]
    hero_left = hero_magic[ask.hero_spent :]
    data: dict[str, Any] = {
        "may_spend": [die.code for die in can_spend],
        "hero_may_spend": [face.code for face in hero_left],
        "may_reroll": [die.code for die in _rerollable(unspent)],
        "never": [die.code for die in ask.dice if die.type is DieType.HAZARD],
    }
    wrong = _wrong_trove(ask)
    if wrong:
        return _refused(wrong, data)
    if ask.spend is None:
        return _survey(can_spend, hero_left, data)
    return _judge(ask, unspent, can_spend, hero_left, data)


def _rerollable(unspent: Sequence[Die]) -> list[Die]:
    """Hazard dice are never rerolled by magic, whatever they show."""
    return [die for die in unspent if die.type is not DieType.HAZARD]


def _wrong_trove(ask: MagicAsk) -> list[tuple[str, Sentence]]:
    not_there = list((Counter(ask.spent) - Counter(ask.dice)).elements())
    return [
        ("DM-MAGIC-SPENT", say("{die} is named as spent, but is not in the trove.", die=die.code)) for die in not_there
    ]


def _survey(can_spend: Sequence[Die], hero_left: Sequence[Die], data: dict[str, Any]) -> Ruling:
    sources = [*can_spend, *hero_left]
    if not sources:
        return Ruling(say("There is no magic left to spend: the next player's turn."), ("DM-MAGIC-STOP",), data=data)
    steps = (
        Step(say("Magic you may spend: {dice}.", dice=_row(sources)), "DM-MAGIC-SPEND"),
        Step(
            say(
                "Dice it may reroll: {dice}. A magic die cannot reroll itself.",
                dice=", ".join(data["may_reroll"]) or "-",
            ),
            "DM-MAGIC-SPENT",
        ),
        Step(say("Never: hazard dice, spent magic dice, faces of the hero."), "DM-MAGIC-HAZARD"),
    )
    rules = ("DM-MAGIC-SPEND", "DM-MAGIC-ALL", "DM-MAGIC-HAZARD", "DM-MAGIC-SPENT", "DM-HERO-NO-REROLL")
    return Ruling(say("You may spend: {dice}.", dice=_row(sources)), rules, steps, data)


def _judge(
    ask: MagicAsk, unspent: list[Die], can_spend: Sequence[Die], hero_left: Sequence[Die], data: dict[str, Any]
) -> Ruling:
    refusals: list[tuple[str, Sentence]] = []
    source = _source(ask, can_spend, hero_left)
    if source is None:
        refusals.append(("DM-MAGIC-SPEND", _no_source(ask)))
        return _refused(refusals, data)
    if ask.spend != "hero":
        unspent.remove(source)
    eligible = _rerollable(unspent)
    must = min(source.count, len(eligible))
    data |= {"may_reroll": [die.code for die in eligible], "must_reroll": must}
    refusals += _not_allowed(ask.reroll, eligible, ask.spent, source)
    if ask.reroll and len(ask.reroll) != must:
        refusals.append(
            (
                "DM-MAGIC-ALL",
                say(
                    "{source} rerolls exactly {must} dice, not {wished}.",
                    source=source.code,
                    must=must,
                    wished=len(ask.reroll),
                ),
            )
        )
    if refusals:
        return _refused(refusals, data)
    return _allowed(ask, source, must, data)


def _source(ask: MagicAsk, can_spend: Sequence[Die], hero_left: Sequence[Die]) -> Die | None:
    if ask.spend == "hero":
        return hero_left[0] if hero_left else None
    return ask.spend if isinstance(ask.spend, Die) and ask.spend in can_spend else None


def _no_source(ask: MagicAsk) -> Sentence:
    if ask.spend == "hero":
        return say("The hero has no unspent magic face.")
    code = ask.spend.code if ask.spend else ""
    if ask.spend in ask.spent:
        return say("{die} is spent already; it can be spent again next round.", die=code)
    return say("{die} is no unspent magic die of this trove.", die=code)


def _not_allowed(
    reroll: Sequence[Die], eligible: Sequence[Die], spent: Sequence[Die], source: Die
) -> list[tuple[str, Sentence]]:
    refusals: list[tuple[str, Sentence]] = []
    for die in (Counter(reroll) - Counter(eligible)).elements():
        if die.type is DieType.HAZARD:
            refusals.append(("DM-MAGIC-HAZARD", say("{die} is a hazard die; magic never rerolls those.", die=die.code)))
        elif die == source or die in spent:
            refusals.append(("DM-MAGIC-SPENT", say("{die} is spent; spent magic is not rerolled.", die=die.code)))
        else:
            refusals.append(("DM-MAGIC-SPEND", say("{die} is not a die of this trove, or not so often.", die=die.code)))
    return refusals


def _allowed(ask: MagicAsk, source: Die, must: int, data: dict[str, Any]) -> Ruling:
    steps = [
        Step(say("{source} is spent; it stays in the trove.", source=source.code), "DM-MAGIC-SPEND"),
        Step(
            say("Symbols on it: {symbols}. Dice rerolled together: {must}.", symbols=source.count, must=must),
            "DM-MAGIC-ALL",
        ),
    ]
    if must < source.count:
        steps.append(Step(say("Fewer dice than symbols can be rerolled: take all of them."), "DM-MAGIC-ALL"))
    data |= {"reasons": []}
    rules = ("DM-MAGIC-SPEND", "DM-MAGIC-ALL", "DM-MAGIC-HAZARD", "DM-MAGIC-SPENT")
    if ask.reroll:
        return Ruling(say("Yes, this reroll is allowed."), rules, tuple(steps), data, legal=Legal.YES)
    verdict = say("Yes: choose {must} of {dice}.", must=must, dice=", ".join(data["may_reroll"]) or "-")
    return Ruling(verdict, rules, tuple(steps), data, legal=Legal.YES)


def _refused(refusals: Sequence[tuple[str, Sentence]], data: dict[str, Any]) -> Ruling:
    reasons = [reason for _, reason in refusals]
    return Ruling(
        refused(reasons),
        tuple(dict.fromkeys(rule for rule, _ in refusals)),
        tuple(Step(reason, rule) for rule, reason in refusals),
        data | {"reasons": reasons},
        legal=Legal.NO,
    )


def _row(dice: Sequence[Die]) -> str:
    return ", ".join(die.code for die in dice)
