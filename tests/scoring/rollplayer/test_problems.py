"""Every thing that cannot be at a table is pointed out, with its rule and the pieces at fault."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rollplayer import GAME
from scoring.rollplayer.state import State

CATALOGUE = GAME.catalogue
WHO = {"race": "elf", "hero_class": "ranger", "alignment": "hermit", "backstory": "hunter"}
OTHER = {"race": "orc", "hero_class": "rogue", "alignment": "rebel", "backstory": "savant"}
SIX_GREEN = {name: ["green 1", "green 2", "green 3"] for name in ("strength", "dexterity")}
FULL = {
    name: ["red 1", "blue 2", "gold 3"]
    for name in ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
}

ONE_SHORT = {**FULL, "charisma": ["red 1", "blue 2"]}


def found(*players: dict[str, Any], **table: Any) -> set[tuple[str, str]]:
    """Rule and first place of every problem."""
    state = State.model_validate({"players": players, **table})
    return {(problem.rule, problem.where[0]) for problem in GAME.problems(state, CATALOGUE)}


def ann(**extra: Any) -> dict[str, Any]:
    return {"name": "Ann", **WHO, **extra}


def ben(**extra: Any) -> dict[str, Any]:
    return {"name": "Ben", **OTHER, **extra}


MM = {"options": {"expansion": True}}


@pytest.mark.parametrize("sample", GAME.samples)
def test_the_samples_are_in_order(sample: str) -> None:
    assert GAME.problems(GAME.sample(sample), CATALOGUE) == []


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"players": [ann(rows=SIX_GREEN), ben(rows=SIX_GREEN)]}, ("RP-COMPONENTS", "/players/0/rows/strength/0")),
        ({"players": [ann(), ben(hero_class="druid")]}, ("RP-SETUP-CLASS", "/players/0/hero_class")),
        ({"players": [ann(), ben(race="elf")]}, ("RP-SETUP-SHEET", "/players/0/race")),
        ({"players": [ann(), ben(backstory="hunter")]}, ("RP-SETUP-CARDS", "/players/0/backstory")),
        ({"players": [ann(), ben(name="Ann")]}, ("RP-COMPONENTS", "/players/0/name")),
        ({"players": [ann(rows={"wisdom": [None, "red 3"]}), ben()]}, ("RP-PLACE", "/players/0/rows/wisdom/0")),
        ({"players": [ann(rows={"wisdom": ["red 7"]}), ben()]}, ("RP-SHEET", "/players/0/rows/wisdom/0")),
        ({"players": [ann(rows={"wisdom": ["red 0"]}), ben()]}, ("RP-SHEET", "/players/0/rows/wisdom/0")),
        ({"players": [ann(rows={"wisdom": ["boost 2"]}), ben()], **MM}, ("MM-BOOST", "/players/0/rows/wisdom/0")),
        ({"players": [ann(rows={"wisdom": ["boost 9"]}), ben()], **MM}, ("MM-BOOST", "/players/0/rows/wisdom/0")),
        ({"players": [ann(rows={"wisdom": ["boost 5"]}), ben()]}, ("MM-BOOST", "/players/0/rows/wisdom/0")),
        ({"players": [ann(rows={"wisdom": ["red 2", "red 3"]}), ben()]}, ("RP-DICE", "/players/0/rows")),
        ({"players": [ann(marker=[3, 1]), ben()]}, ("RP-ALIGNMENT", "/players/0/marker")),
        ({"players": [ann(cards=["longbow"]), ben(cards=["longbow"])]}, ("RP-COMPONENTS", "/players/0/cards/0")),
        (
            {"players": [ann(cards=["longbow", "longsword", "quarterstaff"]), ben()]},
            ("RP-WEAPON-LIMIT", "/players/0/cards/0"),
        ),
        ({"players": [ann(gold=40), ben(gold=21)]}, ("RP-COMPONENTS", "/players/0/gold")),
        ({"players": [ann(xp=1), ben()]}, ("MM-COMPONENTS", "/players/0/xp")),
        ({"players": [ann(cards=["halberd"]), ben()]}, ("MM-COMPONENTS", "/players/0/cards/0")),
        ({"players": [ann(race="frogkin"), ben()]}, ("RP-SETUP-SHEET", "/players/0/race")),
        ({"players": [ann(cards=["search"], exhausted=["climb"]), ben()]}, ("RP-SKILL-USE", "/players/0/exhausted/0")),
        ({"players": [ann(trait_stars={"proud": 2}), ben()]}, ("RP-TRAITS", "/players/0/trait_stars/proud")),
        ({"players": [ann(cards=["diplomacy"])]}, ("RP-SOLO-SETUP", "/players/0/cards/0")),
        (
            {"players": [ann(backpack=["red 1"]), ben(rows={"wisdom": ["red 2"]})], **MM},
            ("MM-BACKPACK", "/players/0/backpack"),
        ),
        ({"players": [ann(trophies=["kobold"]), ben()], **MM}, ("MM-TROPHY", "/players/0/tokens")),
        (
            {
                "players": [
                    ann(trophies=["kobold"], tokens=["location"]),
                    ben(trophies=["kobold"], tokens=["location"]),
                ],
                **MM,
            },
            ("MM-TROPHY", "/players/0/trophies/0"),
        ),
        ({"players": [ann(), ben()], "monster": "giant_troll", **MM}, ("MM-SETUP-MONSTER", "/monster")),
        (
            {"players": [ann(), ben()], "monster": "dragon", "adventures": {"location": "dart_trap"}, **MM},
            ("MM-SETUP-ADVENTURES", "/adventures/location"),
        ),
        ({"players": [ann(), ben()], "monster": "dragon"}, ("MM-COMPONENTS", "/monster")),
        (
            {"players": [ann(battle={"dice": [3]}), ben()], "monster": "dragon", **MM},
            ("MM-END", "/players/0/battle"),
        ),
        (
            {
                "players": [ann(rows=FULL, battle={"dice": [3, 3], "mercenaries": 2}), ben(rows=FULL)],
                "monster": "dragon",
                **MM,
            },
            ("MM-POOL", "/players/0/battle/dice"),
        ),
        (
            {"players": [ann(rows=FULL, battle={"dice": [7]}), ben(rows=FULL)], "monster": "dragon", **MM},
            ("MM-COMBAT-DICE", "/players/0/battle/dice/0"),
        ),
        (
            {"players": [ann(rows=FULL, battle={"dice": [3]}), ben(rows=ONE_SHORT)], "monster": "dragon", **MM},
            ("MM-END", "/players/0/battle"),
        ),
    ],
)
def test_what_cannot_be_is_pointed_out(table: dict[str, Any], problem: tuple[str, str]) -> None:
    assert problem in found(*table.pop("players"), **table)


def test_eleven_green_dice_are_fine_with_the_expansion() -> None:
    eleven = {"strength": ["green 1"] * 3, "dexterity": ["green 1"] * 3}
    five = {"strength": ["green 1"] * 3, "dexterity": ["green 1"] * 2}
    base = found(ann(rows=eleven), ben(rows=five))
    assert ("RP-COMPONENTS", "/players/0/rows/strength/0") in base
    assert not found(ann(rows=eleven), ben(rows=five), monster="dragon", **MM)


@pytest.mark.parametrize(("expansion", "rule"), [(False, "RP-SOLO-SETUP"), (True, "MM-SOLO-SETUP")])
@pytest.mark.parametrize(("gold", "fine"), [(12, True), (13, False), (14, False)])
def test_the_rival_dice_of_the_solo_game_are_not_on_the_sheet(
    expansion: bool, rule: str, gold: int, fine: bool
) -> None:
    dice = [*["gold 1"] * gold, *["red 1"] * (18 - gold)]
    rows = {name: dice[3 * row : 3 * row + 3] for row, name in enumerate(FULL)}
    alone = found(ann(rows=rows), options={"expansion": expansion}, monster="dragon" if expansion else None)
    assert alone == (set() if fine else {(rule, "/players/0/rows/strength/0")})


def test_two_heroes_share_all_thirteen_gold_dice() -> None:
    six = {"strength": ["gold 1"] * 3, "dexterity": ["gold 1"] * 3}
    assert not found(ann(rows={**six, "wisdom": ["gold 1"]}), ben(rows=six))
    assert found(ann(rows={**six, "wisdom": ["gold 1"]}), ben(rows={**six, "wisdom": ["gold 1"]}))


def test_nobody_rolls_before_all_sheets_are_full() -> None:
    early = ("MM-END", "/players/0/battle")
    waiting = ben(rows=ONE_SHORT)
    assert early in found(ann(rows=FULL, battle={"dice": [3]}), waiting, monster="dragon", **MM)
    assert early not in found(ann(rows=FULL, battle={"mercenaries": 1}), waiting, monster="dragon", **MM)
    assert early not in found(ann(rows=FULL, battle={"dice": [3]}), ben(rows=FULL), monster="dragon", **MM)


def test_all_problems_come_at_once() -> None:
    many = found(ann(gold=99, marker=[5, 5], rows={"wisdom": [None, "red 9"]}), ben(name="Ann", race="elf"))
    assert {"RP-COMPONENTS", "RP-ALIGNMENT", "RP-PLACE", "RP-SHEET", "RP-SETUP-SHEET"} <= {rule for rule, _ in many}


def test_six_players_are_too_many() -> None:
    players = [{"name": str(seat)} for seat in range(6)]
    assert ("RP-COMPONENTS", "/players") in found(*players)
    assert ("RP-COMPONENTS", "/players") in found(*players, **MM)
    assert ("RP-COMPONENTS", "/players") in found()


def test_tokens_beyond_the_trophies_only_with_cards_that_may_give_them() -> None:
    trophy = ("MM-TROPHY", "/players/0/tokens")
    assert trophy in found(ann(tokens=["location"]), ben(), **MM)
    assert trophy not in found(ann(tokens=["location"], cards=["spellbook"]), ben(), **MM)
    assert trophy in found(ann(trophies=["kobold"], cards=["gather_power"]), ben(), **MM)


def test_a_killed_minion_does_not_lie_on_its_deck() -> None:
    hunter = ann(trophies=["kobold"], tokens=["location"])
    killed = ("MM-TROPHY", "/players/0/trophies/0")
    assert killed in found(hunter, ben(), minion="kobold", **MM)
    assert killed not in found(hunter, ben(), minion="goblin", **MM)


def test_an_expansion_without_a_monster_is_told() -> None:
    state = GAME.state.model_validate({"players": [{"name": "Ann"}], "options": {"expansion": True}})
    assert ("MM-SETUP-MONSTER", ("/monster",)) in [(p.rule, p.where) for p in GAME.problems(state, GAME.catalogue)]


@pytest.mark.parametrize(
    ("battle", "wrong"),
    [
        ({"dice": [4, 5, 6]}, False),
        ({"dice": [4, 5, 6], "mercenaries": 2}, False),
        ({"dice": [4, 5, 6], "mercenaries": 1}, True),
        ({"dice": [4, 5, 6], "adventure_dice": 3}, True),
    ],
)
def test_a_battle_entered_as_dice_alone_is_no_problem(battle: dict[str, Any], wrong: bool) -> None:
    table = {"players": [{"name": "Ann", "battle": battle}], "monster": "demon", "options": {"expansion": True}}
    state = GAME.state.model_validate(table)
    assert ("MM-POOL" in [problem.rule for problem in GAME.problems(state, GAME.catalogue)]) is wrong


def test_a_card_that_many_hold_names_how_many() -> None:
    names = ("Ann", "Ben", "Cleo", "Dan", "Eva")
    state = GAME.state.model_validate({"players": [{"name": name, "race": "elf"} for name in names]})
    said = [problem.message for problem in GAME.problems(state, GAME.catalogue)]
    assert "Elf: there is one, but players who hold it: 5" in said
