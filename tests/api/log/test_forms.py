"""States of an older form are read, gone on with and undone; those of a newer one are refused in a sentence."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from api.log.applying import Document
from api.log.arbiter import Arbiter, Sender
from api.log.document import Games
from api.log.keeping import Memory
from api.log.refused import Unfit
from api.log.steps import Add, Set
from api.log.wishes import editing, undo
from scoring.game import Game
from scoring.games import games, load
from tests.api.log.evening import TABLE, Anything, answer, laid


class NextRelease(Anything):
    """A release in which gold is called coins."""

    def form(self, game: str) -> int:
        return 2

    def upgraded(self, game: str, document: Document, form: int) -> Document:
        if form == 2:
            return document
        rest = {name: value for name, value in document.items() if name != "gold"}
        return {**rest, "coins": document["gold"]}


def old_evening() -> Memory:
    log = Memory()
    arbiter = laid(log)
    for n in (1, 2):
        arbiter.change(TABLE, editing(arbiter, [Add(path="/gold", n=n)], 1, Sender("a")), answer)
    step = Set(path="/hero", value="Ira", expect="nobody")
    arbiter.change(TABLE, editing(arbiter, [step], 1, Sender("b")), answer)
    return log


def test_an_old_evening_is_shown_in_the_new_form_at_every_version() -> None:
    arbiter = Arbiter(old_evening(), NextRelease())
    assert [arbiter.at(TABLE, version).document["coins"] for version in (1, 2, 3, 4)] == [0, 1, 3, 3]
    assert arbiter.head(TABLE).version == 4, "looking changes nothing"


def test_the_first_change_brings_it_over_and_older_ones_can_be_undone() -> None:
    arbiter = Arbiter(old_evening(), NextRelease())
    arbiter.change(TABLE, editing(arbiter, [Add(path="/coins", n=10)], 4, Sender("a")), answer)
    entries = arbiter.log.entries(TABLE)
    assert [(entry.kind, entry.form) for entry in entries[-2:]] == [("upgrade", 2), ("edit", 2)]
    arbiter.change(TABLE, undo(arbiter, Sender("b")), answer)
    document = arbiter.at(TABLE).document
    assert (document["coins"], document["hero"]) == (13, "nobody")
    assert "gold" not in document


def test_a_state_of_a_newer_release_is_refused() -> None:
    with pytest.raises(Unfit, match="newer version of Tally"):
        Games().upgraded("diceminer", {"state": {}}, 2)


def test_a_game_leads_its_states_over_form_by_form(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {1: lambda state: {**state, "two": True}, 2: lambda state: {**state, "three": True}}
    monkeypatch.setattr(Game, "part", lambda self, name: SimpleNamespace(UPGRADES=steps))
    game: Game[Any] = replace(load("diceminer"), form=3)
    assert game.upgraded({}, 1) == {"two": True, "three": True}
    assert game.upgraded({}, 2) == {"three": True}
    assert game.upgraded({}, 3) == {}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_older_form_of_a_game_has_its_way(game: Game[Any]) -> None:
    upgrades = game.part("upgrades")
    assert sorted(upgrades.UPGRADES if upgrades else {}) == list(range(1, game.form))
