"""What pages of a club tell each other and keep together, with a real PostgreSQL: nothing is lost with a notice."""

from __future__ import annotations

import asyncio
import errno
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import procrastinate
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from api.answers.refusals import Unreadable
from api.club.desk import SharedDesk
from api.club.evening import Evenings
from api.club.notices import Notices
from api.club.queue import QUEUE, Asked, Line, Urgency
from api.club.rows import PhoneRow
from api.club.wire import packed
from api.club.worker import Reader, _answer
from api.http.app import create_app
from api.http.guesses import EACH
from api.http.keys import DAY, UNUSED_DAYS, Role, hash_of
from api.http.settings import Settings
from api.http.sharedkeys import SharedGuesses, SharedKeys
from api.owner import printed
from api.reading.process import FAILED
from api.tables.store import Store
from api.tables.trouble import FULL
from api.terminal.commands.evening import Shared, Wish, _source
from scoring.games import load
from tests.postgres import Cluster

PICTURE = Asked("same", "look", ["dice", "", {}], b"picture", Urgency.PHOTO, 30.0)


@pytest.fixture
def address(postgres: Cluster) -> str:
    return postgres.ready_database()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    opened = Store(address)
    yield opened
    opened.close()


def until(reached: Callable[[], Any]) -> bool:
    for _ in range(300):
        if reached():
            return True
        time.sleep(0.1)
    return False


def test_who_cannot_act_on_a_notice_hears_the_next_one(address: str) -> None:
    notices, told = Notices(address), list[str]()

    def heard(kind: str, about: str) -> None:
        told.append(about)
        if about == "first":
            raise OSError("the disk is full")

    notices.on_notice(heard)
    notices.start()
    try:
        assert until(lambda: notices.tell("table", "first") or "first" in told)
        assert until(lambda: notices.tell("table", "second") or "second" in told)
    finally:
        notices.close()


def test_new_links_hold_at_every_page_though_no_notice_came(store: Store) -> None:
    here, there = SharedKeys(store), SharedKeys(store)
    token = there.let_in(Role.HOST)
    old = there.host
    here.begin_anew()
    assert there.role_of_key(old) is not None  # nobody told it
    there.look()
    assert there.role_of_key(old) is None
    assert (there.pin, there.guest, there.host) == (here.pin, here.guest, here.host)
    assert there.phone_of(token) is None


def test_phones_that_nobody_used_for_long_are_forgotten(store: Store) -> None:
    keys, long_ago = SharedKeys(store), int(time.time()) - (UNUSED_DAYS + 1) * DAY
    unused, used = keys.let_in(Role.GUEST), keys.let_in(Role.GUEST)
    with store.writing() as session:
        session.execute(update(PhoneRow).values(since=long_ago))
        session.execute(update(PhoneRow).where(PhoneRow.hash == hash_of(unused)).values(seen=long_ago))
    keys.let_in(Role.GUEST)
    assert len(keys.phones()) == 2
    keys.heard()
    assert (keys.phone_of(unused), keys.phone_of(used) is not None) == (None, True)


def test_a_page_looks_for_new_links_by_itself(address: str, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, database_url=address, pin="123456")
    with TestClient(create_app(settings), client=("127.0.0.1", 1)) as client:
        keys = client.app.state.service.keys  # type: ignore[attr-defined]
        store = Store(address)
        elsewhere = SharedKeys(store)
        elsewhere.begin_anew()  # of a process that tells nobody
        store.close()
        assert until(lambda: keys.host == elsewhere.host)


def test_many_guesses_at_once_are_no_more_than_one_after_the_other(store: Store) -> None:
    guesses = [SharedGuesses(store), SharedGuesses(store)]
    with ThreadPoolExecutor(8) as together:
        tried = list(together.map(lambda one: guesses[one % 2].admits("192.168.1.7", right=False), range(60)))
    assert tried.count(True) == EACH[0]


def test_two_organisers_may_look_at_the_same_moment(store: Store, tmp_path: Path, address: str) -> None:
    with TestClient(create_app(Settings(data=tmp_path, database_url=address)), client=("127.0.0.1", 1)) as client:
        for number in range(4):
            client.post("/api/v1/tables", json={"game": "yacht", "players": [f"Ann {number}", "Bob"]})
        evenings: list[Evenings] = [client.app.state.service.evenings for _ in range(6)]  # type: ignore[attr-defined]
        with ThreadPoolExecutor(6) as together:
            found = list(together.map(lambda one: one.of(None), evenings))
    assert [len(tables) for tables in found] == [4] * 6


