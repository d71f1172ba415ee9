"""Answers of all games: enough of them, three languages, and no answer that rests on nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from scoring.answers import AnswersError, Verdict, load_answers
from scoring.games import GAME_IDS, load
from scoring.languages import LANGUAGES
from scoring.spelling import fold
from scoring.verdicts import Said
from tests.scoring.left_out import LeftOut
from tests.wording import wrong_words

LEAST = {"rollplayer": 60, "diceminer": 40, "dungeonlords": 80, "dwar7s": 40}
THERE = [game_id for game_id in GAME_IDS if (load(game_id).folder / "answers.yaml").is_file()]
TEXTS = {"en": "a", "el": "β", "pl": "c"}
PHRASINGS = {lang: [f"{text} {n}" for n in range(6)] for lang, text in TEXTS.items()}
FINE = {"id": "X-ASK", "verdict": "no", "say": TEXTS, "rules": ["X-1"], "ask": PHRASINGS}


@pytest.mark.parametrize("game_id", LEAST)
def test_there_are_as_many_answers_as_people_argue_about(game_id: str) -> None:
    assert len(load(game_id).answers.answers) >= LEAST[game_id]


@pytest.mark.parametrize("game_id", THERE)
def test_every_answer_speaks_three_languages_and_names_what_exists(game_id: str) -> None:
    game = load(game_id)
    questions = {question.id for question in game.questions}
    for answer in game.answers.answers.values():
        assert answer.id.split("-")[0] in game.prefixes, answer.id
        assert answer.id.split("-")[1] == "ASK", answer.id
        assert not answer.referee or answer.referee in questions, answer.id
        assert len(set(answer.say.values())) == 3, answer.id
        for lang, text in answer.say.items():
            assert wrong_words(lang, text) == [], (answer.id, text)


@pytest.mark.parametrize("game_id", THERE)
def test_a_phrasing_of_an_answer_finds_it(game_id: str) -> None:
    """Each was written for one answer; one that finds another belongs to both, or to neither."""
    game = load(game_id)
    asked = [
        (answer, text) for answer in game.answers.answers.values() for many in answer.ask.values() for text in many
    ]
    looked_at = asked[::20]
    lost = [text for answer, text in looked_at if game.ask(text).hits[0].answer is not answer]
    assert len(lost) <= 0.015 * len(looked_at), lost


@pytest.mark.parametrize("game_id", THERE)
def test_no_phrasing_has_two_verdicts(game_id: str) -> None:
    """One that stands in two answers which say different things to it decides nothing."""
    said: dict[tuple[str, str], set[Said]] = {}
    for answer in load(game_id).answers.answers.values():
        for lang in LANGUAGES:
            for place, text in enumerate(answer.phrasings(lang)):
                turned = place >= len(answer.ask[lang])
                said.setdefault((lang, fold(text)), set()).add(LeftOut(answer, lang, text, turned).said)
    assert [text for text, told in said.items() if len(told) > 1] == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"verdict": "maybe"}, "the verdict is one of yes, no, number"),
        ({"say": {"en": "a"}}, "it needs say in en, el, pl"),
        ({"ask": {**PHRASINGS, "el": ["β"]}}, "6 to 14 phrasings in el, not 1"),
        ({"verdict": "number"}, "the verdict number needs its number"),
        ({"whether": "yes"}, "whether is yes or no, in quotes, beside a verdict that is neither"),
        ({"verdict": "answer", "whether": "perhaps"}, "whether is yes or no"),
        ({"verdict": "answer", "by_number": {3: "4"}}, "the number stands in quotes"),
        ({"verdict": "number", "number": 3}, "the number stands in quotes"),
        ({"rules": []}, "it rests on no rule"),
        ({"rules": ["X-1", "X-7"]}, "There is no rule X-7"),
        ({"sey": {}}, "nothing is called 'sey' here"),
        ({"ask": {**PHRASINGS, "en": [1, 2, 3, 4, 5, 6]}}, "1 is no text"),
    ],
)
def test_an_answers_file_that_is_not_in_order_is_refused(tmp_path: Path, change: dict[str, Any], fault: str) -> None:
    path = tmp_path / "answers.yaml"
    path.write_text(yaml.safe_dump({"answers": [FINE | change], "never_disputed": ["X-1"]}), "utf-8")
    with pytest.raises(AnswersError, match=fault):
        load_answers(path, {"X-1": None})


def test_every_rule_is_reached_or_said_to_be_undisputed(tmp_path: Path) -> None:
    path = tmp_path / "answers.yaml"
    path.write_text(yaml.safe_dump({"answers": [FINE, FINE]}), "utf-8")
    with pytest.raises(AnswersError, match=r"X-ASK is there twice. No answer reaches X-2") as refused:
        load_answers(path, {"X-1": None, "X-2": None})
    assert "X-1," not in str(refused.value)


def test_a_game_without_answers_has_none(tmp_path: Path) -> None:
    assert load_answers(tmp_path / "answers.yaml", {}).answers == {}
    assert set(Verdict) == {"yes", "no", "number", "answer", "silent", "card"}
