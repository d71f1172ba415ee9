"""`tally read` and `tally watch` as a person types them, on networks whose answers are certain."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import Result

from api.terminal.readings import doubt
from api.terminal.render import console
from tests.terminal import tally
from tests.vision.networks import draw_table
from tests.vision.scenes import seen_die
from tests.vision.test_live import FIRST, SECOND, film, rolling, still
from vision.cards import card_finder
from vision.detector import dice_detector
from vision.palette import Colour
from vision.photo import open_photo
from vision.reading import Box

ROLL = [(60.0, 60.0, 3, Colour.RED), (200.0, 80.0, 6, Colour.WHITE), (120.0, 180.0, 1, Colour.RED)]


@pytest.fixture(autouse=True)
def _fresh(models_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Each test loads the weights of its own folder and an owner without a catalogue."""
    monkeypatch.setenv("TALLY_HOME", str(tmp_path / "home"))
    dice_detector.cache_clear()
    card_finder.cache_clear()
    console.cache_clear()
    yield
    dice_detector.cache_clear()
    card_finder.cache_clear()
    console.cache_clear()


def said(result: Result) -> str:
    """What a person read, whatever the width of the terminal."""
    return " ".join(result.output.split())


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "roll.png"
    Image.fromarray(draw_table(320, 240, ROLL)).save(path)
    return path


def test_read_prints_a_table_of_colours_and_values(photo: Path) -> None:
    result = tally("read", "dice", str(photo))
    assert result.exit_code == 0
    assert "roll.png: dice: 3, sum 10" in result.output
    lines = {line.split()[1]: line.split()[2:] for line in result.output.splitlines() if "■" in line}
    assert lines == {"red": ["1", "1", "·", "2", "4"], "white": ["·", "·", "1", "1", "6"]}


def test_read_speaks_the_language_that_was_asked_for(photo: Path) -> None:
    result = tally("read", "dice", str(photo), "--lang", "pl")
    assert "roll.png: kości: 3, suma 10" in result.output
    lines = {line.split()[1] for line in result.output.splitlines() if "■" in line}
    assert lines == {"czerwony", "biały"}
    assert "ζάρια: 3, άθροισμα 10" in tally("read", "dice", str(photo), "--lang", "el").output


def test_read_as_json(photo: Path) -> None:
    answer = json.loads(tally("read", "dice", str(photo), "--json").output)["photos"][0]
    assert (answer["count"], answer["sum"]) == (3, 10)
    die = answer["dice"][0]
    assert {"box", "value", "colour", "confidence", "alternatives"} <= die.keys()
    assert {(die["colour"], die["value"]) for die in answer["dice"]} == {("red", 3), ("white", 6), ("red", 1)}
    assert all(len(die["box"]) == 4 for die in answer["dice"])


def test_read_draws_what_it_saw(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.png"
    assert tally("read", "dice", str(photo), "--save", str(out)).exit_code == 0
    with Image.open(out) as picture:
        drawn = np.asarray(picture.convert("RGB"))
    assert drawn.shape == (240, 320, 3)
    assert (drawn != np.asarray(Image.open(photo))).any()


def test_several_photos_folders_and_patterns(photo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "rolls"
    folder.mkdir()
    for name in ("a.png", "b.jpg"):
        Image.fromarray(draw_table(320, 240, ROLL[:1])).save(folder / name, quality=95)
    (folder / "notes.txt").write_text("not a photo")
    answer = json.loads(tally("read", "dice", str(photo), str(folder), str(folder / "*.png"), "--json").output)
    assert [one["photo"] for one in answer["photos"]] == ["roll.png", "a.png", "b.jpg"]
    result = tally("read", "dice", str(folder), "--save", str(tmp_path / "out"))
    assert result.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.read.jpg", "b.read.jpg"]


def test_nothing_found_is_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "bare.png"
    Image.fromarray(draw_table(320, 240, [])).save(path)
    result = tally("read", "dice", str(path), "--save", str(tmp_path / "out.jpg"))
    assert result.exit_code == 0
    assert "no dice found" in result.output


def test_a_photo_of_nothing_leaves_a_game_so_far_as_it_is(tmp_path: Path) -> None:
    sheet_photo(tmp_path / "sheet.png")
    Image.fromarray(draw_table(320, 240, [])).save(tmp_path / "bare.png")
    answers = [json.loads(tally("read", "rollplayer", str(tmp_path / "sheet.png"), "--json").output)["photos"][0]]
    (tmp_path / "game.json").write_text(json.dumps(answers[0]["state"]))
    bare = ["read", "rollplayer", str(tmp_path / "bare.png"), "--into", str(tmp_path / "game.json")]
    again = json.loads(tally(*bare, "--json").output)["photos"][0]
    assert again["state"]["players"][0]["rows"] == answers[0]["state"]["players"][0]["rows"]
    assert "nothing was changed" in tally(*bare).output.replace("\n", " ")


def test_one_bad_photo_does_not_spoil_the_others(photo: Path, tmp_path: Path) -> None:
    bad = tmp_path / "notes.jpg"
    bad.write_text("this is text")
    result = tally("read", "dice", str(bad), str(photo))
    assert result.exit_code == 1
    assert "notes.jpg is not a picture" in result.output
    assert "dice: 3" in result.output
    answer = json.loads(tally("read", "dice", str(bad), str(photo), "--json").output)
    assert "not a picture" in answer["photos"][0]["error"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["read", "chess", "x.jpg"], "There is no game 'chess'"),
        (["read", "dice", "*.nothing"], "No file fits"),
        (["read", "rollplayer", "x.jpg", "--first-row", "north"], "no end of a photo 'north'"),
        (["watch", "dice", "--camera", "no-such-file.mp4"], "There is no video file"),
        (["watch", "dice", "--camera", "97"], "Camera 97 cannot be opened"),
        (["watch", "dungeonlords", "--camera", "nothing.avi"], "There is no video file"),
    ],
)
def test_bad_wishes_get_a_sentence(words: list[str], sentence: str) -> None:
    result = tally(*words)
    assert result.exit_code == 2
    assert sentence in said(result)


