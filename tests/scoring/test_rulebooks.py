"""Rules of all games: what the code cites exists, and a player's question finds its rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from scoring.games import GAME_IDS, load
from scoring.rulebook import RulebookError, load_rulebook

SCORING = Path(__file__).parents[2] / "scoring"
PREFIXES = {"diceminer": "DM", "rollplayer": "RP|MM", "dungeonlords": "DL", "dwar7s": "DW"}
TOP1, TOP3 = 0.70, 0.85  # floors against a step back; `tally bench --only rules` gives the figures


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_cited_rule_exists(game_id: str) -> None:
    rules = load(game_id).rulebook.rules
    cited = re.compile(rf"[\"'](?:{PREFIXES[game_id]})-[A-Z0-9][A-Z0-9-]*[\"']")
    for path in (SCORING / game_id).rglob("*.py"):
        for found in cited.findall(path.read_text("utf-8")):
            assert found.strip("\"'") in rules, f"{path.name} cites {found}"


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_rule_is_told_in_three_languages_of_its_own(game_id: str) -> None:
    """A text that was left in English would be the same in two languages."""
    for rule in load(game_id).rulebook.rules.values():
        assert len(set(rule.text.values())) == 3, rule.id
        assert re.search("[α-ωά-ώ]", rule.text["el"]), rule.id
        assert rule.source, rule.id


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_players_questions_find_their_rule(game_id: str) -> None:
    game = load(game_id)
    questions = yaml.safe_load((game.folder / "questions.yaml").read_text("utf-8"))
    assert len(questions) >= 40
    assert {q["lang"] for q in questions} == {"en", "el", "pl"}
    ranks = [_rank(game.rulebook.search(q["ask"], 3), q.get("rules", [q.get("rule")])) for q in questions]
    assert all(r in game.rulebook.rules for q in questions for r in q.get("rules", [q.get("rule")]))
    assert sum(r == 1 for r in ranks) / len(ranks) >= TOP1
    assert sum(r > 0 for r in ranks) / len(ranks) >= TOP3


def _rank(hits: list, right: list[str]) -> int:  # type: ignore[type-arg]
    return next((place for place, hit in enumerate(hits, 1) if hit.rule.id in right), 0)


@pytest.mark.parametrize("question", ["διπλασιάζω πετράδια", "podwojenie klejnotów", "who doubles gems on a tie"])
def test_one_rule_answers_in_three_languages(question: str) -> None:
    assert load("diceminer").rulebook.search(question)[0].rule.id == "DM-TREASURE-DOUBLE"


@pytest.mark.parametrize(
    "question", ["", "   ", "?!", "🐉", "x" * 5000, '"; DROP TABLE rules; --', "NEAR( AND OR NOT *"]
)
def test_no_question_breaks_the_search(question: str) -> None:
    assert isinstance(load("diceminer").rulebook.search(question), list)


def test_a_rules_file_with_a_hole_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text("- {id: X-1, title: {en: a, el: b, pl: c}, text: {en: a}, source: book}", "utf-8")
    with pytest.raises(RulebookError, match="X-1 needs its text in en, el, pl"):
        load_rulebook(path)
