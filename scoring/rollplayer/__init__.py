"""Roll Player with Monsters & Minions."""

from pathlib import Path

from scoring.emblem import Emblem
from scoring.game import Game
from scoring.rollplayer.boxes import out_of_play
from scoring.rollplayer.needs import needs
from scoring.rollplayer.notation import notation, parse
from scoring.rollplayer.pieces import dice_of_the_box
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
    checks=problems,
    needs=needs,
    out_of_play=out_of_play,
    reads=parse,
    writes=notation,
    prefixes=("RP", "MM"),
    rule_of_seats="RP-COMPONENTS",
    dice=dice_of_the_box(),
    emblem=Emblem("RP", ("#4d74cf", "#6b3aa0")),
    samples={
        "five": "Five heroes against the Giant Troll",
        "two": "Two heroes, base game",
        "four": "Four heroes, base game, a shared win",
        "solo": "Alone against the Dragon",
        "running": "Three heroes, still being built",
    },
)
