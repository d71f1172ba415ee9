"""The pool of the final battle: which dice a hero has, and what hiring costs there."""

from __future__ import annotations

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.problems.expansion import COMBAT_DICE
from scoring.rollplayer.referee.hunt import MERCENARY_GOLD, MERCENARY_XP, unpaid
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import Count, Player
from scoring.sheet import Ruling, Step
from scoring.words import say


class PoolAsk(Model):
    """A hero before the roll of the final battle, after the adventure cards."""

    player: Player
    adventure_dice: Count = Field(0, description="Combat dice won from adventure cards.")
    mercenaries_for_xp: Count = 0
    mercenaries_for_gold: Count = 0
    charisma_used: Count = Field(0, description="Charisma tokens someone would like to pay with.")


def answer(ask: PoolAsk, catalogue: Catalogue) -> Ruling:
    """One die, those of the adventures and the mercenaries; charisma takes nothing off at the battle.

    >>> answer(PoolAsk(player=Player(name="Iga", xp=7, gold=5), mercenaries_for_xp=2), Catalogue({}, {})).data["dice"]
    3
    """
    hired = ask.mercenaries_for_xp + ask.mercenaries_for_gold
    dice = 1 + ask.adventure_dice + hired
    xp, gold = MERCENARY_XP * ask.mercenaries_for_xp, MERCENARY_GOLD * ask.mercenaries_for_gold
    after = {"xp": ask.player.xp - xp, "gold": ask.player.gold - gold}
    more = {
        "for_xp": max(after["xp"], 0) // MERCENARY_XP,
        "for_gold": max(after["gold"], 0) // MERCENARY_GOLD,
    }
    steps = [
        Step(
            say(
                "Dice: 1 + {adventure} (adventures) + {mercenaries} (mercenaries) = {dice}",
                adventure=ask.adventure_dice,
                mercenaries=hired,
                dice=dice,
            ),
            "MM-POOL",
        ),
        Step(say("Mercenaries cost: XP {xp}, gold {gold}", xp=xp, gold=gold), "MM-MERCENARY"),
        Step(
            say("More could be hired: {for_xp} for XP, {for_gold} for gold", **more),
            "MM-MERCENARY",
        ),
    ]
    data = {"dice": dice, "xp_paid": xp, "gold_paid": gold, "after": after, "more": more}
    verdict = say("{player} rolls this many combat dice: {dice}", player=ask.player.name, dice=dice)
    return ruled(verdict, _reasons(ask, dice, xp, gold), steps, data)


def _reasons(ask: PoolAsk, dice: int, xp: int, gold: int) -> list[Step]:
    reasons = []
    if ask.player.fought:
        reasons.append(Step(say("mercenaries are hired before the roll"), "MM-MERCENARY"))
    if ask.charisma_used:
        text = say("a charisma token makes mercenaries cheaper in a hunt only; before the battle all are given back")
        reasons.append(Step(text, "MM-MERCENARY"))
    if dice > COMBAT_DICE:
        reasons.append(Step(say("There are only {count} combat dice", count=COMBAT_DICE), "MM-COMBAT-DICE"))
    return reasons + unpaid(ask.player, xp, gold)


QUESTION = Question(
    "pool",
    say("How many dice does a hero roll in the final battle, and what does hiring cost?"),
    PoolAsk,
    answer,
    {
        "player": {"name": "Iga", "xp": 7, "gold": 11, "charisma": 1},
        "adventure_dice": 2,
        "mercenaries_for_xp": 1,
        "mercenaries_for_gold": 2,
    },
)
