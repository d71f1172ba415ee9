"""The sample photos of the card games: what can be read of them before anything is taught is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.verdicts import Truth, Verdict, judge_of
from scoring.games import load
from vision.photo import open_photo
from vision.tables import read_table
from vision.tables.table import Hints

SAMPLES = Path(__file__).parents[2] / "vision" / "samples"


def judged(game: str) -> Verdict:
    state = load(game).state.model_validate_json(_without_game(SAMPLES / f"{game}-1.json", game))
    truth = Truth(game, "00", state.model_dump(mode="json"), {})
    return judge_of(game).verdict_of(truth, read_table(game, open_photo(SAMPLES / f"{game}-1.jpg"), Hints()))


def _without_game(path: Path, game: str) -> str:
    return path.read_text("utf-8").replace(f'"game": "{game}",', "")


@pytest.mark.parametrize("game", ["dungeonlords", "dwar7s"])
def test_everything_is_found_where_it_lies_and_what_has_no_name_is_asked(game: str) -> None:
    pieces = judged(game).pieces
    assert pieces["asked"] > 0
    assert not pieces["wrong"] and not pieces["invented"]
    assert pieces["missed"] == pieces["cards missed"]  # cards beside a dungeon are known only once some are taught


def test_a_dungeon_is_right_by_form() -> None:
    assert judged("dungeonlords").core_exact