def test_who_sent_a_picture_that_another_took_back_is_answered_all_the_same(store: Store) -> None:
    """Two who sent the same wait for one row; the first of them to be refused takes it out of the line."""
    line = Line(store)

    async def answer() -> Any:
        waiting = asyncio.create_task(SharedDesk(line, 9).answered(PICTURE))
        while not await asyncio.to_thread(line.has, PICTURE.id):
            await asyncio.sleep(0.02)
        await asyncio.to_thread(line.forget, PICTURE.id)
        while await asyncio.to_thread(line.take, PICTURE.id) is None and not waiting.done():
            await asyncio.sleep(0.02)
        await asyncio.to_thread(line.reply, PICTURE.id, packed({"refused": "No picture."}))
        return await waiting

    with pytest.raises(Unreadable, match="No picture"):
        asyncio.run(answer())


def test_what_waited_in_vain_does_not_keep_the_same_picture_out(store: Store) -> None:
    line = Line(store)
    assert line.put(replace(PICTURE, patience=-1.0))
    assert line.take(PICTURE.id) is None
    assert line.put(PICTURE)
    assert line.take(PICTURE.id) is not None
    assert not line.put(PICTURE)


def test_the_place_in_the_line_is_told_without_its_picture(store: Store) -> None:
    line = Line(store)
    line.put(replace(PICTURE, id="a", who="Ann"))
    line.put(replace(PICTURE, id="b", who="Bob", ticket="mine"))
    assert (line.place("mine"), line.place(""), line.place("other")) == (1, None, None)


def test_frames_of_a_live_camera_never_keep_a_photo_waiting(store: Store, address: str) -> None:
    """However many frames and lessons wait, and however many photos one phone has sent, photos are taken first."""
    line = Line(store)
    for number in range(30):
        line.put(replace(PICTURE, id=f"frame {number}", urgency=Urgency.LIVE, who="camera"))
    for number in range(3):
        line.put(replace(PICTURE, id=f"lesson {number}", urgency=Urgency.TEACHING, who="teacher"))
    for number in range(15):
        line.put(replace(PICTURE, id=f"photo {number}", who="eager"))
    line.put(replace(PICTURE, id="photo of another", who="patient"))

    async def taken() -> list[str]:
        app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=address))
        async with app.open_async():
            worker = await app.job_manager.register_worker()
            jobs = [await app.job_manager.fetch_job(queues=[QUEUE], worker_id=worker) for _ in range(49)]
        return [str(job.task_kwargs["reading"]) for job in jobs if job is not None]

    order = asyncio.run(taken())
    assert [name.split()[0] for name in order] == ["photo"] * 16 + ["lesson"] * 3 + ["frame"] * 30
    assert order[:2] == ["photo 0", "photo of another"]  # everybody's first photo before anybody's second


class Failing:
    """A reader process whose work fails in a way that nobody foresaw."""

    async def proposed(self, game_id: str) -> None:
        raise ZeroDivisionError


def test_whatever_becomes_of_a_picture_is_an_answer() -> None:
    asked = Asked("x", "proposed", ["yacht"], None, Urgency.TEACHING, 1.0)
    assert asyncio.run(_answer(Failing(), asked)) == {"refused": FAILED}  # type: ignore[arg-type]


def test_a_reader_without_room_for_what_the_club_shares_says_so() -> None:
    class NoRoom:
        def pull(self) -> None:
            raise OSError(errno.ENOSPC, "no space")

    reader = Reader("postgresql://nowhere/nothing")
    reader._mirror = NoRoom()  # type: ignore[assignment]
    assert asyncio.run(reader._looked_at(Failing(), PICTURE)) == {"refused": FULL}  # type: ignore[arg-type]


def test_the_terminals_evening_counts_with_the_clubs_printed_values(
    address: str, tmp_path: Path, data_folder: Path
) -> None:
    game = load("rollplayer")
    item, field, fact = next(one for one in game.catalogue.entries() if one[2].known)
    with TestClient(create_app(Settings(data=tmp_path, database_url=address)), client=("127.0.0.1", 1)):
        printed.set_value(game, item.id, field, fact.value)
        mark = printed.mark(game.id)
    assert mark != printed.mark(game.id) == ""
    wish = Wish(None, None, None, None, "", address, False, "en")
    with _source(wish) as source:
        assert isinstance(source, Shared)
        assert printed.mark(game.id) == mark
    assert printed.mark(game.id) == ""
