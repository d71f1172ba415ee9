"""What the final number waits for: whose it is, until a person tells it or the whole total."""

from __future__ import annotations

from typing import Any

import pytest

from api.answers.play import new_state, state_from
from scoring.games import GAME_IDS, load
from scoring.needs import Way
from scoring.todo import count
from scoring.told import TOTAL


def fresh(game_id: str, **options: Any) -> Any:
    game = load(game_id)
    return state_from(game, new_state(game, ["Ana", "Ben"], options, []))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_new_table_has_a_next_step_no_problem_and_no_winner(game_id: str) -> None:
    game, state = load(game_id), fresh(game_id)
    counted = count(game, state, game.catalogue)
    assert counted.needs[0].place, "the first step can be tapped"
    assert {need.seat for need in counted.needs} >= {0, 1}
    assert game.problems(state, game.catalogue) == []
    assert counted.score.standing.winners == ()


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_whole_totals_that_are_told_end_any_game(game_id: str) -> None:
    """My kingdom is worth 14: marked as told, and nothing else is asked for."""
    game, state = load(game_id), fresh(game_id)
    half = count(game, state, game.catalogue, [{TOTAL: 14}, {}])
    assert not half.of(0)
    assert half.of(1) and half.score.standing.winners == ()
    whole = count(game, state, game.catalogue, [{TOTAL: 14}, {TOTAL: 9}])
    assert whole.needs == ()
    ana = whole.score.sheets[0]
    assert [(award.points, award.told) for award in ana.awards] == [(14, True)]
    assert ana.awards[0].rule in game.rulebook.rules
    fewest = getattr(state.options, "lowest_wins", False)
    assert whole.score.standing.winners == (("Ben",) if fewest else ("Ana",))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_samples_of_a_whole_game_lack_no_pieces(game_id: str) -> None:
    """Whatever is still needed of a game that is over is printed on somebody's cards."""
    game = load(game_id)
    for name in game.samples:
        state = game.sample(name)
        if game.score(state, game.catalogue).standing.over:
            needs = count(game, state, game.catalogue).needs
            assert [need for need in needs if need.way is not Way.PRINTED] == [], name


def said(game_id: str, state: Any, told: Any = ()) -> list[str]:
    game = load(game_id)
    return [str(line) for line in count(game, state, game.catalogue, told).said]


def test_a_character_lacks_what_nobody_told_and_a_told_line_ends_the_question() -> None:
    state = fresh("rollplayer")
    assert said("rollplayer", state)[0] == "Ana: 18 dice, race, class, alignment, backstory, market cards"
    told = {"RP-ALIGNMENT": 1, "RP-BACKSTORY": 3, "RP-ARMOR": 0, "RP-ARMOR-CLASS": 0, "RP-TRAITS": 0}
    assert said("rollplayer", state, [told])[0] == "Ana: 18 dice, race, class"
    assert said("rollplayer", state, [{**told, "RP-GOALS": 9, "RP-CLASS-DICE": 4}])[0].startswith("Ben:")


def test_a_provisional_place_says_what_it_lacks_and_whose_that_is() -> None:
    game = load("rollplayer")
    places = count(game, fresh("rollplayer"), game.catalogue, [{TOTAL: 30}]).score.standing.places
    assert {place.player: place.note for place in places} == {
        "Ana": "",
        "Ben": "provisional, it lacks: 18 dice, race, class, alignment, backstory, market cards",
    }


def test_the_monster_is_the_table_s_and_the_battle_is_everybody_s() -> None:
    lines = said("rollplayer", fresh("rollplayer", expansion=True))
    assert lines[0] == "The table: monster"
    assert lines[1].endswith("final battle")


def test_a_trove_is_asked_of_those_who_have_not_laid_it_out() -> None:
    game = load("diceminer")
    assert said("diceminer", game.parse("Ana: T1 @engineer | Ben: @treasurer")) == ["Ben: trove of round 1"]
    both = game.parse("Ana: T1 @engineer | Ben: T1 @treasurer")
    assert said("diceminer", both) == ["Ana: trove of round 2", "Ben: trove of round 2"]


def test_questions_of_told_lines_are_not_asked() -> None:
    """Dwar7s Fall: who tells what the kingdom is worth is asked for no wall, but still for the gems."""
    game = load("dwar7s")
    state = game.sample("four-kingdoms").model_copy(update={"printed": {}})
    before = count(game, state, game.catalogue).score.sheets[0].missing
    after = count(game, state, game.catalogue, [{"DW-SCORE-KINGDOM": 14}]).score.sheets[0].missing
    assert {one.field for one in before} >= {"walls", "points"}
    assert after and all(one.lines and "DW-SCORE-KINGDOM" not in " ".join(one.lines) for one in after)
