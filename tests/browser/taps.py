"""How many taps an evening costs: `python -m tests.browser.taps` plays whole players into the real page and counts.

Counting begins at the open, empty table with its players seated. Every press is a tap, every key typed is one, and so
is taking the picture in the phone's own camera. What the dice and cards are comes from scripts that the page cannot
know. A press that needs the page scrolled first is counted as a scroll as well.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, PATIENCE, PHONE, PHOTOS, serving

IN_SIGHT = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
  const found = document.elementFromPoint(x, y);
  return one.contains(found) || Boolean(found?.contains(one));
}"""


@dataclass
class Counter:
    """A finger on one page."""

    page: Any
    taps: int = 0
    scrolls: int = 0

    def tap(self, what: Any) -> None:
        """Press something; scroll to it first if it is not in sight."""
        expect(what).to_be_visible()
        if not what.evaluate(IN_SIGHT):
            self.scrolls += 1
        what.click()
        self.taps += 1

    def type(self, text: str) -> None:
        """Keys where the cursor is."""
        self.page.keyboard.type(text)
        self.taps += len(text)

    def place(self, path: str) -> Any:
        """A place of the drawing."""
        return self.page.locator(f'main [data-path="{path}"]').first

    def button(self, name: str, where: str = "body") -> Any:
        """A button by its whole name."""
        return self.page.locator(where).get_by_role("button", name=name, exact=True).first


@dataclass(frozen=True)
class Way:
    """One way of entering one player: how many taps it may cost, and how many it cost before."""

    title: str
    game: str
    goal: int
    before: int
    walk: Callable[[Counter], None]
    right: Callable[[dict[str, Any]], bool]


COLOURS = ("green", "blue", "red", "purple", "black", "white", "gold")
ROWS = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
RANDOM = random.Random(20)
SHEET = [f"{RANDOM.choice(COLOURS)} {RANDOM.randint(1, 6)}" for _ in range(18)]
PLACES = [(row, place) for row in ROWS for place in range(3)]
CARDS = ("Longsword", "Jeweled Dagger", "Nimble", "Chain Helm")
TROVE = [RANDOM.choice(("tunnel, {}", "treasure, {}", "magic, {}")).format(RANDOM.randint(1, 3)) for _ in range(12)]


def settle(counter: Counter) -> None:
    """Until the service has everything."""
    counter.page.wait_for_timeout(300)
    expect(counter.page.get_by_text("waiting to be sent")).to_have_count(0)


def rest_of_sheet(counter: Counter) -> None:
    """Race, class, backstory, alignment, marker, four cards, gold; the sheet is open at its first part."""
    page = counter.page
    for part, chosen in (
        ("race", "Dwarf"),
        ("hero_class", "Bard"),
        ("backstory", "Lost Soul"),
        ("alignment", "Guardian"),
        ("marker", "lawful good"),
    ):
        counter.tap(page.locator(f'[data-part="{part}"]').get_by_role("button", name=chosen, exact=True))
    for card in CARDS:
        counter.tap(page.locator('[data-part="cards"] .adds').get_by_text(card, exact=True))
    counter.tap(page.locator('[data-part="gold"]').get_by_role("button", name="7", exact=True))
    counter.tap(counter.button("Done", "dialog"))


def roll_player(counter: Counter) -> None:
    """Eighteen dice and the rest, by hand."""
    counter.tap(counter.place("/players/0/rows/strength/0"))
    for text in SHEET:
        counter.tap(counter.page.locator(f'.dock [data-value="{text}"]'))
    counter.tap(counter.page.locator(".fields [data-field=race]"))
    rest_of_sheet(counter)


MISREAD = {("dexterity", 1): "blue 4", ("wisdom", 0): "red 6"}


def roll_player_photo(counter: Counter) -> None:
    """A photo in which two dice were misread and two are doubtful, then the rest."""
    page = counter.page
    with page.expect_file_chooser() as chooser:
        counter.tap(counter.button("Photo"))
    counter.taps += 1  # the shutter
    chooser.value.set_files(PHOTOS / "rollplayer.jpg")
    expect(page.locator(".piece-chip").first).to_be_visible()
    for (row, place), code in MISREAD.items():
        path = f"/players/0/rows/{row}/{place}"
        (piece,) = [one["id"] for one in pieces_of(page) if one["path"] == path]
        counter.tap(page.locator(f'.photo-stage [data-piece="{piece}"]'))
        counter.tap(page.locator(f'.dock [data-value="{code}"]'))
        while doubtful(page, piece):
            counter.tap(page.locator(".dock").get_by_role("button", name="Right", exact=True))
            page.wait_for_timeout(800)
    counter.tap(counter.button("All right"))
    rest_of_sheet(counter)


