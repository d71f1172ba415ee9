"""Whatever is wrong with a state or a question is told in words: no field path and no word of Python."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from api.language.speech import catalogue, translator
from scoring.complaints import Fault, faults, told
from scoring.facttypes import FactError
from scoring.game import NotationError
from scoring.games import games, load
from scoring.languages import TRANSLATED
from scoring.words import Sentence, titled
from tests.scoring.promises import leads_somewhere, pointers, put

GAMES = games()
ASKED: dict[str, tuple[type[BaseModel], Any]] = {
    f"{game.id} {name}": (game.state, game.sample(name).model_dump(mode="json"))
    for game in GAMES
    for name in list(game.samples)[:2]
}
ASKED |= {
    f"{game.id} {question.id}": (question.ask, question.ask.model_validate(question.example).model_dump(mode="json"))
    for game in GAMES
    for question in game.questions
}
SCHEMAS = [json.dumps(model.model_json_schema()) for model, _ in ASKED.values()]
FIELDS = {name for schema in SCHEMAS for name in re.findall(r'"(\w+)": ', schema)}
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(["troll", "red 9", "T9", "C99", [], [[]], {}, {"some_thing": 1}, "y" * 5000, "\ud800"]),
)
FIELD_PATH = re.compile(r"\b[a-z0-9]+_\w+|\w\[\w*\]|/\w+/\d|\b\w+\.\w+\.\w+")
PYTHON = re.compile(
    r"\b(None|True|False|NoneType|dict|tuple|str|int|float|bool|enum|literal|pydantic|validator|function|input|Input"
    r"|\w+Error|object|integer|string|isinstance|nan|inf)\b"
)
QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'" + r'|"(?:[^"\\]|\\.)*"')


def found_in(model: type[BaseModel], data: Any) -> list[Fault]:
    try:
        model.model_validate(data)
    except ValidationError as error:
        return faults(error, data)
    return []


@pytest.mark.parametrize("game_id", [game.id for game in GAMES])
@settings(max_examples=150)
@given(data=st.data())
def test_broken_data_is_refused_in_words(game_id: str, data: st.DataObject) -> None:
    model, whole = ASKED[data.draw(st.sampled_from([name for name in ASKED if name.startswith(f"{game_id} ")]))]
    broken = copy.deepcopy(whole)
    place = data.draw(st.sampled_from(list(pointers(whole))))
    junk = data.draw(JUNK)
    if data.draw(st.booleans()):
        put(broken, place, junk)
    else:
        rename(broken, place)
    for fault in found_in(model, broken):
        pointer = "".join(f"/{step}" for step in fault.steps)
        assert leads_somewhere(broken, pointer, adding=True), "machines are led to the fault"
        assert_in_words(fault.sentence, broken)


def rename(data: Any, place: tuple[Any, ...]) -> None:
    """Give a field a name that nothing has, or put one more thing into a list."""
    for step in place[:-1]:
        data = data[step]
    if isinstance(data, dict):
        data["so_called"] = data.pop(place[-1])
    else:
        data.extend(data[:1] * 500)


def assert_in_words(sentence: str, data: Any) -> None:
    """Quoted words are those of whoever sent the data, or those that are allowed there; so are the names of pieces."""
    unquoted = QUOTED.sub("", sentence)
    for own in sorted({text for text in texts(data) if text}, key=len, reverse=True):
        unquoted = unquoted.replace(own, "")
    assert not FIELD_PATH.search(unquoted), sentence
    assert not PYTHON.search(unquoted), sentence


def texts(data: Any) -> Iterator[str]:
    """What whoever sent the data called things."""
    if isinstance(data, dict):
        yield from (str(part["name"]) for part in [data] if "name" in part)
        for part in data.values():
            yield from texts(part)
    elif isinstance(data, list):
        for part in data:
            yield from texts(part)


@pytest.mark.parametrize("name", ASKED)
def test_every_complaint_is_said_in_every_language(name: str) -> None:
    """Fields of a sample are broken in turn; places and messages are all translated."""
    model, whole = ASKED[name]
    known = set.intersection(*(set(catalogue(lang)) for lang in TRANSLATED))
    places = list(pointers(whole))
    told_by = {step for place in places for step in place if isinstance(step, str)} - FIELDS
    for place in places[:: len(places) // 8 + 1]:
        for junk in (None, [], {"x": 1}, 10**9, "?"):
            broken = copy.deepcopy(whole)
            put(broken, place, junk)
            for sentence in (fault.sentence for fault in found_in(model, broken)):
                untold = {part for part in templates(sentence) if part not in known} - {str(titled(k)) for k in told_by}
                assert not untold, sentence


def templates(sentence: str) -> Iterator[str]:
    """The words of our own in a sentence, without what was put into it."""
    if isinstance(sentence, Sentence) and "en" not in sentence.values:
        if re.search("[A-Za-z]{3}", re.sub(r"\{\w+\}", "", sentence.template)):
            yield sentence.template
        for value in sentence.values.values():
            yield from templates(value)


def test_a_fault_is_placed_by_names_and_numbers() -> None:
    model, whole = dice_miner()
    broken = copy.deepcopy(whole)
    broken["players"][1]["rounds"][0]["dice"] = 7
    (fault,) = found_in(model, broken)
    name = broken["players"][1]["name"]
    assert fault.place == f"{name} › Rounds 1 › Dice"
    assert translator("pl")(fault.place) == f"{name} › Rundy 1 › Kości"
    assert fault.steps == ("players", 1, "rounds", 0, "dice")


def dice_miner() -> tuple[type[BaseModel], Any]:
    return next(found for name, found in ASKED.items() if name.startswith("diceminer "))


def test_only_the_first_faults_are_told_and_the_rest_counted() -> None:
    model, _ = dice_miner()
    broken = {"players": [{"name": ""} for _ in range(5)]}
    found = found_in(model, broken)
    assert len(found) == 5
    assert told(found).endswith("; and 2 more")


def test_printed_values_are_refused_by_their_question() -> None:
    """Neither the field's name, nor the columns' names, nor None."""
    for game in GAMES:
        for item, field, _ in game.catalogue.entries():
            for junk in (None, "?!", [[1]], True, -(10**9)):
                try:
                    game.catalogue.check(item.id, field, junk)
                except FactError as error:
                    question = game.catalogue.missing(item.id, field).question
                    assert error.sentence.startswith(question)
                    assert_in_words(error.sentence.removeprefix(question), {})


def test_a_name_that_no_field_could_have_is_told() -> None:
    """Found by a fuzzer: it led nowhere in data that was not at hand, and the sentence about it failed."""
    with pytest.raises(NotationError, match="nothing here is called 'Vgame'"):
        load("pad").parse('{"Vgame": 1, "players": [{"name": "Ann"}]}')


@pytest.mark.parametrize("place", ["ßC1", "é1", "1", "C", "C1.2.3", "Ⅷ1"])
def test_a_square_that_is_none_is_told(place: str) -> None:
    """Found by bad input: a letter that becomes two in capitals ended in no sentence."""
    with pytest.raises(NotationError, match="cannot be read as dungeon"):
        load("dungeonlords").parse(f"y1 spring p1 | Ann D:{place} | Bob")
