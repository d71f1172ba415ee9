"""Sheets: golden samples, titles, and what must hold for any table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.catalogue import Catalogue
from scoring.dungeonlords.notation import notation, parse
from scoring.dungeonlords.pieces import MONSTERS, ORDERS, SEASONS
from scoring.dungeonlords.problems import problems
from scoring.dungeonlords.score import score
from scoring.dungeonlords.state import Table
from scoring.dungeonlords.titles import TITLES
from scoring.game import Game, NotationError
from scoring.games import load

GOLDEN = {
    "four-lords": {"Eleni": 30, "Marek": 19, "Ada": -1, "Nikos": 25},
    "three-lords": {"Zosia": 31, "Kostas": -7, "Ola": 30},
    "two-lords": {"Maria": 23, "Piotr": 17},
    "second-summer": {"Eleni": 21, "Marek": 12, "Ada": 5, "Nikos": 4},
}

WORDS = st.sampled_from(["", "?", "hatchery", "chapel", "hall_of_fame", "pandemonium", "cafeteria", "b-all!=*room,|"])
TILES = st.fixed_dictionaries(
    {"x": st.integers(-2, 30), "y": st.integers(-2, 6), "room": st.none() | WORDS, "conquered": st.booleans()}
)
IDS = st.sampled_from(["fighter_1", "thief_8", "paladin_1", "paladin_2", "illusion", "nobody-", "", "a b"])
LORDS = st.fixed_dictionaries(
    {"name": st.text(max_size=6)},
    optional={
        "dungeon": st.lists(TILES, max_size=8),
        "monsters": st.lists(
            st.fixed_dictionaries({"id": st.sampled_from([*MONSTERS, "cow-"]), "down": st.booleans()}), max_size=4
        ),
        "prisoners": st.lists(IDS, max_size=3),
        "party": st.lists(
            st.fixed_dictionaries({"id": IDS, "damage": st.integers(0, 9), "extra_hit_points": st.integers(0, 1)}),
            max_size=4,
        ),
        "imps": st.integers(0, 20),
        "busy_imps": st.integers(0, 20),
        "trolls": st.integers(0, 4),
        "gold": st.integers(0, 20),
        "food": st.integers(0, 20),
        "traps": st.lists(st.sampled_from(["?", "pendulum", "x"]), max_size=3),
        "letters": st.integers(0, 20),
        "evil": st.integers(-3, 20),
        "unavailable": st.lists(st.sampled_from(ORDERS), max_size=3),
    },
)
TABLES = st.fixed_dictionaries(
    {"players": st.lists(LORDS, min_size=1, max_size=5)},
    optional={
        "year": st.sampled_from([1, 2]),
        "season": st.sampled_from(SEASONS),
        "first_player": st.integers(0, 5),
        "dummy_evil": st.none() | st.integers(-2, 20),
        "options": st.fixed_dictionaries(
            {}, optional={"full_game": st.booleans(), "titles_at_zero": st.sampled_from(["shared", "nobody"])}
        ),
    },
).map(Table.model_validate)


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_sheets(game: Game[Any], name: str) -> None:
    state = game.sample(name)
    found = game.score(state, game.catalogue)
    assert {sheet.player: sheet.total for sheet in found.sheets} == GOLDEN[name]
    assert game.problems(state, game.catalogue) == []


def test_every_line_of_one_sheet(game: Game[Any]) -> None:
    """Worked by hand from the summary card."""
    nikos = game.score(game.sample("four-lords"), game.catalogue).sheets[3]
    assert [(award.rule, award.points) for award in nikos.awards] == [
        ("DL-SCORE-ROOM", 4),
        ("DL-SCORE-MONSTER", 4),
        ("DL-SCORE-PRISONER", 12),
        ("DL-SCORE-PALADIN", 0),
        ("DL-SCORE-CONQUERED", -4),
        ("DL-SCORE-LETTER", 0),
        ("DL-ROOM-CAFETERIA", 3),
        ("DL-TITLE-DARK-DEEDS", 0),
        ("DL-TITLE-HALLS", 0),
        ("DL-TITLE-TUNNELS", 0),
        ("DL-TITLE-MONSTERS", 3),
        ("DL-TITLE-IMPS", 0),
        ("DL-TITLE-RICHES", 0),
        ("DL-TITLE-BATTLE", 3),
    ]


def test_conquered_room_costs_four_compared_with_a_kept_one(catalogue: Catalogue) -> None:
    def points(tile: str) -> int:
        table = Table.model_validate({"players": [{"name": "A", "dungeon": [tile]}, {"name": "B"}]})
        lines = score(table, catalogue).sheets[0].awards
        return sum(award.points or 0 for award in lines if award.rule.startswith("DL-SCORE"))

    assert (points("C1:mint!"), points("C1:mint")) == (-2, 2)


@pytest.mark.parametrize(("players", "alone", "shared"), [(2, 2, 1), (3, 3, 2), (4, 3, 2)])
def test_title_values(catalogue: Catalogue, players: int, alone: int, shared: int) -> None:
    def imps(*counts: int) -> list[int | None]:
        table = Table.model_validate({"players": [{"name": f"P{i}", "imps": n} for i, n in enumerate(counts)]})
        return [next(a.points for a in s.awards if a.rule == "DL-TITLE-IMPS") for s in score(table, catalogue).sheets]

    rest = [1] * (players - 2)
    assert imps(5, 2, *rest)[:2] == [alone, 0]
    assert imps(5, 5, *rest)[:2] == [shared, shared]


@pytest.mark.parametrize(("players", "each"), [(2, 1), (3, 1), (4, 2)])
def test_hall_of_fame(catalogue: Catalogue, players: int, each: int) -> None:
    lords = [{"name": f"P{i}"} for i in range(players)]
    lords[0] |= {"dungeon": ["C1", "C2:hall_of_fame", "C3", "C4"], "imps": 9, "gold": 5, "evil": 9}
    sheet = score(Table.model_validate({"players": lords}), catalogue).sheets[0]
    exclusive = sum(award.points == TITLES[0].exclusive(players) for award in sheet.awards if "TITLE" in award.rule)
    assert exclusive == 4
    assert sheet.awards[-1].points == exclusive * each


def test_title_lines_show_everybodys_count(game: Game[Any]) -> None:
    for sheet in game.score(game.sample(), game.catalogue).sheets:
        imps = next(award for award in sheet.awards if award.rule == "DL-TITLE-IMPS")
        assert imps.arithmetic.endswith("Eleni 6, Marek 9, Ada 4, Nikos 5")


def test_dummy_counter_never_takes_the_title(game: Game[Any]) -> None:
    state = game.sample("two-lords").model_copy(update={"dummy_evil": 14})
    assert game.score(state, game.catalogue).extra["titles"]["dark_deeds"] == ["Piotr"]


def test_licence_needs_more_than_zero(game: Game[Any]) -> None:
    found = game.score(game.sample("four-lords"), game.catalogue)
    assert found.extra["licences"] == {"Eleni": True, "Marek": True, "Ada": False, "Nikos": True}


def test_shared_victory(catalogue: Catalogue) -> None:
    table = Table.model_validate({"players": [{"name": "A"}, {"name": "B"}, {"name": "C", "letters": 1}]})
    assert score(table, catalogue).standing.winners == ("A", "B")


@pytest.mark.parametrize(("year", "season", "over"), [(1, "end", False), (2, "battle", False), (2, "end", True)])
def test_a_game_that_is_not_over_says_so(catalogue: Catalogue, year: int, season: str, over: bool) -> None:
    table = Table.model_validate({"year": year, "season": season, "players": [{"name": "A"}, {"name": "B"}]})
    remarks = score(table, catalogue).remarks
    assert any("not over" in remark for remark in remarks) is not over


def test_titles_at_zero_option(catalogue: Catalogue) -> None:
    table = {"players": [{"name": "A"}, {"name": "B"}], "options": {"titles_at_zero": "nobody"}}
    titles = score(Table.model_validate(table), catalogue).extra["titles"]
    assert titles["halls"] == [] and titles["battle"] == ["A", "B"]


@settings(max_examples=60, deadline=None)
@given(TABLES)
def test_any_table_scores_and_is_checked_without_a_crash(table: Table) -> None:
    catalogue = load("dungeonlords").catalogue
    found = score(table, catalogue)
    players = len(table.players)
    for sheet in found.sheets:
        assert sheet.total == sum(award.points or 0 for award in sheet.awards)
        for award in sheet.awards:
            if award.rule.startswith("DL-TITLE"):
                assert award.points in (0, TITLES[0].shared(players), TITLES[0].exclusive(players))
    for title in TITLES:
        lines = [award.points for sheet in found.sheets for award in sheet.awards if award.rule == title.rule]
        assert lines.count(title.exclusive(players)) <= 1
    assert isinstance(problems(table, catalogue), list)
    assert load("dungeonlords").draw(table, catalogue).startswith("<svg")  # type: ignore[misc]


@settings(max_examples=80, deadline=None)
@given(TABLES)
def test_notation_round_trips(table: Table) -> None:
    line = notation(table)
    assert "\n" not in line
    assert parse(line) == table


@pytest.mark.parametrize(
    "line",
    [
        "",
        "y3 end p0 | A",
        "y2 end p0 | A z9",
        "y2 fair p0 | A",
        "y2 end p0 ||",
        "y2 end p0 | A D:C",
        "y2 end p0 | A U:x",
    ],
)
def test_unreadable_notation_says_so(line: str) -> None:
    with pytest.raises(NotationError):
        parse(line)
