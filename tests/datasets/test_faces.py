"""Drawn faces show what they are called."""

import cv2
import numpy as np
import pytest

from datasets import faces, symbols
from datasets.manifest import PIP_FACES, SYMBOL_FACES


def spots(ink: np.ndarray) -> int:
    """Separate blobs of ink."""
    return cv2.connectedComponents((ink > 0.5).astype(np.uint8))[0] - 1


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("seed", range(6))
def test_a_face_has_as_many_separate_pips_as_it_is_worth(count: int, seed: int) -> None:
    style = faces.draw_style(np.random.default_rng(seed))
    framed = int(style.frame)
    ink, height = faces.pips(count, style, turned=bool(seed % 2))
    assert spots(ink) == count + framed
    assert height.min() >= 0
    assert height.max() == 1


@pytest.mark.parametrize("name", SYMBOL_FACES)
def test_every_symbol_is_drawn_inside_its_face(name: str) -> None:
    ink = symbols.draw(name, 128)
    assert 0.03 < ink.mean() < 0.5
    assert ink[[0, -1]].max() == 0
    assert ink[:, [0, -1]].max() == 0


def test_no_two_symbol_faces_look_alike() -> None:
    drawn = [symbols.draw(name, 64) for name in SYMBOL_FACES]
    for k, one in enumerate(drawn):
        for other in drawn[k + 1 :]:
            overlap = np.minimum(one, other).sum() / np.maximum(one, other).sum()
            assert overlap < 0.9


def test_an_atlas_has_one_cell_per_face_and_clean_seams() -> None:
    rng = np.random.default_rng(1)
    cells = [faces.face(name, faces.PipStyle(), rng) for name in (*PIP_FACES, "beer", "n20", "ornament", "blank")]
    ink, height = faces.atlas(cells)
    assert ink.shape == height.shape == (faces.CELL, faces.CELL * len(cells))
    assert ink[:, :: faces.CELL].max() == 0


def test_a_d4_carries_three_numbers_on_each_face() -> None:
    ink, _ = faces.corner_numbers(["n1", "n2", "n3"], np.random.default_rng(0))
    assert spots(ink) == 3
