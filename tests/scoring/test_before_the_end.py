"""Nobody has won before the game is over, in any game; who leads is told all the same."""

from __future__ import annotations

import pytest

from api.answers.encode import plain
from scoring.games import load
from scoring.sheet import ScoreSheet, rank


def winners(game_id: str, line: str) -> list[str]:
    game = load(game_id)
    found: list[str] = plain(game.score(game.parse(line), game.catalogue))["standing"]["winners"]
    return found


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("Ann: T1 T2 | Bob: T1", []),
        ("Ann: T1 / T1 T2 | Bob: T1 / T1", []),
        ("Ann: T1 / T1 / T1 T2 | Bob: T1 / T1 / T1", ["Ann"]),
        ("Ann: T1 / T1 / T1 | Bob: T1 / T1 / T1", []),  # tied: they reroll first
        ("Ann: T1 / T1 / T1 ~ T1 T2 | Bob: T1 / T1 / T1 ~ T1", ["Ann"]),
        ("Ann: T1 / T1 / T1 T2 | Bob: T1 / T1 / T1 | !more_players", []),
    ],
)
def test_dice_miner_has_a_winner_after_three_rounds_and_the_tie_break(line: str, who: list[str]) -> None:
    assert winners("diceminer", line) == who


@pytest.mark.parametrize(("year", "season", "who"), [(1, "summer", []), (2, "battle", []), (2, "end", ["Ann"])])
def test_dungeon_lords_has_a_winner_when_the_ministry_has_counted(year: int, season: str, who: list[str]) -> None:
    game = load("dungeonlords")
    players = [{"name": "Ann", "monsters": ["witch"]}, {"name": "Bob", "letters": 1}]
    state = game.state.model_validate({"players": players, "year": year, "season": season})
    found = game.score(state, game.catalogue)
    assert plain(found)["standing"]["winners"] == who
    assert found.standing.leaders == ("Ann",)
    said = " ".join(found.remarks)
    assert ("gets the licence" in said, "would get the licence" in said) == (bool(who), not who)


def test_dwar7s_has_a_winner_when_it_is_counted() -> None:
    game = load("dwar7s")
    counted = game.sample("four-kingdoms")
    assert counted.phase == "counting"
    over = game.score(counted, game.catalogue).standing
    running = game.score(counted.model_copy(update={"phase": "actions", "active": 0}), game.catalogue).standing
    assert over.over and not running.over
    assert running.winners == () and running.leaders == over.leaders


def test_roll_player_has_a_winner_when_the_sheets_are_full() -> None:
    game = load("rollplayer")
    state = game.sample("four")
    assert state.finished
    empty = state.players[0].rows.with_die("wisdom", 2, None)
    players = (state.players[0].model_copy(update={"rows": empty}), *state.players[1:])
    running = game.score(state.model_copy(update={"players": players}), game.catalogue).standing
    assert running.winners == () and not running.over


def test_leaders_are_no_winners_yet() -> None:
    standing = rank([ScoreSheet("Ann", ())], over=False)
    assert standing.leaders == ("Ann",)
    assert standing.winners == ()
