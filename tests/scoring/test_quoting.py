"""Names are written the same way in the notation of every game that has one, whatever signs they hold."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from scoring.game import Game
from scoring.games import games
from scoring.quoting import quoted, unquoted

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
WITH_NOTATION = [game for game in games() if game.writes]


@given(NAMES)
def test_a_quoted_name_is_one_word_and_comes_back(name: str) -> None:
    assert quoted(name).split() == [quoted(name)]
    assert unquoted(quoted(name)) == name


def renamed(game: Game[Any], name: str) -> Any:
    """A sample whose first player has this name, if somebody can be called so in this game."""
    data = game.sample().model_dump(mode="json")
    data["players"][0]["name"] = name
    try:
        state = game.state.model_validate(data)
    except ValidationError:
        assume(False)
    assume(state.players[0].name == name)
    return state


@pytest.mark.parametrize("game", WITH_NOTATION, ids=lambda game: game.id)
@given(name=NAMES | st.text("~:;=,()|/^!@+*-%. '\"?#&", min_size=1, max_size=8))
def test_every_notation_quotes_names_alike(game: Game[Any], name: str) -> None:
    line = game.notation(renamed(game, name))
    assert quoted(name) in line
    assert game.parse(line).players[0].name == name
