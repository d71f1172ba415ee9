"""Printed values over HTTP: asked for, remembered, taken back, shared."""

from __future__ import annotations

import errno
from pathlib import Path
from unittest.mock import Mock

import pytest
from fastapi.testclient import TestClient

from api.owner import printed
from scoring.games import GAME_IDS, load
from tests.terminal import tally


def test_every_entry_says_how_to_ask_for_it(client: TestClient) -> None:
    for game_id in GAME_IDS:
        for entry in client.get(f"/api/v1/games/{game_id}/catalogue", params={"lang": "pl"}).json():
            assert entry["ask"] and entry["allowed"] and entry["type"]["type"]


def unknown_number(client: TestClient) -> tuple[str, dict[str, object]]:
    for game_id in GAME_IDS:
        for entry in client.get(f"/api/v1/games/{game_id}/catalogue").json():
            if entry["value"] is None and entry["type"]["type"] == "int":
                return game_id, entry
    raise AssertionError("every number is known")


def test_a_value_is_remembered_and_taken_back(client: TestClient) -> None:
    game_id, entry = unknown_number(client)
    path = f"/api/v1/games/{game_id}/catalogue/{entry['item']}/{entry['field']}"
    value = entry["type"]["min"]
    told = client.put(path, json={"value": str(value)}).json()
    assert (told["value"], told["confidence"]) == (value, "owner")
    assert client.get(path).json()["value"] == value
    shared = client.get(f"/api/v1/games/{game_id}/catalogue/export").json()
    client.post(f"/api/v1/games/{game_id}/catalogue/undo")
    assert client.get(path).json()["value"] is None
    assert client.post(f"/api/v1/games/{game_id}/catalogue/import", json=shared).json() == {"entries": 1}
    assert client.get(path).json()["value"] == value


def test_a_value_that_cannot_be_printed_is_refused_with_what_is_allowed(client: TestClient) -> None:
    game_id, entry = unknown_number(client)
    path = f"/api/v1/games/{game_id}/catalogue/{entry['item']}/{entry['field']}"
    answer = client.put(path, json={"value": "many"})
    assert answer.status_code == 422
    assert str(entry["type"]["max"]) in answer.json()["detail"]


def test_names_are_told_in_three_languages(client: TestClient) -> None:
    item = next(iter(load("diceminer").catalogue.items.values()))
    for lang in ("en", "el", "pl"):
        names = client.get("/api/v1/games/diceminer/catalogue/names", params={"lang": lang}).json()
        assert names[item.id]["name"] == item.name[lang]


def test_what_is_known_of_an_unknown_value_is_told_in_the_language(client: TestClient) -> None:
    path = "/api/v1/games/rollplayer/catalogue/knight/effect"
    told = {lang: client.get(path, params={"lang": lang}).json() for lang in ("en", "el", "pl")}
    assert all(entry["value"] is None for entry in told.values())
    assert "Known: it helps when armor is bought" in told["en"]["ask"]
    assert "Γνωστό: βοηθά στην αγορά Πανοπλίας" in told["el"]["ask"]
    assert "Wiadomo: pomaga przy zakupie Pancerza" in told["pl"]["ask"]


def test_a_whole_card_is_confirmed_and_taken_back_in_one_act(client: TestClient) -> None:
    path = "/api/v1/games/rollplayer/catalogue"
    shipped = [fact for fact in client.get(path).json() if fact["item"] == "longsword"]
    known = {fact["field"]: fact for fact in shipped if fact["value"] is not None}
    confirmed = client.post(f"{path}/longsword/confirm").json()
    assert {fact["field"]: fact["confidence"] for fact in confirmed} == dict.fromkeys(known, "owner")
    undone = client.post(f"{path}/undo").json()
    assert {change["field"]: (change["now"], change["confidence"]) for change in undone} == {
        field: (fact["value"], fact["confidence"]) for field, fact in known.items()
    }
    assert client.post(f"{path}/undo").status_code == 422
    assert client.post(f"{path}/longsward/confirm").status_code == 422


def test_the_lists_that_are_kept_have_a_bound(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "MOST_ITEMS", 2)
    path = "/api/v1/games/pad/catalogue"
    told = [client.put(f"{path}/list:{name}/lines", json={"value": []}).status_code for name in ("a", "b", "c", "b")]
    assert told == [200, 200, 422, 200]


def test_a_list_that_players_name_is_kept_on_the_machine(client: TestClient) -> None:
    path = "/api/v1/games/pad/catalogue"
    assert client.get(path).json() == []
    kept = client.put(f"{path}/list:Our farm/lines", json={"value": ["Fields", "Animals"]})
    assert kept.status_code == 200 and kept.json()["name"] == "Our farm"
    assert [entry["item"] for entry in client.get(path).json()] == ["list:Our farm"] * 2
    table = client.post("/api/v1/tables", json={"game": "pad", "players": ["Ann", "Bo"]}).json()
    assert [move["title"] for move in table["moves"][1]] == ["Play Our farm"]
    assert client.put(f"{path}/cards:Our farm/lines", json={"value": []}).status_code == 422
    assert client.get(f"{path}/list:Our farm/stars").status_code == 404
    exported = client.get(f"{path}/export").json()
    client.post(f"{path}/undo")
    assert client.get(path).json() == []
    assert client.post(f"{path}/import", json=exported).json() == {"entries": 1}
    assert client.get(f"{path}/list:Our farm/lines").json()["value"] == ["Fields", "Animals"]


@pytest.mark.home
def test_a_value_that_cannot_be_kept_is_refused_for_now(
    client: TestClient, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk that is read-only: told like everything else that cannot be kept, and worth asking again."""
    path = "/api/v1/games/rollplayer/catalogue/longsword/cost"
    with monkeypatch.context() as disk:
        disk.setattr("vision.whole.tempfile.mkstemp", Mock(side_effect=OSError(errno.EROFS, "Read-only file system")))
        refused = client.put(path, json={"value": "3"}, params={"lang": "pl"})
        assert refused.status_code == 503 and refused.headers["retry-after"]
        assert refused.json()["detail"].startswith("Tally nie może pisać w swoim folderze")
        ended = tally("--lang", "el", "catalogue", "rollplayer", "set", "longsword", "cost", "3")
        assert ended.exit_code == 2 and "ο δίσκος μόνο διαβάζεται" in ended.output
    assert client.put(path, json={"value": "3"}).status_code == 200
