"""Free art: what is kept apart stays apart, and faces are drawn in sets of one size."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import art
from datasets.board_faces import board_face
from datasets.card_faces import CARD_STYLES
from datasets.cards import APART_SETS, box_of, card_photos, is_apart
from datasets.pieces import Shelf
from datasets.tile_faces import TILE_STYLES, token_set


def small_folder(folder: Path) -> Path:
    """Two decks, one of each split, and twenty icons."""
    for family, deck in (("cards", "standard"), ("cards", "penguins"), ("tiles", "classic")):
        (folder / family / deck).mkdir(parents=True)
        picture = np.full((60, 40, 4), 255, np.uint8)
        picture[20:40, 10:30, :3] = (0, 0, 200)
        cv2.imwrite(str(folder / family / deck / "king.png"), picture)
    masks = np.zeros((20, art.ICON, art.ICON), np.uint8)
    masks[:, 20:70, 30:60] = 255
    np.savez_compressed(folder / "icons.npz", names=np.array([f"meeple-{n}" for n in range(20)]), masks=masks)
    return folder


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    photo = np.random.default_rng(0).integers(0, 255, (200, 300, 3)).astype(np.uint8)
    return Shelf.load("train", [photo], small_folder(tmp_path))


def test_each_deck_and_icon_is_in_one_split_only(tmp_path: Path) -> None:
    folder = small_folder(tmp_path)
    train, test = art.decks("cards", "train", folder), art.decks("cards", "test", folder)
    assert set(train) == {"standard"}
    assert set(test) == {"penguins"}
    names = [set(art.icons(split, folder)[0]) for split in ("train", "test")]
    assert not names[0] & names[1]
    assert len(names[0] | names[1]) == 20


def test_about_a_quarter_is_kept_apart() -> None:
    kept = sum(art.split_of(f"icon-{n}") == "test" for n in range(2000)) / 2000
    assert kept == pytest.approx(0.25, abs=0.04)


@pytest.mark.parametrize("style", [style for style, _ in CARD_STYLES + TILE_STYLES] + [token_set])
def test_faces_of_a_set_have_one_size(style: object, shelf: Shelf) -> None:
    faces = style(shelf, np.random.default_rng(3), 4)  # type: ignore[operator]
    assert len(faces) == 4
    assert len({face.shape for face in faces}) == 1
    assert all(face.dtype == np.uint8 and face.shape[2] == 3 for face in faces)


def test_boards_are_full_of_print(shelf: Shelf) -> None:
    for seed in range(8):
        face = board_face(shelf, np.random.default_rng(seed))
        assert face.std() > 3


def test_a_sheet_of_drawings_becomes_one_picture_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str | None] = []

    def rendered(svg: bytes, height: int, part: str | None = None) -> bytes:
        drawn.append(part)
        return b"" if part == "back" else b"png"

    monkeypatch.setattr(art, "_rendered", rendered)
    sheet = tmp_path / "deck.svg"
    sheet.write_text('<svg><g id="king_club"/><g id="back"/><g id="layer1"/></svg>', encoding="utf-8")
    art.render_sheet(sheet, tmp_path / "out", "(?:king)_(?:club)|back", 100)
    assert drawn == ["back", "king_club"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["king_club.png"]


def test_real_photos_bring_corners_or_boxes(tmp_path: Path) -> None:
    folder = tmp_path / "tiles_rummikub"
    folder.mkdir()
    whole = {"card": "red_1", "corners": [[1, 1], [9, 2], [8, 12], [0, 11]], "box": [0, 1, 9, 12]}
    boxed = {"card": "red_2", "box": [20, 1, 29, 12]}
    (folder / "labels.json").write_text(json.dumps({"a.jpg": [whole, boxed]}), encoding="utf-8")
    (photo,) = card_photos(tmp_path, ("tiles_rummikub",))
    assert [thing.kind for thing in photo.things] == ["tile", "tile"]
    assert photo.things[0].box == (0, 1, 9, 12) == box_of(photo.things[0].corners or ())
    assert photo.things[1].corners is None
    assert not photo.complete


def test_cards_with_a_box_only_are_told_beside_those_with_corners(tmp_path: Path) -> None:
    folder = tmp_path / "pinochle"
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    cv2.imwrite(str(folder / "images" / "a.jpg"), np.zeros((100, 200, 3), np.uint8))
    (folder / "labels" / "a.txt").write_text("0 0.25 0.5 0.2 0.6\n1 0.75 0.5 0.2 0.6\n", encoding="utf-8")
    (folder / "corners.json").write_text(
        '{"a.jpg": [{"card": "ace", "corners": [[30, 20], [70, 20], [70, 80], [30, 80]]}]}', encoding="utf-8"
    )
    (photo,) = card_photos(tmp_path, ("pinochle",))
    assert [thing.corners is None for thing in photo.things] == [False, True]
    assert photo.things[1].box == pytest.approx((130, 20, 170, 80))


def test_sets_kept_apart_are_whole_and_a_fifth_of_the_tiles() -> None:
    assert all(is_apart(name, f"{name}_000") for name in APART_SETS)
    share = sum(is_apart("tiles_rummikub", f"tiles_rummikub_{n:03d}") for n in range(1000)) / 1000
    assert share == pytest.approx(0.2, abs=0.04)
