"""Questions as typed at a table: Greek in Latin letters, no accents, short forms, slips, and no answer at all."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml

from scoring.answers import Verdict
from scoring.askbench import TUNED_ON, outcomes
from scoring.games import GAME_IDS, load
from scoring.spelling import distance

OUTSIDE = yaml.safe_load((Path(__file__).parent / "outside.yaml").read_text("utf-8"))
ANSWERING = [game_id for game_id in GAME_IDS if load(game_id).answers.answers]


@pytest.mark.parametrize(
    ("game_id", "question", "lang", "verdict", "rule"),
    [
        ("rollplayer", "can i turn a 6 into a 1 with con", "en", Verdict.NO, "RP-CON"),
        ("rollplayer", "flip a 1 to a 6 with str", "en", Verdict.YES, "RP-STR"),
        ("rollplayer", "poios kerdizei se isopalia", "el", Verdict.ANSWER, "RP-TIE-GOLD"),
        ("rollplayer", "mporw na agorasw 2 kartes", "el", Verdict.NO, "RP-BUY"),
        ("rollplayer", "na co moge wydac pd", "pl", Verdict.ANSWER, "MM-XP-SPEND"),
        ("rollplayer", "ile zlota na start", "pl", Verdict.NUMBER, "RP-SETUP-GOLD"),
        ("rollplayer", "can i keep charsma tokens for next round", "en", Verdict.NO, "RP-CHA"),
        ("rollplayer", "what does the monk do", "en", Verdict.CARD, "RP-CLASS-ABILITY"),
        ("rollplayer", "co robi mnich", "pl", Verdict.CARD, "RP-CLASS-ABILITY"),
        ("dwar7s", "can i put a castle on a castle", "en", Verdict.NO, "DW-CASTLE-ON-CASTLE"),
        ("dwar7s", "boro na valo kastro pano se kastro", "el", Verdict.NO, "DW-CASTLE-ON-CASTLE"),
    ],
)
def test_what_is_typed_at_a_table(game_id: str, question: str, lang: str, verdict: Verdict, rule: str) -> None:
    reply = load(game_id).ask(question)
    assert (reply.lang, reply.sure) == (lang, True)
    assert (reply.hits[0].verdict, reply.hits[0].rule.id) == (verdict, rule)


@pytest.mark.parametrize("game_id", ANSWERING)
def test_what_no_book_answers_is_not_answered(game_id: str) -> None:
    """Every other question set the threshold; these are the rest."""
    asked = [question for questions in OUTSIDE.values() for question in questions[1::2]]
    answered = [question for question in asked if load(game_id).ask(question).sure]
    assert len(answered) <= 0.25 * len(asked), answered


@pytest.mark.parametrize("game_id", ANSWERING)
def test_players_questions_are_answered(game_id: str) -> None:
    asked = outcomes(load(game_id), TUNED_ON)
    assert sum(one.sure for one in asked) / len(asked) >= 0.9
    assert sum(one.first for one in asked) / len(asked) >= 0.8


@pytest.mark.parametrize("question", ["", "   ", "?!", "🐉", "x" * 5000, "1 2 2 3", "a", "' OR 1=1", "\ud800"])
def test_no_question_breaks_the_search(question: str) -> None:
    assert len(load("diceminer").ask(question).hits) <= 3


def test_a_question_takes_less_than_twenty_milliseconds() -> None:
    game = load("rollplayer")
    asked = [question for questions in OUTSIDE.values() for question in questions]
    game.ask(asked[0]), game.ask("πόσα"), game.ask("ile")  # the shelves are built at the first question
    started = time.process_time()
    for question in asked:
        game.ask(question)
    assert (time.process_time() - started) / len(asked) < 0.02


@pytest.mark.parametrize(
    ("one", "other", "slips"), [("castle", "castle", 0), ("casle", "castle", 1), ("catsle", "castle", 1), ("a", "b", 1)]
)
def test_slips_of_the_finger_are_counted(one: str, other: str, slips: int) -> None:
    assert distance(one, other, 2) == slips
