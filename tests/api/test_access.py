"""Who is let in: this machine always, phones with the PIN, other web sites never; and nobody with too much."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from api.http.access import Gate, Lock
from api.http.app import create_app
from api.http.guesses import EACH, Guesses
from api.http.keys import DAY, Keys, Role
from api.http.settings import Settings

PIN = "314159"
HTML = {"accept": "text/html"}


@pytest.fixture
def phone(data_folder: Path) -> Iterator[TestClient]:
    app = create_app(Settings(pin=PIN))
    with TestClient(app, base_url="http://192.168.1.5:8000", client=("192.168.1.7", 50000)) as far:
        yield far


def test_a_phone_needs_the_pin_once(phone: TestClient) -> None:
    assert phone.get("/api/v1/tables").status_code == 401
    assert phone.get("/", headers=HTML).status_code == 401
    welcome = phone.get(f"/?pin={PIN}", headers=HTML, follow_redirects=False)
    assert welcome.headers["location"] == "/"
    assert "HttpOnly" in welcome.headers["set-cookie"]
    assert phone.get("/api/v1/tables").status_code == 200


def test_guessing_the_pin_is_stopped(phone: TestClient) -> None:
    answers = [phone.get(f"/?pin={number:06d}", headers=HTML).status_code for number in range(12)]
    assert answers[:10] == [401] * 10
    assert answers[-1] == 429
    assert phone.get(f"/?pin={PIN}", headers=HTML).status_code == 429


def test_many_guesses_at_once_are_no_more_than_one_after_the_other() -> None:
    guesses = Guesses()
    with ThreadPoolExecutor(16) as together:
        tried = list(together.map(lambda _: guesses.admits("192.168.1.7", right=False), range(400)))
    assert tried.count(True) == EACH[0]


def test_a_guess_is_judged_and_counted_in_one_step(phone: TestClient) -> None:
    """Requests that arrive together must not all be judged before the first of them counts."""
    gate = Gate(phone.app, Settings(pin=PIN), Lock(Keys(Settings().access, PIN)))

    async def status(number: int) -> int:
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "query_string": f"pin={number:06d}".encode(),
            "headers": [(b"host", b"192.168.1.5:8000")],
            "client": ("192.168.1.7", number),
        }
        refusal = await gate._refusal(scope)
        return refusal.status_code if refusal else 200

    async def together() -> list[int]:
        return await asyncio.gather(*map(status, range(200)))

    assert asyncio.run(together()).count(401) == EACH[0]


@pytest.mark.home
def test_who_was_not_let_in_is_told_that_it_is_well_and_no_more(phone: TestClient, data_folder: Path) -> None:
    (data_folder / "catalogue").mkdir(parents=True)
    (data_folder / "catalogue" / "rollplayer.json").write_text("no catalogue")
    told = phone.get("/api/v1/health")
    assert (told.status_code, told.json()["status"], told.json()["told"]) == (200, "degraded", [])
    phone.get(f"/?pin={PIN}", headers=HTML)
    assert phone.get("/api/v1/health").json()["told"]


def test_the_open_line_needs_the_pin_too(phone: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), phone.websocket_connect("/ws/tables/x"):
        pass


def test_without_a_pin_nobody_from_outside_comes_in(data_folder: Path) -> None:
    with TestClient(create_app(Settings()), client=("192.168.1.7", 1)) as far:
        assert far.get("/?pin=", headers=HTML).status_code == 401


@pytest.mark.parametrize(
    "headers", [{"origin": "https://evil.example"}, {"host": "evil.example"}, {"origin": "null"}], ids=str
)
def test_other_web_sites_cannot_speak_through_a_browser(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/api/v1/tables", json={"game": "diceminer"}, headers=headers).status_code == 403


def test_the_page_itself_may(client: TestClient) -> None:
    answer = client.post("/api/v1/tables", json={"game": "diceminer"}, headers={"origin": "http://testserver"})
    assert answer.status_code == 201


def test_a_body_that_is_too_large_is_refused(data_folder: Path) -> None:
    small = Settings(largest_body=2000, largest_photo=4000)
    with TestClient(create_app(small), client=("127.0.0.1", 1)) as here:
        declared = here.post("/api/v1/games/diceminer/score", content=b"x" * 3000)
        streamed = here.post("/api/v1/games/diceminer/score", content=(b"x" * 500 for _ in range(6)))
        photo = here.post("/api/v1/games/dice/read", files={"photo": b"x" * 5000})
        assert [answer.status_code for answer in (declared, streamed, photo)] == [413, 413, 413]
        assert "MB" in declared.json()["detail"]


def test_what_a_home_screen_needs_is_given_without_a_pin(phone: TestClient) -> None:
    """Browsers fetch a manifest and its icons without cookies."""
    manifest = phone.get("/manifest.webmanifest")
    assert manifest.status_code == 200
    for address in ("/sw.js", "/static/app.js", *(icon["src"] for icon in manifest.json()["icons"])):
        assert phone.get(address).status_code == 200
    assert phone.get("/api/v1/version").status_code == 401
    assert phone.post("/static/app.js").status_code in (401, 405)


def test_the_host_invites_and_sees_who_came(data_folder: Path) -> None:
    app = create_app(Settings(pin=PIN, address="https://192.168.1.5:8000"))
    with TestClient(app, base_url="http://localhost:8000", client=("127.0.0.1", 1)) as host:
        guest = TestClient(app, base_url="http://192.168.1.5:8000", client=("192.168.1.7", 2))
        guest.get(f"/?pin={PIN}", headers=HTML)
        assert '"role": "guest"' in guest.get("/").text
        assert '"role": "host"' in host.get("/").text
        assert guest.put("/api/v1/access/me", json={"name": "Ben"}).status_code == 204
        told = host.get("/api/v1/access").json()
        assert (told["pin"], told["address"], told["certificate"]) == (PIN, "https://192.168.1.5:8000", "self-signed")
        assert [phone["name"] for phone in told["phones"]] == ["Ben"]
        code = host.get("/api/v1/access/qr.svg")
        assert code.headers["content-type"] == "image/svg+xml"
        assert code.text.startswith("<svg")
        for refused in ("/api/v1/access", "/api/v1/access/qr.svg"):
            assert guest.get(refused).status_code == 403


def test_nobody_is_invited_where_only_this_machine_is_let_in(client: TestClient) -> None:
    assert client.get("/api/v1/access").json()["pin"] is None
    assert client.get("/api/v1/access/qr.svg").status_code == 404
    assert client.put("/api/v1/access/me", json={"name": "Ann"}).status_code == 204


@pytest.mark.parametrize(
    ("settings", "certificate", "behind_proxy"),
    [
        ({"address": "http://192.168.1.5:8000"}, "none", False),
        ({"address": "https://192.168.1.5:8000"}, "self-signed", False),
        ({"public_url": "https://tally.example.org", "own_certificate": True}, "own", False),
        ({"public_url": "https://tally.example.org"}, "own", True),
    ],
)
def test_what_an_address_allows_is_told(
    data_folder: Path, settings: dict[str, Any], certificate: str, behind_proxy: bool
) -> None:
    chosen = Settings(pin=PIN, **settings)
    assert chosen.behind_proxy is behind_proxy
    app = create_app(chosen)
    with TestClient(app, base_url="http://localhost", client=("127.0.0.1", 1)) as host:
        key = app.state.service.keys.host if behind_proxy else ""
        host.get(f"/?key={key}")
        assert host.get("/api/v1/access").json()["certificate"] == certificate


@pytest.mark.home
@pytest.mark.parametrize(
    "content", [b"{", b"\xff\xfe", b"[]", b'{"phones": [{}]}', b'{"phones": [{"role": "king"}]}', b'{"phones": 7}']
)
def test_keys_that_cannot_be_read_are_put_aside_and_told_of(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "access.json"
    path.write_bytes(content)
    keys = Keys(path)
    assert "access.json.unreadable" in keys.trouble
    assert (tmp_path / "access.json.unreadable").read_bytes() == content
    again = Keys(path)
    assert (again.trouble, again.pin, again.host) == ("", keys.pin, keys.host)


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A disk that takes nothing until this is undone."""
    monkeypatch.setattr("api.http.keys.write_whole", Mock(side_effect=OSError(errno.ENOSPC, "")))
    return monkeypatch