def test_an_empty_folder_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = tally("read", "dice", str(tmp_path / "empty"))
    assert "no photos in the folder" in said(result)


def test_missing_weights_get_a_sentence(photo: Path, models_folder: Path) -> None:
    (models_folder / "finder.onnx").unlink()
    assert "finder.onnx is missing" in said(tally("read", "dice", str(photo)))


def sheet_photo(path: Path) -> None:
    """Six rows of three red and white dice, from straight above."""
    dice = [
        (100 + 60 * column, 40 + 68 * row, 1 + (row + column) % 6, Colour.RED if column else Colour.WHITE)
        for row in range(6)
        for column in range(3)
    ]
    Image.fromarray(draw_table(320, 440, dice)).save(path)


def test_a_roll_player_sheet_is_read_and_scored(tmp_path: Path) -> None:
    sheet_photo(tmp_path / "sheet.png")
    answer = json.loads(tally("read", "rollplayer", str(tmp_path / "sheet.png"), "--json", "--player", "Ann").output)
    reading = answer["photos"][0]
    player = reading["state"]["players"][0]
    assert player["name"] == "Ann"
    assert player["rows"]["strength"] == ["white 1", "red 2", "red 3"]
    assert player["rows"]["charisma"] == ["white 6", "red 1", "red 2"]
    assert reading["score"]["sheets"][0]["player"] == "Ann"
    assert any("race" in question for question in reading["questions"])
    printed = tally("read", "rollplayer", str(tmp_path / "sheet.png"))
    assert printed.exit_code == 0
    assert "pieces read: 18" in printed.output


def test_a_sheet_is_read_into_a_game_so_far(tmp_path: Path) -> None:
    sheet_photo(tmp_path / "sheet.png")
    so_far = tmp_path / "game.json"
    known = {"race": "elf", "hero_class": "ranger", "alignment": "hermit", "backstory": "hunter"}
    so_far.write_text(json.dumps({"players": [{"name": "Bob"}, {"name": "Ann", **known, "gold": 3}]}))
    words = ["read", "rollplayer", str(tmp_path / "sheet.png"), "--into", str(so_far), "--json"]
    reading = json.loads(tally(*words, "--player", "Ann").output)["photos"][0]
    ann = reading["state"]["players"][1]
    assert ann["rows"]["strength"] == ["white 1", "red 2", "red 3"]
    assert (ann["race"], ann["gold"]) == ("elf", 3)
    assert reading["pieces"][0]["where"] == "/players/1/rows/strength/0"
    assert not any("Which" in question for question in reading["questions"])  # the cards are known
    assert "No 'Cid' plays" in said(tally(*words, "--player", "Cid"))


def test_a_dice_miner_trove_is_read_and_scored(tmp_path: Path) -> None:
    path = tmp_path / "trove.png"
    dice = [(60 + 70 * number, 100, 1 + number, Colour.WHITE) for number in range(3)]
    Image.fromarray(draw_table(320, 240, dice)).save(path)
    answer = json.loads(tally("read", "diceminer", str(path), "--json").output)["photos"][0]
    assert answer["notation"] == "Player~1: T1 T2 T3"
    assert answer["score"]["sheets"][0]["at_least"] == 6
    assert any("hero" in question for question in answer["questions"])


def test_watch_tells_rolls_of_a_video(tmp_path: Path) -> None:
    video = film(tmp_path / "game.avi", [*still(FIRST, 1.5), *rolling(1), *still(SECOND, 1.5)])
    result = tally("watch", "dice", "--camera", video, "--json")
    assert result.exit_code == 0
    rolls = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(roll["count"], roll["sum"]) for roll in rolls] == [(2, 9), (3, 7)]
    spoken = tally("watch", "dice", "--camera", video)
    assert "dice: 2, sum 9" in spoken.stdout
    table = tally("watch", "diceminer", "--camera", video)
    assert "Player~1: T3 T1" in table.stdout
    assert "pieces of another game" in table.stdout  # a red, a blue and a green die with pips are none of this box


def test_a_video_without_rolls_says_so(tmp_path: Path) -> None:
    assert "No roll settled" in tally("watch", "dice", "--camera", film(tmp_path / "a.avi", still([], 2))).stdout


def test_a_doubt_says_whether_it_is_about_the_face_or_the_colour(photo: Path) -> None:
    opened = open_photo(photo)
    face = seen_die(Box(10, 10, 40, 40), "5", faces=[("6", 0.45)])
    colour = seen_die(Box(280, 200, 310, 230), "2", Colour.GOLD, colours=[(Colour.WHITE, 0.4)])
    assert doubt(face, opened) == "Look at the die red 5 (top left): 55% sure. It may be 6 45%."
    assert doubt(colour, opened) == "Look at the die gold 2 (bottom right): 60% sure of its colour. It may be white."
