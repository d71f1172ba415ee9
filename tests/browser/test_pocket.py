"""Tally without a server: after the first visit no host and no network are needed, and everything is kept.

It lies below a path of its host; with TALLY_HARD=1 at the root, with photos of every game read and corrected.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect

from api.http.app import create_app
from api.http.settings import Settings
from api.pocket.making import RUNTIMES
from api.pocket.parts import has_npm
from api.reading.reader import PhotoReader
from api.tables.backup import restore_backup, write_backup
from scoring.games import games, load
from tests.browser import test_disputes, test_journey, test_photo
from tests.browser.conftest import PHOTOS, needs_weights
from tests.browser.parity import differences
from tests.browser.pocketing import (
    KEPT,
    SAMPLES,
    Host,
    ask,
    go,
    hosting,
    lay,
    open_pocket,
    pocket_phone,
    send_photo,
    sit_down,
    wait_for_everything,
)
from tests.browser.referee import best_action, defend, fight, settle_every_case
from tests.browser.test_journey import add_dice
from tests.vision.cards import card, save, table

HARD = "TALLY_HARD" in os.environ
SETTLED = [
    ("diceminer", "tied-mountain"),
    ("rollplayer", "running"),
    ("dungeonlords", "second-summer"),
    ("dwar7s", "a-turn-of-ben"),
    ("yacht", "last-box"),
]
pytestmark = [
    pytest.mark.skipif(not has_npm(), reason="the pocket is made with npm and node, which are not installed"),
    needs_weights,
]


@pytest.fixture(scope="module")
def host(pocket: Path) -> Iterator[Host]:
    with hosting(pocket, "/" if HARD else "/games/tally/") as here:
        yield here


@pytest.fixture(scope="module")
def phone(playwright: Any, host: Host, video: Path) -> Iterator[Any]:
    """One phone that has visited once; from then on the host is gone and the network is cut."""
    with pocket_phone(playwright, host, video) as page:
        open_pocket(page)
        wait_for_everything(page)
        fetch_cards(page)
        host.stop()
        page.context.set_offline(True)
        yield page


def fetch_cards(page: Any) -> None:
    """A photo of cards asks for the part that reads them, and says how large it is."""
    sit_down(page, "Dwar7s Fall", ("Eve", "Flo"))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Photo").click()
    chooser.value.set_files(SAMPLES / "dwar7s-1.jpg")
    expect(page.get_by_role("dialog", name="Read cards and tiles")).to_contain_text(" MB.")
    page.get_by_role("button", name="Fetch").click()
    expect(page.locator(".piece-chip").first).to_be_visible()


def test_an_evening_is_typed_explained_and_still_there_after_a_reload(phone: Any) -> None:
    sit_down(phone, "Dice Miner", ("Ann", "Bob"))
    phone.locator('[data-path="/players/0/rounds/-"]').click()
    add_dice(phone, "tunnel, 1", "tunnel, 2", "tunnel, 3", "treasure, 2")
    phone.get_by_role("button", name="Done").click()
    phone.get_by_role("link", name="Score").click()
    phone.get_by_role("tab", name="Ann").click()
    line = phone.locator("details.line", has_text="Tunnel runs")
    expect(line.locator("summary .points")).to_have_text("6")
    line.locator("summary").click()
    expect(line.locator('.drawing [data-path="/players/0/rounds/0/dice/2"].lit')).to_be_visible()
    phone.reload()
    phone.get_by_role("tab", name="Ann").click()
    expect(phone.locator("details.line", has_text="Tunnel runs").locator("summary .points")).to_have_text("6")


def test_without_a_chip_the_plain_runtime_is_fetched(phone: Any) -> None:
    kept = phone.evaluate(KEPT)
    assert set(RUNTIMES["runtime"]) <= set(kept)
    assert not set(RUNTIMES["gpu"]) & set(kept)


@pytest.fixture
def in_the_pocket(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sits down in a test of the page with a server sits down here."""
    for module in (test_journey, test_disputes, test_photo):
        monkeypatch.setattr(module, "sit_down", sit_down)


