"""Photos over HTTP with the real readers: read once, laid on the table, corrected beside the reading, forgotten."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import cv2
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from api.answers.refusals import NoWeights, Stale
from api.reading.reader import PhotoReader, Seen, fingerprint
from api.tables.corrections import new_photo, photo_shape
from tests.sideways import sideways_sheet
from vision.weights import WEIGHTS

PHOTOS = Path(__file__).parent.parent / "browser" / "photos"
needs_weights = pytest.mark.skipif(not PhotoReader().open, reason="the weights that read photos are not there")
Lay = Callable[..., dict[str, Any]]


def send(client: TestClient, table: str, game: str = "diceminer", **form: Any) -> Any:
    files = {"photo": (f"{game}.jpg", (PHOTOS / f"{game}.jpg").read_bytes(), "image/jpeg")}
    return client.post(f"/api/v1/tables/{table}/photos", files=files, data=form)


@needs_weights
def test_a_photo_is_on_the_table_at_once_and_corrected_beside_its_reading(client: TestClient, new_table: Lay) -> None:
    table = new_table()["id"]
    photo = send(client, table, player=1).json()
    assert photo["pieces"] == sorted(photo["pieces"], key=lambda piece: piece["confidence"])
    state = client.get(f"/api/v1/tables/{table}").json()["document"]["state"]
    assert len(state["players"][1]["rounds"][0]["dice"]) == len(photo["pieces"]) > 0
    piece = photo["pieces"][0]
    told = {"action": "change", "piece": piece["id"], "value": {"code": "Hd4"}}
    view = client.post(f"/api/v1/photos/{photo['id']}/corrections", json=told).json()["table"]
    index = int(piece["path"].rsplit("/", 1)[1])
    assert view["document"]["state"]["players"][1]["rounds"][0]["dice"][index] == "Hd4"
    again = client.get(f"/api/v1/photos/{photo['id']}").json()
    assert again["read"] == photo["read"]
    (kept,) = client.get(f"/api/v1/photos/{photo['id']}/corrections").json()
    assert (kept["was"]["code"], kept["value"]["code"]) == (piece["code"], "Hd4")
    undone = client.post(f"/api/v1/tables/{table}/undo", json={}).json()["table"]
    assert undone["document"]["state"]["players"][1]["rounds"][0]["dice"][index] == piece["code"]


@needs_weights
def test_the_same_photo_is_recognised_and_its_file_goes_with_the_last_table(
    client: TestClient, new_table: Lay, data_folder: Path
) -> None:
    one, two = new_table()["id"], new_table()["id"]
    assert send(client, one).json()["known"] is False
    photo = send(client, two).json()
    assert photo["known"] is True
    assert client.get(f"/api/v1/photos/{photo['id']}/picture").headers["content-type"] == "image/jpeg"
    client.delete(f"/api/v1/tables/{one}")
    assert client.get(f"/api/v1/photos/{photo['id']}/picture").status_code == 200
    client.delete(f"/api/v1/tables/{two}/photos")
    assert client.get(f"/api/v1/photos/{photo['id']}/picture").status_code == 404
    assert list(data_folder.glob("photos/*")) == []
    kept = client.app.state.service.photos  # type: ignore[attr-defined]
    assert not kept.has(fingerprint((PHOTOS / "diceminer.jpg").read_bytes()))


@needs_weights
def test_which_end_is_strength_is_asked_until_it_is_told(client: TestClient, new_table: Lay) -> None:
    table = new_table(game="rollplayer")["id"]

    def read(**form: Any) -> dict[str, Any]:
        files = {"photo": ("sheet.jpg", sideways_sheet(), "image/jpeg")}
        answer = client.post(f"/api/v1/tables/{table}/photos", files=files, data=form, params={"lang": "pl"})
        assert answer.status_code == 201
        return {question["id"]: question for question in answer.json()["questions"]}

    asked = read()
    assert asked["first_row"]["text"] == "Po której stronie arkusza jest Siła?"
    assert [choice["value"] for choice in asked["first_row"]["choices"]] == ["top", "bottom", "left", "right"]
    assert asked["race"]["where"] == "/players/0/race"
    assert "first_row" not in read(first_row="left")
    state = client.get(f"/api/v1/tables/{table}").json()["document"]["state"]
    left = state["players"][0]["rows"]["strength"]
    read(first_row="right")
    turned = client.get(f"/api/v1/tables/{table}").json()["document"]["state"]["players"][0]["rows"]
    assert turned["charisma"] == left[::-1]


@needs_weights
def test_which_rows_hold_the_dice_is_asked_until_it_is_told(client: TestClient, new_table: Lay) -> None:
    table = new_table(game="rollplayer")["id"]
    picture = cv2.imread(str(PHOTOS / "rollplayer.jpg"))
    high, wide = picture.shape[:2]
    picture[round(0.585 * high) : round(0.8 * high), round(0.3 * wide) : round(0.6 * wide)] = picture[
        high // 2, wide // 4
    ]

    def read(**form: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        files = {"photo": ("sheet.png", cv2.imencode(".png", picture)[1].tobytes(), "image/png")}
        answer = client.post(f"/api/v1/tables/{table}/photos", files=files, data=form)
        assert answer.status_code == 201
        rows = client.get(f"/api/v1/tables/{table}").json()["document"]["state"]["players"][0]["rows"]
        return {question["id"]: question for question in answer.json()["questions"]}, rows

    asked, rows = read()
    choices = asked["empty_rows"]["choices"]
    assert len(choices) == 3
    answered, told = read(empty_rows=2)
    assert "empty_rows" not in answered
    assert list(told.values())[2:] == list(rows.values())[choices[0]["value"] :][:4]


@needs_weights
def test_a_place_that_the_game_does_not_have_is_refused(client: TestClient, new_table: Lay) -> None:
    photo = send(client, new_table(game="rollplayer")["id"], "rollplayer").json()
    address = f"/api/v1/photos/{photo['id']}/corrections"
    for place, status in (("rows/wisdom/2", 200), ("rows/wisdom/3", 422), ("rows/luck/0", 422)):
        told = {"action": "change", "piece": photo["pieces"][0]["id"], "value": {"place": place}}
        assert client.post(address, json=told).status_code == status


@needs_weights
def test_no_photo_is_written_if_the_host_keeps_none(client: TestClient, new_table: Lay, data_folder: Path) -> None:
    client.put("/api/v1/settings", json={"keep_photos": False})
    photo = send(client, new_table()["id"]).json()
    assert photo["kept"] is False
    assert not (data_folder / "photos").exists()


@needs_weights
def test_what_is_no_picture_gets_a_sentence(client: TestClient, new_table: Lay) -> None:
    table = new_table()["id"]
    answer = client.post(f"/api/v1/tables/{table}/photos", files={"photo": ("x.jpg", b"not a picture")})
    assert answer.status_code == 422
    assert "picture" in answer.json()["detail"]


@pytest.mark.parametrize(("lang", "words"), [("el", "x.jpg: δεν είναι εικόνα"), ("pl", "x.jpg: to nie jest obraz")])
def test_what_is_no_picture_gets_a_sentence_in_the_language(client: TestClient, lang: str, words: str) -> None:
    files = {"photo": ("x.jpg", b"not a picture")}
    answer = client.post("/api/v1/games/dice/read", files=files, params={"lang": lang})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(words)


@needs_weights
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"action": "change", "piece": "nobody", "value": {"code": "T1"}}, 404),
        ({"action": "add", "piece": "h1", "value": {"code": "T1"}}, 422),
        ({"action": "add", "piece": "h1", "value": {"code": "T1", "box": [1, 2, 3]}}, 422),
        ({"action": "change", "piece": "d0", "value": {"code": "nonsense"}}, 422),
        ({"action": "change", "piece": "d0", "value": {"place": "../../secret"}}, 422),
    ],
)
def test_a_senseless_correction_changes_nothing(
    client: TestClient, new_table: Lay, body: dict[str, Any], status: int
) -> None:
    table = new_table()["id"]
    photo = send(client, table).json()
    before = client.get(f"/api/v1/tables/{table}").json()
    assert client.post(f"/api/v1/photos/{photo['id']}/corrections", json=body).status_code == status
    assert client.get(f"/api/v1/tables/{table}").json() == before
    assert client.get(f"/api/v1/photos/{photo['id']}/corrections").json() == []


@needs_weights
def test_the_live_line_reads_frames_and_drops_late_ones(client: TestClient, new_table: Lay) -> None:
    table = new_table()["id"]
    frame = (PHOTOS / "diceminer.jpg").read_bytes()
    with client.websocket_connect(f"/ws/live?table={table}&player=0") as line:
        assert line.receive_json() == {"type": "ready"}
        for _ in range(6):
            line.send_bytes(frame)
        first = line.receive_json()
        while (last := line.receive_json())["steady"] is False:
            line.send_bytes(frame)
        line.send_bytes(b"no picture")
    assert first["type"] == last["type"] == "reading"
    assert last["dropped"] > 0
    assert client.get(f"/api/v1/tables/{table}").json()["version"] == 1


@needs_weights
def test_a_frame_that_nobody_read_in_time_is_told(
    client: TestClient, new_table: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone sends its next frame when it has heard of the last one: it waited for ever."""

    @asynccontextmanager
    async def nobody(*asked: Any, **how: Any) -> AsyncIterator[None]:
        raise Stale("nobody")
        yield

    table, frame = new_table()["id"], (PHOTOS / "diceminer.jpg").read_bytes()
    desk = client.app.state.service.reader  # type: ignore[attr-defined]
    with client.websocket_connect(f"/ws/live?table={table}&player=0") as line:
        assert line.receive_json() == {"type": "ready"}
        with monkeypatch.context() as busy:
            busy.setattr(desk, "turn", nobody)
            line.send_bytes(frame)
            assert line.receive_json() == {"type": "late"}
        line.send_bytes(frame)
        told = line.receive_json()
    assert told["type"] == "reading" and told["dropped"] == 1


