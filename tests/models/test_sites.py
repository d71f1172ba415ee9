"""Composed sites: crosses are labelled as crosses, rooms as tiles, the board as one, and its print as nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.site_faces import make, paved, plan, site_board
from models import settings
from models.composites import Scene
from models.corner_labels import labels_of
from models.sites import half_shadow, site
from tests.models.test_composites import drawer

NAMES = settings.load().cards.names
FROM_AFAR = np.array([[14.0, 0, 160], [0, 14.0, 160], [0, 0, 1]])


@pytest.mark.parametrize("seed", range(6))
def test_only_what_lies_on_a_board_is_taught(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    made = Scene.on(np.full((320, 320, 3), 90, np.uint8), FROM_AFAR, rng)
    site(drawer(tmp_path), made, 320 / 14 / 2, rng)
    kinds = [NAMES[int(row[0])] for row in labels_of(made, NAMES)]
    assert kinds.count("board") <= 1
    assert {"tile cross", "tile"} & set(kinds)
    assert set(kinds) <= {"board", "tile", "tile cross", "card", "token", "token disc"}


def test_the_site_lies_within_its_board_and_is_drawn_there(tmp_path: Path) -> None:
    made = drawer(tmp_path)
    for seed in range(5):
        rng = np.random.default_rng(seed)
        planned = plan(rng)
        left, top, right, bottom = planned.site
        assert 0 <= left < right <= planned.width + 1e-6 and 0 <= top < bottom <= planned.height + 1e-6
        face = site_board(made.shelf, planned, [], rng)
        assert face.shape[1] / face.shape[0] == pytest.approx(planned.width / planned.height, rel=0.02)


def test_pale_sides_are_lighter_than_stone() -> None:
    rng = np.random.default_rng(3)
    kind = make(rng)
    assert paved(kind, True, True, rng).mean() > 120
    assert abs(paved(kind, False, True, rng).mean(axis=(0, 1)) - kind.stone).max() < 60


def test_a_half_shadow_darkens_one_side_only() -> None:
    canvas = np.full((200, 200, 3), 200, np.uint8)
    half_shadow(canvas, np.random.default_rng(1))
    assert canvas.min() < 175 < 180 < canvas.max()
