"""What all disputes share: who asks, the layout, and how reasons become a ruling."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from pydantic import Field, NonNegativeInt

from scoring.catalogue import Catalogue
from scoring.dwar7s.actions import actions_of
from scoring.dwar7s.board import Board, board_of
from scoring.dwar7s.speech import card_at
from scoring.dwar7s.state import Phase, Place, Player, Table
from scoring.game import Model
from scoring.sheet import Legal, Missing, Ruling, Step
from scoring.words import linked, say

Spot = Annotated[tuple[Place, Place], Field(description="Column and row, e.g. [1, 0].")]


class Ask(Model):
    """A dispute about a table."""

    state: Table
    player: NonNegativeInt | None = Field(
        None, description="Seat of the player it is about; the active one if left out."
    )


@dataclass(frozen=True, slots=True)
class Scene:
    """The table of a dispute with its layout and the player it is about."""

    table: Table
    board: Board
    seat: int
    player: Player

    @property
    def facts(self) -> Catalogue:
        """The catalogue with the values that came with the table."""
        return self.board.catalogue

    @property
    def actions_used(self) -> int | None:
        """Actions the player took in this turn; None if nobody counted or the turn is another's."""
        return self.table.actions_used if self.seat == self.table.active else None

    def card(self, place: int) -> str:
        """A card by name and place."""
        return card_at(self.board.stacks[place], self.facts)

    def own(self, place: int) -> int:
        """The player's dwarves on a card."""
        return self.board.stacks[place].dwarves.get(self.player.colour, 0)

    def spot(self, place: int) -> list[int]:
        """Where a card lies."""
        stack = self.board.stacks[place]
        return [stack.x, stack.y]

    def free(self, place: int) -> bool | None:
        """Whether a card has a free place for a dwarf; None while its places are unknown and it may be full."""
        printed, count = self.board.prints[place], sum(self.board.stacks[place].dwarves.values())
        if count < printed.least_slots:
            return True
        return None if printed.slots is None else False

    def slots_missing(self, place: int) -> Missing:
        """The question for the number of places on a card."""
        return self.facts.missing(self.board.kind(place), "slots")


AskT = TypeVar("AskT", bound=Ask)


def settled(answer: Callable[[AskT, Scene], Ruling]) -> Callable[[AskT, Catalogue], Ruling]:
    """Prepare the scene of a dispute; a seat that does not exist is answered here."""

    def answered(ask: AskT, catalogue: Catalogue) -> Ruling:
        table = ask.state
        seat = table.active if ask.player is None else ask.player
        if seat >= len(table.players):
            return Ruling(say("There is no seat {seat} at this table.", seat=seat), ("DW-TURN",), legal=Legal.NO)
        return answer(ask, Scene(table, board_of(table, catalogue), seat, table.players[seat]))

    answered.__doc__ = answer.__doc__
    return answered


def rules_of(steps: Iterable[Step]) -> tuple[str, ...]:
    """The rules that steps cite, each once."""
    return tuple(dict.fromkeys(step.rule for step in steps))


def refused(reasons: tuple[Step, ...], **data: object) -> Ruling:
    """No, with every reason."""
    verdict = say("No. {reasons}", reasons=linked((step.text for step in reasons), " "))
    return Ruling(verdict, rules_of(reasons), reasons, data, legal=Legal.NO)


def undecided(reasons: tuple[Step, ...], missing: tuple[Missing, ...], **data: object) -> Ruling:
    """Nobody can tell before a printed value is known or something else about the table is told."""
    why = linked((step.text for step in reasons), " ")
    verdict = say("It cannot be told yet. {reasons}", reasons=why)
    if missing:
        verdict = say("It depends on a printed value. {reasons}", reasons=why)
    return Ruling(verdict, rules_of(reasons), reasons, data, tuple(dict.fromkeys(missing)), Legal.OPEN)


def turn_reasons(scene: Scene, *, costs_action: bool = True) -> tuple[Step, ...]:
    """Why a player may take no action at all now: another's turn, another phase, or no action left."""
    reasons = list(_not_the_turn(scene))
    if scene.table.phase is not Phase.ACTIONS:
        reasons.append(Step(say("The action phase of this turn is over."), "DW-TURN"))
    if costs_action and scene.actions_used is not None:
        allowed = actions_of(scene.table, scene.board, scene.player).most
        if scene.actions_used >= allowed:
            text = say("All {count} actions of this turn are used.", count=allowed)
            reasons.append(Step(text, "DW-ACTIONS"))
    return tuple(reasons)


def execution_reasons(scene: Scene) -> tuple[Step, ...]:
    """Why nothing is executed for a player now; during the actions one may ask what their end will bring."""
    reasons = list(_not_the_turn(scene))
    if scene.table.phase in (Phase.DISCARD, Phase.COUNTING):
        reasons.append(Step(say("The execution phase of this turn is over."), "DW-TURN"))
    return tuple(reasons)


def _not_the_turn(scene: Scene) -> tuple[Step, ...]:
    if scene.seat == scene.table.active:
        return ()
    return (Step(say("It is not {name}'s turn.", name=scene.player.name), "DW-TURN"),)


def place_at(scene: Scene, spot: tuple[int, int]) -> int | None:
    """The card at a spot, if there is one."""
    return scene.board.at.get(spot)


def nothing_there(spot: tuple[int, int]) -> Step:
    """The reason for asking about an empty spot."""
    return Step(say("There is no card at {x},{y}.", x=spot[0], y=spot[1]), "DW-PLACE-CARD")
