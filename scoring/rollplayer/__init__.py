"""Roll Player with Monsters & Minions."""

from pathlib import Path

from scoring.game import Game
from scoring.rollplayer.notation import notation, parse
from scoring.rollplayer.problems import problems
from scoring.rollplayer.score import score
from scoring.rollplayer.state import State

GAME = Game(
    id="rollplayer",
    title="Roll Player",
    players=(1, 5),
    folder=Path(__file__).parent,
    state=State,
    score=score,
    problems=problems,
    parse=parse,
    notation=notation,
    samples={
        "five": "Five heroes against the Giant Troll",
        "two": "Two heroes, base game",
        "four": "Four heroes, base game, a shared win",
        "solo": "Alone against the Dragon",
        "running": "Three heroes, still being built",
    },
)
