"""Who starts? The first player of the game, of the magic phase, and of the next round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.diceminer.dicecount import printed_faces
from scoring.diceminer.phrases import refused
from scoring.diceminer.pieces import Die, DieType, Shows
from scoring.diceminer.score import score
from scoring.diceminer.state import DICE_PER_MOUNTAIN, Table
from scoring.game import Model
from scoring.names import unknown_names
from scoring.sheet import Legal, Ruling, Step
from scoring.words import joined, say


class StartAsk(Model):
    """What each player rolled with a tunnel die before the game, in clockwise order."""

    rolls: dict[str, Die] = Field(min_length=1, max_length=20)


def first_player(ask: StartAsk, catalogue: Catalogue) -> Ruling:
    """The highest roll starts, a beer beats every number; heroes are chosen the other way round, the starter last."""
    wrong = [(name, die) for name, die in ask.rolls.items() if not _rolled(die, catalogue)]
    if wrong:
        reasons = [say("{player}: {die} is no roll of a tunnel die.", player=name, die=die.code) for name, die in wrong]
        return Ruling(refused(reasons), ("DM-SETUP-FIRST",), data={"reasons": reasons}, legal=Legal.NO)
    best = max(_height(die) for die in ask.rolls.values())
    highest = [name for name, die in ask.rolls.items() if _height(die) == best]
    if len(highest) > 1:
        verdict = say("{players} rolled equally high: they roll again.", players=joined(highest))
        step = Step(say("The book names no winner of a tie here, so those tied roll again."), "DM-SETUP-FIRST")
        return Ruling(verdict, ("DM-SETUP-FIRST",), (step,), {"roll_again": highest})
    seats = list(ask.rolls)
    first = seats.index(highest[0])
    heroes = [seats[(first - turn) % len(seats)] for turn in range(1, len(seats) + 1)]
    step = Step(say("Heroes are chosen in this order: {players}.", players=", ".join(heroes)), "DM-SETUP-HERO")
    return Ruling(
        say("{player} is the first player.", player=highest[0]),
        ("DM-SETUP-FIRST", "DM-SETUP-HERO"),
        (step,),
        {"first_player": highest[0], "hero_order": heroes},
    )


def _rolled(die: Die, catalogue: Catalogue) -> bool:
    """Whether a tunnel die can show this."""
    printed = printed_faces(DieType.TUNNEL, catalogue)
    return die.type is DieType.TUNNEL and _height(die) > 0 and (printed is None or die.code in printed)


def _height(die: Die) -> int:
    """How high a roll is; 0 when it is no number and no beer."""
    if die.shows is Shows.BEER:
        return 100
    return die.count if die.shows is Shows.PIPS else 0


class MagicStartAsk(Model):
    """Who dug: either who took the last die, or who began and how often two dice were taken after a beer."""

    players: tuple[str, ...] = Field(min_length=1, max_length=20, description="in clockwise order")
    last_taker: str | None = Field(None, description="who took the last die of the mountain")
    first_player: str | None = Field(None, description="who began the round")
    turns_with_two_dice: int = Field(0, ge=0, le=DICE_PER_MOUNTAIN // 2)


def magic_start(ask: MagicStartAsk, catalogue: Catalogue) -> Ruling:
    """The magic phase starts with the player whose turn to dig it would have been."""
    seats = list(ask.players)
    named = [name for name in (ask.last_taker, ask.first_player) if name is not None]
    if strangers := unknown_names(say("player"), named, seats):
        return Ruling(refused(strangers), ("DM-MAGIC-ORDER",), data={"reasons": strangers}, legal=Legal.NO)
    if ask.last_taker is not None:
        last = seats.index(ask.last_taker)
        why = say("{player} took the last die.", player=ask.last_taker)
    elif ask.first_player is not None:
        turns = DICE_PER_MOUNTAIN - ask.turns_with_two_dice
        last = (seats.index(ask.first_player) + turns - 1) % len(seats)
        why = say(
            "Twenty dice with {double} turns of two dice make {turns} turns; the last was {player}'s.",
            double=ask.turns_with_two_dice,
            turns=turns,
            player=seats[last],
        )
    else:
        names = ", ".join(seats)
        return Ruling(
            say("Tell who took the last die, or who began the round: one of {players}.", players=names),
            ("DM-MAGIC-ORDER",),
        )
    order = [seats[(last + turn) % len(seats)] for turn in range(1, len(seats) + 1)]
    return Ruling(
        say("{player} starts the magic phase.", player=order[0]),
        ("DM-MAGIC-ORDER",),
        (Step(why, "DM-MAGIC-ORDER"), Step(say("Order: {players}.", players=", ".join(order)), "DM-MAGIC-ORDER")),
        {"starts": order[0], "order": order},
    )


class NextFirstAsk(Model):
    """The totals so far, or the game itself."""

    totals: dict[str, int] = Field({}, max_length=20, description="points so far; or give the game instead")
    game: Table | None = None


def next_first(ask: NextFirstAsk, catalogue: Catalogue) -> Ruling:
    """The player with the fewest points in all starts the next round; a tie is decided at random."""
    if ask.game is None:
        return _fewest(ask.totals)
    result = score(ask.game, catalogue)
    if not result.extra["next_first_player"]:
        return Ruling(
            say("No round follows, or the last one is not fully scored."), ("DM-REFILL-LAST", "DM-NEXT-FIRST")
        )
    return _fewest({sheet.player: sheet.at_least for sheet in result.sheets})


def _fewest(totals: Mapping[str, int]) -> Ruling:
    if not totals:
        return Ruling(say("Tell the points of the players so far."), ("DM-NEXT-FIRST",))
    fewest = min(totals.values())
    starters: Sequence[str] = [name for name, points in totals.items() if points == fewest]
    data = {"first_player": starters[0] if len(starters) == 1 else None, "choose_at_random": starters[1:] and starters}
    step = Step(say("Fewest points in all: {points}.", points=fewest), "DM-NEXT-FIRST")
    if len(starters) == 1:
        verdict = say("{player} starts the next round.", player=starters[0])
    else:
        verdict = say("{players} are tied: decide at random who of them starts.", players=joined(starters))
    return Ruling(verdict, ("DM-NEXT-FIRST",), (step,), data)