@pytest.mark.parametrize("missing", WEIGHTS)
def test_eyes_are_closed_while_any_weights_are_missing(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in WEIGHTS:
        (tmp_path / name).touch()
    monkeypatch.setenv("TALLY_MODELS", str(tmp_path))
    assert PhotoReader().open
    (tmp_path / missing).unlink()
    assert not PhotoReader().open
    with pytest.raises(NoWeights):
        PhotoReader().read("dice", b"", "a.jpg")


@needs_weights
@pytest.mark.parametrize(("game", "words"), [("blank", "nothing of this game"), ("rollplayer", "another game")])
def test_a_photo_of_nothing_or_of_another_game_changes_nothing(
    client: TestClient, new_table: Lay, game: str, words: str, tmp_path: Path
) -> None:
    table = new_table()["id"]
    first = send(client, table, player=0).json()
    path = PHOTOS / f"{game}.jpg"
    if game == "blank":
        path = tmp_path / "blank.jpg"
        Image.new("RGB", (640, 480), (90, 110, 90)).save(path)
    before = client.get(f"/api/v1/tables/{table}").json()["document"]
    files = {"photo": (path.name, path.read_bytes(), "image/jpeg")}
    refused = client.post(f"/api/v1/tables/{table}/photos", files=files, data={"player": 0, "round": 1})
    assert refused.status_code == 422
    assert words in refused.json()["detail"]
    after = client.get(f"/api/v1/tables/{table}").json()["document"]
    assert after == before
    assert [photo["id"] for photo in after["photos"]] == [first["id"]]


def test_a_photo_of_a_room_that_belongs_to_no_table_asks_which_room_it_is() -> None:
    """Found by damaged photos: its questions were asked of a dungeon in which nothing was laid yet."""
    room = {"id": "t0", "code": "?", "place": "dungeon/C2", "confidence": 0.9, "box": [0, 0, 90, 90]}
    row = new_photo(Seen("0" * 64, 100, 100, [room]), "dungeonlords", "p.jpg", kept=False)
    questions = [question.text for question in photo_shape(row, None, "en").questions]
    assert "Which room is at C2?" in questions
