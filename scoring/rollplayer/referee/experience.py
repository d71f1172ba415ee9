"""Spending experience: what it buys and when."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.battle import monster_card
from scoring.rollplayer.pieces import MonsterId
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import Count, Player
from scoring.sheet import Missing, Ruling, Step
from scoring.words import Sentence, say

Moment = Literal[
    "character building",
    "hunt before the roll",
    "hunt after the roll",
    "battle before the roll",
    "battle after the roll",
]
BEFORE_THE_BATTLE = ("character building", "hunt before the roll", "hunt after the roll")
"""Hunts happen while the characters are being built."""
PRICES: dict[str, tuple[int, str, tuple[str, ...], Sentence]] = {
    "reroll": (
        1,
        "MM-REROLL",
        ("hunt after the roll", "battle after the roll"),
        say("a combat die is rerolled after the roll of a hunt or of the final battle"),
    ),
    "heal": (
        2,
        "MM-XP-WOUND",
        BEFORE_THE_BATTLE,
        say("a wound is discarded only before the final battle"),
    ),
    "mercenary": (
        3,
        "MM-MERCENARY",
        ("hunt before the roll", "battle before the roll"),
        say("mercenaries are hired before the roll"),
    ),
    "action": (
        5,
        "MM-XP-ACTION",
        BEFORE_THE_BATTLE,
        say("an attribute action is bought only before the final battle"),
    ),
}


class ExperienceAsk(Model):
    """What someone wants to buy with experience, and when."""

    player: Player
    buy: Literal["reroll", "heal", "mercenary", "action"]
    times: int = Field(1, ge=1)
    moment: Moment
    monster: MonsterId | None = Field(None, description="The monster, in the final battle.")
    spent: Count = Field(0, description="XP already spent in this moment.")


def answer(ask: ExperienceAsk, catalogue: Catalogue) -> Ruling:
    """The price, and every reason why it cannot be bought now."""
    price, rule, moments, when = PRICES[ask.buy]
    missing: list[Missing] = []
    steps: list[Step] = []
    if ask.buy == "reroll" and ask.moment == "battle after the roll":
        card = monster_card(ask.monster, False, catalogue) if ask.monster else None
        if card is not None:
            price = card.reroll_cost
        if card is not None and not card.special.known:
            missing.append(catalogue.missing(card.monster, "special"))
        if card is None or price == 2:
            steps.append(Step(say("Against the Chimera a reroll costs 2 XP."), "MM-CHIMERA"))
    total, left = price * ask.times, ask.player.xp - ask.spent
    reasons = []
    if ask.moment not in moments:
        reasons.append(Step(when, rule))
    if total > left:
        reasons.append(Step(say("{needed} XP needed, {held} held", needed=total, held=left), "MM-XP-SPEND"))
    if ask.buy == "heal" and ask.times > ask.player.wounds:
        reasons.append(Step(say("wounds held: {wounds}", wounds=ask.player.wounds), rule))
    steps.insert(0, Step(say("{times} × {price} XP = {total} XP", times=ask.times, price=price, total=total), rule))
    data = {"price": price, "total": total, "xp_left": left - total}
    return ruled(say("Allowed for {total} XP.", total=total), reasons, steps, data, missing)


QUESTION = Question(
    "experience",
    say("May experience be spent on this now?"),
    ExperienceAsk,
    answer,
    {"player": {"name": "Iga", "xp": 6}, "buy": "reroll", "moment": "battle after the roll", "monster": "chimera"},
)
