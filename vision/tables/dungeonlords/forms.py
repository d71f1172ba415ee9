"""How alike a building site and the drawing of what its cells are taken for are."""

from __future__ import annotations

import numpy as np

from vision.tables.dungeonlords.parts import SIDE, Cells, Plane

CUTS = (0.33, 0.22)  # of a cell's side beside the arms of a cross: nobody says how wide they are


def fit_of(unlike: Plane, chances: Cells) -> float:
    """How alike the site and the drawing of what it is taken for are, with crosses as wide as they may be."""
    form = _FORM_OF[chances.argmax(axis=0)]
    one = unlike - unlike.mean()
    return max(_correlation(one, forms[form].swapaxes(1, 2).reshape(unlike.shape)) for forms in _FORMS)


def _correlation(one: Plane, drawn: Plane) -> float:
    other = drawn - drawn.mean()
    power = float(np.sqrt(np.vdot(one, one) * np.vdot(other, other)))
    return float(np.vdot(one, other)) / power if power > 1e-6 else 0.0


def _drawn_forms(cut: float) -> Plane:
    """Nothing, a cross and a square as they fill a cell; so much of a cell's side lies beside the arms of a cross."""
    forms = np.zeros((3, SIDE, SIDE), np.float32)
    low, arm, high = round(0.03 * SIDE), round(cut * SIDE), round(0.97 * SIDE)
    forms[1, arm : SIDE - arm, low:high] = forms[1, low:high, arm : SIDE - arm] = 1
    forms[2, low:high, low:high] = 1
    return forms


_FORMS = [_drawn_forms(cut) for cut in CUTS]
_FORM_OF = np.array([0, 1, 1, 2, 2])  # which form each kind of a cell has
