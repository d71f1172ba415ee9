"""Every text that a person can see is there in Greek and Polish, with the same values in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.language import speech
from api.language.collect import collect
from api.language.messages import read_messages
from api.language.speech import LOCALES, page_texts, spoken, spoken_schema, translator
from api.language.update import load_catalogue, missing, path_of
from scoring.facttypes import Table
from scoring.games import load
from scoring.languages import LANGUAGES, TRANSLATED
from scoring.words import say, titled
from tests.terminal import tally
from tests.wording import wrong_words

VALUES = re.compile(r"\{(\w*)[^{}]*\}")


def test_every_language_has_its_folder_and_every_folder_is_spoken() -> None:
    assert {path.parts[-3] for path in LOCALES.glob("*/LC_MESSAGES/tally.po")} == set(TRANSLATED)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_translation_is_missing(lang: str) -> None:
    left = missing(lang, collect())
    assert left == [], f"{len(left)} lack {lang}; see python -m api.language.update --missing {lang}"


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_translation_names_the_same_values(lang: str) -> None:
    wrong = [
        str(message.id)
        for message in load_catalogue(lang)
        if message.id
        and message.string
        and set(VALUES.findall(str(message.id))) != set(VALUES.findall(str(message.string)))
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_the_texts_address_people_as_the_books_do(lang: str) -> None:
    said = {str(message.id): wrong_words(lang, str(message.string)) for message in load_catalogue(lang) if message.id}
    assert {text: words for text, words in said.items() if words} == {}


def test_english_texts_say_whose_it_is() -> None:
    assert [str(message.id) for message in collect() if wrong_words("en", str(message.id))] == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_our_reader_of_catalogues_reads_as_babel_does(lang: str) -> None:
    known = {str(m.id): str(m.string) for m in load_catalogue(lang) if m.id and m.string and not m.fuzzy}
    text = path_of(lang).read_bytes()
    assert read_messages(text)["texts"] == known
    fuzzy = text.replace(b'msgid "Total"', b'#, fuzzy\nmsgid "Total"', 1)
    assert "Total" in known and "Total" not in read_messages(fuzzy)["texts"]


def test_a_sentence_inside_a_sentence_is_said_in_the_language_too() -> None:
    colour = say("gold")
    assert translator("pl")(say("{colour} {value}", colour=colour, value=6)) == f"{translator('pl')(colour)} 6"
    assert translator("pl")(colour) != "gold"


def test_plain_words_of_players_stay_as_they_are() -> None:
    assert spoken({"name": "Gold", "totals": [3]}, "el") == {"name": "Gold", "totals": [3]}


@pytest.mark.parametrize(
    ("kind", "field", "greek", "polish"),
    [
        ("trait", "pays", ["Τουλάχιστον", "Αστέρια"], ["Co najmniej", "Gwiazdki"]),
        ("monster", "stars_2p", ["Από", "Έως", "Αστέρια"], ["Od", "Do", "Gwiazdki"]),
        ("backstory", "places", ["Γραμμή", "Θέση", "Χρώμα"], ["Rząd", "Miejsce", "Kolor"]),
    ],
)
def test_headings_of_printed_tables_say_what_is_in_the_column(
    kind: str, field: str, greek: list[str], polish: list[str]
) -> None:
    table = load("rollplayer").catalogue.kinds[kind].fields[field].type
    assert isinstance(table, Table)
    for lang, said in (("el", greek), ("pl", polish)):
        assert [page_texts(lang)[titled(column)] for column in table.columns] == said


@pytest.mark.parametrize(
    ("game", "question", "field", "greek", "polish"),
    [
        ("rollplayer", "action", "to", "Νέα τιμή", "Nowa wartość"),
        ("dwar7s", "move", "to", "Πού πηγαίνει", "Dokąd idzie"),
        ("dwar7s", "move", "start", "Πού στέκεται", "Gdzie stoi"),
    ],
)
def test_a_field_whose_name_is_unclear_has_a_heading_of_its_own(
    game: str, question: str, field: str, greek: str, polish: str
) -> None:
    schema = load(game).question(question).ask.model_json_schema()
    for lang, said in (("el", greek), ("pl", polish)):
        assert spoken_schema(schema, lang)["properties"][field]["title"] == said


def test_a_language_is_one_line_and_one_folder(
    tmp_path: Path, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A toy language: the terminal takes it, the page offers it, and what nobody said in it yet stays English."""
    folder = tmp_path / "eo" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "tally.po").write_text('msgid "Total"\nmsgstr "Sumo"\n\nmsgid "players"\nmsgstr "ludantoj"\n', "utf-8")
    monkeypatch.setitem(LANGUAGES, "eo", "Esperanto")
    monkeypatch.setattr(speech, "LOCALES", tmp_path)
    try:
        assert translator("eo")(say("Total")) == "Sumo"
        assert translator("eo")(say("dice")) == "dice"
        assert "ludantoj" in tally("games", LC_ALL="eo_XX.UTF-8").stdout
        assert client.get("/api/v1/version").json()["languages"][-1] == "eo"
        page = client.get("/", params={"lang": "eo"}).text
        assert '<html lang="eo"' in page and "Esperanto" in page
    finally:
        speech._messages.cache_clear()
        page_texts.cache_clear()
