"""`tally corrections export`: photos that people corrected, as YOLO trainers and our own trainers read them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from fastapi.testclient import TestClient
from PIL import Image

from api.http.app import create_app
from api.http.settings import Settings
from api.reading.folder import PhotoFolder
from api.reading.process import ReaderProcess
from api.reading.reader import PhotoReader
from api.reading.trainingset import Corrected, write
from datasets.cards import corrected_photos
from datasets.manifest import read
from datasets.real import pixels
from tests.terminal import tally

PHOTOS = Path(__file__).parent.parent / "browser" / "photos"
needs_weights = pytest.mark.skipif(not PhotoReader().open, reason="the weights that read photos are not there")
Played = Callable[[TestClient, str, dict[str, Any]], None]


def evening(reader: ReaderProcess, played: Played) -> dict[str, Any]:
    """A table of Dice Miner with a photo, and what people do with it; then the host is stopped. Gives the photo."""
    with TestClient(create_app(Settings(), reader), client=("127.0.0.1", 50000)) as client:
        table = client.post("/api/v1/tables", json={"game": "diceminer", "players": ["Ann", "Bob"]}).json()["id"]
        photo = sent(client, table)
        played(client, table, photo)
        return photo


def sent(client: TestClient, table: str, **form: Any) -> dict[str, Any]:
    files = {"photo": ("trove.jpg", (PHOTOS / "diceminer.jpg").read_bytes(), "image/jpeg")}
    return client.post(f"/api/v1/tables/{table}/photos", files=files, data={"player": 0, **form}).json()


def correct(client: TestClient, photo: dict[str, Any], **body: Any) -> None:
    answer = client.post(f"/api/v1/photos/{photo['id']}/corrections", json=body)
    assert answer.status_code == 200, answer.text


def exported(folder: Path) -> dict[str, int]:
    result = tally("corrections", "export", str(folder), "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


@needs_weights
def test_a_corrected_photo_becomes_a_picture_with_labels(reader: ReaderProcess, tmp_path: Path) -> None:
    def played(client: TestClient, table: str, photo: dict[str, Any]) -> None:
        first, second, third = (piece["id"] for piece in photo["pieces"][:3])
        correct(client, photo, action="change", piece=first, value={"code": "Hc3"})
        correct(client, photo, action="delete", piece=second)
        correct(client, photo, action="change", piece=third, value={"code": "T?"})

    photo = evening(reader, played)
    first, second, third = photo["pieces"][:3]
    assert exported(tmp_path) == {"dice": 1, "cards": 0, "without_picture": 0}

    (picture,) = read(tmp_path / "dice" / "manifest.jsonl")
    with Image.open(tmp_path / "dice" / picture.image) as opened:
        assert opened.size == (picture.width, picture.height) == (photo["width"], photo["height"])
    dice = {die.box: die for die in picture.dice}
    assert len(dice) == len(photo["pieces"]) - 2
    changed = dice[tuple(first["box"])]
    assert (changed.face, changed.kind, changed.colour) == ("cave_in3", "symbol", "black")
    assert tuple(second["box"]) not in dice
    assert picture.ignore == (tuple(third["box"]),)  # nobody can tell what it shows: it teaches nothing

    names = yaml.safe_load((tmp_path / "dice" / "data.yaml").read_text(encoding="utf-8"))["names"]
    lines = (tmp_path / "dice" / "labels" / f"{Path(picture.image).stem}.txt").read_text(encoding="utf-8").split("\n")
    told = {
        names[int(number)]: pixels(tuple(map(float, box)), picture.width, picture.height)
        for number, *box in (line.split() for line in lines if line)
    }
    assert [names[number] for number in range(6)] == ["1", "2", "3", "4", "5", "6"]
    assert told["cave_in3"] == pytest.approx(changed.box, abs=0.1)


@needs_weights
def test_a_correction_that_was_taken_back_teaches_nothing(reader: ReaderProcess, tmp_path: Path) -> None:
    def played(client: TestClient, table: str, photo: dict[str, Any]) -> None:
        correct(client, photo, action="change", piece=photo["pieces"][0]["id"], value={"code": "Hc3"})
        assert client.post(f"/api/v1/tables/{table}/undo", json={}).status_code == 200

    evening(reader, played)
    assert exported(tmp_path)["dice"] == 0


@needs_weights
def test_a_corrected_photo_teaches_when_the_next_one_has_taken_its_place(reader: ReaderProcess, tmp_path: Path) -> None:
    def played(client: TestClient, table: str, photo: dict[str, Any]) -> None:
        correct(client, photo, action="change", piece=photo["pieces"][0]["id"], value={"code": "Hc3"})
        assert sent(client, table, round=0)["id"] != photo["id"]

    evening(reader, played)
    assert exported(tmp_path)["dice"] == 1
    (picture,) = read(tmp_path / "dice" / "manifest.jsonl")
    assert "cave_in3" in {die.face for die in picture.dice}


@needs_weights
def test_a_photo_that_was_not_kept_is_counted_and_an_older_export_goes(reader: ReaderProcess, tmp_path: Path) -> None:
    tables = []

    def played(client: TestClient, table: str, photo: dict[str, Any]) -> None:
        correct(client, photo, action="delete", piece=photo["pieces"][0]["id"])
        tables.append(table)

    evening(reader, played)
    assert exported(tmp_path)["dice"] == 1
    with TestClient(create_app(Settings(), reader), client=("127.0.0.1", 50000)) as client:
        client.delete(f"/api/v1/tables/{tables[0]}/photos")
    assert exported(tmp_path) == {"dice": 0, "cards": 0, "without_picture": 1}
    assert list(tmp_path.glob("dice/images/*")) == list(tmp_path.glob("dice/labels/*")) == []
    assert "not kept: 1" in tally("corrections", "export", str(tmp_path), "--lang", "en").output
    assert "κρατήθηκε: 1" in tally("corrections", "export", str(tmp_path), "--lang", "el").output


def test_cards_and_tiles_have_a_set_of_their_own(tmp_path: Path) -> None:
    originals = PhotoFolder(tmp_path / "photos")
    originals.folder.mkdir()
    Image.fromarray(np.full((60, 80, 3), 90, np.uint8)).save(originals.original("ab" * 32), "PNG")
    dungeon = [
        {"id": "d0", "code": "tunnel", "place": "dungeon/A1", "box": [10, 10, 20, 20]},
        {"id": "d1", "code": "mint", "place": "dungeon/B1", "box": [20, 10, 30, 20]},
        {"id": "d2", "code": "golem", "place": "monsters", "box": [50, 10, 60, 26]},
    ]
    photo = Corrected("ab" * 32, "dungeonlords", 160, 120, dungeon)  # boxes in a photo twice as large
    assert write([photo], originals, tmp_path / "set") == (0, 1, 0)
    (one,) = corrected_photos(tmp_path / "set")
    assert one.path.is_file()
    told = [(thing.kind, thing.name, thing.box) for thing in one.things]
    assert told == [
        ("tile cross", None, (5, 5, 10, 10)),
        ("tile", "mint", (10, 5, 15, 10)),
        ("card", "golem", (25, 5, 30, 13)),
    ]
    labels = (tmp_path / "set" / "cards" / "labels" / f"{one.path.stem}.txt").read_text(encoding="utf-8")
    assert [line.split()[0] for line in labels.splitlines()] == ["2", "1", "0"]


def test_without_any_table_nothing_is_written(data_folder: Path, tmp_path: Path) -> None:
    assert exported(tmp_path / "set") == {"dice": 0, "cards": 0, "without_picture": 0}
    assert not (tmp_path / "set").exists()


def test_only_export_is_an_action(tmp_path: Path) -> None:
    result = tally("corrections", "expert", str(tmp_path))
    assert result.exit_code == 2
    assert "export" in result.output
