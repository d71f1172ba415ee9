"""Two cards are told apart only where they differ; how sure a name must be depends on twins and on strangers."""

from __future__ import annotations

import numpy as np
import pytest

from models.weighing import figures, weighed
from vision.closer import close_up, differing_place
from vision.evidence import Evidence, Weights
from vision.gallery import gallery_eyes, identify
from vision.telling import in_light_of, rather, tones
from vision.twins import Candidate, Candidates

WEIGHTS = Weights((1.0, 0.5, 1.0, 0.2, 0.3), (-2.0, 1.0, 0.5, -0.4))


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


def logit(evidence: Evidence, strangers: float) -> float:
    return WEIGHTS.logits({"card": evidence}, strangers)["card"]


def test_twins_and_strangers_ask_for_more() -> None:
    alone, twin = Evidence(3.0, 3.0), Evidence(3.0, 3.0, twin=2.0)
    assert logit(alone, 0.5) > logit(twin, 0.5)
    assert logit(alone, strangers=0.0) > logit(alone, 0.1) > logit(alone, strangers=1.0)


def test_what_tells_twins_apart_says_nothing_of_strangers() -> None:
    open_, told = (
        WEIGHTS.logits({"one": Evidence(3.0, 3.0, speaks=more), "other": Evidence(3.0, 3.0, speaks=-more)}, 0.1)
        for more in (0.0, 8.0)
    )
    assert told["one"] > open_["one"] > told["other"]
    assert np.logaddexp(*told.values()) == pytest.approx(np.logaddexp(*open_.values()))  # one of them, or neither


def test_the_closer_look_is_where_two_cards_differ_most() -> None:
    differ = np.full((12, 12), 0.05, np.float32)
    differ[8:10, 2:4] = 0.9
    differ[1, 10] = 0.8
    left, top, right, bottom = differing_place(differ).box
    assert left < 2 / 12 and right > 4 / 12 and top < 8 / 12 and bottom > 10 / 12 and right - left < 0.5
    picture = np.zeros((160, 160, 3), np.uint8)
    picture[107:133, 27:53] = 255
    assert close_up(picture, differing_place(differ)).picture.mean() > 60


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
    assert weights.choice[0] > 0.5 > abs(weights.choice[1])
    assert weights.known[1] > 0.5 > abs(weights.known[2])
    share = figures(rows, weights, 0.8)
    assert share.right > 0.8 and share.wrong < 0.02 and share.refused > 0.9
