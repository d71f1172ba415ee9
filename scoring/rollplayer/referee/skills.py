"""Skills: whether one may be used now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.pieces import CARD_KIND, DieText, MarketId, die_name
from scoring.rollplayer.referee.moves import STEP_NAMES, stepped
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import Player
from scoring.sheet import Missing, Ruling, Step
from scoring.words import say

NOTES = {
    "climb": "RP-CLIMB",
    "intimidate": "RP-CLIMB",
    "diplomacy": "RP-DIPLOMACY",
    "move_silently": "RP-MOVE-SILENTLY",
    "negotiate": "RP-NEGOTIATE",
    "open_lock": "RP-OPEN-LOCK",
    "search": "RP-SEARCH",
    "sleight_of_hand": "RP-SLEIGHT",
    "disguise": "MM-DISGUISE",
    "tumble": "MM-TUMBLE",
}


class SkillAsk(Model):
    """A skill someone wants to use, at any time, on anybody's turn."""

    player: Player
    skill: MarketId
    arrow: Literal["good", "evil", "lawful", "chaotic", "none"] | None = Field(
        None, description="The printed arrow, if the catalogue does not know it."
    )
    replaced: DieText | None = Field(None, description="Search: the die that leaves the sheet.")
    chosen: DieText | None = Field(None, description="Search: the die taken from the bag, as it is laid down.")


def answer(ask: SkillAsk, catalogue: Catalogue) -> Ruling:
    """A skill is used upright, moves the marker first, and is then exhausted."""
    name = localised(catalogue.items[ask.skill].name)
    reasons: list[Step] = []
    missing: list[Missing] = []
    data: dict[str, Any] = {}
    if CARD_KIND[ask.skill] != "skill":
        reasons.append(Step(say("{card} is not a skill card", card=name), "RP-SKILL-USE"))
        return ruled(say("Allowed."), reasons)
    if ask.skill not in ask.player.cards:
        reasons.append(Step(say("{player} does not have it", player=ask.player.name), "RP-SKILL-USE"))
    if ask.skill in ask.player.exhausted:
        reasons.append(Step(say("the card is exhausted until it is refreshed in a cleanup phase"), "RP-SKILL-REFRESH"))
    steps = [Step(say("A skill may be used at any time unless the card says otherwise."), "RP-SKILL-USE")]
    arrow = ask.arrow or catalogue.value(ask.skill, "arrow")
    if arrow is None:
        missing.append(catalogue.missing(ask.skill, "arrow"))
    elif arrow != "none":
        marker = stepped(ask.player.marker, arrow)
        if marker is None:
            text = say("the marker cannot move {direction}, so the skill cannot be used", direction=STEP_NAMES[arrow])
            reasons.append(Step(text, "RP-SKILL-USE"))
        else:
            data["marker"] = list(marker)
            text = say("First the marker moves one step {direction}.", direction=STEP_NAMES[arrow])
            steps.append(Step(text, "RP-SKILL-USE"))
    if ask.skill == "search":
        reasons += _search(ask)
    steps.append(Step(say("Its effect may then be left out; the card is turned sideways."), "RP-SKILL-USE"))
    if ask.skill in NOTES:
        steps.append(Step(say("See the note on {card}.", card=name), NOTES[ask.skill]))
    return ruled(say("{player} may use {card}.", player=ask.player.name, card=name), reasons, steps, data, missing)


def _search(ask: SkillAsk) -> Iterator[Step]:
    """The chosen die shows the value of the die it replaces, so it must be able to."""
    if ask.replaced is None or ask.chosen is None:
        return
    if ask.replaced.value not in ask.chosen.faces:
        text = say(
            "{die} cannot be replaced: the other kind of die has no {value}",
            die=die_name(ask.replaced),
            value=ask.replaced.value,
        )
        yield Step(text, "MM-SEARCH-BOOST")
    elif ask.chosen.value != ask.replaced.value:
        yield Step(say("the new die shows the value of the old one"), "RP-SEARCH")


QUESTION = Question(
    "skill",
    say("May this skill be used?"),
    SkillAsk,
    answer,
    {"player": {"name": "Olga", "cards": ["disguise"], "marker": [2, 1]}, "skill": "disguise"},
)
