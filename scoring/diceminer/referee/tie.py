"""Who wins? A tie for the win: who rerolls, and what the extra scoring says."""

from __future__ import annotations

from scoring.catalogue import Catalogue
from scoring.diceminer.pieces import Shows
from scoring.diceminer.score import score
from scoring.diceminer.state import Table
from scoring.game import GameScore, Model
from scoring.sheet import Ruling, ScoreSheet, Step
from scoring.words import joined, say


class TieAsk(Model):
    """A game after three rounds; ``tie_breaks`` of the players hold the rerolled troves."""

    game: Table


def answer(ask: TieAsk, catalogue: Catalogue) -> Ruling:
    """The winner, or who must reroll, with every extra scoring line by line."""
    result = score(ask.game, catalogue)
    tie = result.extra.get("tie_break")
    if tie is None:
        return _without_tie(ask.game, result)
    steps = [Step(say("Most points after three rounds: {players}.", players=joined(tie["tied"])), "DM-WIN")]
    for sheets in tie["sheets"]:
        steps += [step for sheet in sheets for step in _scored_again(sheet)]
    rules = ("DM-TIE-BREAK", "DM-TREASURE-DOUBLE", "DM-WIN")
    if tie["winner"] is not None:
        return Ruling(say("{player} wins the tie-break.", player=tie["winner"]), rules, tuple(steps), tie)
    if not tie["must_reroll"]:
        return Ruling(say("The tie-break waits for a die that is not read yet."), rules, tuple(steps), tie)
    steps.append(Step(say("They reroll their whole troves; heroes stay as they are."), "DM-TIE-BREAK"))
    steps.append(Step(say("They play a magic phase."), "DM-TIE-BREAK"))
    steps.append(Step(say("They score once more; only their own gems are compared."), "DM-TIE-BREAK"))
    verdict = say("{players} must reroll and score again.", players=joined(tie["must_reroll"]))
    return Ruling(verdict, ("DM-TIE-BREAK", "DM-TIE-AGAIN"), tuple(steps), tie)


def _without_tie(game: Table, result: GameScore) -> Ruling:
    winners = result.standing.winners
    if game.finished and not winners and (unread := _not_read(game)):
        verdict = say("Who wins cannot be told yet: a die is not read.")
        return Ruling(verdict, ("DM-WIN", "DM-DICE"), unread, {"winner": None, "must_reroll": []})
    if not game.finished or not winners:
        return Ruling(say("The game is not over: three rounds must be scored."), ("DM-ROUNDS", "DM-WIN"))
    verdict = say("No tie: {player} wins.", player=winners[0])
    return Ruling(verdict, ("DM-WIN",), data={"winner": winners[0], "must_reroll": []})


def _not_read(game: Table) -> tuple[Step, ...]:
    """Every die that must be read before the points are known."""
    return tuple(
        Step(
            say("{player}, round {round}: {code} is not read yet.", player=player.name, round=number, code=die.code),
            "DM-DICE",
        )
        for player in game.players
        for number, trove in enumerate(player.rounds, start=1)
        for die in trove.dice
        if die.shows is Shows.UNREAD
    )


def _scored_again(sheet: ScoreSheet) -> list[Step]:
    """The extra scoring of one player: the sum first, then every line that counts."""
    head = say("{player} rerolled and scores {points}.", player=sheet.player, points=sheet.at_least)
    lines = [
        Step(say("{player}: {arithmetic}", player=sheet.player, arithmetic=award.arithmetic), award.rule)
        for award in sheet.awards
        if award.points != 0 or award.rule == "DM-TREASURE-DOUBLE"
    ]
    return [Step(head, "DM-TIE-BREAK"), *lines]