@pytest.mark.usefixtures("in_the_pocket")
def test_an_evening_of_every_game_is_played_as_with_a_server_and_is_still_there_after_a_reload(phone: Any) -> None:
    test_journey.test_roll_player_typed(phone)
    test_journey.test_dungeon_lords_typed(phone)
    test_journey.test_dwar7s_typed(phone)
    test_journey.test_yacht_is_played_in_the_form_that_any_game_has(phone)  # with its coach
    test_journey.test_any_game_is_written_on_a_pad_and_its_list_is_kept(phone)
    for case in test_disputes.CASES:
        test_disputes.test_a_case_of_the_table_opens_its_form_filled(phone, *case)
        phone.keyboard.press("Escape")
        expect(phone.locator("dialog[open]")).to_have_count(0)
    tables = everything(phone)
    assert len(tables) > 5
    phone.reload()
    phone.locator("#app:not([aria-busy]) #main, .view").first.wait_for()
    assert everything(phone) == tables


def everything(page: Any) -> list[Any]:
    """Every table with its score and its photos."""
    ids = [table["id"] for table in ask(page, "GET", "/tables")]
    return [[ask(page, "GET", f"/tables/{one}{more}") for more in ("", "/photos")] for one in ids]


@pytest.mark.skipif(not HARD, reason="minutes of reading; TALLY_HARD=1 does it")
@pytest.mark.usefixtures("in_the_pocket")
def test_photos_of_every_game_are_read_and_corrected(phone: Any) -> None:
    for game, title, corrected in (
        ("diceminer", "Dice Miner", "tunnel, 5"),
        ("rollplayer", "Roll Player", "purple 6"),
    ):
        test_journey.test_a_photo_is_read_corrected_and_ranked(phone, game, title, corrected)
    test_photo.test_the_tiles_and_cards_of_a_dungeon_are_corrected_in_the_photo(phone)
    tables = everything(phone)
    phone.reload()
    phone.locator("#app:not([aria-busy]) #main, .view").first.wait_for()
    assert everything(phone) == tables


def test_every_game_is_scored_and_its_disputes_are_settled(phone: Any) -> None:
    for game in games():
        for name in game.samples:
            state = ask(phone, "GET", f"/games/{game.id}/samples/{name}")
            table = ask(phone, "POST", "/tables", {"game": game.id, "state": state})
            expected = load(game.id).score(game.state.model_validate(state), game.catalogue)
            told = [sheet["at_least"] for sheet in table["score"]["sheets"]]
            assert told == [sheet.at_least for sheet in expected.sheets], (game.id, name)
        for question in ask(phone, "GET", f"/games/{game.id}/questions"):
            ruling = ask(phone, "POST", f"/games/{game.id}/questions/{question['id']}", question["example"])
            assert ruling["verdict"], (game.id, question["id"])


def test_a_battle_is_fought_and_the_best_defence_and_action_are_found(phone: Any) -> None:
    address = lay(phone, "dungeonlords", "second-summer")
    go(phone, f"{address}/desk")
    defend(phone)
    fight(phone)
    lord = ask(phone, "GET", f"/tables/{address.removeprefix('/t/')}")["document"]["state"]["players"][0]
    assert lord["party"] == []
    assert sum(tile["conquered"] for tile in lord["dungeon"]) > 2
    go(phone, f"{lay(phone, 'rollplayer', 'two')}/desk")
    best_action(phone)


@pytest.mark.parametrize(("game", "sample"), SETTLED)
def test_every_case_is_put_to_the_referee_in_its_form(phone: Any, game: str, sample: str) -> None:
    go(phone, f"{lay(phone, game, sample)}/desk")
    phone.locator("[data-question]").first.wait_for()
    assert settle_every_case(phone) == []


def test_several_phones_are_told_where_to_go(phone: Any) -> None:
    go(phone, "/invite")
    expect(phone.locator("form.card")).to_contain_text("on this phone alone")
    expect(phone.get_by_label("Address")).to_be_visible()


@pytest.mark.parametrize("lang", ["Ελληνικά", "Polski", "English"])
def test_rules_are_asked_in_the_language_of_the_page(phone: Any, lang: str) -> None:
    """The language is chosen by taps, and the page starts anew in it without a network."""
    go(phone, "/settings")
    with phone.expect_navigation():
        phone.get_by_role("radio", name=lang).click()
    phone.locator("#app:not([aria-busy]) #main, .view").first.wait_for()
    short = phone.evaluate("document.documentElement.lang")
    for _, game, question, verdict, rule in (one for one in test_disputes.VERDICTS if one[0] == short):
        go(phone, f"/rules/{game}")
        phone.get_by_role("searchbox").fill(question)
        first = phone.locator(".answer").first
        expect(first).to_contain_text(rule)
        if verdict:
            expect(first).to_have_attribute("data-verdict", verdict)


