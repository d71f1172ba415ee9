"""The hunt: the dice, what they cost, what the minion pays, the trophy and what it tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.measures import measure_name
from scoring.rollplayer.pieces import ADVENTURE_PARTS, MinionId
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import Count, Player
from scoring.rollplayer.traits import counted
from scoring.sheet import Missing, Ruling, Step
from scoring.words import Sentence, say

SKIP_GOLD, MERCENARY_XP, MERCENARY_GOLD, REROLL_XP, FOURTH_TROPHY_XP = 3, 3, 5, 1, 1
TOKEN_NAMES: dict[str, Sentence] = {
    "location": say("location"),
    "obstacle": say("obstacle"),
    "attack": say("attack"),
}


class HuntAsk(Model):
    """A hunt in the market phase; the player as before it."""

    player: Player
    minion: MinionId
    skipped: Count = Field(0, description="Minions put under the deck for 3 gold each.")
    mercenaries_for_xp: Count = 0
    mercenaries_for_gold: Count = 0
    charisma_used: Count = Field(0, description="Charisma tokens, one per mercenary paid in gold.")
    rerolls: Count = Field(0, description="Dice rerolled for 1 XP each.")
    roll: tuple[Count, ...] = Field((), description="The combat dice as they finally lie; empty before the roll.")
    open_adventures: bool = Field(False, description="The variant without adventure tokens is played.")
    weakness_dice: Count | None = Field(None, description="Dice for the weakness, if the catalogue does not know it.")


@dataclass
class _Hunt:
    """What is gathered while a hunt is examined."""

    reasons: list[Step] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)


def answer(ask: HuntAsk, catalogue: Catalogue) -> Ruling:
    """Settle a hunt from its costs to its rewards."""
    hunt = _Hunt()
    name = localised(catalogue.items[ask.minion].name)
    xp, gold = _costs(ask, hunt)
    dice = _pool(ask, catalogue, hunt)
    after: dict[str, Any] = {"xp": ask.player.xp - xp, "gold": ask.player.gold - gold}
    after["charisma"] = max(ask.player.charisma - ask.charisma_used, 0)
    hunt.data |= {"xp_paid": xp, "gold_paid": gold, "dice": dice, "after": after}
    if not ask.roll:
        hunt.steps.append(Step(say("Roll the dice, reroll any for 1 XP each, then add them up."), "MM-REROLL"))
        verdict = say("{player} hunts {minion}.", player=ask.player.name, minion=name)
        return ruled(verdict, hunt.reasons, hunt.steps, hunt.data, hunt.missing)
    if dice is not None and len(ask.roll) != dice:
        text = say("dice rolled: {rolled}, dice in the pool: {dice}", rolled=len(ask.roll), dice=dice)
        hunt.reasons.append(Step(text, "MM-HUNT-DICE"))
    if any(not 1 <= value <= 6 for value in ask.roll):
        hunt.reasons.append(Step(say("a combat die shows 1 to 6"), "MM-COMBAT-DICE"))
    total = sum(ask.roll)
    hunt.data["total"] = total
    hunt.steps.append(Step(say("{dice} = {total}", dice=" + ".join(map(str, ask.roll)), total=total), "MM-HUNT-RESULT"))
    _rewards(ask, total, catalogue, hunt, after)
    _trophy(ask, total, catalogue, hunt, after)
    verdict = say("{player} hunts {minion} with {total}.", player=ask.player.name, minion=name, total=total)
    return ruled(verdict, hunt.reasons, hunt.steps, hunt.data, hunt.missing)


def _costs(ask: HuntAsk, hunt: _Hunt) -> tuple[int, int]:
    """XP and gold spent before and during the roll; nothing is paid with what the hunt brings."""
    xp = MERCENARY_XP * ask.mercenaries_for_xp + REROLL_XP * ask.rerolls
    gold = SKIP_GOLD * ask.skipped + MERCENARY_GOLD * ask.mercenaries_for_gold - ask.charisma_used
    if ask.skipped:
        text = say(
            "Minions put under the deck: {count}, gold paid: {gold}.", count=ask.skipped, gold=SKIP_GOLD * ask.skipped
        )
        hunt.steps.append(Step(text, "MM-HUNT-SKIP"))
    if ask.charisma_used > ask.mercenaries_for_gold:
        text = say("one charisma token per mercenary paid in gold")
        hunt.reasons.append(Step(text, "MM-MERCENARY"))
        gold = max(gold, 0)
    if ask.charisma_used > ask.player.charisma:
        text = say("{used} charisma tokens, but only {held} held", used=ask.charisma_used, held=ask.player.charisma)
        hunt.reasons.append(Step(text, "RP-CHA"))
    hunt.reasons += unpaid(ask.player, xp, gold)
    return xp, gold


def unpaid(player: Player, xp: int, gold: int) -> list[Step]:
    """Why a player cannot pay for a roll."""
    reasons = []
    if xp > player.xp:
        reasons.append(Step(say("{needed} XP needed, {held} held", needed=xp, held=player.xp), "MM-XP-SPEND"))
    if gold > player.gold:
        reasons.append(Step(say("{needed} gold needed, {held} held", needed=gold, held=player.gold), "MM-MERCENARY"))
    return reasons


def _pool(ask: HuntAsk, catalogue: Catalogue, hunt: _Hunt) -> int | None:
    """One die, those of the weakness, and the mercenaries."""
    mercenaries = ask.mercenaries_for_xp + ask.mercenaries_for_gold
    weakness = ask.weakness_dice
    if weakness is None:
        measure = catalogue.value(ask.minion, "weakness")
        if measure is None:
            hunt.missing.append(catalogue.missing(ask.minion, "weakness"))
            return None
        weakness = counted(measure, ask.player, catalogue)
        shown = "?" if weakness is None else weakness
        hunt.steps.append(
            Step(say("Weakness ({what}): {dice}", what=measure_name(measure), dice=shown), "MM-HUNT-DICE")
        )
        if weakness is None:
            return None
    dice = 1 + weakness + mercenaries
    text = say(
        "Dice: 1 + {weakness} (weakness) + {mercenaries} (mercenaries) = {dice}",
        weakness=weakness,
        mercenaries=mercenaries,
        dice=dice,
    )
    hunt.steps.append(Step(text, "MM-HUNT-DICE"))
    return dice


def _rewards(ask: HuntAsk, total: int, catalogue: Catalogue, hunt: _Hunt, after: dict[str, Any]) -> None:
    """What the reached step of the card pays."""
    table = catalogue.value(ask.minion, "rewards") or ()
    step = next((row for row in table if row[0] <= total <= row[1]), None)
    if step is None:
        hunt.missing.append(catalogue.missing(ask.minion, "rewards"))
        return
    _, _, xp, gold, honor, wounds = step
    hunt.data["gains"] = {"xp": xp, "gold": gold, "honor": honor, "wounds": wounds}
    after["xp"] += xp
    after["gold"] += gold
    after |= {"honor": ask.player.honor + honor, "wounds": ask.player.wounds + wounds}
    text = say("XP {xp}, gold {gold}, honor {honor}, wounds {wounds}", xp=xp, gold=gold, honor=honor, wounds=wounds)
    hunt.steps.append(Step(text, "MM-HUNT-RESULT"))


def _trophy(ask: HuntAsk, total: int, catalogue: Catalogue, hunt: _Hunt, after: dict[str, Any]) -> None:
    """A trophy kills the minion and brings the next adventure token, or 1 XP when all three are held."""
    limit = catalogue.value(ask.minion, "trophy_from")
    if limit is None:
        hunt.missing.append(catalogue.missing(ask.minion, "trophy_from"))
        return
    hunt.data["trophy"] = total >= limit
    if total < limit:
        hunt.steps.append(
            Step(say("No trophy below {limit}: the minion goes under the deck.", limit=limit), "MM-TROPHY")
        )
        return
    hunt.steps.append(Step(say("A trophy from {limit} on: the minion is killed and kept.", limit=limit), "MM-TROPHY"))
    if ask.open_adventures:
        text = say("Adventure tokens are not used when the cards lie open.")
        hunt.steps.append(Step(text, "MM-VAR-OPEN"))
        return
    token = next((part for part in ADVENTURE_PARTS if part not in ask.player.tokens), None)
    if token is None:
        after["xp"] += FOURTH_TROPHY_XP
        hunt.data["extra_xp"] = FOURTH_TROPHY_XP
        hunt.steps.append(Step(say("All three tokens are held already: 1 XP instead."), "MM-FOURTH-TROPHY"))
        return
    hunt.data["token"] = token
    text = say("Take the {token} token and look at that adventure card.", token=TOKEN_NAMES[token])
    hunt.steps.append(Step(text, "MM-TROPHY"))


QUESTION = Question(
    "hunt",
    say("How does this hunt end?"),
    HuntAsk,
    answer,
    {
        "player": {
            "name": "Ignacy",
            "gold": 5,
            "trophies": ["goblin"],
            "tokens": ["location"],
            "rows": {"dexterity": ["red 3", "blue 5"]},
        },
        "minion": "kobold",
        "mercenaries_for_gold": 1,
        "roll": [1, 2, 3, 4],
    },
)
