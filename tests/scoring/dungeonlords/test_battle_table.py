"""A battle round of the whole table: what lies on every board afterwards, and where the paladin rides."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.sheet import Ruling


def boards(ruling: Ruling) -> dict[str, dict[str, Any]]:
    """The boards after the round, by player."""
    return {lord["name"]: lord for lord in ruling.data["players"]}


def line(lord: dict[str, Any]) -> list[str]:
    """Who stands before the dungeon, the first in front."""
    return [hero["id"] for hero in lord.get("party", ())]


@pytest.mark.parametrize("year", [1, 2])
def test_a_trap_that_is_not_played_stays_in_the_store(ask: Any, year: int) -> None:
    players = [
        {
            "name": "Eleni",
            "party": ["fighter_4" if year == 1 else "fighter_8"],
            "traps": ["pendulum", "trap_door", "?"],
        },
        {"name": "Marek", "traps": ["fire_wall"]},
    ]
    ruling = ask("battle-round", table={"year": year, "season": "battle", "players": players}, card=2)
    after = boards(ruling)
    assert sorted(after["Eleni"]["traps"]) == ["?", "pendulum", "trap_door"]
    assert list(after["Marek"]["traps"]) == ["fire_wall"]


def cleared_neighbour(first_player: int = 0) -> dict[str, Any]:
    """Eleni will lose a tile and the paladin to Marek, in whose dungeon nobody stands any more."""
    players = [
        {"name": "Eleni", "evil": 9, "party": ["paladin_1", "fighter_4"], "prisoners": ["thief_1", "thief_3"]},
        {"name": "Marek", "evil": 9, "prisoners": ["priest_1", "wizard_1", "thief_2"]},
        {"name": "Ada", "evil": 2, "party": ["priest_2"]},
    ]
    return {"year": 1, "season": "battle", "first_player": first_player, "players": players}


def test_the_paladin_does_not_fight_in_a_cleared_dungeon_before_the_next_round(ask: Any) -> None:
    ruling = ask("battle-round", table=cleared_neighbour(), round=2, card=1)
    marek = boards(ruling)["Marek"]
    assert marek["party"] == ({"id": "paladin_1", "damage": 1},)
    assert marek["evil"] == 9 and "dungeon" not in marek
    assert any(step.rule == "DL-PALADIN-MOVES" and "next round" in step.text for step in ruling.steps)
    again = ask("battle-round", table={**cleared_neighbour(), "players": ruling.data["players"]}, round=3, card=1)
    assert boards(again)["Marek"]["dungeon"][0]["conquered"] is True


@pytest.mark.parametrize("first_player", [0, 1], ids=["before his turn", "after his turn"])
def test_an_arrival_in_round_four_starts_no_battle(ask: Any, first_player: int) -> None:
    ruling = ask("battle-round", table=cleared_neighbour(first_player), round=4, card=1)
    marek = boards(ruling)["Marek"]
    assert marek["evil"] == 9 and "dungeon" not in marek
    assert all(line(lord) == [] for lord in boards(ruling).values())


def test_the_paladin_fights_at_once_beside_adventurers_who_still_stand(ask: Any) -> None:
    table = cleared_neighbour()
    table["players"][1] = {"name": "Marek", "evil": 9, "party": ["priest_1"]}
    marek = boards(ask("battle-round", table=table, round=2, card=1))["Marek"]
    assert marek["party"][0] == {"id": "paladin_1", "damage": 2}
    assert marek["evil"] == 8


def raised_by_a_spell(**marek: Any) -> dict[str, Any]:
    """Detect Evil will lift Eleni from 8 to 10."""
    players = [
        {"name": "Eleni", "evil": 8, "party": ["fighter_4", "fighter_3", "wizard_4"]},
        {"name": "Marek", "evil": 5, **marek},
    ]
    return {"year": 1, "season": "battle", "players": players}


def test_the_paladin_comes_out_of_his_tent_in_battle(ask: Any) -> None:
    ruling = ask("battle-round", table=raised_by_a_spell(), card="detect_evil")
    eleni = boards(ruling)["Eleni"]
    assert line(eleni) == ["paladin_1", "fighter_4", "fighter_3", "wizard_4"]
    assert eleni["party"][0]["damage"] == 2
    came = [step.rule for step in ruling.steps].index("DL-PALADIN")
    assert ruling.steps[came - 1].rule == "DL-SPELL-DETECT-EVIL"


@pytest.mark.parametrize(
    "marek", [{"prisoners": ["paladin_1"]}, {"evil": 9}], ids=["beaten already", "set out before and not here"]
)
def test_a_paladin_who_set_out_before_does_not_come_from_the_tent(ask: Any, marek: dict[str, Any]) -> None:
    ruling = ask("battle-round", table=raised_by_a_spell(**marek), card="detect_evil")
    assert line(boards(ruling)["Eleni"]) == ["fighter_4", "fighter_3", "wizard_4"]


def second_year(*party: str, **eleni: Any) -> dict[str, Any]:
    players = [{"name": "Eleni", "evil": 3, "party": list(party), **eleni}, {"name": "Marek", "evil": 5}]
    return {"year": 2, "season": "battle", "players": players}


@pytest.mark.parametrize("beast", ["goblin", "golem", "vampire"])
def test_a_monster_that_was_a_sheep_lies_face_down_as_itself(ask: Any, beast: str) -> None:
    ruling = ask(
        "battle-round",
        table=second_year("fighter_8", "wizard_8", monsters=[beast]),
        card={"id": "metamorphosis", "fatigue": 2, "amount": 1},
        plans={"Eleni": {"attacks": [f"{beast}@fighter_8"], "chosen": beast}},
    )
    assert boards(ruling)["Eleni"]["monsters"] == ({"id": beast, "down": True},)


def next_round(ask: Any, ruling: Ruling, fatigue: int) -> Ruling:
    """The boards given back to the referee for round 2."""
    return ask("battle-round", table={**second_year(), "players": ruling.data["players"]}, round=2, card=fatigue)


def test_an_extra_hit_point_lasts_into_the_next_round(ask: Any) -> None:
    card = {"id": "create_food", "fatigue": 1, "speed": "fast"}
    first = ask("battle-round", table=second_year("thief_5:3", "wizard_8"), card=card)
    assert boards(first)["Eleni"]["party"][0] == {"id": "thief_5", "damage": 4, "extra_hit_points": 1}
    second = next_round(ask, first, 1)
    assert boards(second)["Eleni"]["prisoners"] == ("thief_5",)


def test_a_surviving_illusion_leads_into_the_next_round(ask: Any) -> None:
    card = {"id": "illusion", "fatigue": 0, "speed": "fast"}
    first = ask("battle-round", table=second_year("thief_5", "wizard_8"), card=card)
    assert line(boards(first)["Eleni"]) == ["illusion", "thief_5", "wizard_8"]
    eleni = boards(next_round(ask, first, 2))["Eleni"]
    assert eleni["party"] == ({"id": "thief_5", "damage": 1}, {"id": "wizard_8"})
    assert "prisoners" not in eleni
