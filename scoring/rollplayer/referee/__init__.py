"""The referee: one question per kind of dispute, from setting up to the final battle."""

from scoring.question import Question
from scoring.rollplayer.referee import (
    actions,
    chances,
    coach,
    experience,
    fight,
    hunt,
    market,
    placing,
    pool,
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
    pool.QUESTION,
    fight.BATTLE,
    setup.QUESTION,
    table.INITIATIVE,
    table.RIVAL,
)
