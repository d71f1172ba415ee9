"""The one line: it comes back exactly, and what cannot be read is told in a sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring.dwar7s import GAME
from scoring.dwar7s.notation import notation, parse
from scoring.game import NotationError
from tests.scoring.dwar7s.anything import ANY_TABLE, card, stack, table


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANY_TABLE)
def test_any_table_comes_back(state):
    line = notation(state)
    assert "\n" not in line
    assert parse(line) == state


@pytest.mark.parametrize("name", GAME.samples)
def test_samples_come_back(name):
    assert parse(notation(GAME.sample(name))) == GAME.sample(name)


def test_the_line_can_be_read_by_people():
    state = table(
        stack(0, 0, card("blue castle", "l", points=2), blue=2),
        stack(1, 0, "red tavern", "blue tavern 1"),
        players=[
            {"name": "Ann M", "colour": "blue", "gems": {"ruby": 1}, "secret": "king", "shown": True},
            {"name": "Ben", "colour": "red", "trades": [{"id": "trade_3"}, {"cost": {"gold": 2}, "points": 4}]},
        ],
        active=1,
    )
    expected = "Ann~M:b;g=r1;s=king! Ben:r;t=trade_3,(cg2,p4) | 0,0:Cab(wL,p2)*b2 1,0:Tar+Tab1 | at=1"
    assert notation(state) == expected
    assert parse(expected) == state


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ann:b", "parts in this text: 1"),
        ("Ann | - | -", "'Ann' lacks a ':'"),
        ("Ann:x | - | -", "'x' is none of b r g y"),
        ("Ann:b;q=1 | - | -", "no part of a player"),
        ("Ann:b;g=z1 | - | -", "'z' is none of e d g r"),
        ("Ann:b;g=e | - | -", "letters with counts"),
        ("Ann:b;d=many | - | -", "not a whole number"),
        ("Ann:b;s=lord | - | -", "Ann › Secret: it must be one of 'architect', "),
        ("Ann:b | 0,0:Xxb | -", "'Xx' is none of Ca Em"),
        ("Ann:b | 0,0:castle | -", "not a card"),
        ("Ann:b | 0:Cab | -", "lacks a ','"),
        ("Ann:b | 0,0:Cab(q1) | -", "'q' is none of p s n"),
        ("Ann:b | 0,0:Cab(wX) | -", "'X' is none of T R B L"),
        ("Ann:b | 500,0:Cab | -", "Table 1 › X: it must be at most 99 (it is 500)."),
        ("Ann:b | - | nonsense=1", "no part of a turn"),
        ("Ann:b | - | print=castle:points:what", "not a printed value"),
        ("Ann:b | - | opt=dig_ban:never", "Options › Dig ban: it must be one of 'own_kingdom', "),
    ],
)
def test_what_cannot_be_read_is_told(line, says):
    with pytest.raises(NotationError, match=re.escape(says)):
        parse(line)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40) | st.text("Anb:;=,|+*()@!-~%0123456789ewCaTprintop ", max_size=40))
@example("Ann:b | 0,0:Cab(w),( | -")
def test_any_text_is_read_or_refused_with_a_sentence(text):
    try:
        assert parse(text) == parse(notation(parse(text)))
    except NotationError as error:
        assert str(error)
