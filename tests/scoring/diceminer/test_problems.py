"""Everything that cannot be at a table, all at once."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scoring.diceminer import GAME
from scoring.diceminer.notation import parse
from scoring.diceminer.state import Table
from tests.scoring.diceminer.play import deal


def found(line: str) -> list[tuple[str, str]]:
    return [(p.rule, p.message) for p in GAME.problems(parse(line), GAME.catalogue)]


def rules(line: str) -> set[str]:
    return {rule for rule, _ in found(line)}


NINE = " ".join(["G1"] * 9)


@pytest.mark.parametrize(
    ("line", "rule", "says"),
    [
        (f"A: {NINE} | B: -", "DM-CONTENTS", "9 treasure dice (yellow) on the table, but the box has only 8"),
        ("A: G1 G1 G1 G1 | B: G1 G1 G1 G1 G1", "DM-CONTENTS", "9 treasure dice"),
        ("A: T1 / T1 / T1 / T1 | B: -", "DM-ROUNDS", "A has 4 rounds; a game has three."),
        ("A: T1 @engineer | B: T1 @engineer", "DM-SETUP-HERO", "2 players have the hero Engineer"),
        ("A: T7 | B: T1", "DM-DICE", "T7: the tunnel dice (white) have only the faces T1, T2, T3, T4, T5, Tb."),
        ("A: G4 | B: T1", "DM-DICE", "G4: the treasure dice (yellow) have only"),
        ("A: M4 | B: T1", "DM-DICE", "M4: a magic die shows at most 3 symbols."),
        ("A: T!Hd4 | B: T1", "DM-DICE", "T!Hd4: none of the tunnel dice (white) has such a face."),
        ("A: H? | B: T1", "DM-DICE", "A die is not read yet (H?)"),
        ("A: T1 T2 / T1 | B: T1 / T1", "DM-REFILL-REROLL", "A has 1 dice in round 2 after 2"),
        ("A: T1 T2 / T1 T2 | B: - / -", "DM-REFILL-REROLL", "B has 0 dice in round 2 after 0"),
        ("A: T1 G1 / T1 T1 | B: - / -", "DM-REFILL-REROLL", "0 treasure dice (yellow) in all troves"),
        ("A: T1 | B: T1", "DM-SETUP-MOUNTAIN", "all players together have 2 dice, but 20 have come off the mountain"),
        ("A: T1 | A: T1", "DM-OVERVIEW", "2 players are called A."),
        ("A: | B: | C: | D: | E:", "DM-OVERVIEW", "Dice Miner is for 1 to 4 players, not 5."),
        ("A: | B: | ^ T1 / T1 T2", "DM-SETUP-MOUNTAIN", "The mountain has rows of 1, 2;"),
        ("A: T1 ~ T1 | B: -", "DM-TIE-BREAK", "A rerolls for a tie-break, but is not tied"),
        ("A: T1 / T1 / T1 ~ T1 | B: T1 / T1 / T1", "DM-TIE-BREAK", "A's tie-break waits"),
        ("A: T1 / T1 / T1 ~ G1 | B: T1 / T1 / T1 ~ T2", "DM-TIE-BREAK", "does not hold the same dice"),
    ],
)
def test_each_problem_is_found_with_its_rule(line: str, rule: str, says: str) -> None:
    assert any(cited == rule and says in message for cited, message in found(line)), found(line)


def test_a_hanging_die_is_pointed_at() -> None:
    mountain = "^ T1 . / . G1 . / T1 T1 T1 T1 / T1 T1 T1 T1 T1 / T1 T1 T1 T1 T1 T1"
    problems = GAME.problems(parse(f"A: | B: | {mountain}"), GAME.catalogue)
    assert [p.where for p in problems if p.rule == "DM-SLIDE"] == [("/mountain/0/0",)]


def test_all_problems_come_at_once() -> None:
    line = f"A: {NINE} T7 / T!Hd4 @engineer | A: T1 @engineer | ^ T1"
    assert rules(line) >= {
        "DM-CONTENTS",
        "DM-DICE",
        "DM-REFILL-REROLL",
        "DM-SETUP-HERO",
        "DM-OVERVIEW",
        "DM-SETUP-MOUNTAIN",
    }


def test_faces_told_by_the_owner_are_checked() -> None:
    mine = GAME.catalogue.with_owner({("hazard", "faces"): "c1, c1, d1, d2, d4, b"})
    table = parse("A: Hd3 Hd4 | B: -")
    messages = [p.message for p in GAME.problems(table, mine) if p.rule == "DM-DICE"]
    assert messages == ["Hd3: the hazard dice (black) have only the faces Hb, Hc1, Hd1, Hd2, Hd4."]
    assert not [p for p in GAME.problems(table, GAME.catalogue) if p.rule == "DM-DICE"]


def test_a_shared_beer_may_move_a_die_to_another_trove() -> None:
    """A type may shrink in one trove as long as it is found in another."""
    nine = " ".join(["T1"] * 9)
    ann = f"{nine} Gb / {nine} Hc1 Hc1 Hc1 Hc1 Hc1 Kp Kp Kp Kp Kp @engineer"
    bob = f"{nine} T2 / {nine} T2 G2 Hd4 Hd4 Hd4 Hd4 Hd4 M1 M1 M1 M1 M1 @surveyor"
    assert found(f"Ann: {ann} | Bob: {bob}") == []


def test_a_trove_may_stay_as_large_as_it_was() -> None:
    """Whoever shares a beer in each turn and takes a single die then gains nothing in the whole round."""
    ten, twenty = " ".join(["T1"] * 10), " ".join(["Hc1"] * 9 + ["G1"] * 5 + ["K?"] * 6)
    assert rules(f"Ann: {ten} / {ten} @engineer | Bob: {ten} / {ten} {twenty} @surveyor") == {"DM-DICE"}


def rows(*dice: str) -> str:
    """A mountain whose lowest places hold these dice."""
    places = ["."] * (20 - len(dice)) + list(dice)
    bounds = (0, 2, 5, 9, 14, 20)
    return "^ " + " / ".join(" ".join(places[start:end]) for start, end in pairwise(bounds))


SEATED = "Ann: @engineer | Bob: @surveyor"
TEN = " ".join(["T1"] * 10)
FIRST_ROUND = f"Ann: {TEN} @engineer | Bob: {TEN} @surveyor"
MIXED = ["T1"] * 5 + ["Hc1"] * 5 + ["G1"] * 5 + ["M?"] * 5


def test_the_first_mountain_holds_no_more_of_a_type_than_the_box() -> None:
    table = parse(f"{SEATED} | {rows(*['Hc1'] * 20)}")
    (problem,) = GAME.problems(table, GAME.catalogue)
    assert problem.rule == "DM-CONTENTS"
    assert "20 hazard dice (black) on the table, but the box has only 10" in problem.message
    assert len(problem.where) == 20
    assert problem.where[0] == "/mountain/0/0"
    assert "DM-CONTENTS" in rules(f"Ann: @engineer | {rows(*['Hc1'] * 20)}"), "alone as well"


@pytest.mark.parametrize(("players", "number"), [(SEATED, 1), (FIRST_ROUND, 2)])
def test_dice_that_left_the_mountain_are_in_a_trove(players: str, number: int) -> None:
    ((rule, message),) = found(f"{players} | {rows('T1', 'G1', 'Hb')}")
    assert rule == "DM-SETUP-MOUNTAIN"
    assert f"Round {number}: 3 dice lie on the mountain and no trove of this round is told" in message


@pytest.mark.parametrize("players", [SEATED, FIRST_ROUND])
@pytest.mark.parametrize("in_hand", [0, 1, 2])
def test_a_round_may_begin_with_dice_in_the_hand(players: str, in_hand: int) -> None:
    """The first player may hold one die, or two after a beer; an unread die is a die."""
    assert rules(f"{players} | {rows(*MIXED[in_hand:])}") <= {"DM-DICE"}


@pytest.mark.parametrize("line", [SEATED, FIRST_ROUND, f"{SEATED} | {rows()}", f"Ann: @engineer | {rows('T1')}"])
def test_a_mountain_that_is_not_told_is_not_missing(line: str) -> None:
    assert found(line) == []


def test_a_trove_that_nobody_told_yet_is_no_lack_of_dice() -> None:
    """A camera that follows the table lays one trove after the other."""
    assert found(f"Ann: {TEN} @engineer | Bob: - @surveyor") == []


def test_one_die_less_than_the_mountain_had_is_noticed() -> None:
    table = deal(["Ann", "Bob", "Cleo"], 5)
    ann = table.players[0]
    lost = ann.rounds[2].model_copy(update={"dice": ann.rounds[2].dice[1:]})
    broken = Table(players=(ann.model_copy(update={"rounds": (*ann.rounds[:2], lost)}), *table.players[1:]))
    assert "DM-SETUP-MOUNTAIN" in {p.rule for p in GAME.problems(broken, GAME.catalogue)}
