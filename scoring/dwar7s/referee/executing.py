"""The execution phase: which cards fire for the active player, what each sends home and what it gives."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import Field

from scoring.dwar7s.board import board_of
from scoring.dwar7s.pieces import MINES, MONSTERS, Kind
from scoring.dwar7s.referee.common import Ask, Scene, Spot, execution_reasons, place_at, refused, rules_of, settled
from scoring.dwar7s.referee.effects import Effect, effect_of
from scoring.dwar7s.speech import dwarves_listed
from scoring.dwar7s.state import Execution, Monster, Player, Stack, Table
from scoring.sheet import Missing, Ruling, Step
from scoring.words import say


class Execute(Ask):
    """Which cards are executed now?"""

    order: tuple[Spot, ...] = Field(
        (), description="With options.execution_order player_chooses: the order; left out: monsters, mines, the rest."
    )


@dataclass(frozen=True, slots=True)
class Firing:
    """One executed card: dwarves that go home and stay, and what comes of it."""

    place: int
    times: int
    returned: int
    stay: int
    effect: Effect


@dataclass(slots=True)
class Account:
    """What the phase has come to so far."""

    table: Table
    steps: list[Step] = field(default_factory=list)
    missing: dict[Missing, None] = field(default_factory=dict)
    fired: list[dict[str, Any]] = field(default_factory=list)


@settled
def execute(ask: Execute, scene: Scene) -> Ruling:
    """Cards with enough dwarves of the player fire; exactly the needed dwarves go home, even if the effect fails."""
    against = execution_reasons(scene)
    if against:
        return refused(against, fired=[], after=scene.table.model_dump(mode="json"))
    account = Account(scene.table)
    one_by_one = scene.table.options.execution_order == "player_chooses"
    places = _in_order(scene, ask.order) if one_by_one else list(scene.board.at.values())
    spots = [scene.spot(place) for place in places]
    current = scene
    for x, y in spots:
        place = current.board.at[x, y]
        if _done(scene, x, y):
            text = say("{card} was executed in this turn already.", card=current.card(place))
            account.steps.append(Step(text, "DW-EXECUTE"))
            continue
        firing = fires(current, place)
        if isinstance(firing, Missing):
            account.missing[firing] = None
        if not isinstance(firing, Firing):
            account.steps += _idle(current, place, firing)
            continue
        _write_down(account, current, firing)
        account.table = after(account.table, current, firing)
        current = _again(current, account.table, one_by_one)
    count = len(account.fired)
    verdict = say("Cards executed for {name}: {count}.", count=count, name=scene.player.name)
    if not count and account.missing:
        verdict = say("Whether a card is executed depends on a printed value.")
    data = {"fired": account.fired, "after": account.table.model_dump(mode="json")}
    rules = rules_of(account.steps) or ("DW-EXECUTE",)
    return Ruling(verdict, rules, tuple(account.steps), data, tuple(account.missing))


def _done(scene: Scene, x: int, y: int) -> bool:
    """Whether the state tells that a card had its execution; with fire_again its surplus may execute it once more."""
    told = any((done.x, done.y) == (x, y) for done in scene.table.executed)
    return told and scene.table.options.surplus == "stay"


def fires(scene: Scene, place: int) -> Firing | Missing | None:
    """Whether a card fires for the player: a firing, the question that decides it, or nothing."""
    own, need = scene.own(place), scene.board.prints[place].need
    if own and need is None:
        return scene.facts.missing(scene.board.kind(place), "need")
    if not own or not need or own < need:
        return None
    times = own // need if scene.table.options.surplus == "fire_again" else 1
    if scene.board.kind(place) in MONSTERS:
        times = 1
    return Firing(place, times, need * times, own - need * times, effect_of(scene, place, times))


def after(table: Table, scene: Scene, firing: Firing) -> Table:
    """The table once the dwarves went home and the sure part of the effect is done (choices stay open)."""
    spot = tuple(scene.spot(firing.place))
    killed = scene.board.kind(firing.place) in MONSTERS
    stacks = tuple(
        stack if (stack.x, stack.y) != spot else _sent_home(stack, scene, firing.stay)
        for stack in table.table
        if (stack.x, stack.y) != spot or not killed
    )
    home = {scene.player.colour: firing.returned}
    if killed:  # the card leaves the table, so everybody on it goes home
        home = dict(scene.board.stacks[firing.place].dwarves)
    players = tuple(_player_after(p, scene, firing, home.get(p.colour, 0)) for p in table.players)
    supply = table.supply
    if supply is not None:
        supply = {gem: left - firing.effect.gems.get(gem, 0) for gem, left in supply.items()}
    done = Execution(x=spot[0], y=spot[1], returned={scene.player.colour: firing.returned})
    changes = {"table": stacks, "players": players, "supply": supply, "executed": (*table.executed, done)}
    return table.model_copy(update=changes)


def _player_after(player: Player, scene: Scene, firing: Firing, came_home: int) -> Player:
    changes: dict[str, Any] = {}
    if player.supply is not None:
        changes["supply"] = player.supply + came_home
    if player.colour is scene.player.colour:
        effect, top = firing.effect, scene.board.stacks[firing.place].top
        changes["gems"] = {**player.gems, **{g: player.gems.get(g, 0) + n for g, n in effect.gems.items()}}
        changes["ogres"] = {**player.ogres, **{o: player.ogres.get(o, 0) + n for o, n in effect.ogres.items()}}
        if top.kind in MONSTERS:
            trophy = Monster.model_validate({"kind": top.kind, "colour": top.colour})
            changes["killed"] = (*player.killed, trophy)
    return player.model_copy(update=changes)


def _sent_home(stack: Stack, scene: Scene, stay: int) -> Stack:
    dwarves = {**stack.dwarves, scene.player.colour: stay}
    return stack.model_copy(update={"dwarves": {colour: count for colour, count in dwarves.items() if count}})


def _in_order(scene: Scene, order: tuple[tuple[int, int], ...]) -> list[int]:
    """The player's order first, then monsters, mines and the rest: killing a dragon first lets its mines pay."""

    def helpful(place: int) -> int:
        kind = scene.board.kind(place)
        return 0 if kind in MONSTERS else 1 if kind in MINES else 3 if kind is Kind.GENERAL_STORE else 2

    chosen = [place for place in (place_at(scene, spot) for spot in order) if place is not None]
    rest = sorted(scene.board.at.values(), key=helpful)
    return list(dict.fromkeys([*chosen, *rest]))


