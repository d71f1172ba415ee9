"""What the service refuses is told in the language of the page."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import api
import scoring
import vision
from api.http.app import create_app
from api.http.settings import Settings

NO_TABLE = "/api/v1/tables/nowhere"
REFUSALS = {"Refusal", "NotThere", "Clash", "Unreadable", "NoWeights", "NotationError", "DieError"}
REFUSALS |= {"UserError", "PhotoError", "ModelError", "CameraError"}


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "There is no such table."), ("el", "Δεν υπάρχει τέτοιο τραπέζι."), ("pl", "Nie ma takiego stołu.")],
)
def test_a_refusal_is_said_in_the_language_of_the_page(client: TestClient, lang: str, words: str) -> None:
    asked = client.get(NO_TABLE, params={"lang": lang})
    accepted = client.get(NO_TABLE, headers={"accept-language": f"{lang},en;q=0.5"})
    client.cookies.set("tally_lang", lang)
    chosen = client.get(NO_TABLE)
    for answer in (asked, accepted, chosen):
        assert answer.status_code == 404
        assert answer.json()["detail"].startswith(words)
        assert (answer.json()["title"] == "Not there") is (lang == "en")


@pytest.mark.parametrize(
    ("path", "value", "greek", "polish"),
    [
        (
            "/state/players/0/name",
            "",
            "το κείμενο είναι πολύ μικρό· τουλάχιστον 1",
            "tekst jest za krótki; co najmniej 1",
        ),
        ("/state/players/0/gold", 3, "τίποτα εδώ δεν λέγεται 'gold'", "nic tutaj nie nazywa się 'gold'"),
        (
            "/state/players/9/name",
            "X",
            "Δεν υπάρχει τίποτα στο /state/players/9/name",
            "W /state/players/9/name nie ma nic",
        ),
    ],
)
def test_a_change_that_cannot_be_is_refused_in_greek_and_polish(
    client: TestClient, new_table: Callable[..., dict[str, Any]], path: str, value: Any, greek: str, polish: str
) -> None:
    table = new_table()
    for lang, words in (("el", greek), ("pl", polish)):
        seen = {"expect": "Ann"} if path.endswith("name") else {}
        change = {"version": 1, "steps": [{"kind": "set", "path": path, "value": value, **seen}]}
        answer = client.post(f"/api/v1/tables/{table['id']}/changes", params={"lang": lang}, json=change)
        assert answer.status_code == 422
        assert words in answer.json()["detail"]


def test_every_field_that_cannot_be_is_told_in_the_language(client: TestClient) -> None:
    body = {"state": {"players": [{"name": ""}, {}]}}
    answer = client.post("/api/v1/games/diceminer/score", params={"lang": "pl"}, json=body).json()
    assert [error["message"] for error in answer["errors"]] == [
        "tekst jest za krótki; co najmniej 1 (jest '')",
        "brakuje tego",
    ]
    assert [error["where"] for error in answer["errors"]] == ["/players/0/name", "/players/1/name"]
    assert answer["detail"] == (
        "Stan: Gracze 1 › Imię: tekst jest za krótki; co najmniej 1 (jest ''); Gracze 2 › Imię: brakuje tego."
    )


@pytest.mark.parametrize(
    ("lang", "allowed", "refused"),
    [
        ("el", "ακέραιος από 0 έως 99", "Το 'many' δεν γίνεται· επιτρέπεται: ακέραιος από 0 έως 99."),
        ("pl", "liczba całkowita od 0 do 99", "'many' nie pasuje; dozwolone: liczba całkowita od 0 do 99."),
    ],
)
def test_what_can_be_printed_on_a_card_is_told_in_the_language(
    client: TestClient, lang: str, allowed: str, refused: str
) -> None:
    path = "/api/v1/games/rollplayer/catalogue/chimera/strength_1p"
    assert client.get(path, params={"lang": lang}).json()["allowed"] == allowed
    answer = client.put(path, params={"lang": lang}, json={"value": "many"})
    assert answer.json()["detail"].endswith(refused)


@pytest.mark.parametrize(("lang", "words"), [("el", "Αυτό το PIN δεν ήταν σωστό."), ("pl", "Ten PIN był błędny.")])
def test_a_wrong_pin_is_told_in_the_language_of_the_phone(data_folder: Path, lang: str, words: str) -> None:
    headers = {"accept": "text/html", "accept-language": lang}
    with TestClient(create_app(Settings(pin="123456")), client=("192.168.1.7", 50000)) as phone:
        page = phone.get("/", params={"pin": "000000"}, headers=headers)
        assert words in page.text
        assert f'<html lang="{lang}">' in page.text


@pytest.mark.parametrize(("lang", "words"), [("el", "Στείλτε κάτι μικρότερο."), ("pl", "Wyślij coś mniejszego.")])
def test_too_large_a_body_is_told_in_the_language(client: TestClient, lang: str, words: str) -> None:
    answer = client.post("/api/v1/tables", params={"lang": lang}, content=b"x" * 3_000_000)
    assert answer.status_code == 413
    assert words in answer.json()["detail"]


def test_no_refusal_is_written_in_english_only() -> None:
    """A plain text would never be translated: every sentence goes through ``say``."""
    found = []
    sources = (Path(package.__file__ or "").parent.rglob("*.py") for package in (api, scoring, vision))
    for path in sorted(chain.from_iterable(sources)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
                found += [f"{path.name}:{node.lineno}"] * isinstance(node.args[0], ast.Constant | ast.JoinedStr)
    assert found == []


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "There is no race 'elv'. Did you mean 'elf'?"),
        ("el", "Δεν υπάρχει 'elv' (φυλή). Μήπως εννοείτε 'elf';"),
        ("pl", "Nie ma czegoś takiego jak 'elv' (rasa). Czy chodzi o 'elf'?"),
    ],
)
def test_a_misspelt_name_gets_the_nearest_in_the_readers_language(client: TestClient, lang: str, said: str) -> None:
    state = {"players": [{"name": "Ann", "race": "elv"}]}
    answer = client.post(f"/api/v1/games/rollplayer/score?lang={lang}", json={"state": state})
    assert answer.status_code == 422
    assert said in [error["message"] for error in answer.json()["errors"]]


@pytest.mark.parametrize(
    ("lang", "nothing", "not_so"),
    [
        ("en", "There is nothing at this address.", "This address is there, but not for what was asked of it."),
        ("el", "Σε αυτή τη διεύθυνση δεν υπάρχει τίποτα.", "Η διεύθυνση υπάρχει, αλλά όχι για αυτό που ζητήθηκε."),
        ("pl", "Pod tym adresem nic nie ma.", "Ten adres istnieje, ale nie do tego, o co poproszono."),
    ],
)
def test_a_wrong_address_and_a_wrong_method_are_told_in_the_language(
    client: TestClient, lang: str, nothing: str, not_so: str
) -> None:
    for path in ("/nowhere", "/api/v1/nowhere", "/static/nowhere.js"):
        answer = client.get(path, params={"lang": lang})
        assert (answer.status_code, answer.json()["detail"]) == (404, nothing)
    answer = client.put("/api/v1/tables", params={"lang": lang})
    assert (answer.status_code, answer.json()["detail"]) == (405, not_so)
    assert "GET" in answer.headers["allow"]


@pytest.mark.parametrize(
    ("game", "line", "greek", "polish"),
    [
        ("diceminer", "Ann: T1 Q9", "Το 'Q9' δεν είναι ζάρι.", "'Q9' to nie kość."),
        ("diceminer", ": T1", "το κείμενο είναι πολύ μικρό", "tekst jest za krótki"),
        ("rollplayer", "nonsense", "Η γραμμή αρχίζει με 'base' ή 'mm'", "Wiersz zaczyna się od 'base' albo 'mm'"),
        (
            "rollplayer",
            "base; Ann elfe ranger hermit@11 hunter ---/---/---/---/---/---",
            "Μήπως εννοείτε 'elf'",
            "Czy chodzi o 'elf'",
        ),
        ("dungeonlords", "y2 nonsense", "Το 'nonsense' δεν είναι κατανοητό", "'nonsense' jest niezrozumiałe"),
        (
            "dungeonlords",
            "y9 end p0 | Ann",
            "Έτος: πρέπει να είναι ένα από: 1, 2 (είναι 9).",
            "Rok: ma być jednym z: 1, 2 (jest 9).",
        ),
        ("dwar7s", "Ann:x | - | -", "Στο 'Ann:x': Το 'x' δεν είναι κανένα από", "W 'Ann:x': 'x' nie jest żadnym z"),
    ],
)
def test_a_notation_that_cannot_be_read_is_told_in_the_language(
    client: TestClient, game: str, line: str, greek: str, polish: str
) -> None:
    for lang, words in (("el", greek), ("pl", polish)):
        answer = client.post(f"/api/v1/games/{game}/score", params={"lang": lang}, json={"notation": line})
        assert answer.status_code == 422
        assert words in answer.json()["detail"]


def test_a_word_from_a_short_list_gets_the_nearest_too(client: TestClient) -> None:
    state = {"players": [{"name": "Ann", "hero": "ingineer"}]}
    answer = client.post("/api/v1/games/diceminer/score", json={"state": state})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["message"].endswith("; nearest is 'engineer' (it is 'ingineer')")
