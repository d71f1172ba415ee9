"""Every address that the page can show reloads to itself."""

from __future__ import annotations

import re
from typing import Any

import pytest

from api.http.files import WEB
from scoring.games import GAME_IDS
from tests.browser.test_sheets import lay

TABS = re.findall(
    r'^  "?(\w*)"?: \(\) => import', (WEB / "static" / "views" / "table.js").read_text("utf-8"), re.MULTILINE
)
PLAIN = ["/", "/new", "/dice", "/settings", "/rules", "/cards", "/cards/"]
OF_GAMES = [f"/{view}/{game}" for view in ("rules", "cards", "desk") for game in GAME_IDS]


def shown(page: Any) -> str:
    """What stands on the page, without the moments that pass."""
    page.locator("#app:not([aria-busy]) main").wait_for()
    page.wait_for_load_state("networkidle")
    title = page.locator(".topbar .title").inner_text()
    heads = page.locator("main :is(h1, h2, .headline, summary, .item strong)").all_inner_texts()
    return f"{title}: {heads}"


@pytest.mark.parametrize("address", [*PLAIN, *OF_GAMES])
def test_an_address_reloads_to_what_the_page_went_to(phone: Any, address: str) -> None:
    phone.goto("/settings" if address == "/" else "/")
    phone.locator("#app:not([aria-busy]) main").wait_for()
    phone.evaluate(
        "address => import(document.querySelector('script[src]').src).then((app) => app.go(address))", address
    )
    went = shown(phone)
    phone.reload()
    assert shown(phone) == went
    assert went.startswith("Tally:") is (address == "/")


def test_every_tab_of_a_table_reloads_to_itself(phone: Any) -> None:
    assert {"", "score", "desk", "history", "photo", "live", "print"} == set(TABS)
    address = lay(phone, "diceminer", "three-miners")
    seen = set()
    for tab in TABS:
        phone.goto(f"{address}/{tab}".rstrip("/"))
        went = shown(phone)
        where = phone.url
        phone.reload()
        assert shown(phone) == went
        assert phone.url == where
        seen.add(went)
    assert len(seen) >= 5
