"""The photo view: values on the dice, closer looks, one doubt after the other, several photos in a row, the camera."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHOTOS, needs_weights
from tests.browser.test_journey import sit_down

SAMPLES = Path("vision/samples")
SCALE = "() => new DOMMatrix(getComputedStyle(document.querySelector('.zoom-layer')).transform).a"


def take(page: Any, name: str | Path = "rollplayer.jpg", button: str = "Photo") -> None:
    """A picture of the pieces of the player that is looked at."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=button, exact=True).click()
    chooser.value.set_files(PHOTOS / name)
    expect(page.locator(".piece-chip").first).to_be_visible()


def wait_until(come: Callable[[], bool]) -> None:
    """Until something moved; the page's own rules forbid Playwright to wait for it inside."""
    end = time.monotonic() + 30
    while not come():
        assert time.monotonic() < end
        time.sleep(0.05)


@needs_weights
def test_every_die_carries_its_value_and_doubts_are_settled_in_a_row(phone: Any) -> None:
    sit_down(phone, "Roll Player")
    take(phone, (SAMPLES / "rollplayer-3.jpg").resolve())
    marks = phone.locator(".photo-stage .piece .mark text:not(.letter)").all_text_contents()
    assert len(marks) == 11
    assert set(marks) <= set("123456")
    doubtful = phone.locator(".photo-stage .piece.unsure")
    count = doubtful.count()
    assert count >= 1
    assert doubtful.first.locator("> rect").evaluate("(e) => getComputedStyle(e).animationName") == "doubt"
    doubtful.first.dispatch_event("click")
    for left in range(count - 1, -1, -1):
        expect(phone.locator(".photo-stage .looked")).to_have_count(1)
        wait_until(lambda: phone.evaluate(SCALE) > 1.5)
        phone.locator(".dock").get_by_role("button", name="Right", exact=True).click()
        expect(doubtful).to_have_count(left)
    expect(phone.locator(".dock")).to_be_hidden()
    expect(phone.locator(".photo-stage .by-hand")).to_have_count(count)
    phone.wait_for_timeout(400)
    assert phone.evaluate(SCALE) == 1


@needs_weights
def test_a_photo_is_zoomed_by_wheel_double_tap_and_two_fingers(phone: Any) -> None:
    sit_down(phone, "Roll Player")
    take(phone)
    stage = phone.locator(".photo-stage")
    stage.scroll_into_view_if_needed()
    box = stage.bounding_box()
    corner = (box["x"] + 12, box["y"] + box["height"] - 12)
    phone.mouse.move(*corner)
    phone.mouse.wheel(0, -300)
    phone.wait_for_timeout(300)
    assert phone.evaluate(SCALE) == pytest.approx(2.72, abs=0.1)
    phone.mouse.wheel(0, 2000)
    phone.wait_for_timeout(300)
    assert phone.evaluate(SCALE) == 1
    phone.mouse.dblclick(*corner)
    phone.wait_for_timeout(300)
    assert phone.evaluate(SCALE) == 2.5
    before = phone.locator(".zoom-layer").bounding_box()
    phone.mouse.down()
    phone.mouse.move(corner[0] + 60, corner[1] - 40, steps=4)
    phone.mouse.up()
    phone.wait_for_timeout(300)
    after = phone.locator(".zoom-layer").bounding_box()
    assert (before["x"], before["y"]) != (after["x"], after["y"]) or before["x"] == box["x"]
    expect(phone.locator(".dock")).to_be_hidden()
    phone.mouse.dblclick(*corner)
    phone.wait_for_timeout(300)
    assert phone.evaluate(SCALE) == 1
    pinch(phone, box)
    assert phone.evaluate(SCALE) > 1.5


