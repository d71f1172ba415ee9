"""Reading pictures from disk, with a sentence when one cannot be read."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np


def read_rgb(path: Path) -> np.ndarray:
    """A picture as display RGB."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise FileNotFoundError(f"{path} is missing or is not a picture.")
    return np.ascontiguousarray(picture[..., ::-1])
