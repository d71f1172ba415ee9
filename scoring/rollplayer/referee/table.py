"""Sorting the initiative dice, the order at the market, and the solo rival."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.pieces import RIVAL_DICE_BASE, RIVAL_DICE_EXPANSION, DieText, die_name
from scoring.rollplayer.referee.verdict import ruled
from scoring.sheet import Ruling, Step
from scoring.words import say

INITIATIVE_CARDS = 6
"""The most that lie out, with five players: always one more than there are players."""


class InitiativeAsk(Model):
    """The dice rolled, and which card each player took (in turn order)."""

    roll: tuple[DieText, ...] = ()
    taken: dict[str, int] = Field(default_factory=dict, description="Initiative card by player name.")


def answer_initiative(ask: InitiativeAsk, catalogue: Catalogue) -> Ruling:
    """Lowest die on card 1 and so on; equal values as the first player likes; the market goes by card number."""
    ordered = sorted(ask.roll, key=lambda piece: piece.value)
    steps = [
        Step(say("Card {number}: {die}", number=n, die=die_name(one)), "RP-ROLL") for n, one in enumerate(ordered, 1)
    ]
    values = [piece.value for piece in ordered]
    ties = sorted({value for value in values if values.count(value) > 1})
    if ties:
        steps.append(Step(say("Dice of equal value: the first player decides their order."), "RP-ROLL"))
    order = sorted(ask.taken, key=lambda name: ask.taken[name])
    if order:
        steps.append(Step(say("Market order: {order}", order=", ".join(order)), "RP-MARKET"))
    data = {"cards": [str(piece) for piece in ordered], "free_order_of": ties, "market_order": order}
    return ruled(say("The dice are sorted from low to high."), _initiative_reasons(ask), steps, data)


def _initiative_reasons(ask: InitiativeAsk) -> Iterator[Step]:
    """A die lies on every card, every player takes a card of their own, and one card is left over."""
    for piece in dict.fromkeys(piece for piece in ask.roll if not piece.possible):
        low, high = piece.faces[0], piece.faces[-1]
        text = say("{die}: such a die shows {low} to {high}", die=die_name(piece), low=low, high=high)
        yield Step(text, "MM-BOOST" if piece.colour == "boost" else "RP-ROLL")
    cards = len(ask.roll) or INITIATIVE_CARDS
    for card in sorted({card for card in ask.taken.values() if not 1 <= card <= cards}):
        text = say("there is no initiative card {card}, only 1 to {last}", card=card, last=cards)
        yield Step(text, "RP-SETUP-INITIATIVE")
    if len(ask.taken) >= cards:
        text = say("cards taken: {taken} of {cards}, but one is always left over", taken=len(ask.taken), cards=cards)
        yield Step(text, "RP-DICE")
    if len(set(ask.taken.values())) != len(ask.taken):
        yield Step(say("an initiative card is taken by one player only"), "RP-DICE")


class RivalAsk(Model):
    """The rival's roll in the solo game."""

    expansion: bool = False
    initiative: Literal[1, 2, 3] = Field(description="The initiative card taken.")
    roll: tuple[Annotated[int, Field(ge=1, le=6)], ...] = ()


def answer_rival(ask: RivalAsk, catalogue: Catalogue) -> Ruling:
    """Which market cards the rival removes, and how many minions go under their deck.

    >>> [answer_rival(RivalAsk(initiative=3, roll=(face,)), Catalogue({}, {})).data["removes"] for face in (2, 4, 5)]
    [[1], [2], [3]]
    """
    rule = "MM-SOLO-RIVAL" if ask.expansion else "RP-SOLO-RIVAL"
    dice = {1: 0, 2: 1, 3: RIVAL_DICE_EXPANSION if ask.expansion else RIVAL_DICE_BASE}[ask.initiative]
    if len(ask.roll) != dice:
        text = say("with initiative card {card} the number of rival dice is {dice}", card=ask.initiative, dice=dice)
        return ruled(say("Allowed."), [Step(text, rule)], data={"dice": dice})
    if len(set(ask.roll)) != len(ask.roll):
        text = say("a double: reroll one die until both differ")
        return ruled(say("Allowed."), [Step(text, rule)], data={"dice": dice})
    removes = [place for face in ask.roll if (place := _removed(ask, face)) is not None]
    minions = sum(ask.expansion and face >= 5 for face in ask.roll)
    steps = [Step(say("Market card {place} from the left is removed.", place=place), rule) for place in removes]
    steps += [Step(say("The top minion goes under its deck and a new one is shown."), rule)] * minions
    if not steps:
        steps.append(Step(say("Nothing happens."), rule))
    data = {"dice": dice, "removes": removes, "minions_under_deck": minions}
    return ruled(say("The rival has rolled."), (), steps, data)


def _removed(ask: RivalAsk, face: int) -> int | None:
    """The place of the market card that a face removes."""
    if ask.expansion:
        return face if face <= 4 else None
    if ask.initiative == 3:
        return (face + 1) // 2
    return face if face <= 3 else None


INITIATIVE = Question(
    "initiative",
    say("Which die lies on which initiative card, and who buys first?"),
    InitiativeAsk,
    answer_initiative,
    {"roll": ["green 6", "red 1", "gold 4", "purple 6"], "taken": {"Helen": 2, "John": 1, "Costas": 3}},
)
RIVAL = Question(
    "rival",
    say("Which market card does the solo rival remove?"),
    RivalAsk,
    answer_rival,
    {"initiative": 2, "roll": [3]},
)
