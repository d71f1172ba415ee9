"""Composed tables: labels lie on what was laid down, covered and cut things are left out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import layouts
from datasets.framed_faces import framed_cards, windowed_cards
from datasets.layouts import Spot
from datasets.pieces import Shelf
from models import card_tiles, scenes, settings
from models.card_tiles import Stock, View, tile
from models.composites import Piece, Scene, lay, view
from models.corner_labels import label, labels_of
from models.drawer import Drawer
from models.scenes import scene
from models.upright import block, stand
from tests.datasets.test_art import small_folder

Holder = Callable[[Drawer, Scene, float, np.random.Generator], None]
NAMES = settings.load().cards.names
PLAIN = np.array([[40.0, 0, 160], [0, 40.0, 160], [0, 0, 1]])
RED = np.full((60, 60, 3), (220, 20, 20), np.uint8)


def bare_scene() -> Scene:
    scene = Scene.on(np.full((320, 320, 3), 90, np.uint8), PLAIN, np.random.default_rng(0))
    scene.shade = np.zeros(2)
    return scene


def drawer(tmp_path: Path) -> Drawer:
    rng = np.random.default_rng(0)
    table = rng.integers(60, 120, (400, 400, 3)).astype(np.uint8)
    made = Drawer(Shelf.load("train", [table], small_folder(tmp_path)), [table], {})
    made.fill(rng, 0.03)
    return made


def test_a_label_lies_on_its_piece() -> None:
    made = bare_scene()
    lay(made, Piece("tile", RED, Spot(1.0, -1.0, 2.0, 1.0, 0.3), rounded=0.0), np.random.default_rng(1))
    (row,) = labels_of(made, NAMES)
    assert NAMES[int(row[0])] == "tile"
    mask = np.zeros((320, 320), np.uint8)
    cv2.fillConvexPoly(mask, row[5:13].reshape(4, 2).round().astype(np.int32), 1)
    red = made.canvas[..., 0].astype(int) - made.canvas[..., 1] > 60
    assert (red & (mask > 0)).sum() / (red | (mask > 0)).sum() > 0.93


def test_what_is_covered_is_not_taught() -> None:
    made, rng = bare_scene(), np.random.default_rng(1)
    lay(made, Piece("card", RED, Spot(0, 0, 2, 3)), rng)
    lay(made, Piece("card", RED, Spot(0.1, 0.1, 2, 3)), rng)
    assert len(labels_of(made, NAMES)) == 1


def test_a_board_is_taught_under_its_pieces() -> None:
    made, rng = bare_scene(), np.random.default_rng(1)
    lay(made, Piece("board", RED, Spot(0, 0, 6, 6)), rng)
    for x in (-2, 0, 2):
        for y in (-2, 0, 2):
            lay(made, Piece("tile", RED, Spot(x, y, 2, 2)), rng)
    assert sorted(NAMES[int(row[0])] for row in labels_of(made, NAMES)) == ["board"] + ["tile"] * 9


@pytest.mark.parametrize(("x", "taught"), [(0.0, True), (3.5, True), (4.4, False), (9.0, False)])
def test_things_half_outside_are_not_taught(x: float, taught: bool) -> None:
    made = bare_scene()
    lay(made, Piece("card", RED, Spot(x, 0, 2, 2)), np.random.default_rng(1))
    assert (len(labels_of(made, NAMES)) == 1) == taught


def test_corners_start_upper_left_after_any_turn() -> None:
    for turn in np.linspace(0, 6.2, 25):
        quad = Spot(150, 150, 60, 90, float(turn)).corners
        row = label(0, quad, 320)
        assert row is not None
        corners = row[5:13].reshape(4, 2)
        assert corners.sum(axis=1).argmin() == 0
        assert cv2.contourArea(corners, oriented=True) > 0


def test_dice_are_nothing_to_find_and_cubes_are() -> None:
    made, rng = bare_scene(), np.random.default_rng(1)
    block(made, "", Spot(-1, 0, 0.8, 0.8), np.array([200.0, 200, 200]), rng, spots=5)
    block(made, "cube", Spot(1, 0, 0.8, 0.8), np.array([20.0, 90, 200]), rng)
    stand(made, "figure", np.full((50, 40), 255, np.uint8), Spot(0, 2, 0.8, 1.2), np.array([20.0, 200, 20]), rng)
    assert [NAMES[int(row[0])] for row in labels_of(made, NAMES)] == ["cube", "figure"]


@pytest.mark.parametrize("way", [layouts.grid, layouts.rows, layouts.polyomino])
def test_things_side_by_side_do_not_overlap(way: object) -> None:
    for seed in range(12):
        spots = way(np.random.default_rng(seed), (5.0, 5.0), (1.0, 1.3), 30)  # type: ignore[operator]
        middles = np.array([[spot.x, spot.y] for spot in spots])
        gaps = np.abs(middles[:, None] - middles[None]) / (1.0, 1.3)
        near = (gaps.max(axis=2) < 0.8) & ~np.eye(len(spots), dtype=bool)
        assert spots and not near.any()


def test_scenes_are_labelled_inside_their_picture(tmp_path: Path) -> None:
    made, rng = drawer(tmp_path), np.random.default_rng(4)
    kinds = set()
    for _ in range(30):
        image, labels = scene(made, 160, (17, 120), NAMES, rng)
        assert image.shape == (160, 160, 3) and image.dtype == np.uint8
        assert labels.shape[1] == 14
        assert (labels[:, 1:5] >= 0).all() and (labels[:, 1:5] <= 160).all()
        kinds |= {NAMES[int(kind)] for kind in labels[:, 0]}
    assert {"card", "tile", "board"} <= kinds


def test_shares_of_scenes_are_sites_and_framed_cards(tmp_path: Path) -> None:
    made, rng = drawer(tmp_path), np.random.default_rng(4)
    shown = {
        wanted: {
            NAMES[int(row[0])] for _ in range(8) for row in scene(made, 160, (17, 120), NAMES, rng, {wanted: 1.0})[1]
        }
        for wanted in ("sites", "framed")
    }
    assert shown["framed"] == {"card"}
    assert "tile cross" in shown["sites"]


def test_the_window_of_a_card_is_no_card_of_its_own(tmp_path: Path) -> None:
    shelf, rng = drawer(tmp_path).shelf, np.random.default_rng(2)
    for _ in range(6):
        faces = windowed_cards(shelf, rng, 3)
        assert len({face.shape for face in faces}) == 1  # cards of one style
        assert all(face.std() > 0 for face in faces)


def test_a_view_of_a_photo_keeps_corners_on_its_card(tmp_path: Path) -> None:
    image = np.full((400, 300, 3), 60, np.uint8)
    cv2.fillConvexPoly(image, np.array([[80, 100], [200, 120], [180, 300], [60, 280]]), (240, 240, 240))
    quads = np.array([[[80, 100], [200, 120], [180, 300], [60, 280]]], float)
    photo = View(image, ["card"], quads, np.array([True]))
    chosen = settings.load().cards.model_copy(update={"mix": {"real": 1.0, "composed": 0.0, "empty": 0.0}})
    stock = Stock(drawer(tmp_path), {"cards_mspkvp": [photo]})
    rng = np.random.default_rng(2)
    seen = 0
    for _ in range(20):
        picture, labels = card_tiles._from_photo(stock, chosen, rng)
        for row in labels:
            mask = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillConvexPoly(mask, row[5:13].reshape(4, 2).round().astype(np.int32), 1)
            white = picture[..., 0] > 200
            assert (white & (mask > 0)).sum() / max((white | (mask > 0)).sum(), 1) > 0.75
            seen += 1
    assert seen > 10
    assert tile(stock, chosen, rng)[0].shape == (chosen.tile, chosen.tile, 3)


def test_a_view_from_the_side_leans() -> None:
    leans = [
        Scene.on(
            np.zeros((10, 10, 3), np.uint8), view(np.random.default_rng(n), 320, 40), np.random.default_rng(n)
        ).lean()
        for n in range(40)
    ]
    assert min(leans) < 0.2 and 0.5 < max(leans) < 0.95


def test_a_card_full_of_frames_is_one_card(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    made = drawer(tmp_path)
    faces = framed_cards(made.shelf, rng, 2)
    edges = [cv2.Canny(face, 60, 160) for face in faces]
    assert all(len(cv2.findContours(one, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]) > 4 for one in edges)
    table = bare_scene()
    lay(table, Piece("card", faces[0], Spot(0, 0, 2, 3)), rng)
    assert [NAMES[int(row[0])] for row in labels_of(table, NAMES)] == ["card"]


@pytest.mark.parametrize("kind", [scenes._rack, scenes._tray])
def test_racks_and_trays_are_nothing_to_find_and_their_pieces_are(kind: Holder, tmp_path: Path) -> None:
    made, rng = drawer(tmp_path), np.random.default_rng(3)
    counts = []
    for _ in range(12):
        table = bare_scene()
        kind(made, table, 4.0, rng)
        assert table.pieces[0][0] == ""
        assert {name for name, _, _ in table.pieces[1:]} <= {"tile", "card"}
        counts.append(len(table.pieces) - 1)
    assert min(counts) == 0 < max(counts)
