"""The one deadline: it comes, it can be called off from outside, and every referee answer is under it."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from scoring.catalogue import Catalogue
from scoring.deadline import Deadline, OutOfTime, current
from scoring.game import Model
from scoring.games import GAME_IDS, load
from scoring.question import Question
from scoring.sheet import Ruling
from scoring.words import say


class Clock:
    """A clock that the test moves."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_comes_when_its_seconds_are_over() -> None:
    clock = Clock()
    deadline = Deadline(5, clock)
    deadline.check()
    clock.now += 4.9
    deadline.check()
    clock.now += 0.2
    assert deadline.passed
    with pytest.raises(OutOfTime):
        deadline.check()
    assert deadline.looked == 3


def test_a_part_comes_sooner_and_with_the_whole() -> None:
    clock = Clock()
    whole = Deadline(10, clock)
    part = whole.part(0.2)
    clock.now += 1.9
    assert not part.passed
    clock.now += 0.2
    assert part.passed and not whole.passed
    later = whole.part(1)
    assert not later.passed
    whole.cancel()
    assert later.passed


def test_it_is_the_deadline_of_everything_within_its_block() -> None:
    deadline = Deadline(5)
    assert not current().passed
    with deadline.running():
        assert current() is deadline
    assert current() is not deadline


class Nothing(Model):
    """What an endless search must be told."""


def endless(ask: Nothing, catalogue: Catalogue) -> Ruling:
    """A search that only a deadline ends."""
    while True:
        current().check()


ENDLESS = Question("endless", say("How long is for ever?"), Nothing, endless, {})


def test_a_search_that_finds_nothing_in_time_says_how_far_it_looked() -> None:
    ruling = ENDLESS.settle(Nothing(), load("diceminer").catalogue, Deadline(0.05))
    assert ruling.data["complete"] is False and ruling.data["looked"] > 10
    assert str(ruling.data["looked"]) in ruling.verdict


def test_another_thread_can_call_a_search_off() -> None:
    deadline = Deadline()
    rulings: list[Ruling] = []
    work = threading.Thread(
        target=lambda: rulings.append(ENDLESS.settle(Nothing(), load("diceminer").catalogue, deadline))
    )
    work.start()
    deadline.cancel()
    work.join(timeout=10)
    assert not work.is_alive() and rulings[0].data["complete"] is False


class Looks:
    """A clock that runs a second each time it is looked at."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.mark.parametrize(
    ("game", "question", "asked", "part"),
    [
        ("rollplayer", "odds", {"dice": 3, "xp": 2, "targets": [5, 9, 12]}, "odds"),
        ("rollplayer", "coach", load("rollplayer").question("coach").example, "best"),
        (
            "dungeonlords",
            "production",
            {"lord": {"name": "Ann", "imps": 9, "dungeon": ["C1", "C2:hatchery", "C3", "C4:mint"]}, "year": 2},
            "options",
        ),
    ],
)
def test_a_search_cut_short_tells_what_it_has_and_that_there_may_be_more(
    game: str, question: str, asked: Any, part: str
) -> None:
    found = load(game).question(question)
    ask, catalogue = found.ask.model_validate(asked), load(game).catalogue
    whole = found.settle(ask, catalogue)
    assert "complete" not in whole.data
    limit = Deadline(1, Looks())
    few = 0
    while not few:
        limit = Deadline(1 + limit.looked, Looks())
        cut = found.settle(ask, catalogue, limit)
        few = len(cut.data.get(part, ()))
    assert cut.data["complete"] is False and few <= len(whole.data[part])
    assert "There may be better ones" in cut.verdict


QUESTIONS = [(game, question) for game in GAME_IDS for question in load(game).questions]


@pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=[f"{game}-{question.id}" for game, question in QUESTIONS])
def test_every_referee_answers_although_nobody_waits_any_more(game: str, question: Any) -> None:
    """Each answer still comes, and it never claims more than was looked at."""
    gone = Deadline()
    gone.cancel()
    ruling = question.settle(question.ask.model_validate(question.example), load(game).catalogue, gone)
    assert ruling.verdict
