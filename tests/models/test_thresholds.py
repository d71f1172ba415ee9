"""Limits of the classes that the finder of cards tells."""

from __future__ import annotations

from models.thresholds import Told, agreement, best_limit


def test_the_best_limit_leaves_out_what_is_no_thing_and_keeps_what_is() -> None:
    told = [Told("card", 0.8, True), Told("card", 0.55, True), Told("card", 0.4, False), Told("card", 0.3, False)]
    limit = best_limit(told, 2)
    assert 0.4 < limit <= 0.55
    assert agreement(told, 2, limit) == 1.0 > agreement(told, 2, 0.6) > 0


def test_a_thing_that_is_seen_doubtfully_is_worth_an_invented_one() -> None:
    """Three real ones below one invented: it is better to tell all four."""
    told = [Told("tile", 0.5, False), *[Told("tile", 0.3, True)] * 3]
    assert best_limit(told, 3) <= 0.3
