"""The final battle of a whole table, and who earns the adventure cards' rewards before it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.battle import DEAR_REROLLS, DOUBLE_WOUNDS, FINAL_SIXES, monster_card, result, spelled
from scoring.rollplayer.pieces import ADVENTURE_PARTS
from scoring.rollplayer.referee.hunt import TOKEN_NAMES
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import State
from scoring.rollplayer.traits import counted
from scoring.sheet import Missing, Ruling, Step
from scoring.words import say

SPECIALS = {
    DEAR_REROLLS: ("MM-CHIMERA", say("A reroll costs 2 XP against this monster.")),
    DOUBLE_WOUNDS: ("MM-DRAGON", say("Every wound takes 2 from the result against this monster.")),
    FINAL_SIXES: ("MM-TROLL", say("Every six of the final roll must be rolled once more.")),
    "other": ("MM-BATTLE-SPECIAL", say("Apply the monster's ability and enter it as an adjustment.")),
}


class BattleAsk(Model):
    """The table at the final battle, with the dice of those who have rolled."""

    state: State


def answer_battle(ask: BattleAsk, catalogue: Catalogue) -> Ruling:
    """Every player's result, step by step, with the stars it brings."""
    state = ask.state
    if state.monster is None:
        return ruled(say("Allowed."), [Step(say("no monster is chosen"), "MM-SETUP-MONSTER")])
    card = monster_card(state.monster, state.one_player_card, catalogue)
    steps = [Step(say("The monster's strength is {strength}.", strength=card.strength.value), "MM-BATTLE")]
    missing: list[Missing] = []
    if card.special.known:
        rule, text = SPECIALS[card.special.value]
        steps.append(Step(text, rule))
    else:
        missing.append(catalogue.missing(state.monster, "special"))
    results: dict[str, dict[str, Any]] = {}
    for player in state.players:
        fight = player.battle
        if fight is None or not player.fought:
            continue
        parts = (fight.dice, player.honor, player.wounds, card.wound_cost, fight.adjust)
        steps.append(Step(say("{player}: {sum}", player=player.name, sum=spelled(*parts)), "MM-BATTLE"))
        if reminder := card.reminder(fight):
            steps.append(Step(say("{player}: {sum}", player=player.name, sum=reminder), "MM-TROLL"))
        if not card.tells(fight):
            results[player.name] = {"final": None, "stars": None, "slayer": None}
            continue
        final = result(*parts)
        stars = card.stars_for(final)
        results[player.name] = {"final": final, "stars": stars, "slayer": final >= card.strength.value}
        if stars is None:
            missing.append(catalogue.missing(state.monster, card.stars_field))
        else:
            steps.append(Step(say("{player}, stars: {stars}", player=player.name, stars=stars), "MM-BATTLE-STARS"))
    lost = state.solo and any(one["slayer"] is False for one in results.values())
    if lost:
        steps.append(Step(say("The hero dies and the game is lost at once."), "MM-SOLO-DEFEAT"))
    name = localised(catalogue.items[state.monster].name)
    told = [one["slayer"] for one in results.values() if one["slayer"] is not None]
    verdict = say("{count} of {all} slay {monster}.", count=sum(told), all=len(told), monster=name)
    if results and not told:
        verdict = say("How the battle ends waits for the monster's ability.")
    data = {"results": results, "strength": card.strength.value, "lost": lost}
    return ruled(verdict, (), steps, data, missing)


class AdventureAsk(Model):
    """The table when the adventure cards are turned over."""

    state: State = Field(description="With the three adventure cards named.")


