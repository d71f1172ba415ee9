"""The cheapest way to hand out, against trying all of them."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.assignment import cheapest


@st.composite
def costs(draw: st.DrawFn) -> list[list[float]]:
    """Few rows and columns, with equal prices among them."""
    columns = draw(st.integers(1, 5))
    price = st.one_of(st.integers(0, 4).map(float), st.floats(0, 50, allow_nan=False))
    row = st.lists(price, min_size=columns, max_size=columns)
    return draw(st.lists(row, min_size=1, max_size=5))


def brute_force(prices: list[list[float]]) -> float:
    rows, columns = len(prices), len(prices[0])
    if rows > columns:
        return brute_force([list(column) for column in zip(*prices, strict=True)])
    return min(
        sum(prices[row][column] for row, column in enumerate(chosen)) for chosen in permutations(range(columns), rows)
    )


@settings(max_examples=300, deadline=None, derandomize=True)
@given(prices=costs())
def test_it_is_as_cheap_as_the_best_of_all_ways(prices: list[list[float]]) -> None:
    chosen = cheapest(prices)
    assert len(chosen) == min(len(prices), len(prices[0])) == len(set(chosen.values()))
    assert sum(prices[row][column] for row, column in chosen.items()) == pytest.approx(brute_force(prices))


def test_nothing_to_hand_out() -> None:
    assert cheapest([]) == {} == cheapest([[], []])
