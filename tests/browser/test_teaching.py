"""Teaching one's copy on a phone: a photo of cards in rows, names by tapping, and they are known next time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import needs_weights
from tests.vision.cards import card, save, table


@needs_weights
def test_cards_are_photographed_named_and_known_next_time(phone: Any, tmp_path: Path) -> None:
    phone.goto("/cards/diceminer")
    phone.get_by_role("link", name="Teach my copy").click()
    expect(phone.get_by_text("0 of 17 taught")).to_be_visible()
    photo = save(table([card(1, title="Engineer"), card(2), card(3)]), tmp_path / "rows.jpg")
    take(phone, photo)
    cuts = phone.locator(".cut")
    expect(cuts).to_have_count(3)
    expect(cuts.nth(0)).to_contain_text("Engineer")
    cuts.nth(1).click()
    for typed, name in (("surv", "Surveyor"), ("alch", "Alchemist")):  # the second is asked for by itself
        phone.get_by_role("searchbox").last.fill(typed)
        phone.get_by_role("button", name=name, exact=True).click()
        expect(cuts.filter(has_text=name)).to_have_count(1)
    phone.get_by_role("button", name="Keep 3").click()
    expect(phone.get_by_text("3 of 17 taught")).to_be_visible()
    take(phone, photo)
    expect(phone.locator(".cut", has_text="Surveyor, known")).to_have_count(1)
    phone.locator("summary", has_text="Hero").click()
    phone.get_by_role("button", name="Engineer", exact=True).click()
    phone.get_by_role("button", name="Forget it").click()
    expect(phone.get_by_text("2 of 17 taught")).to_be_visible()


@needs_weights
def test_a_card_that_lay_on_its_side_is_turned_before_it_is_kept(phone: Any, tmp_path: Path) -> None:
    """What is taught is how a card stands: the walls of a kingdom card are told by it."""
    phone.goto("/cards/dwar7s")
    phone.get_by_role("link", name="Teach my copy").click()
    take(phone, save(table([card(4)]), tmp_path / "one.jpg"))
    phone.locator(".cut").click()
    picture = phone.locator("dialog img.cutout")
    size = "one => [one.naturalWidth, one.naturalHeight]"
    wide, high = picture.evaluate(size)
    assert wide != high
    phone.get_by_role("button", name="Turn it").click()
    phone.wait_for_function("high => document.querySelector('dialog img.cutout').naturalWidth === high", arg=high)
    assert picture.evaluate(size) == [high, wide]
    phone.get_by_role("searchbox").last.fill("cast")  # what is offered at once depends on what is taught already
    phone.get_by_role("button", name="Castle", exact=True).click()
    phone.get_by_role("button", name="Keep 1").click()
    expect(phone.get_by_text("1 taught.")).to_be_visible()  # only then is there a picture to look at
    phone.locator("summary", has_text="Castle").click()
    phone.get_by_role("button", name="Castle", exact=True).click()
    phone.wait_for_function("() => document.querySelector('dialog img.cutout')?.naturalWidth")
    kept = picture.evaluate(size)
    assert kept[0] > kept[1] if high > wide else kept[0] < kept[1]
    phone.get_by_role("button", name="Forget it").click()


def take(phone: Any, photo: Path) -> None:
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Photograph cards").click()
    chooser.value.set_files(photo)
    expect(phone.locator(".cut").first).to_be_visible()
