"""May I keep these dice? How many dice chests keep for the next round, and which."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.diceminer.phrases import refused
from scoring.diceminer.pieces import Die, Hero, Shows
from scoring.diceminer.state import ROUNDS, Dice, Options
from scoring.diceminer.trove import hero_faces, read_trove
from scoring.game import Model
from scoring.sheet import Legal, Ruling, Step, legal_if
from scoring.words import Sentence, say


class ChestAsk(Model):
    """A trove after scoring, and the dice its owner would like to keep as they lie."""

    dice: Dice
    hero: Hero | None = None
    keep: Dice = Field((), description="dice that shall not be rerolled")
    round: int = Field(1, ge=1, le=ROUNDS, description="the round that was just scored")
    options: Options = Options()


def answer(ask: ChestAsk, catalogue: Catalogue) -> Ruling:
    """How many dice the chests keep, or whether the wished ones may be kept."""
    trove = read_trove(ask.dice, hero=hero_faces(ask.hero, catalogue))
    chests = trove.count(Shows.CHEST)
    allowed = [die for die in ask.dice if ask.options.keep_chest_dice or die.shows is not Shows.CHEST]
    data: dict[str, Any] = {"chests": chests, "may_keep": [die.code for die in allowed]}
    if ask.round == ROUNDS:
        verdict = say("After round three nothing is kept or rerolled: the game is over.")
        return Ruling(verdict, ("DM-REFILL-LAST",), data=data | {"chests": 0}, legal=legal_if(not ask.keep))
    refusals = _refusals(ask, chests, allowed)
    data |= {"reasons": [reason for _, reason in refusals]}
    if refusals:
        steps = tuple(Step(reason, rule) for rule, reason in refusals)
        no = refused([reason for _, reason in refusals])
        return Ruling(no, tuple(dict.fromkeys(rule for rule, _ in refusals)), steps, data, legal=Legal.NO)
    return Ruling(
        say("You may keep up to {chests} dice as they lie; all others are rerolled.", chests=chests)
        if not ask.keep
        else say("Yes, these dice stay as they lie; all others are rerolled."),
        ("DM-CHEST-KEEP", "DM-CHEST-REROLLED", "DM-REFILL-REROLL"),
        (
            Step(say("Chests on dice and hero: {chests}.", chests=chests), "DM-CHEST-KEEP"),
            Step(say("Hazard dice may be kept too."), "DM-CHEST-KEEP"),
            _about_chest_dice(ask.options),
        ),
        data,
        legal=Legal.YES,
    )


def _about_chest_dice(options: Options) -> Step:
    if options.keep_chest_dice:
        return Step(say("At this table a chest may also keep a die that shows a chest."), "DM-CHEST-REROLLED")
    return Step(say("Dice that show chests are rerolled themselves."), "DM-CHEST-REROLLED")


def _refusals(ask: ChestAsk, chests: int, allowed: list[Die]) -> list[tuple[str, Sentence]]:
    refusals: list[tuple[str, Sentence]] = []
    if len(ask.keep) > chests:
        reason = say("{wished} dice are too many: there are {chests} chests.", wished=len(ask.keep), chests=chests)
        refusals.append(("DM-CHEST-KEEP", reason))
    for die in (Counter(ask.keep) - Counter(allowed)).elements():
        if die in ask.dice and die.shows is Shows.CHEST:
            refusals.append(("DM-CHEST-REROLLED", say("{die} shows a chest; such dice are rerolled.", die=die.code)))
        else:
            refusals.append(("DM-CHEST-KEEP", say("{die} is not a die of this trove, or not so often.", die=die.code)))
    return refusals
