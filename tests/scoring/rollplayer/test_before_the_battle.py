"""With the expansion nothing is decided before the final battle: the monster's stars stay open, never zero."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game import GameScore
from scoring.rollplayer import GAME
from scoring.rollplayer.score import score
from scoring.rollplayer.state import State
from scoring.sheet import Award

CATALOGUE = GAME.catalogue
FULL = {
    name: ["red 1", "blue 2", "green 3"]
    for name in ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
}
ANN = {"name": "Ann", "race": "human", "hero_class": "rogue", "alignment": "hermit", "backstory": "hunter"}
BEN = {"name": "Ben", "race": "elf", "hero_class": "cleric", "alignment": "arbiter", "backstory": "mentor"}
FOUGHT = {"battle": {"dice": [6]}}
HIRED = {"battle": {"mercenaries": 1}}


def result(*players: dict[str, Any], monster: str | None = "giant_troll", expansion: bool = True) -> GameScore:
    heroes = [{"rows": FULL, **player} for player in players]
    table = {"players": heroes, "options": {"expansion": expansion}, "monster": monster}
    return score(State.model_validate(table), CATALOGUE)


def monster_line(found: GameScore, seat: int) -> Award:
    return next(award for award in found.sheets[seat].awards if award.rule == "MM-BATTLE-STARS")


@pytest.mark.parametrize("waiting", [BEN, {**BEN, **HIRED}])
def test_nobody_has_won_while_one_hero_has_not_rolled(waiting: dict[str, Any]) -> None:
    found = result({**ANN, **FOUGHT}, waiting)
    assert found.extra["finished"] is False
    assert found.standing.winners == ()
    assert {place.note for place in found.standing.places} == {"so far: the final battle is not fought yet"}
    assert [monster_line(found, seat).points for seat in (0, 1)] == [0, None]
    assert monster_line(found, 1).floor == 0 and "not fought yet" in monster_line(found, 1).note
    assert any(remark.endswith("Ben") for remark in found.remarks)
    assert not any("full rows only" in remark for remark in found.remarks)


def test_the_last_roll_decides() -> None:
    found = result({**ANN, **FOUGHT}, {**BEN, **FOUGHT})
    assert found.extra["finished"] is True
    assert found.standing.winners and not any("so far" in place.note for place in found.standing.places)


def test_without_a_monster_its_stars_are_open_too() -> None:
    found = result(ANN, BEN, monster=None)
    assert [monster_line(found, seat).points for seat in (0, 1)] == [None, None]
    assert found.standing.winners == ()


def test_a_lone_hero_has_no_rank_before_the_battle() -> None:
    assert any("so far" in remark for remark in result(ANN).remarks if "rank" in remark)
    (rank,) = (remark for remark in result({**ANN, "battle": {"dice": [6, 6, 6]}}).remarks if "rank" in remark)
    assert "so far" in rank  # what the troll pays for 18 is not known
    owner = CATALOGUE.with_owner({("giant_troll", "stars_1p"): [[10, 40, 3]]})
    hero = {**ANN, "rows": FULL, "battle": {"dice": [6, 6, 6]}}
    table = {"players": [hero], "options": {"expansion": True}, "monster": "giant_troll"}
    told = score(State.model_validate(table), owner)
    assert told.extra["finished"] is True and "Solo rank: NPC" in told.remarks


def test_a_sheet_that_is_still_being_built_is_scored() -> None:
    found = result({**ANN, "rows": {"strength": ["red 1"]}}, {**BEN, "rows": {}})
    assert found.extra["finished"] is False
    assert [own.at_least for own in found.sheets] == found.extra["so_far"]
    assert "Ann: so far" in found.remarks[0] and "at least" in found.remarks[0]


def test_the_base_game_knows_no_battle() -> None:
    found = result(ANN, BEN, monster=None, expansion=False)
    assert found.extra["finished"] is True and found.standing.winners
