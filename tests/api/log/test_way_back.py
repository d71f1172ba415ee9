"""What a phone can undo and redo, told from its newest entries, against two piles that are kept from the first on."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from api.log.entries import CREATED, REDO, UNDO, Back, Own, way_back


def kept_piles(own: list[Own]) -> Back:
    """The same by hand: a change lies on the pile of what is done until it is undone."""
    done: list[Own] = []
    undone: list[Own] = []
    for entry in own:
        if entry.kind == UNDO:
            done = [other for other in done if other.version != entry.undoes]
            undone.append(entry)
        elif entry.kind == REDO:
            undone = [other for other in undone if other.version != entry.undoes]
            done.append(entry)
        elif entry.kind != CREATED:
            done.append(entry)
            undone.clear()
    return Back(done[-1].version if done else None, undone[-1].version if undone else None)


@given(st.lists(st.sampled_from(["edit", UNDO, REDO, "restore"]), max_size=40), st.booleans())
def test_the_newest_entries_tell_as_much_as_all_of_them(wishes: list[str], laid: bool) -> None:
    own = [Own(1, CREATED, None)] if laid else []
    for version, wish in enumerate(wishes, 2):
        back = kept_piles(own)
        target = back.undo if wish == UNDO else back.redo if wish == REDO else None
        if wish in (UNDO, REDO) and target is None:
            continue
        own.append(Own(version, wish, target))
        assert way_back(reversed(own)) == kept_piles(own)


def test_no_more_is_read_than_it_takes() -> None:
    read = 0

    def newest_first() -> Iterator[Own]:
        nonlocal read
        for version in range(1000, 1, -1):
            read += 1
            yield Own(version, "edit", None)

    assert way_back(newest_first()) == Back(1000, None)
    assert read == 1
