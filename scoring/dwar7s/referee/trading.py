"""Trading at the general store: which open goals can be paid."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.dwar7s.pieces import OPEN_GOALS, TRADE_GOALS, Gem, Kind
from scoring.dwar7s.printed import goal_cost, goal_points, name_of
from scoring.dwar7s.referee.common import Ask, Scene, execution_reasons, refused, rules_of, settled, undecided
from scoring.dwar7s.speech import gems_listed
from scoring.dwar7s.state import Table
from scoring.sheet import Legal, Missing, Ruling, Step
from scoring.words import listed, say


class Trade(Ask):
    """Which open trade goals can this player complete at a general store now?"""


@dataclass(frozen=True, slots=True)
class Offer:
    """An open goal: whether the player's gems pay it (None: its cost is not known), and what is lacking."""

    number: int
    name: str
    payable: bool | None
    lacking: dict[Gem, int]
    cost: dict[Gem, int] | None
    missing: tuple[Missing, ...] = ()


def affordable(scene: Scene) -> tuple[Offer, ...]:
    """Every open goal against the gems in the player's hand."""
    return tuple(_offer(scene, number) for number in range(len(scene.table.open_goals)))


def untold_goals(table: Table) -> int:
    """Trade goals that must lie open but are not told: three lie open as long as the pile has some."""
    not_completed = TRADE_GOALS - sum(len(player.trades) for player in table.players)
    return max(0, min(OPEN_GOALS, not_completed) - len(table.open_goals))


def _offer(scene: Scene, number: int) -> Offer:
    goal = scene.table.open_goals[number]
    name = name_of(goal.id, scene.facts) if goal.id else say("open goal {number}", number=number + 1)
    cost = goal_cost(goal, scene.facts)
    if cost is None:
        known = goal.id in {item.id for item in scene.facts.of_kind("trade")}
        missing = (scene.facts.missing(goal.id, "cost"),) if goal.id and known else ()
        return Offer(number, name, None, {}, None, missing)
    held = scene.player.gems
    lacking = {gem: count - held.get(gem, 0) for gem, count in cost.items() if count > held.get(gem, 0)}
    return Offer(number, name, not lacking, lacking, cost)


@settled
def trade(ask: Trade, scene: Scene) -> Ruling:
    """Three own dwarves on a general store, one goal per trade, its gems go back to the supply."""
    stores = [place for place in scene.board.at.values() if scene.board.kind(place) is Kind.GENERAL_STORE]
    manned = [place for place in stores if scene.own(place) >= (scene.board.prints[place].need or 3)]
    offers = affordable(scene)
    payable = [offer for offer in offers if offer.payable]
    data = {"stores": [scene.spot(p) for p in manned], "payable": [offer.number for offer in payable]}
    steps = [_step(scene, offer) for offer in offers]
    untold = untold_goals(scene.table)
    if untold:
        steps.append(Step(say("Open trade goals that are not told: {count}.", count=untold), "DW-STORE-REFILL"))
    missing = tuple(question for offer in offers for question in offer.missing)
    may_be_payable = untold > 0 or any(offer.payable is None for offer in offers)
    reasons = list(execution_reasons(scene))
    if not manned:
        reasons.append(Step(say("{name} needs 3 dwarves on a general store.", name=scene.player.name), "DW-STORE"))
    if not payable and not may_be_payable:
        reasons.append(Step(say("{name}'s gems pay none of the open goals.", name=scene.player.name), "DW-STORE"))
    if reasons:
        return refused((*reasons, *steps), **data)
    if not payable:
        return undecided(tuple(steps), missing, **data)
    steps.append(Step(say("The gems go back to their piles and a new goal is opened."), "DW-STORE-REFILL"))
    verdict = say("One of these can be completed per trade: {goals}.", goals=listed(offer.name for offer in payable))
    return Ruling(verdict, rules_of(steps), tuple(steps), data, missing, Legal.YES)


def _step(scene: Scene, offer: Offer) -> Step:
    if offer.payable is None:
        return Step(say("{goal}: its cost is not known.", goal=offer.name), "DW-STORE")
    if offer.payable:
        points = goal_points(scene.table.open_goals[offer.number], scene.facts).value
        shown = "?" if points is None else points
        return Step(say("{goal} can be paid; it gives {points} points.", goal=offer.name, points=shown), "DW-STORE")
    lacks = gems_listed(offer.lacking, scene.facts)
    return Step(say("{goal} cannot be paid; lacking: {gems}.", goal=offer.name, gems=lacks), "DW-STORE")
