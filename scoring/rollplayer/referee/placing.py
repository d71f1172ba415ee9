"""Placing a die: where it may go and the gold it brings."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.pieces import ATTRIBUTE_NAMES, Attribute, DieText, die_name
from scoring.rollplayer.referee.moves import RULES
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import Player
from scoring.sheet import Ruling, Step
from scoring.words import say

GOLD_DIE, GOLD_DIE_THIEF, FULL_ROW = 2, 4, 1


class PlaceAsk(Model):
    """A die about to be placed; the sheet as it is before."""

    player: Player
    die: DieText
    row: Attribute
    card_gold: Annotated[int, Field(ge=0, le=1)] = Field(0, description="Gold on the initiative card taken.")
    setup: bool = Field(False, description="One of the starting dice.")


def answer(ask: PlaceAsk, catalogue: Catalogue) -> Ruling:
    """Where the die goes and how much gold comes in.

    >>> helen = Player(name="Helen", rows={"strength": ["red 4"]})
    >>> answer(PlaceAsk(player=helen, die="gold 4", row="strength", card_gold=1), Catalogue({}, {})).data["gold"]
    3
    """
    row = ask.player.rows.of(ask.row)
    name = ATTRIBUTE_NAMES[ask.row]
    free = next((place for place, piece in enumerate(row) if piece is None), None)
    if free is None:
        reason = Step(say("the {row} row is full", row=name), "RP-PLACE")
        return ruled(say("Allowed."), [reason], data={"gold": 0})
    if not ask.die.possible:
        reason = Step(say("such a die cannot show {value}", value=ask.die.value), "RP-SHEET")
        return ruled(say("Allowed."), [reason], data={"gold": 0})
    steps = [Step(say("The die goes to place {place} of {row}.", place=free + 1, row=name), "RP-PLACE")]
    gold = _income(ask, full_row=all(piece is not None for piece in row[:free]) and free == 2)
    steps += [step for _, step in gold.values()]
    total = sum(amount for amount, _ in gold.values())
    if ask.setup:
        steps.append(Step(say("Starting dice give no attribute action."), "RP-SETUP-DICE"))
    else:
        steps.append(Step(say("Then the {row} action may be done.", row=name), RULES[ask.row]))
    data: dict[str, Any] = {
        "place": f"/rows/{ask.row}/{free}",
        "gold": total,
        "breakdown": {source: amount for source, (amount, _) in gold.items()},
    }
    return ruled(say("{die} brings {gold} gold.", die=die_name(ask.die), gold=total), (), steps, data)


def _income(ask: PlaceAsk, full_row: bool) -> dict[str, tuple[int, Step]]:
    """Each source of gold with its amount and the rule behind it."""
    found: dict[str, tuple[int, Step]] = {}
    if ask.card_gold and not ask.setup:
        found["card"] = (ask.card_gold, Step(say("+{gold} from the initiative card", gold=ask.card_gold), "RP-INCOME"))
    if ask.die.colour == "gold":
        if ask.player.hero_class == "thief":
            text = say("+{gold} for a gold die: the Thief takes double", gold=GOLD_DIE_THIEF)
            found["gold_die"] = (GOLD_DIE_THIEF, Step(text, "RP-THIEF"))
        else:
            found["gold_die"] = (GOLD_DIE, Step(say("+{gold} for a gold die", gold=GOLD_DIE), "RP-INCOME"))
    if full_row:
        found["full_row"] = (FULL_ROW, Step(say("+{gold} for the third die of a row", gold=FULL_ROW), "RP-INCOME"))
    return found


QUESTION = Question(
    "placing",
    say("Where does this die go and how much gold does it bring?"),
    PlaceAsk,
    answer,
    {
        "player": {"name": "Helen", "rows": {"strength": ["red 4"]}},
        "die": "gold 4",
        "row": "strength",
        "card_gold": 1,
    },
)
