"""What counts as right: every die found, every face right, none invented."""

from __future__ import annotations

import numpy as np
import pytest

from models import scores
from models.scores import Photo, Seen

HERE = (0.0, 0.0, 10.0, 10.0)
THERE = (40.0, 0.0, 50.0, 10.0)
TRUTH = (Seen(HERE, "3", "red"), Seen(THERE, "5", "blue"))


def photo(*read: Seen, ignore: tuple[tuple[float, float, float, float], ...] = ()) -> Photo:
    return Photo("photo", TRUTH, read, ignore)


@pytest.mark.parametrize(
    ("read", "exact"),
    [
        ((Seen(HERE, "3"), Seen(THERE, "5")), True),
        ((Seen(HERE, "3"), Seen(THERE, "6")), False),
        ((Seen(HERE, "3"),), False),
        ((Seen(HERE, "3"), Seen(THERE, "5"), Seen((80, 80, 90, 90), "1")), False),
        ((Seen(HERE, "3"), Seen(HERE, "3", confidence=0.5), Seen(THERE, "5")), False),
        ((), False),
    ],
    ids=["all right", "wrong face", "one missed", "one invented", "one twice", "nothing"],
)
def test_exact_roll(read: tuple[Seen, ...], exact: bool) -> None:
    assert photo(*read).exact is exact


def test_a_reading_in_an_ignored_place_is_not_invented() -> None:
    extra = Seen((80, 80, 90, 90), "1")
    assert photo(Seen(HERE, "3"), Seen(THERE, "5"), extra, ignore=((75, 75, 95, 95),)).exact


def test_figures_of_two_photos() -> None:
    good = photo(Seen(HERE, "3", "red"), Seen(THERE, "5", "green"))
    bad = photo(Seen(HERE, "4", "red"), Seen((80, 80, 90, 90), "1", "red"))
    figures = scores.figures([good, bad])
    assert figures["exact roll"] == 0.5
    assert figures["dice found"] == 0.75
    assert figures["value right"] == pytest.approx(2 / 3)
    assert figures["false dice per photo"] == 0.5
    assert figures["colour right"] == pytest.approx(2 / 3)
    assert scores.confusion([good, bad]) == {("blue", "green"): 1}


def test_mean_precision_is_one_when_all_is_right_and_falls_with_a_surer_mistake() -> None:
    right = [photo(Seen(HERE, "3", confidence=0.9), Seen(THERE, "5", confidence=0.8))]
    assert scores.mean_precision(right, 0.5) == pytest.approx(1)
    wrong_first = [photo(Seen((80, 0, 90, 10), "3", confidence=0.95), *right[0].read)]
    assert scores.mean_precision(wrong_first, 0.5) == pytest.approx(0.75)


def test_a_loose_box_counts_at_half_overlap_only() -> None:
    loose = [photo(Seen((0, 0, 10, 14), "3"), Seen(THERE, "5"))]
    assert scores.mean_precision(loose, 0.5) == pytest.approx(1)
    assert scores.mean_precision(loose, 0.9) == pytest.approx(0.5)


def test_calibration_compares_what_is_said_with_what_is_right() -> None:
    photos = [photo(Seen(HERE, "3", confidence=0.92), Seen(THERE, "1", confidence=0.94))]
    ((low, high, count, said, right),) = scores.calibration(photos)
    assert (low, high, count, right) == (0.9, 0.95, 2, 0.5)
    assert said == pytest.approx(0.93)


def test_overlap_of_a_box_with_itself_and_with_its_half() -> None:
    table = scores.overlap(np.array([HERE], float), np.array([HERE, (0, 0, 5, 10), THERE], float))
    assert table[0].tolist() == pytest.approx([1, 0.5, 0])
