"""A card named in a photo is remembered by one tap."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import needs_weights
from tests.browser.test_journey import sit_down
from tests.browser.test_photo import SAMPLES, take


@needs_weights
def test_a_card_is_named_by_its_kind_and_remembered(phone: Any) -> None:
    sit_down(phone, "Dwar7s Fall")
    take(phone, (SAMPLES / "dwar7s-1.jpg").resolve())
    dock, remember = phone.locator(".dock"), phone.get_by_role("button", name="Remember for later photos")
    nameless = phone.locator(".photo-stage .piece.unsure", has_text="?")
    nameless.first.dispatch_event("click")
    expect(dock.get_by_role("button", name="Right", exact=True)).to_have_count(0)  # nothing was read that could be
    dock.get_by_role("button", name="Turn ↑").click()
    dock.get_by_role("button", name="yellow", exact=True).click()
    expect(dock.get_by_text("Which card?")).to_be_visible()
    expect(phone.locator(".photo-stage .by-hand")).to_have_count(0)
    for named in range(1, nameless.count() + 1):
        with phone.expect_response(lambda answer: "/lessons" in answer.url) as lessons:
            dock.get_by_role("button", name="Tavern", exact=True).click()
        expect(phone.locator(".photo-stage .by-hand")).to_have_count(named)
        if lessons.value.json():  # cards on which a dwarf stands teach nothing
            break
    dock.get_by_role("button", name="Done").click()
    expect(remember).to_contain_text("Tavern")
    remember.click()
    expect(phone.get_by_text("1 taught.")).to_be_visible()
    expect(remember).to_have_count(0)
