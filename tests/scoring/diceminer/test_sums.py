"""Sums asked for in words: the number said is the one that the sheet of such dice would show."""

from __future__ import annotations

import pytest

from scoring.answers import Verdict
from scoring.games import load
from tests.terminal import tally


@pytest.mark.parametrize(
    ("question", "number", "rule"),
    [
        ("1 2 2 3 5 how many points", "6", "DM-TUNNEL-LEFT-OVER"),
        ("I have 1 1 2 3 4, points?", "11", "DM-TUNNEL-SEVERAL"),
        ("how much is 2 3 4", "0", "DM-TUNNEL-LEFT-OVER"),
        ("three ones how many points", "3", "DM-TUNNEL-SINGLE"),
        ("three pickaxes and two cave-ins how many points", "6", "DM-TOOL-MULTIPLY"),
        ("5 dragons without a shield how many points", "-5", "DM-HAZARD-DRAGON"),
        ("πόσους πόντους δίνουν τρεις ασπίδες και πέντε δράκοι", "15", "DM-TOOL-MULTIPLY"),
        ("ile punktow za dwa kilofy i piec zawalow", "10", "DM-TOOL-MULTIPLY"),
    ],
)
def test_the_numbers_of_a_question_are_worked_out(question: str, number: str, rule: str) -> None:
    reply = load("diceminer").ask(question)
    assert reply.sure and reply.hits[0].verdict == Verdict.NUMBER
    assert (reply.hits[0].number, reply.hits[0].rule.id) == (number, rule)


@pytest.mark.parametrize(
    "question",
    ["how many dice go on the mountain", "does one pickaxe turn 3 cave-ins", "who doubles 4 gems", "turn a 6 into a 1"],
)
def test_a_question_about_something_else_is_not_a_sum(question: str) -> None:
    assert all(hit.worked is None for hit in load("diceminer").ask(question).hits)


def test_a_long_row_of_numbers_is_not_laid_on_the_table() -> None:
    assert all(hit.worked is None for hit in load("diceminer").ask("tunnel run points " + "1 " * 90).hits)


def test_the_terminal_says_the_number_and_how_it_came_about() -> None:
    told = tally("rule", "diceminer", "2 pickaxes, 3 cave-ins, 4 dragons and no shield, how many points").stdout
    assert told.lstrip().startswith("2 ") and "cave-ins 3 × pickaxes 2 = 6" in told
