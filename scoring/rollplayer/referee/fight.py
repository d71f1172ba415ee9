"""The final battle of a whole table, and who earns the adventure cards' rewards before it."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.game import Model, Question
from scoring.rollplayer.battle import DEAR_REROLLS, DOUBLE_WOUNDS, FINAL_SIXES, monster_card, result, spelled
from scoring.rollplayer.pieces import ADVENTURE_PARTS
from scoring.rollplayer.referee.hunt import TOKEN_NAMES
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import Player, State
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
        if player.battle is None:
            continue
        parts = (player.battle.dice, player.honor, player.wounds, card.wound_cost, player.battle.adjust)
        final = result(*parts)
        stars = card.stars_for(final)
        results[player.name] = {"final": final, "stars": stars, "slayer": final >= card.strength.value}
        steps.append(Step(say("{player}: {sum}", player=player.name, sum=spelled(*parts)), "MM-BATTLE"))
        if stars is None:
            missing.append(catalogue.missing(state.monster, card.stars_field))
        else:
            steps.append(Step(say("{player}, stars: {stars}", player=player.name, stars=stars), "MM-BATTLE-STARS"))
    lost = state.solo and any(not one["slayer"] for one in results.values()) and not missing
    if lost:
        steps.append(Step(say("The hero dies and the game is lost at once."), "MM-SOLO-DEFEAT"))
    name = localised(catalogue.items[state.monster].name)
    slayers = [player for player, one in results.items() if one["slayer"]]
    verdict = say("{count} of {all} slay {monster}.", count=len(slayers), all=len(results), monster=name)
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
    rewards: dict[str, dict[str, int]] = {player.name: {"dice": 0, "xp": 0} for player in state.players}
    for part in ADVENTURE_PARTS:
        card = getattr(state.adventures, part)
        if card is None:
            steps.append(Step(say("The {part} card is not turned over.", part=TOKEN_NAMES[part]), "MM-ADVENTURES"))
            continue
        name = localised(catalogue.items[card].name)
        holders = [player for player in state.players if state.options.open_adventures or part in player.tokens]
        steps.append(Step(say("{card}, players who may try: {count}", card=name, count=len(holders)), "MM-ADVENTURES"))
        winners = _winners(state, holders, card, catalogue, missing) if holders else []
        dice, xp = catalogue.value(card, "dice"), catalogue.value(card, "xp")
        if holders:
            unknown = [field for field, value in (("dice", dice), ("xp", xp)) if value is None]
            missing += [catalogue.missing(card, field) for field in unknown]
        for player in winners:
            rewards[player.name]["dice"] += dice or 0
            rewards[player.name]["xp"] += xp or 0
            text = say("{player}, combat dice: {dice}, XP: {xp}", player=player.name, dice=dice or 0, xp=xp or 0)
            steps.append(Step(text, "MM-ADVENTURES"))
    return ruled(say("The adventure cards are resolved in order."), (), steps, {"rewards": rewards}, missing)


def _winners(
    state: State, holders: list[Player], card: str, catalogue: Catalogue, missing: list[Missing]
) -> list[Player]:
    """Who meets a card's condition; when alone, the limit at its 1P mark."""
    who_field, limit_field = ("solo", "solo_limit") if state.solo else ("who", "limit")
    measure, who = catalogue.value(card, "counts"), catalogue.value(card, who_field)
    needed = ["counts", who_field] if who in (None, "at least", "at most") else ["counts"]
    if who in ("at least", "at most"):
        needed.append(limit_field)
    unknown = [field for field in needed if catalogue.value(card, field) is None]
    missing += [catalogue.missing(card, field) for field in unknown]
    if unknown:
        return []
    # "Most" and "fewest" compare all players at the table, but only token holders may take the reward.
    amounts = {player.name: counted(measure, player, catalogue) or 0 for player in state.players}
    limit = catalogue.value(card, limit_field)
    best = {"most": max(amounts.values()), "fewest": min(amounts.values())}
    return [
        player
        for player in holders
        if who in ("everyone", "none")
        or (who == "at least" and amounts[player.name] >= limit)
        or (who == "at most" and amounts[player.name] <= limit)
        or (who in best and amounts[player.name] == best[who])
    ]


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
