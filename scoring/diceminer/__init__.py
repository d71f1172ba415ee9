"""Dice Miner: dice from a mountain, scored three times, with a rule behind every point."""

from __future__ import annotations

from pathlib import Path

from scoring.diceminer import notation, problems, score
from scoring.diceminer.needs import needs
from scoring.diceminer.pieces import dice_of_the_box
from scoring.diceminer.state import PLAYERS, Table
from scoring.emblem import Emblem
from scoring.game import Game

GAME: Game[Table] = Game(
    id="diceminer",
    title="Dice Miner",
    players=PLAYERS,
    folder=Path(__file__).parent,
    state=Table,
    score=score.score,
    checks=problems.problems,
    needs=needs,
    reads=notation.parse,
    writes=notation.notation,
    prefixes=("DM",),
    rule_of_seats="DM-OVERVIEW",
    dice=dice_of_the_box(),
    emblem=Emblem("DM", ("#d8a52b", "#a8690d")),
    samples={
        "three-miners": "A whole game of three players",
        "tied-mountain": "Four players, a tie for the win and its tie-break",
        "second-mountain": "Two players in the middle of the second round",
    },
)
