"""The sample photos of the card games: what can be read of them before anything is taught is right."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from api.owner.known import with_owner
from models.verdicts import Truth, Verdict, judge_of
from scoring.games import load
from vision.photo import open_photo
from vision.tables import read_table
from vision.tables.table import Hints

SAMPLES = Path(__file__).parents[2] / "vision" / "samples"


@cache
def judged(game: str, name: str = "1", taught: bool = False) -> Verdict:
    """Each photo is read once, however many tests ask about it."""
    state = json.loads((SAMPLES / f"{game}-{name}.json").read_text("utf-8"))
    state.pop("game")
    load(game).state.model_validate(state)
    truth = Truth(game, "00", state, {})
    photo = open_photo(SAMPLES / f"{game}-{name}.jpg")
    hints = with_owner(load(game), Hints(), photo.data) if taught else Hints()
    return judge_of(game).verdict_of(truth, read_table(game, photo, hints))


@pytest.mark.parametrize("game", ["dungeonlords", "dwar7s"])
def test_everything_is_found_where_it_lies_and_what_has_no_name_is_asked(game: str) -> None:
    pieces = judged(game).pieces
    assert pieces["asked"] > 0
    assert not pieces["wrong"] and not pieces["invented"]
    assert pieces["missed"] == pieces["cards missed"]  # cards beside a dungeon are known only once some are taught


def test_a_dungeon_is_right_by_form() -> None:
    assert judged("dungeonlords").core_exact


@pytest.mark.parametrize("game", ["dungeonlords", "dwar7s"])
def test_a_sample_whose_copy_is_taught_is_read_whole(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALLY_HOME", str(tmp_path))
    verdict = judged(game, "2", taught=True)
    assert verdict.exact, verdict


def test_the_copy_of_a_sample_names_nothing_in_other_photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLY_HOME", str(tmp_path))
    game, photo = load("dwar7s"), (SAMPLES / "dwar7s-2.jpg").read_bytes()
    assert with_owner(game, Hints(), photo).taught
    for other in (b"", (SAMPLES / "dwar7s-1.jpg").read_bytes(), photo + b"\0"):
        assert not with_owner(game, Hints(), other).taught
