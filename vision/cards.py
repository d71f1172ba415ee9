"""Where cards, tiles, boards and other things lie in a photo, each with its four corners.

from vision.cards import find_things, straighten
for thing in find_things(photo):
    flat = straighten(photo, thing.corners, size=(240, 336))
"""

from __future__ import annotations

import numpy as np

from vision.contours import outlines
from vision.finder import resized
from vision.photo import Frame, Picture, Pixels
from vision.quads import as_corners, in_order, shared_area, signed_areas, straighten
from vision.things import Kind, Thing

__all__ = ["find_things", "straighten"]

# The longer side of the copy in which outlines are looked for.
OUTLINE_SIDE = 800
# What lies in another outline to this part is print on it.
INSIDE = 0.8


def find_things(picture: Picture | Pixels) -> list[Thing]:
    """The things of an upright picture (an array is RGB) in its own pixels, surest first."""
    if isinstance(picture, np.ndarray):
        picture = Frame(picture)
    scale = min(OUTLINE_SIDE / max(picture.width, picture.height), 1.0)
    pixels = picture.pixels(OUTLINE_SIDE)
    small = resized(pixels, round(picture.width * scale), round(picture.height * scale))
    factors = picture.width / small.shape[1], picture.height / small.shape[0]
    found = [(quad, fill, float(signed_areas(quad[None])[0])) for quad, fill in outlines(small)]
    outer = [
        (quad, fill)
        for quad, fill, area in found
        if not any(more > area and shared_area(quad, other) > INSIDE * area for other, _, more in found)
    ]
    return [Thing(Kind.CARD, as_corners(in_order(quad * factors)), fill) for quad, fill in outer]
