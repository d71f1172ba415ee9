"""Yacht's points, box by box: known rolls, and any roll against a second plain implementation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.yacht import BOXES, GAME, Box, Options, Player, Table, counting, moves, score, worth
from tests.scoring.yacht.plain import points

ROLLS = st.tuples(*[st.integers(1, 6)] * 5)
OPTIONS = st.builds(Options, four_counts_all=st.booleans(), yacht_is_full_house=st.booleans())
SHEETS = st.dictionaries(st.sampled_from([box.value for box in BOXES]), ROLLS)


def told(text: str) -> tuple[int, ...]:
    return tuple(int(face) for face in text)


@pytest.mark.parametrize(
    ("box", "roll", "scores"),
    [
        ("ones", "11145", 3),
        ("fours", "12335", 0),
        ("sixes", "23456", 6),
        ("full_house", "33355", 19),
        ("full_house", "22334", 0),
        ("full_house", "44444", 0),
        ("four_of_a_kind", "66662", 24),
        ("four_of_a_kind", "66666", 24),
        ("four_of_a_kind", "33312", 0),
        ("little_straight", "35421", 30),
        ("little_straight", "23456", 0),
        ("big_straight", "64352", 30),
        ("big_straight", "12345", 0),
        ("choice", "23346", 18),
        ("yacht", "44444", 50),
        ("yacht", "44443", 0),
    ],
)
def test_a_roll_in_a_box(box: str, roll: str, scores: int) -> None:
    assert worth(Box(box), told(roll), Options()) == scores == points(box, told(roll))


@pytest.mark.parametrize(
    ("option", "box", "roll", "scores"),
    [("four_counts_all", "four_of_a_kind", "66662", 26), ("yacht_is_full_house", "full_house", "44444", 20)],
)
def test_what_tables_differ_on_is_an_option(option: str, box: str, roll: str, scores: int) -> None:
    assert worth(Box(box), told(roll), Options.model_validate({option: True})) == scores


@given(ROLLS, OPTIONS, st.sampled_from(BOXES))
def test_every_roll_scores_as_the_plain_rules_say(roll: tuple[int, ...], options: Options, box: Box) -> None:
    assert worth(box, roll, options) == points(box, roll, options.four_counts_all, options.yacht_is_full_house)


@given(ROLLS, OPTIONS, st.sampled_from(BOXES), st.randoms())
def test_the_order_of_the_dice_does_not_matter(
    roll: tuple[int, ...], options: Options, box: Box, chance: object
) -> None:
    mixed = list(roll)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert worth(box, tuple(mixed), options) == worth(box, roll, options)


@given(SHEETS, OPTIONS)
def test_a_sheet_is_the_sum_of_its_boxes_and_each_line_shows_its_dice(
    boxes: dict[str, tuple[int, ...]], options: Options
) -> None:
    table = Table(players=(Player(name="Ann", **boxes),), options=options)  # type: ignore[arg-type]
    result = score(table, GAME.catalogue)
    wanted = {
        box: points(box, roll, options.four_counts_all, options.yacht_is_full_house) for box, roll in boxes.items()
    }
    assert result.sheets[0].total == sum(wanted.values())
    assert result.standing.over == (len(boxes) == len(BOXES))
    for award in result.sheets[0].awards:
        box = award.evidence[0].split("/")[3]
        assert award.points == wanted[box]
        assert len(award.evidence) == max(1, len(counting(Box(box), boxes[box], options)))


@given(ROLLS, SHEETS)
def test_a_move_puts_the_roll_into_its_box_for_what_it_said(
    roll: tuple[int, ...], boxes: dict[str, tuple[int, ...]]
) -> None:
    table = Table(players=(Player(name="Ann", dice=roll, **boxes),))  # type: ignore[arg-type]
    before = score(table, GAME.catalogue).sheets[0].at_least
    offered = [move for move in moves(table, 0, GAME.catalogue) if not move.place.endswith("/roll")]
    assert [move.place.split("/")[3] for move in offered] == [box for box in BOXES if box not in boxes]
    for move in offered:
        changed = {path.split("/")[3]: value for path, value in move.changes}
        state = Table.model_validate({"players": [{"name": "Ann", **boxes, **changed}]})
        gained = score(state, GAME.catalogue).sheets[0].at_least - before
        assert move.title == f"Put {gained} here" and state.players[0].dice == ()


@pytest.mark.parametrize(
    ("players", "says"),
    [
        ([{"dice": "123"}], ["Ann has 3 dice; a roll is five."]),
        ([{"ones": "12345"}, {}], []),
        ([{}, {"ones": "12345"}], ["Boxes filled: Ann 0, Ben 1. Somebody missed a turn."]),
        ([{"ones": "12345", "twos": "12345"}, {}], ["Boxes filled: Ann 2, Ben 0. Somebody missed a turn."]),
        (
            [{"ones": "12345", "twos": "11111"}, {"ones": "12345"}, {}],
            ["Boxes filled: Ben 1, Cleo 0. Somebody missed a turn."],
        ),
        ([{"dice": "11111", **dict.fromkeys(BOXES, "12345")}], ["Ann has rolled, but every box is filled."]),
    ],
)
def test_what_cannot_be_at_a_table(players: list[dict[str, str]], says: list[str]) -> None:
    named = [{"name": name, **player} for name, player in zip(("Ann", "Ben", "Cleo"), players, strict=False)]
    table = Table.model_validate({"players": named})
    assert [problem.message for problem in GAME.problems(table, GAME.catalogue)] == says
