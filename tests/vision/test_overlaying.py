"""A picture laid onto another: corners a little off are found, and what is covered says nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.cards import card, seen
from vision.overlaying import SIDE, Layable, laid_pair, moved, offsets


def square(seed: int) -> np.ndarray:
    return np.asarray(cv2.resize(card(seed), (160, 160), interpolation=cv2.INTER_AREA), np.uint8)


def apart(pair: np.ndarray) -> float:
    """How far the two pictures of a pair are apart, away from the rim."""
    return float(np.abs(pair[:3] - pair[3:])[:, 8:-8, 8:-8].mean())


@pytest.mark.parametrize("seed", range(5))
def test_corners_that_are_off_are_moved_back(seed: int) -> None:
    off = np.random.default_rng(seed).uniform(-0.03, 0.03, (4, 2)).astype(np.float32)
    away = moved(square(seed), off)
    found = offsets(Layable.of(square(seed)), Layable.of(away))
    assert np.abs(found + off).max() < 0.012
    before = np.concatenate([Layable.of(one).picture for one in (square(seed), away)], axis=2).transpose(2, 0, 1) / 255
    assert apart(laid_pair(Layable.of(square(seed)), Layable.of(away))) < 0.5 * apart(before)


def test_another_card_is_not_bent_until_it_fits() -> None:
    for seed in range(5):
        found = offsets(Layable.of(square(seed)), Layable.of(square(seed + 20)))
        assert np.abs(found).max() < 0.12


def test_a_turned_picture_is_the_same_as_the_picture_of_what_was_turned() -> None:
    one, other = Layable.of(square(3)).turned(1), Layable.of(np.ascontiguousarray(np.rot90(square(3))))
    assert np.array_equal(one.picture, other.picture)
    assert all(np.abs(mine - theirs).max() < 0.05 for mine, theirs in zip(one.prints, other.prints, strict=True))


def test_what_is_covered_says_nothing_whatever_the_light() -> None:
    face = square(4)
    dim = (face * 0.7).astype(np.uint8)
    dim[60:100, 40:90] = (230, 20, 20)
    cover = (40 / 160, 60 / 160, 90 / 160, 100 / 160)
    told, blind = (laid_pair(Layable.of(face), Layable.of(dim, covered)) for covered in ((), (cover,)))
    inside = np.s_[:, round(0.42 * SIDE) : round(0.58 * SIDE), round(0.3 * SIDE) : round(0.5 * SIDE)]
    assert np.abs(told[3:] - 0.7 * told[:3])[inside].mean() > 0.2
    assert np.abs(blind[3:] - 0.7 * blind[:3])[inside].mean() < 0.05


def test_pairs_are_pictures_from_0_to_1() -> None:
    pair = laid_pair(Layable.of(square(1)), Layable.of(seen(card(1))))
    assert pair.shape == (6, SIDE, SIDE) and pair.dtype == np.float32
    assert pair.min() >= 0 and pair.max() <= 1
