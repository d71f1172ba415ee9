"""Several phones, a line that breaks, and fingers that slip: nothing is lost, nothing is hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_journey import add_dice, sit_down

Open = Callable[..., Any]


@pytest.fixture
def two_phones(open_phone: Open) -> Callable[..., tuple[Any, Any]]:
    """Two phones that look at one table."""

    def sit(game: str, names: tuple[str, ...] = ("Ann", "Bob")) -> tuple[Any, Any]:
        one, two = open_phone(), open_phone()
        sit_down(one, game, names)
        two.goto(one.url)
        expect(two.get_by_text("2 phones")).to_be_visible()
        expect(one.get_by_text("2 phones")).to_be_visible()
        return one, two

    return sit


def state(page: Any) -> Any:
    """The table as the service has it."""
    return page.evaluate("fetch('/api/v1' + location.pathname.replace('/t/', '/tables/')).then((a) => a.json())")[
        "document"
    ]["state"]


def open_field(page: Any, name: str) -> None:
    page.locator(f'main [data-field="{name}"]').first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def number(page: Any, name: str) -> Any:
    return page.get_by_role("textbox", name=name, exact=True)


def test_a_tap_counts_from_what_others_made_of_a_number(two_phones: Callable[..., tuple[Any, Any]]) -> None:
    one, two = two_phones("Dungeon Lords")
    gold = "gold"
    before = state(one)["players"][0][gold]
    one.context.set_offline(True)
    for _ in range(3):
        two.locator(".field", has_text="Gold").get_by_role("button", name="More").click()
    expect(number(two, "Gold")).to_have_value(str(before + 3))
    one.locator(".field", has_text="Gold").get_by_role("button", name="More").click()
    expect(number(one, "Gold")).to_have_value(str(before + 1))
    expect(one.get_by_text("1 waiting to be sent")).to_be_visible()
    one.context.set_offline(False)
    for phone in (one, two):
        expect(number(phone, "Gold")).to_have_value(str(before + 4))
    expect(one.get_by_text("waiting")).to_have_count(0)
    assert state(one)["players"][0][gold] == before + 4


def test_both_put_a_card_into_the_same_list(two_phones: Callable[..., tuple[Any, Any]]) -> None:
    one, two = two_phones("Roll Player")
    one.context.set_offline(True)
    for phone, card in ((one, "Longsword"), (two, "Longbow")):
        open_field(phone, "cards")
        cards = phone.locator('[data-part="cards"]')
        cards.get_by_role("searchbox").fill(card)
        cards.get_by_role("button", name=card, exact=True).click()
        expect(phone.get_by_role("button", name=f"Take {card} away")).to_be_visible()
    one.context.set_offline(False)
    for phone in (one, two):
        for card in ("Longsword", "Longbow"):
            expect(phone.get_by_role("button", name=f"Take {card} away")).to_be_visible()
    assert sorted(state(one)["players"][0]["cards"]) == ["longbow", "longsword"]


def test_a_switch_leaves_what_others_chose_meanwhile(two_phones: Callable[..., tuple[Any, Any]]) -> None:
    one, two = two_phones("Roll Player")
    for phone in (one, two):
        phone.get_by_text("The whole table").click()
    one.context.set_offline(True)
    two.get_by_label("Monster", exact=True).or_(
        two.locator(".field", has_text="Monster").locator(".pick")
    ).first.click()
    two.get_by_role("option").nth(1).click()
    expect(two.get_by_role("dialog")).to_have_count(0)
    one.get_by_role("switch").first.click()
    one.context.set_offline(False)
    expect(one.get_by_text("waiting")).to_have_count(0)
    monster = state(one)["monster"]
    assert monster is not None
    assert state(two) == state(one)


def test_a_refused_tap_goes_back_and_says_why(two_phones: Callable[..., tuple[Any, Any]]) -> None:
    one, two = two_phones("Dice Miner", ("Eva", "Finn"))
    one.locator('[data-path="/players/0/rounds/-"]').click()
    add_dice(one, "tunnel, 1")
    one.get_by_role("button", name="Done").click()
    first = '[data-path="/players/0/rounds/0/dice/0"]'
    for phone in (one, two):
        phone.locator(first).click()
        expect(phone.locator(".dice-keys")).to_be_visible()
    one.context.set_offline(True)
    two.locator('.dice-keys [aria-label="tunnel, 4"]').click()
    expect(one.locator('.dice-keys [aria-label="tunnel, 1"]')).to_have_attribute("aria-pressed", "true")
    one.locator('.dice-keys [aria-label="tunnel, 5"]').click()
    expect(one.locator('.dice-keys [aria-label="tunnel, 5"]')).to_have_attribute("aria-pressed", "true")
    one.context.set_offline(False)
    expect(one.locator(".toast")).to_contain_text("Somebody was quicker")
    expect(one.locator('.dice-keys [aria-label="tunnel, 4"]')).to_have_attribute("aria-pressed", "true")
    assert state(one)["players"][0]["rounds"][0]["dice"] == ["T4"]


def test_a_form_follows_the_table_while_it_is_open(two_phones: Callable[..., tuple[Any, Any]]) -> None:
    one, two = two_phones("Roll Player")
    for phone in (one, two):
        open_field(phone, "gold")
    gold = '[data-part="gold"]'
    two.locator(gold).get_by_role("button", name="More").click()
    expect(one.locator(gold).get_by_role("textbox")).to_have_value("1")
    expect(one.locator(gold).get_by_role("button", name="1", exact=True)).to_have_attribute("aria-pressed", "true")


def test_undo_takes_back_the_own_change_only(two_phones: Callable[..., tuple[Any, Any]]) -> None:
    one, two = two_phones("Dungeon Lords")
    before = state(one)["players"][0]
    one.locator(".field", has_text="Gold").get_by_role("button", name="More").click()
    expect(number(two, "Gold")).to_have_value(str(before["gold"] + 1))
    two.locator(".field", has_text="Food").get_by_role("button", name="More").click()
    expect(number(one, "Food")).to_have_value(str(before["food"] + 1))
    one.get_by_role("button", name="Undo").click()
    expect(number(two, "Gold")).to_have_value(str(before["gold"]))
    expect(number(two, "Food")).to_have_value(str(before["food"] + 1))


def test_what_was_entered_without_the_host_survives_a_reload(open_phone: Open) -> None:
    page = open_phone()
    sit_down(page, "Dungeon Lords", ("Gus", "Hana"))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(number(page, "Gold")).to_be_visible()
    before = int(number(page, "Gold").input_value())
    page.context.set_offline(True)
    page.locator(".field", has_text="Gold").get_by_role("button", name="More").click()
    page.locator(".field", has_text="Imps").get_by_role("button", name="More").click()
    expect(page.get_by_text("2 waiting to be sent")).to_be_visible()
    page.reload()
    expect(page.get_by_text("2 waiting to be sent")).to_be_visible()
    expect(number(page, "Gold")).to_have_value(str(before + 1))
    page.context.set_offline(False)
    expect(page.get_by_text("waiting")).to_have_count(0)
    assert state(page)["players"][0]["gold"] == before + 1


def test_an_undo_without_the_host_takes_back_what_waits(open_phone: Open) -> None:
    page = open_phone()
    sit_down(page, "Dungeon Lords", ("Gus", "Hana"))
    before = number(page, "Gold").input_value()
    page.context.set_offline(True)
    for _ in range(2):
        page.locator(".field", has_text="Gold").get_by_role("button", name="More").click()
    expect(page.get_by_text("2 waiting to be sent")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(number(page, "Gold")).to_have_value(str(int(before) + 1))
    page.context.set_offline(False)
    expect(page.get_by_text("waiting")).to_have_count(0)
    assert state(page)["players"][0]["gold"] == int(before) + 1


@pytest.mark.parametrize("written", ["99999", "1.7", "abc", ""])
def test_a_number_that_cannot_be_is_told_and_changes_nothing(phone: Any, written: str) -> None:
    sit_down(phone, "Dungeon Lords")
    before = state(phone)["players"][0]["gold"]
    number(phone, "Gold").fill(written)
    number(phone, "Gold").blur()
    expect(phone.locator(".toast")).to_contain_text("whole number")
    expect(number(phone, "Gold")).to_have_value(written)
    expect(number(phone, "Gold")).to_have_attribute("aria-invalid", "true")
    assert state(phone)["players"][0]["gold"] == before


def test_equal_names_are_refused_while_they_are_typed(phone: Any) -> None:
    phone.goto("/new")
    phone.get_by_role("radio", name="Roll Player").click()
    phone.get_by_role("button", name="Add a player").click()
    for place, name in enumerate(("Bo", "Bo 2", "Bo 2"), 1):
        phone.get_by_label(f"Name of player {place}", exact=True).fill(name)
    expect(phone.get_by_text("Two players are called Bo 2")).to_be_visible()
    expect(phone.get_by_role("button", name="Start")).to_be_disabled()
    phone.get_by_label("Name of player 3", exact=True).fill("Cy")
    phone.get_by_role("button", name="Start").click()
    expect(phone.get_by_role("tab", name="Bo 2")).to_be_visible()


def test_a_colour_is_never_taken_from_somebody_else(phone: Any) -> None:
    phone.goto("/new")
    phone.get_by_role("radio", name="Dice Miner").click()
    phone.get_by_label("Name of player 2", exact=True).fill("Zoe")
    phone.get_by_role("button", name="Colour of player 1").click()
    taken = phone.get_by_role("radio", name="Zoe")
    expect(taken).to_be_disabled()
    free = phone.get_by_role("dialog").locator("[role=radio]:not([disabled])[aria-checked=false]").first
    free.click()
    phone.get_by_role("button", name="Colour of player 1").click()
    expect(phone.get_by_role("radio", name="Zoe")).to_be_disabled()


def test_tapping_beside_a_sheet_loses_no_battle_plan(phone: Any) -> None:
    phone.goto("/")
    phone.get_by_role("button", name="Look around").click()
    phone.get_by_role("button", name="summer of the second year").click()
    phone.get_by_role("link", name="Disputes").click()
    phone.locator('[data-question="battle"]').click()
    tiles = phone.get_by_role("radiogroup", name="Tile").get_by_role("radio")
    chosen = tiles.nth(1)
    name = chosen.text_content()
    chosen.click()
    expect(tiles.nth(1)).to_have_attribute("aria-checked", "true")
    phone.mouse.click(195, 5)
    expect(phone.get_by_role("dialog")).to_have_count(0)
    phone.locator('[data-question="battle"]').click()
    again = phone.get_by_role("radiogroup", name="Tile").get_by_role("radio", name=name, exact=True)
    expect(again).to_have_attribute("aria-checked", "true")


def test_a_renamed_table_keeps_its_name_however_the_sheet_is_closed(phone: Any) -> None:
    sit_down(phone, "Dice Miner")
    phone.get_by_role("button", name="More", exact=True).click()
    phone.get_by_role("button", name="Name of the table").click()
    phone.get_by_role("textbox", name="Name of the table").fill("Friday evening")
    phone.mouse.click(195, 5)
    expect(phone.locator(".topbar strong")).to_have_text("Friday evening")
