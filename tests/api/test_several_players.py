"""Several players in one photo: each is read by itself, and the table or a person tells whose is whose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from api.answers.whose import NOBODY, seats_of
from api.reading.reader import PhotoReader
from scoring.games import load
from tests.pictures import side_by_side
from tests.terminal import tally
from vision.reading import Box
from vision.tables import reader_of
from vision.tables.contract import Asked, CannotLay, Pieces, State
from vision.tables.several import linked, separate

needs_weights = pytest.mark.skipif(not PhotoReader().open, reason="the weights that read photos are not there")
ROWS = ("strength", "dexterity", "constitution")


def character(*codes: str) -> Pieces:
    return [
        {"id": f"d{at}", "code": code, "place": f"rows/{ROWS[at]}/0", "confidence": 1.0, "box": [9 * at, 0, 9, 9]}
        for at, code in enumerate(codes)
    ]


def table(*rows: Pieces) -> State:
    """Players who have these dice on their sheets."""
    players = []
    for number, pieces in enumerate(rows):
        dice: dict[str, Any] = {piece["place"].split("/")[1]: [piece["code"], None, None] for piece in pieces}
        players.append({"name": f"P{number}", "rows": dice})
    return load("rollplayer").state.model_validate({"players": players}).model_dump(mode="json")


ANN, BEN = character("red 1", "blue 2", "green 3"), character("gold 6", "white 5", "black 4")


def test_whoever_has_most_of_the_pieces_already_is_known() -> None:
    reader, changed = reader_of("rollplayer"), character("gold 6", "white 5", "red 4")
    assert seats_of(reader, [changed, ANN], table(ANN, BEN), None) == [1, 0]


def test_at_a_new_table_it_is_asked_part_by_part() -> None:
    with pytest.raises(Asked) as asked:
        seats_of(reader_of("rollplayer"), [ANN, BEN], table([], []), None)
    left, right = asked.value.questions
    assert "on the left" in left.text and "on the right" in right.text
    assert [choice.value for choice in right.choices] == [1, 0, NOBODY]
    assert left.box is not None and len(left.box) == 4


@pytest.mark.parametrize(("told", "words"), [([0], "2 players"), ([0, 0], "same player"), ([0, 7], "no player 8")])
def test_what_cannot_be_told_is_refused_in_a_sentence(told: list[int], words: str) -> None:
    with pytest.raises(CannotLay, match=words):
        seats_of(reader_of("rollplayer"), [ANN, BEN], table([], []), told)


def test_boxes_hang_together_where_the_gap_is_small() -> None:
    row = [Box(10 * at, 0, 10 * at + 8, 8) for at in range(3)]
    far = [Box(100, 0, 108, 8)]
    assert linked([*row, *far], 5) == [[0, 1, 2], [3]]
    points = [np.array([box[:2] for box in part], np.float32) for part in (row, far)]
    assert separate(points, 50) and not separate(points, 90)


@needs_weights
def test_a_photo_of_two_characters_is_laid_on_both(client: TestClient, tmp_path: Path) -> None:
    picture = side_by_side(tmp_path, "rollplayer-1.jpg", "rollplayer-2.jpg").read_bytes()
    made = client.post("/api/v1/tables", json={"game": "rollplayer", "players": ["Ann", "Ben", "Cem"]}).json()["id"]
    address = f"/api/v1/tables/{made}/photos"
    send = {"files": {"photo": ("both.jpg", picture, "image/jpeg")}}
    asked = client.post(address, **send)  # type: ignore[arg-type]
    assert asked.status_code == 422
    assert [question["id"] for question in asked.json()["questions"]] == ["players", "players"]
    assert all(len(question["box"]) == 4 for question in asked.json()["questions"])
    told = client.post(address, data={"player": "0", "players": "2,0"}, **send)  # type: ignore[arg-type]
    assert told.status_code == 201 and told.json()["known"], "what was read is not read again"
    photo = told.json()
    assert photo["player"] == 0 and len(photo["others"]) == 1
    state = client.get(f"/api/v1/tables/{made}").json()["document"]["state"]
    ann, ben, cem = (sum(die is not None for row in one["rows"].values() for die in row) for one in state["players"])
    assert (ann, ben, cem) == (12, 0, 18)
    other = client.get(f"/api/v1/photos/{photo['others'][0]}").json()
    assert other["player"] == 2 and all(piece["path"].startswith("/players/2/") for piece in other["pieces"])
    piece = next(one for one in other["pieces"] if one["place"] == "rows/strength/0")
    body = {"action": "change", "piece": piece["id"], "value": {"code": "gold 6"}}
    assert client.post(f"/api/v1/photos/{other['id']}/corrections", json=body).status_code == 200
    again = client.post(address, **send)  # type: ignore[arg-type]
    assert again.status_code == 201, "the table tells whose is whose now"
    state = client.get(f"/api/v1/tables/{made}").json()["document"]["state"]
    assert state["players"][2]["rows"]["strength"][0] == "gold 6", "what a person corrected stays"


@needs_weights
def test_the_terminal_tells_everybody_of_a_photo(tmp_path: Path) -> None:
    photo = str(side_by_side(tmp_path, "dungeonlords-1.jpg", "dungeonlords-1.jpg"))
    result = tally("read", "dungeonlords", photo, "--player", "Ann,Ben", "--json")
    assert result.exit_code == 0, result.output
    (shown,) = json.loads(result.stdout)["photos"]
    ann, ben = shown["state"]["players"]
    assert (ann["name"], ben["name"]) == ("Ann", "Ben")
    assert len(ann["dungeon"]) == len(ben["dungeon"]) >= 10
    assert any(question.startswith("Ben: ") for question in shown["questions"])
