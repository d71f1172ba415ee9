"""The pad for any game: what is written counts, what is empty does not, and lists are kept on the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.facttypes import FactError
from scoring.pad import GAME, Table, moves, score

ENTRIES = st.lists(st.none() | st.integers(-1000, 1000), max_size=8)


def pad(*points: list[int | None], lines: tuple[str, ...] = (), game: str = "", **options: Any) -> Table:
    players = [{"name": name, "points": list(told)} for name, told in zip("ABCDEFGH", points, strict=False)]
    return Table.model_validate({"game": game, "lines": lines, "players": players, "options": options})


@given(st.lists(ENTRIES, min_size=1, max_size=5), st.lists(st.text(max_size=5), max_size=8), st.booleans())
def test_totals_are_sums_and_the_order_is_theirs(
    points: list[list[int | None]], lines: list[str], lowest: bool
) -> None:
    table = pad(*points, lines=tuple(lines), lowest_wins=lowest)
    result = score(table, GAME.catalogue)
    totals = [sum(told or 0 for told in entries) for entries in points]
    assert [sheet.total for sheet in result.sheets] == totals
    assert [place.total for place in result.standing.places] == sorted(totals, reverse=not lowest)
    best = min(totals) if lowest else max(totals)
    assert list(result.standing.leaders) == [
        player.name for player, total in zip(table.players, totals, strict=True) if total == best
    ]
    assert len({len(player.points) for player in table.players}) == 1
    assert "<svg" in GAME.draw(table, GAME.catalogue)


@pytest.mark.parametrize(
    ("table", "over"),
    [
        (pad([1, 2], [3, 4], lines=("Farms", "Coins")), True),
        (pad([1, 2], [3, None], lines=("Farms", "Coins")), False),
        (pad([1, 2], [3, 4], lines=("Farms", "Coins", "Birds")), False),
        (pad([1, 2], [3, 4]), False),
        (pad([1, 2], [3, 4], rounds=2), True),
        (pad([1, 2], [3, 4], rounds=3), False),
        (pad([60, 41], [3, 4], target=100), True),
        (pad([60, 41], [3, None], target=100), False),
        (pad([60, 39], [3, 4], target=100), False),
        (pad([], []), False),
    ],
)
def test_when_it_is_over(table: Table, over: bool) -> None:
    assert score(table, GAME.catalogue).standing.over == over


def test_an_empty_place_is_no_zero_and_it_is_told_whose() -> None:
    result = score(pad([5, 0], [7, None], lines=("Farms", "Coins")), GAME.catalogue)
    assert [len(sheet.awards) for sheet in result.sheets] == [2, 1]
    assert result.remarks == ("Coins: nothing told yet of B.",)


def test_the_next_round_is_always_there_until_the_last() -> None:
    assert 'data-path="/players/1/points/-"' in GAME.draw(pad([1], [2]), GAME.catalogue)
    assert "Round 2" in GAME.draw(pad([1], [2]), GAME.catalogue)
    assert 'points/-"' not in GAME.draw(pad([1], [2], rounds=1), GAME.catalogue)
    assert 'points/-"' not in GAME.draw(pad([1], [2], lines=("Farms",)), GAME.catalogue)


def test_a_list_is_kept_and_taken_on_another_evening() -> None:
    played = pad([5, 1], [7, 2], lines=("Farms", "Coins"), game="Har/vest", lowest_wins=True)
    (keep,) = moves(played, 0, GAME.catalogue)
    assert keep.title == "Keep this list for other evenings"
    mine = GAME.catalogue.with_owner({(item, field): value for item, field, value in keep.keep})
    assert list(moves(played, 0, mine)) == []
    (taken,) = moves(pad([], []), 0, mine)
    assert taken.title == "Play Har vest"
    assert dict(taken.changes) == {
        "/game": "Har vest",
        "/lines": ["Farms", "Coins"],
        "/options/lowest_wins": True,
    }
    changed = pad([5, 1], [7, 2], lines=("Farms", "Birds"), game="Har/vest", lowest_wins=True)
    assert [move.title for move in moves(changed, 0, mine)] == ["Keep this list for other evenings"]


def test_a_pad_without_a_name_is_not_kept() -> None:
    assert list(moves(pad([5], [7], lines=("Farms",)), 0, GAME.catalogue)) == []


@pytest.mark.parametrize("item", ["list:", "list: Hearts", "list:a/b", f"list:{'x' * 61}", "cards:Hearts", "Hearts"])
def test_only_a_name_makes_an_item_of_an_open_kind(item: str) -> None:
    with pytest.raises(FactError):
        GAME.catalogue.check(item, "lines", ["Farms"])


def test_samples_lie_beside_the_game() -> None:
    assert {path.stem for path in (Path(GAME.folder) / "samples").glob("*.json")} == set(GAME.samples)
