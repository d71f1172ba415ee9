"""Doors that hold: `tally serve` as its own process on its real socket, with what a curious guest may send."""

from __future__ import annotations

import json
import re
import signal
import socket
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.served import Answer, Served, serving

HTML = "text/html"
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="127.0.0.2 is this machine on Linux only")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service that only this machine opens."""
    with serving(tmp_path_factory.mktemp("doors") / "data", "--host", "127.0.0.1") as running:
        yield running


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service behind a proxy of this machine, which says who asks."""
    folder = tmp_path_factory.mktemp("proxied") / "data"
    words = ("--public-url", "https://tally.example.org", "--trust-proxy", "127.0.0.1")
    with serving(folder, *words) as running:
        yield running


def from_(served: Served, address: str, path: str, method: str = "GET", **headers: str) -> Answer:
    """A request that the proxy passes on for somebody."""
    told = {"host": "tally.example.org", "x_forwarded_for": address, "x_forwarded_proto": "https", **headers}
    return served.ask(method, path, **told)


def keys(served: Served) -> dict[str, str]:
    return dict(json.loads((served.folder / "access.json").read_text()))


def cookie(answer: Answer) -> str:
    assert answer.status == 303, answer.body
    return answer.headers["set-cookie"].partition(";")[0]


def host_link(served: Served) -> str:
    found = re.findall(r"https?://\S+/\?key=\S+", served.log.read_text())
    return str(found[-1])


# What made the service fail.


@pytest.mark.parametrize("name", ["Host: [", "Host: []", "Host: a b", "Host: ::1]:80", "Host: "], ids=str)
def test_a_host_that_is_none_is_refused(served: Served, name: str) -> None:
    heard = served.raw(f"GET / HTTP/1.1\r\n{name}\r\nConnection: close\r\n\r\n".encode())
    assert heard.split(b" ")[1] in (b"400", b"403", b"200")
    assert b" 500 " not in heard.splitlines()[0]


@pytest.mark.parametrize("origin", ["http://[", "http://", "null", "[", "http://[::1"], ids=str)
def test_an_origin_that_is_none_is_refused(served: Served, origin: str) -> None:
    answer = served.ask("POST", "/api/v1/tables", b"{}", origin=origin, content_type="application/json")
    assert answer.status == 403


@pytest.mark.parametrize("after", [2**63, -(2**63), 10**40, "x"], ids=str)
def test_an_open_line_after_no_number_is_refused(served: Served, after: object) -> None:
    address = f"ws://127.0.0.1:{served.port}/ws/tables/x?after={after}"
    with pytest.raises(InvalidStatus) as refused, connect(address):
        pass
    assert refused.value.response.status_code == 403
    assert "Traceback" not in served.log.read_text()


def test_an_open_line_hears_nothing_that_is_said(served: Served) -> None:
    table = served.new_table()
    with connect(f"ws://127.0.0.1:{served.port}/ws/tables/{table}") as line:
        line.send(b"\x00\xff")
        line.send("{}")
        assert served.edit(table, "Ann", "Anna").status == 200
        while json.loads(line.recv(timeout=20))["type"] != "change":
            pass
    assert "Traceback" not in served.log.read_text()


# What every answer says.


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/", {}),
        ("GET", "/static/app.js", {}),
        ("GET", "/api/v1/health", {}),
        ("GET", "/nowhere", {}),
        ("DELETE", "/", {}),
        ("GET", "/", {"host": "evil.example"}),
        ("GET", "/", {"x_forwarded_for": "1.2.3.4", "accept": HTML}),
        ("POST", "/api/v1/tables", {"content_length": "99999999"}),
        ("POST", "/api/v1/tables", {"content_type": "application/json"}),
    ],
    ids=str,
)
def test_every_answer_tells_browsers_what_to_run(
    served: Served, method: str, path: str, headers: dict[str, str]
) -> None:
    answer = served.ask(method, path, **headers)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_so_does_an_answer_to_what_is_no_request(served: Served) -> None:
    heard = served.raw(b"no request at all\r\n\r\n").lower()
    assert b" 400 " in heard.splitlines()[0]
    assert b"nosniff" in heard and b"content-security-policy" in heard


# Slow senders.


def test_half_sent_requests_keep_nobody_out(served: Served) -> None:
    before = served.log.stat().st_size
    lines = []
    try:
        for _ in range(395):
            line = socket.create_connection(("127.0.0.1", served.port), 10, source_address=("127.0.0.2", 0))
            lines.append(line)
            with suppress(OSError):  # one too many
                line.sendall(b"POST /api/v1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-")
        begin = time.monotonic()
        assert served.ask("GET", "/api/v1/health").status == 200
        assert time.monotonic() - begin < 5
        assert _closed(lines) >= 295
        end = time.monotonic() + 40
        while _closed(lines) < len(lines) and time.monotonic() < end:
            time.sleep(0.5)
        assert _closed(lines) == len(lines)
    finally:
        for line in lines:
            line.close()
    assert served.log.stat().st_size - before < 2_000


