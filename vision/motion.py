"""Whether something moves before the camera, from one frame to the next."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.photo import Pixels

# Movement: pixels of a small copy that change by more than noise does, and how many make a moving hand.
WIDTH = 160
STEP = 25
PART = 0.004


@dataclass
class Motion:
    """Compares each frame with the one before."""

    _before: Pixels | None = None

    def seen_in(self, pixels: Pixels) -> bool:
        """Take the next frame in; whether something moved."""
        height = max(1, round(pixels.shape[0] * WIDTH / pixels.shape[1]))
        small = cv2.resize(pixels, (WIDTH, height), interpolation=cv2.INTER_AREA)
        soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), dtype=np.uint8)
        before, self._before = self._before, soft
        if before is None or before.shape != soft.shape:
            return False
        # the colour that changes most: a red die on green felt may be as bright as the felt
        changed = np.abs(soft.astype(np.int16) - before).max(axis=2) > STEP
        return float(changed.mean()) > PART
