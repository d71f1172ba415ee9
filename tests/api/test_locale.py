"""Every text that a person can see is there in Greek and Polish, with the same values in it."""

from __future__ import annotations

import re

import pytest

from api.locale.collect import collect
from api.locale.update import TRANSLATED, load_catalogue, missing
from api.speech import spoken, translator
from scoring.words import say

VALUES = re.compile(r"\{(\w*)[^{}]*\}")


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_translation_is_missing(lang: str) -> None:
    left = missing(lang, collect())
    assert left == [], f"{len(left)} texts have no {lang} translation; see python -m api.locale.update --missing {lang}"


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


def test_a_sentence_inside_a_sentence_is_said_in_the_language_too() -> None:
    colour = say("gold")
    assert translator("pl")(say("{colour} {value}", colour=colour, value=6)) == f"{translator('pl')(colour)} 6"
    assert translator("pl")(colour) != "gold"


def test_plain_words_of_players_stay_as_they_are() -> None:
    assert spoken({"name": "Gold", "totals": [3]}, "el") == {"name": "Gold", "totals": [3]}