def test_half_a_body_is_given_up_and_nothing_is_logged(served: Served) -> None:
    before = served.log.stat().st_size
    with socket.create_connection(("127.0.0.1", served.port), 60) as line:
        line.sendall(b"POST /api/v1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\n{")
        begin = time.monotonic()
        while line.recv(4096):
            pass
    assert 5 < time.monotonic() - begin < 50
    assert served.log.stat().st_size == before


def _closed(lines: list[socket.socket]) -> int:
    count = 0
    for line in lines:
        line.setblocking(False)
        try:
            heard = line.recv(4096)
            count += heard == b"" or heard.startswith(b"HTTP/1.1 408")
        except BlockingIOError:
            pass
        except OSError:
            count += 1
    return count


# Sizes by route.


def test_no_route_for_photos_takes_megabytes_of_anything_else(served: Served) -> None:
    table = served.new_table()
    data = json.dumps({"photo": "x" * 3_000_000}).encode()
    for kind in ("application/json", "application/x-www-form-urlencoded", "text/plain"):
        answer = served.ask("POST", f"/api/v1/tables/{table}/photos", data, content_type=kind)
        assert answer.status == 413, (kind, answer.status)
    field = b'--x\r\ncontent-disposition: form-data; name="photo"\r\n\r\n' + data + b"\r\n--x--\r\n"
    answer = served.ask("POST", f"/api/v1/tables/{table}/photos", field, content_type="multipart/form-data; boundary=x")
    assert answer.status in (400, 413, 422)


# The folder.


@pytest.mark.home
def test_the_data_folder_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    (folder / "photos").mkdir(parents=True, mode=0o755)
    (folder / "photos" / "old.jpg").write_bytes(b"x")
    (folder / "photos" / "old.jpg").chmod(0o644)
    folder.chmod(0o755)
    with serving(folder, "--host", "0.0.0.0") as running:
        running.new_table()
        paths = [folder, *folder.rglob("*")]
        assert len(paths) > 4
        for path in paths:
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


# The end.


