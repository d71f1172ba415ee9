"""Every sheet of the page on a phone: what does not fit is scrolled to, nothing is clipped or lies over another."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from api.http.files import WEB
from tests.api.test_serve import own_address
from tests.browser.conftest import PHONE, PHOTOS, needs_weights
from tests.browser.test_journey import sit_down

SHORT = {"width": 390, "height": 460}
OPENS = re.compile(r"(?<!function )\b(?:openSheet|chooseSheet|confirmSheet)\(")

# The page's service worker fetches what it may keep, where no route of the test reaches.
ANSWER_WITH = """(told) => {
  const really = window.fetch;
  window.fetch = (asked, ...more) =>
    String(asked.url ?? asked).includes("/proposals") ? Promise.resolve(Response.json(told)) : really(asked, ...more);
}"""
IN_THE_POCKET = """{
  const really = JSON.parse;
  JSON.parse = (...given) => {
    const found = really(...given);
    return found?.languages ? { ...found, pocket: true } : found;
  };
}"""
RAN: set[str] = set()
WATCH = (Path(__file__).parent / "sheets.js").read_text("utf-8")


UNMEASURED = {"pocket/cards.js": 1}
"""How many sheets of a file no test measures yet: fetching what reads cards."""


def places_that_open() -> set[str]:
    """Every line of the page's modules that opens a sheet."""
    found = set()
    for path in sorted((WEB / "static").rglob("*.js")):
        if path.name == "sheet.js":
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if OPENS.search(line) and not line.startswith("import"):
                found.add(f"{path.relative_to(WEB / 'static').as_posix()}:{number}")
    return found


