"""Whether a lord can use a space of the central board, and what it then costs and gives."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.building.board import BACKWARDS, BOARD, RULES, WORKERS
from scoring.dungeonlords.building.purse import Reason, amounts, shortfalls
from scoring.dungeonlords.building.rooms import room_reasons
from scoring.dungeonlords.building.site import most_dug, most_mined, work_reasons
from scoring.dungeonlords.pieces import GHOST, OrderId, Space
from scoring.dungeonlords.possible import MONSTER, only_later
from scoring.dungeonlords.state import Lord, Options
from scoring.game import Model
from scoring.names import unknown_name
from scoring.sheet import Ruling, Step, legal_if
from scoring.words import say


class Action(Model):
    """A minion on a space: can its lord use it, and what happens?"""

    lord: Lord
    order: OrderId
    space: Space = "I"
    year: Literal[1, 2] = 1
    first_order: bool = Field(default=False, description="Whether this was the first of the three order cards.")
    monster: str | None = Field(default=None, description="The monster or ghost to be hired.")
    room: str | None = Field(default=None, description="The room to be built.")
    square: str | None = Field(default=None, description="Where the room shall stand, e.g. C2.")
    options: Options = Options()


def action(ask: Action, catalogue: Catalogue) -> Ruling:
    """Costs and gains of the space for this lord; all or nothing."""
    cost, gain = (dict(part) for part in BOARD[ask.order][ask.space])
    rule = RULES[ask.order]
    steps: list[Step] = []
    problems: list[Reason] = []
    if ask.order == "hire_monster":
        problems += _hiring(ask, cost, steps, catalogue)
    if ask.order == "buy_traps" and ask.year == 2:
        steps.append(
            Step(say("Year two: draw one card more, then discard any one of your traps."), "DL-BUY-TRAPS-YEAR2")
        )
    if ask.order in ("dig_tunnels", "mine_gold"):
        problems += _work(ask, gain, steps)
    if ask.order == "build_room":
        problems += room_reasons(ask.lord, ask.room, ask.square, ask.year, catalogue)
    if ask.order in BACKWARDS:
        steps.append(Step(say("Here space III acts first, then II, then I."), rule))
    short = shortfalls(ask.lord, cost, ask.options.full_game)
    problems += [("DL-COST-ALL-OR-NOTHING", text) for text in short]
    steps.insert(0, Step(say("Cost: {cost}. Gain: {gain}.", cost=amounts(cost), gain=amounts(gain)), rule))
    steps += [Step(text, why) for why, text in problems]
    data = {"cost": cost, "gain": gain, "reasons": [str(text) for _, text in problems]}
    if problems:
        steps.append(Step(say("The minion goes to its order card: the order was not carried out."), "DL-ORDER-UNUSED"))
        text = say("No: {reason}", reason=problems[0][1])
    else:
        text = say("Yes: pay {cost}, gain {gain}.", cost=amounts(cost), gain=amounts(gain))
    rules = tuple(dict.fromkeys(step.rule for step in steps))
    return Ruling(text, rules, tuple(steps), data, legal=legal_if(not problems))


def _work(ask: Action, gain: dict[str, int], steps: list[Step]) -> list[Reason]:
    """Limit the gain to what the free imps, the tunnels and the squares allow; reasons if that is nothing."""
    digging = ask.order == "dig_tunnels"
    most = most_dug(ask.lord, ask.space) if digging else most_mined(ask.lord, ask.space)
    if ask.space == "III":
        steps.append(Step(say("One more imp must supervise at the entrance."), "DL-SUPERVISOR"))
    if 0 < most < WORKERS[ask.space]:
        text = say("Only {n} of {most} imps can work here now.", n=most, most=WORKERS[ask.space])
        steps.append(Step(text, RULES[ask.order]))
    gain["tunnel" if digging else "gold"] = most
    return list(work_reasons(ask.lord, digging, ask.space))


def _hiring(ask: Action, cost: dict[str, int], steps: list[Step], catalogue: Catalogue) -> list[Reason]:
    """Add the monster's own cost and the fee for hiring as the first order of the full game."""
    problems: list[Reason] = []
    if ask.monster is not None:
        stranger = unknown_name(MONSTER, ask.monster, catalogue.names("monster"))
        if stranger:
            return [("DL-HIRE", stranger)]
        item = catalogue.items[ask.monster]
        if ask.year == 1 and catalogue.value(ask.monster, "tiles_1") == 0:
            problems.append(("DL-YEAR2", only_later(ask.monster, catalogue)))
        for what, n in catalogue.value(ask.monster, "cost") or ():
            cost[what] = cost.get(what, 0) + n
        steps.append(Step(say("{monster}: its own cost is added.", monster=localised(item.name)), "DL-HIRE"))
        if "monster" in cost and not any(beast.id != GHOST for beast in ask.lord.monsters):
            steps.append(Step(say("A ghost cannot be fed to the demon."), "DL-MONSTER-DEMON"))
        if ask.monster == "troll":
            steps.append(Step(say("Take a troll token."), "DL-TROLL"))
    if ask.first_order and ask.options.full_game:
        cost["gold"] = cost.get("gold", 0) + 1
        steps.append(Step(say("Hiring as the first order costs 1 gold as soon as it is revealed."), "DL-HIRE-FIRST"))
    return problems
