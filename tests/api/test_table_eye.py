"""The table's eye: a camera over a running table; what settles is laid on it, told as changes and judged."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import cv2
import numpy as np
import pytest
import uvicorn

from api.answers.following import against, changes
from api.http.app import create_app
from api.http.settings import Settings
from api.log.laying import corrected, state_with
from api.reading.process import ReaderProcess
from api.reading.reader import PhotoReader
from api.terminal import running
from scoring.games import load
from tests.terminal import tally
from vision.tables import reader_of
from vision.tables.contract import Spot, State

SAMPLE = Path("vision/samples/dungeonlords-1.jpg")
needs_weights = pytest.mark.skipif(not PhotoReader().open, reason="the weights that read photos are not there")


def state_of(game: str, notation: str) -> State:
    known = load(game)
    return known.parse(notation).model_dump(mode="json")


def dungeon(*tiles: dict[str, Any]) -> State:
    game = load("dungeonlords")
    names = [{"name": "Ann"}, {"name": "Ben", "dungeon": [{"x": 2, "y": y} for y in range(3)]}]
    names[1]["dungeon"] = [*names[1]["dungeon"], *tiles]  # type: ignore[index,list-item]
    return game.state.model_validate({"players": names}).model_dump(mode="json")


def told(game: str, before: State, after: State) -> list[str]:
    return [str(text) for text in changes(game, before, after, {})]


def test_a_tile_is_told_by_its_column_and_row_and_whose_it_is() -> None:
    before, after = dungeon(), dungeon({"x": 2, "y": 3}, {"x": 3, "y": 1, "room": "mint"})
    assert told("dungeonlords", before, after) == ["Ben: Mint at column 4, row 2", "Ben: tunnel at column 3, row 4"]
    lost = dungeon({"x": 2, "y": 3, "conquered": True})
    assert told("dungeonlords", dungeon({"x": 2, "y": 3}), lost) == [
        "Ben: conquered tunnel at column 3, row 4, before tunnel"
    ]
    assert told("dungeonlords", after, before)[0] == "Ben: no Mint at column 4, row 2 any more"


def test_what_the_rules_forbid_is_told_with_the_change() -> None:
    """Four tunnels in a square may not be dug; three of them were there before."""
    before = dungeon({"x": 3, "y": 0})
    after = dungeon({"x": 3, "y": 0}, {"x": 3, "y": 1})
    assert against("dungeonlords", before, dungeon({"x": 3, "y": 0}, {"x": 1, "y": 2})) == []
    assert len(against("dungeonlords", before, after)) == 1
    assert against("dungeonlords", after, after) == [], "it is told once, with the change that did it"


def test_cards_and_dwarves_of_a_layout_are_told_by_their_place() -> None:
    before = state_of("dwar7s", "Ann:b Ben:r | 0,0:Car 1,0:Tab | -")
    after = state_of("dwar7s", "Ann:b Ben:r | 0,0:Car1 1,0:Tab 1,1:Rub | -")
    after["table"][1]["dwarves"] = {"red": 2}
    assert told("dwar7s", before, after) == [
        "Ben: red Castle at column 1, row 1 was turned",
        "Ben: dwarves at column 2, row 1: 0 → 2",
        "Ann: blue Ruby mine at column 2, row 2",
    ]


def test_a_later_photo_that_reads_the_same_wrong_thing_keeps_the_correction() -> None:
    """A person said that the room is the mint; the next photo takes it for a hatchery again, and a tile is new."""
    reader, state = reader_of("dungeonlords"), dungeon()
    tiles = [("tunnel", "C1"), ("tunnel", "C2"), ("tunnel", "C3"), ("hatchery", "D2")]
    common = {"confidence": 0.9, "box": [0, 0, 9, 9], "options": []}
    pieces = [{"id": place, "code": code, "place": f"dungeon/{place}", **common} for code, place in tiles]
    first = reader.lay(pieces, state, Spot(1))
    by_hand = [
        {**one, "code": "mint", "by_hand": True, "read": "hatchery"} if one["id"] == "D2" else one
        for one in first.pieces
    ]
    document = {"state": state_with(state, first), "photos": [{"id": "a", "player": 1, "pieces": by_hand}]}
    later = reader.lay([*pieces, {**pieces[0], "id": "B2", "place": "dungeon/B2"}], document["state"], Spot(1))
    kept = state_with(document["state"], corrected(reader, later, document, 1))
    rooms = {(tile["x"], tile["y"]): tile["room"] for tile in kept["players"][1]["dungeon"]}
    assert rooms[3, 1] == "mint" and rooms[1, 1] is None
    moved = reader.lay([{**one, "code": "tunnel"} for one in pieces], document["state"], Spot(1))
    told = state_with(document["state"], corrected(reader, moved, document, 1))
    assert all(tile["room"] is None for tile in told["players"][1]["dungeon"]), "something else is read there now"


@pytest.fixture
def served(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a service that runs beside the camera; a busy machine must not fail a test."""
    monkeypatch.setattr(running, "PATIENCE", 600.0)
    reader = ReaderProcess(seconds=600)
    server = uvicorn.Server(uvicorn.Config(create_app(Settings(), reader), log_level="critical", port=0))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()
    reader.stop()


def asked(address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=600) as answer:
        return dict(json.load(answer))


def film(path: Path, frames: int) -> str:
    """A camera that stands over a dungeon."""
    picture = cv2.imread(str(SAMPLE))
    assert picture is not None
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, picture.shape[1::-1])
    for _ in range(frames):
        writer.write(np.ascontiguousarray(picture))
    writer.release()
    return str(path)


@needs_weights
def test_what_a_camera_sees_is_laid_on_the_running_table(served: str, tmp_path: Path) -> None:
    table = asked(f"{served}/api/v1/tables", {"game": "dungeonlords", "players": ["Ann", "Ben"]})["id"]
    address = f"{served}/t/{table}"
    words = ("watch", "dungeonlords", "--camera", film(tmp_path / "dungeon.avi", 3), "--frames", "2")
    missing = tally(*words, "--table", address)
    assert missing.exit_code == 2 and "--player" in missing.output and "Ben" in missing.output
    result = tally(*words, "--table", address, "--player", "Ben", "--json")
    assert result.exit_code == 0, result.output
    (line,) = (json.loads(one) for one in result.stdout.splitlines())
    assert line["changes"], line["problem"]
    assert all(one.startswith("Ben: ") for one in line["changes"])
    ann, ben = asked(f"{served}/api/v1/tables/{table}")["document"]["state"]["players"]
    assert len(ben["dungeon"]) > len(ann["dungeon"]) == 3


def test_a_table_that_is_not_there_is_told_in_a_sentence(served: str) -> None:
    table = asked(f"{served}/api/v1/tables", {"game": "yacht", "players": ["Ann"]})["id"]
    for told_, words in (
        (f"{served}/t/{table}", "At that table yacht is played"),
        (f"{served}/t/nobody", "table"),
        ("http://127.0.0.1:9/t/abc", "tally serve"),
        ("ftp://127.0.0.1/t/abc", "no address of a table"),
    ):
        result = tally("watch", "dungeonlords", "--camera", "0", "--table", told_)
        assert result.exit_code == 2 and words in " ".join(result.output.split()), result.output
