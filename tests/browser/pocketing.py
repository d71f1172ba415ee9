"""The pocket made and shown as a static host would show it; whoever tests it can stop that host."""

from __future__ import annotations

import fcntl
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from api.compile import ROOT
from api.pocket.serving import server
from tests.browser.conftest import PATIENCE as USUAL
from tests.browser.conftest import PHONE, chromium_filming

PATIENCE = 240_000
SAMPLES = ROOT / "vision" / "samples"


def made_pocket(temporary: pytest.TempPathFactory) -> Path:
    """The pocket, made as `make pocket` makes it, or one that was: TALLY_POCKET names its folder."""
    if known := os.environ.get("TALLY_POCKET"):
        return Path(known)
    from api.errors import UserError
    from api.pocket.making import make

    made = _common(temporary) / "pocket"
    with (made.with_suffix(".lock")).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # it takes a minute of the processor: once for all processes of a run
        if not made.with_suffix(".made").is_file():
            try:
                make(made)
            except UserError as error:
                pytest.skip(str(error))
            made.with_suffix(".made").touch()
    return made


def _common(temporary: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a run have in common."""
    own = temporary.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@dataclass
class Host:
    """A static host, until it is stopped."""

    here: ThreadingHTTPServer
    below: str = "/"

    @property
    def address(self) -> str:
        return f"http://localhost:{self.here.server_port}{self.below}"

    def stop(self) -> None:
        """No process answers any more."""
        self.here.shutdown()
        self.here.server_close()


@contextmanager
def hosting(folder: Path, below: str = "/") -> Iterator[Host]:
    """A host that has this folder at its root, or below a path."""
    with tempfile.TemporaryDirectory() as root:
        if below != "/":
            (place := Path(root) / below.strip("/")).parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(folder.resolve(), target_is_directory=True)
        yield from _shown(Host(server(folder if below == "/" else Path(root)), below))


def _shown(host: Host) -> Iterator[Host]:
    threading.Thread(target=host.here.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        host.stop()


@contextmanager
def pocket_phone(
    playwright: Any, host: Host, film: Path | None = None, lang: str = "en-GB", chip: bool = False
) -> Iterator[Any]:
    """A phone that opens the pocket; a request that leaves its origin fails the test, as does a script."""
    from playwright.sync_api import expect

    strangers: list[str] = []
    failures: list[str] = []
    expect.set_options(timeout=PATIENCE)
    with chromium_filming(playwright, film, chip) as chromium:
        context = chromium.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, locale=lang, base_url=host.address, permissions=["camera"]
        )
        context.on("request", lambda request: _ours(request.url, host) or strangers.append(request.url))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: failures.append(str(error)))
        yield page
    expect.set_options(timeout=USUAL)
    assert strangers == []
    assert failures == []


def _ours(url: str, host: Host) -> bool:
    return url.startswith((host.address, "blob:", "data:"))


def open_pocket(page: Any, path: str = "./") -> None:
    """Until the page stands, however long the first load takes."""
    page.goto(path)
    page.locator("#app:not([aria-busy]) #main, .view").first.wait_for()


def wait_for_everything(page: Any) -> None:
    """Until the eyes are here as well."""
    page.locator("html[data-pocket=complete]").wait_for(state="attached")


KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("tally-parts"));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url.split("/").at(-1));
}"""
"""The parts that the pocket holds."""
FETCH_CARDS = """async () => {
  const folder = document.querySelector("script[type=module]").src.replace("start.js", "");
  await (await import(folder + "parts.js")).storeParts(JSON.parse(document.getElementById("plan").textContent).cards);
}"""


def fetch_cards(page: Any) -> None:
    """What reads cards, without being asked for it."""
    page.evaluate(FETCH_CARDS)


GO = """async (path) => {
  const folder = document.querySelector("script[type=module]").src.replace("pocket/start.js", "");
  await (await import(folder + "app.js")).go(path);
}"""


def go(page: Any, path: str) -> None:
    """To another view, as a link of the page leads there: without starting everything again."""
    page.evaluate(GO, path)


def sit_down(page: Any, game: str, names: tuple[str, ...] = ("Ann", "Bob")) -> None:
    """A new table with these players."""
    go(page, "/new")
    page.get_by_role("radio", name=game).click()
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Name of player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("tab", name=names[0]).wait_for()


def lay(page: Any, game: str, sample: str) -> str:
    """A table of a game as one of its samples, shown; gives its address."""
    state = ask(page, "GET", f"/games/{game}/samples/{sample}")
    address = f"/t/{ask(page, 'POST', '/tables', {'game': game, 'title': sample, 'state': state})['id']}"
    go(page, address)
    page.get_by_role("tab").first.wait_for()
    return address


ASK = """async ([method, path, body]) => {
  const folder = document.querySelector("script[type=module]").src.replace("pocket/start.js", "");
  const door = await import(folder + "lib/door.js");
  return method === "GET" ? door.get(path) : door.post(path, body);
}"""


def ask(page: Any, method: str, path: str, body: Any = None) -> Any:
    """What the page's own door answers."""
    return page.evaluate(ASK, [method, path, body])


SEND = """async ([path, name, bytes]) => {
  const folder = document.querySelector("script[type=module]").src.replace("pocket/start.js", "");
  const door = await import(folder + "lib/door.js");
  const form = new FormData();
  const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
  form.append("photo", new File([data], name, { type: "image/jpeg" }));
  const begin = performance.now();
  const answer = await door.upload(path, form);
  return [performance.now() - begin, answer];
}"""


def send_photo(page: Any, path: str, photo: Path) -> tuple[float, dict[str, Any]]:
    """A photo sent through the page's own door: milliseconds, and what was read."""
    import base64

    taken, answer = page.evaluate(SEND, [path, photo.name, base64.b64encode(photo.read_bytes()).decode()])
    return float(taken), answer
