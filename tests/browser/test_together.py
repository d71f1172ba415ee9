"""Two phones at one table, other languages, no host, and the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from api.language.speech import catalogue
from scoring.languages import LANGUAGES
from tests.browser.test_journey import add_dice, sit_down

Open = Callable[..., Any]


def test_two_phones_agree_and_a_reconnect_loses_nothing(open_phone: Open) -> None:
    one, two = open_phone(), open_phone()
    sit_down(one, "Dice Miner", ("Eva", "Finn"))
    two.goto(one.url)
    expect(two.get_by_text("2 phones")).to_be_visible()
    one.locator('[data-path="/players/0/rounds/-"]').click()
    add_dice(one, "tunnel, 1", "tunnel, 2")
    expect(two.locator('[data-path="/players/0/rounds/0/dice/1"]')).to_be_visible()
    two.context.set_offline(True)
    add_dice(one, "tunnel, 3")
    two.context.set_offline(False)
    expect(two.locator('[data-path="/players/0/rounds/0/dice/2"]')).to_be_visible()
    expect(two.get_by_role("tab", name="Eva")).to_contain_text("6")


def test_a_reload_without_the_host_shows_the_table(open_phone: Open) -> None:
    page = open_phone()
    sit_down(page, "Dice Miner", ("Gus", "Hana"))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(page.get_by_role("tab", name="Gus")).to_be_visible()
    expect(page.locator(".drawing svg")).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("tab", name="Gus")).to_be_visible()
    expect(page.locator(".drawing svg")).to_be_visible()


@pytest.mark.parametrize("lang", ["el", "pl"])
def test_the_language_is_switched_and_kept(phone: Any, lang: str) -> None:
    said = catalogue(lang)
    phone.goto("/")
    phone.get_by_role("button", name="Language").click()
    phone.get_by_role("radio", name=LANGUAGES[lang]).click()
    expect(phone.locator("html")).to_have_attribute("lang", lang)
    phone.get_by_role("link", name=said["New table"]).click()
    phone.get_by_role("radio", name="Dice Miner").click()
    phone.get_by_role("button", name=said["Start"]).click()
    expect(phone.get_by_role("navigation").get_by_text(said["Score"])).to_be_visible()
    assert phone.locator("html").get_attribute("lang") == lang


def test_a_dispute_is_settled_in_greek(open_phone: Open) -> None:
    page = open_phone(lang="el-GR")
    page.goto("/rules/diceminer")
    page.get_by_role("searchbox").fill("διπλασιαζω πετραδια")
    expect(page.locator(".answer").first).to_contain_text("DM-TREASURE-DOUBLE")


def test_a_table_is_played_by_keyboard_alone(phone: Any) -> None:
    sit_down(phone, "Dice Miner", ("Ira", "Jan"))
    phone.locator('[data-path="/players/0/rounds/-"]').focus()
    phone.keyboard.press("Enter")
    expect(phone.locator(".dock")).to_be_visible()
    phone.keyboard.press("Enter")
    expect(phone.locator(".dock header")).to_contain_text("1 dice")
    for key in ("ArrowRight", "ArrowRight", "Enter", "2"):
        phone.keyboard.press(key)
    expect(phone.locator(".dock header")).to_contain_text("3 dice")
    phone.keyboard.press("Escape")
    expect(phone.locator(".dock")).to_be_hidden()
    expect(phone.get_by_role("tab", name="Ira")).to_contain_text("6")
    dice = "() => fetch('/api/v1' + location.pathname.replace('/t/', '/tables/')).then((a) => a.json())"
    assert phone.evaluate(dice)["document"]["state"]["players"][0]["rounds"][0]["dice"] == ["T1", "T3", "T2"]


def test_everything_that_can_be_tapped_has_a_name_and_is_large_enough(phone: Any) -> None:
    sit_down(phone, "Roll Player", ("Kim", "Leo"))
    table = phone.url
    for path in ("/", "/new", "/settings", table, f"{table}/score", f"{table}/desk", f"{table}/history"):
        phone.goto(path)
        expect(phone.locator("main")).to_be_visible()
        phone.wait_for_load_state("networkidle")
        nameless = phone.evaluate(
            """() => [...document.querySelectorAll("button, a[href], input, [role=button]")]
                .filter((e) => e.checkVisibility())
                .filter((e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.length || e.title))
                .map((e) => e.outerHTML.slice(0, 120))"""
        )
        small = phone.evaluate(
            """() => [...document.querySelectorAll("main button, nav a, header a, header button")]
                .filter((e) => e.checkVisibility() && !e.closest("svg") && !e.matches(".linklike"))
                .filter((e) => e.getBoundingClientRect().height < 40)
                .map((e) => e.outerHTML.slice(0, 120))"""
        )
        assert nameless == []
        assert small == []
