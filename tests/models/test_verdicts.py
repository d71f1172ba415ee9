"""How a reading is judged: turned and moved layouts are the same, and the first stage that failed is named."""

from __future__ import annotations

import pytest

from models.verdicts import Truth, dungeonlords, rollplayer
from models.verdicts.dwar7s import verdict_of
from vision.reading import Box, Reading
from vision.tables.table import Seen, TableReading

CARDS = {(0, 0): "red castle 0", (1, 0): "blue tavern 1", (1, 1): "red tavern 2"}
PRINTED = {kind: {"walls": [], "points": 2, "slots": 3, "need": 2} for kind in ("castle", "tavern")}


def truth() -> Truth:
    stacks = [
        {
            "x": x,
            "y": y,
            "cards": [dict(zip(("colour", "kind", "turn"), (*code.split()[:2], int(code[-1])), strict=True))],
            "dwarves": {"red": 1} if code == "red castle 0" else {},
        }
        for (x, y), code in CARDS.items()
    ]
    players = [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
    return Truth("dwar7s", "00", {"players": players, "table": stacks}, {"printed": PRINTED})


def reading(cards: dict[tuple[int, int], str], dwarf: tuple[int, int] | None = None) -> TableReading:
    box = Box(0, 0, 1, 1)
    seen = [Seen(Reading(code, 1.0), box, f"table/{x},{y}") for (x, y), code in cards.items()]
    if dwarf:
        seen.append(Seen(Reading("dwarf red", 0.5), box, f"table/{dwarf[0]},{dwarf[1]}"))
    return TableReading("dwar7s", tuple(seen))


def test_a_layout_that_is_turned_and_moved_is_exact() -> None:
    turned = {(7, 5): "red castle 1", (7, 6): "blue tavern 2", (6, 6): "red tavern 3"}
    verdict = verdict_of(truth(), reading(turned, (7, 5)))
    assert verdict.exact and verdict.score_exact
    assert verdict.pieces["right"] == 3 and verdict.pieces["dwarves right"] == 1


@pytest.mark.parametrize(
    ("changed", "stage", "found"),
    [
        ({(1, 1): "?"}, "card asked", "asked"),
        ({(1, 1): "red general_store 2"}, "kind", "wrong"),
        ({(1, 1): "green tavern 2"}, "colour", "wrong"),
        ({(1, 1): "red tavern 0"}, "turn", "wrong"),
        ({(2, 1): "red gold_mine 0"}, "finding or grid", "invented"),
    ],
)
def test_the_first_stage_that_failed_is_named(changed: dict[tuple[int, int], str], stage: str, found: str) -> None:
    verdict = verdict_of(truth(), reading({**CARDS, **changed}, (0, 0)))
    assert not verdict.exact and not verdict.score_exact
    assert (verdict.failed, verdict.pieces[found]) == (stage, 1)


def test_missing_dwarves_spoil_the_state_but_not_the_cards() -> None:
    verdict = verdict_of(truth(), reading(CARDS))
    assert verdict.core_exact and not verdict.exact
    assert verdict.failed == "dwarves"


def test_nothing_read_is_all_missed() -> None:
    verdict = verdict_of(truth(), reading({}))
    assert verdict.pieces["missed"] == 3 and verdict.failed == "finding or grid"


CHARACTER = {
    "name": "Ann",
    "race": "elf",
    "hero_class": "ranger",
    "alignment": "hermit",
    "marker": [0, 2],
    "backstory": "hunter",
    "rows": {"strength": ["red 4", None, None]},
    "cards": ["longsword"],
    "gold": 3,
}


def character(changed: dict[str, str | None], left_open: tuple[str, ...] = ("gold 3",)) -> TableReading:
    told = {
        **{place: str(CHARACTER[place]) for place in ("race", "hero_class", "alignment", "backstory")},
        "marker": "0,2",
        "rows/strength/0": "red 4",
        "cards": "longsword",
        **changed,
    }
    seen = [Seen(Reading(code, 1.0), Box(0, 0, 1, 1), place) for place, code in told.items() if code]
    return TableReading("rollplayer", tuple(seen), left_open=left_open)


@pytest.mark.parametrize(
    ("changed", "left_open", "stage", "found"),
    [
        ({"rows/strength/0": None}, ("gold 3",), "dice missed", "missed"),
        ({"rows/strength/0": "red 5"}, ("gold 3",), "dice shown", "wrong"),
        ({"race": "orc"}, ("gold 3",), "card wrong", "race wrong"),
        ({"cards": None}, ("gold 3",), "card asked", "asked"),
        ({"marker": "1,1"}, ("gold 3",), "marker", "marker wrong"),
        ({}, ("gold 2",), "counters", "gold wrong"),
    ],
)
def test_a_character_is_judged_stage_by_stage(
    changed: dict[str, str | None], left_open: tuple[str, ...], stage: str, found: str
) -> None:
    true = Truth("rollplayer", "00", {"players": [CHARACTER]}, {})
    verdict = rollplayer.verdict_of(true, character(changed, left_open))
    assert (verdict.exact, verdict.failed, verdict.pieces[found]) == (False, stage, 1)
    assert verdict.core_exact == verdict.score_exact == (stage == "counters")


def test_a_whole_character_is_exact() -> None:
    verdict = rollplayer.verdict_of(Truth("rollplayer", "00", {"players": [CHARACTER]}, {}), character({}))
    assert verdict.exact and verdict.score_exact and verdict.pieces["right"] == 7


def lord(**more: object) -> Truth:
    told = {"name": "Ann", "dungeon": ["C1", "C2", "C3", "D2:mint"], "monsters": ["golem"], **more}
    return Truth("dungeonlords", "00", {"players": [told], "year": 2, "season": "end"}, {})


def dungeon(*cards: tuple[str, str], room: str = "mint") -> TableReading:
    tiles = [("tunnel", "dungeon/C1"), ("tunnel", "dungeon/C2"), ("tunnel", "dungeon/C3"), (room, "dungeon/D2")]
    seen = [Seen(Reading(code, 1.0), Box(0, 0, 1, 1), place) for code, place in (*tiles, *cards)]
    return TableReading("dungeonlords", tuple(seen))


@pytest.mark.parametrize(
    ("cards", "stage", "found"),
    [
        ([("golem", "monsters"), ("?", "prisoners")], "cards asked", "asked"),
        ([("golem", "monsters"), ("thief_2", "prisoners")], "cards wrong", "wrong"),
        ([("golem", "monsters")], "cards missed", "missed"),
    ],
)
def test_cards_beside_a_dungeon_are_part_of_the_whole_state(
    cards: list[tuple[str, str]], stage: str, found: str
) -> None:
    true = lord(prisoners=["thief_1"])
    verdict = dungeonlords.verdict_of(true, dungeon(*cards))
    assert verdict.core_exact and not verdict.exact
    assert (verdict.failed, verdict.pieces[f"cards {found}"]) == (stage, 1)
    right = dungeonlords.verdict_of(true, dungeon(("golem", "monsters"), ("thief_1", "prisoners")))
    assert right.exact and right.score_exact and right.pieces["right"] == 6
