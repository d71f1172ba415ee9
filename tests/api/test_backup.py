"""Backups made while the service runs, brought back, and refused in a sentence where they are none."""

from __future__ import annotations

import json
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from api.errors import UserError
from api.http.app import create_app
from api.http.settings import Settings
from api.tables.backup import restore_backup, write_backup
from api.tables.store import Store
from api.terminal.cli import app
from tests.api.conftest import send
from tests.terminal import tally

pytestmark = pytest.mark.home


def test_a_backup_taken_while_phones_write_holds_a_whole_evening(tmp_path: Path, data_folder: Path) -> None:
    file = tmp_path / "evening.zip"
    with TestClient(create_app(Settings()), client=("127.0.0.1", 50000)) as client:
        table = client.post("/api/v1/tables", json={"game": "rollplayer", "players": ["Ann", "Bob"]}).json()
        stop = threading.Event()

        def write() -> None:
            while not stop.is_set():
                send(client, table, {"kind": "add", "path": "/state/players/0/gold", "n": 1})

        writer = threading.Thread(target=write)
        writer.start()
        result = CliRunner().invoke(app, ["backup", str(file)])
        stop.set()
        writer.join()
        newest = client.get(f"/api/v1/tables/{table['id']}").json()
    assert result.exit_code == 0, result.output
    assert "evening.zip holds everything" in result.output
    result = CliRunner().invoke(app, ["restore", str(file)])
    assert result.exit_code == 0, result.output
    with TestClient(create_app(Settings()), client=("127.0.0.1", 50000)) as client:
        view = client.get(f"/api/v1/tables/{table['id']}").json()
    begun = table["document"]["state"]["players"][0]["gold"]
    assert view["version"] <= newest["version"]
    assert view["document"]["state"]["players"][0]["gold"] == begun + view["version"] - 1
    (aside,) = data_folder.parent.glob("data-before-*")
    assert (aside / "tally.sqlite3").is_file()


def test_photos_and_the_owners_values_are_part_of_it_and_keys_are_not(tmp_path: Path, data_folder: Path) -> None:
    with TestClient(create_app(Settings()), client=("127.0.0.1", 50000)):
        pass
    for name in ("photos/a.jpg", "catalogue/rollplayer.json", "tls/key.pem"):
        (data_folder / name).parent.mkdir(exist_ok=True)
        (data_folder / name).write_text("kept")
    write_backup(data_folder, tmp_path / "b.zip")
    names = zipfile.ZipFile(tmp_path / "b.zip").namelist()
    assert sorted(names) == ["catalogue/rollplayer.json", "photos/a.jpg", "tally.sqlite3"]
    restore_backup(tmp_path / "b.zip", tmp_path / "elsewhere")
    assert (tmp_path / "elsewhere" / "photos" / "a.jpg").read_text() == "kept"


def test_a_folder_in_use_is_not_replaced(tmp_path: Path, data_folder: Path) -> None:
    with TestClient(create_app(Settings()), client=("127.0.0.1", 50000)) as client:
        write_backup(data_folder, tmp_path / "b.zip")
        with pytest.raises(UserError, match="Another Tally already uses"):
            restore_backup(tmp_path / "b.zip", data_folder)
        assert client.get("/api/v1/tables").json() == []
    assert not list(tmp_path.glob("tally-restoring-*"))


