"""One line per table, read back exactly; what cannot be read gets a sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.diceminer import GAME
from scoring.diceminer.notation import notation, parse
from scoring.diceminer.pieces import PATTERN, DieError, Hero, die
from scoring.diceminer.state import Table
from scoring.game import NotationError
from tests.scoring.diceminer.anything import ODD_CODES, REAL_CODES, any_table


@settings(max_examples=120, deadline=None)
@given(any_table)
def test_every_table_round_trips(table: Table) -> None:
    assert parse(notation(table)) == table


@settings(max_examples=40, deadline=None)
@given(any_table)
def test_every_table_round_trips_as_json(table: Table) -> None:
    assert Table.model_validate_json(table.model_dump_json()) == table


@pytest.mark.parametrize("code", REAL_CODES + ODD_CODES)
def test_every_code_is_its_own_name(code: str) -> None:
    assert die(code).code == code
    assert die(code.lower()) == die(code)


@settings(max_examples=150, deadline=None)
@given(st.from_regex(PATTERN, fullmatch=True) | st.text("THKGMbcdps!?0129", max_size=5))
def test_the_pattern_of_the_schema_says_exactly_what_is_a_die(code: str) -> None:
    try:
        read = die(code)
    except DieError:
        assert not re.fullmatch(PATTERN, code)
    else:
        assert re.fullmatch(PATTERN, code)
        assert die(read.code) == read


def test_the_line_of_the_rulebook_of_notations() -> None:
    table = parse("T1 T1 T2 G3 Hd4 Hc1 Kp Ks M2 @prospector")
    (player,) = table.players
    assert player.hero is Hero.PROSPECTOR
    assert [d.code for d in player.rounds[0].dice] == "T1 T1 T2 G3 Hd4 Hc1 Kp Ks M2".split()


def test_the_hero_may_stand_behind_the_name() -> None:
    assert parse("Ann @Dragon Slayer: T1 | Bob@engineer: G2") == parse("Ann: T1 @dragon_slayer | Bob: G2 @engineer")


def test_players_rounds_tie_breaks_and_mountain_in_one_line() -> None:
    line = "Ann: T1 / - / G2 ~ T1 @engineer | B%3A~x: | ^ T1 . / - | !keep_chest_dice"
    table = parse(line)
    assert [len(p.rounds) for p in table.players] == [3, 0]
    assert table.players[1].name == "B: x"
    assert table.options.keep_chest_dice
    assert notation(table) == line


@pytest.mark.parametrize("code", ["", "T", "X1", "T0", "Hx2", "K9", "T1b", "b", "Tb2", "T123", "?", "T!b1", "Hd4x"])
def test_words_that_are_no_die(code: str) -> None:
    with pytest.raises(DieError, match="is no die"):
        die(code)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("T1 T9x", "'T9x' is no die"),
        ("T1 @wizard", "There is no hero 'wizard'. There are: 'alchemist'"),
        ("T1 | !fast", "There is no option 'fast'. There are: 'keep_chest_dice'"),
        (": T1", "Name: the text is too short; at least 1"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line: str, says: str) -> None:
    with pytest.raises(NotationError, match=says.replace("(", r"\(")):
        parse(line)


def test_dice_may_be_typed_as_text_or_as_a_list() -> None:
    text = GAME.state.model_validate({"players": [{"name": "A", "rounds": [{"dice": "T1 g2"}]}]})
    listed = GAME.state.model_validate({"players": [{"name": "A", "rounds": [{"dice": ["T1", "G2"]}]}]})
    assert text == listed
