"""How alike two cards are at a rough look, in plain arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.network import Tensor

ROUGH = 2  # pixels of the smallest print by which a card may be off when it is looked for


def roughly_alike(taught: Tensor, prints: Sequence[Tensor]) -> Tensor:
    """How well each small print correlates with each taught one, which comes moved in every way and fits in one."""
    met = np.stack([_unit(_within(one).ravel()) for one in prints])
    likeness = met @ taught.reshape(-1, met.shape[1]).T
    best: Tensor = likeness.reshape(len(met), len(taught), -1).max(axis=2)
    return best


def moved_about(rough: Tensor) -> Tensor:
    """A small print a little moved in every way."""
    steps = (-ROUGH, 0, ROUGH)  # the print is soft: what lies between is near enough
    ways = [np.roll(rough, (down, right), (0, 1)) for down in steps for right in steps]
    return np.stack([_unit(_within(way).ravel()) for way in ways])


def _within(rough: Tensor) -> Tensor:
    return rough[ROUGH:-ROUGH, ROUGH:-ROUGH]


def _unit(values: Tensor) -> Tensor:
    return np.asarray(values / (np.linalg.norm(values) + 1e-6), dtype=np.float32)
