"""May I share a beer? At the start of one's turn, once, with another player, and with a die that shows a beer."""

from __future__ import annotations

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.diceminer.phrases import refused
from scoring.diceminer.pieces import Shows
from scoring.diceminer.state import Dice
from scoring.game import Model
from scoring.sheet import Legal, Ruling, Step
from scoring.words import Sentence, say


class BeerAsk(Model):
    """A player's trove and what has happened in the turn so far."""

    dice: Dice
    giver: str = Field("", description="who would like to share")
    receiver: str = Field("", description="who would get the die")
    players: int = Field(2, ge=1, le=20)
    my_turn: bool = True
    mountain_empty: bool = Field(False, description="no die is left on the mountain")
    taken_this_turn: int = Field(0, ge=0, le=60, description="dice already taken from the mountain this turn")
    shared_this_turn: bool = Field(False, description="a beer was already shared this turn")


def answer(ask: BeerAsk, catalogue: Catalogue) -> Ruling:
    """Whether the beer may be shared now, with every reason against it, and what follows if it may."""
    refusals = _refusals(ask)
    beers = [die.code for die in ask.dice if die.shows is Shows.BEER]
    data = {"reasons": [reason for _, reason in refusals], "beer_dice": beers}
    if refusals:
        steps = tuple(Step(reason, rule) for rule, reason in refusals)
        verdict = refused([reason for _, reason in refusals])
        return Ruling(verdict, tuple(dict.fromkeys(rule for rule, _ in refusals)), steps, data, legal=Legal.NO)
    steps = (
        Step(say("Choose one of your beer dice and another player."), "DM-BEER-SHARE"),
        Step(say("Roll the die and give it away; it stays as it fell, whatever it shows."), "DM-BEER-SHARE"),
        Step(say("Take two dice, one after the other, each from the top or from the side."), "DM-BEER-TWO"),
        Step(say("No second beer this turn."), "DM-BEER-ONCE"),
    )
    rules = ("DM-BEER-SHARE", "DM-BEER-TWO", "DM-BEER-SIDE", "DM-BEER-ONCE")
    return Ruling(say("Yes, you may share a beer now."), rules, steps, data, legal=Legal.YES)


def _refusals(ask: BeerAsk) -> list[tuple[str, Sentence]]:
    checks = (
        (not ask.my_turn, "DM-BEER-TIMING", say("It is not your turn.")),
        (ask.mountain_empty, "DM-BEER-TIMING", say("The mountain is empty; beer is shared only while digging.")),
        (
            ask.taken_this_turn > 0,
            "DM-BEER-TIMING",
            say("You have taken a die already; beer is shared at the start of a turn."),
        ),
        (ask.shared_this_turn, "DM-BEER-ONCE", say("You have shared a beer this turn; once is all.")),
        (
            all(die.shows is not Shows.BEER for die in ask.dice),
            "DM-BEER-SHARE",
            say("No die of your trove shows a beer."),
        ),
        (ask.players < 2, "DM-BEER-SHARE", say("There is no other player to share with.")),
        (
            bool(ask.giver) and ask.giver == ask.receiver,
            "DM-BEER-SHARE",
            say("You cannot share with yourself; choose another player."),
        ),
    )
    return [(rule, reason) for fails, rule, reason in checks if fails]
