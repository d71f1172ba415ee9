"""Teaching a copy over HTTP and in the terminal."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from api.terminal.cli import app
from scoring.games import GAME_IDS, load
from tests.vision.cards import Pixels, card, save, seen, table
from vision.teachable import pieces_of

HEROES = "/api/v1/games/diceminer/gallery"


def jpeg(picture: Pixels, tmp_path: Path, name: str = "photo.jpg") -> dict[str, tuple[str, bytes, str]]:
    return {"photo": (name, save(picture, tmp_path / name).read_bytes(), "image/jpeg")}


def test_a_photo_is_cut_out_named_and_known_next_time(client: TestClient, tmp_path: Path) -> None:
    photo = table([card(1, title="Engineer"), card(2, title="Alchemist"), card(3)])
    found = client.post(f"{HEROES}/cut-outs?lang=en", files=jpeg(photo, tmp_path)).json()
    assert [one["titled"] for one in found] == ["engineer", "alchemist", None]
    assert found[0]["likely"][0] == "engineer"
    assert found[2]["likely"][0] not in ("engineer", "alchemist")
    assert client.get(f"{HEROES}/pieces").json()["taught"] == 0
    for one, name in zip(found, ("engineer", "alchemist", "surveyor"), strict=True):
        picture = base64.b64decode(one["picture"].partition(",")[2])
        kept = client.post(f"{HEROES}/{name}", files={"photo": ("cut.jpg", picture, "image/jpeg")})
        assert kept.status_code == 201
    assert client.get(f"{HEROES}/pieces").json()["taught"] == 3
    again = table([seen(card(3), turn=2), card(2, title="Alchemist"), card(9)], seed=4)
    likely = [one["likely"][0] for one in client.post(f"{HEROES}/cut-outs", files=jpeg(again, tmp_path)).json()]
    assert likely[:2] == ["surveyor", "alchemist"]


def test_a_taught_picture_is_shown_forgotten_and_carried_over(client: TestClient, tmp_path: Path) -> None:
    kept = client.post(f"{HEROES}/engineer", files=jpeg(card(1), tmp_path)).json()
    assert [one["id"] for one in client.get(HEROES).json()] == [kept["id"]]
    path = f"{HEROES}/pictures/{kept['id']}"
    assert client.get(path).headers["content-type"] == "image/jpeg"
    file = client.get(f"{HEROES}/export").content
    assert client.delete(path).status_code == 204
    assert client.get(path).status_code == 404
    taken = client.post(f"{HEROES}/import", files={"pictures": ("g.zip", file, "application/zip")})
    assert taken.json() == {"pictures": 1}
    assert client.get(path).status_code == 200
    wrong = client.post(f"{HEROES}/import?lang=pl", files={"pictures": ("g.zip", b"nothing", "application/zip")})
    assert wrong.status_code == 422 and "plik" in wrong.json()["detail"]
    assert client.post(f"{HEROES}/nothing", files=jpeg(card(1), tmp_path)).status_code == 404


@pytest.mark.parametrize("game", [game for game in GAME_IDS if load(game).catalogue.items])
def test_every_game_with_printed_pieces_has_them_to_teach_with_names_in_three_languages(
    client: TestClient, game: str
) -> None:
    pieces = pieces_of(load(game))
    assert len(pieces) > 10
    assert all({"en", "el", "pl"} <= piece.name.keys() for piece in pieces.values())
    told = client.get(f"/api/v1/games/{game}/gallery/pieces?lang=el").json()
    assert [one["id"] for one in told["pieces"]] == list(pieces)


@pytest.mark.parametrize(
    ("game", "first", "last"),
    [("dwar7s", "castle", "wizard"), ("dungeonlords", "room", "also"), ("rollplayer", "race", "also")],
)
def test_what_a_photo_of_the_table_shows_is_taught_first(game: str, first: str, last: str) -> None:
    """Who teaches a layout is not offered the cards of a hand before its own."""
    pieces = list(pieces_of(load(game)).values())
    assert pieces[0].kind == first
    assert last in (pieces[-1].id, pieces[-1].kind)


def test_the_terminal_teaches_a_row_of_cards(data_folder: Path, tmp_path: Path) -> None:
    photo = save(table([card(1, title="Engineer"), card(2), card(3)]), tmp_path / "row.jpg")
    answer = CliRunner().invoke(app, ["teach", "diceminer", str(photo)], input="1\nSurveyor\n\n")
    assert answer.exit_code == 0, answer.output
    assert "2 of 17 pieces are taught." in answer.output
    assert [f"(row 1, card {place})" in answer.output for place in (1, 2, 3, 4)] == [True, True, True, False]
    told = json.loads(CliRunner().invoke(app, ["teach", "diceminer", "--json"]).output)
    assert sorted(told["taught"]) == ["engineer", "surveyor"]


def test_one_photo_teaches_one_piece_by_name_and_travels(data_folder: Path, tmp_path: Path) -> None:
    photo, file = save(card(4), tmp_path / "one.jpg"), tmp_path / "mine.zip"
    made = CliRunner().invoke(app, ["teach", "dwar7s", str(photo), "--as", "castle", "--export", str(file), "--json"])
    assert json.loads(made.output)["new"] == ["castle"], made.output
    assert file.stat().st_size > 1000
    taken = CliRunner().invoke(app, ["teach", "dwar7s", "--import", str(file), "--json"])
    assert json.loads(taken.output)["taught"] == ["castle"]
