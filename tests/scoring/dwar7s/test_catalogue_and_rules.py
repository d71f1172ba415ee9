"""The catalogue asks for what nobody has told us; the rules answer players' questions in three languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from scoring import dwar7s
from scoring.dwar7s import GAME
from scoring.dwar7s.pieces import Gem, Kind, Ogre, Secret, mask
from scoring.dwar7s.printed import print_of_card, print_of_kind
from scoring.dwar7s.state import Options
from scoring.languages import LANGUAGES
from tests.scoring.dwar7s.anything import SHIPPED, card, ruling, stack, table

FOLDER = Path(dwar7s.__file__).parent
QUESTIONS = yaml.safe_load((FOLDER / "searches.yaml").read_text("utf-8"))
KNOWN = {
    "castle": {"need": 2},
    "emerald_mine": {"need": 2, "slots": 3},
    "diamond_mine": {"need": 2},
    "ruby_mine": {"need": 3},
    "tavern": {"need": 2},
    "general_store": {"need": 3},
    "fire_dragon": {"need": 5},
    "frost_giant": {"need": 5},
}


def test_every_piece_of_the_box_is_in_the_catalogue():
    items = {*Kind, *Gem, *Ogre, *Secret, *(f"trade_{number}" for number in range(1, 11))} - {Ogre.HIDDEN}
    assert set(SHIPPED.items) == set(map(str, items))


def test_only_what_a_source_tells_ships_as_known():
    told = {}
    for item, field, fact in SHIPPED.entries():
        if fact.known and field != "copies":
            told.setdefault(item.id, {})[field] = fact.value
            assert fact.source
    assert told == KNOWN


def test_every_gap_is_asked_for_in_three_languages():
    for kind in SHIPPED.kinds.values():
        assert set(kind.name) == set(LANGUAGES)
        for field in kind.fields.values():
            assert set(field.ask) == set(LANGUAGES)
    for item in SHIPPED.items.values():
        assert set(item.name) == set(LANGUAGES)


def test_walls_are_entered_by_edge():
    assert SHIPPED.check("castle", "walls", "Top, left") == ["top", "left"]
    assert SHIPPED.check("castle", "walls", "none") == []


def test_every_rule_the_code_cites_exists():
    cited = set()
    for path in FOLDER.rglob("*.py"):
        cited |= set(re.findall(r'"(DW-[A-Z-]+)"', path.read_text("utf-8")))
    assert len(cited) > 50
    assert cited <= set(GAME.rulebook.rules)


def test_every_option_is_explained_by_a_rule():
    for lang in LANGUAGES:
        told = " ".join(rule.text[lang] + (rule.note or {}).get(lang, "") for rule in GAME.rulebook.rules.values())
        assert [name for name in Options.model_fields if name not in told] == []


def test_questions_are_many_and_even():
    by_language = {lang: sum(question["lang"] == lang for question in QUESTIONS) for lang in LANGUAGES}
    assert len(QUESTIONS) >= 40
    assert min(by_language.values()) >= 15
    for question in QUESTIONS:
        assert set(question.get("rules", [question.get("rule")])) <= set(GAME.rulebook.rules)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_search_answers_most_questions(lang):
    asked = [question for question in QUESTIONS if question["lang"] == lang]
    found = 0
    for question in asked:
        right = set(question.get("rules", [question.get("rule")]))
        found += bool(right & {hit.rule.id for hit in GAME.ask(question["ask"]).hits})
    assert found / len(asked) >= 0.75


def test_a_table_teaches_the_catalogue():
    """Walls seen on a turned card are learnt upright, in the form that an owner can import."""
    seen = stack(0, 0, {"kind": "tavern", "colour": "red", "turn": 1, "walls": ["right", "top"], "points": 2})
    answer = ruling("learn", table(seen, printed={"ruby": {"points": 3}, "castle": {"points": "none"}}))
    entries = {"ruby": {"points": 3}, "tavern": {"walls": ["top", "left"], "points": 2}}
    assert answer.data == {"format": "tally-catalogue-1", "game": "dwar7s", "entries": entries}
    told = SHIPPED.with_owner({(item, field): v for item, fields in entries.items() for field, v in fields.items()})
    assert print_of_card(
        table(seen).table[0].top.model_copy(update={"walls": None}), print_of_kind(Kind.TAVERN, told)
    ).walls == mask(["right", "top"])


def test_cards_that_contradict_each_other_teach_nothing():
    two = (stack(0, 0, card("red tavern", points=1)), stack(1, 0, card("blue tavern", points=2)))
    answer = ruling("learn", table(*two))
    assert "points" not in answer.data["entries"]["tavern"]
    assert any("look again" in step.text for step in answer.steps)
