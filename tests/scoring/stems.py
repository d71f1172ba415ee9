"""``python -m tests.scoring.stems``: what brings the forms of a word together, measured on the same questions.

Five ways: as Tally cuts them (`scoring.stems`), snowballstemmer on words without accents and on words as typed,
the lemmas of simplemma (``pip install simplemma``; left out if it is not there), and nothing at all.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yaml
from snowballstemmer import stemmer

from scoring.askbench import outcome, shares
from scoring.asking import Desk
from scoring.games import load
from scoring.languages import LANGUAGES
from scoring.spelling import fold
from scoring.strays import strays
from scoring.tongues import ALGORITHMS, Tongue, tongue

GAMES = ("rollplayer", "diceminer", "dungeonlords", "dwar7s")
VOCABULARY = yaml.safe_load((Path(load("yacht").folder).parent / "vocabulary.yaml").read_text("utf-8"))
Stem = Callable[[str], str]


class AsTyped(Tongue):
    """A language whose stems are made of words with their accents."""

    def stem(self, word: str) -> str:
        """What all forms of a word share."""
        return word if word.isdigit() else self.form(self._stem(word.casefold()))


def ways() -> dict[str, Mapping[str, Tongue]]:
    """Every way by its name, with the languages as it reads them."""
    snow: dict[str, Stem] = {lang: stemmer(name).stemWord for lang, name in ALGORITHMS.items()}
    found: dict[str, Mapping[str, Tongue]] = {
        "as Tally cuts them": {lang: tongue(lang) for lang in LANGUAGES},
        "snowballstemmer, no accents": {lang: Tongue(lang, VOCABULARY[lang], snow[lang]) for lang in LANGUAGES},
        "snowballstemmer, as typed": {
            lang: (Tongue if lang == "el" else AsTyped)(lang, VOCABULARY[lang], snow[lang]) for lang in LANGUAGES
        },
        "nothing": {lang: Tongue(lang, VOCABULARY[lang], lambda word: word) for lang in LANGUAGES},
    }
    try:
        lemma: Any = importlib.import_module("simplemma").lemmatize
    except ImportError:
        return found
    lemmas = {
        lang: AsTyped(lang, VOCABULARY[lang], lambda word, lang=lang: fold(lemma(word, lang=lang)))
        for lang in LANGUAGES
    }  # type: ignore[misc]
    return found | {"simplemma": lemmas}


def measured(tongues: Mapping[str, Tongue]) -> dict[str, Any]:
    """The shares of all questions of all games, per language."""
    told = []
    with patch("scoring.asking.tongue", tongues.__getitem__), patch("scoring.tongues.tongue", tongues.__getitem__):
        for game_id in GAMES:
            game = load(game_id)
            desk = Desk(game.rulebook.rules, game.answers.answers.values(), game.catalogue, strays(game_id))
            questions = yaml.safe_load((Path(__file__).parent / game_id / "questions.yaml").read_text("utf-8"))
            told += [outcome(desk, question) for question in questions]
    return shares(told)


def main() -> None:
    """Print one line per way and language."""
    assert tongue("pl").stem("kości") == tongue("pl").stem("kosci")
    for name, tongues in ways().items():
        whole = measured(tongues)
        for lang in ("all", *LANGUAGES):
            part = whole if lang == "all" else whole[lang]
            told = "  ".join(f"{what} {part[what]:.3f}" for what in ("first", "among_three", "verdict"))
            print(f"{name:28} {lang:3} {told}", flush=True)


if __name__ == "__main__":
    main()
