"""What looks like several players in one photo, and how it is parted among them."""

from __future__ import annotations

import numpy as np

from vision.photo import Frame, Picture
from vision.tables.several import parted
from vision.tables.table import Hints, TableReading


def test_a_player_whose_things_lie_all_within_anothers_has_no_part() -> None:
    around = np.array([[10, 10], [390, 10], [390, 290], [10, 290]], np.float32)
    within = np.array([[180, 130], [220, 130], [220, 170], [180, 170]], np.float32)
    asked: list[tuple[int, int]] = []

    def read(picture: Picture, hints: Hints) -> TableReading:
        assert hints.alone
        asked.append((picture.width, picture.height))
        return TableReading("diceminer", ())

    parted(Frame(np.full((300, 400, 3), 90, np.uint8)), [around, within], Hints(), read)
    assert asked == [(400, 300), (400, 300)]  # the one part there is, and then the photo as one player's
