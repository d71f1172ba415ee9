"""Loose cards and tiles by their outlines: what differs from the table around it and has four straight sides."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import resized
from vision.photo import Picture, Pixels
from vision.quads import Quad, as_corners, in_order, is_convex, overlap, shared_area, signed_areas
from vision.things import Kind, Thing

# The longer side of the copy in which outlines are looked for.
OUTLINE_SIDE = 800
# What lies in another outline to this part is print on it.
INSIDE = 0.8

# Shares of the picture: smaller things are grain and print, larger ones are the table itself.
LEAST_AREA, MOST_AREA = 0.0015, 0.9
# An outline fills its quadrilateral nearly: rounded corners cost little.
FILLED = 0.9
# Sides of one thing, the longest over the shortest.
MOST_STRETCHED = 4.0
SAME = 0.5


def outlines(pixels: Pixels) -> list[tuple[Quad, float]]:
    """Quadrilaterals in a picture of about 800 pixels, the best filled first, each with how well it is filled."""
    found: list[tuple[Quad, float]] = []
    area = pixels.shape[0] * pixels.shape[1]
    for mask in _masks(pixels):
        outer, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outer:
            quad = _quad_of(outline)
            if quad is None:
                continue
            size = float(signed_areas(quad[None])[0])
            fill = cv2.contourArea(outline) / max(size, 1e-9)
            if LEAST_AREA * area < size < MOST_AREA * area and FILLED < fill < 1 / FILLED:
                found.append((quad, min(fill, 1 / fill)))
    return _each_once(found)


def _masks(pixels: Pixels) -> list[NDArray[Any]]:
    """Several ways in which a thing stands out: bright, dark or coloured against the table, or framed by edges."""
    smooth = cv2.GaussianBlur(pixels, (5, 5), 0)
    grey = cv2.cvtColor(smooth, cv2.COLOR_RGB2GRAY)
    vivid = cv2.cvtColor(smooth, cv2.COLOR_RGB2HSV)[..., 1]
    _, bright = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    _, coloured = cv2.threshold(vivid, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    near = max(31, (min(grey.shape) // 6) | 1)
    local = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, near, -8)
    edges = cv2.Canny(smooth, 40, 110)
    kernel = np.ones((3, 3), np.uint8)
    framed = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, kernel)
    opened = [cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel) for mask in (bright, local, 255 - coloured)]
    return [*opened, 255 - opened[0], 255 - opened[2], framed]


def _quad_of(outline: NDArray[Any]) -> Quad | None:
    """The outline as four corners, when four straight sides describe it."""
    hull = cv2.convexHull(outline)
    length = cv2.arcLength(hull, True)
    for share in (0.02, 0.035, 0.05):
        corners = cv2.approxPolyDP(hull, share * length, True)
        if len(corners) == 4:
            quad = in_order(corners[:, 0])
            sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
            even = sides.max() < MOST_STRETCHED * max(float(sides.min()), 1e-9)
            return quad if even and is_convex(quad) else None
    return None


def _each_once(found: list[tuple[Quad, float]]) -> list[tuple[Quad, float]]:
    kept: list[tuple[Quad, float]] = []
    for quad, fill in sorted(found, key=lambda one: -one[1]):
        if all(overlap(quad, other) < SAME for other, _ in kept):
            kept.append((quad, fill))
    return kept


def outlines_of(picture: Picture) -> list[tuple[Quad, float]]:
    """The outlines of a picture in its own pixels."""
    scale = min(OUTLINE_SIDE / max(picture.width, picture.height), 1.0)
    small = resized(picture.pixels(OUTLINE_SIDE), round(picture.width * scale), round(picture.height * scale))
    factors = picture.width / small.shape[1], picture.height / small.shape[0]
    return [(in_order(quad * factors), fill) for quad, fill in outlines(small)]


def things_by_outline(picture: Picture) -> list[Thing]:
    """Loose cards of a picture by their outlines alone; what is printed in one of them is not told."""
    found = [(quad, fill, float(signed_areas(quad[None])[0])) for quad, fill in outlines_of(picture)]
    return [
        Thing(Kind.CARD, as_corners(quad), fill)
        for quad, fill, area in found
        if not any(more > area and shared_area(quad, other) > INSIDE * area for other, _, more in found)
    ]
