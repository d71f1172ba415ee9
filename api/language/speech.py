"""Sentences in the reader's language: English as written, Greek and Polish from gettext catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from api.language.messages import read_messages
from scoring.catalogue import Localised
from scoring.languages import LANGUAGES
from scoring.sources import load
from scoring.words import Sentence

LOCALES = Path(__file__).parent


def choose(asked: str | None, accepted: str = "") -> str:
    """The language to speak: the one asked for, else the first the browser accepts, else English.

    >>> choose(None, "de-AT,pl;q=0.8,en;q=0.5"), choose("el"), choose("xx")
    ('pl', 'el', 'en')
    """
    wishes = [asked or "", *accepted.split(",")]
    for wish in wishes:
        short = wish.split(";")[0].strip()[:2].lower()
        if short in LANGUAGES:
            return short
    return "en"


@cache
def _messages(lang: str) -> Mapping[str, Any]:
    path = LOCALES / lang / "LC_MESSAGES" / "tally.po"
    if lang == "en" or not path.is_file():
        return {"texts": {}, "page": []}
    messages: Mapping[str, Any] = load(path, read_messages)
    return messages


def catalogue(lang: str) -> Mapping[str, str]:
    """Every translated text of a language; English has none."""
    texts: Mapping[str, str] = _messages(lang)["texts"]
    return texts


def translator(lang: str) -> Callable[[str], str]:
    """A function that says any text in a language; texts that nobody marked stay as they are."""
    if lang == "en":
        return str
    known = catalogue(lang)

    def speak(text: str) -> str:
        if isinstance(text, Localised):
            return str(text.values.get(lang, text))
        if not isinstance(text, Sentence):
            return known.get(text, text)
        template = known.get(text.template, text.template)
        if not text.values:
            return template
        values = {name: speak(v) if isinstance(v, str) else v for name, v in text.values.items()}
        try:
            return template.format_map(values)
        except (KeyError, IndexError, ValueError):
            return str(text)

    return speak


def spoken(value: Any, lang: str) -> Any:
    """Plain data with every marked sentence said in a language.

    >>> from scoring.words import say
    >>> spoken({"a": [say("gold"), 1]}, "en")
    {'a': ['gold', 1]}
    """
    return value if lang == "en" else _spoken(value, translator(lang))


def _spoken(value: Any, speak: Callable[[str], str]) -> Any:
    if isinstance(value, Sentence):
        return speak(value)
    if isinstance(value, dict):
        return {key: _spoken(part, speak) for key, part in value.items()}
    if isinstance(value, list):
        return [_spoken(part, speak) for part in value]
    return value


def spoken_schema(schema: dict[str, Any], lang: str) -> dict[str, Any]:
    """A JSON Schema with its titles and descriptions in a language."""
    said: dict[str, Any] = schema if lang == "en" else _spoken_schema(schema, translator(lang))
    return said


def _spoken_schema(schema: Any, speak: Callable[[str], str]) -> Any:
    if isinstance(schema, list):
        return [_spoken_schema(part, speak) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: speak(part) if key in ("title", "description") and isinstance(part, str) else _spoken_schema(part, speak)
        for key, part in schema.items()
    }


@cache
def page_texts(lang: str) -> Mapping[str, str]:
    """The texts that the page itself says, in a language; nothing for English."""
    messages = _messages(lang)
    return {text: messages["texts"][text] for text in messages["page"]}
