"""The whole way at a table: sit down, photo or typed, corrected, explained, ranked."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE, PHOTOS, needs_weights
from tests.sideways import sideways_sheet


def sit_down(page: Any, game: str, names: tuple[str, ...] = ("Ann", "Bob")) -> None:
    page.goto("/")
    page.get_by_role("link", name="New table").click()
    page.get_by_role("radio", name=game).click()
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Name of player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("tab", name=names[0])).to_be_visible()


def add_dice(page: Any, *labels: str) -> None:
    """A key for each die; the dock counts them."""
    for label in labels:
        expect(page.locator(".dock header strong")).to_contain_text("dice")
        before = int(page.locator(".dock header strong").inner_text().split()[0])
        page.locator(f'.dock [aria-label="{label}"]').click()
        expect(page.locator(".dock header strong")).to_have_text(f"{before + 1} dice")


def test_dice_miner_typed_from_new_table_to_explained_ranking(phone: Any) -> None:
    sit_down(phone, "Dice Miner")
    phone.locator('[data-path="/players/0/rounds/-"]').click()
    add_dice(phone, "tunnel, 1", "tunnel, 2", "tunnel, 3", "treasure, 2")
    phone.get_by_role("button", name="Done").click()
    phone.get_by_role("tab", name="Bob").click()
    phone.locator('[data-path="/players/1/rounds/-"]').click()
    add_dice(phone, "tunnel, 1")
    phone.get_by_role("button", name="Done").click()
    phone.get_by_role("link", name="Score").click()
    expect(phone.locator(".ranking li").first).to_contain_text("Ann")
    phone.get_by_role("tab", name="Ann").click()
    line = phone.locator("details.line", has_text="Tunnel runs")
    expect(line.locator("summary .points")).to_have_text("6")
    line.locator("summary").click()
    expect(line).to_contain_text("DM-TUNNEL-RUN")
    expect(line.locator('.drawing [data-path="/players/0/rounds/0/dice/2"].lit')).to_be_visible()


@needs_weights
def test_every_line_shows_its_dice_cut_out_of_the_photo(phone: Any) -> None:
    sit_down(phone, "Dice Miner")
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Photo").click()
    chooser.value.set_files(PHOTOS / "diceminer.jpg")
    expect(phone.locator(".piece-chip").first).to_be_visible()
    phone.get_by_role("button", name="All right").click()
    line = phone.locator('details.line[data-rule="DM-TREASURE-GEM"]')
    line.locator("summary").click()
    dice = line.locator(".cut-out")
    expect(dice.first).to_be_visible()
    expect(line.locator(".photo-proof .lit")).to_have_count(dice.count())
    shows_the_piece(phone, dice.first)
    dice.first.click()
    expect(line.locator(".photo-proof .lit")).to_have_count(1)


@needs_weights
def test_every_line_shows_its_tiles_cut_out_of_the_photo(phone: Any, server: str) -> None:
    """A dungeon whose rooms the owner named by hand."""
    table = tunnels_and_rooms(phone, server)
    phone.goto(f"{server}/t/{table}/score")
    line = phone.locator('details.line[data-rule="DL-SCORE-ROOM"]')
    line.locator("summary").click()
    expect(line.locator(".cut-out").first).to_be_visible()
    shows_the_piece(phone, line.locator(".cut-out").first)


def shows_the_piece(phone: Any, cut_out: Any) -> None:
    """The picture is there, and what is shown of it is the piece's box and a little around it."""
    expect(cut_out.locator("image")).to_have_count(1)
    photos = phone.evaluate("() => fetch(location.pathname.replace('/t/', '/api/v1/tables/').replace('/score', ''))"
                            ".then((answer) => answer.json()).then((view) => view.document.photos)")  # fmt: skip
    path = cut_out.get_attribute("data-path")
    (box,) = [piece["box"] for photo in photos for piece in photo["pieces"] if piece["path"] == path]
    left, top, wide, high = map(float, cut_out.locator("svg").get_attribute("viewBox").split())
    room = max(box[2] - box[0], box[3] - box[1]) * 0.12
    assert (left, top) == pytest.approx((box[0] - room, box[1] - room), abs=0.2)
    assert (wide, high) == pytest.approx((box[2] - box[0] + 2 * room, box[3] - box[1] + 2 * room), abs=0.2)


