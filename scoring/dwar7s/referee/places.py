"""Questions about one card or one kingdom: what belongs to it, who can still use it."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from scoring.dwar7s.board import OPEN, UNSURE, WALLED
from scoring.dwar7s.holdings import dwarves_in_supply
from scoring.dwar7s.kingdom import Kingdom, kingdom_of
from scoring.dwar7s.pieces import EDGE_NAMES, EDGES, MONSTERS
from scoring.dwar7s.referee.common import Ask, Scene, Spot, nothing_there, place_at, refused, rules_of, settled
from scoring.dwar7s.speech import colour_name
from scoring.dwar7s.state import Player
from scoring.sheet import Missing, Ruling, Step
from scoring.words import listed, say


class KingdomAsk(Ask):
    """Which cards belong to this player's kingdom?"""

    at: Spot | None = Field(None, description="Only this card: does it belong, and why (not)?")


class CardAsk(Ask):
    """How does this card stand: dwarves, places, who can still execute it?"""

    at: Spot


@settled
def kingdom(ask: KingdomAsk, scene: Scene) -> Ruling:
    """Every card that an imaginary dwarf reaches from the castle without crossing a wall."""
    own = kingdom_of(scene.board, scene.player.colour, scene.table.options)
    if own.castle is None:
        text = say("{name}'s castle is not on the table: no kingdom.", name=scene.player.name)
        return Ruling(text, ("DW-NO-CASTLE",), (Step(text, "DW-NO-CASTLE"),), {"cards": [], "points": 0})
    if ask.at is not None:
        return _belongs(scene, own, ask.at)
    names = listed(map(scene.card, own.places))
    steps = [Step(say("Reached from the castle: {cards}.", cards=names), "DW-KINGDOM")]
    if own.perhaps:
        text = say("Unknown walls decide about: {cards}.", cards=listed(map(scene.card, own.perhaps)))
        steps.append(Step(text, "DW-KINGDOM"))
    if own.shared_with:
        text = say("Shared with {others}: each counts all of it.", others=listed(map(colour_name, own.shared_with)))
        steps.append(Step(text, "DW-SHARED"))
    verdict = say("Cards in the kingdom: {count}, worth {points} points.", count=own.size, points=own.points)
    if own.points is None:
        verdict = say("Cards in the kingdom: at least {count}; walls or points of some are not known.", count=own.size)
    data = {
        "cards": [scene.spot(place) for place in own.places],
        "depends": [scene.spot(place) for place in own.perhaps],
        "size": own.size,
        "points": own.points,
        "shared_with": [str(colour) for colour in own.shared_with],
    }
    return Ruling(verdict, rules_of(steps), tuple(steps), data, own.missing)


def _belongs(scene: Scene, own: Kingdom, spot: tuple[int, int]) -> Ruling:
    place = place_at(scene, spot)
    if place is None or own.castle is None:
        return refused((nothing_there(spot),))
    card = scene.card(place)
    if place in own.places:
        path = scene.board.path(own.castle, place, frozenset({OPEN})) or ()
        step = Step(say("The way: {cards}.", cards=listed(map(scene.card, path))), "DW-KINGDOM")
        data: dict[str, Any] = {"belongs": True, "way": [scene.spot(p) for p in path]}
        return Ruling(say("Yes, {card} belongs to the kingdom.", card=card), ("DW-KINGDOM",), (step,), data)
    if place in own.perhaps:
        path = scene.board.path(own.castle, place, frozenset({OPEN, UNSURE})) or ()
        unknown = dict.fromkeys(scene.board.kind(p) for p in path if scene.board.prints[p].walls is None)
        missing: tuple[Missing, ...] = tuple(scene.facts.missing(kind, "walls") for kind in unknown)
        step = Step(say("Perhaps this way: {cards}.", cards=listed(map(scene.card, path))), "DW-KINGDOM")
        verdict = say("Whether {card} belongs depends on unknown walls.", card=card)
        return Ruling(verdict, ("DW-KINGDOM",), (step,), {"belongs": None}, missing)
    steps = tuple(_walls_around(scene, place)) or (Step(say("It touches no reachable card."), "DW-KINGDOM"),)
    return Ruling(say("No, {card} is outside the kingdom.", card=card), rules_of(steps), steps, {"belongs": False})


def _walls_around(scene: Scene, place: int) -> list[Step]:
    """The walls that cut a card's own region off from its neighbours."""
    steps: dict[Step, None] = {}
    for here in scene.board.region(place, scene.board.perhaps):
        for there, edge, way in scene.board.neighbours(here):
            if way is WALLED and scene.board.perhaps[there] != scene.board.perhaps[here]:
                walls = scene.board.prints[here].walls
                holder, side = (here, edge) if walls is not None and walls >> edge & 1 else (there, edge ^ 2)
                text = say("{card} has a wall at its {side}.", card=scene.card(holder), side=EDGE_NAMES[EDGES[side]])
                steps[Step(text, "DW-KINGDOM")] = None
    return list(steps)


@settled
def card(ask: CardAsk, scene: Scene) -> Ruling:
    """Who can still gather enough dwarves on a card; an opponent's dwarf may block it until an ogre comes."""
    place = place_at(scene, ask.at)
    if place is None:
        return refused((nothing_there(ask.at),))
    stack, printed = scene.board.stacks[place], scene.board.prints[place]
    count = sum(stack.dwarves.values())
    missing = tuple(
        scene.facts.missing(stack.top.kind, name) for name in ("need", "slots") if getattr(printed, name) is None
    )
    shown = {name: "?" if getattr(printed, name) is None else getattr(printed, name) for name in ("need", "slots")}
    text = say(
        "{card} needs {need} dwarves of one colour; {count} stand on its {slots} places.",
        card=scene.card(place),
        count=count,
        **shown,
    )
    steps = [Step(text, "DW-NEED")]
    able: dict[str, bool | None] = {}
    for player in scene.table.players:
        able[player.name] = can_gather(scene, place, player)
        if able[player.name] is False:
            steps.append(Step(say("{name} can not gather enough dwarves there now.", name=player.name), "DW-BLOCK"))
    mine = able[scene.player.name]
    names = {"name": scene.player.name, "card": scene.card(place)}
    verdict = say("{name} can still execute {card}.", **names)
    if mine is None:
        verdict = say("Whether {name} can execute {card} depends on a printed value.", **names)
    elif mine is False:
        verdict = say("{name} can not execute {card} now.", **names)
        steps.append(Step(say("Others' dwarves leave only on their own turn or by an ogre card."), "DW-BLOCK"))
    data = {
        "need": printed.need,
        "slots": printed.slots,
        "dwarves": {str(colour): n for colour, n in stack.dwarves.items() if n},
        "able": able,
        "monster": stack.top.kind in MONSTERS,
    }
    return Ruling(verdict, rules_of(steps), tuple(steps), data, missing)


def can_gather(scene: Scene, place: int, player: Player) -> bool | None:
    """Whether a player's dwarves can become enough on a card while the others' dwarves stay where they are."""
    stack, printed = scene.board.stacks[place], scene.board.prints[place]
    own = stack.dwarves.get(player.colour, 0)
    if printed.need is None:
        return None
    if own >= printed.need:
        return True
    elsewhere = sum(s.dwarves.get(player.colour, 0) for s in scene.table.table) - own
    if own + elsewhere + dwarves_in_supply(scene.table, player) < printed.need:
        return False
    others = sum(stack.dwarves.values()) - own
    if printed.slots is None:
        return None if others else True
    return printed.slots - others >= printed.need
