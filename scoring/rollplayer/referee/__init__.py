"""The referee: one question per kind of dispute, from setting up to the final battle."""

from scoring.game import Question
from scoring.rollplayer.referee import (
    actions,
    chances,
    coach,
    experience,
    fight,
    hunt,
    market,
    placing,
    setup,
    skills,
    table,
)

QUESTIONS: tuple[Question, ...] = (
    actions.QUESTION,
    placing.QUESTION,
    market.QUESTION,
    market.DISCARD,
    skills.QUESTION,
    coach.QUESTION,
    hunt.QUESTION,
    chances.QUESTION,
    experience.QUESTION,
    fight.ADVENTURE,
    fight.BATTLE,
    setup.QUESTION,
    table.INITIATIVE,
    table.RIVAL,
)