def _again(scene: Scene, table: Table, one_by_one: bool) -> Scene:
    """The scene for the next card: as it is now, or, if all happens at once, as it was but for the cards taken."""
    if one_by_one:
        return Scene(table, board_of(table, scene.facts), scene.seat, table.players[scene.seat])
    return replace(scene, table=scene.table.model_copy(update={"supply": table.supply, "players": table.players}))


def _write_down(account: Account, scene: Scene, firing: Firing) -> None:
    stack = scene.board.stacks[firing.place]
    text = say(
        "{card} is executed; dwarves that go home: {count}.", card=scene.card(firing.place), count=firing.returned
    )
    account.steps.append(Step(text, "DW-EXECUTE"))
    if firing.stay:
        account.steps.append(
            Step(say("Surplus dwarves that stay on the card: {count}.", count=firing.stay), "DW-SURPLUS")
        )
    account.steps.extend(firing.effect.steps)
    account.missing.update(dict.fromkeys(firing.effect.missing))
    account.fired.append(
        {
            "at": scene.spot(firing.place),
            "kind": str(stack.top.kind),
            "returned": firing.returned,
            "stay": firing.stay,
            "times": firing.times,
            **firing.effect.data,
        }
    )


def _idle(scene: Scene, place: int, question: Missing | None) -> list[Step]:
    """Why a card with dwarves on it is not executed."""
    own, need = scene.own(place), scene.board.prints[place].need
    dwarves = {colour: count for colour, count in scene.board.stacks[place].dwarves.items() if count}
    if question is not None:
        text = say("{card}: how many dwarves it needs is not known.", card=scene.card(place))
        return [Step(text, "DW-NEED")]
    if not own or need is None:
        return []
    text = say(
        "{card} needs {need} dwarves and has {own} of {name}.",
        card=scene.card(place),
        need=need,
        own=own,
        name=scene.player.name,
    )
    steps = [Step(text, "DW-NEED")]
    if sum(dwarves.values()) >= need:
        mixed = say("Dwarves of several colours ({dwarves}) do not count together.", dwarves=dwarves_listed(dwarves))
        steps.append(Step(mixed, "DW-SAME-COLOUR"))
    return steps
