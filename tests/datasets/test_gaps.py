"""The gap report counts what is there and names what is not."""

from pathlib import Path

import pytest

from datasets import gaps, manifest
from datasets.manifest import PIP_FACES, Die, Picture
from vision.palette import Colour


def picture(*dice: Die, angle: float | None = 70.0) -> Picture:
    return Picture("a.jpg", "render", 100, 100, angle, dice)


def test_a_die_is_counted_under_face_colour_size_and_angle() -> None:
    found = gaps.cells([picture(Die((0, 0, 30, 20), "pips", "5", "red"))])
    assert found == [gaps.Cell("5", "red", "24-40", "65-80")]


def test_dice_without_a_face_are_polyhedra_or_hidden() -> None:
    found = gaps.cells([picture(Die((0, 0, 9, 9), "polyhedron"), Die((0, 0, 9, 9), "pips"), angle=None)])
    assert [cell.face for cell in found] == ["polyhedron", "hidden"]
    assert {cell.angle for cell in found} == {gaps.UNKNOWN}


def test_only_what_is_too_rare_is_a_gap() -> None:
    dice = [Die((0, 0, 30, 30), "pips", face, str(colour)) for colour in Colour for face in PIP_FACES[:6]]
    kept = [die for die in dice if (die.face, die.colour) != ("3", "purple")]
    lacking = gaps.gaps(gaps.cells([picture(*kept)]), least=1)
    assert "3 on purple: 0" in lacking
    assert not any(line.startswith(("1 on", "2 on")) for line in lacking)
    assert "beer: 0" in lacking


def test_the_command_prints_the_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing = tmp_path / "manifest.jsonl"
    manifest.write(listing, [picture(Die((0, 0, 30, 30), "pips", "2", "gold"))])
    assert gaps.main([str(listing), "--least", "1"]) == 0
    assert "face by colour" in capsys.readouterr().out


def test_bands_stand_in_the_order_of_their_size() -> None:
    sizes = (10.0, 30.0, 50.0, 90.0, 200.0)
    found = gaps.cells([picture(*(Die((0, 0, size, size), "pips", "2", "red") for size in sizes))])
    shown = [str(column.header) for column in gaps.table(found, "size", "").columns]
    assert shown == ["face", "0-24", "24-40", "40-64", "64-110", "110+", "all"]
