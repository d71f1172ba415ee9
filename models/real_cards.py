"""Cards with names in real photos, several pictures of each, as families of siblings for the gallery's training."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.cards import card_photos, is_apart
from datasets.degrade import photograph
from datasets.pictures import read_rgb
from datasets.views import Pixels, straightened
from models.light import Rng
from vision.overlaying import Layable

SETS = ("set_tomwhite", "tiles_rummikub")
MISLABELLED = ("tiles_rummikub_021",)  # its black tiles are called blue
TWO_LOOKS = ("joker",)  # one name for two prints
MOST = 14  # pictures of one card
KEPT = 224  # pixels of a cut-out that is kept, with
AROUND = 0.15  # of its side around it
EDGE = round(AROUND / (1 + 2 * AROUND) * KEPT)
ROUNDS = 3
OFF = 0.012  # sides by which corners are off
NEAR = 0.75  # of the siblings differ in one thing only


@dataclass(frozen=True)
class RealSet:
    """The pictures of every card of one game, and what each name says: number, colour, form."""

    pictures: dict[str, list[Pixels]]

    def family(self, side: int, taught: int, met: int, rng: Rng) -> tuple[list[Pixels], list[Pixels]]:
        """Siblings of which the first are taught: pictures of these, and other pictures of all of them."""
        names = list(self.pictures)
        first = names[int(rng.integers(len(names)))]
        others = [self._sibling(first, names, rng) for _ in range(met - 1)]
        while len({first, *others}) < met:
            others = [self._sibling(first, names, rng) for _ in range(met - 1)]
        pairs = [rng.choice(len(self.pictures[name]), 2, replace=False) for name in (first, *others)]
        chosen = [[self.pictures[name][int(n)] for n in two] for name, two in zip((first, *others), pairs, strict=True)]
        return [_seen(two[0], side, rng) for two in chosen[:taught]], [_seen(two[1], side, rng) for two in chosen]

    @staticmethod
    def _sibling(name: str, names: list[str], rng: Rng) -> str:
        """Another card, most often one of which only one thing is different."""
        parts = re.split("[-_]", name)
        near = [other for other in names if _differing(parts, re.split("[-_]", other)) == 1]
        pool = near if near and rng.random() < NEAR else [other for other in names if other != name]
        return str(rng.choice(pool))


def _differing(one: list[str], other: list[str]) -> int:
    return sum(mine != theirs for mine, theirs in zip(one, other, strict=False)) + abs(len(one) - len(other))


def _seen(cut: Pixels, side: int, rng: Rng) -> Pixels:
    """A cut-out once more as if it had been found a little differently and taken by another phone."""
    inner = KEPT - 2 * EDGE
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * float(inner) + EDGE
    corners += rng.normal(0, OFF * rng.uniform(0, 1.5), (4, 2)) * inner
    small = int(np.exp(rng.uniform(np.log(70), np.log(side))))
    picture = photograph(straightened(cut, corners, small if rng.random() < 0.5 else side), rng, 0.5)
    return cv2.resize(picture, (side, side), interpolation=cv2.INTER_LINEAR)


def real_cards(folder: Path, without: tuple[str, ...] = ()) -> list[RealSet]:
    """The sets with names, but not the photos that are kept apart."""
    sets = []
    for source in SETS:
        if source in without or not (folder / source).is_dir():
            continue
        cuts: dict[str, list[Pixels]] = {}
        for photo in card_photos(folder, (source,)):
            if is_apart(source, photo.path.stem) or photo.path.stem in MISLABELLED:
                continue
            wanted = [one for one in photo.things if one.corners and one.name and one.name not in TWO_LOOKS]
            wanted = [one for one in wanted if len(cuts.get(str(one.name), [])) < MOST]
            picture = read_rgb(photo.path) if wanted else None
            for one in wanted:
                cuts.setdefault(str(one.name), []).append(_cut(picture, np.array(one.corners)))
        sets.append(RealSet(_upright({name: pictures for name, pictures in cuts.items() if len(pictures) > 1})))
    return sets


def _upright(cuts: dict[str, list[Pixels]]) -> dict[str, list[Pixels]]:
    """All pictures turned alike: each as the first of its card, and these as they look together."""
    firsts = [pictures[0] for pictures in cuts.values()]
    for _ in range(ROUNDS):
        mean = np.mean([_rough(one) for one in firsts], axis=0)
        firsts = [_turned(one, mean) for one in firsts]
    rough = [_rough(one) for one in firsts]
    return {
        name: [_turned(one, first) for one in pictures]
        for (name, pictures), first in zip(cuts.items(), rough, strict=True)
    }


def _rough(cut: Pixels) -> np.ndarray:
    return Layable.of(cut[EDGE:-EDGE, EDGE:-EDGE]).prints[0]


def _turned(cut: Pixels, like: np.ndarray) -> Pixels:
    """The half turn in which it looks more like that."""
    rough = _rough(cut)
    upright = (rough * like).sum() >= (np.rot90(rough, 2) * like).sum()
    return cut if upright else np.ascontiguousarray(np.rot90(cut, 2))


def _cut(photo: Pixels | None, corners: np.ndarray) -> Pixels:
    """The card with what is around it, its longer side across."""
    assert photo is not None
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    corners = np.roll(corners, -int(sides[1] + sides[3] > sides[0] + sides[2]), axis=0)
    middle = corners.mean(axis=0)
    return straightened(photo, middle + (corners - middle) * (1 + 2 * AROUND), KEPT)