def tunnels_and_rooms(phone: Any, server: str) -> str:
    """A table of Dungeon Lords with the sample photo on it; every room that was not named is the mint."""
    asked = phone.request
    table = asked.post(f"{server}/api/v1/tables", data={"game": "dungeonlords", "players": ["Ann", "Bob"]}).json()["id"]
    sample = asked.get(f"{server}/api/v1/games/dungeonlords/sample-photos/dungeonlords-1.jpg").body()
    file = {"name": "dungeon.jpg", "mimeType": "image/jpeg", "buffer": sample}
    answer = asked.post(
        f"{server}/api/v1/tables/{table}/photos", multipart={"photo": file, "player": "0"}, timeout=2 * PATIENCE
    )
    assert answer.status == 201, answer.text()
    photo = answer.json()
    for piece in photo["pieces"]:
        if piece["code"].startswith("?"):
            told = {"action": "change", "piece": piece["id"], "value": {"code": piece["code"].replace("?", "mint")}}
            assert asked.post(f"{server}/api/v1/photos/{photo['id']}/corrections", data=told).ok
    return str(table)


@needs_weights
@pytest.mark.parametrize(
    ("game", "title", "corrected"),
    [("diceminer", "Dice Miner", "tunnel, 5"), ("rollplayer", "Roll Player", "purple 6")],
)
def test_a_photo_is_read_corrected_and_ranked(phone: Any, game: str, title: str, corrected: str) -> None:
    sit_down(phone, title)
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Photo").click()
    chooser.value.set_files(PHOTOS / f"{game}.jpg")
    expect(phone.locator(".piece-chip").first).to_be_visible()
    outlines = phone.locator(".photo-stage .piece")
    assert outlines.count() == phone.locator(".piece-chip").count() > 0
    phone.locator(".piece-chip").first.click()
    phone.locator(f'.dice-keys [aria-label="{corrected}"]').click()
    expect(phone.locator(".photo-stage .by-hand")).to_have_count(1)
    if phone.locator(".dock").is_visible():
        phone.get_by_role("button", name="Done").click()
    expect(phone.locator(f'.piece-chip[aria-label="{corrected}"]').first).to_be_visible()
    expect(phone.locator(".photo-stage .by-hand")).to_have_count(1)
    phone.get_by_role("button", name="All right").click()
    if game == "rollplayer":  # what the photo does not show is asked for next
        expect(phone.locator('[data-part="race"]')).to_be_visible()
        phone.get_by_role("dialog").get_by_role("button", name="Done").click()
        phone.get_by_role("link", name="Score").click()
    expect(phone.locator(".ranking li").first).to_be_visible()
    phone.get_by_role("link", name="History").click()
    expect(phone.locator(".history li").first).to_contain_text("Corrected on the photo")
    phone.get_by_role("button", name="Undo").last.click()
    expect(phone.locator(".history li").first).to_contain_text("Undone")


TOLD_WITH_PHOTOS = """async () => {
  const folder = document.querySelector('script[type="module"]').src.replace("app.js", "");
  return [...(await import(folder + "views/capture.js")).lastSent.values()].map((sent) => sent.about);
}"""


@needs_weights
def test_the_page_asks_which_end_is_strength(phone: Any) -> None:
    sit_down(phone, "Roll Player")
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Photo").click()
    chooser.value.set_files({"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": sideways_sheet()})
    question = phone.locator('[data-question="first_row"]')
    expect(question).to_contain_text("Which end of the sheet is Strength?")
    question.get_by_role("button", name="the left of the photo").click()
    expect(question).to_have_count(0)
    expect(phone.locator(".piece-chip").first).to_be_visible()
    assert phone.evaluate(TOLD_WITH_PHOTOS)[-1] == {"first_row": "left"}  # it is told again with the next answer
    phone.get_by_text("What the photo leaves open").click()
    expect(phone.get_by_text("Which race is the character sheet?")).to_be_visible()


