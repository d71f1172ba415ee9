"""What the spells of the combat cards do, and when they are cast."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.sheet import legal_if

TREASURE = {"fatigue": 1, "speed": "slow", "effect": "lose_treasure", "amount": 1}


def damage(ruling: Any) -> list[int]:
    return [member["damage"] for member in ruling.data["state"]["party"]]


def test_unknown_spell_is_asked_for_only_when_it_is_cast(battle: Any) -> None:
    silent = battle("fighter_4", "", "", [{}], cards=[{"id": "graffiti"}])
    assert silent.legal == "yes"
    cast = battle("wizard_4", "", "", [{}], cards=[{"id": "graffiti"}])
    assert [value.item for value in cast.missing] == ["graffiti"]


@pytest.mark.parametrize(
    ("card", "plan", "expected"),
    [
        ("detect_evil", {}, {"evil": 5}),
        ("fist_of_justice", {}, {"imps": 1}),
        ("detect_treasure", {}, {"gold": 0, "food": 1}),
        ("word_of_peace", {"attacks": ["troll"], "peace": "evil"}, {"evil": 5, "down": ["troll"]}),
        ("word_of_peace", {"attacks": ["troll"]}, {"evil": 3, "ready": ["troll"]}),
        ("suggestion", {"attacks": ["goblin"], "pay": ["goblin"]}, {"food": 0, "down": ["goblin"]}),
        ("suggestion", {"attacks": ["goblin"]}, {"food": 1, "ready": ["goblin"]}),
    ],
)
def test_spells(battle: Any, card: str, plan: dict[str, Any], expected: dict[str, Any]) -> None:
    monsters = " ".join(plan.get("attacks", ()))
    ruling = battle("fighter_4 wizard_4", monsters, "", [plan], cards=[card], gold=1, food=1, imps=2)
    state = ruling.data["state"]
    assert {key: state[key] for key in expected} == expected


def test_no_spell_without_enough_magic_points(battle: Any) -> None:
    ruling = battle("fighter_4 wizard_3", "", "", [{}], cards=["detect_evil"], round=2)
    assert "DL-SPELL-POINTS" in ruling.rules
    assert ruling.data["state"]["evil"] == 3


def test_no_spell_in_the_anti_magic_room(battle: Any) -> None:
    dungeon = ["C1:anti_magic_room", "C2", "C3"]
    card = {"fatigue": 2, "speed": "slow", "effect": "evil", "amount": 2}
    ruling = battle("wizard_8", "", "", [{}], cards=[card], dungeon=dungeon, year=2)
    assert "DL-ROOM-ANTI-MAGIC" in ruling.rules


def test_shield_invisibility_illusion_and_extra_hit_point(battle: Any) -> None:
    shield = battle(
        "wizard_4 fighter_4", "troll", "", [{"attacks": ["troll"]}], cards=[{"id": "magic_shield", "fatigue": 0}]
    )
    assert damage(shield) == [2, 0]
    hidden = battle("wizard_4 fighter_4", "slime", "", [{"attacks": ["slime"]}], cards=["invisibility"])
    assert [member["id"] for member in hidden.data["state"]["party"]] == ["fighter_4", "wizard_4"]
    assert damage(hidden) == [1, 0]
    card = {"id": "illusion", "fatigue": 0, "speed": "fast"}
    illusion = battle("wizard_5", "golem", "", [{"attacks": ["golem"]}], cards=[card], year=2)
    assert damage(illusion) == [0]
    assert illusion.data["imprisoned"] == 0
    card = {"id": "create_food", "fatigue": 2, "speed": "fast"}
    fed = battle("wizard_5:3", "", "", [{}], cards=[card], year=2)
    assert fed.data["imprisoned"] == 1


def test_paladin_comes_when_detect_evil_raises_the_lord(battle: Any) -> None:
    paladin = {"id": "paladin_1", "damage": 2}
    ruling = battle("wizard_4", "", "", [{}], evil=8, paladin=paladin, cards=["detect_evil"])
    assert ruling.data["state"]["party"][0]["id"] == "paladin_1"


@pytest.mark.parametrize(("trap", "party", "year"), [("pendulum", "wizard_8", 2), ("?", "wizard_1", 1)])
def test_a_treasure_spell_finds_a_trap_of_unknown_value(battle: Any, trap: str, party: str, year: int) -> None:
    ruling = battle(party, "", trap, [{}], year=year, cards=[TREASURE])
    assert ruling.data["state"]["traps"] == []
    assert any("a trap card is lost" in step.text for step in ruling.steps)


@pytest.mark.parametrize(
    ("traps", "chosen", "left", "told"),
    [
        ("trap_door", None, [], "Given up: Trap Door; there is no other."),
        ("pendulum trap_door", "trap_door", ["pendulum"], "Given up, as planned: Trap Door."),
        (
            "trap_door pendulum fire_wall",
            None,
            ["pendulum", "trap_door"],
            "Given up: Fire Wall, first by name because the plan names none. It could have been: Pendulum, Trap Door.",
        ),
        (
            "pendulum fire_wall",
            "goblin",
            ["pendulum"],
            "Given up: Fire Wall, first by name because the plan names none. It could have been: Pendulum.",
        ),
    ],
    ids=["no other", "named", "not named", "a monster named for another spell"],
)
def test_the_battle_tells_which_trap_a_treasure_spell_takes(
    battle: Any, traps: str, chosen: str | None, left: list[str], told: str
) -> None:
    ruling = battle("wizard_1", "", traps, [{"chosen": chosen}], cards=[TREASURE])
    assert ruling.data["state"]["traps"] == left
    assert told in [str(step.text) for step in ruling.steps if step.rule == "DL-SPELL-DETECT-TREASURE"]


@pytest.mark.parametrize("plan", [{"chosen": "fire_wall"}, {"chosen": "pendulum", "traps": ["pendulum"]}])
def test_a_treasure_spell_cannot_take_a_trap_that_is_not_in_store(battle: Any, plan: dict[str, Any]) -> None:
    ruling = battle("fighter_4 wizard_4", "", "pendulum trap_door", [plan], cards=[TREASURE])
    assert ruling.legal == "no"
    assert ruling.rules == ("DL-SPELL-DETECT-TREASURE",)
    assert "is not in your trap store" in ruling.verdict


def suggestion(battle: Any, beasts: str, **plan: Any) -> Any:
    """Golems are sent into a room, and a card of the second year does what Suggestion does."""
    return battle(
        "fighter_8 wizard_8",
        beasts,
        "pendulum trap_door fire_wall",
        [{"attacks": beasts.split(), "pay": beasts.split(), **plan}],
        year=2,
        gold=2,
        cards=[{"fatigue": 2, "speed": "fast", "effect": "pay_or_withdraw", "amount": 0}],
        dungeon=["C1:hatchery", "C2", "C3"],
    )


@pytest.mark.parametrize(
    ("beasts", "paid", "left", "told"),
    [
        ("golem", ["trap_door"], ["fire_wall", "pendulum"], "Given up, as planned: Trap Door."),
        ("golem golem", ["trap_door", "pendulum"], ["fire_wall"], "Given up, as planned: Pendulum, Trap Door."),
        (
            "golem",
            [],
            ["pendulum", "trap_door"],
            "Given up: Fire Wall, first by name because the plan names none. It could have been: Pendulum, Trap Door.",
        ),
    ],
    ids=["named", "two golems", "not named"],
)
def test_the_owner_chooses_the_trap_that_pays_a_golem(
    battle: Any, beasts: str, paid: list[str], left: list[str], told: str
) -> None:
    ruling = suggestion(battle, beasts, traps_paid=paid)
    assert ruling.data["state"]["traps"] == left
    assert told in [str(step.text) for step in ruling.steps if step.rule == "DL-SPELL-SUGGESTION"]


@pytest.mark.parametrize(
    ("paid", "reason"),
    [
        (["pendulum", "trap_door"], "1 trap cards are to be paid, but 2 are named."),
        (["cursed_ring"], "Cursed Ring is not in your trap store."),
    ],
)
def test_a_golem_is_paid_with_the_traps_it_costs(battle: Any, paid: list[str], reason: str) -> None:
    ruling = suggestion(battle, "golem", traps_paid=paid)
    assert ruling.legal == "no"
    assert reason in ruling.verdict


@pytest.mark.parametrize("chosen", [{}, {"chosen": "witch"}], ids=["only one can be meant", "named"])
def test_the_sheep_attacks_weakly_whatever_attack_was_planned(battle: Any, chosen: dict[str, str]) -> None:
    card = {"id": "metamorphosis", "fatigue": 0, "amount": 1}
    plan = [{"attacks": ["witch:B@wizard_8,wizard_8"], **chosen}]
    ruling = battle("fighter_8 wizard_8", "witch", "", plan, year=2, cards=[card])
    assert damage(ruling) == [1, 0]
    assert ruling.data["state"]["down"] == ["witch"]


@pytest.mark.parametrize(("chosen", "told"), [({}, True), ({"chosen": "witch"}, False)], ids=["not named", "named"])
def test_a_battle_tells_which_of_two_monsters_met_the_spell(battle: Any, chosen: dict[str, str], told: bool) -> None:
    card = {"id": "metamorphosis", "fatigue": 0, "amount": 1}
    plan = [{"attacks": ["goblin", "witch@wizard_8,wizard_8"], **chosen}]
    dungeon = ["C1:hatchery", "C2", "C3"]
    ruling = battle("fighter_8:5 wizard_8", "goblin witch", "", plan, year=2, cards=[card], dungeon=dungeon)
    steps = [str(step.text) for step in ruling.steps]
    assert ("The spell meets Goblin, because the plan names none. It could have been: Witch." in steps) is told


@pytest.mark.parametrize(
    ("order", "expected"), [(["sheep", "goblin"], [1]), (["goblin", "goblin"], [0])], ids=["sheep first", "sheep last"]
)
def test_of_two_alike_the_sheep_can_be_told_apart(battle: Any, order: list[str], expected: list[int]) -> None:
    card = {"id": "metamorphosis", "fatigue": 0, "amount": 1}
    plan = [{"attacks": order, "chosen": "goblin"}]
    dungeon = ["C1:hatchery", "C2", "C3"]
    ruling = battle("fighter_8:5 wizard_8", "goblin goblin", "", plan, year=2, cards=[card], dungeon=dungeon)
    assert damage(ruling) == expected


@pytest.mark.parametrize(("full_game", "legal"), [(True, False), (False, True)])
def test_suggestion_at_the_top_of_the_evilometer(battle: Any, full_game: bool, legal: bool) -> None:
    ruling = battle(
        "fighter_4 wizard_1 thief_1",
        "vampire",
        "",
        [{"attacks": ["vampire@thief_1"], "pay": ["vampire"]}],
        evil=14,
        cards=["suggestion"],
        options={"full_game": full_game},
    )
    assert ruling.legal is legal_if(legal)
    assert not legal or ruling.data["state"]["down"] == ["vampire"]


@pytest.mark.parametrize(
    ("evil", "rivals", "comes"),
    [
        (7, [{"name": "Bob", "evil": 8, "has_paladin": True}], False),
        (8, [{"name": "Bob", "evil": 8, "has_paladin": True}], True),
        (7, [{"name": "Bob", "evil": 8}], True),
    ],
    ids=["only on his space", "above his space", "from his tent"],
)
def test_where_a_lord_must_stand_in_the_other_reading(
    battle: Any, evil: int, rivals: list[dict[str, Any]], comes: bool
) -> None:
    ruling = battle(
        "fighter_4 wizard_1",
        "",
        "",
        [{}],
        evil=evil,
        rivals=rivals,
        paladin="paladin_1",
        cards=["detect_evil"],
        options={"paladin_joins": "above"},
    )
    assert ("paladin_1" in [hero["id"] for hero in ruling.data["state"]["party"]]) is comes