def pieces_of(page: Any) -> list[dict[str, Any]]:
    """The pieces of the photo as the service has them."""
    found: list[dict[str, Any]] = table_of(page)["document"]["photos"][0]["pieces"]
    return found


def doubtful(page: Any, done: str) -> bool:
    """Whether the page went on to a doubtful piece by itself."""
    page.wait_for_timeout(800)
    return bool(page.locator(f'.dock:visible, .photo-stage .looked:not([data-piece="{done}"])').count() > 1)


def photo_is_told(state: dict[str, Any]) -> bool:
    """Whether the misread dice are right now, and the rest is told."""
    ann = state["players"][0]
    return {(row, place): ann["rows"][row][place] for row, place in MISREAD} == MISREAD and rest_is_told(state)


def sheet_is_told(state: dict[str, Any]) -> bool:
    """Whether everything that the script says lies on the table."""
    ann = state["players"][0]
    return [ann["rows"][row][place] for row, place in PLACES] == SHEET and rest_is_told(state)


def rest_is_told(state: dict[str, Any]) -> bool:
    """Whether everything besides the dice is told."""
    ann = state["players"][0]
    return all(ann[name] for name in ("race", "hero_class", "backstory", "alignment")) and (
        len(ann["cards"]),
        ann["gold"],
        ann["marker"],
    ) == (len(CARDS), 7, [0, 0])


def dice_miner(counter: Counter) -> None:
    """A first round of twelve dice."""
    counter.tap(counter.place("/players/0/rounds/-"))
    for label in TROVE:
        counter.tap(counter.button(label, ".dock"))
    counter.tap(counter.button("Done", ".dock"))


def trove_is_told(state: dict[str, Any]) -> bool:
    """Whether the twelve dice lie there in their order."""
    codes = [label[0].replace("t", "T").replace("m", "M") for label in TROVE]
    codes = ["G" if label.startswith("treasure") else code for code, label in zip(codes, TROVE, strict=True)]
    return bool(state["players"][0]["rounds"][0]["dice"] == [c + t[-1] for c, t in zip(codes, TROVE, strict=True)])


TUNNELS = ("B2", "A2", "D3", "E3", "C4", "D2")
ROOMS = (("B3", "Mint"), ("E2", "Dark Room"))
TAKEN = ("C1", "C2")
MONSTERS = ("Troll", "Vampire", "Ghost")
NUMBERS = {"gold": 4, "food": 2, "imps": 6, "evil": 9}


def dungeon_lords(counter: Counter) -> None:
    """Eight tiles, two of them rooms, two conquered, three monsters, three prisoners, four counters."""
    page = counter.page

    def square(name: str) -> Any:
        return page.locator(f'[data-square="{name}"]')

    for name in TUNNELS:
        counter.tap(square(name))
    for name, room in ROOMS:
        counter.tap(page.locator(".dock").get_by_role("radio", name=room, exact=True))
        counter.tap(square(name))
    counter.tap(page.locator(".dock").get_by_role("radio", name="Conquered"))
    for name in TAKEN:
        counter.tap(square(name))
    counter.tap(page.get_by_label("Add: Monsters and ghosts"))
    for monster in MONSTERS:
        counter.tap(page.locator('[data-part="monsters"]').get_by_role("button", name=monster, exact=True))
    for number in (4, 9, 14):
        counter.tap(page.locator('[data-part="prisoners"] .adds').nth(number))
    for name, number in NUMBERS.items():
        counter.tap(page.locator(f'[data-part="{name}"]').get_by_role("button", name=str(number), exact=True))
    counter.tap(counter.button("Done", "dialog"))


def dungeon_is_told(state: dict[str, Any]) -> bool:
    """Whether the lord has what the script says."""
    lord = state["players"][0]
    tiles = {f"{'ABCDE'[tile['x']]}{tile['y'] + 1}": tile for tile in lord["dungeon"]}
    return (
        set(tiles) == {*TUNNELS, *(name for name, _ in ROOMS), "C1", "C2", "C3"}
        and {name for name, tile in tiles.items() if tile["conquered"]} == set(TAKEN)
        and [tiles[name]["room"] is not None for name, _ in ROOMS] == [True, True]
        and (len(lord["monsters"]), len(lord["prisoners"])) == (3, 3)
        and {name: lord[name] for name in NUMBERS} == NUMBERS
    )


