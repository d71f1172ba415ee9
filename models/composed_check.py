"""Composed tables from art that is never trained on: what is found of pieces, boards and counters, each by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from datasets import art
from datasets.pieces import Shelf
from datasets.real import folder_of
from datasets.textures import draw_surface
from models.album import pixels_of
from models.drawer import Drawer
from models.light import Image, Rng
from models.scenes import scene
from vision.cutoff import ENOUGH
from vision.quads import Quad, in_order, overlap, shared_area, signed_areas
from vision.things import Kind, Thing

SIDE = 800
MET = 0.5  # overlap of a thing that is found
PIXELS = (45.0, 500.0)
GROUPS = {
    "pieces": {Kind.CARD, Kind.TILE},
    "boards": {Kind.BOARD},
    "counters": {Kind.TOKEN, Kind.CUBE, Kind.FIGURE},
}


def met_pairs(truth: Sequence[Quad], told: Sequence[Quad], least: Sequence[float]) -> dict[int, int]:
    """Which labelled thing is met by which found one, the best overlaps first."""
    pairs = sorted(((overlap(t, f), n, m) for n, t in enumerate(truth) for m, f in enumerate(told)), reverse=True)
    met: dict[int, int] = {}
    for share, n, m in pairs:
        if share >= least[n] and n not in met and m not in met.values():
            met[n] = m
    return met


def to_be_found(kind: Kind, quad: Quad) -> bool:
    """Whether enough of a thing is in the picture: what is cut off is no piece, and need not be found.

    >>> square = np.array([[0.0, 0.0], [90.0, 0.0], [90.0, 90.0], [0.0, 90.0]])
    >>> [to_be_found(kind, square - 36.0) for kind in (Kind.CARD, Kind.TOKEN)], to_be_found(Kind.CARD, square - 9.0)
    ([False, True], True)
    """
    frame = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], dtype=np.float64)
    enough = shared_area(quad, frame) >= ENOUGH * abs(float(signed_areas(quad[None])[0]))
    return kind not in GROUPS["pieces"] or enough


def drawer_of(split: art.Split, photos: Path, rng: Rng, photos_a_source: int = 20) -> Drawer:
    """Faces and tables of one split: those that are kept apart, or those that the finder has learned from."""
    tables: list[Image] = []
    for source in art.SURFACES[split]:
        paths = sorted((folder_of(photos, source) / "images").glob("*.jpg"))
        for row in rng.permutation(len(paths))[:photos_a_source]:
            image = pixels_of(paths[row])
            scale = min(1.0, SIDE / min(image.shape[:2]))
            tables.append(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    drawn = [draw_surface(rng)[1] for _ in range(8)]
    drawer = Drawer(Shelf.load(split, tables), tables + drawn, {})
    drawer.fill(rng, 0.25)
    return drawer


def composed(
    photos: Path, count: int, names: list[str], find: Callable[[Image], list[Thing]], seed: int = 7
) -> dict[str, dict[str, float]]:
    """Found shares, invented a picture, by group; a thing of another group that lies there is found, not named."""
    rng = np.random.default_rng([seed, 1919])
    drawer = drawer_of("test", photos, rng)
    things = dict.fromkeys(GROUPS, 0)
    found, invented = dict(things), dict(things)
    for _ in range(count):
        image, labels = scene(drawer, SIDE, PIXELS, names, rng)
        truth = [(Kind(names[int(row[0])].partition(" ")[0]), in_order(row[5:13].reshape(4, 2))) for row in labels]
        told = [(thing.kind, in_order(thing.corners)) for thing in find(image)]
        met = met_pairs([quad for _, quad in truth], [quad for _, quad in told], [MET] * len(truth))
        wanted = [to_be_found(*one) for one in truth]
        for group, kinds in GROUPS.items():
            things[group] += sum(kind in kinds for (kind, _), want in zip(truth, wanted, strict=True) if want)
            found[group] += sum(truth[n][0] in kinds for n in met if wanted[n])
            invented[group] += sum(kind in kinds for m, (kind, _) in enumerate(told) if m not in met.values())
    return {
        f"composed {group}": {
            "photos": count,
            "things": things[group],
            "found": found[group] / max(things[group], 1),
            "invented": invented[group] / count,
        }
        for group in GROUPS
    }
