"""Trainings with photos that people corrected: what `tally corrections export` writes is learned from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image
from typer.testing import CliRunner

from api.reading.folder import PhotoFolder
from api.reading.trainingset import Corrected, write
from datasets.cards import CORRECTED
from models import cards, crops, finder, loop, reader, settings, train
from models.card_tiles import Stock, corrected_views
from models.settings import Config

SHA = "cd" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An export of two photos: a blue die that shows a two, and a mint beside a tunnel."""
    originals = PhotoFolder(tmp_path / "photos")
    originals.folder.mkdir()
    image = np.full((240, 320, 3), 120, np.uint8)
    image[80:130, 60:110] = (20, 40, 220)
    image[95:100, 70:75] = image[110:115, 95:100] = 250
    for sha in (SHA, SHA[::-1]):
        Image.fromarray(image).save(originals.original(sha), "PNG")
    die = {"id": "d0", "code": "blue 2", "place": None, "box": [60, 80, 110, 130]}
    tiles = [
        {"id": "d0", "code": "tunnel", "place": "dungeon/A1", "box": [60, 80, 110, 130]},
        {"id": "d1", "code": "mint", "place": "dungeon/B1", "box": [110, 80, 160, 130]},
    ]
    photos = [Corrected(SHA, "rollplayer", 320, 240, [die]), Corrected(SHA[::-1], "dungeonlords", 320, 240, tiles)]
    assert write(photos, originals, tmp_path / "set") == (1, 1, 0)
    return tmp_path / "set"


def test_finder_and_reader_are_shown_the_corrected_dice(config: Config, folder: Path) -> None:
    assert CORRECTED not in finder.stock(config, (), False, 0).real
    stock = finder.stock(config.learning_from([folder]), (), False, 0)
    ((die,),) = [page.dice for page in stock.real[CORRECTED]]
    assert (die.face, die.colour) == ("2", "blue")
    assert any(sprite.source == CORRECTED for sprite in stock.sprites)
    only_real = config.reader.model_copy(update={"mix": {"real": 1.0}, "batch": 40})
    faces = reader.stock(config.learning_from([folder]), (), False, 0)
    _, labels = reader.batch(faces, only_real, np.random.default_rng(0))
    assert {crops.FACES[int(face)] for face in labels[:, 0]} == {"1", "2", "3", "5"}  # no other photo shows a two


def test_the_network_with_corners_is_shown_the_corrected_tiles_and_little_else(config: Config, folder: Path) -> None:
    (view,) = corrected_views([folder])
    assert view.kinds == ["tile cross", "tile"]
    assert view.image.shape[:2] == (80, 130)  # the tiles and a third of one around them
    assert view.quads[0].min(axis=0).tolist() == [15, 15]
    real_only = config.cards.model_copy(update={"mix": {"real": 1.0}, "batch": 2, "tile": 128})
    made = cards.batch(Stock(None, {CORRECTED: [view]}), real_only, np.random.default_rng(0))
    names = {config.cards.names[int(number)] for number in made["cls"].ravel()}
    assert names <= {"tile cross", "tile"}
    assert names
    torch.manual_seed(0)
    total, _ = cards.Loss(0)(cards.network(config.cards, None), made)
    assert bool(torch.isfinite(total))


@pytest.mark.parametrize("which", ["finder", "reader"])
def test_the_command_takes_the_folder(
    config: Config, folder: Path, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "load", lambda path=None: config)
    words = [which, "--with", str(folder), "--steps", "1", "--no-renders"]
    result = CliRunner().invoke(train.app, words)
    assert result.exit_code == 0, result.output
    assert loop.steps_done(train.RUNS / f"{which}.pt") == 1
    assert torch.load(train.RUNS / f"{which}.pt", weights_only=False)["notes"]["with"] == ["set"]


@pytest.mark.parametrize(("which", "folder_name"), [("lamp", "."), ("finder", "nowhere")])
def test_a_folder_that_cannot_teach_is_refused(which: str, folder_name: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(train.app, [which, "--with", str(tmp_path / folder_name)])
    assert result.exit_code == 2
