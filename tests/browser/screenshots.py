"""The pictures of the README: `python -m tests.browser.screenshots [WALK…]` takes them into docs/."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, PATIENCE, PHONE, PHOTOS, wait_for

OUT = Path(__file__).parent.parent.parent / "docs" / "screens"
PORT = 8765


def keep(page: Any, name: str) -> None:
    """One picture, small enough for a repository."""
    page.wait_for_timeout(900)
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=200).save(OUT / f"{name}.png", optimize=True)


def sit_down(page: Any, title: str, names: tuple[str, ...]) -> None:
    page.goto("/new")
    page.locator(".tile", has_text=title).click()
    for number, name in enumerate(names):
        page.locator("main input[type=text]").nth(number).fill(name)
    if title == "Dice Miner":
        keep(page, "new")
    page.locator("main > button.primary").click()
    expect(page.get_by_role("tab", name=names[0])).to_be_visible()


def sample(page: Any, game: str, number: int = 0) -> None:
    """Open a bundled game at its score."""
    page.goto("/")
    page.get_by_role("button", name=re.compile("Look around|Μια ματιά")).click()
    page.locator(f"dialog h3:text-is('{game}') + .list").locator(".item").nth(number).click()
    expect(page.locator(".ranking li").first).to_be_visible()
    page.locator("details.line").first.wait_for()


def photo_journey(page: Any) -> None:
    sit_down(page, "Roll Player", ("Ελένη", "Marek"))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Photo").click()
    chooser.value.set_files(PHOTOS / "rollplayer.jpg")
    expect(page.locator(".piece-chip").first).to_be_visible()
    keep(page, "photo")
    page.locator(".piece-chip").first.click()
    keep(page, "piece")


def typed_journey(page: Any) -> None:
    sample(page, "Dice Miner")
    page.goto("/")
    expect(page.locator(".tablecard").first).to_be_visible()
    keep(page, "home")
    sit_down(page, "Dice Miner", ("Ann", "Bob"))
    page.locator('[data-path="/players/0/rounds/-"]').click()
    for label in ("tunnel, 1", "tunnel, 2", "tunnel, 3"):
        page.locator(f'.dock [aria-label="{label}"]').click()
        page.wait_for_timeout(700)
    keep(page, "wheel")


def score_and_desk(page: Any) -> None:
    sample(page, "Dice Miner")
    keep(page, "score")
    page.locator("details.line summary").nth(1).click()
    page.wait_for_timeout(600)
    page.locator("details.line[open]").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('details.line[open]').scrollIntoView({block: 'start'}); scrollBy(0, -80)")
    keep(page, "line")
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("searchbox").fill("who doubles gems on a tie")
    expect(page.locator(".answer").first).to_be_visible()
    keep(page, "desk")


def other_games(page: Any) -> None:
    sample(page, "Roll Player")
    page.get_by_role("link", name="Table").click()
    expect(page.locator(".drawing svg")).to_be_visible()
    keep(page, "rollplayer")
    sample(page, "Dungeon Lords")
    page.get_by_role("link", name="Table").click()
    expect(page.locator(".dungeon")).to_be_visible()
    keep(page, "dungeonlords")
    sample(page, "Dwar7s Fall")
    page.get_by_role("link", name="Disputes").click()
    page.locator("[data-question=kingdom]").click()
    expect(page.locator("dialog .lit").first).to_be_visible()
    keep(page, "dwar7s")


def simple_games(page: Any) -> None:
    """The two games that have no page of their own."""
    sample(page, "Yacht", 2)
    page.get_by_role("link", name="Table").click()
    page.get_by_role("tab", name="Ben").click()
    expect(page.locator(".move").first).to_be_visible()
    keep(page, "yacht")
    sample(page, "Any game")
    page.get_by_role("link", name="Table").click()
    expect(page.locator('[data-path="/game"]')).to_be_visible()
    keep(page, "anygame")


def battle(page: Any) -> None:
    sample(page, "Dungeon Lords", 3)
    page.get_by_role("link", name="Disputes").click()
    page.locator("[data-question=battle]").click()
    page.get_by_role("button", name="Card of round 1").click()
    page.get_by_role("option", name="only fatigue 2").click()
    page.get_by_role("radio", name="B2").click()
    page.get_by_role("button", name="+ Vampire").click()
    page.locator("dialog").last.locator(".chip").nth(2).click()
    page.get_by_role("button", name="Send it").click()
    page.get_by_role("button", name="Resolve round 1").click()
    expect(page.locator(".ruling").first).to_be_visible()
    following = page.locator("dialog").get_by_role("button", name="Next")
    for _ in range(4):
        if following.is_enabled():
            following.click()
    page.evaluate("document.querySelector('.ruling').scrollIntoView({block: 'start'})")
    keep(page, "battle")


def final_number(page: Any, dark: str = "") -> None:
    """One next step, what is printed told on a drawn card, the end of a game, all evenings."""
    sit_down(page, "Roll Player", ("Ana", "Ben"))
    expect(page.locator(".next-step")).to_be_visible()
    keep(page, f"next{dark}")
    state = {**page.request.get("/api/v1/games/dwar7s/samples/four-kingdoms").json(), "printed": {}}
    table = page.request.post("/api/v1/tables", data={"game": "dwar7s", "title": "Four kingdoms", "state": state})
    page.goto(f"/t/{table.json()['id']}")
    page.locator(".next-step").click()
    page.locator("dialog .button.ask", has_text=re.compile("mine|Mine")).first.click()
    page.locator("dialog .edge").first.click()
    keep(page, f"teach-card{dark}")
    sample = page.request.get("/api/v1/games/diceminer/samples/three-miners").json()
    for title in ("Friday", "Saturday"):
        table = page.request.post("/api/v1/tables", data={"game": "diceminer", "title": title, "state": sample})
    page.goto(f"/t/{table.json()['id']}/score")
    expect(page.locator(".end")).to_be_visible()
    keep(page, f"end{dark}")
    page.goto("/stats")
    expect(page.locator(".wins").first).to_be_visible()
    keep(page, f"stats{dark}")


def dark_greek(context: Any) -> None:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    sample(page, "Dice Miner")
    keep(page, "dark-greek")


WALKS = (typed_journey, photo_journey, score_and_desk, other_games, simple_games, battle, final_number)


def main() -> None:
    """Start a server with an empty table folder, take every picture, stop it."""
    OUT.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "api.terminal.cli", "serve", "--host", "127.0.0.1", "--port", str(PORT)]
        log = Path(folder) / "server.txt"
        with log.open("w") as out:
            server = subprocess.Popen(command, env={**os.environ, "TALLY_DATA": folder}, stdout=out, stderr=out)
        try:
            wait_for(f"http://127.0.0.1:{PORT}", server, log)
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            shape = {
                "viewport": PHONE,
                "device_scale_factor": 1.5,
                "has_touch": True,
                "base_url": f"http://127.0.0.1:{PORT}",
            }
            page = browser.new_context(**shape, locale="en-GB").new_page()
            page.set_default_timeout(PATIENCE)
            night = browser.new_context(**shape, locale="en-GB", color_scheme="dark").new_page()
            night.set_default_timeout(PATIENCE)
            walks = {walk.__name__: walk for walk in WALKS}
            for name in sys.argv[1:] or walks:
                walks[name](page)
            final_number(night, "-dark")
            dark_greek(browser.new_context(**shape, locale="el-GR", color_scheme="dark"))
            browser.close()
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
