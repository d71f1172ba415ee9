"""A way to the final number: one next step, lines and totals that are told, cards that are taught, the end."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.referee import ask_about, card_of, fight
from tests.browser.test_journey import sit_down
from tests.browser.test_sheets import lay


def player(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, **more}


def test_a_new_table_has_one_next_step_and_no_badge(phone: Any) -> None:
    sit_down(phone, "Roll Player", ("Ana", "Ben"))
    expect(phone.locator(".nav .dot")).to_have_count(0)
    expect(phone.locator(".next-step")).to_contain_text("Ana: 18 dice")
    expect(phone.locator(".left-of")).to_contain_text("Ben: 18 dice, race, class, alignment, backstory, market cards")
    phone.locator(".todo .chip", has_text="class").click()
    phone.locator("dialog").get_by_text("Wizard", exact=True).click()
    phone.locator("dialog").get_by_role("button", name="Done").click()
    expect(phone.locator(".todo .chip", has_text="class")).to_have_count(0)
    phone.get_by_role("link", name="Score").click()
    ana = phone.locator(".ranking li", has_text="Ana")
    expect(ana).to_contain_text("provisional, it lacks: 18 dice, race, alignment")
    expect(ana).not_to_contain_text("class,")


def test_what_nobody_has_is_told_as_none(phone: Any) -> None:
    state = {"players": [player("Ana", colour="red"), player("Ben", colour="blue")], "table": [CASTLE]}
    lay(phone, "dwar7s", state=state)
    expect(phone.locator(".next-step")).to_contain_text("Ana: goals, gems and monsters")
    phone.locator(".todo").get_by_role("button", name="None").click()
    expect(phone.locator(".next-step")).not_to_contain_text("Ana: goals")
    phone.get_by_role("link", name="Score").click()
    expect(phone.locator("details.line", has_text="Gems in hand")).to_contain_text("told")


CASTLE = {"x": 0, "y": 0, "cards": [{"kind": "castle", "colour": "red"}]}
MINE = {"x": 1, "y": 0, "cards": [{"kind": "ruby_mine", "colour": "red"}]}


def test_a_kingdom_is_simply_told_and_its_card_is_taught_by_taps(phone: Any) -> None:
    state = {"players": [player("Ana", colour="red"), player("Ben", colour="blue")], "table": [CASTLE, MINE]}
    address = lay(phone, "dwar7s", state=state)
    table = address.rsplit("/", 1)[-1]
    phone.request.post(
        f"/api/v1/tables/{table}/changes",
        data={"version": 1, "steps": [{"kind": "set", "path": "/state/players/0/gems/ruby", "value": 2}]},
    )
    phone.locator(".next-step", has_text="printed values").click()
    kingdom = phone.locator("dialog .tell-row", has_text="Kingdom points")
    for _ in range(3):
        kingdom.get_by_role("button", name="More").click()
    expect(phone.locator("dialog .tell-row.told")).to_have_count(1)
    expect(kingdom.locator("input")).to_have_value("2")
    expect(phone.locator("dialog .button.ask", has_text="wall")).to_have_count(0)
    kingdom.get_by_role("button", name="Compute it again").click()
    phone.locator("dialog .button.ask", has_text="Castle").click()
    card = phone.locator("dialog").last
    card.get_by_role("button", name="Wall: Top").click()
    card.locator(".fact[data-field=points]").get_by_role("button", name="More").click()
    card.get_by_role("button", name="Done").click()
    expect(phone.locator("dialog .button.ask", has_text="Castle")).to_have_count(0)
    walls = phone.request.get("/api/v1/games/dwar7s/catalogue/castle/walls").json()
    assert (walls["value"], walls["confidence"]) == (["top"], "owner")
    phone.request.post("/api/v1/games/dwar7s/catalogue/undo")
    phone.request.post("/api/v1/games/dwar7s/catalogue/undo")


def test_what_a_trait_pays_is_set_with_steppers(phone: Any) -> None:
    """No '3:2, 5:4' is typed."""
    unknown = next(
        entry["item"]
        for entry in phone.request.get("/api/v1/games/rollplayer/catalogue").json()
        if entry["field"] == "pays" and entry["value"] is None
    )
    lay(phone, "rollplayer", state={"players": [player("Ana", cards=[unknown]), player("Ben")]})
    phone.locator(".todo .chip", has_text="printed").click()
    phone.locator("dialog .button.ask").first.click()
    pays = phone.locator("dialog .fact[data-field=pays]")
    pays.wait_for()
    at_least, stars = pays.locator(".fact-row .stepper").all()
    for stepper, count in ((at_least, 4), (stars, 3)):
        for _ in range(count):
            stepper.get_by_role("button", name="More").click()
    phone.locator("dialog").last.get_by_role("button", name="Done").click()
    expect(phone.locator("#toasts, .toasts").filter(has_text="Remembered")).to_be_visible()
    kept = f"fetch('/api/v1/games/rollplayer/catalogue/{unknown}/pays').then((answer) => answer.json())"
    assert phone.evaluate(kept)["value"] == [[3, 2]]
    phone.request.post("/api/v1/games/rollplayer/catalogue/undo")


def tell_total(phone: Any, name: str, points: int) -> None:
    phone.get_by_role("tab", name=name).click()
    phone.get_by_role("button", name="Tell the total").click()
    phone.locator("dialog .stepper input").fill(str(points))
    phone.locator("dialog").get_by_role("button", name="Done").click()
    expect(phone.locator(".ranking li", has_text=name).locator(".total")).to_have_text(str(points))


def test_told_totals_end_a_game_with_a_winner_a_picture_a_rematch_and_statistics(phone: Any) -> None:
    sit_down(phone, "Roll Player", ("Ana", "Ben"))
    phone.get_by_role("link", name="Score").click()
    tell_total(phone, "Ana", 31)
    expect(phone.locator(".end")).to_have_count(0)
    tell_total(phone, "Ben", 29)
    end = phone.locator(".end")
    expect(end).to_contain_text("Ana wins")
    expect(end).to_contain_text("Ahead of Ben by 2")
    expect(phone.locator("details.line .tag")).to_have_text("told")
    link = end.get_by_role("link", name="BG Stats").get_attribute("href")
    assert link.startswith("bgstats://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName%22%3A%22Tally%22")
    end.get_by_role("button", name="Share a picture").click()
    picture = phone.locator("dialog img")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1080
    phone.locator("dialog").get_by_role("button", name="Close").click()
    end.get_by_role("button", name="Rematch").click()
    expect(phone.locator(".next-step")).to_contain_text("Ana: 18 dice")
    phone.goto("/stats")
    expect(phone.locator(".wins", has_text="Ana")).to_contain_text("1 of 1")
    expect(phone.locator(".score-grid", has_text="Ana")).to_contain_text("31")
    assert "Ana,31,1" in phone.request.get("/api/v1/evenings.csv").text()


def test_the_grid_has_players_lines_and_rounds_and_a_name_opens_its_sheet(phone: Any) -> None:
    address = lay(phone, "diceminer", "three-miners")
    phone.goto(f"{address}/score")
    expect(phone.locator(".end")).to_contain_text("Bob wins")
    grid = phone.locator(".score-grid")
    expect(grid.locator("tr", has_text="Round 3").locator("td").nth(1)).to_have_text("47")
    expect(grid.locator("tfoot td").nth(1)).to_have_text("62")
    grid.get_by_role("button", name="Cleo").click()
    expect(phone.get_by_role("tab", name="Cleo")).to_have_attribute("aria-selected", "true")
    expect(phone.locator(".sheet-lines")).to_have_attribute("aria-label", "Sheet of Cleo")


def test_the_expansion_is_a_switch_and_what_is_not_in_play_is_not_offered(phone: Any) -> None:
    sit_down(phone, "Roll Player", ("Ana", "Ben"))
    phone.locator(".todo .chip", has_text="race").click()
    offered = phone.locator("dialog .chip")
    offered.first.wait_for()
    base = offered.count()
    phone.goto("/new")
    phone.get_by_role("radio", name="Roll Player").click()
    phone.get_by_role("switch", name="Monsters & Minions").check()
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator(".next-step")).to_contain_text("monster")
    phone.locator(".todo .chip", has_text="race").click()
    offered.first.wait_for()
    assert offered.count() > base


def test_a_first_visit_says_what_this_is_and_samples_lie_apart(open_phone: Any) -> None:
    phone = open_phone()
    phone.route(re.compile(r"/api/v1/tables\?"), lambda route: route.fulfill(json=[]))
    phone.goto("/")
    expect(phone.locator(".lead")).to_contain_text("Roll Player")
    phone.unroute(re.compile(r"/api/v1/tables\?"))
    phone.get_by_role("button", name="Look around").click()
    phone.locator("dialog h3:text-is('Yacht') + .list .item").first.click()
    phone.locator(".ranking").wait_for()
    phone.goto("/")
    samples = phone.locator("h2", has_text="Samples to look around in")
    expect(samples).to_be_visible()
    expect(phone.locator("h2:has-text('Samples') ~ .tablecard").first).to_be_visible()


def test_back_closes_the_sheet_then_leaves(phone: Any) -> None:
    address = lay(phone, "diceminer", "three-miners")
    phone.get_by_role("button", name="More", exact=True).click()
    expect(phone.locator("dialog")).to_be_visible()
    phone.go_back()
    expect(phone.locator("dialog")).to_have_count(0)
    assert phone.url.endswith(address)
    phone.get_by_role("button", name="More", exact=True).click()
    phone.locator("dialog").get_by_role("button", name="Close").click()
    phone.get_by_role("link", name="Score").click()
    phone.locator(".ranking").wait_for()
    phone.go_back()
    expect(phone.locator(".drawing").first).to_be_visible()
    assert phone.url.endswith(address), "a sheet that was closed leaves nothing behind in the history"


def test_an_error_is_a_page_for_people_and_json_for_programs(phone: Any) -> None:
    phone.goto("/nowhere/at/all")
    expect(phone.get_by_role("link", name="Home")).to_be_visible()
    expect(phone.locator("h1")).not_to_contain_text("{")
    answer = phone.request.get("/api/v1/nowhere", headers={"accept": "*/*"})
    assert (answer.status, answer.headers["content-type"]) == (404, "application/problem+json")


def test_help_has_a_screen_for_each_task_in_three_languages_and_without_the_host(open_phone: Any) -> None:
    seen = set()
    for lang in ("en-GB", "el-GR", "pl-PL"):
        phone = open_phone(lang)
        phone.goto("/help")
        phone.locator("main .item").first.wait_for()
        addresses = [link.get_attribute("href") for link in phone.locator("main .item").all()]
        assert {"/help/photos", "/help/dispute", "/help/teach", "/help/invite"} <= set(addresses)
        phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
        phone.locator("main .item").nth(2).click()
        expect(phone.locator(".help li").first).to_be_visible()
        seen.add(phone.locator(".help").inner_text())
        phone.context.set_offline(True)
        phone.reload()
        expect(phone.locator(".help li").first).to_be_visible()
        phone.context.set_offline(False)
    assert len(seen) == 3


def test_values_of_another_owner_come_by_a_link(phone: Any) -> None:
    path = "/api/v1/games/dwar7s/catalogue/ruby/points"
    phone.request.put(path, data={"value": 4})
    phone.goto("/cards/dwar7s")
    phone.evaluate("navigator.share = (what) => { window.shared = what; return Promise.resolve(); }")
    phone.get_by_role("button", name="Hand on as a link").click()
    phone.wait_for_function("() => window.shared")  # words that are no function break the page's own policy
    link = phone.evaluate("window.shared.url")
    assert "#values=" in link
    phone.request.post("/api/v1/games/dwar7s/catalogue/undo")
    assert phone.request.get(path).json()["value"] is None
    phone.goto("/settings")
    phone.goto(link)
    phone.get_by_role("button", name="Take them over").click()
    expect(phone.locator("#toasts, .toasts").filter(has_text="taken over")).to_be_visible()
    assert phone.request.get(path).json()["value"] == 4
    assert "#" not in phone.url
    phone.request.post("/api/v1/games/dwar7s/catalogue/undo")


def test_a_battle_offers_what_is_legal_goes_on_by_itself_and_lays_its_result(phone: Any) -> None:
    lay(phone, "dungeonlords", "second-summer")
    phone.get_by_role("link", name="Disputes").click()
    fight(phone)
    table = phone.url.split("/t/")[1].split("/")[0]
    phone.wait_for_function(
        "id => fetch(`/api/v1/tables/${id}`).then((answer) => answer.json())"
        ".then((table) => table.document.state.players[0].party.length === 0)",
        arg=table,
    )
    lord = phone.request.get(f"/api/v1/tables/{table}").json()["document"]["state"]["players"][0]
    assert sum(tile["conquered"] for tile in lord["dungeon"]) > 2


def test_spells_that_leave_a_choice_have_their_controls(phone: Any) -> None:
    questions = phone.request.get("/api/v1/games/dungeonlords/questions").json()
    lord = next(one["example"]["lord"] for one in questions if one["id"] == "battle")
    lay(phone, "dungeonlords", state={"players": [lord, player("Marek")], "year": 1, "season": "summer"})
    phone.get_by_role("link", name="Disputes").click()
    battle = ask_about(phone, "battle")
    battle.get_by_role("radiogroup", name="Tile").wait_for()
    card_of(phone, 1, "Word of Peace")
    expect(battle.get_by_role("radiogroup", name="Against Word of Peace")).to_be_visible()
    card_of(phone, 1, "Suggestion")
    battle.get_by_role("radiogroup", name="Tile").get_by_role("radio").first.click()
    battle.get_by_role("button", name="+ Vampire").click()
    phone.get_by_role("button", name="Send it").click()
    paid = battle.locator(".field", has_text="Paid for against Suggestion").get_by_role("button", name="Vampire")
    paid.click()
    expect(paid).to_have_attribute("aria-pressed", "true")
    kept = phone.evaluate("Object.values(sessionStorage).find((text) => text.includes('rounds'))")
    assert json.loads(kept)["rounds"][0]["pay"] == ["vampire"]
