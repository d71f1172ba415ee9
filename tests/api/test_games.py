"""Games over HTTP: the same engine as everywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.answers.encode import plain
from scoring.dwar7s.pieces import Colour
from scoring.games import GAME_IDS, load
from scoring.todo import count
from tests.scoring.toys import toy

SAMPLES = [(game_id, name) for game_id in GAME_IDS for name in load(game_id).samples]


def test_all_games_are_listed(client: TestClient) -> None:
    found = client.get("/api/v1/games").json()
    assert [game["id"] for game in found] == list(GAME_IDS)


@pytest.mark.parametrize(("game_id", "name"), SAMPLES)
def test_http_scores_as_the_engine_does(client: TestClient, game_id: str, name: str) -> None:
    game = load(game_id)
    state = client.get(f"/api/v1/games/{game_id}/samples/{name}").json()
    answer = client.post(f"/api/v1/games/{game_id}/score", json={"state": state})
    counted = count(game, game.sample(name), game.catalogue)
    assert answer.json() == {**plain(counted.score), "needs": plain(counted.needs)}
    assert [sheet["awards"] for sheet in answer.json()["sheets"]] == [
        plain(sheet.awards) for sheet in game.score(game.sample(name), game.catalogue).sheets
    ]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_state_travels_as_notation(client: TestClient, game_id: str) -> None:
    state = client.get(f"/api/v1/games/{game_id}/samples/{next(iter(load(game_id).samples))}").json()
    there = client.post(f"/api/v1/games/{game_id}/notation", json={"state": state}).json()
    back = client.post(f"/api/v1/games/{game_id}/notation", json={"notation": there["notation"]}).json()
    assert back == there


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_drawing_names_every_place(client: TestClient, game_id: str) -> None:
    state = client.get(f"/api/v1/games/{game_id}/samples/{next(iter(load(game_id).samples))}").json()
    picture = client.post(f"/api/v1/games/{game_id}/draw", json={"state": state})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert 'data-path="/' in picture.text


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_question_settles_its_own_example(client: TestClient, game_id: str) -> None:
    for question in client.get(f"/api/v1/games/{game_id}/questions").json():
        answer = client.post(f"/api/v1/games/{game_id}/questions/{question['id']}", json=question["example"])
        assert answer.status_code == 200, answer.text
        assert answer.json()["verdict"]
        assert answer.json()["legal"] in ("yes", "no", "open", None)


def test_whether_a_die_may_be_taken_is_told_in_one_word(client: TestClient) -> None:
    """Only the top die lies free, and nobody shared a beer; a list of what is free is no yes and no no."""
    mountain = {"mountain": [["T1"], ["T2", "G1"]]}
    asked = [{**mountain, "take": [place]} for place in ("1.1", "2.1")] + [mountain]
    answers = [client.post("/api/v1/games/diceminer/questions/take", json=ask).json() for ask in asked]
    assert [answer["legal"] for answer in answers] == ["yes", "no", None]
    assert all("legal" not in answer["data"] for answer in answers)


def test_a_question_in_three_languages_finds_one_rule(client: TestClient) -> None:
    asked = ["who doubles gems on a tie", "διπλασιάζω πετράδια", "podwojenie klejnotów"]
    first = {client.get("/api/v1/games/diceminer/rules", params={"q": q, "limit": 3}).json()[0]["id"] for q in asked}
    assert first == {"DM-TREASURE-DOUBLE"}


def test_a_rule_is_told_in_the_language_asked_for(client: TestClient) -> None:
    rule = load("diceminer").rulebook["DM-TREASURE-DOUBLE"]
    told = client.get("/api/v1/games/diceminer/rules/DM-TREASURE-DOUBLE", params={"lang": "el"}).json()
    assert told["text"] == rule.text["el"]


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/v1/games/chess/score", {"state": {}}, 404, "diceminer"),
        ("/api/v1/games/diceminer/score", {}, 422, "Send a state or a notation"),
        (
            "/api/v1/games/diceminer/score",
            {"state": {"players": [{"name": ""}]}},
            422,
            "Name: the text is too short",
        ),
        ("/api/v1/games/diceminer/score", {"state": {"players": [{"name": "A", "gold": 3}]}}, 422, "gold"),
        ("/api/v1/games/diceminer/score", {"notation": "no such thing"}, 422, ""),
        ("/api/v1/games/diceminer/questions/weather", {}, 404, "take"),
    ],
)
def test_a_refusal_is_a_sentence(client: TestClient, path: str, body: object, status: int, words: str) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert words in answer.json()["detail"]
    assert "Traceback" not in answer.text


def test_the_first_answer_tells_how_each_game_appears(client: TestClient) -> None:
    cards = {card["id"]: card for card in client.get("/api/v1/games").json()}
    assert cards["rollplayer"]["prefixes"] == ["RP", "MM"]
    assert cards["diceminer"]["emblem"] == {"letters": "DM", "colours": ["#d8a52b", "#a8690d"]}
    assert cards["dwar7s"]["shared"] and not cards["dungeonlords"]["shared"]
    assert cards["dwar7s"]["seat_colours"] == [colour.value for colour in Colour]
    assert {name for name, card in cards.items() if not card["page"]} == {"pad", "yacht"}


def test_a_broken_game_is_named_and_the_others_answer(client: TestClient, tmp_path: Path) -> None:
    with toy(tmp_path, "half", {"referee.py": "QUESTIONS = nothing"}):
        answer = client.get("/api/v1/games", params={"lang": "pl"})
        assert answer.status_code == 200
        *whole, broken = answer.json()
        assert [card["id"] for card in whole] == list(GAME_IDS)
        assert broken == {
            "id": "half",
            "broken": "Gry 'half' nie da się użyć: referee.py, wiersz 1: name 'nothing' is not defined.",
        }
        asked = client.get("/api/v1/games/half")
        assert asked.status_code == 503 and "half" in asked.json()["detail"]
        assert "half" in client.get("/").text


def test_a_game_of_three_files_is_served_whole(client: TestClient, tmp_path: Path) -> None:
    with toy(tmp_path, "pebbles"):
        card = client.get("/api/v1/games/pebbles").json()
        assert (card["questions"], card["page"], card["emblem"]["letters"]) == ([], False, "ST")
        state = client.get("/api/v1/games/pebbles/samples/two").json()
        assert client.post("/api/v1/games/pebbles/score", json={"state": state}).json()["standing"]["winners"] == [
            "Bob"
        ]
        line = client.post("/api/v1/games/pebbles/notation", json={"state": state}).json()["notation"]
        assert client.post("/api/v1/games/pebbles/notation", json={"notation": line}).json()["state"] == state
        assert "Ann" in client.post("/api/v1/games/pebbles/draw", json={"state": state}).text
        assert client.get("/api/v1/games/pebbles/questions").json() == []
        table = client.post("/api/v1/tables", json={"game": "pebbles", "players": ["Ann", "Bo"]})
        assert table.status_code == 201