@pytest.mark.home
def test_keys_that_cannot_be_kept_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(tmp_path / "access.json")
    token, before = keys.let_in(Role.GUEST), keys.phones()
    with monkeypatch.context() as disk:
        disk.setattr("api.http.keys.write_whole", Mock(side_effect=OSError(errno.EROFS, "")))
        for change in (
            lambda: keys.let_in(Role.HOST),
            lambda: keys.send_away(before[0].id),
            lambda: keys.call(token, "Ann"),
            keys.begin_anew,
        ):
            pin = keys.pin
            with pytest.raises(OSError):
                change()
            assert keys.phones() == before and keys.pin == pin
        monkeypatch.setattr("api.http.keys.time.time", lambda: before[0].seen + 3 * DAY)
        assert keys.phone_of(token) == before[0]  # who was let in stays so, though that cannot be written down
    assert keys.phone_of(token) is not None and keys.phones()[0].seen == before[0].seen + 3 * DAY
    assert keys.send_away(before[0].id)
    assert keys.phone_of(token) is None


@pytest.mark.home
def test_who_comes_in_while_the_disk_is_full_is_told_so(phone: TestClient, no_room: pytest.MonkeyPatch) -> None:
    """It was a failure without a word."""
    told = phone.get(f"/?pin={PIN}")
    assert told.status_code == 503 and "full" in told.json()["detail"] and told.headers["retry-after"]
    page = phone.get(f"/?pin={PIN}&lang=pl", headers={"accept": "text/html"})
    assert page.status_code == 503 and page.headers["content-type"].startswith("text/html") and "pełny" in page.text
    no_room.undo()
    assert phone.get(f"/?pin={PIN}", follow_redirects=False).status_code == 303
