"""Where a kingdom card or a dwarf may be placed."""

from __future__ import annotations

from pydantic import Field

from scoring.dwar7s.holdings import dwarves_in_supply, kingdom_hand
from scoring.dwar7s.pieces import STEPS, Kind
from scoring.dwar7s.printed import name_of
from scoring.dwar7s.referee.common import (
    Ask,
    Scene,
    Spot,
    nothing_there,
    place_at,
    refused,
    rules_of,
    settled,
    turn_reasons,
    undecided,
)
from scoring.dwar7s.referee.outcome import kingdom_changes, with_card
from scoring.dwar7s.stacking import Answer, may_cover
from scoring.dwar7s.state import Card, Turn
from scoring.sheet import Legal, Missing, Ruling, Step, legal_if
from scoring.words import listed, say


class PlaceCard(Ask):
    """Where may this kingdom card go?"""

    card: Kind = Field(description="The kind of card from the player's own hand.")
    at: Spot | None = Field(None, description="Only this spot; left out: every legal spot.")
    turn: Turn = Field(0, description="Quarter turns clockwise the card would lie with; used with at.")


class PlaceDwarf(Ask):
    """Where may a dwarf from the supply go?"""

    at: Spot | None = Field(None, description="Only this card; left out: every card with a free place.")


@settled
def place_card(ask: PlaceCard, scene: Scene) -> Ruling:
    """Legal spots for a kingdom card: beside any card, or on one with the same symbol."""
    reasons = (*turn_reasons(scene), *_not_in_hand(scene, ask.card))
    if ask.at is not None:
        answer = spot_for_card(scene, ask.card, ask.at)
        steps: tuple[Step, ...] = (Step(answer.says, answer.rule),)
        if answer.legal is False or reasons:
            return refused((*reasons, *(steps if answer.legal is False else ())))
        if answer.legal is None:
            return undecided(steps, answer.missing)
        return _laid(ask, scene, answer, ask.at)
    beside, stacks, unsure, missing = _all_spots(scene, ask.card)
    data = {"beside": beside, "stacks": stacks, "depends": unsure}
    if reasons:
        return refused(reasons, **data)
    name = name_of(ask.card, scene.facts)
    steps = _spot_steps(scene, beside, stacks, unsure)
    verdict = say(
        "{card}: free spots {new}, cards to stack it on {stacks}.", card=name, new=len(beside), stacks=len(stacks)
    )
    if not scene.table.table:
        verdict = say("{card} may go anywhere: it is the first card.", card=name)
    return Ruling(verdict, rules_of(steps), steps, data, tuple(dict.fromkeys(missing)), Legal.YES)


def _laid(ask: PlaceCard, scene: Scene, answer: Answer, spot: tuple[int, int]) -> Ruling:
    """Yes, and what it does to the kingdoms."""
    card = Card(kind=ask.card, colour=scene.player.colour, turn=ask.turn)
    changes, kingdoms = kingdom_changes(scene, with_card(scene.table, card, spot))
    turned = Step(say("It may be turned any way; walls need not match."), "DW-PLACE-CARD")
    steps = (Step(answer.says, answer.rule), turned, *changes)
    return Ruling(say("Yes. {why}", why=answer.says), rules_of(steps), steps, {"kingdoms": kingdoms}, legal=Legal.YES)


def spot_for_card(scene: Scene, card: Kind, spot: tuple[int, int]) -> Answer:
    """Whether a card may go to one spot."""
    if not scene.table.table:
        return Answer(True, "DW-FIRST-CARD", say("The first card may go anywhere."))
    place = place_at(scene, spot)
    if place is None:
        if _beside(scene, spot):
            return Answer(True, "DW-PLACE-CARD", say("The spot is free and beside another card."))
        return Answer(False, "DW-PLACE-CARD", say("The spot touches no card of the layout."))
    stack = scene.board.stacks[place]
    if any(stack.dwarves.values()):
        return Answer(False, "DW-STACK-FORBIDDEN", say("A dwarf stands on {card}.", card=scene.card(place)))
    return may_cover(card, stack.top.kind, scene.table.options, scene.facts)