@needs_weights
def test_a_second_photo_asks_for_its_round(phone: Any) -> None:
    sit_down(phone, "Dice Miner")
    for answer in (None, "Round 2"):
        if answer:
            phone.get_by_role("button", name="Photo").click()
            with phone.expect_file_chooser() as chooser:
                phone.get_by_role("radio", name=answer).click()
        else:
            with phone.expect_file_chooser() as chooser:
                phone.get_by_role("button", name="Photo").click()
        chooser.value.set_files(PHOTOS / "diceminer.jpg")
        expect(phone.locator(".piece-chip").first).to_be_visible()
        phone.get_by_role("link", name="Back").click()
    expect(phone.locator('[data-path="/players/0/rounds/1/dice/0"]')).to_be_visible()


@needs_weights
def test_the_same_photo_twice_is_recognised(phone: Any) -> None:
    sit_down(phone, "Dice Miner", ("Cleo", "Dan"))
    for _ in range(2):
        with phone.expect_file_chooser() as chooser:
            phone.get_by_role("button", name="Photo").click()
        chooser.value.set_files(PHOTOS / "diceminer.jpg")
        expect(phone.locator(".piece-chip").first).to_be_visible()
        toast = phone.get_by_text("This photo was read before").last
        phone.get_by_role("link", name="Back").click()
        phone.get_by_role("tab", name="Dan").click()
    expect(toast).to_be_visible()


UNPLUGGED = """() => {
  const [track] = document.querySelector("video").srcObject.getVideoTracks();
  track.stop();
  track.dispatchEvent(new Event("ended"));
}"""
PLUGGED_IN = "navigator.mediaDevices.dispatchEvent(new Event('devicechange'))"


@needs_weights
def test_the_live_camera_reads_a_film(phone: Any) -> None:
    sit_down(phone, "Dice Miner")
    phone.get_by_role("link", name="Live").click()
    expect(phone.locator(".live-tally .tag")).to_have_text("steady")
    expect(phone.locator(".live-tally")).to_contain_text(re.compile(r"\d+ pieces"))
    for back in ("document.querySelector('.live-tally button').click()", PLUGGED_IN):
        phone.evaluate(UNPLUGGED)
        expect(phone.locator(".live-tally")).to_contain_text("The camera is gone.")
        expect(phone.get_by_role("button", name="Use this")).to_be_disabled()
        phone.evaluate(back)
        expect(phone.locator(".live-tally .tag")).to_have_text("steady")
    phone.get_by_role("button", name="Use this").click()
    expect(phone.locator(".piece-chip").first).to_be_visible()


def test_roll_player_typed(phone: Any) -> None:
    sit_down(phone, "Roll Player")
    phone.locator('[data-path="/players/0/rows/strength/0"]').click()
    for place, face in enumerate((4, 5, 6)):
        phone.locator(f'.dock [aria-label="red {face}"]').click()
        expect(phone.locator(".dock header")).to_contain_text(
            ("strength, place 2", "strength, place 3", "dexterity, place 1")[place]
        )
    phone.get_by_role("button", name="Done").click()
    phone.locator(".fields [data-field=race]").click()
    phone.get_by_role("button", name="Elf", exact=True).click()
    phone.get_by_role("button", name="Done").click()
    expect(phone.locator(".fields [data-field=race]")).to_contain_text("Elf")
    phone.get_by_role("link", name="Score").click()
    expect(phone.locator('.drawing [data-path="/players/0/rows/strength/2"]')).to_be_visible()
    expect(phone.locator(".ranking li")).to_have_count(2)


