"""The worked examples of the rulebook, each with the rule it explains."""

from __future__ import annotations

import pytest

from scoring.diceminer import GAME
from scoring.diceminer.notation import parse
from scoring.diceminer.score import score
from scoring.sheet import Award


def lines(trove: str, rule: str, seat: int = 0) -> list[Award]:
    """The lines of one rule in the first round of one player."""
    sheet = score(parse(trove), GAME.catalogue).sheets[seat]
    return [award for award in sheet.awards if award.rule == rule]


def points(trove: str, *rules: str, seat: int = 0) -> int:
    return sum(award.points or 0 for rule in rules for award in lines(trove, rule, seat))


@pytest.mark.parametrize(
    ("rule", "trove", "expected", "arithmetic"),
    [
        ("DM-TUNNEL-RUN", "T1 T2 T3", 6, "1 + 2 + 3 = 6"),
        ("DM-TUNNEL-LEFT-OVER", "T1 T2 T4", 3, "1 + 2 = 3"),
        ("DM-TUNNEL-LEFT-OVER", "T2 T3 T4", 0, "no 1, so no run"),
        ("DM-TUNNEL-SEVERAL", "T1 T1 T2 T2 T3", 9, "(1 + 2 + 3) + (1 + 2) = 9"),
        ("DM-TUNNEL-SINGLE", "T1", 1, "1"),
        ("DM-TUNNEL-SINGLE", "T1 T1 T1", 3, "1 + 1 + 1 = 3"),
        ("DM-TUNNEL-NO-BRANCH", "T1 T2 T2 T3", 6, "1 + 2 + 3 = 6"),
        ("DM-HERO-FACES", "T2 T3 @surveyor", 6, "1 + 2 + 3 = 6"),
    ],
)
def test_tunnels(rule: str, trove: str, expected: int, arithmetic: str) -> None:
    assert rule in GAME.rulebook.rules
    (award,) = lines(trove, "DM-TUNNEL-RUN")
    assert (award.points, award.arithmetic) == (expected, arithmetic)


def test_dice_outside_a_run_are_no_evidence() -> None:
    (award,) = lines("T1 T2 T2 T3", "DM-TUNNEL-RUN")
    assert award.evidence == tuple(f"/players/0/rounds/0/dice/{index}" for index in (0, 1, 3))


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("Ann: G3 | Bob: G3 G1", [3, 8]),
        ("Ann: G3 G1 | Bob: G2 G2", [4, 4]),
        ("Ann: G3 G1 | Bob: G2 G2 | Cleo: G1", [4, 4, 1]),
        ("Ann: G3 G1 | Bob: G2 G2 | Cleo: G3 G2", [4, 4, 10]),
        ("Ann: Gb | Bob: Gb", [0, 0]),
        ("Ann: G2 @treasurer | Bob: G2", [6, 2]),
    ],
)
def test_treasure_and_who_doubles(table: str, expected: list[int]) -> None:
    rules = ("DM-TREASURE-GEM", "DM-TREASURE-DOUBLE")
    assert [points(table, *rules, seat=seat) for seat in range(len(expected))] == expected


@pytest.mark.parametrize(
    ("rule", "trove", "expected"),
    [
        ("DM-HAZARD-DRAGON", "Hc1 Hd4", -5),
        ("DM-TOOL-MULTIPLY", "Kp Kp Hc1 Hc1 Hc2", 8),
        ("DM-HAZARD-MIXED", "Kp Kp Hc1 Hc2 Hd4", 2),
        ("DM-TOOL-ALL", "Kp Hc1 Hc1 Hc2", 4),
        ("DM-TOOL-ALL", "Ks Hd4 Hd4", 8),
        ("DM-TOOL-MULTIPLY", "Ks Ks Ks Hd4", 12),
        ("DM-HAZARD-MIXED", "Ks Hc1 Hd4", 3),
        ("DM-HERO-FACES", "Hd4 @dragon_slayer", 4),
    ],
)
def test_hazards_against_tools(rule: str, trove: str, expected: int) -> None:
    assert rule in GAME.rulebook.rules
    assert points(trove, "DM-HAZARD-CAVE-IN", "DM-HAZARD-DRAGON") == expected


def test_beer_magic_and_chests_are_listed_and_worth_nothing() -> None:
    sheet = score(parse("Tb Gb M3 Kc2 @alchemist"), GAME.catalogue).sheets[0]
    (award,) = sheet.awards
    assert (award.rule, award.points) == ("DM-NO-POINTS", 0)
    assert award.arithmetic == "beers 2, magic 6, chests 2: no points"
    assert "/players/0/hero" in award.evidence


@pytest.mark.parametrize(
    ("hero", "worth_nothing"),
    [
        ("dragon_slayer", "magic 1: no points"),
        ("treasurer", "chests 2: no points"),
    ],
)
def test_a_hero_adds_its_faces(hero: str, worth_nothing: str) -> None:
    (award,) = lines(f"- @{hero}", "DM-NO-POINTS")
    assert award.arithmetic == worth_nothing


def test_hero_faces_count_in_each_of_the_three_rounds() -> None:
    sheet = score(parse("T2 / T2 T3 / T4 @surveyor"), GAME.catalogue).sheets[0]
    assert [a.points for a in sheet.awards if a.rule == "DM-TUNNEL-RUN"] == [3, 6, 1]


def test_an_unsure_hero_card_is_said_once() -> None:
    sheet = score(parse("T2 / T2 T3 @surveyor"), GAME.catalogue).sheets[0]
    notes = [award.note for award in sheet.awards if award.rule == "DM-TUNNEL-RUN"]
    assert "confirm" in notes[0]
    assert notes[1] == ""


def test_an_owner_can_correct_a_hero_card() -> None:
    mine = GAME.catalogue.with_owner({("surveyor", "faces"): "t1, t2"})
    sheet = score(parse("T3 @surveyor"), mine).sheets[0]
    (award,) = sheet.awards
    assert (award.points, award.note) == (6, "")