def answer_adventures(ask: AdventureAsk, catalogue: Catalogue) -> Ruling:
    """Card by card: only holders of its token, and of those everyone who meets its condition."""
    state = ask.state
    steps: list[Step] = []
    missing: list[Missing] = []
    rewards: dict[str, dict[str, int | None]] = {player.name: {"dice": 0, "xp": 0} for player in state.players}
    for part in ADVENTURE_PARTS:
        card = getattr(state.adventures, part)
        if card is None:
            steps.append(Step(say("The {part} card is not turned over.", part=TOKEN_NAMES[part]), "MM-ADVENTURES"))
            continue
        name = localised(catalogue.items[card].name)
        holders = [player for player in state.players if state.options.open_adventures or part in player.tokens]
        steps.append(Step(say("{card}, players who may try: {count}", card=name, count=len(holders)), "MM-ADVENTURES"))
        if not holders:
            continue
        earned = _earned(state, card, catalogue, missing)
        printed = {what: catalogue.value(card, what) for what in ("dice", "xp")}
        missing += [catalogue.missing(card, what) for what, value in printed.items() if value is None]
        for player in holders:
            if earned[player.name] is False:
                continue
            # What is not known, or may not be earned, is no zero.
            gain = {what: value if earned[player.name] or value == 0 else None for what, value in printed.items()}
            rewards[player.name] = {what: _plus(had, gain[what]) for what, had in rewards[player.name].items()}
            shown = {what: "?" if value is None else value for what, value in gain.items()}
            text = say("{player}, combat dice: {dice}, XP: {xp}", player=player.name, **shown)
            steps.append(Step(text, "MM-ADVENTURES"))
    return ruled(say("The adventure cards are resolved in order."), (), steps, {"rewards": rewards}, missing)


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _earned(state: State, card: str, catalogue: Catalogue, missing: list[Missing]) -> dict[str, bool | None]:
    """Whether each player meets a card's condition; None while that cannot be told.

    Alone, the limit at the 1P mark comes on top: being the one with most or fewest is no task then.
    """
    measure, who = _ask(card, "counts", catalogue, missing), catalogue.value(card, "who")
    amounts: dict[str, int | None] = {player.name: None for player in state.players}
    if measure is not None:
        amounts = {player.name: counted(measure, player, catalogue) for player in state.players}
    tests: list[dict[str, bool | None]] = []
    if state.options.more_players and who in ("most", "fewest"):
        return dict.fromkeys(amounts, None)  # those who are not entered may have more, or fewer
    if state.solo and (mark := _ask(card, "solo", catalogue, missing)) != "none":
        tests.append(_met(mark, _limit(card, mark, "solo_limit", catalogue, missing), amounts))
    if not tests or who in LIMITED:
        who = _ask(card, "who", catalogue, missing)
        tests.append(_met(who, _limit(card, who, "limit", catalogue, missing), amounts))
    return {name: _all(test[name] for test in tests) for name in amounts}


LIMITED = ("at least", "at most")


def _ask(card: str, field: str, catalogue: Catalogue, missing: list[Missing]) -> Any:
    """A printed value; if nobody knows it, it is asked for."""
    value = catalogue.value(card, field)
    if value is None:
        missing.append(catalogue.missing(card, field))
    return value


def _limit(card: str, who: str | None, field: str, catalogue: Catalogue, missing: list[Missing]) -> int | None:
    found: int | None = _ask(card, field, catalogue, missing) if who in LIMITED else None
    return found


def _met(who: str | None, limit: int | None, amounts: dict[str, int | None]) -> dict[str, bool | None]:
    """Who meets one condition. Most and fewest compare all players, but only token holders take the reward."""
    if who == "everyone":
        return dict.fromkeys(amounts, True)
    told = [amount for amount in amounts.values() if amount is not None]
    if who in ("most", "fewest"):
        if len(told) < len(amounts):
            return dict.fromkeys(amounts, None)
        best = max(told) if who == "most" else min(told)
        return {name: amount == best for name, amount in amounts.items()}
    if who is None or limit is None:
        return dict.fromkeys(amounts, None)
    return {
        name: None if amount is None else amount >= limit if who == "at least" else amount <= limit
        for name, amount in amounts.items()
    }


def _all(answers: Iterable[bool | None]) -> bool | None:
    """
    >>> _all([True, None]), _all([None, False]), _all([True])
    (None, False, True)
    """
    found = list(answers)
    if False in found:
        return False
    return None if None in found else True


_TROLL = {
    "monster": "giant_troll",
    "options": {"expansion": True},
    "players": [
        {"name": "Wiktor", "battle": {"dice": [5]}},
        {"name": "Weronika", "honor": 2, "battle": {"dice": [4, 5]}},
        {"name": "Tytus", "battle": {"dice": [5, 5, 5, 4]}},
    ],
}
BATTLE = Question("battle", say("How does the final battle end?"), BattleAsk, answer_battle, {"state": _TROLL})
ADVENTURE = Question(
    "adventures",
    say("Who earns the adventure cards' rewards?"),
    AdventureAsk,
    answer_adventures,
    {
        "state": {
            "monster": "kraken",
            "options": {"expansion": True},
            "adventures": {"obstacle": "maelstrom"},
            "players": [
                {
                    "name": "Iga",
                    "trophies": ["kobold", "goblin"],
                    "tokens": ["location", "obstacle"],
                    "cards": ["chain_helm"],
                }
            ],
        }
    },
)
