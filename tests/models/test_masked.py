"""Corners from masks, for the comparison with a network that tells corners itself."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from models.masked import OutlineLooks, quad_of
from tests.vision.networks import make_cards
from vision.cards import CardFinder
from vision.quads import in_order
from vision.things import Kind

LEANING = np.array([[60, 30], [180, 70], [150, 210], [20, 160]], dtype=np.float64)
UPRIGHT = np.array([[40, 40], [140, 40], [140, 200], [40, 200]], dtype=np.float64)


@pytest.mark.parametrize("quad", [LEANING, UPRIGHT])
def test_lines_through_the_sides_of_a_mask_meet_in_its_corners_though_these_are_round(quad: np.ndarray) -> None:
    mask = np.zeros((240, 240), np.uint8)
    cv2.fillConvexPoly(mask, (quad * 16 - 8).round().astype(np.int32), 1, shift=4)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15)))
    found = quad_of(mask)
    assert found is not None
    assert np.abs(found - in_order(quad)).max() < 2.0


def test_an_empty_mask_has_no_corners() -> None:
    assert quad_of(np.zeros((40, 40), np.uint8)) is None


def test_a_finder_with_masks_tells_things_as_one_with_corners_does(tmp_path: Path) -> None:
    """Of two proposals for one card the surer is told; each mask ends at its box."""
    looks = OutlineLooks(make_cards(tmp_path / "cards.onnx", []))
    classes = len(looks.kinds)
    prototypes = np.full((2, 80, 80), -1.0, np.float32)
    prototypes[0, 20:60, 10:35] = 1.0

    def seen(batch: np.ndarray) -> dict[str, np.ndarray]:
        scale = batch.shape[2] / 320
        raw = np.zeros((1, 4 + classes + 2, 3), np.float32)
        raw[0, :4] = (np.array([[90, 160, 110, 170], [91, 161, 110, 170], [250, 160, 40, 40]]) * scale).T
        raw[0, 4], raw[0, 4 + classes] = (0.9, 0.6, 0.05), 1.0
        side = batch.shape[2] // 4
        return {"output0": raw, "output1": np.stack([cv2.resize(one, (side, side)) for one in prototypes])[None]}

    class Network(SimpleNamespace):
        def __call__(self, batch: np.ndarray) -> dict[str, np.ndarray]:
            return seen(batch)

    looks.network = Network(outputs=["output0", "output1"])  # type: ignore[assignment]
    finder = CardFinder(tmp_path / "cards.onnx")
    finder.looks = looks
    finder.mended = lambda picture, quads: quads
    (thing,) = finder.find(np.full((640, 640, 3), 90, np.uint8))
    assert (thing.kind, thing.confidence) == (Kind.CARD, pytest.approx(0.9))
    assert np.array(thing.corners) == pytest.approx(np.array([[80, 160], [280, 160], [280, 480], [80, 480]]), abs=8)