class Sheets:
    """A phone whose sheets are measured: as they open, and again on a screen half as high."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.seen: set[str] = set()
        page.add_init_script(WATCH)

    def look(self, *, close: bool = True) -> None:
        """Measure the sheet on top, then close it."""
        self.page.locator("dialog[open]").last.wait_for()
        self.page.evaluate("restOfSheet()")
        for size in (SHORT, PHONE):
            self.page.set_viewport_size(size)
            faults = self.page.evaluate("faultsOfSheet()")
            assert faults == [], (self.page.evaluate("openedBy"), size["height"], faults)
        self.seen |= set(self.page.evaluate("openedBy"))
        if close:
            self.close()

    def close(self) -> None:
        """Close the sheet on top."""
        before = self.page.locator("dialog[open]").count()
        self.page.locator("dialog[open]").last.get_by_role("button", name="Close").click()
        expect(self.page.locator("dialog[open]")).to_have_count(before - 1)

    def open(self, target: Any) -> None:
        """Open a sheet by a tap, wherever the middle of a drawn piece may lie."""
        before = self.page.locator("dialog[open]").count()
        target.dispatch_event("click")
        expect(self.page.locator("dialog[open]")).to_have_count(before + 1)

    def tap(self, target: Any, *, close: bool = True) -> None:
        """Open a sheet and measure it."""
        self.open(target)
        self.look(close=close)


def dock(page: Any, target: Any) -> None:
    """Open the panel below by a tap, see that it leaves half of a phone to the places, and close it."""
    target.dispatch_event("click")
    panel = page.locator(".dock")
    expect(panel).to_be_visible()
    box = panel.bounding_box()
    assert box["y"] >= PHONE["height"] * 0.37
    assert box["y"] + box["height"] <= PHONE["height"] + 1
    keys = panel.locator(".dock-body button").all()
    assert len(keys) > 1
    assert all(min(key.bounding_box()["width"], key.bounding_box()["height"]) >= 48 for key in keys)
    panel.get_by_role("button", name="Done").click()
    expect(panel).to_be_hidden()


@pytest.fixture(autouse=True)
def ran(request: pytest.FixtureRequest) -> None:
    """Write down which tests of this file this process ran."""
    RAN.add(request.node.name)


@pytest.fixture(scope="module")
def measured() -> set[str]:
    """Where the sheets were opened that the tests of this file measured."""
    return set()


@pytest.fixture
def sheets(phone: Any, measured: set[str]) -> Any:
    """A phone whose sheets are measured."""
    measuring = Sheets(phone)
    yield measuring
    measured |= measuring.seen


def lay(page: Any, game: str, sample: str = "", **body: Any) -> str:
    """A table of a game as one of its samples, shown at its first tab; gives its address."""
    if sample:
        body["state"] = page.request.get(f"/api/v1/games/{game}/samples/{sample}").json()
    answer = page.request.post("/api/v1/tables", data={"game": game, "title": f"{game} {sample}", **body})
    assert answer.ok, answer.text()
    address = f"/t/{answer.json()['id']}"
    page.goto(address)
    page.get_by_role("tab").first.wait_for()
    return address


def every_question(sheets: Sheets, address: str) -> None:
    """Put every question of a game to the desk of a table."""
    page = sheets.page
    page.goto(f"{address}/desk")
    page.locator("[data-question]").first.wait_for()
    for question in page.locator("[data-question]").all():
        sheets.tap(question)


def test_look_around_fits_a_phone(sheets: Sheets) -> None:
    page = sheets.page
    page.goto("/")
    sheets.tap(page.get_by_role("button", name="Look around"), close=False)
    items = page.locator("dialog .item")
    assert items.count() >= 12
    assert all(item.bounding_box()["height"] >= 48 for item in items.all())
    scrolls = page.locator("dialog .body").evaluate("body => body.scrollHeight > body.clientHeight")
    assert scrolls, "this sheet holds more than fits"


def test_sheets_of_the_home_page_and_the_settings(sheets: Sheets) -> None:
    page = sheets.page
    lay(page, "diceminer", "three-miners")
    page.goto("/")
    sheets.tap(page.get_by_role("button", name="Language"))
    sheets.tap(page.get_by_role("button", name="More about").first, close=False)
    page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("dialog[open]")).to_have_count(1)
    sheets.look()
    page.goto("/new")
    sheets.tap(page.get_by_role("button", name="Colour of player 1"))
    page.goto("/cards/rollplayer")
    sheets.tap(page.locator("main button.item").first)


def test_sheets_of_the_evening(sheets: Sheets) -> None:
    """The organiser looks at one game's tables, shows a table's own QR code, and ends its game."""
    page = sheets.page
    table = lay(page, "yacht", "last-box").removeprefix("/t/")
    page.goto("/evening")
    sheets.tap(page.get_by_role("button", name="All games"), close=False)
    page.locator("dialog").get_by_role("radio", name="Yacht").click()
    more = page.get_by_role("button", name="More about yacht last-box").first
    sheets.tap(more, close=False)
    page.locator("dialog").get_by_role("button", name="QR code of this table").click()
    page.locator("dialog img.qr").wait_for()
    sheets.look()
    sheets.open(more)
    page.locator("dialog").get_by_role("button", name="End this game").click()
    page.get_by_text("It counts as it lies there.").wait_for()
    sheets.look(close=False)
    page.locator("dialog").get_by_role("button", name="End this game").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.get_by_role("heading", name="Finished").wait_for()
    assert page.request.get(f"/api/v1/tables/{table}").json()["document"]["finished"]
    expect(page.get_by_role("heading", name="Sum of the day")).to_be_visible()


def test_sheets_of_the_pocket(sheets: Sheets, tmp_path: Path) -> None:
    """The settings as the pocket shows them: a file is taken in only after one was asked."""
    page = sheets.page
    (tmp_path / "mine.zip").write_bytes(b"x")
    page.add_init_script(IN_THE_POCKET)
    page.goto("/settings")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Take in a file").click()
    chooser.value.set_files(tmp_path / "mine.zip")
    sheets.look()


def test_sheets_of_any_table(sheets: Sheets) -> None:
    page = sheets.page
    address = lay(page, "diceminer", "tied-mountain")
    menu = page.get_by_role("button", name="More", exact=True)
    for entry in ("Name of the table", "Delete the photos", "Whose phone is this?"):
        sheets.tap(menu, close=False)
        page.locator("dialog").get_by_role("button", name=entry).click()
        expect(page.locator("dialog[open] footer, dialog[open] [role=radiogroup]").first).to_be_visible()
        sheets.look()
    menu.click()
    page.locator("dialog").get_by_role("button", name="Keep this moment").click()
    page.get_by_role("button", name="Done").click()
    page.get_by_text("Kept. You find it under History.").wait_for()
    page.goto(f"{address}/history")
    sheets.tap(page.locator("main .list .item").first)
    sheets.tap(page.locator(".history .item").first)
    page.goto(f"{address}/score")
    sheets.tap(page.get_by_role("button", name="Rule", exact=True).first)
    crowd = {"players": [{"name": "Ann", "rounds": [{"dice": ["M1"] * 12}]}, {"name": "Bob"}]}
    page.goto(f"{lay(page, 'diceminer', state=crowd)}/desk")
    sheets.tap(page.locator(".problem").first)


def test_sheets_of_dice_miner(sheets: Sheets) -> None:
    page = sheets.page
    address = lay(page, "diceminer", "second-mountain")
    for path in ("rounds/0/dice/0", "rounds/0/dice/-"):
        dock(page, page.locator(f'[data-path="/players/0/{path}"]').first)
    for path in ("rounds/-", "rounds/0", "hero"):
        sheets.tap(page.locator(f'[data-path="/players/0/{path}"]').first)
    sheets.tap(page.get_by_role("button", name="Photo"))
    every_question(sheets, address)
    sheets.open(page.locator('[data-question="take"]'))
    page.get_by_role("tab", name="Build it").click()
    sheets.tap(page.locator('dialog [data-path^="/mountain/"]').first)
    sheets.close()
    sheets.open(page.locator('[data-question="beer"]'))
    sheets.tap(page.locator('dialog [aria-label="Add dice"], dialog .die-chip').first)


def test_sheets_of_roll_player(sheets: Sheets) -> None:
    page = sheets.page
    address = lay(page, "rollplayer", "five")
    dock(page, page.locator('[data-path="/players/0/rows/strength/0"]').first)
    sheets.tap(page.locator('[data-path="/players/0/marker"]').first)
    sheets.tap(page.locator(".fields").get_by_role("button", name="Gold"))
    sheets.tap(page.locator(".fields").get_by_role("button", name="Race"))
    page.get_by_text("More of this player").click()
    sheets.tap(page.locator(".fields").get_by_role("button", name="Backpack"), close=False)
    if not page.locator("dialog .part .chip").count():
        page.locator("dialog").get_by_role("button", name="Add").click()
    sheets.tap(page.locator("dialog .part .chip").first)
    every_question(sheets, address)


def test_sheets_of_dungeon_lords(sheets: Sheets) -> None:
    page = sheets.page
    address = lay(page, "dungeonlords", "second-summer")
    dock(page, page.get_by_label(re.compile("^Column B, row 2: ")))
    sheets.tap(page.locator('[data-path^="/players/0/monsters/"]').first)
    sheets.tap(page.get_by_label("Add: Monsters and ghosts"))
    every_question(sheets, address)
    sheets.open(page.locator('[data-question="battle"]'))
    page.locator("dialog").get_by_role("radiogroup", name="Tile").get_by_role("radio").first.click()
    sheets.tap(page.locator("dialog").get_by_role("button", name=re.compile(r"^\+ ")).last)


def test_sheets_of_the_final_number(sheets: Sheets) -> None:
    """Told lines and totals, taught cards, the picture of the result, values that come by a link, an aimed trap."""
    page = sheets.page
    castle = [{"x": 0, "y": 0, "cards": ["red castle"]}, {"x": 1, "y": 0, "cards": ["red ruby_mine"]}]
    players = [{"name": "Ana", "colour": "red", "gems": {"ruby": 1}}, {"name": "Ben", "colour": "blue"}]
    address = lay(page, "dwar7s", state={"players": players, "table": castle})
    sheets.tap(page.locator(".next-step", has_text="printed"), close=False)
    sheets.tap(page.locator("dialog .button.ask", has_text="Castle"))
    sheets.close()
    page.goto(f"{address}/score")
    sheets.tap(page.get_by_role("button", name="Tell the total"))
    page.goto(lay(page, "diceminer", "three-miners") + "/score")
    sheets.tap(page.get_by_role("button", name="Share a picture"))
    link = (
        "import('/static/lib/values.js').then((one) => one.linkWith('/cards/dwar7s', {entries: {ruby: {points: 4}}}))"
    )
    page.goto(page.evaluate(link))
    sheets.look()
    lord = {"name": "Eleni", "party": ["fighter_4", "priest_3"], "traps": ["anti_magic_dart"], "gold": 5, "food": 5}
    address = lay(page, "dungeonlords", state={"players": [lord, {"name": "Marek"}], "year": 1, "season": "battle"})
    page.goto(f"{address}/desk")
    sheets.open(page.locator('[data-question="battle"]'))
    page.locator("dialog").get_by_role("radiogroup", name="Tile").get_by_role("radio").first.click()
    sheets.tap(page.locator("dialog").get_by_role("button", name="+ Anti-Magic Dart"))


def test_sheets_of_dwar7s(sheets: Sheets) -> None:
    page = sheets.page
    address = lay(page, "dwar7s", "four-kingdoms")
    sheets.tap(page.locator('[data-path^="/table/0/"]').first, close=False)
    page.locator("dialog .chips .chip").first.click()
    sheets.look(close=False)
    page.get_by_role("option").first.click()
    expect(page.get_by_role("radiogroup")).to_be_visible()
    sheets.look()
    every_question(sheets, address)
    sheets.open(page.locator('[data-question="move"]'))
    places = page.locator("dialog").get_by_role("button", name=re.compile(r"^(-?\d+, -?\d+|any)$"))
    sheets.tap(places.first)


def test_sheets_of_yacht(sheets: Sheets) -> None:
    page = sheets.page
    address = lay(page, "yacht", "last-box")
    for field in ("dice", "roll", "fours"):
        sheets.tap(page.locator(f'[data-field="{field}"]'))
    sheets.tap(page.locator('main [data-question="coach"]'))
    every_question(sheets, address)


def test_sheets_of_any_game(sheets: Sheets) -> None:
    page = sheets.page
    lay(page, "pad", "categories")
    for path in ("/game", "/lines/0", "/lines/-", "/players/1/name"):
        sheets.tap(page.locator(f'[data-path="{path}"]'))
    dock(page, page.locator('[data-path="/players/0/points/1"]'))


@needs_weights
def test_sheets_of_photos(sheets: Sheets) -> None:
    page = sheets.page
    page.goto("/dice")
    sheets.tap(page.get_by_role("button", name="Sample photos"))
    sit_down(page, "Roll Player")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Pictures").click()
    chooser.value.set_files([PHOTOS / "rollplayer.jpg", PHOTOS / "diceminer.jpg"])
    sheets.look()
    held: list[Any] = []
    page.route("**/photos?*", lambda route: held.append(route))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Photo").click()
    chooser.value.set_files(PHOTOS / "rollplayer.jpg")
    sheets.look(close=False)
    held.pop().continue_()
    page.unroute("**/photos?*")
    page.locator(".piece-chip").first.wait_for()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator(".piece-chip").first.click()
    sheets.tap(page.get_by_role("button", name="Place", exact=True))
    dock(page, page.locator(".piece-chip").first)
    sheets.tap(page.get_by_role("button", name="Turn"))


@needs_weights
def test_sheets_of_the_camera(sheets: Sheets) -> None:
    sit_down(sheets.page, "Dice Miner")
    sheets.page.get_by_role("link", name="Live").click()
    sheets.tap(sheets.page.get_by_role("button", name="Camera"))


def test_sheets_of_inviting(browser: Any, open_house: str, measured: set[str]) -> None:
    own = own_address()
    if own is None:
        pytest.skip("this machine is in no network")
    guest = browser.new_context()
    page = browser.new_context(viewport=PHONE, base_url=open_house, locale="en-GB").new_page()
    told = page.request.get("/api/v1/access").json()
    guest.request.get(f"{open_house.replace('127.0.0.1', own)}/?pin={told['pin']}")
    page.goto("/invite")
    sheets = Sheets(page)
    page.reload()
    sheets.tap(page.get_by_role("button", name="Send A phone away").first)
    sheets.tap(page.get_by_role("button", name="New PIN"))
    measured |= sheets.seen
    page.context.close()
    guest.close()


@needs_weights
def test_sheets_of_teaching(sheets: Sheets, tmp_path: Path) -> None:
    page = sheets.page
    photo = tmp_path / "card.png"
    card_on_a_table().save(photo)
    page.goto("/teach/dwar7s")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Photograph cards").click()
    chooser.value.set_files(photo)
    sheets.tap(page.locator("button.cut").first, close=False)
    page.locator("dialog[open] button.item").first.click()
    page.get_by_role("button", name="Keep 1").click()
    taught = page.locator("details.card", has=page.locator("img.cutout")).first
    taught.locator("summary").click()
    sheets.tap(taught.locator("button.item", has=page.locator("img")))
    # what text recognition proposes depends on print: one proposal is enough to measure its sheet
    proposal = [{"item": "emerald", "field": "points", "values": [1, 2, 3]}]
    page.evaluate(ANSWER_WITH, proposal)
    sheets.tap(page.get_by_role("button", name="Read missing values"))


def test_the_sheet_that_shares_out_one_picture(sheets: Sheets) -> None:
    """It shows each part and asks whose it is. The service's question stands in for reading two sheets at length:
    what the service asks and does with the answer is tested in `tests/api/test_several_players.py`."""
    page = sheets.page
    sit_down(page, "Roll Player")
    seats = [{"value": str(seat), "label": name} for seat, name in enumerate(("Ann", "Bob"))]
    asked = {"id": "players", "kind": "choice"}
    questions = [
        {**asked, "text": "Whose pieces lie on the left?", "box": [0, 0, 400, 600], "choices": seats},
        {**asked, "text": "Whose pieces lie on the right?", "box": [400, 0, 800, 600], "choices": seats[::-1]},
    ]
    told: list[bool] = []

    def answer(route: Any) -> None:
        told.append(b'name="players"\r\n\r\n1,0\r\n' in (route.request.post_data_buffer or b""))
        problem = {"title": "Several", "detail": "Several players", "questions": [] if told[-1] else questions}
        route.fulfill(status=422, json=problem)

    page.route(re.compile(r"/photos\?"), answer)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Photo", exact=True).click()
    chooser.value.set_files(PHOTOS / "rollplayer.jpg")
    left = page.get_by_role("radiogroup", name="Whose pieces lie on the left?")
    expect(left.get_by_role("radio", name="Ann")).to_be_checked()
    expect(page.get_by_role("dialog").locator("img.thumb")).to_have_count(2)
    sheets.look(close=False)
    assert {place.split(":")[0] for place in sheets.seen} >= {"photo/several.js"}
    left.get_by_role("radio", name="Bob").click()
    right = page.get_by_role("radiogroup", name="Whose pieces lie on the right?")
    expect(right.get_by_role("radio", name="Ann")).to_be_checked()
    page.get_by_role("button", name="That is right").click()
    expect(page.get_by_text("Several players")).to_be_visible()
    assert told == [False, True]


def card_on_a_table() -> Image.Image:
    """One white card with a few forms on a dark table."""
    table = Image.new("RGB", (900, 900), (52, 40, 30))
    draw = ImageDraw.Draw(table)
    draw.rectangle((280, 220, 620, 680), fill=(244, 240, 228))
    draw.ellipse((330, 280, 560, 480), fill=(30, 90, 160))
    draw.polygon([(320, 640), (450, 500), (590, 640)], fill=(170, 40, 50))
    return table


@needs_weights
def test_no_sheet_was_left_out(request: pytest.FixtureRequest, measured: set[str]) -> None:
    here = {item.name for item in request.session.items if item.path == request.node.path} - {request.node.name}
    if here - RAN:
        pytest.skip("another process measured a part of these sheets")
    left_out = Counter(place.split(":")[0] for place in places_that_open() - measured)
    assert left_out == UNMEASURED
