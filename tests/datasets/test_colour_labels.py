"""Colours of real dice named by eye: well formed, many, from every source, and pointing at dice that exist."""

import csv
import os
from collections import Counter
from pathlib import Path

import pytest

from datasets.contact import read_boxes
from datasets.real import TRAIN_SOURCES, VAL_SOURCES, folder_of
from vision.palette import Colour

LABELS = Path(__file__).parents[2] / "datasets" / "labels" / "real_colours.csv"
PHOTOS = Path(os.environ.get("TALLY_PHOTOS", Path(__file__).parents[3] / "shared" / "photos"))


def rows() -> list[dict[str, str]]:
    with LABELS.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_every_colour_is_one_of_the_palette() -> None:
    names = {str(colour) for colour in Colour}
    assert {row["colour"] for row in rows()} <= names
    assert {row["pips"] for row in rows()} <= names


def test_a_die_is_never_the_colour_of_its_pips_unless_it_is_white() -> None:
    same = [row for row in rows() if row["colour"] == row["pips"]]
    assert {row["colour"] for row in same} <= {"white"}  # some bone dice have pips of bone


def test_the_training_photos_have_their_six_hundred_and_no_die_is_named_twice() -> None:
    named = [(row["photo"], row["die"]) for row in rows()]
    assert sum(photo.startswith(TRAIN_SOURCES) for photo, _ in named) >= 600
    assert len(set(named)) == len(named)


def test_every_source_has_a_fair_part() -> None:
    counts = Counter(row["photo"].split("/")[0] for row in rows())
    assert set(counts) == {"byler_d6", "pxl_trays", "roboflow_epanemu", *VAL_SOURCES}  # others bring their own list
    assert min(counts.values()) >= 150


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos are not part of the repository; set TALLY_PHOTOS")
def test_every_named_die_exists_in_its_photo() -> None:
    for row in rows():
        source, name = row["photo"].split("/")
        boxes = read_boxes(folder_of(PHOTOS, source) / "labels" / f"{name}.txt")
        assert int(row["die"]) < len(boxes)
