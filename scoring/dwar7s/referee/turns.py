"""Hand limit, number of actions, secret goals and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from scoring.dwar7s.actions import ActionCount, actions_of, cancelling_giants
from scoring.dwar7s.finish import completed_goals, end_of, traded_in_an_earlier_round
from scoring.dwar7s.goals import condition
from scoring.dwar7s.holdings import hand_size, kingdom_hand
from scoring.dwar7s.kingdom import kingdom_of
from scoring.dwar7s.pieces import ACTIONS, GOALS_TO_END, HAND_LIMIT, Kind, Secret
from scoring.dwar7s.printed import name_of
from scoring.dwar7s.referee.common import Ask, Scene, refused, rules_of, settled, turn_reasons
from scoring.dwar7s.referee.placing import spot_for_card
from scoring.dwar7s.state import Table
from scoring.sheet import Legal, Ruling, Step
from scoring.words import linked, listed, say


class HandLimit(Ask):
    """Must this player discard, and what?"""


class Actions(Ask):
    """How many actions does this player have, and is this plan one of them?"""

    plan: tuple[Literal["card", "dwarf", "move"], ...] = Field(
        (), description="What the player means to do, e.g. [card, dwarf, dwarf]."
    )


class SecretNow(Ask):
    """Is the secret goal true right now?"""

    secret: Secret | None = Field(None, description="Another secret goal than the player's own.")


class GameEnd(Ask):
    """Has the end come, and who still has a turn?"""


@settled
def hand_limit(ask: HandLimit, scene: Scene) -> Ruling:
    """More than nine kingdom cards, gems and ogres: discard gems or ogres, never kingdom cards."""
    player, kingdom = scene.player, len(kingdom_hand(scene.table, scene.player, scene.facts))
    gems = {str(gem): count for gem, count in player.gems.items() if count}
    ogres = {str(ogre): count for ogre, count in player.ogres.items() if count}
    size = hand_size(scene.table, player, scene.facts)
    excess = max(0, size - HAND_LIMIT)
    counted = say(
        "{name} holds {kingdom} kingdom cards, {gems} gems and {ogres} ogres: {sum} of at most 9.",
        name=player.name,
        kingdom=kingdom,
        gems=sum(gems.values()),
        ogres=sum(ogres.values()),
        sum=size,
    )
    steps = [Step(counted, "DW-HAND-LIMIT"), Step(say("Goals and killed monsters do not count."), "DW-NOT-IN-HAND")]
    verdict = say("Nothing has to be discarded.")
    if excess:
        verdict = say("Gems or ogres that {name} must discard: {count}.", name=player.name, count=excess)
        steps.append(Step(say("Only gems and ogres may be discarded, never kingdom cards."), "DW-DISCARD"))
    data = {"hand": size, "discard": excess, "may_discard": {"gems": gems, "ogres": ogres}}
    return Ruling(verdict, rules_of(steps), tuple(steps), data)


@settled
def actions(ask: Actions, scene: Scene) -> Ruling:
    """Three actions, four with the own castle, unless a frost giant cancels it; those already taken are gone."""
    count = actions_of(scene.table, scene.board, scene.player)
    against = turn_reasons(scene)
    data: dict[str, object] = {"actions": count.most if count.least == count.most else None, "least": count.least}
    if ask.plan and against:
        return refused(against, **data)
    legal: Legal | None = None
    steps = [*against, *count.steps]
    if scene.actions_used is not None:
        steps.append(Step(say("Actions taken in this turn: {count}.", count=scene.actions_used), "DW-ACTIONS"))
    if ask.plan:
        legal, verdict, reasons = _judged(scene, count, ask.plan)
        steps += reasons
    else:
        verdict = linked([*(step.text for step in against), _counted(scene, count)], " ")
    return Ruling(verdict, rules_of(steps), tuple(steps), data, count.missing, legal)


def _counted(scene: Scene, count: ActionCount) -> str:
    """The number of actions in words."""
    if count.least != count.most:
        return say(
            "Actions of {name} in this turn: {least} or {most}; unknown walls decide.",
            name=scene.player.name,
            least=count.least,
            most=count.most,
        )
    if scene.seat != scene.table.active:
        return say("Actions of {name} when the turn comes: {count}.", name=scene.player.name, count=count.most)
    return say("Actions of {name} in this turn: {count}.", name=scene.player.name, count=count.most)


def _judged(scene: Scene, count: ActionCount, plan: Sequence[str]) -> tuple[Legal, str, list[Step]]:
    """Whether the actions that are left are enough for a plan, the verdict, and the steps to it."""
    planned, taken = len(plan), scene.actions_used or 0
    text = say("Actions planned: {count}; any mix of cards, dwarves and moves is allowed.", count=planned)
    steps = [Step(text, "DW-ACTIONS")]
    if taken + planned <= count.least:
        left = count.least - taken
        return Legal.YES, say("Yes: actions planned {plan}, allowed {count}.", plan=planned, count=left), steps
    if taken + planned <= count.most:
        return Legal.OPEN, _counted(scene, count), steps
    if "card" in plan and taken + planned == ACTIONS + 1:
        hope = _castle_may_help(scene) or _walls_may_help(scene)
        if hope:
            verdict, why = hope
            return Legal.OPEN, verdict, [*steps, why]
    left = count.most - taken
    return Legal.NO, say("No: actions planned {plan}, allowed {count}.", plan=planned, count=left), steps


def _castle_may_help(scene: Scene) -> tuple[str, Step] | None:
    """The own castle, if it can still come in this turn and bring its action with it: on what terms, and why."""
    table, board = scene.table, scene.board
    if table.options.action_count == "at_turn_start" or board.castle(scene.player.colour) is not None:
        return None
    everywhere = table.options.giant_scope == "everywhere"
    if everywhere and any(board.kind(place) is Kind.FROST_GIANT for place in board.at.values()):
        return None
    if Kind.CASTLE not in kingdom_hand(table, scene.player, scene.facts):
        return None
    when = say(
        "{name}'s castle gives its action as soon as it is laid, unless a frost giant is in its kingdom.",
        name=scene.player.name,
    )
    verdict = say("Only if a card laid before the last action is {name}'s castle.", name=scene.player.name)
    return verdict, Step(when, "DW-ACTIONS-MIDTURN")


def _walls_may_help(scene: Scene) -> tuple[str, Step] | None:
    """The walls of a card, if it can be stacked where it parts the giants from the castle: on what terms, and why."""
    board, options = scene.board, scene.table.options
    castle = board.castle(scene.player.colour)
    if castle is None or options.action_count == "at_turn_start" or options.giant_scope == "everywhere":
        return None
    hand = set(kingdom_hand(scene.table, scene.player, scene.facts))

    def stays(place: int) -> bool:
        """Whether no card of the hand can cover this one: then its walls stay as they are."""
        spot = board.stacks[place].x, board.stacks[place].y
        return all(spot_for_card(scene, kind, spot).legal is False for kind in hand)

    giants, _ = cancelling_giants(scene.table, board, castle)
    if any(board.path(castle, giant, passable=stays) for giant in giants):
        return None
    names = listed(map(scene.card, giants))
    when = say("The castle gives its action again as soon as {giants} is walled off from it.", giants=names)
    verdict = say("Only if a card laid before the last action walls off {giants}.", giants=names)
    return verdict, Step(when, "DW-ACTIONS-MIDTURN")


@settled
def secret_now(ask: SecretNow, scene: Scene) -> Ruling:
    """A secret goal may be shown at any moment at which its condition is true."""
    secret = ask.secret or scene.player.secret
    if secret is None:
        text = say("Tell which secret goal; {name}'s is not told.", name=scene.player.name)
        return Ruling(text, ("DW-SECRET-GOALS",), (), {"holds": None})
    kingdom = kingdom_of(scene.board, scene.player.colour, scene.table.options)
    now = condition(secret, scene.player, scene.board, kingdom)
    name = name_of(secret, scene.facts)
    verdict = say("{goal} is not true right now.", goal=name)
    if now.holds is None:
        verdict = say("Whether {goal} is true depends on a printed value.", goal=name)
    elif now.holds and scene.player.shown and secret is scene.player.secret:
        verdict = say("{goal} was shown already.", goal=name)
    elif now.holds:
        verdict = say("{goal} is true right now and may be shown.", goal=name)
    moment = Step(say("It may be shown at any moment at which it is true, even before counting."), "DW-SECRET-GOALS")
    steps = (Step(now.says, now.rule), moment)
    data = {"goal": str(secret), "holds": now.holds, "evidence": [f"/table/{place}" for place in now.places]}
    return Ruling(verdict, rules_of(steps), steps, data, now.missing)


@settled
def game_end(ask: GameEnd, scene: Scene) -> Ruling:
    """Three completed goals end the game; the round is finished."""
    table, end = scene.table, end_of(scene.table)
    counts = {player.name: completed_goals(player) for player in table.players}
    steps = [
        Step(say("Goals completed by {name}: {count}.", name=name, count=count), "DW-END")
        for name, count in counts.items()
    ]
    if any(player.killed for player in table.players):
        steps.append(Step(say("Killed monsters are not goals."), "DW-MONSTER-NOT-GOAL"))
    data = {
        "triggered": bool(end.triggered_by),
        "triggered_by": [table.players[seat].name for seat in end.triggered_by],
        "still_to_play": [table.players[seat].name for seat in end.still_to_play],
        "goals": counts,
    }
    if not end.triggered_by:
        verdict = say("The game goes on: nobody has {count} goals.", count=GOALS_TO_END)
        return Ruling(verdict, rules_of(steps), tuple(steps), data)
    if end.over:
        steps += _trades_of_an_earlier_round(table)
        return Ruling(say("The game is over; count the points."), rules_of(steps), tuple(steps), data)
    names = listed(table.players[seat].name for seat in end.still_to_play)
    rule = "DW-END-ROUND" if table.options.end_moment == "finish_round" else "DW-END"
    steps.append(Step(say("Turns to be finished or played: {names}.", names=names), rule))
    return Ruling(say("The end has come. Still to play: {names}.", names=names), rules_of(steps), tuple(steps), data)


def _trades_of_an_earlier_round(table: Table) -> list[Step]:
    """Why the turn that seems to go on is none, and what to tell if it is one after all."""
    if table.active >= len(table.players) or not traded_in_an_earlier_round(table, table.active):
        return []
    text = say(
        "{name} is at the actions of a turn, and trades come after them: the third one was made in an earlier round. "
        "If it was made just now, tell that the phase is execution.",
        name=table.players[table.active].name,
    )
    return [Step(text, "DW-END-ROUND")]
