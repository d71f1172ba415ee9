"""Hand limit, number of actions, secret goals and the end of the game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scoring.dwar7s.actions import actions_of
from scoring.dwar7s.finish import completed_goals, end_of
from scoring.dwar7s.goals import condition
from scoring.dwar7s.holdings import hand_size, kingdom_hand
from scoring.dwar7s.kingdom import kingdom_of
from scoring.dwar7s.pieces import GOALS_TO_END, HAND_LIMIT, Secret
from scoring.dwar7s.printed import name_of
from scoring.dwar7s.referee.common import Ask, Scene, rules_of, settled
from scoring.dwar7s.speech import listed
from scoring.sheet import Ruling, Step
from scoring.words import say


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
    """Three actions, four with the own castle, unless a frost giant cancels it."""
    count = actions_of(scene.table, scene.board, scene.player)
    steps = list(count.steps)
    data: dict[str, object] = {"actions": count.most if count.least == count.most else None, "least": count.least}
    verdict = say("Actions of {name} in this turn: {count}.", name=scene.player.name, count=count.most)
    if count.least != count.most:
        verdict = say(
            "Actions of {name} in this turn: {least} or {most}; unknown walls decide.",
            name=scene.player.name,
            least=count.least,
            most=count.most,
        )
    if ask.plan:
        legal = len(ask.plan) <= count.least or (None if len(ask.plan) <= count.most else False)
        data["legal"] = legal
        text = say("Actions planned: {count}; any mix of cards, dwarves and moves is allowed.", count=len(ask.plan))
        steps.append(Step(text, "DW-ACTIONS"))
        if legal is False:
            verdict = say("No: actions planned {plan}, allowed {count}.", plan=len(ask.plan), count=count.most)
        elif legal:
            verdict = say("Yes: actions planned {plan}, allowed {count}.", plan=len(ask.plan), count=count.least)
    return Ruling(verdict, rules_of(steps), tuple(steps), data, count.missing)


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
        return Ruling(say("The game is over; count the points."), rules_of(steps), tuple(steps), data)
    names = listed(table.players[seat].name for seat in end.still_to_play)
    rule = "DW-END-ROUND" if table.options.end_moment == "finish_round" else "DW-END"
    steps.append(Step(say("Turns to be finished or played: {names}.", names=names), rule))
    return Ruling(say("The end has come. Still to play: {names}.", names=names), rules_of(steps), tuple(steps), data)
