"""The newest entries of a table are at hand; what is not there is read from the log, which alone decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.log.arbiter import Arbiter, Sender
from api.log.document import Games
from api.log.entries import Entry, now
from api.log.keeping import TableHead
from api.log.refused import NoTable
from api.log.steps import Add
from api.log.wishes import editing
from api.tables import recent
from api.tables.recent import Recent
from api.tables.sqllog import SqlLog
from api.tables.store import Store
from scoring.games import load


def entries(*versions: int) -> list[Entry]:
    return [Entry(version=version, id=f"c{version}", kind="edit") for version in versions]


def test_only_what_has_no_gap_is_at_hand() -> None:
    at_hand = Recent()
    at_hand.keep("t", entries(3, 4, 5))
    assert [entry.version for entry in at_hand.between("t", 3, 5) or ()] == [4, 5]
    assert at_hand.between("t", 5, 5) == []
    assert at_hand.between("t", 1, 5) is None
    assert at_hand.between("t", 3, 6) is None
    at_hand.keep("t", entries(4, 5, 6))
    assert [entry.version for entry in at_hand.between("t", 2, 6) or ()] == [3, 4, 5, 6]
    assert at_hand.newest("t") is None, "what was read need not be the end"
    at_hand.wrote("t", entries(9)[0])
    assert at_hand.between("t", 3, 9) is None
    assert at_hand.newest("t") == 9
    at_hand.forget("t")
    assert at_hand.newest("t") is None


def test_tables_that_nobody_plays_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent, "TABLES", 2)
    at_hand = Recent()
    for table in ("a", "b", "a", "c"):
        at_hand.wrote(table, entries(1)[0])
    assert [at_hand.newest(table) for table in ("a", "b", "c")] == [1, None, 1]


def test_a_log_answers_alike_with_and_without_what_is_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent, "ENTRIES", 7)
    store = Store(tmp_path / "tally.sqlite3")
    log = SqlLog(store)
    tables, moment = Arbiter(log, Games()), now()
    state = load("diceminer").sample().model_dump(mode="json")
    tables.begin(TableHead("t", "diceminer", "x", 0, moment, moment), {"title": "x", "state": state}, Sender())
    for number in range(20):
        step = Add(path="/told/0/DM-WIN", n=1)
        tables.change("t", editing(tables, [step], 1 + number // 2, Sender("p")), lambda at, entry: None)
    fresh = SqlLog(store)
    assert Arbiter(fresh, Games()).at("t", 5).version == 5  # a look at the past, before anything else is known
    assert log.newest("t") == fresh.newest("t") == 21
    for after in range(22):
        for upto in (after, 15, 21):
            assert log.entries("t", after, upto) == fresh.entries("t", after, upto)
    with store.writing() as session:
        log.remove(session, "t")
    with pytest.raises(NoTable):
        log.newest("t")
    store.close()
