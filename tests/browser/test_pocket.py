"""Tally without a server: after the first visit no host and no network are needed, and everything is kept.

It lies below a path of its host; with TALLY_HARD=1 at the root, with photos of every game read and corrected.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from api.pocket.making import RUNTIMES
from api.pocket.parts import has_npm
from api.reading.reader import PhotoReader
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
    open_pocket,
    pocket_phone,
    send_photo,
    sit_down,
    wait_for_everything,
)
from tests.browser.test_journey import add_dice
from tests.vision.cards import card, save, table

HARD = "TALLY_HARD" in os.environ
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


def test_several_phones_are_told_where_to_go(phone: Any) -> None:
    go(phone, "/invite")
    expect(phone.locator("form.card")).to_contain_text("on this phone alone")
    expect(phone.get_by_label("Address")).to_be_visible()


def test_rules_are_found_in_three_languages(phone: Any) -> None:
    for lang, words in (("en", "who wins a tie"), ("el", "ποιος κερδίζει σε ισοπαλία"), ("pl", "kto wygrywa remis")):
        reply = ask(phone, "GET", f"/games/rollplayer/ask?q={words}&lang={lang}")
        assert reply["hits"], lang


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
    (table,) = [one for one in ask(phone, "GET", "/tables") if one["players"] == ["Hal", "Ida"]]
    go(phone, f"/t/{table['id']}/live")
    expect(phone.locator(".live-tally .num").last).to_contain_text("readings a second")
    expect(phone.locator(".live-tally strong").first).to_contain_text("pieces")
    go(phone, "/")