LAYOUT = (
    ("red castle", (0, 0)),
    ("blue castle", (1, 0)),
    ("red emerald_mine", (0, 1)),
    ("blue emerald_mine", (1, 1)),
    ("blue diamond_mine", (2, 0)),
    ("red gold_mine", (-1, 0)),
    ("red tavern", (0, 2)),
    ("blue tavern", (2, 1)),
    ("blue general_store", (1, 2)),
    ("red fire_dragon", (-1, 1)),
)


def dwar7s(counter: Counter) -> None:
    """Ten cards of two players, five each, not all of the same kinds."""
    page = counter.page
    page.locator("main .drawing svg").wait_for()
    for card, (x, y) in LAYOUT:
        colour, kind = card.split()
        if page.locator(".dock").is_visible():
            for paint in (kind, colour):
                chip = page.locator(f'.dock [data-paint="{paint}"]')
                if chip.get_attribute("aria-checked") == "false":
                    counter.tap(chip)
        spot = page.locator(f'main [data-path="/table/-"][data-x="{x}"][data-y="{y}"]')
        counter.tap(spot)
        expect(spot).to_have_count(0)


def layout_is_told(state: dict[str, Any]) -> bool:
    """Whether the ten cards lie where the script says."""
    laid = {
        (f"{card['colour']} {card['kind']}", (stack["x"], stack["y"]))
        for stack in state["table"]
        for card in stack["cards"]
    }
    return laid == set(LAYOUT)


WAYS = (
    Way("Roll Player, a player by hand", "Roll Player", 45, 84, roll_player, sheet_is_told),
    Way("Roll Player, a player by photo", "Roll Player", 20, 37, roll_player_photo, photo_is_told),
    Way("Dice Miner, twelve dice", "Dice Miner", 14, 20, dice_miner, trove_is_told),
    Way("Dungeon Lords, a player", "Dungeon Lords", 25, 48, dungeon_lords, dungeon_is_told),
    Way("Dwar7s Fall, ten cards", "Dwar7s Fall", 15, 32, dwar7s, layout_is_told),
)


def sit_down(counter: Counter, game: str, names: tuple[str, ...] = ("Ann", "Bob")) -> None:
    """From the home page to the open table, names typed."""
    page = counter.page
    page.goto("/")
    counter.tap(page.get_by_role("link", name="New table"))
    counter.tap(page.get_by_role("radio", name=game))
    for number, name in enumerate(names, 1):
        counter.tap(page.get_by_label(f"Name of player {number}", exact=True))
        page.keyboard.press("Control+a")
        counter.type(name)
    counter.tap(counter.button("Start"))
    expect(page.get_by_role("tab", name=names[0])).to_be_visible()


def table_of(page: Any) -> dict[str, Any]:
    """The table as the service has it."""
    fetched: dict[str, Any] = page.evaluate(
        "fetch('/api/v1/tables/' + location.pathname.split('/')[2]).then((answer) => answer.json())"
    )
    return fetched


def state_of(page: Any) -> dict[str, Any]:
    """The state of the game on it."""
    state: dict[str, Any] = table_of(page)["document"]["state"]
    return state


def count(way: Way, page: Any) -> tuple[Counter, Counter]:
    """The taps from home to the table, and from there to everything told."""
    seated = Counter(page)
    sit_down(seated, way.game)
    page.wait_for_timeout(500)
    counter = Counter(page)
    way.walk(counter)
    settle(counter)
    assert way.right(state_of(page)), f"{way.title}: the table does not say what the script says: {state_of(page)}"
    return seated, counter


@contextmanager
def a_phone() -> Iterator[Any]:
    """A page of a service with an empty folder."""
    expect.set_options(timeout=PATIENCE)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(Path(folder)) as address,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        shape = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "en-GB"}
        page = browser.new_context(**shape, base_url=address).new_page()
        page.set_default_timeout(PATIENCE)
        yield page
        browser.close()


def main() -> int:
    """Print the table; 1 if a goal is missed."""
    print("| what | taps | goal | before | scrolls | home to the table |\n|---|---|---|---|---|---|")
    missed = 0
    with a_phone() as page:
        for way in WAYS:
            if sys.argv[1:] and sys.argv[1].lower() not in way.title.lower():
                continue
            seated, counter = count(way, page)
            missed += counter.taps > way.goal
            row = (way.title, counter.taps, way.goal, way.before, counter.scrolls, seated.taps)
            print("| " + " | ".join(map(str, row)) + " |", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
