"""Labels from the geometry and from the object numbers of the render: box, visible part, top face."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.manifest import Box, Die
from datasets.render import meshes
from datasets.render.spec import DieSpec
from datasets.render.view import View

LEAST_VISIBLE = 0.12  # less than this of a die cannot be asked of anyone


@dataclass(frozen=True)
class Placed:
    """A die in the scene: which one, how it lies and where its points are; `covered` when another stands on it."""

    spec: DieSpec
    rotation: np.ndarray
    place: np.ndarray
    points: np.ndarray
    number: int
    covered: bool = False


def mask_box(mask: np.ndarray) -> Box | None:
    """The tight box of a mask, right and bottom edges exclusive.

    >>> mask_box(np.array([[0, 0, 0], [0, 1, 1]], bool))
    (1.0, 1.0, 3.0, 2.0)
    """
    ys, xs = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(ys) == 0:
        return None
    return float(xs[0]), float(ys[0]), float(xs[-1] + 1), float(ys[-1] + 1)


def silhouette_area(view: View, points: np.ndarray) -> float:
    """Pixels a convex die would cover if nothing stood before it and the picture had no edge."""
    outline = cv2.convexHull(view.project(points).astype(np.float32))
    return float(cv2.contourArea(outline))


def label(die: Placed, view: View, index: np.ndarray) -> Die | None:
    """The label of one die, or None when too little of it is to be seen."""
    mask = index == die.number
    box = mask_box(mask)
    if box is None:
        return None
    visible = min(1.0, float(mask.sum()) / max(silhouette_area(view, die.points), 1.0))
    if visible < LEAST_VISIBLE:
        return None
    solid = die.spec.solid()
    face = meshes.top_face(solid, die.rotation)
    top = die.place + die.rotation @ solid.directions[face] * die.spec.half
    x, y = view.project(top)[0]
    readable = die.spec.kind != "polyhedron" and not die.covered and _seen(mask, x, y)
    return Die(
        box=box,
        kind=die.spec.kind if die.spec.faces[face] not in PIPS or die.spec.kind != "symbol" else "pips",
        face=die.spec.faces[face].removeprefix("n") if readable else None,
        colour=die.spec.look.colour,
        material=die.spec.look.material,
        visible=visible,
        top=(round(float(x), 1), round(float(y), 1)) if readable else None,
    )


PIPS = tuple(str(n) for n in range(1, 9))


def _seen(mask: np.ndarray, x: float, y: float) -> bool:
    """The middle of the top face is in the picture and not behind another thing."""
    row, column = int(y), int(x)
    inside = 0 <= row < mask.shape[0] and 0 <= column < mask.shape[1]
    return bool(inside and mask[row, column])