def _all_spots(scene: Scene, card: Kind) -> tuple[list[list[int]], list[list[int]], list[list[int]], list[Missing]]:
    """Free spots, cards that may be covered, cards where a printed symbol decides, and the questions for those."""
    free = {(s.x + dx, s.y + dy) for s in scene.board.stacks for dx, dy in STEPS} - set(scene.board.at)
    stacks: list[list[int]] = []
    unsure: list[list[int]] = []
    missing: list[Missing] = []
    for spot in scene.board.at:
        answer = spot_for_card(scene, card, spot)
        if answer.legal:
            stacks.append(list(spot))
        elif answer.legal is None:
            unsure.append(list(spot))
            missing.extend(answer.missing)
    return [list(spot) for spot in sorted(free)], sorted(stacks), sorted(unsure), missing


def _spot_steps(
    scene: Scene, beside: list[list[int]], stacks: list[list[int]], unsure: list[list[int]]
) -> tuple[Step, ...]:
    if not scene.table.table:
        return (Step(say("The first card may go anywhere."), "DW-FIRST-CARD"),)
    steps = [Step(say("Free and beside a card: {spots}.", spots=_spots(beside)), "DW-PLACE-CARD")]
    steps.append(Step(say("On a card with the same symbol: {spots}.", spots=_spots(stacks)), "DW-STACK"))
    if unsure:
        steps.append(Step(say("Depends on the printed symbol: {spots}.", spots=_spots(unsure)), "DW-STACK"))
    steps.append(Step(say("Never on castles, monsters or dwarves."), "DW-STACK-FORBIDDEN"))
    return tuple(steps)


def _spots(spots: list[list[int]]) -> str:
    return listed(f"({x},{y})" for x, y in spots)


def _beside(scene: Scene, spot: tuple[int, int]) -> bool:
    return any((spot[0] + dx, spot[1] + dy) in scene.board.at for dx, dy in STEPS)


def _not_in_hand(scene: Scene, card: Kind) -> tuple[Step, ...]:
    if card in kingdom_hand(scene.table, scene.player, scene.facts):
        return ()
    text = say("{name} has no {card} in hand.", name=scene.player.name, card=name_of(card, scene.facts))
    return (Step(text, "DW-PLACE-CARD"),)


@settled
def place_dwarf(ask: PlaceDwarf, scene: Scene) -> Ruling:
    """Cards with a free place; whose card it is does not matter, and walls do not either."""
    reasons = turn_reasons(scene)
    if not dwarves_in_supply(scene.table, scene.player):
        reasons += (Step(say("{name} has no dwarf left to place.", name=scene.player.name), "DW-PLACE-DWARF"),)
    if ask.at is not None:
        return _one_card(scene, ask.at, reasons)
    free = [place for place in scene.board.at.values() if scene.free(place)]
    unsure = [place for place in scene.board.at.values() if scene.free(place) is None]
    data = {"free": [scene.spot(p) for p in free], "depends": [scene.spot(p) for p in unsure]}
    if reasons:
        return refused(reasons, **data)
    steps = [Step(say("Free places: {cards}.", cards=listed(map(scene.card, free))), "DW-PLACE-DWARF")]
    if unsure:
        text = say("Depends on the number of places: {cards}.", cards=listed(map(scene.card, unsure)))
        steps.append(Step(text, "DW-SLOTS"))
    missing = tuple(dict.fromkeys(scene.slots_missing(place) for place in unsure))
    verdict = say("Cards with a free place: {count}.", count=len(free))
    return Ruling(verdict, rules_of(steps), tuple(steps), data, missing, legal_if(free, unsure))


def _one_card(scene: Scene, spot: tuple[int, int], reasons: tuple[Step, ...]) -> Ruling:
    place = place_at(scene, spot)
    if place is None:
        return refused((*reasons, nothing_there(spot)))
    free = scene.free(place)
    if free is False:
        text = say("{card} has no free place.", card=scene.card(place))
        return refused((*reasons, Step(text, "DW-SLOTS")))
    if reasons:
        return refused(reasons)
    if free is None:
        text = say("The number of places on {card} is not known.", card=scene.card(place))
        return undecided((Step(text, "DW-SLOTS"),), (scene.slots_missing(place),))
    steps = (Step(say("{card} has a free place.", card=scene.card(place)), "DW-PLACE-DWARF"),)
    return Ruling(say("Yes. {why}", why=steps[0].text), rules_of(steps), steps, legal=Legal.YES)
