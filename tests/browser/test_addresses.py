"""Every address that the page can show reloads to itself."""

from __future__ import annotations

import re
from typing import Any

import pytest

from api.http.files import WEB
from scoring.games import GAME_IDS
from tests.browser.test_access_for_all import GO
from tests.browser.test_sheets import lay

TABS = re.findall(
    r'^  "?(\w*)"?: \(\) => import', (WEB / "static" / "views" / "table.js").read_text("utf-8"), re.MULTILINE
)
PLAIN = ["/", "/new", "/dice", "/settings", "/rules", "/cards", "/cards/"]
VIEWS = {"": PLAIN, **{view: [f"/{view}/{game}" for game in GAME_IDS] for view in ("rules", "cards", "desk")}}


def shown(page: Any) -> str:
    """What stands on the page, without the moments that pass."""
    page.locator("#app:not([aria-busy]) main").wait_for()
    page.wait_for_load_state("networkidle")
    title = page.locator(".topbar .title").inner_text()
    heads = page.locator("main :is(h1, h2, .headline, summary, .item strong)").all_inner_texts()
    return f"{title}: {heads}"


@pytest.mark.parametrize("view", VIEWS)
def test_an_address_reloads_to_what_the_page_went_to(phone: Any, view: str) -> None:
    phone.goto("/settings")
    phone.locator("#app:not([aria-busy]) main").wait_for()
    for address in VIEWS[view]:
        phone.evaluate(GO, address)
        went = shown(phone)
        phone.reload()
        assert shown(phone) == went, address
        assert went.startswith("Tally:") is (address == "/"), address


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
