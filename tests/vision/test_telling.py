"""Two cards are told apart only where they differ; how sure a name must be depends on twins and on strangers."""

from __future__ import annotations

import numpy as np
import pytest

from models.weighing import figures, weighed
from vision.evidence import Evidence, Weights
from vision.gallery import Candidate, Candidates, gallery_eyes, identify
from vision.telling import in_light_of, rather, tones

WEIGHTS = Weights(-2.0, 1.0, 0.5, 1.0, -0.4)


def drawn(colour: tuple[float, float, float], noise: int = 0) -> np.ndarray:
    """A pale card with a large dark picture and a small coloured mark."""
    picture = np.full((3, 96, 96), 0.8, np.float32)
    picture[:, 10:60, 10:86] = 0.3
    picture[:, 70:84, 40:56] = np.array(colour, np.float32)[:, None, None]
    return (picture + np.random.default_rng(noise).normal(0, 0.03 * (noise > 0), picture.shape)).clip(0, 1)


GREEN, PURPLE = (0.2, 0.6, 0.3), (0.5, 0.2, 0.6)


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.9, 0.7, 0.5), (0.4, 0.45, 0.6)])
def test_a_small_mark_decides_in_any_light(light: tuple[float, float, float]) -> None:
    one, other = tones(drawn(GREEN)), tones(drawn(PURPLE))
    for colour, sign in ((GREEN, 1), (PURPLE, -1)):
        met = in_light_of(one, tones(drawn(colour, noise=3) * np.array(light)[:, None, None]))
        assert sign * rather(one, other, met) > 0.5


def test_a_pale_mark_keeps_its_hue() -> None:
    one, other = tones(drawn(GREEN)), tones(drawn(PURPLE))
    pale = tuple(0.5 * part + 0.4 for part in GREEN)
    assert rather(one, other, in_light_of(one, tones(drawn(pale)))) > 0.3  # type: ignore[arg-type]


def test_cards_that_look_the_same_are_not_told_apart() -> None:
    one = tones(drawn(GREEN))
    assert abs(rather(one, one.copy(), tones(drawn(GREEN, noise=5)))) < 0.3


def test_twins_and_strangers_ask_for_more() -> None:
    alone, twin = Evidence(3.0, 3.0, 0.5), Evidence(3.0, 3.0, 0.5, twin=2.0)
    assert WEIGHTS.logit(alone) > WEIGHTS.logit(twin)
    assert WEIGHTS.logit(alone, strangers=0.0) > WEIGHTS.logit(alone, 0.1) > WEIGHTS.logit(alone, strangers=1.0)


def test_where_everything_is_taught_a_name_is_told_sooner() -> None:
    eyes = gallery_eyes()
    rng = np.random.default_rng(4)
    faces = [np.kron(rng.integers(0, 256, (6, 6, 3), np.uint8), np.ones((30, 30, 1), np.uint8)) for _ in range(3)]
    gallery = eyes.gallery((str(n), face) for n, face in enumerate(faces))
    sure, wary = (identify(gallery, faces[:1], strangers=share)[0].confidence for share in (0.0, 0.9))
    assert sure > wary


def test_weights_are_found_that_tell_the_truth_from_strangers() -> None:
    rng = np.random.default_rng(8)

    def row(laid: float) -> Candidates:
        near = {"right": Evidence(laid + rng.normal(0, 1.5), rng.normal(0, 1), 0.5)}
        near["other"] = Evidence(rng.normal(-3, 1.5), rng.normal(0, 1), -0.5)
        return {item: Candidate(0, 0, one) for item, one in near.items()}

    rows = [("right", row(3)) for _ in range(300)] + [(None, row(-3)) for _ in range(200)]
    weights = weighed([rows])
    assert weights.laid > 0.5 > abs(weights.features)
    share = figures(rows, weights, 0.8)
    assert share.right > 0.8 and share.wrong < 0.02 and share.refused > 0.9
