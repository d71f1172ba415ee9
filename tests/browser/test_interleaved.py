"""Two browsers write on one table in any order, their lines cut at random: what each tapped is there at the end."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_journey import sit_down
from tests.browser.test_phones import state

EDITS = max(40, round(2000 * float(os.environ.get("TALLY_HARD") or 0)))
SEEDS = range(1)
COUNTERS = ("Gold", "Food", "Imps")
FIELDS = {"Gold": "gold", "Food": "food", "Imps": "imps"}


def count(phone: Any, pick: random.Random, added: Counter[str]) -> None:
    """One more or one fewer of something; none of it can ever be refused."""
    name = pick.choice(COUNTERS)
    shown = int(phone.get_by_role("textbox", name=name, exact=True).input_value())
    more = shown < 20 or pick.random() < 0.5
    phone.locator(".field", has_text=name).get_by_role("button", name="More" if more else "Less").click()
    added[name] += 1 if more else -1


def set_a_trap(phone: Any, pick: random.Random, added: Counter[str]) -> None:
    """One more card in a list."""
    phone.get_by_role("button", name="Add: Traps").click()
    phone.locator('[data-part="traps"] .adds').nth(pick.randrange(3)).click()
    phone.get_by_role("dialog").get_by_role("button", name="Done").click()
    expect(phone.locator("dialog[open]")).to_have_count(0)
    added["traps"] += 1


def choose_the_year(phone: Any, pick: random.Random, added: Counter[str]) -> None:
    """A choice that both make; the one who comes too late is told."""
    phone.get_by_role("radiogroup", name="Year").get_by_role("radio", name=pick.choice("12")).click()


def dig(phone: Any, pick: random.Random, added: Counter[str]) -> None:
    """A square becomes a tunnel or a room."""
    square = phone.locator(".square").nth(pick.randrange(20))
    square.click()
    phone.locator(".dock").get_by_role("radio", name=pick.choice(("Tunnel", "Hatchery", "Mint"))).click()
    square.click()
    phone.locator(".dock").get_by_role("button", name="Done").click()


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_was_tapped_is_lost(open_phone: Callable[..., Any], seed: int) -> None:
    pick = random.Random(seed)
    phones = [open_phone(), open_phone()]
    sit_down(phones[0], "Dungeon Lords")
    phones[1].goto(phones[0].url)
    expect(phones[1].get_by_role("textbox", name="Gold", exact=True)).to_be_visible()
    before = state(phones[0])["players"][0]
    added: Counter[str] = Counter()
    cut = [False, False]
    for _ in range(EDITS):
        who = pick.randrange(2)
        if pick.random() < 0.15:
            cut[who] = not cut[who]
            phones[who].context.set_offline(cut[who])
        pick.choice((count, count, count, set_a_trap, choose_the_year, dig))(phones[who], pick, added)
    for phone in phones:
        phone.context.set_offline(False)
    for phone in phones:
        expect(phone.get_by_text("waiting to be sent")).to_have_count(0)
        expect(phone.get_by_text("Waiting for the host")).to_have_count(0)
    after = state(phones[0])["players"][0]
    for name, field in FIELDS.items():
        assert after[field] == before[field] + added[name], name
        for phone in phones:
            expect(phone.get_by_role("textbox", name=name, exact=True)).to_have_value(str(after[field]))
    assert len(after["traps"]) == len(before["traps"]) + added["traps"]
    for phone in phones:
        squares = phone.locator(".square:not(.earth)")
        expect(squares).to_have_count(len({(tile["x"], tile["y"]) for tile in after["dungeon"]}))
