"""Shapes, resting positions, the camera and the labels that follow from them, without any renderer."""

import cv2
import numpy as np
import pytest

from datasets.render import labels, meshes, spec
from datasets.render.view import View, look_at


@pytest.mark.parametrize("sides", [4, 8, 10, 12, 20])
def test_a_polyhedron_is_closed_and_points_outwards(sides: int) -> None:
    solid = meshes.polyhedron(sides)
    assert len(solid.faces) == sides
    edges = {frozenset(pair) for f in solid.faces for pair in zip(f, (*f[1:], f[0]), strict=True)}
    assert len(solid.vertices) - len(edges) + sides == 2
    for face, direction in zip(solid.faces, solid.directions, strict=True):
        a, b, c = solid.vertices[list(face[:3])]
        assert np.cross(b - a, c - b) @ direction > 0


@pytest.mark.parametrize(("corner", "ball"), [(0.03, None), (0.3, None), (0.1, 1.3)])
def test_a_rounded_cube_stays_within_its_edges(corner: float, ball: float | None) -> None:
    solid = meshes.rounded_cube(corner, ball)
    assert np.abs(solid.vertices).max() == pytest.approx(1.0)
    assert np.linalg.norm(solid.vertices, axis=1).max() < (ball or 3**0.5) + 1e-6


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_a_resting_die_lies_flat_on_one_face(sides: int) -> None:
    solid = meshes.rounded_cube(0.001) if sides == 6 else meshes.polyhedron(sides)
    for face in range(sides):
        points = solid.vertices @ meshes.resting(solid, face, sides != 4, 0.7).T
        assert (points[:, 2] < points[:, 2].min() + 1e-3).sum() >= 3


def test_the_face_that_was_asked_for_is_on_top() -> None:
    solid = meshes.rounded_cube(0.1)
    for face in range(6):
        assert meshes.top_face(solid, meshes.resting(solid, face, True, 2.0)) == face


@pytest.mark.parametrize("seed", range(20))
def test_opposite_faces_of_a_pip_die_sum_to_seven(seed: int) -> None:
    die = spec.draw_pip_die(np.random.default_rng(seed))
    assert [int(die.faces[k]) + int(die.faces[meshes.OPPOSITE[k]]) for k in range(6)] == [7] * 6


@pytest.mark.parametrize("elevation", [30.0, 60.0, 89.0])
def test_a_pixel_and_the_table_point_it_shows_agree(elevation: float) -> None:
    view = look_at(elevation, 40.0, 50.0, 40.0, (640, 480), roll=7.0)
    point = view.ground(200.0, 300.0)
    assert point[2] == pytest.approx(0.0)
    assert view.project(point)[0] == pytest.approx([200.0, 300.0])


def test_what_stands_higher_is_seen_higher_in_a_leaning_picture() -> None:
    view = look_at(45.0, -90.0, 50.0, 40.0, (640, 480))
    low, high = view.project(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]]))
    assert high[1] < low[1]
    assert high[0] == pytest.approx(low[0])


def stood(face: int = 0, covered: bool = False) -> tuple[labels.Placed, View, np.ndarray]:
    """A die in the middle of the table with the object numbers a renderer would give."""
    die = spec.draw_pip_die(np.random.default_rng(3), "red")
    solid = die.solid()
    rotation = meshes.resting(solid, face, True, 0.4)
    place = np.array([0.0, 0.0, die.half])
    points = solid.vertices @ rotation.T * die.half + place
    view = look_at(70.0, 10.0, 20.0, 30.0, (320, 320))
    index = np.zeros((320, 320), np.int32)
    outline = cv2.convexHull(view.project(points).astype(np.float32))
    cv2.fillConvexPoly(index, outline.astype(np.int32), 5)
    return labels.Placed(die, rotation, place, points, 5, covered), view, index


def test_a_free_die_is_labelled_whole_with_its_top_face() -> None:
    placed, view, index = stood(face=2)
    die = labels.label(placed, view, index)
    assert die is not None
    assert (die.face, die.kind, die.colour) == (placed.spec.faces[2], "pips", "red")
    assert die.visible > 0.97
    x0, y0, x1, y1 = die.box
    assert die.top is not None
    assert x0 < die.top[0] < x1
    assert y0 < die.top[1] < y1


def test_a_half_hidden_die_is_half_visible_and_a_hidden_top_is_not_read() -> None:
    placed, view, index = stood()
    index[:160] = 0
    die = labels.label(placed, view, index)
    assert die is not None
    assert 0.25 < die.visible < 0.75
    assert die.face is None or die.top[1] >= 160


def test_the_lower_die_of_a_stack_has_no_readable_face() -> None:
    die = labels.label(*stood(covered=True))
    assert die is not None
    assert die.face is None


def test_a_die_behind_everything_gets_no_label() -> None:
    placed, view, index = stood()
    assert labels.label(placed, view, np.zeros_like(index)) is None


def test_a_set_of_polyhedra_has_one_look_and_many_shapes() -> None:
    rng = np.random.default_rng(0)
    look = spec.bone(rng)
    dice = [spec.draw_polyhedron(rng, look=look) for _ in range(60)]
    assert {die.look for die in dice} == {look}
    assert {die.sides for die in dice} == set(spec.POLYHEDRA)
    assert {die.kind for die in dice} == {"polyhedron"}
    assert min(look.rgb) > max(look.ink)