def test_dungeon_lords_typed(phone: Any) -> None:
    sit_down(phone, "Dungeon Lords")
    phone.get_by_label("Column B, row 2: Earth").click()
    expect(phone.get_by_label("Column B, row 2: Tunnel")).to_be_visible()
    for brush in ("Hatchery", "Conquered"):
        phone.get_by_role("radio", name=brush).click()
        phone.get_by_label("Column B, row 2: ").click()
    expect(phone.get_by_label("Column B, row 2: Hatchery, Conquered")).to_be_visible()
    phone.get_by_label("Column B, row 2: ").click()
    expect(phone.get_by_label("Column B, row 2: Hatchery", exact=True)).to_be_visible()
    phone.locator(".dock").get_by_role("button", name="Done").click()
    phone.get_by_label("Add: Monsters and ghosts").click()
    phone.locator('[data-part="monsters"]').get_by_role("button", name="Vampire").click()
    phone.get_by_role("button", name="Done").click()
    expect(phone.get_by_role("button", name="Vampire")).to_be_visible()
    phone.get_by_role("link", name="Score").click()
    expect(phone.locator("details.line").first).to_be_visible()


def test_a_question_takes_the_year_of_the_table(phone: Any) -> None:
    sit_down(phone, "Dungeon Lords")
    phone.get_by_role("link", name="Disputes").click()
    phone.locator('[data-question="production"]').click()
    expect(phone.get_by_role("radio", name="2", exact=True)).to_be_checked()


def test_dwar7s_typed(phone: Any) -> None:
    sit_down(phone, "Dwar7s Fall")
    phone.locator('[data-path="/table/-"]').click()
    expect(phone.locator('[data-path="/table/0/cards/0"]')).to_be_visible()
    for tool, drawn in (("Dwarf", '[data-path^="/table/0/dwarves/"]'), ("Turn", '[data-path="/table/0/cards/0"]')):
        phone.locator(".dock").get_by_role("radio", name=tool).click()
        phone.locator('[data-path="/table/0/cards/0"]').click()
        expect(phone.locator(drawn)).to_be_visible()
    phone.get_by_role("button", name="Done").click()
    phone.locator('[data-path="/table/0/cards/0"]').click()
    phone.get_by_role("button", name="to the right").click()
    phone.get_by_role("option", name="Tavern").click()
    phone.get_by_role("radio", name="Bob").click()
    expect(phone.locator('[data-path="/table/1/cards/0"]')).to_be_visible()
    phone.get_by_role("link", name="Score").click()
    expect(phone.locator(".ranking li")).to_have_count(2)


def roll(page: Any, faces: str) -> None:
    """Tap a whole roll; the sheet closes with the fifth die."""
    page.locator('[data-field="dice"]').click()
    for lying in page.locator("dialog .die-chip").all():
        lying.click()
    for face in faces:
        page.get_by_role("button", name=f"die {face}", exact=True).click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def put_into(page: Any, box: str) -> None:
    page.locator(".item-row", has=page.get_by_text(box, exact=True)).locator(".move").click()
    expect(page.locator(".move")).to_have_count(0)


def test_yacht_is_played_in_the_form_that_any_game_has(phone: Any) -> None:
    sit_down(phone, "Yacht")
    roll(phone, "44416")
    phone.locator('[data-question="coach"]').click()
    expect(phone.locator(".verdict")).to_have_text("Keep 4 4 4, roll the rest: 169.0 on average.")
    phone.get_by_role("button", name="Close").click()
    phone.get_by_role("button", name="Roll 2 of 3").click()
    expect(phone.get_by_role("button", name="Roll 3 of 3")).to_be_visible()
    boxes = ["Fours", "Ones", "Twos", "Threes", "Fives", "Sixes", "Full house", "Four of a kind", "Little straight"]
    for box in [*boxes, "Big straight", "Choice", "Yacht"]:
        if box != "Fours":
            roll(phone, "22333")
        put_into(phone, box)
    phone.get_by_role("tab", name="Bob").click()
    roll(phone, "22222")
    put_into(phone, "Yacht")
    expect(phone.locator('[data-field="yacht"] .earned')).to_have_text("50")
    phone.get_by_role("link", name="Score").click()
    expect(phone.locator(".ranking li").first).to_contain_text("Ann")
    phone.get_by_role("tab", name="Ann").click()
    line = phone.locator("details.line", has_text="Full house")
    expect(line.locator("summary .points")).to_have_text("13")
    line.locator("summary").click()
    expect(line.locator('.drawing [data-path="/players/0/full_house/4"].lit')).to_be_visible()


