"""Secret goals: is the condition true right now? It may be shown at any moment at which it is, even before counting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.dwar7s.board import Board
from scoring.dwar7s.kingdom import Kingdom
from scoring.dwar7s.pieces import MONSTERS, Gem, Ogre, Secret
from scoring.dwar7s.state import Player
from scoring.sheet import Missing
from scoring.words import say


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether a secret goal is true now (None: a printed value decides it), the rule, and what there is of it."""

    holds: bool | None
    rule: str
    says: str
    places: tuple[int, ...] = ()
    missing: tuple[Missing, ...] = ()


Check = Callable[[Player, Board, Kingdom], Condition]


def condition(secret: Secret, player: Player, board: Board, kingdom: Kingdom) -> Condition:
    """Judge one secret goal for a player whose kingdom is known."""
    return CHECKS[secret](player, board, kingdom)


def architect(player: Player, board: Board, kingdom: Kingdom) -> Condition:
    """Eight or more cards in the own kingdom."""
    holds = _at_least(8, kingdom.size, kingdom.largest_size)
    walls = tuple(question for question in kingdom.missing if question.field == "walls")
    says = say("cards in the kingdom: {count} of 8", count=_range(kingdom.size, kingdom.largest_size))
    return Condition(holds, "DW-SECRET-ARCHITECT", says, kingdom.places, walls if holds is None else ())


def hunter(player: Player, board: Board, kingdom: Kingdom) -> Condition:
    """Two or more killed monsters."""
    killed = len(player.killed)
    return Condition(killed >= 2, "DW-SECRET-HUNTER", say("monsters killed: {count} of 2", count=killed))


def king(player: Player, board: Board, kingdom: Kingdom) -> Condition:
    """A kingdom worth ten points or more."""
    if kingdom.points is None:
        says = say("points of the kingdom: not all known yet, 10 are asked for")
        return Condition(None, "DW-SECRET-KING", says, kingdom.places, kingdom.missing)
    says = say("points of the kingdom: {points} of 10", points=kingdom.points)
    return Condition(kingdom.points >= 10, "DW-SECRET-KING", says, kingdom.places)


def miner(player: Player, board: Board, kingdom: Kingdom) -> Condition:
    """A gem of each kind in hand."""
    held = sum(1 for gem in Gem if player.gems.get(gem, 0))
    return Condition(held == len(Gem), "DW-SECRET-MINER", say("kinds of gem in hand: {count} of 4", count=held))


def disguised_ogre(player: Player, board: Board, kingdom: Kingdom) -> Condition:
    """Five or more ogre cards in hand."""
    held = sum(player.ogres.get(ogre, 0) for ogre in Ogre)
    says = say("ogre cards in hand: {count} of 5", count=held)
    return Condition(held >= 5, "DW-SECRET-OGRE", says)


def explorer(player: Player, board: Board, kingdom: Kingdom) -> Condition:
    """Three or more own dwarves on each of two monsters at the same time."""
    places = tuple(
        place
        for place, stack in enumerate(board.stacks)
        if stack.top.kind in MONSTERS and stack.dwarves.get(player.colour, 0) >= 3
    )
    says = say("monsters with three own dwarves: {count} of 2", count=len(places))
    return Condition(len(places) >= 2, "DW-SECRET-EXPLORER", says, places)


def wizard(player: Player, board: Board, kingdom: Kingdom) -> Condition:
    """Five or more emeralds in hand."""
    held = player.gems.get(Gem.EMERALD, 0)
    return Condition(held >= 5, "DW-SECRET-WIZARD", say("emeralds in hand: {count} of 5", count=held))


CHECKS: Mapping[Secret, Check] = {
    Secret.ARCHITECT: architect,
    Secret.HUNTER: hunter,
    Secret.KING: king,
    Secret.MINER: miner,
    Secret.DISGUISED_OGRE: disguised_ogre,
    Secret.EXPLORER: explorer,
    Secret.WIZARD: wizard,
}


def _at_least(wanted: int, surely: int, perhaps: int) -> bool | None:
    """Yes, no, or not to be told yet.

    >>> _at_least(8, 8, 9), _at_least(8, 6, 7), _at_least(8, 6, 9)
    (True, False, None)
    """
    if surely >= wanted:
        return True
    return None if perhaps >= wanted else False


def _range(least: int, most: int) -> str:
    return str(least) if least == most else say("{least} to {most}", least=least, most=most)
