"""Every game keeps everything that the contract promises; for every promise a toy game breaks that one alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import Field, ValidationError

from scoring.bounds import DEEPEST, OutOfBounds, within_bounds
from scoring.game import Model
from scoring.games import GAME_IDS, load
from tests.scoring.promises import PROMISES, Breaches
from tests.scoring.toys import INIT, RULES, toy


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_game_keeps_every_promise(game_id: str, promise: Any) -> None:
    assert list(promise(load(game_id)))[:5] == []


def broken(promise: Any, game: Any) -> bool:
    breaches: Breaches = promise(game)
    return next(breaches, None) is not None


def told(**parts: str) -> dict[str, str]:
    """The toy's own file with some words replaced."""
    text = INIT
    for old, new in parts.items():
        assert WORDS[old] in text
        text = text.replace(WORDS[old], new)
    return {"__init__.py": text}


WORDS = {
    "rule": 'Award("TOY-STONES"',
    "evidence": 'f"/players/{seat}/stones"',
    "prefix": 'prefixes=("TOY",)',
    "stones": "    stones: tuple[int, ...] = ()\n",
    "points": "sum(player.stones), str",
}
REFEREE = """
from scoring.game import Model
from scoring.question import Question
from scoring.sheet import Ruling


class Ask(Model):
    stones: int


QUESTIONS = (Question("count", "Players", Ask, lambda ask, catalogue: Ruling("Yes.", ("TOY-STONES",)), EXAMPLE),)
"""
DRAW = """
from scoring.drawing import drawing, group, rect


def draw(state, catalogue):
    return drawing(10, 10, group(rect(0, 0, 1, 1, fill="card"), path="/players/0/pebbles/0"), title="Toy")
"""
CHECKS = """prefixes=("TOY",),
    checks=lambda state, catalogue: [__import__("scoring.sheet").sheet.Problem("TOY-STONES", (), "Too heavy.")]"""
MOVES = """prefixes=("TOY",),
    moves=lambda state, seat, catalogue: [__import__("scoring.game").game.Move("Players", (("/players/0/bag", 1),))]"""
NEEDS = """prefixes=("TOY",),
    needs=lambda state, catalogue: [__import__("scoring.needs").needs.Need(0, "Stones", "/players/0/pebbles/0")]"""
TOYS = {
    "samples_score": told(rule='Award("TOY-PEBBLES"'),
    "rules_have_the_prefix": told(prefix='prefixes=("STONES",)'),
    "notation_round_trips": told(prefix='prefixes=("TOY",),\n    writes=lambda state: \'{"players": []}\''),
    "evidence_points_into_the_state": told(evidence='f"/players/{seat}/pebbles"'),
    "drawing_points_into_the_state": {"draw.py": DRAW},
    "referee_answers_its_examples": {"referee.py": REFEREE.replace("EXAMPLE", '{"stones": "many"}')},
    "whether_it_may_be_done_is_a_field": {
        "referee.py": REFEREE.replace("EXAMPLE", '{"stones": 3}').replace('("TOY-STONES",)', '(), (), {"legal": True}')
    },
    "tables_tell_their_questions": {"referee.py": REFEREE.replace("EXAMPLE", '{"stones": 3}, lambda state, seat: {}')},
    "moves_can_be_made": told(prefix=MOVES),
    "problems_have_a_place": told(prefix=CHECKS),
    "needs_can_be_told": told(prefix=NEEDS),
    "three_languages_are_complete": {"rules.yaml": RULES.replace("Każdy kamień się liczy.", '""')},
    "everything_is_bounded": told(stones="    stones: tuple[int, ...] = ()\n    more: object = None\n"),
    "any_json_gives_a_sheet_or_a_sentence": told(points="sum(player.stones) // len(player.stones), str"),
}


def test_every_promise_has_its_toy() -> None:
    assert list(TOYS) == [promise.__name__ for promise in PROMISES]


@pytest.mark.parametrize("name", TOYS)
def test_a_toy_breaks_exactly_its_promise(tmp_path: Path, name: str) -> None:
    with toy(tmp_path, "toybox", TOYS[name]):
        assert [promise.__name__ for promise in PROMISES if broken(promise, load("toybox"))] == [name]


def test_the_toy_itself_keeps_every_promise(tmp_path: Path) -> None:
    referee = REFEREE.replace(
        "EXAMPLE", '{"stones": 3}, lambda state, seat: {"stones": len(state.players[seat].stones)}'
    )
    moving = told(prefix=MOVES.replace('"/players/0/bag", 1', 'f"/players/{seat}/stones/-", 1'))
    with toy(tmp_path, "toybox", {"referee.py": referee, **moving}):
        assert [promise.__name__ for promise in PROMISES if broken(promise, load("toybox"))] == []


class Purse(Model):
    owner: str = "Ann"
    coins: tuple[int, ...] = ()
    gems: dict[str, float] = Field(default_factory=dict)


@pytest.mark.parametrize(
    "given",
    [
        {"owner": "\ud800"},
        {"owner": "x" * 201},
        {"coins": [1] * 401},
        {"coins": [10**7]},
        {"coins": [-(10**7)]},
        {"gems": {"\udfff": 1}},
        {"gems": {"ruby": 1e9}},
        {"gems": {str(number): 1 for number in range(401)}},
    ],
)
def test_what_says_no_bound_of_its_own_gets_the_common_one(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Purse.model_validate(given)


def nested(depth: int) -> Any:
    data: Any = 1
    for _ in range(depth):
        data = [data]
    return data


@pytest.mark.parametrize(
    "data", [nested(DEEPEST + 1), nested(5000), {"\ud800": 1}, [2**63], [float("nan")], [1] * 100_001]
)
def test_plain_data_without_a_model_is_bounded_too(data: Any) -> None:
    with pytest.raises(OutOfBounds) as refused:
        within_bounds(data)
    assert refused.value.sentence
    assert within_bounds(nested(DEEPEST)) is not None
