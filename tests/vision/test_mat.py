"""The printed mat: what it is made of, and what it tells in a photo seen from the side and in coloured light."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from vision.detector import DiceDetector
from vision.lamp import Light
from vision.mat import notice
from vision.matprint import CODES, PAPERS, Paper, svg
from vision.photo import Pixels
from vision.quads import Quad

LAMP = Light(0.3, -0.35)
FINE = 4  # pixels for a millimetre
SVG = "{http://www.w3.org/2000/svg}"


def printed(paper: Paper) -> Pixels:
    """The SVG as a printer would see it: all it holds is rectangles, a line and a text."""
    sheet = np.full((round(paper.height * FINE), round(paper.width * FINE), 3), 255, np.uint8)
    for part in ElementTree.fromstring(svg(paper, "Tally")).iter(f"{SVG}rect"):
        x, y, wide, high = (float(part.get(name, 0)) for name in ("x", "y", "width", "height"))
        colour = [int(two, 16) for two in re.findall("..", part.get("fill", "")[1:])]
        sheet[round(y * FINE) : round((y + high) * FINE), round(x * FINE) : round((x + wide) * FINE)] = colour
    return sheet


def seen_from_the_side(paper: Paper, light: Light = LAMP) -> tuple[Pixels, np.ndarray]:
    """A photo of the mat on a brown table, and the true map from millimetres to its pixels."""
    corners = np.array([[0, 0], [paper.width, 0], [paper.width, paper.height], [0, paper.height]], np.float32)
    places = np.array([[330, 160], [780, 190], [930, 820], [140, 770]], np.float32)
    truth = cv2.getPerspectiveTransform(corners, places)
    photo = np.full((960, 1120, 3), (120, 90, 60), np.uint8)
    matrix = truth @ np.diag([1 / FINE, 1 / FINE, 1])
    cv2.warpPerspective(printed(paper), matrix, (1120, 960), photo, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return light.shine_on(photo), truth


def mapped(points: list[tuple[float, float]], matrix: np.ndarray) -> Quad:
    return cv2.perspectiveTransform(np.array([points], np.float64), matrix)[0]


def test_the_markers_are_those_of_aruco() -> None:
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, code in CODES.items():
        cells = cv2.aruco.generateImageMarker(known, number, 6, borderBits=1)[1:5, 1:5] // 255
        assert int("".join(map(str, cells.ravel())), 2) == code


@pytest.mark.parametrize("name", PAPERS)
def test_everything_lies_on_the_paper_and_nothing_on_another(name: str) -> None:
    paper = PAPERS[name]
    places = [*paper.markers().values(), *(place for place, _ in paper.patches())]
    covered = np.zeros((int(paper.height) + 1, int(paper.width) + 1), int)
    for place in places:
        assert min(place.x, place.y) >= 5  # what no printer reaches
        assert place.x + place.side <= paper.width - 5
        assert place.y + place.side <= paper.height - 5
        covered[int(place.y) : int(place.y + place.side), int(place.x) : int(place.x + place.side)] += 1
    assert covered.max() == 1


@pytest.mark.parametrize("name", PAPERS)
def test_a_photo_of_the_mat_tells_plane_and_light(name: str) -> None:
    photo, truth = seen_from_the_side(PAPERS[name])
    mat = notice(photo)
    assert mat is not None
    assert mat.paper is PAPERS[name]
    middle = mapped([(60, 80), (120, 200), (150, 90)], truth)
    assert mat.in_millimetres(middle) == pytest.approx(np.array([(60, 80), (120, 200), (150, 90)]), abs=0.5)
    assert mat.light == pytest.approx(LAMP, abs=0.03)


def test_two_markers_are_enough_and_one_is_not() -> None:
    photo, truth = seen_from_the_side(PAPERS["a4"])
    photo[:, 560:] = 90
    two = notice(photo)
    assert two is not None
    assert two.in_millimetres(mapped([(60, 80)], truth)) == pytest.approx(np.array([(60, 80)]), abs=1.5)
    photo[500:] = 90
    assert notice(photo) is None
    assert notice(np.full((400, 400, 3), 200, np.uint8)) is None


def test_covered_colours_do_not_count() -> None:
    photo, truth = seen_from_the_side(PAPERS["a4"])
    for place, _ in list(PAPERS["a4"].patches())[:3]:  # cards on them
        quad = mapped([(place.x - 3, place.y - 3), (place.x + 20, place.y - 3), (place.x + 20, place.y + 20)], truth)
        cv2.fillConvexPoly(photo, quad.astype(np.int32), (10, 200, 30))
    mat = notice(photo)
    assert mat is not None
    assert mat.light == pytest.approx(LAMP, abs=0.05)


def test_burnt_out_colours_tell_no_light() -> None:
    photo, _ = seen_from_the_side(PAPERS["a4"], Light())
    burnt = np.clip(photo.astype(int) * 5, 0, 255).astype(np.uint8)
    mat = notice(burnt)
    assert mat is not None
    assert mat.light is None


def test_corners_of_a_card_are_put_right() -> None:
    photo, truth = seen_from_the_side(PAPERS["a4"])
    mat = notice(photo)
    assert mat is not None
    card = mapped([(60, 80), (123, 80), (123, 168), (60, 168)], truth)
    assert np.abs(mat.squared(card) - card).max() < 1
    rough = card + np.random.default_rng(0).normal(0, 4, (4, 2))
    assert np.hypot(*(mat.squared(rough) - card).T).mean() < 0.9 * np.hypot(*(rough - card).T).mean()


def test_print_of_the_mat_is_no_piece() -> None:
    photo, truth = seen_from_the_side(PAPERS["a4"])
    mat = notice(photo)
    assert mat is not None
    for place in PAPERS["a4"].markers().values():
        low, high = mapped([(place.x, place.y), (place.x + place.side, place.y + place.side)], truth)
        assert mat.is_print((*low, *high))
    assert mat.is_print((140, 160, 930, 820))  # the paper
    low, high = mapped([(60, 80), (123, 168)], truth)
    assert not mat.is_print((*low, *high))
    assert mat.scaled(2, 2).is_print((280, 320, 1860, 1640))
    assert DiceDetector().read(photo) == []
