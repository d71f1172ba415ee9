"""Whole tables as solids: rims, what lies on what, figures that stand, and a camera that sees all of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.layouts import Spot
from datasets.render import solids
from datasets.tabletop import taught_tables
from datasets.tabletops import Copy, Flat, Thing, Upright

FACE = np.full((8, 8, 3), 90, np.uint8)
CELL = 4.0  # centimetres


def flat(kind: str, spot: Spot, form: str = "rectangle", thick: float = 0.01) -> Flat:
    return Flat(kind, kind, FACE, spot, thick, form, 0.4)


def area(rim: np.ndarray) -> float:
    return float(cv2.contourArea(rim.astype(np.float32)))


@pytest.mark.parametrize(
    ("form", "rounded", "covered"),
    [("cross", 0.0, 2 * 0.4 - 0.16), ("disc", 0.0, np.pi / 4), ("hexagon", 0.0, 0.75), ("rectangle", 0.0, 1.0)],
)
def test_a_rim_is_cut_as_its_form_says(form: str, rounded: float, covered: float) -> None:
    rim = solids.outline(flat("tile", Spot(0, 0, 1, 1), form), rounded)
    assert rim.min() >= -1e-9 and rim.max() <= 1 + 1e-9
    assert area(rim) == pytest.approx(covered, rel=0.01)


def test_corners_are_rounded_alike_on_a_long_card_and_little_on_a_board() -> None:
    for wide, high, radius in ((1.1, 1.75, 0.06), (10.0, 7.0, 0.06)):
        rim = solids.outline(flat("card", Spot(0, 0, wide, high)), 0.06)
        missing = wide * high * (1 - area(rim))
        assert missing == pytest.approx((4 - np.pi) * radius**2, rel=0.15)


def test_a_face_lies_where_its_spot_says() -> None:
    spot = Spot(3, 2, 2, 1, 0.4)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    assert solids.on_table(spot, square) == pytest.approx(spot.corners)


def test_what_lies_on_a_board_begins_on_its_face() -> None:
    things: list[Thing] = [
        flat("board", Spot(5, 3, 10, 6)),
        flat("tile", Spot(2, 2, 0.95, 0.95), "cross"),
        flat("card", Spot(5, -1, 1.1, 1.75)),
        Upright("dwarf red", FACE[..., 0], np.zeros(3), Spot(2, 2, 0.2, 0.3)),
    ]
    board = 0.2 / CELL
    assert solids.levels(things, CELL) == pytest.approx([0, board, 0, 2 * board])


def test_a_figure_stands_on_its_foot_and_is_as_thick_as_wood() -> None:
    silhouette = np.zeros((60, 40), np.uint8)
    cv2.fillConvexPoly(silhouette, np.array([[20, 2], [38, 58], [2, 58]]), 255)
    spot = Spot(4, 3, 0.2, 0.3)
    points, heights = solids.standing(Upright("dwarf", silhouette, np.zeros(3), spot), 0.0)
    assert (heights.min(), heights.max()) == pytest.approx((0, spot.height))
    assert np.ptp(points, axis=0) == pytest.approx((spot.width, spot.width * solids.DEEP))
    assert (points.min(axis=0) + points.max(axis=0)) / 2 == pytest.approx((spot.x, spot.y))
    tip = points[heights > 0.9 * spot.height]
    assert tip[:, 0].mean() == pytest.approx(spot.x, abs=0.02)


@pytest.mark.parametrize("elevation", [35.0, 60.0, 89.0])
@pytest.mark.parametrize("size", [(12.0, 7.0), (3.0, 8.0)])
def test_the_camera_sees_the_whole_table_upright(elevation: float, size: tuple[float, float]) -> None:
    board = flat("board", Spot(40, -7, *size))
    ground = solids.Ground.under([board])
    view = solids.sight(ground.place(board.spot.corners), elevation, 0.1, 50.0, 640, 0.85)
    seen = view.project(ground.place(board.spot.corners))
    span = np.ptp(seen, axis=0) / (view.width, view.height)
    assert seen.min() > 0 and (seen < (view.width, view.height)).all()
    assert span.max() == pytest.approx(0.85, abs=0.01)
    assert max(view.width, view.height) == 640
    upper_left, upper_right, lower_right, lower_left = seen
    assert upper_left[0] < upper_right[0] and lower_left[0] < lower_right[0]
    assert upper_left[1] < lower_left[1] and upper_right[1] < lower_right[1]
    # what is near is larger
    assert lower_right[0] - lower_left[0] > 0.99 * (upper_right[0] - upper_left[0])


def test_boards_are_taught_alone_and_cards_in_rows() -> None:
    faces = {"board": FACE, **{f"card {number}": FACE for number in range(14)}}
    copy = Copy(faces, {name: name for name in faces}, boards=frozenset({"board"}))
    pages = list(taught_tables(copy, np.random.default_rng(1)))
    assert [len(page) for page in pages] == [1, 12, 2]
    assert [thing.name for page in pages for thing in page] == list(faces)
