"""What went wrong is drawn where it went wrong."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from models import failures
from models.scores import Photo, Seen

RIGHT, WRONG, MISSED, NOWHERE = ((n * 100.0, 100.0, n * 100.0 + 60, 160.0) for n in range(4))
TRUTH = (Seen(RIGHT, "3"), Seen(WRONG, "5"), Seen(MISSED, "1"))
READ = (Seen(RIGHT, "3"), Seen(WRONG, "6"), Seen(NOWHERE, "2"))


def test_every_error_has_its_colour() -> None:
    canvas = failures.drawn(Photo("photo.png", TRUTH, READ), np.zeros((420, 420, 3), np.uint8))
    below = [tuple(canvas[160, int(box[0]) + 30].tolist()) for box in (RIGHT, WRONG, MISSED, NOWHERE)]
    assert below == [failures.RIGHT, failures.WRONG, failures.MISSED, failures.INVENTED]


def test_only_photos_with_errors_are_on_the_sheet(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "photo.png"), np.full((300, 400, 3), 90, np.uint8))
    right, wrong = Photo("photo.png", TRUTH, TRUTH), Photo("photo.png", TRUTH, READ)
    sheet = tmp_path / "out" / "sheet.jpg"
    assert failures.write_sheet([right], tmp_path, sheet, 6) == 0
    assert not sheet.exists()
    assert failures.write_sheet([right, *[wrong] * 8], tmp_path, sheet, 6) == 8
    side = failures.SIDE
    assert cv2.imread(str(sheet)).shape == (2 * side, 3 * side, 3)  # four of the eight, spread evenly
