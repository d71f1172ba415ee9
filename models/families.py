"""Families of siblings for the gallery's closer look: cards that differ in one thing, laid onto each other in pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import torch

from datasets.designs import Stuff, differences, draw, invent, sibling
from datasets.views import view
from models.light import Rng
from models.real_cards import RealSet
from vision.overlaying import Layable, laid_pair

Batch = tuple[torch.Tensor, torch.Tensor, int]  # pairs, where they differ, and of how many families they are
Family = tuple[np.ndarray, np.ndarray]  # pairs, and where they differ
TAUGHT, MET = 2, 3  # of a family of siblings two are taught and three met: the third is a stranger
PAIRS = TAUGHT * MET + 1  # of a family: each met beside each taught one, and the taught ones beside each other
UNTOLD = -1.0  # of real siblings nobody has marked where they differ
PLACES = 12  # along each side, of which it is told whether siblings differ there
SHOWN, KEPT = 2, 160  # how often a family is shown, and how many are kept for that


class Families:
    """Families of siblings: each that is met beside each that is taught.

    To draw one takes longer than to learn from it, so those that were drawn are kept for a while and shown again,
    mirrored, turned and in other colours.
    """

    def __init__(self, make: Callable[[Rng], Family], size: int) -> None:
        self._make = make
        self._size = size
        self._kept: list[Family] = []

    def batch(self, rng: Rng) -> Batch:
        """Some of them new, the others met before."""
        fresh = [self._make(rng) for _ in range(max(1, self._size // SHOWN))]
        self._kept = (self._kept + fresh)[-KEPT:]
        again = rng.integers(len(self._kept), size=self._size - len(fresh))
        families = fresh + [_varied(self._kept[index], rng) for index in again]
        pairs, places = (np.concatenate(part) for part in zip(*families, strict=True))
        return torch.from_numpy(pairs), torch.from_numpy(places), len(families)


def any_family(made_of: Stuff, real: Sequence[RealSet], side: int, share: float, rng: Rng) -> Family:
    """A drawn family, or so often one cut out of real photos."""
    if real and rng.random() < share:
        return real_family(real[int(rng.integers(len(real)))], side, rng)
    return family(made_of, side, rng)


def _varied(one: Family, rng: Rng) -> Family:
    """The same family mirrored or not, in any turn, with its colours exchanged."""
    pairs, places = one
    order = rng.permutation(3)
    step, turn = (1 if rng.random() < 0.5 else -1), int(rng.integers(4))
    shown = np.rot90(pairs[:, [*order, *(3 + order)], :, ::step], turn, (2, 3))
    return np.ascontiguousarray(shown), np.ascontiguousarray(np.rot90(places[..., ::step], turn, (1, 2)))


def family(made_of: Stuff, side: int, rng: Rng) -> Family:
    """Three siblings, two of them taught, all of them met: the pairs, and where the designs of each differ."""
    faces = _siblings(made_of, rng)
    while not all(differences(one, other, PLACES).any() for one, other in combinations(faces, 2)):
        faces = _siblings(made_of, rng)
    quarter = int(rng.integers(4))

    def seen(face: np.ndarray, hard: float) -> Layable:
        around = made_of.pictures[int(rng.integers(len(made_of.pictures)))]
        return Layable.of(np.ascontiguousarray(np.rot90(view(face, around, side, rng, hard), quarter)))

    taught = [seen(face, float(rng.uniform(0.05, 0.5))) for face in faces[:TAUGHT]]
    met = [seen(face, float(rng.uniform(0.1, 0.8))) for face in faces]
    sides = [(one, other) for other in faces for one in faces[:TAUGHT]] + [(faces[0], faces[1])]
    places = [np.rot90(differences(one, other, PLACES), quarter) for one, other in sides]
    return _paired(taught, met), np.stack(places).astype(np.float32)


def _siblings(made_of: Stuff, rng: Rng) -> list[np.ndarray]:
    design = invent(made_of, rng)
    return [draw(one, made_of) for one in (design, sibling(design, made_of, rng), sibling(design, made_of, rng))]


def real_family(cards: RealSet, side: int, rng: Rng) -> Family:
    """The same of real photos; where cards differ is not known, only that the same card differs nowhere."""
    quarter = int(rng.integers(4))
    taught_views, met_views = cards.family(side, TAUGHT, MET, rng)
    taught, met = (
        [Layable.of(np.ascontiguousarray(np.rot90(one, quarter))) for one in views]
        for views in (taught_views, met_views)
    )
    places = np.full((PAIRS, PLACES, PLACES), UNTOLD, np.float32)
    places[[0, TAUGHT + 1]] = 0
    return _paired(taught, met), places


def _paired(taught: Sequence[Layable], met: Sequence[Layable]) -> np.ndarray:
    pairs = [laid_pair(one, other) for other in met for one in taught]
    return np.stack([*pairs, laid_pair(*taught)])
