"""What the owner taught names the cards of a photo, in the terminal and over HTTP alike."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from api.owner.folders import gallery_folder
from api.owner.known import with_owner
from api.reading.reader import PhotoReader
from api.terminal.cli import app
from datasets.pieces import Shelf
from datasets.tabletop import shoot
from datasets.tabletops import Copy, dwar7s
from scoring.games import load
from vision.photo import Frame
from vision.tables.table import Hints
from vision.taught import TaughtFolder

pytestmark = pytest.mark.skipif(not PhotoReader().open, reason="the weights that read photos are not there")


@pytest.fixture(scope="module")
def table() -> tuple[Copy, Frame, dict[str, Any]]:
    """A copy whose icons are simple forms, a photo of a table of it, and the true state."""
    rng = np.random.default_rng(11)
    icons = np.zeros((24, 96, 96), np.uint8)
    for icon in icons:
        cv2.fillPoly(icon, [rng.integers(4, 92, (6, 2)).astype(np.int32)], 255)
    shelf = Shelf([], [], icons, [], [], icons)
    copy = dwar7s.copy(shelf, rng)
    made = dwar7s.table(copy, shelf, rng)
    shot = shoot(made.things, np.full((1920, 1920, 3), (120, 90, 60), np.uint8), rng, (65.0, 80.0), 0.05)
    return copy, Frame(shot.picture), made.state


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLY_DATA", str(tmp_path))


@pytest.mark.usefixtures("own_folder")
def test_taught_cards_are_named_and_nothing_else_is(table: tuple[Copy, Frame, dict[str, Any]]) -> None:
    copy, frame, truth = table
    folder = TaughtFolder(gallery_folder(), "dwar7s")
    for name, face in copy.faces.items():
        folder.keep(copy.items[name], face)
    pieces = PhotoReader().parts("dwar7s", frame, {})[0]["pieces"]
    left, top = (min(stack[axis] for stack in truth["table"]) for axis in ("x", "y"))
    true = {f"table/{stack['x'] - left},{stack['y'] - top}": stack["cards"][-1]["kind"] for stack in truth["table"]}
    cards = {piece["place"]: piece["code"] for piece in pieces if not piece["code"].startswith("dwarf")}
    assert cards.keys() == true.keys()
    named = {place: code.split()[1] for place, code in cards.items() if code != "?"}
    assert len(named) >= len(true) / 3
    # without fonts no number is written: some twins are the same picture
    assert all(_drawn_as(kind) == _drawn_as(true[place]) for place, kind in named.items())


def _drawn_as(kind: str) -> str:
    """The kind after which a card is drawn: itself, or that of its twins."""
    return str(dwar7s.TWINS[dwar7s.Kind(kind)][0]) if kind in dwar7s.TWINS else kind


@pytest.mark.usefixtures("own_folder")
def test_nothing_taught_or_a_damaged_list_names_nothing() -> None:
    game = load("dwar7s")
    assert with_owner(game, Hints()).namer is None
    folder = gallery_folder() / "dwar7s"
    folder.mkdir(parents=True)
    (folder / "gallery.json").write_text("not JSON", "utf-8")
    assert with_owner(game, Hints()).namer is None


def test_over_http_nobody_is_asked_whose_layout_it_is_and_a_tap_names_a_card(
    table: tuple[Copy, Frame, dict[str, Any]], client: TestClient, new_table: Callable[..., dict[str, Any]]
) -> None:
    _, frame, truth = table
    here = new_table(game="dwar7s", state={"players": truth["players"]})["id"]
    picture = cv2.imencode(".jpg", frame.content[..., ::-1])[1].tobytes()
    answer = client.post(f"/api/v1/tables/{here}/photos", files={"photo": ("table.jpg", picture, "image/jpeg")})
    assert answer.status_code == 201, answer.text
    photo = answer.json()
    unnamed = [piece for piece in photo["pieces"] if piece["code"] == "?"]
    assert len(unnamed) == len(truth["table"])
    address = f"/api/v1/photos/{photo['id']}/corrections"
    wrong = {"action": "change", "piece": unnamed[0]["id"], "value": {"code": "a knight"}}
    assert client.post(address, json=wrong).status_code == 422
    told = {"action": "change", "piece": unnamed[0]["id"], "value": {"code": "red castle 2"}}
    view = client.post(address, json=told).json()["table"]
    (stack,) = view["document"]["state"]["table"]
    assert [(card["colour"], card["kind"], card["turn"]) for card in stack["cards"]] == [("red", "castle", 2)]
    assert_no_score(view["score"], len(unnamed) - 1)
    for piece in unnamed[1:]:
        deleted = {"action": "delete", "piece": piece["id"], "value": {}}
        view = client.post(address, json=deleted).json()["table"]
    assert {sheet["unnamed"] for sheet in view["score"]["sheets"]} == {0}
    assert all(sheet["awards"] for sheet in view["score"]["sheets"])


def assert_no_score(score: dict[str, Any], unnamed: int) -> None:
    assert score["remarks"][0].startswith("No score yet")
    for sheet in score["sheets"]:
        assert (sheet["total"], sheet["at_least"], sheet["awards"], sheet["unnamed"]) == (None, 0, [], unnamed)
    assert {place["total"] for place in score["standing"]["places"]} == {None}


@pytest.mark.usefixtures("own_folder")
def test_the_terminal_gives_no_score_while_cards_wait_for_their_names(
    table: tuple[Copy, Frame, dict[str, Any]], tmp_path: Path
) -> None:
    photo = tmp_path / "table.png"
    cv2.imwrite(str(photo), cv2.cvtColor(table[1].pixels(1920), cv2.COLOR_RGB2BGR))
    spoken = CliRunner().invoke(app, ["read", "dwar7s", str(photo)])
    assert "No score yet" in spoken.output
    assert "Total" not in spoken.output
    told = json.loads(CliRunner().invoke(app, ["read", "dwar7s", str(photo), "--json"]).output)["photos"][0]
    assert_no_score(told["score"], len(table[2]["table"]))
    assert told["unnamed"] == len(table[2]["table"])
