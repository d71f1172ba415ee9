"""The log of an evening is a fraction of what it was with the whole table in every event."""

from __future__ import annotations

from api.tables.bench import figures


def test_every_games_evening_is_smaller_than_it_was() -> None:
    for game, figure in figures().items():
        assert figure["kilobytes"] < figure["kilobytes_before"], game
        if figure["changes"] > 60:
            assert figure["kilobytes"] * 3 < figure["kilobytes_before"], game
