"""Dungeon Lords: dungeons, their defence, and the visit of the Ministry."""

from __future__ import annotations

from pathlib import Path

from scoring.dungeonlords.needs import needs
from scoring.dungeonlords.notation import notation, parse
from scoring.dungeonlords.problems import problems
from scoring.dungeonlords.score import score
from scoring.dungeonlords.state import Table
from scoring.emblem import Emblem
from scoring.game import Game

GAME = Game(
    id="dungeonlords",
    title="Dungeon Lords",
    players=(2, 4),
    folder=Path(__file__).parent,
    state=Table,
    score=score,
    checks=problems,
    needs=needs,
    reads=parse,
    writes=notation,
    prefixes=("DL",),
    rule_of_seats="DL-PLAYERS",
    emblem=Emblem("DL", ("#b23a32", "#5d1f30")),
    samples={
        "four-lords": "Four players, end of the game",
        "three-lords": "Three players, end of the game",
        "two-lords": "Two players, end of the game",
        "second-summer": "Four players, summer of the second year",
    },
)
