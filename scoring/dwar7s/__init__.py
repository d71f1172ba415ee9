"""Dwar7s Fall: kingdoms out of a layout of cards."""

from __future__ import annotations

from pathlib import Path

from scoring.catalogue import Catalogue
from scoring.dwar7s.needs import needs
from scoring.dwar7s.notation import notation, parse
from scoring.dwar7s.pieces import Colour
from scoring.dwar7s.problems import problems
from scoring.dwar7s.score import score
from scoring.dwar7s.state import Table
from scoring.emblem import Emblem
from scoring.game import Game


def draw_card(card: str, catalogue: Catalogue) -> str:
    """One card as an SVG picture; the module that draws is loaded only now."""
    from scoring.dwar7s import card_picture

    return card_picture.draw_card(card, catalogue)


GAME: Game[Table] = Game(
    id="dwar7s",
    title="Dwar7s Fall",
    players=(2, 4),
    folder=Path(__file__).parent,
    state=Table,
    score=score,
    checks=problems,
    needs=needs,
    reads=parse,
    writes=notation,
    draw_item=draw_card,
    prefixes=("DW",),
    rule_of_seats="DW-BOX",
    emblem=Emblem("D7", ("#3f9470", "#1d4f5d")),
    seat_colours=tuple(Colour),
    shared=True,
    samples={
        "four-kingdoms": "A whole game of four players",
        "tied-kings": "Two players tied, decided by the larger kingdom",
        "a-turn-of-ben": "Three players in the middle of a turn",
    },
)
