"""What the edge of the photo cuts off: how much of a card or tile is in the picture, and whether that is enough.

A card or tile is told when at least two thirds of it are in the picture. Of less, the corners beyond the edge are off
by a fourteenth of its diagonal and more: it cannot be straightened, nor told from others. It is noticed only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.seen import Mask, Seen, shares_inside

ENOUGH = 2 / 3
# The network never learned from a thing of which less than half shows, and takes what is cut for less cut than it is:
# where it sees so much in the picture there are two thirds.
SEEMS_ENOUGH = 0.77
# Pieces that lie whole in the picture tell better how large one is: the nearest of its kind, if they are so much alike.
WHOLE, NEAREST, FEWEST, ALIKE = 0.97, 4, 2, 1.5
# What the network sees in the picture to this part is not cut enough to be compared with others.
BARELY_CUT = 0.9


def cut_off(seen: Seen, surely: Mask, width: float, height: float) -> Mask:
    """Of which of them too much is beyond the edge of the picture; `surely` says which are there without doubt."""
    inside = shares_inside(seen, width, height)
    cut, middles = inside < SEEMS_ENOUGH, seen.quads.mean(axis=1)
    for row in np.flatnonzero(inside < BARELY_CUT):
        alike = np.flatnonzero(surely & (inside > WHOLE) & (seen.kind == seen.kind[row]))
        usual = usual_area(seen.areas[alike], middles[alike] - middles[row])
        if usual:
            cut[row] = inside[row] * seen.areas[row] < ENOUGH * usual
    return cut


def usual_area(areas: NDArray[np.float64], away: NDArray[np.float64]) -> float:
    """How large the nearest pieces are, of those so far `away` (x and y); 0 where there are too few, or they differ.

    >>> usual_area(np.array([50.0, 60, 58, 62, 200]), np.array([[0, 9], [2, 0], [0, 3], [4, 0], [90, 0]]))
    59.0
    """
    areas = areas[np.argsort(np.hypot(*away.T), kind="stable")[:NEAREST]]
    if len(areas) < FEWEST or areas.max() > ALIKE * areas.min():
        return 0.0
    return float(np.median(areas))