@needs_weights
def test_a_photo_of_five_dice_is_a_roll_of_yacht(phone: Any) -> None:
    sit_down(phone, "Yacht")
    names = phone.request.get("/api/v1/games/yacht/sample-photos").json()
    sample = phone.request.get(f"/api/v1/games/yacht/sample-photos/{names[2]}").body()
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Photo", exact=True).click()
    chooser.value.set_files({"name": names[2], "mimeType": "image/jpeg", "buffer": sample})
    expect(phone.locator(".piece-chip")).to_have_count(5)
    phone.locator(".piece-chip", has=phone.locator('[aria-label="die 2"]')).click()
    phone.locator(".dock .face-keys").get_by_role("button", name="die 3", exact=True).click()
    expect(phone.locator('.piece-chip [aria-label="die 3"]')).to_have_count(4)
    phone.get_by_role("link", name="Back").click()
    expect(phone.locator('[data-field="dice"] .dice-row')).to_have_attribute("aria-label", "6 3 3 3 3")


def opened(keys: Any) -> bool:
    """Whether keys come soon after a tap."""
    try:
        keys.wait_for(timeout=10_000)
    except TooLate:
        return False
    return True


def write(page: Any, path: str, text: str) -> None:
    """Tap a place of the pad and write into it; numbers have keys."""
    page.locator(f'[data-path="{path}"]').click()
    if "/points/" in path:
        if not opened(page.locator(".digits")):  # the tap was lost: the drawing was made anew below the finger
            page.locator(f'[data-path="{path}"]').click()
        for sign in text:
            name = "Below nought" if sign == "-" else sign
            page.locator(".digits").get_by_role("button", name=name, exact=True).click()
        page.locator(".dock").get_by_role("button", name="Done").click()
        return
    page.locator("dialog input").fill(text)
    page.locator("dialog input").press("Enter")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_any_game_is_written_on_a_pad_and_its_list_is_kept(phone: Any) -> None:
    sit_down(phone, "Any game")
    write(phone, "/game", "Harvest")
    for line, category in enumerate(("Fields", "Animals")):
        write(phone, "/lines/-", category)
        expect(phone.locator(f'[data-path="/lines/{line}"]')).to_contain_text(category)
    for place, points in {"0/points/0": 12, "1/points/0": 9, "0/points/1": -3, "1/points/1": 0}.items():
        write(phone, f"/players/{place}", str(points))
        expect(phone.locator(f'[data-path="/players/{place}"]')).to_contain_text(str(abs(points)))
    phone.get_by_role("button", name="Keep this list for other evenings").click()
    expect(phone.get_by_role("button", name="Keep this list for other evenings")).to_have_count(0)
    phone.get_by_role("link", name="Score").click()
    expect(phone.locator(".ranking li .total")).to_have_text(["9", "9"])
    sit_down(phone, "Any game")
    phone.get_by_role("button", name="Play Harvest").click()
    expect(phone.locator('[data-path="/lines/1"]')).to_contain_text("Animals")


def test_rounds_of_any_game_follow_one_another(phone: Any) -> None:
    sit_down(phone, "Any game")
    for number, points in enumerate((7, 5)):
        write(phone, "/players/0/points/-", str(points))
        write(phone, f"/players/1/points/{number}", "4")
        expect(phone.locator(f'[data-path="/players/1/points/{number}"]')).to_contain_text("4")
    expect(phone.get_by_role("tab", name="Ann")).to_contain_text("12")