def test_a_photo_is_read_and_corrected(phone: Any) -> None:
    sit_down(phone, "Dice Miner", ("Cat", "Dan"))
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Photo").click()
    chooser.value.set_files(PHOTOS / "diceminer.jpg")
    expect(phone.locator(".piece-chip").first).to_be_visible()
    phone.locator(".piece-chip").first.click()
    phone.locator('.dice-keys [aria-label="tunnel, 5"]').click()
    expect(phone.locator(".photo-stage .by-hand")).to_have_count(1)
    if phone.locator(".dock").is_visible():
        phone.get_by_role("button", name="Done").click()
    phone.get_by_role("button", name="All right").click()
    expect(phone.locator(".ranking li").first).to_be_visible()
    (table,) = [one for one in ask(phone, "GET", "/tables") if one["players"] == ["Cat", "Dan"]]
    (photo,) = ask(phone, "GET", f"/tables/{table['id']}/photos")
    expected = PhotoReader().read("diceminer", (PHOTOS / "diceminer.jpg").read_bytes(), "")
    assert differences(expected.pieces, photo["read"]) == []
    assert sum(bool(piece.get("by_hand")) for piece in photo["pieces"]) == 1


def test_a_table_of_cards_is_read_as_a_server_reads_it(phone: Any) -> None:
    (table,) = [one for one in ask(phone, "GET", "/tables") if one["players"] == ["Eve", "Flo"]]
    (photo,) = ask(phone, "GET", f"/tables/{table['id']}/photos")
    expected = PhotoReader().read("dwar7s", (SAMPLES / "dwar7s-1.jpg").read_bytes(), "", {})
    assert expected.pieces
    assert differences(expected.pieces, photo["read"]) == []


def test_a_card_that_nobody_taught_is_known_by_its_title(phone: Any, tmp_path: Path) -> None:
    photo = table([card(1, title="Engineer"), card(2, title="Alchemist"), card(3)])
    _, found = send_photo(phone, "/games/diceminer/gallery/cut-outs?lang=en", save(photo, tmp_path / "heroes.jpg"))
    assert [one["titled"] for one in found] == ["engineer", "alchemist", None]


def test_the_live_camera_reads_and_keeps_the_tally(phone: Any) -> None:
    sit_down(phone, "Dice Miner", ("Hal", "Ida"))
    table = next(one for one in ask(phone, "GET", "/tables") if one["players"] == ["Hal", "Ida"])
    go(phone, f"/t/{table['id']}/live")
    expect(phone.locator(".live-tally .num").last).to_contain_text("readings a second")
    expect(phone.locator(".live-tally strong").first).to_contain_text("pieces")
    phone.get_by_role("button", name="Use this").click()
    expect(phone.locator(".piece-chip").first).to_be_visible()
    phone.get_by_role("button", name="All right").click()
    expect(phone.locator(".ranking li", has_text="Hal")).to_be_visible()
    hal, _ = ask(phone, "GET", f"/tables/{table['id']}")["document"]["state"]["players"]
    assert hal["rounds"][0]["dice"]
    go(phone, "/")


def test_everything_goes_to_a_computer_and_comes_back_by_taps(phone: Any, tmp_path: Path) -> None:
    """One file that `tally restore` reads; what `tally backup` wrote is taken in, and the page starts anew with it."""
    tables = ask(phone, "GET", "/tables")
    go(phone, "/settings")
    with phone.expect_download() as saved:
        phone.get_by_role("link", name="Save everything").click()
    saved.value.save_as(tmp_path / "from-phone.zip")
    restore_backup(tmp_path / "from-phone.zip", tmp_path / "computer")
    with TestClient(create_app(Settings(data=tmp_path / "computer")), client=("127.0.0.1", 50000)) as computer:
        assert computer.get("/api/v1/tables").json() == tables
        computer.post("/api/v1/tables", json={"game": "pad", "title": "Of the computer"})
    write_backup(tmp_path / "computer", tmp_path / "from-computer.zip")
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Take in a file").click()
    chooser.value.set_files(tmp_path / "from-computer.zip")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Take in", exact=True).click()
    phone.locator("#app:not([aria-busy]) #main, .view").first.wait_for()
    assert [table["title"] for table in ask(phone, "GET", "/tables")][:1] == ["Of the computer"]
    assert len(ask(phone, "GET", "/tables")) == len(tables) + 1
