"""The first visit of the pocket: what it says, what is there before the eyes are, and what an old browser is told."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from api.compile import ROOT
from api.language.speech import translator
from api.pocket.making import TOO_OLD
from api.pocket.parts import has_npm
from tests.browser.conftest import PHONE, chromium_filming, needs_weights
from tests.browser.pocketing import PATIENCE, Host, go, hosting, open_pocket, pocket_phone, sit_down
from tests.browser.test_journey import add_dice

pytestmark = [
    pytest.mark.skipif(not has_npm(), reason="the pocket is made with npm and node, which are not installed"),
    needs_weights,
]
REFUSE = "const all = WebAssembly.validate; WebAssembly.validate = (one) => one[9] !== %d && all(one)"
"""A program is known by the length of its first part."""
LACKING = {
    "modules": "delete HTMLScriptElement.prototype.noModule",
    "WebAssembly": "delete globalThis.WebAssembly",
    "numbers side by side": REFUSE % 5,
    "exceptions": REFUSE % 4,
    "a store": "Object.defineProperty(globalThis, 'indexedDB', { value: undefined })",
    "service workers": "delete Navigator.prototype.serviceWorker",
    "unpacking": "delete globalThis.DecompressionStream",
}
LANGS = {"en-GB": "en", "el-GR": "el", "pl-PL": "pl", "fr-FR": "en"}
UNREADABLE = b"const newer = 1 @ 2;\n"
"""To this browser what newer code is to an old one."""
NEWER_THAN_OLD = re.compile(r"=>|`|\?\.|\?\?|\b(?:let|const|async|await)\b")
WATCH = """globalThis.told = [];
new MutationObserver(() => {
  const text = document.querySelector("#main [role=status] p")?.textContent;
  if (text && text !== globalThis.told.at(-1)) globalThis.told.push(text);
}).observe(document, { subtree: true, childList: true });"""


@contextmanager
def old_phone(playwright: Any, host: Host, lang: str = "en-GB") -> Iterator[tuple[Any, list[str]]]:
    """A phone whose browser lacks something, and what it fetches; its scripts may fail."""
    with chromium_filming(playwright) as chromium:
        context = chromium.new_context(viewport=PHONE, locale=lang, base_url=host.address)
        fetched: list[str] = []
        context.on("request", lambda request: fetched.append(request.url))
        yield context.new_page(), fetched


def changed(pocket: Path, folder: Path, **contents: bytes | None) -> Path:
    """A copy of a pocket in which the files of these names have other contents, or are gone."""
    shutil.copytree(pocket, folder, copy_function=os.link)
    for name, content in contents.items():
        for path in [one for one in folder.rglob("*") if one.is_file() and one.name.partition(".")[0] == name]:
            path.unlink()
            if content is not None:
                path.write_bytes(content)
    return folder


def sentence(lang: str) -> str:
    """What such a browser is told."""
    return translator(lang)(TOO_OLD)


def told_alone(page: Any, told: str) -> None:
    """One sentence below the name, and nothing else."""
    expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    expect(page.locator("#main")).to_have_text(f"Tally{told}")


@pytest.mark.parametrize("lacking", LACKING)
def test_a_browser_that_lacks_something_is_told_in_one_sentence(playwright: Any, pocket: Path, lacking: str) -> None:
    with hosting(pocket) as host, old_phone(playwright, host) as (page, fetched):
        page.add_init_script(LACKING[lacking])
        page.goto("./")
        told_alone(page, sentence("en"))
        page.wait_for_load_state("networkidle")
        told_alone(page, sentence("en"))
        assert not [url for url in fetched if "/parts/" in url]  # nothing large for a browser that cannot use it


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_told_in_the_language_of_the_phone(playwright: Any, pocket: Path, lang: str) -> None:
    with hosting(pocket) as host, old_phone(playwright, host, lang) as (page, _):
        page.add_init_script(LACKING["WebAssembly"])
        page.goto("./")
        told_alone(page, sentence(LANGS[lang]))
        assert page.evaluate("document.documentElement.lang") == LANGS[lang]


@pytest.mark.parametrize("file", ["start", "side"])
def test_a_browser_that_cannot_read_the_code_is_told(playwright: Any, pocket: Path, tmp_path: Path, file: str) -> None:
    older = changed(pocket, tmp_path / "pocket", **{file: UNREADABLE})
    with hosting(older) as host, old_phone(playwright, host) as (page, _):
        page.goto("./")
        expect(page.get_by_role("status").filter(has_text="too old")).to_be_visible(timeout=PATIENCE)
        told_alone(page, sentence("en"))


def test_a_worker_that_does_not_start_keeps_nobody_waiting(playwright: Any, pocket: Path, tmp_path: Path) -> None:
    broken = changed(pocket, tmp_path / "pocket", worker=UNREADABLE)
    with hosting(broken) as host, old_phone(playwright, host) as (page, _):
        page.goto("./")
        expect(page.get_by_text("Tally could not be started.")).to_be_visible(timeout=PATIENCE)


def test_what_tells_it_is_read_by_every_browser() -> None:
    source = (ROOT / "api" / "web" / "static" / "pocket" / "too-old.js").read_text("utf-8")
    code = re.sub(r"/\*.*?\*/|//.*", "", source)
    assert NEWER_THAN_OLD.findall(code) == []


def test_megabytes_are_told_and_a_table_is_scored_before_the_eyes_are_here(
    playwright: Any, pocket: Path, tmp_path: Path
) -> None:
    blind = changed(pocket, tmp_path / "pocket", numpy=None, finder=None, reader=None, lamp=None)
    with hosting(blind) as host, pocket_phone(playwright, host) as page:
        page.add_init_script(WATCH)
        open_pocket(page)
        told = [re.fullmatch(r"Fetching Tally, once: ([\d.]+) of ([\d.]+) MB", text) for text in page.evaluate("told")]
        steps = [(float(one[1]), float(one[2])) for one in told if one]
        assert len(steps) > 5
        assert steps == sorted(steps)
        assert steps[-1][0] == steps[-1][1] < 40
        sit_down(page, "Dice Miner")
        page.locator('[data-path="/players/0/rounds/-"]').click()
        add_dice(page, "tunnel, 1", "tunnel, 2", "tunnel, 3")
        page.get_by_role("button", name="Done").click()
        page.get_by_role("link", name="Score").click()
        page.get_by_role("tab", name="Ann").click()
        expect(page.locator("details.line", has_text="Tunnel runs").locator("summary .points")).to_have_text("6")
        assert page.evaluate("document.documentElement.dataset.pocket") is None  # the eyes are not here


def test_the_address_of_a_server_that_was_opened_is_offered_again(playwright: Any, pocket: Path) -> None:
    with hosting(pocket) as host, pocket_phone(playwright, host) as page:
        open_pocket(page)
        address = f"{host.address}help"  # of our own origin, since none other may be asked here
        for before in ("", address):
            go(page, "/invite")
            expect(page.get_by_label("Address")).to_have_value(before)
            if not before:
                page.get_by_label("Address").fill(address)
                with page.expect_navigation():
                    page.get_by_role("button", name="Open").click()
                page.locator("#app:not([aria-busy]) #main, .view").first.wait_for()
