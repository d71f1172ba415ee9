"""For every eye and hand: axe on every page in three languages, small and large screens, large letters, keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.test_journey import sit_down

Open = Callable[..., Any]
PAGES = ("/", "/new", "/dice", "/settings", "/invite", "/rules", "/cards", "/stats", "/help")
OF_A_GAME = ("/rules/{}", "/cards/{}", "/desk/{}")
SAMPLES = {
    "rollplayer": "five",
    "diceminer": "three-miners",
    "dungeonlords": "four-lords",
    "dwar7s": "four-kingdoms",
    "yacht": "middle",
    "pad": "categories",
}
TABS = ("", "/score", "/desk", "/history", "/print", "/photo", "/live")
LANGUAGES = ("en-GB", "el-GR", "pl-PL")
IN_TURN = ("el-GR", "pl-PL") * 3  # the other language of each game
SCREENS = ((320, 568), (390, 844), (844, 390), (1440, 900))
AXE = Axe().axe_script
GO = "address => import(document.querySelector('script[src]').src).then((app) => app.go(address))"
GRAVE = ("serious", "critical")
TOO_WIDE = """(wide) => {
  if (document.documentElement.scrollWidth <= wide) return [];
  return [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > wide + 1)
    .filter((e) => !e.closest(".chips:not(.flow), .pieces, .drawing, .grid-box"))
    .slice(0, 4).map((e) => e.outerHTML.slice(0, 120));
}"""
SMALL_PLACES = """() => [...document.querySelectorAll(".drawing [role=button], .stepper button, .square")]
  .map((e) => [e.getAttribute("aria-label") || e.dataset.path, e.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 47.5)
  .map(([name, box]) => `${name}: ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`)"""


def lay(page: Any, game: str) -> str:
    """A table as one of the samples; its address."""
    state = page.request.get(f"/api/v1/games/{game}/samples/{SAMPLES[game]}").json()
    return f"/t/{page.request.post('/api/v1/tables', data={'game': game, 'state': state}).json()['id']}"


def addresses(page: Any, game: str) -> list[str]:
    """Every address that shows something of a game."""
    table = lay(page, game)
    return [*(address.format(game) for address in OF_A_GAME), *(f"{table}{tab}" for tab in TABS)]


def show(page: Any, address: str) -> None:
    """As a link of the page leads there; that it looks the same after a reload is for test_addresses.py to tell."""
    if page.url == "about:blank":
        page.goto(address)
    else:
        page.evaluate(GO, address)
    expect(page.locator("main")).to_be_visible()
    page.locator("#app:not([aria-busy])").wait_for()
    page.wait_for_timeout(250)


def grave(page: Any) -> list[str]:
    """What axe finds that keeps somebody out; colours, the longest work of it, are the same in every language."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(
        """axe.run(document, {
          resultTypes: ["violations"],
          rules: { "color-contrast": { enabled: document.documentElement.lang === "en" } },
        })"""
    )["violations"]
    return [
        f"{one['id']}: {node['html'][:160]}" for one in found if one["impact"] in GRAVE for node in one["nodes"][:3]
    ]


def faults(page: Any, address: str) -> list[str]:
    """What keeps somebody out of a page, and what makes it scroll sideways on a screen of any shape."""
    show(page, address)
    found = grave(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"wider than {width}: {what}" for what in page.evaluate(TOO_WIDE, width)]
    page.set_viewport_size(PHONE)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_keeps_anybody_out(open_phone: Open, lang: str) -> None:
    page = open_phone(lang=lang)
    found = {address: faults(page, address) for address in PAGES}
    assert {address: what for address, what in found.items() if what} == {}


@pytest.mark.parametrize(
    ("game", "lang"), [*((game, "en-GB") for game in SAMPLES), *zip(SAMPLES, IN_TURN, strict=True)]
)
def test_no_page_of_a_game_keeps_anybody_out(open_phone: Open, game: str, lang: str) -> None:
    page = open_phone(lang=lang)
    found = {address: faults(page, address) for address in addresses(page, game)}
    assert {address: what for address, what in found.items() if what} == {}


def test_letters_twice_as_large_stay_on_the_page(open_phone: Open) -> None:
    page = open_phone(lang="el-GR")
    page.add_init_script("addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')")
    found = {}
    for address in (*PAGES, *addresses(page, "rollplayer"), *addresses(page, "dungeonlords")):
        show(page, address)
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
        found[address] = page.evaluate(TOO_WIDE, PHONE["width"])
    assert {address: what for address, what in found.items() if what} == {}


@pytest.mark.parametrize("game", SAMPLES)
def test_places_and_counters_are_as_large_as_a_fingertip(phone: Any, game: str) -> None:
    show(phone, lay(phone, game))
    phone.wait_for_timeout(500)
    assert phone.evaluate(SMALL_PLACES) == []


def test_places_are_named_by_row_and_column(phone: Any) -> None:
    sit_down(phone, "Roll Player")
    expect(phone.get_by_role("button", name="Dexterity, place 2: empty place")).to_be_visible()
    phone.goto(lay(phone, "dungeonlords"))
    expect(phone.get_by_role("button", name="Column A, row 1:")).to_be_visible()
    sit_down(phone, "Dwar7s Fall")
    expect(phone.get_by_role("button", name="free spot").first).to_be_visible()


@pytest.mark.parametrize(("lang", "said"), [("en-GB", {"gre", "blu", "red", "pur", "bla", "whi", "gol"})])
def test_colours_carry_letters_on_demand(open_phone: Open, lang: str, said: set[str]) -> None:
    page = open_phone(lang=lang)
    table = lay(page, "rollplayer")
    page.goto(table)
    dice = page.locator('.drawing [data-path*="/rows/"] .letter')
    expect(dice.first).to_be_attached()
    expect(dice.first).to_be_hidden()
    page.goto("/settings")
    page.get_by_role("switch", name="Letters on colours").check()
    page.goto(table)
    expect(dice.first).to_be_visible()
    assert set(dice.all_text_contents()) <= said
    expect(page.get_by_role("tab").first.locator(".dot-colour .letter")).to_be_visible()


def test_roll_player_is_entered_by_keys_alone(phone: Any) -> None:
    sit_down(phone, "Roll Player")
    place = phone.get_by_role("button", name="Strength, place 1")
    expect(place).to_be_visible()
    place.focus()
    for key in ("Enter", "ArrowDown", "ArrowRight", "Enter", "3", "Escape"):
        phone.keyboard.press(key)
    expect(phone.get_by_role("button", name="Strength, place 2: blue 3")).to_be_visible()
    expect(phone.get_by_role("button", name="Strength, place 1: blue 2")).to_be_visible()
    expect(phone.locator(".dock")).to_be_hidden()
    assert phone.evaluate("document.activeElement.dataset.path") == "/players/0/rows/strength/0"