def zipped(tmp_path: Path, names: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        for name, data in names.items():
            archive.writestr(name, data)
    return tmp_path / "bad.zip"


@pytest.mark.parametrize(
    "names",
    [
        {},
        {"notes.txt": b"x"},
        {"tally.sqlite3": b"garbage" * 100},
        {"tally.sqlite3": b"", "../outside.txt": b"x"},
        {"tally.sqlite3": b"", "/etc/outside.txt": b"x"},
        {"tally.sqlite3": b"", "..\\outside.txt": b"x"},
    ],
)
def test_what_is_no_backup_changes_nothing(tmp_path: Path, data_folder: Path, names: dict[str, bytes]) -> None:
    data_folder.mkdir()
    (data_folder / "mine.txt").write_text("mine")
    with pytest.raises(UserError):
        restore_backup(zipped(tmp_path, names), data_folder)
    assert (data_folder / "mine.txt").read_text() == "mine"
    assert not (tmp_path / "outside.txt").exists()


def test_a_backup_whose_bytes_cannot_be_unpacked_changes_nothing(tmp_path: Path, data_folder: Path) -> None:
    """Found by a fuzzer: such an error was of no kind that was expected."""
    Store(data_folder / "tally.sqlite3").close()
    file = tmp_path / "b.zip"
    assert tally("backup", str(file)).exit_code == 0
    whole = bytearray(file.read_bytes())
    begin = 30 + len("tally.sqlite3")
    scrambled = whole[:begin] + b"\x63" * 40 + whole[begin + 40 :]
    nameless = whole.replace(b"tally.sqlite3", b"\0ally.sqlite3")
    before = (data_folder / "tally.sqlite3").read_bytes()
    for damaged in (scrambled, nameless):
        file.write_bytes(damaged)
        told = tally("restore", str(file))
        assert told.exit_code == 2 and "damaged" in told.output
    assert (data_folder / "tally.sqlite3").read_bytes() == before


def test_no_file_and_nothing_to_back_up_are_told(tmp_path: Path, data_folder: Path) -> None:
    for words, told in ((["restore", str(tmp_path / "no.zip")], "cannot be read"), (["backup", "x.zip"], "nothing to")):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 2
        assert told in result.output


def test_a_table_is_taken_from_one_house_to_another(client: TestClient, ann_has_a_trove: dict[str, Any]) -> None:
    send(client, ann_has_a_trove, {"kind": "put", "path": "/state/players/0/rounds/0/dice", "value": "T4"}, phone="p")
    client.post(f"/api/v1/tables/{ann_has_a_trove['id']}/undo", json={"phone": "p"})
    file = client.get(f"/api/v1/tables/{ann_has_a_trove['id']}/export.json").json()
    answer = client.post("/api/v1/tables/import", json=file)
    assert answer.status_code == 201, answer.text
    taken = answer.json()
    assert taken["id"] != ann_has_a_trove["id"]
    assert taken["document"] == ann_has_a_trove["document"]
    assert taken["version"] == 4
    logs = [client.get(f"/api/v1/tables/{one['id']}/changes").json() for one in (taken, ann_has_a_trove)]
    assert logs[0] == logs[1]
    assert client.post(f"/api/v1/tables/{taken['id']}/redo", json={"phone": "p"}).status_code == 200


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: file | {"format": "something"},
        lambda file: file | {"game": "chess"},
        lambda file: file | {"moments": []},
        lambda file: file | {"log": file["log"][1:]},
        lambda file: file | {"log": [*file["log"], file["log"][-1]]},
        lambda file: file | {"moments": [{"version": 1, "form": 1, "document": {"title": "x", "state": 3}}]},
        lambda file: file | {"log": [file["log"][0], {**file["log"][1], "steps": [{"kind": "set", "path": ""}]}]},
        lambda file: file | {"log": [{**file["log"][0], "form": 99}, *file["log"][1:]]},
        lambda file: file | {"log": [{**file["log"][0], "made_on": 10**30}, *file["log"][1:]]},
        lambda file: file | {"log": [*file["log"][:-1], {**file["log"][-1], "undoes": 2**63}]},
        lambda file: {},
    ],
)
def test_a_file_that_is_no_table_is_refused(client: TestClient, ann_has_a_trove: dict[str, Any], spoil: Any) -> None:
    file = client.get(f"/api/v1/tables/{ann_has_a_trove['id']}/export.json").json()
    answer = client.post("/api/v1/tables/import", content=json.dumps(spoil(file)))
    assert answer.status_code in (404, 422), answer.text
    assert answer.json()["detail"]
    assert len(client.get("/api/v1/tables").json()) == 1
