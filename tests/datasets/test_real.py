"""The adapters of the real photo sets: labels in shares of the photo become dice in pixels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from datasets import real
from datasets.manifest import read


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two photos of one source: one with a four and a six, one with nothing labelled."""
    folder = real.folder_of(tmp_path, "mixed_polyhedral")
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True)
    for stem, labels in {"one": "3 0.5 0.5 0.2 0.4\n5 0.1 0.1 0.1 0.1\n", "two": ""}.items():
        Image.fromarray(np.zeros((100, 200, 3), np.uint8)).save(folder / "images" / f"{stem}.jpg")
        (folder / "labels" / f"{stem}.txt").write_text(labels)
    (folder / "distractors.txt").write_text("one d10-7 0.9 0.9 0.1 0.2\n")
    return tmp_path


def test_classes_become_pips_and_shares_become_pixels(photos: Path) -> None:
    one, two = real.pictures(photos, "mixed_polyhedral")
    assert [die.face for die in one.dice if die.kind == "pips"] == ["4", "6"]
    assert one.dice[0].box == pytest.approx((80, 30, 120, 70))
    assert (one.width, one.height) == (200, 100)
    assert two.dice == ()


def test_other_polyhedra_are_labelled_but_have_no_face(photos: Path) -> None:
    one, _ = real.pictures(photos, "mixed_polyhedral")
    (other,) = (die for die in one.dice if die.kind == "polyhedron")
    assert other.face is None
    assert other.box == pytest.approx((170, 80, 190, 100))


def test_whole_photos_and_boxes_can_be_ignored(photos: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = photos / "ignore.csv"
    path.write_text("source,photo,box,why\nmixed_polyhedral,two,,no label\nmixed_polyhedral,one,1 2 3 4,half a die\n")
    marks = real.ignore_list(path)
    monkeypatch.setattr(real, "ignore_list", lambda: marks)
    (only,) = real.pictures(photos, "mixed_polyhedral")
    assert only.ignore == ((1.0, 2.0, 3.0, 4.0),)


def test_what_was_seen_by_eye_joins_its_die(photos: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (photos / "real_colours.csv").write_text("photo,die,colour,pips\nmixed_polyhedral/one,1,white,black\n")
    (photos / "real_faces.csv").write_text("photo,die,labelled,shows\nmixed_polyhedral/one,0,4,5\n")
    monkeypatch.setattr(real, "LABELS", photos)
    one, _ = real.pictures(photos, "mixed_polyhedral")
    assert [(die.face, die.colour) for die in one.dice[:2]] == [("5", None), ("6", "white")]


def test_lists_that_a_source_brings_are_read_with_it(photos: Path) -> None:
    folder = real.folder_of(photos, "mixed_polyhedral")
    (folder / "colours.csv").write_text(
        "image,index,colour,material,pips,certainty,second\none,0,green,solid,white,unsure,teal\none,1,lilac,solid,white,unsure,purple\n"
    )
    (folder / "ignore_unclear.txt").write_text("one 0.5 0.95 0.1 0.1\n")
    (folder / "number_tiles.txt").write_text("one 0.05 0.5 0.1 0.2\n")
    one, two = real.pictures(photos, "mixed_polyhedral")
    assert [(die.colour, die.second) for die in one.dice[:2]] == [("green", "turquoise"), ("purple", None)]
    assert one.ignore[0] == pytest.approx((90, 90, 110, 100))
    assert one.look_alikes[0] == pytest.approx((0, 40, 20, 60))
    assert not two.ignore
    assert not two.look_alikes


def test_a_cube_with_numerals_is_a_polyhedron(photos: Path) -> None:
    folder = real.folder_of(photos, "numeral_cubes") / "images"
    folder.mkdir(parents=True)
    Image.fromarray(np.zeros((480, 480, 3), np.uint8)).save(folder / "numeral_000.jpg")
    (only,) = real.pictures(photos, "numeral_cubes")
    (cube,) = only.dice
    assert cube.kind == "polyhedron"
    assert cube.box == real.numeral_cubes()["numeral_000"][0]


def test_the_manifest_points_at_the_photos_where_they_are(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs" / "real"
    real.main(photos, out)
    manifest = out / "mixed_polyhedral" / "manifest.jsonl"
    for picture in read(manifest):
        assert (manifest.parent / picture.image).exists()


def test_the_kept_lists_name_known_sources() -> None:
    known = {*real.TRAIN_SOURCES, *real.VAL_SOURCES}
    assert {source for source, _ in real.ignore_list()} <= known
    for name, column in (("real_colours.csv", "colour"), ("real_faces.csv", "shows")):
        labels = real.die_labels(real.LABELS / name, column)
        assert labels
        assert {source for source, _, _ in labels} <= known
