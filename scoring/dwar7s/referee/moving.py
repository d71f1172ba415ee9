"""Where a dwarf on the table may move."""

from __future__ import annotations

from pydantic import Field

from scoring.dwar7s.board import OPEN, UNSURE
from scoring.dwar7s.pieces import EDGE_NAMES, EDGES
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
from scoring.sheet import Legal, Missing, Ruling, Step, legal_if
from scoring.words import listed, say

SURE_WAYS = frozenset({OPEN})
ALL_WAYS = frozenset({OPEN, UNSURE})


class MoveDwarf(Ask):
    """Where may the player's dwarf on this card move?"""

    start: Spot = Field(title="Where it stands", description="The card the dwarf stands on.")
    to: Spot | None = Field(
        None, title="Where it goes", description="Only this card; left out: every card it may move to."
    )


@settled
def move_dwarf(ask: MoveDwarf, scene: Scene) -> Ruling:
    """A move goes to a neighbouring card, not through a wall and not to or over a card without a free place."""
    start = place_at(scene, ask.start)
    reasons = turn_reasons(scene)
    if start is None:
        return refused((*reasons, nothing_there(ask.start)))
    if not scene.own(start):
        text = say("{name} has no dwarf on {card}.", name=scene.player.name, card=scene.card(start))
        reasons += (Step(text, "DW-BLOCK"),)
    one_step = scene.table.options.move_range == "one_card"
    if ask.to is None:
        return _everywhere(scene, start, reasons, one_step)
    goal = place_at(scene, ask.to)
    if goal is None:
        return refused((*reasons, nothing_there(ask.to)))
    return _there(scene, start, goal, reasons, one_step)


def way(scene: Scene, start: int, goal: int, *, surely: bool, over_full: bool = False) -> tuple[int, ...] | None:
    """The shortest way for a dwarf, over ways and places that are surely (or perhaps) open and free."""

    def passable(place: int) -> bool:
        if over_full and place != goal:
            return True
        free = scene.free(place)
        return bool(free) if surely else free is not False

    ways = SURE_WAYS if surely else ALL_WAYS
    return scene.board.path(start, goal, ways, passable)


def _everywhere(scene: Scene, start: int, reasons: tuple[Step, ...], one_step: bool) -> Ruling:
    def reached(surely: bool) -> list[int]:
        ends = []
        for goal in scene.board.at.values():
            path = way(scene, start, goal, surely=surely)
            if goal != start and path and (len(path) == 2 or not one_step):
                ends.append(goal)
        return ends

    sure = reached(True)
    unsure = [place for place in reached(False) if place not in sure]
    data = {"to": [scene.spot(p) for p in sure], "depends": [scene.spot(p) for p in unsure]}
    if reasons:
        return refused(reasons, **data)
    steps = [Step(say("May move to: {cards}.", cards=listed(map(scene.card, sure))), "DW-MOVE")]
    if unsure:
        steps.append(Step(say("Depends on printed values: {cards}.", cards=listed(map(scene.card, unsure))), "DW-MOVE"))
    missing = tuple(dict.fromkeys(question for goal in unsure for question in questions(scene, start, goal)))
    verdict = say("Cards the dwarf may move to: {count}.", count=len(sure))
    return Ruling(verdict, rules_of(steps), tuple(steps), data, missing, legal_if(sure, unsure))


def _there(scene: Scene, start: int, goal: int, reasons: tuple[Step, ...], one_step: bool) -> Ruling:
    sure, perhaps = way(scene, start, goal, surely=True), way(scene, start, goal, surely=False)
    reasons += _why_not(scene, start, goal, perhaps, one_step)
    if reasons:
        return refused(reasons, **_walk_data(scene, perhaps))
    if sure is None or (one_step and len(sure) > 2):
        step = Step(
            say("The way to {card} depends on walls or places not known yet.", card=scene.card(goal)), "DW-MOVE"
        )
        return undecided((step,), questions(scene, start, goal))
    step = Step(say("The way to {card} is open and it has a free place.", card=scene.card(goal)), "DW-MOVE")
    return Ruling(say("Yes. {why}", why=step.text), ("DW-MOVE",), (step,), _walk_data(scene, sure), legal=Legal.YES)


def _why_not(scene: Scene, start: int, goal: int, path: tuple[int, ...] | None, one_step: bool) -> tuple[Step, ...]:
    """Every reason against moving to a card in one action."""
    if start == goal:
        return (Step(say("It stands there already."), "DW-MOVE"),)
    reasons: list[Step] = []
    if scene.free(goal) is False:
        reasons.append(Step(say("{card} has no free place.", card=scene.card(goal)), "DW-MOVE-FULL"))
    beside = {there: edge for there, edge, _ in scene.board.neighbours(start)}
    if goal in beside and not _passable(scene, start, goal) and (one_step or path is None):
        reasons.append(_wall_between(scene, start, goal, beside[goal]))
    elif goal not in beside and path is None:
        reasons.append(
            Step(say("No way without walls and full cards leads to {card}.", card=scene.card(goal)), "DW-MOVE")
        )
    if goal not in beside and one_step:
        text = say("{card} is not a neighbour, and a move goes one card far.", card=scene.card(goal))
        if path:
            text = say("{card} is further away: moves it takes: {count}.", card=scene.card(goal), count=len(path) - 1)
        reasons.append(Step(text, "DW-MOVE"))
    return tuple(reasons)


def _passable(scene: Scene, start: int, goal: int) -> bool:
    return any(there == goal and state in ALL_WAYS for there, _, state in scene.board.neighbours(start))


def _wall_between(scene: Scene, start: int, goal: int, edge: int) -> Step:
    walls = scene.board.prints[start].walls
    holder, side = (start, edge) if walls is not None and walls >> edge & 1 else (goal, edge ^ 2)
    text = say("{card} has a wall at its {side}.", card=scene.card(holder), side=EDGE_NAMES[EDGES[side]])
    return Step(text, "DW-MOVE-WALLS")


def questions(scene: Scene, start: int, goal: int, *, over_full: bool = False) -> tuple[Missing, ...]:
    """The unknown walls and places on the way that is perhaps open."""
    path = way(scene, start, goal, surely=False, over_full=over_full) or ()
    prints, kind = scene.board.prints, scene.board.kind
    walls = [scene.facts.missing(kind(place), "walls") for place in path if prints[place].walls is None]
    entered = path[-1:] if over_full else path[1:]
    slots = [scene.slots_missing(place) for place in entered if scene.free(place) is None]
    return tuple(dict.fromkeys((*walls, *slots)))


def _walk_data(scene: Scene, path: tuple[int, ...] | None) -> dict[str, object]:
    return {"way": [scene.spot(place) for place in path or ()]}
