"""One mechanism refuses names that nothing has, with the nearest ones, in three languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.language.speech import translator
from scoring.names import UnknownName, known_name, nearest, unknown_name, unknown_names
from scoring.words import say

MONSTERS = ("goblin", "slime", "ghost", "troll", "witch", "vampire", "golem", "dragon", "demon")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("trol", ("troll",)),
        ("Troll", ("troll",)),
        ("vampir", ("vampire",)),
        ("demno", ("demon",)),
        ("gobelin", ("goblin",)),
        ("elephant", ()),
        ("", ()),
    ],
)
def test_a_slip_gets_the_nearest_names(name: str, near: tuple[str, ...]) -> None:
    assert nearest(name, MONSTERS) == near


def test_names_in_other_languages_lead_to_the_id() -> None:
    known = {"troll": ("Troll", "Τρολ", "Troll"), "witch": ("Witch", "Μάγισσα", "Wiedźma")}
    assert nearest("Μαγισα", known) == ("witch",)
    assert nearest("wiedzma", known) == ("witch",)


def test_what_is_known_is_not_refused() -> None:
    assert known_name(say("monster"), "troll", MONSTERS) == "troll"
    with pytest.raises(UnknownName, match=r"There is no monster 'trol'\. Did you mean 'troll'\?"):
        known_name(say("monster"), "trol", MONSTERS)


def test_every_unknown_name_is_told_once() -> None:
    assert unknown_names(say("player"), ["Anne", "Bob", "Anne", "Zoe"], ("Ann", "Bob")) == [
        "There is no player 'Anne'. Did you mean 'Ann'?",
        "There is no player 'Zoe'. There are: 'Ann', 'Bob'.",
    ]


@pytest.mark.parametrize("lang", ["el", "pl"])
@pytest.mark.parametrize("name", ["trol", "elephant"])
def test_the_refusal_is_said_in_every_language(lang: str, name: str) -> None:
    refusal = unknown_name(say("monster"), name, MONSTERS)
    assert refusal is not None
    said = translator(lang)(refusal)
    assert name in said and "There" not in said and "monster" not in said.replace("'", " ").split()


@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=20))
def test_any_name_is_answered(name: str, known: list[str]) -> None:
    refusal = unknown_name(say("player"), name, known)
    assert (refusal is None) == (name in known)
    assert set(nearest(name, known)) <= set(known)