def test_the_word_to_end_is_kept_within_three_seconds_and_nothing_is_lost(tmp_path: Path) -> None:
    told = ["Ann"]
    with serving(tmp_path / "data", "--host", "127.0.0.1") as running:
        table = running.new_table()
        over = threading.Event()

        def edit() -> None:
            while not over.is_set():
                name = f"Ann {len(told)}"
                try:
                    if running.edit(table, told[-1], name).status == 200:
                        told.append(name)
                except OSError:
                    return

        photo = (Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg").read_bytes()

        def send(number: int) -> None:
            with suppress(OSError):
                running.send("/api/v1/games/dice/read", photo + bytes([number]))

        busy = [threading.Thread(target=edit), *(threading.Thread(target=send, args=(one,)) for one in range(12))]
        for one in busy:
            one.start()
        with connect(f"ws://127.0.0.1:{running.port}/ws/tables/{table}"):
            time.sleep(2)
            begin = time.monotonic()
            running.process.send_signal(signal.SIGTERM)
            running.process.wait(20)
            assert time.monotonic() - begin < 3
        over.set()
        for one in busy:
            one.join(20)
    assert len(told) > 1
    with serving(tmp_path / "data", "--host", "127.0.0.1") as again:
        name = again.ask("GET", f"/api/v1/tables/{table}").json()["document"]["state"]["players"][0]["name"]
    assert int(name.split(" ")[1]) >= int(told[-1].split(" ")[1])


# Who is let in.


@pytest.mark.home
def test_a_token_is_random_kept_over_restarts_and_nowhere_in_clear(tmp_path: Path) -> None:
    def entered(running: Served) -> str:
        pin = re.search(r"PIN (\d{6})", running.log.read_text())
        assert pin is not None
        return cookie(from_(running, "203.0.113.5", f"/?pin={pin[1]}"))

    words = ("--public-url", "https://tally.example.org", "--trust-proxy", "127.0.0.1")
    with serving(tmp_path / "data", *words) as running:
        one, two = entered(running), entered(running)
        pin = keys(running)["pin"]
        assert one != two
        token = one.partition("=")[2]
        assert len(token) >= 43
        assert token not in "".join(path.read_text(errors="replace") for path in running.folder.glob("*.json"))
    with serving(tmp_path / "data", *words) as running:
        assert keys(running)["pin"] == pin
        assert from_(running, "203.0.113.6", "/api/v1/tables", cookie=one).status == 200
    with serving(tmp_path / "data", *words, "--new-pin") as running:
        assert keys(running)["pin"] != pin
        assert from_(running, "203.0.113.6", "/api/v1/tables", cookie=one).status == 401


def test_behind_a_public_address_loopback_opens_nothing(proxied: Served) -> None:
    assert proxied.ask("GET", "/api/v1/tables").status == 401
    assert proxied.ask("GET", "/api/v1/tables", host="tally.example.org").status == 401
    assert proxied.ask("GET", "/api/v1/tables", host="evil.example").status == 403
    link = urlsplit(host_link(proxied))
    assert (link.scheme, link.netloc) == ("https", "tally.example.org")
    welcome = from_(proxied, "203.0.113.7", f"/?{link.query}")
    assert "Secure" in welcome.headers["set-cookie"] and welcome.headers["location"] == "/"
    mine = cookie(welcome)
    assert from_(proxied, "203.0.113.7", "/api/v1/tables", cookie=mine).status == 200
    answer = from_(proxied, "203.0.113.7", "/api/v1/settings", "PUT", cookie=mine, origin="https://tally.example.org")
    assert answer.status == 422  # let in as the host, and nothing was sent


def test_a_local_proxy_that_says_who_asks_is_no_host(served: Served) -> None:
    for name in ("x_forwarded_for", "forwarded", "x_real_ip", "via"):
        assert served.ask("GET", "/api/v1/tables", **{name: "203.0.113.9"}).status == 401
    assert served.ask("GET", "/api/v1/tables", host="192.168.1.5:8000").status == 401


def test_a_guest_plays_but_is_no_host_and_can_be_sent_away(proxied: Served) -> None:
    guest = cookie(from_(proxied, "203.0.113.8", f"/?key={keys(proxied)['guest']}"))
    host = cookie(from_(proxied, "203.0.113.8", f"/?key={keys(proxied)['host']}"))
    origin = "https://tally.example.org"

    def ask(who: str, method: str, path: str, body: object = None) -> Answer:
        headers = {"host": "tally.example.org", "x_forwarded_for": "203.0.113.8", "cookie": who, "origin": origin}
        data = None if body is None else json.dumps(body).encode()
        return proxied.ask(method, path, data, content_type="application/json", **headers)

    table = ask(guest, "POST", "/api/v1/tables", {"game": "diceminer"}).json()["id"]
    assert ask(guest, "GET", "/api/v1/settings").status == 200
    for method, path, body in (
        ("PUT", "/api/v1/settings", {"keep_photos": False}),
        ("DELETE", f"/api/v1/tables/{table}", None),
        ("DELETE", f"/api/v1/tables/{table}/photos", None),
        ("GET", "/api/v1/access", None),
        ("DELETE", "/api/v1/access", None),
        ("POST", "/api/v1/games/diceminer/catalogue/import", {}),
    ):
        answer = ask(guest, method, path, body)
        assert answer.status == 403, (method, path)
        assert answer.json()["detail"] == "Only the host may do that."
    told = {"cookie": guest, "x-forwarded-for": "203.0.113.8"}
    with connect(f"ws://127.0.0.1:{proxied.port}/ws/tables/{table}?after=1", additional_headers=told) as line:
        for one in ask(host, "GET", "/api/v1/access").json()["phones"]:
            if one["role"] == "guest":
                assert ask(host, "DELETE", f"/api/v1/access/{one['id']}").status == 204
        assert ask(guest, "GET", "/api/v1/tables").status == 401
        told = {"cookie": host, "host": "tally.example.org", "x_forwarded_for": "203.0.113.8", "origin": origin}
        assert proxied.edit(table, "Player 1", "Zoe", **told).status == 200
        heard = []
        with pytest.raises(ConnectionClosed):
            while True:
                heard.append(json.loads(line.recv(timeout=20))["type"])
        assert "change" not in heard
    assert "Traceback" not in proxied.log.read_text()
    assert ask(host, "DELETE", f"/api/v1/tables/{table}").status == 204


def test_the_pin_is_guessed_seldom_from_one_household_and_seldom_in_all(proxied: Served) -> None:
    pin = keys(proxied)["pin"]
    wrong = [f"{number:06d}" for number in range(200) if f"{number:06d}" != pin]

    def guess(address: str, given: str) -> int:
        return from_(proxied, address, f"/?pin={given}", accept=HTML).status

    household = [guess(f"2001:db8:1:2::{number:x}", wrong[number]) for number in range(12)]
    assert household == [401] * 10 + [429] * 2
    assert guess("2001:db8:1:2:ffff::1", pin) == 429
    many = [guess(f"198.51.100.{number}", wrong[number]) for number in range(100)]
    assert many[-1] == 429 and many.count(401) <= 100
    assert guess("198.51.100.250", pin) == 429
    assert cookie(from_(proxied, "198.51.100.250", f"/?key={keys(proxied)['guest']}"))
