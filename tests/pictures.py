"""Pictures for tests, put together from the sample photos."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

SAMPLES = Path("vision/samples")
HIGH = 800


def side_by_side(folder: Path, *names: str) -> Path:
    """One picture of several sample tables."""
    pictures = [cv2.imread(str(SAMPLES / name)) for name in names]
    same = [cv2.resize(one, (round(one.shape[1] * HIGH / one.shape[0]), HIGH)) for one in pictures if one is not None]
    path = folder / "both.jpg"
    cv2.imwrite(str(path), np.hstack(same))
    return path
