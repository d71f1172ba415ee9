"""Phones that write at once: nothing acknowledged is lost, what cannot be merged is refused with both values."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.log.applying import Document, applied
from api.log.arbiter import REMEMBERED, At, Sender, Wish
from api.log.entries import now
from api.log.keeping import Memory, TableHead
from api.log.refused import BuiltUpon, Gone, Refused, Unmet
from api.log.steps import Add, Move, Put, Set, Take
from api.log.wishes import editing, redo, restore, undo
from tests.api.log.evening import TABLE, Phone, answer, empty, laid, play, replayed

KINDS = (0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 7)
"""Mostly pieces put in and added to, so that indexes shift under what other phones send."""
MOVES = st.lists(
    st.tuples(
        st.integers(0, 2), st.sampled_from(KINDS), st.integers(0, 40), st.sampled_from([False, False, False, True])
    ),
    max_size=60,
)


@settings(max_examples=60)
@given(MOVES)
def test_any_interleaving_leaves_what_was_acknowledged(moves: list[tuple[int, int, int, bool]]) -> None:
    arbiter = laid(Memory())
    play(arbiter, [Phone(arbiter, name) for name in ("a", "b", "c")], moves)
    assert replayed(arbiter) == arbiter.at(TABLE).document


@pytest.mark.parametrize("seed", range(12))
def test_long_interleavings_leave_what_was_acknowledged(seed: int) -> None:
    chance = Random(seed)
    moves = [
        (chance.randrange(3), chance.choice(KINDS), chance.randrange(41), chance.random() < 0.15) for _ in range(80)
    ]
    arbiter = laid(Memory())
    assert play(arbiter, [Phone(arbiter, name) for name in ("a", "b", "c")], moves) > 40
    assert replayed(arbiter) == arbiter.at(TABLE).document


BATCHES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 40)), min_size=1, max_size=6)


@settings(max_examples=150)
@given(BATCHES, BATCHES)
def test_steps_sent_together_are_moved_together(theirs: list[tuple[int, int]], ours: list[tuple[int, int]]) -> None:
    """Each batch is made on the same table; all names of both must be there, or ours is refused as a whole."""
    arbiter = laid(Memory())
    names: list[set[str]] = []
    for phone_name, batch in (("a", theirs), ("b", ours)):
        phone = Phone(arbiter, phone_name)
        phone.seen = arbiter.at(TABLE, 1)
        steps = []
        for number, (kind, which) in enumerate(batch):
            step = phone.step(kind, which, f"{phone_name}{number}")
            if step is not None:
                steps.append(step)
                phone.seen = At(phone.seen.head, 1, _after(phone.seen, step))
        before = _names(arbiter.at(TABLE).document)
        try:
            arbiter.change(TABLE, editing(arbiter, steps, 1, Sender(phone_name)), answer)
        except Refused:
            assert phone_name == "b"
            assert _names(arbiter.at(TABLE).document) == before
            continue
        names.append(_names(phone.seen.document) - {"p0", "p1"})
    found = _names(arbiter.at(TABLE).document)
    for put in names:
        assert put <= found


def _after(at: At, step: Any) -> Document:
    return applied(at.document, [step])[0]


def _names(document: Document) -> set[str]:
    pieces = [piece["id"] for hand in document["hands"] for piece in hand]
    assert len(pieces) == len(set(pieces))
    return set(pieces)


def pair() -> tuple[Phone, Phone]:
    arbiter = laid(Memory())
    return Phone(arbiter, "a"), Phone(arbiter, "b")


def send(phone: Phone, *steps: Any, **more: str) -> object:
    wish = editing(phone.arbiter, steps, phone.seen.version, Sender(phone.name, **more))
    return phone.arbiter.change(TABLE, wish, answer).answer


def take_back(phone: Phone) -> object:
    return phone.arbiter.change(TABLE, undo(phone.arbiter, Sender(phone.name)), answer).answer


def make_again(phone: Phone) -> object:
    return phone.arbiter.change(TABLE, redo(phone.arbiter, Sender(phone.name)), answer).answer


def test_gold_counts_from_both_phones() -> None:
    a, b = pair()
    send(b, Add(path="/gold", n=3))
    send(a, Add(path="/gold", n=1))
    assert a.arbiter.at(TABLE).document["gold"] == 4


def test_two_cards_added_at_once_are_both_there() -> None:
    a, b = pair()
    send(a, Put(path="/hands/0", index=1, value={"id": "Longsword", "n": 0}))
    send(b, Put(path="/hands/0", index=1, value={"id": "Wand", "n": 0}))
    assert _names(a.arbiter.at(TABLE).document) == {"p0", "p1", "Longsword", "Wand"}


def test_a_change_follows_its_piece() -> None:
    a, b = pair()
    send(a, Put(path="/hands/0", index=0, value={"id": "first", "n": 0}))
    a.look()
    send(a, Move(path="/hands/0", index=1, value={"id": "p0", "n": 0}, to="/hands/1", to_index=0))
    send(b, Add(path="/hands/0/0/n", n=2))
    assert b.arbiter.at(TABLE).document["hands"][1][0] == {"id": "p0", "n": 2}


def test_a_change_of_what_is_gone_is_refused() -> None:
    a, b = pair()
    send(a, Take(path="/hands/0", index=0, value={"id": "p0", "n": 0}))
    for step in (Add(path="/hands/0/0/n", n=2), Take(path="/hands/0", index=0, value={"id": "p0", "n": 0})):
        with pytest.raises(Gone):
            send(b, step)


def test_a_piece_that_came_back_by_undo_is_the_same_piece() -> None:
    a, b = pair()
    send(a, Take(path="/hands/0", index=0, value={"id": "p0", "n": 0}))
    send(a, Put(path="/hands/0", index=0, value={"id": "new", "n": 0}))
    take_back(a)
    take_back(a)
    send(b, Add(path="/hands/0/0/n", n=2))
    assert b.arbiter.at(TABLE).document["hands"][0] == [{"id": "p0", "n": 2}]


def test_two_who_set_the_same_are_told_both_values() -> None:
    a, b = pair()
    send(a, Set(path="/hero", value="Ann", expect="nobody"))
    with pytest.raises(Unmet) as refused:
        send(b, Set(path="/hero", value="Bo", expect="nobody"))
    assert (refused.value.expected, refused.value.found) == ("nobody", "Ann")


def test_the_same_change_sent_again_counts_once() -> None:
    a, _ = pair()
    first = send(a, Add(path="/gold", n=3), id="tap-1")
    again = send(a, Add(path="/gold", n=3), id="tap-1")
    assert first == again
    assert a.arbiter.at(TABLE).version == 2


def test_undo_takes_back_only_what_this_phone_did() -> None:
    a, b = pair()
    send(a, Add(path="/gold", n=1))
    send(b, Add(path="/gold", n=5))
    take_back(a)
    assert a.arbiter.at(TABLE).document["gold"] == 5
    with pytest.raises(Refused, match="nothing left to undo"):
        take_back(a)
    make_again(a)
    assert a.arbiter.at(TABLE).document["gold"] == 6


def test_undo_is_refused_when_others_built_on_it() -> None:
    a, b = pair()
    send(a, Set(path="/hero", value="Ann", expect="nobody"))
    b.look()
    send(b, Set(path="/hero", value="Bo", expect="Ann"))
    with pytest.raises(BuiltUpon, match="Ann was here, now it is Bo"):
        take_back(a)
    assert a.arbiter.at(TABLE).document["hero"] == "Bo"


def test_undo_after_undo_goes_on_and_a_new_change_ends_redo() -> None:
    a, _ = pair()
    for n in (1, 10, 100):
        send(a, Add(path="/gold", n=n))
    take_back(a)
    take_back(a)
    assert a.arbiter.at(TABLE).document["gold"] == 1
    make_again(a)
    assert a.arbiter.at(TABLE).document["gold"] == 11
    send(a, Add(path="/gold", n=1000))
    with pytest.raises(Refused, match="nothing to redo"):
        make_again(a)
    take_back(a)
    take_back(a)
    assert a.arbiter.at(TABLE).document["gold"] == 1


def test_a_past_table_comes_back_and_goes_again() -> None:
    a, _ = pair()
    send(a, Add(path="/gold", n=1))
    send(a, Set(path="/hero", value="Ann", expect="nobody"))
    a.arbiter.change(TABLE, restore(a.arbiter, 1, Sender("a")), answer)
    assert a.arbiter.at(TABLE).document == a.arbiter.at(TABLE, 1).document
    take_back(a)
    assert a.arbiter.at(TABLE).document == a.arbiter.at(TABLE, 3).document


def test_an_answer_that_cannot_be_built_keeps_nothing() -> None:
    a, _ = pair()

    def broken(at: At, entry: object) -> None:
        raise RuntimeError("no score")

    wish: Wish = editing(a.arbiter, [Add(path="/gold", n=1)], 1, Sender())
    with pytest.raises(RuntimeError):
        a.arbiter.change(TABLE, wish, broken)
    assert a.arbiter.at(TABLE).version == 1


def test_a_version_that_never_was_is_refused() -> None:
    a, _ = pair()
    for version in (0, 2, 2**53):
        with pytest.raises(Refused, match="no version"):
            a.arbiter.change(TABLE, editing(a.arbiter, [Add(path="/gold", n=1)], version, Sender()), answer)


def test_more_tables_than_are_remembered_are_looked_at_by_many_at_once() -> None:
    arbiter = laid(Memory())
    moment = now()
    names = [f"t{number}" for number in range(REMEMBERED + 40)]
    for name in names:
        arbiter.begin(TableHead(name, "any", "t", 0, moment, moment), empty(), Sender())
        arbiter.change(name, editing(arbiter, [Add(path="/gold", n=1)], 1, Sender()), answer)
    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(lambda name: arbiter.at(name).document["gold"], names * 4))
    assert set(seen) == {1}
