"""Steps at places of plain data: made, refused, taken back, found from two tables."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from api.log.applying import applied
from api.log.differing import difference
from api.log.paths import same
from api.log.refused import NothingThere, Refused, Unmet
from api.log.steps import Add, Move, Put, Set, Step, Take, setting, undoing

STEP: TypeAdapter[Any] = TypeAdapter(Step)
KEYS = st.sampled_from(["a", "b", "0", "x/y", "~"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)
OBJECTS = st.dictionaries(KEYS, JSON, max_size=4)


@given(OBJECTS, OBJECTS)
def test_the_difference_leads_from_one_table_to_the_other_and_back(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    there, stood = applied(before, difference(before, after))
    assert same(there, after)
    assert same(applied(there, undoing(tuple(stood)))[0], before)


@given(OBJECTS, OBJECTS)
def test_steps_are_stored_as_they_are_sent(before: dict[str, Any], after: dict[str, Any]) -> None:
    for step in difference(before, after):
        assert STEP.validate_python(step.plain()) == step


def test_a_number_grows_by_what_each_phone_adds() -> None:
    gold = {"gold": 4}
    for n in (1, 3):
        gold = applied(gold, [Add(path="/gold", n=n)])[0]
    assert gold == {"gold": 8}


def test_a_count_that_is_not_there_begins_at_none_and_an_unknown_number_stays_unknown() -> None:
    assert applied({"gems": {}}, [Add(path="/gems/ruby", n=2)])[0] == {"gems": {"ruby": 2}}
    with pytest.raises(Refused, match="not known yet"):
        applied({"stars": None}, [Add(path="/stars", n=1)])


def test_an_unmet_expectation_shows_both_values() -> None:
    with pytest.raises(Unmet) as refused:
        applied({"hero": "Ira"}, [Set(path="/hero", value="Bo", expect="Ann")])
    assert (refused.value.expected, refused.value.found) == ("Ann", "Ira")
    assert refused.value.sentence == "Somebody was quicker: this phone saw Ann here, and now it is Ira."


def test_what_is_so_already_is_no_conflict() -> None:
    document, stood = applied({"hero": "Bo"}, [Set(path="/hero", value="Bo", expect="Ann")])
    assert document == {"hero": "Bo"}
    assert applied(document, undoing(tuple(stood)))[0] == document


def test_null_is_a_value_and_nothing_is_not() -> None:
    assert applied({}, [Set(path="/a", value=None)])[0] == {"a": None}
    assert applied({"a": None}, [Set(path="/a", expect=None)])[0] == {}
    with pytest.raises(Unmet):
        applied({"a": None}, [Set(path="/a", value=1)])


def test_a_piece_is_taken_by_its_name() -> None:
    with pytest.raises(Unmet) as refused:
        applied({"market": ["Longsword", "Wand"]}, [Take(path="/market", index=0, value="Wand")])
    assert (refused.value.expected, refused.value.found) == ("Wand", "Longsword")


def test_a_piece_moves_from_list_to_list_and_back() -> None:
    before = {"hand": ["a", "b"], "table": ["c"]}
    after, stood = applied(before, [Move(path="/hand", index=0, value="a", to="/table")])
    assert after == {"hand": ["b"], "table": ["c", "a"]}
    assert applied(after, undoing(tuple(stood)))[0] == before


@pytest.mark.parametrize(
    "step",
    [
        Set(path="/list/7", value=1, expect=2),
        Set(path="/list/0", expect=1),
        Set(path="/list/x", value=1, expect=1),
        Set(path="/nowhere/deep", value=1),
        Put(path="/list", index=3, value=1),
        Put(path="/number", value=1),
        Take(path="/list", index=2, value=1),
        Add(path="/list/0/n", n=1),
    ],
)
def test_what_is_not_there_is_told(step: Any) -> None:
    with pytest.raises(NothingThere):
        applied({"list": [1], "number": 3}, [step])


@pytest.mark.parametrize(
    "sent",
    [
        {"kind": "set", "path": "", "value": {}, "expect": {}},
        {"kind": "set", "path": "title", "value": 1},
        {"kind": "set", "path": "/x" * 30, "value": 1},
        {"kind": "set", "path": "/x", "value": "\ud800"},
        {"kind": "set", "path": "/\ud800", "value": 1},
        {"kind": "set", "path": "/x", "value": {"\ud800": 1}},
        {"kind": "set", "path": "/x", "value": 2**63},
        {"kind": "add", "path": "/x", "n": 2**63},
        {"kind": "add", "path": "/x", "n": 1.7},
        {"kind": "put", "path": "/x", "index": -1, "value": 1},
        {"kind": "take", "path": "/x", "index": 0},
        {"kind": "swap", "path": "/x"},
        {"kind": "set", "path": "/x", "value": 1, "more": 2},
    ],
)
def test_what_no_table_can_hold_is_not_even_a_step(sent: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        STEP.validate_python(sent)


def test_a_value_nested_without_end_is_refused() -> None:
    deep: Any = 1
    for _ in range(600):
        deep = [deep]
    with pytest.raises(ValidationError, match="nested too deeply"):
        STEP.validate_python({"kind": "set", "path": "/x", "value": deep})


def test_a_step_from_nothing_to_nothing_says_so() -> None:
    assert setting("/x", 1, 2).plain() == {"kind": "set", "path": "/x", "value": 2, "expect": 1}
