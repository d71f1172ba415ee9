"""Printed facts: provenance, the owner's word over ours, and values that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.catalogue import Catalogue, load_catalogue
from scoring.facttypes import FactError
from scoring.games import GAME_IDS, load
from scoring.rulebook import LANGUAGES

FILE = """
kinds:
  armor:
    name: {en: Armor, el: Πανοπλία, pl: Zbroja}
    fields:
      colour: {type: choice, of: [brown, grey], ask: {en: Which colour?, el: Τι χρώμα;, pl: Jaki kolor?}}
      stars: {type: list, of: {type: int, min: 0, max: 20}, ask: {en: Which stars?, el: Πόσα;, pl: Ile?}}
items:
  gloves:
    kind: armor
    name: {en: Gloves, el: Γάντια, pl: Rękawice}
    facts:
      colour: {value: brown, source: RB, confidence: one_source}
      stars: {value: null}
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    (tmp_path / "armor.yaml").write_text(FILE, "utf-8")
    return load_catalogue(tmp_path)


def test_a_known_fact_has_its_source_and_a_caveat_when_unsure(catalogue: Catalogue) -> None:
    fact = catalogue.fact("gloves", "colour")
    assert (fact.value, fact.source) == ("brown", "RB")
    assert "one source" in fact.caveat


def test_an_unknown_fact_becomes_a_question_about_that_card(catalogue: Catalogue) -> None:
    assert not catalogue.fact("gloves", "stars").known
    assert catalogue.missing("gloves", "stars").question == "Gloves: Which stars?"


def test_the_owners_word_lies_over_ours(catalogue: Catalogue) -> None:
    mine = catalogue.with_owner({("gloves", "colour"): "grey", ("gloves", "stars"): "2, 5"})
    assert mine.value("gloves", "colour") == "grey"
    assert mine.fact("gloves", "stars").confidence == "owner"
    assert mine.value("gloves", "stars") == [2, 5]
    assert catalogue.value("gloves", "colour") == "brown"


@pytest.mark.parametrize(
    ("item", "field", "value", "says"),
    [
        ("glove", "stars", "1", "Did you mean 'gloves'"),
        ("gloves", "weight", "1", "it has: colour, stars"),
        ("gloves", "stars", "1, 99", "from 0 to 20"),
        ("gloves", "stars", "many", "whole number"),
        ("gloves", "colour", "pink", "one of brown, grey"),
    ],
)
def test_what_cannot_be_printed_there_is_refused_with_a_sentence(
    catalogue: Catalogue, item: str, field: str, value: str, says: str
) -> None:
    with pytest.raises(FactError, match=says):
        catalogue.check(item, field, value)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_shipped_catalogue_is_in_order(game_id: str) -> None:
    """Loading validates values; here: three languages everywhere, and every fact that has a value has a source."""
    catalogue = load(game_id).catalogue
    for kind in catalogue.kinds.values():
        assert set(kind.name) == set(LANGUAGES), kind.id
        for name, field in kind.fields.items():
            assert set(field.ask) == set(LANGUAGES), (kind.id, name)
    for item, name, fact in catalogue.entries():
        assert set(item.name) == set(LANGUAGES), item.id
        assert not fact.known or (fact.source and fact.confidence), (item.id, name)
