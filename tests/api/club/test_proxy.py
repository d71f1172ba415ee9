"""Two pages behind a real proxy with TLS, as `compose.yaml` has them: phones know one address, whoever answers."""

from __future__ import annotations

import json
import random
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.postgres import Cluster
from tests.served import PATIENCE, Served, serving

CADDYFILE = Path(__file__).parents[3] / "deploy" / "Caddyfile"
QUIET = (
    "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"  # nothing of this machine is touched
)
pytestmark = pytest.mark.skipif(
    shutil.which("caddy") is None, reason="no Caddy here (Debian: apt-get install caddy): no real proxy is tried"
)


@dataclass
class House:
    """A proxy and its two pages."""

    address: str
    pages: list[Served]
    trust: ssl.SSLContext

    @contextmanager
    def phone(self) -> Iterator[httpx.Client]:
        """Somebody who came in by the link of the host."""
        (link,) = set(re.findall(r"/\?key=\S+(?=\s*$)", self.pages[0].log.read_text("utf-8"), re.MULTILINE))
        settings: Any = {"verify": self.trust, "timeout": PATIENCE, "follow_redirects": True}
        with httpx.Client(base_url=self.address, **settings) as phone:
            assert phone.get(link).status_code == 200
            yield phone

    def line(self, phone: httpx.Client, table: str, after: int) -> ClientConnection:
        """An open line through the proxy."""
        address = self.address.replace("https", "wss") + f"/ws/tables/{table}?after={after}"
        cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        return connect(
            address, ssl=self.trust, additional_headers={"cookie": cookie}, proxy=None, open_timeout=PATIENCE
        )


@contextmanager
def proxied(folder: Path, address: str, ports: list[int]) -> Iterator[ssl.SSLContext]:
    """The proxy of the repository before these pages, with a certificate of its own making."""
    told = CADDYFILE.read_text("utf-8").replace("{$TALLY_NAME}", address)
    for number, port in enumerate(ports, 1):
        told = told.replace(f"page{number}:8000", f"127.0.0.1:{port}")
    (folder / "Caddyfile").write_text(QUIET + told, "utf-8")
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=log, env={"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        )
    try:
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert process.poll() is None, (folder / "caddy.log").read_text()
            try:
                trust = ssl.create_default_context(cafile=str(root))
                httpx.get(f"{address}/api/v1/health", verify=trust).raise_for_status()
                break
            except (OSError, httpx.HTTPError):
                time.sleep(0.2)
        yield trust
    finally:
        process.terminate()
        process.wait(PATIENCE)


def quiet_port() -> int:
    """A free port that no connection is given by chance while the pages start."""
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", random.randrange(20_000, 32_000)))
            return int(probe.getsockname()[1])


@pytest.fixture
def house(postgres: Cluster, tmp_path: Path) -> Iterator[House]:
    url, address = postgres.database(), f"https://localhost:{quiet_port()}"
    with ExitStack() as running:
        arguments = ("--database", url, "--public-url", address, "--trust-proxy", "127.0.0.1")
        pages = [running.enter_context(serving(tmp_path / f"page{number}", *arguments)) for number in (1, 2)]
        yield House(address, pages, running.enter_context(proxied(tmp_path, address, [page.port for page in pages])))


def added(phone: httpx.Client, table: str, number: int) -> None:
    """One more point of gold, acknowledged; what a proxy could not bring to a page is sent again, as the page does."""
    step = {"kind": "add", "path": "/state/players/0/gold", "n": 1}
    change = {"id": f"c{number}", "version": 1, "phone": "p", "steps": [step]}
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = phone.post(f"/api/v1/tables/{table}/changes", json=change)
        if answer.status_code not in (502, 503):
            break
        time.sleep(0.5)
    assert answer.status_code == 200, answer.text


def heard(line: ClientConnection, until: int) -> list[int]:
    """The versions that a line tells, up to this one or until it is cut."""
    versions: list[int] = []
    try:
        while not versions or versions[-1] < until:
            told: dict[str, Any] = json.loads(line.recv(timeout=PATIENCE))
            versions += [told["change"]["version"]] if told["type"] == "change" else []
    except ConnectionClosed:
        pass
    return versions


def test_phones_go_on_through_the_proxy_when_a_page_is_killed(house: House) -> None:
    with house.phone() as phone:
        body = {"game": "rollplayer", "players": ["Ann", "Bob"]}
        table = phone.post("/api/v1/tables", json=body).json()["id"]
        with house.line(phone, table, 0) as line, house.line(phone, table, 0) as other:
            for number in range(10):
                added(phone, table, number)
            assert heard(line, 11) == heard(other, 11) == list(range(1, 12))
            house.pages[0].process.kill()
            house.pages[0].process.wait()
            for number in range(10, 20):
                added(phone, table, number)  # whichever page was asked before, the other one answers
            seen = [heard(one, 21) for one in (line, other)]
        for (
            versions
        ) in seen:  # a line of the page that is gone is cut; it comes back to the other from what it has seen
            last = versions[-1] if versions else 11
            assert versions == list(range(12, last + 1))
            if last < 21:
                with house.line(phone, table, last) as again:
                    assert heard(again, 21) == list(range(last + 1, 22))
        assert phone.get(f"/api/v1/tables/{table}").json()["document"]["state"]["players"][0]["gold"] == 20


def test_the_proxy_says_who_asks_and_nobody_is_the_host_for_coming_through_it(house: House) -> None:
    with httpx.Client(base_url=house.address, verify=house.trust, timeout=PATIENCE) as stranger:
        assert stranger.get("/api/v1/tables").status_code == 401
        assert stranger.get("/api/v1/tables", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 401
    with house.phone() as phone:
        assert phone.get("/api/v1/access").status_code == 200
        assert all(cookie.secure for cookie in phone.cookies.jar)
