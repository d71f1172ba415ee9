"""A manifest line keeps everything that was written into it."""

import json
from pathlib import Path

from datasets.manifest import Die, Picture, append, forgive, from_json, read, to_json, write

PICTURE = Picture(
    "images/1.jpg",
    "render",
    640,
    480,
    61.5,
    (Die((1.0, 2.0, 30.0, 40.0), "pips", "5", "red", "marbled", 0.75, (12.5, 9.0)), Die((0, 0, 9, 9), "polyhedron")),
    ((5.0, 5.0, 6.0, 6.0),),
    {"seed": 7, "light": "lamp"},
    ((7.0, 8.0, 9.0, 10.0),),
)


def test_a_picture_survives_the_way_through_json() -> None:
    assert from_json(to_json(PICTURE)) == PICTURE


def test_the_fields_are_those_that_trainers_expect() -> None:
    fields = json.loads(to_json(PICTURE))
    assert list(fields) == [
        "image",
        "source",
        "width",
        "height",
        "angle",
        "dice",
        "ignore",
        "look_alikes",
        "seed",
        "light",
    ]
    assert list(fields["dice"][0]) == ["box", "kind", "face", "colour", "material", "visible", "top", "second"]


def test_written_and_appended_pictures_are_read_back_in_order(tmp_path: Path) -> None:
    listing = tmp_path / "set" / "manifest.jsonl"
    assert write(listing, [PICTURE]) == 1
    append(listing, Picture("images/2.jpg", "render", 8, 8))
    assert [picture.image for picture in read(listing)] == ["images/1.jpg", "images/2.jpg"]


def test_a_die_whose_top_is_hidden_is_forgiven_and_a_polyhedron_is_kept() -> None:
    hidden = Die((50.0, 50.0, 70.0, 70.0), "pips", None, "red", "plain", 0.4)
    told = forgive(Picture("a.jpg", "render", 100, 100, None, (*PICTURE.dice, hidden)))
    assert told.dice == PICTURE.dice
    assert told.ignore == (hidden.box,)
