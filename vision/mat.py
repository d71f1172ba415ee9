"""The printed mat in a photo: where the table's plane lies, in millimetres, and what colour the light has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lamp import BRIGHTEST, DARKEST, Light
from vision.matprint import PAPERS, Paper, Square
from vision.photo import Picture, Pixels, growth
from vision.quads import Quad

Map = NDArray[np.float64]  # 3 x 3, from millimetres on the mat to pixels

FEWEST_MARKERS = 2  # one alone may be anybody's
FARTHEST_OFF = 0.06  # sides of a marker by which its corners may miss where the others expect them
FINE = 3  # pixels for a millimetre in the straightened mat
MIDDLE = 0.3  # of a patch's side around its middle that is looked at
FEWEST_PATCHES = 3
GREY_COUNTS = 3  # a grey patch says more than one whose ink may be off
ROOM = 3.0  # millimetres around a print within which nothing else is expected
NEARLY_ALL = 0.8  # what covers so much of the paper, and no more, is the paper


@dataclass(frozen=True)
class Mat:
    """A mat that was noticed; ``light`` is None where its colours are covered, burnt out or black."""

    paper: Paper
    to_photo: Map
    light: Light | None

    def scaled(self, across: float, down: float) -> Mat:
        """The same mat in a larger or smaller copy of the picture."""
        return Mat(self.paper, np.diag([across, down, 1.0]) @ self.to_photo, self.light)

    def in_millimetres(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places of the photo as places on the mat; what lies flat beside it is measured as well."""
        return _mapped(points, np.asarray(np.linalg.inv(self.to_photo), np.float64))

    def squared(self, quad: Quad) -> Quad:
        """Four corners of a rectangle that lies flat, put right: straightened it has four right angles."""
        a, b, c, d = self.in_millimetres(quad)
        along, down = (b - a) + (c - d), (d - a) + (c - b)
        way = along / np.hypot(*along) + np.array([down[1], -down[0]]) / np.hypot(*down)
        across = way / np.hypot(*way)
        upright = np.array([-across[1], across[0]])
        half_width, half_height = along @ across / 4 * across, down @ upright / 4 * upright
        middle = (a + b + c + d) / 4
        corners = [middle + x * half_width + y * half_height for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return _mapped(np.array(corners), self.to_photo)

    def is_print(self, box: Iterable[float]) -> bool:
        """Whether what was found in this box is a marker, a patch, or the paper itself."""
        left, top, right, bottom = box
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float64)
        x, y = self.in_millimetres(corners.mean(axis=0)[None])[0]
        prints = [*self.paper.markers().values(), *(place for place, _ in self.paper.patches())]
        if any(_holds(place, x, y) for place in prints):
            return True
        paper = self._corners(0, 0, self.paper.width, self.paper.height)
        low, high = paper.min(axis=0), paper.max(axis=0)
        shared = np.prod(np.clip(np.minimum(high, (right, bottom)) - np.maximum(low, (left, top)), 0, None))
        both = np.prod(high - low) + (right - left) * (bottom - top) - shared
        return bool(shared > NEARLY_ALL * both)

    def _corners(self, x: float, y: float, wide: float, high: float) -> Quad:
        corners = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], dtype=np.float64)
        return _mapped(corners, self.to_photo)


def _holds(place: Square, x: float, y: float) -> bool:
    low, far = -ROOM, place.side + ROOM
    return low <= x - place.x <= far and low <= y - place.y <= far


def _mapped(points: NDArray[np.float64], matrix: Map) -> NDArray[np.float64]:
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:])


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)


def notice(pixels: Pixels) -> Mat | None:
    """The mat in a picture, in its pixels; None without one."""
    corners, numbers, _ = _detector().detectMarkers(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY))
    if numbers is None or not len(corners):
        return None
    seen = {int(number): np.asarray(quad, np.float64).reshape(4, 2) + 0.5
            for number, quad in zip(np.asarray(numbers).reshape(-1), corners, strict=True)}  # fmt: skip
    for paper in PAPERS.values():
        to_photo = _plane(paper, seen)
        if to_photo is not None:
            return Mat(paper, to_photo, _light(pixels, paper, to_photo))
    return None


def mat_in(picture: Picture, side: int) -> Mat | None:
    """The mat in a photo, in the photo's own pixels; it is looked for in a copy of about this side."""
    pixels = picture.pixels(side)
    mat = notice(pixels)
    if mat is None:
        return None
    across, down = growth(pixels, picture)[:2].tolist()
    return mat.scaled(across, down)


def _plane(paper: Paper, seen: dict[int, Quad]) -> Map | None:
    """Where the paper lies by all of its markers that are to be seen and agree."""
    places = {number: place for number, place in paper.markers().items() if number in seen}
    if len(places) < FEWEST_MARKERS:
        return None
    printed = np.vstack([_outline(place) for place in places.values()])
    found = np.vstack([seen[number] for number in places])
    fitted, _ = cv2.findHomography(printed, found, 0)
    if fitted is None:
        return None
    matrix = np.asarray(fitted, np.float64)
    sides = [np.hypot(*(seen[number][1] - seen[number][0])) for number in places]
    off = np.hypot(*(_mapped(printed, matrix) - found).T).max()
    return matrix if off < FARTHEST_OFF * float(np.mean(sides)) + 1.0 else None


def _outline(place: Square) -> Quad:
    far_x, far_y = place.x + place.side, place.y + place.side
    return np.array([[place.x, place.y], [far_x, place.y], [far_x, far_y], [place.x, far_y]], dtype=np.float64)


def _light(pixels: Pixels, paper: Paper, to_photo: Map) -> Light | None:
    """How the light shifts the colours of the patches: the middle of what they say, greys counting more."""
    size = round(paper.width * FINE), round(paper.height * FINE)
    flat = cv2.warpPerspective(pixels, np.diag([FINE, FINE, 1.0]) @ np.linalg.inv(to_photo), size)
    shifts, counts = [], []
    for place, colour in paper.patches():
        low, high = (round((0.5 + part * MIDDLE) * place.side * FINE) for part in (-1, 1))
        x, y = round(place.x * FINE), round(place.y * FINE)
        seen = np.median(flat[y + low : y + high, x + low : x + high].reshape(-1, 3), axis=0)
        if seen.max() <= BRIGHTEST and seen.min() >= DARKEST:
            shift = np.log(seen) - np.log(np.array(colour, np.float64))
            shifts.append((shift[0] - shift[1], shift[2] - shift[1]))
            counts.append(GREY_COUNTS if len(set(colour)) == 1 else 1)
    if len(shifts) < FEWEST_PATCHES:
        return None
    red, blue = np.median(np.repeat(np.array(shifts), counts, axis=0), axis=0)
    return Light(float(red), float(blue))
