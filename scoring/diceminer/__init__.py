"""Dice Miner: dice from a mountain, scored three times, with a rule behind every point."""

from __future__ import annotations

from pathlib import Path

from scoring.diceminer import notation, problems, result
from scoring.diceminer.state import Table
from scoring.game import Game

GAME: Game[Table] = Game(
    id="diceminer",
    title="Dice Miner",
    players=(1, 4),
    folder=Path(__file__).parent,
    state=Table,
    score=result.score,
    problems=problems.problems,
    parse=notation.parse,
    notation=notation.notation,
    samples={
        "three-miners": "A whole game of three players",
        "tied-mountain": "Four players, a tie for the win and its tie-break",
        "second-mountain": "Two players in the middle of the second round",
    },
)