def pinch(page: Any, box: dict[str, float]) -> None:
    """Two fingers that move apart, as the browser gets them from the glass."""
    session = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, apart in (("touchStart", 20), ("touchMove", 50), ("touchMove", 80), ("touchEnd", None)):
        points = [] if apart is None else [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_timeout(300)


@needs_weights
def test_several_pictures_of_the_phone_are_given_to_the_players(phone: Any, server: str) -> None:
    sit_down(phone, "Dice Miner")
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Pictures").click()
    assert chooser.value.is_multiple()
    other = phone.request.get(f"{server}/api/v1/games/diceminer/sample-photos/diceminer-1.jpg").body()
    first = (PHOTOS / "diceminer.jpg").read_bytes()
    chooser.value.set_files(
        [
            {"name": "one.jpg", "mimeType": "image/jpeg", "buffer": first},
            {"name": "two.jpg", "mimeType": "image/jpeg", "buffer": other},
        ]
    )
    whose = phone.get_by_role("radiogroup", name="Picture 1")
    expect(whose.get_by_role("radio", name="Ann")).to_be_checked()
    whose.get_by_role("radio", name="Bob").click()
    expect(phone.get_by_role("radiogroup", name="Picture 2").get_by_role("radio", name="Ann")).to_be_checked()
    phone.get_by_role("button", name="Read 2 pictures").click()
    expect(phone.locator(".piece-chip").first).to_be_visible()
    expect(phone.get_by_role("progressbar")).to_have_count(0)
    photos = phone.evaluate(
        "fetch('/api/v1/tables/' + location.pathname.split('/')[2]).then((answer) => answer.json())"
    )["document"]["photos"]
    assert sorted(photo["player"] for photo in photos) == [0, 1]


@needs_weights
def test_after_a_photo_the_next_player_is_one_tap_away(phone: Any) -> None:
    sit_down(phone, "Dice Miner")
    take(phone, "diceminer.jpg")
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Next photo: Bob").click()
    assert chooser.value.element.get_attribute("capture") == "environment"
    chooser.value.set_files(PHOTOS / "diceminer.jpg")
    expect(phone.get_by_role("tab", name="Bob")).to_have_attribute("aria-selected", "true")
    expect(phone.get_by_role("button", name="Next photo")).to_have_count(0)


@needs_weights
def test_the_tiles_and_cards_of_a_dungeon_are_corrected_in_the_photo(phone: Any) -> None:
    sit_down(phone, "Dungeon Lords")
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Photo", exact=True).click()
    chooser.value.set_files(SAMPLES / "dungeonlords-1.jpg")
    pieces = phone.locator(".photo-stage .piece")
    expect(pieces.first).to_be_visible(timeout=180_000)  # on a busy machine a dungeon takes long
    dungeon = told_of(phone, "dungeon")
    dock = phone.locator(".dock")

    def look(name: str) -> None:
        """The first piece of this name; two taps in a row would look closer."""
        phone.wait_for_timeout(400)
        phone.locator(f'.photo-stage .piece[aria-label^="{name}"]').first.dispatch_event("click")

    look("Tunnel")
    dock.get_by_role("button", name="Mint", exact=True).click()
    expect(phone.locator('.photo-stage .piece.by-hand[aria-label="Mint"]')).to_have_count(1)
    look("Mint")
    dock.get_by_role("button", name="Conquered", exact=True).click()
    expect(phone.locator('.photo-stage .piece.by-hand[aria-label="Mint, conquered"]')).to_have_count(1)
    corrected = told_of(phone, "dungeon")
    assert [tile for tile in corrected if tile["room"] == "mint" and tile["conquered"]]
    assert len(corrected) == len(dungeon)
    look("Tunnel")
    dock.get_by_role("button", name="Monster", exact=True).click()
    expect(phone.locator('.photo-stage .piece[aria-label^="Which monster"]').first).to_be_attached()
    look("Which monster")
    dock.get_by_role("button", name="Vampire", exact=True).click()
    expect(phone.locator('.photo-stage .piece[aria-label="Vampire"]')).to_have_count(1)
    assert [monster["id"] for monster in told_of(phone, "monsters")] == ["vampire"]
    assert len(told_of(phone, "dungeon")) == len(dungeon) - 1


def told_of(page: Any, field: str) -> Any:
    """A part of the first player as the service knows it."""
    fetched = "fetch('/api/v1/tables/' + location.pathname.split('/')[2]).then((answer) => answer.json())"
    return page.evaluate(fetched)["document"]["state"]["players"][0][field]


def test_samples_are_offered_on_sample_tables_only(phone: Any) -> None:
    sit_down(phone, "Dice Miner")
    expect(phone.get_by_role("button", name="Pictures")).to_be_visible()
    expect(phone.get_by_role("button", name="Sample")).to_have_count(0)


@needs_weights
def test_read_dice_are_corrected(phone: Any) -> None:
    phone.goto("/dice")
    phone.get_by_role("button", name="Sample photos").click()
    phone.locator(".sample").first.click()
    pieces = phone.locator(".photo-stage .piece")
    expect(pieces.first).to_be_visible()
    values = [int(text) for text in phone.locator(".piece .mark text:not(.letter)").all_text_contents() if text != "?"]
    other = 1 if values[0] != 1 else 2
    pieces.first.dispatch_event("click")
    phone.locator(".dock").get_by_role("button", name=f"die {other}", exact=True).click()
    expect(pieces.first).to_have_class("piece by-hand")
    if phone.locator(".dock").is_visible():
        phone.locator(".dock").get_by_role("button", name="Done").click()
    expect(phone.locator(".total-row strong")).to_contain_text(str(sum(values) - values[0] + other))
    before = pieces.count()
    phone.wait_for_timeout(400)  # two taps in a row look closer
    pieces.first.dispatch_event("click")
    phone.locator(".dock").get_by_role("button", name="Not a piece").click()
    expect(pieces).to_have_count(before - 1)


@needs_weights
def test_a_die_between_two_colours_is_told_by_both_names(phone: Any) -> None:
    def between(route: Any) -> None:
        answer = route.fetch()
        read = answer.json()
        read["pieces"][0] |= {"colour": "green", "or_colour": "turquoise"}
        route.fulfill(response=answer, json=read)

    phone.route("**/games/dice/read*", between)
    phone.goto("/dice")
    phone.get_by_role("button", name="Sample photos").click()
    phone.locator(".sample").first.click()
    phone.locator(".photo-stage .piece").first.dispatch_event("click")
    expect(phone.locator(".dock")).to_contain_text("green or turquoise")


FAKE_ABILITIES = """() => {
  const asked = [];
  window.asked = asked;
  MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true, zoom: { min: 1, max: 4, step: 0.5 } });
  MediaStreamTrack.prototype.applyConstraints = async (wish) => void asked.push(wish.advanced[0]);
}"""


@needs_weights
def test_camera_light_and_zoom_are_chosen_and_remembered(open_phone: Callable[..., Any]) -> None:
    """Chromium's camera of the film has neither light nor zoom: only what the phone says of itself is made up."""
    page = open_phone()
    page.add_init_script(f"({FAKE_ABILITIES})()")
    sit_down(page, "Dice Miner")
    page.get_by_role("link", name="Live").click()
    page.get_by_role("button", name="Light").click()
    expect(page.get_by_role("button", name="Light")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("slider").fill("2.5")
    assert {"torch": True} in page.evaluate("asked")
    assert {"zoom": 2.5} in page.evaluate("asked")
    page.get_by_role("button", name="Camera").click()
    expect(page.get_by_role("dialog").get_by_role("radio").first).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.reload()
    expect(page.get_by_role("button", name="Light")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("slider")).to_have_value("2.5")
    assert page.evaluate("asked") == [{"torch": True}, {"zoom": 2.5}]
