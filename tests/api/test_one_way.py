"""The same photo on the same state gives the same in the terminal and over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from api.reading.reader import PhotoReader
from api.terminal.cli import app
from vision.tables.diceminer.questions import THE_MOUNTAIN

PHOTOS = Path(__file__).parent.parent / "browser" / "photos"
NAMES = ["Ann", "Bob"]
TROVE = {"dice": ["T1", "Kp"]}
STATES: dict[str, tuple[str, dict[str, Any]]] = {
    "a trove at the beginning": ("diceminer", {"players": [{"name": "Ann"}, {"name": "Bob"}]}),
    "a trove after a round": ("diceminer", {"players": [{"name": "Ann"}, {"name": "Bob", "rounds": [TROVE]}]}),
    "a trove whose faces wait": (
        "diceminer",
        {"players": [{"name": "Ann"}, {"name": "Bob", "hero": "alchemist", "rounds": [TROVE, {"dice": ["T?"]}]}]},
    ),
    "a bare sheet": ("rollplayer", {"players": [{"name": "Ann"}, {"name": "Bob"}]}),
    "a sheet with cards": (
        "rollplayer",
        {
            "players": [{"name": "Ann"}, {"name": "Bob", "race": "elf", "gold": 3, "rows": {"wisdom": ["gold 6"]}}],
            "options": {"expansion": True},
        },
    ),
}
pytestmark = pytest.mark.skipif(not PhotoReader().open, reason="the weights that read photos are not there")


def in_terminal(game: str, state: dict[str, Any], round_: int | None) -> dict[str, Any] | str:
    """The reading, or the question."""
    words = ["read", game, str(PHOTOS / f"{game}.jpg"), "--into", json.dumps(state), "--player", "Bob", "--json"]
    result = CliRunner().invoke(app, [*words, *(["--round", str(round_ + 1)] if round_ is not None else [])])
    if result.exit_code == 2:
        return " ".join(result.output.split())
    reading: dict[str, Any] = json.loads(result.stdout)["photos"][0]
    return reading


def over_http(client: TestClient, table: dict[str, Any], round_: int | None) -> dict[str, Any] | str:
    """The photo, or the question."""
    game = table["game"]
    files = {"photo": (f"{game}.jpg", (PHOTOS / f"{game}.jpg").read_bytes(), "image/jpeg")}
    form = {"player": "1"} | ({"round": str(round_)} if round_ is not None else {})
    answer = client.post(f"/api/v1/tables/{table['id']}/photos", files=files, data=form)
    told: dict[str, Any] = answer.json()
    return str(told["detail"]) if answer.status_code == 422 else told


@pytest.mark.parametrize("round_", [None, 1])
@pytest.mark.parametrize("name", STATES)
def test_state_pieces_and_questions_are_the_same(
    name: str, round_: int | None, client: TestClient, new_table: Callable[..., dict[str, Any]]
) -> None:
    game, state = STATES[name]
    table = new_table(game=game, state=state)
    here, there = in_terminal(game, state, round_), over_http(client, table, round_)
    if isinstance(here, str) or isinstance(there, str):
        assert isinstance(here, str) and isinstance(there, str)
        assert here.startswith(there)
        return
    view = client.get(f"/api/v1/tables/{table['id']}").json()
    terminal = client.post("/api/v1/tables", json={"game": game, "state": here["state"]}).json()
    assert view["document"]["state"] == terminal["document"]["state"]
    laid = {piece["path"]: piece["code"] for piece in there["pieces"] if piece["path"]}
    assert laid == {piece["where"]: piece["piece"] for piece in here["pieces"]}
    assert [question["text"] for question in there["questions"]] == here["questions"]


def test_the_round_is_asked_in_both(client: TestClient, new_table: Callable[..., dict[str, Any]]) -> None:
    game, state = STATES["a trove after a round"]
    table = new_table(game=game, state=state)
    asked = in_terminal(game, state, None)
    assert isinstance(asked, str) and "Which round" in asked and "--round" in asked
    files = {"photo": ("a.jpg", (PHOTOS / "diceminer.jpg").read_bytes(), "image/jpeg")}
    answer = client.post(f"/api/v1/tables/{table['id']}/photos", files=files, data={"player": "1"}).json()
    (question,) = answer["questions"]
    assert question["id"] == "round" and [choice["value"] for choice in question["choices"]] == [1, 0, THE_MOUNTAIN]
    view = client.get(f"/api/v1/tables/{table['id']}", params={"lang": "el"}).json()
    assert view["before_photo"][0] == []
    assert view["before_photo"][1][0]["text"] != question["text"]
    assert view["document"]["state"]["players"][1]["rounds"] == [TROVE]
