"""Printed facts: provenance, the owner's word over ours, and values that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from scoring.catalogue import Catalogue
from scoring.cataloguefile import load_catalogue
from scoring.facttypes import FactError
from scoring.games import GAME_IDS, load
from scoring.languages import LANGUAGES

SCORING = Path(__file__).parents[2] / "scoring"
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
        ("glove", "stars", "1", "There is no item 'glove'. Did you mean 'gloves'"),
        ("gloves", "weight", "1", "There is no field 'weight'. There are: 'colour', 'stars'"),
        ("gloves", "stars", "1, 99", "from 0 to 20"),
        ("gloves", "stars", "many", "whole number"),
        ("gloves", "colour", "pink", "one of 'brown', 'grey'"),
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
        assert not (fact.known or fact.hint) or (fact.source and fact.confidence), (item.id, name)
        assert not fact.hint or set(fact.hint) == set(LANGUAGES), (item.id, name)


@pytest.mark.parametrize("path", sorted(SCORING.rglob("*.yaml")), ids=lambda path: path.name)
def test_every_file_can_be_read_without_the_fast_reader(path: Path) -> None:
    """Where libyaml is missing, the reader in Python has to do; it is stricter about question marks."""
    assert yaml.safe_load(path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        (
            "source: RB,",
            "source: seen twice, once read aloud,",
            "armor.yaml, gloves, colour: nothing is called 'once read",
        ),
        (
            "kind: armor",
            "knd: armor",
            "armor.yaml, gloves: nothing is called 'knd' here. Known are: kind, box, name, facts",
        ),
        ("type: choice", "type: choice, min: 3", "armor.yaml, armor, colour: nothing is called 'min'"),
        ("kinds:", "notes: {}\nkinds:", "armor.yaml: nothing is called 'notes'"),
        ("fields:", "colour: brown\n    fields:", "armor.yaml, armor: nothing is called 'colour'"),
        ("value: brown", "value: pink", "armor.yaml, gloves, colour: 'pink' is not one of 'brown', 'grey'"),
        ("confidence: one_source", "confidence: sure", "armor.yaml, gloves, colour: confidence 'sure'"),
    ],
)
def test_a_file_with_something_nobody_reads_is_refused(tmp_path: Path, right: str, wrong: str, says: str) -> None:
    """A text cut at its comma leaves a key behind, which used to be passed over."""
    (tmp_path / "armor.yaml").write_text(FILE.replace(right, wrong, 1), "utf-8")
    with pytest.raises(FactError) as refused:
        load_catalogue(tmp_path)
    assert says in str(refused.value)


def test_what_is_known_of_an_unknown_value_comes_with_its_question(tmp_path: Path) -> None:
    hint = "{value: null, hint: {en: Not four., el: Όχι τέσσερα., pl: Nie cztery.}, source: RB, confidence: guess}"
    (tmp_path / "armor.yaml").write_text(FILE.replace("stars: {value: null}", f"stars: {hint}"), "utf-8")
    catalogue = load_catalogue(tmp_path)
    assert catalogue.missing("gloves", "stars").question == "Gloves: Which stars? Not four."
    assert catalogue.ask("gloves", "stars")["pl"] == "Ile? Nie cztery."
    assert not catalogue.fact("gloves", "stars").known
    assert catalogue.with_owner({("gloves", "stars"): [4]}).ask("gloves", "stars")["en"] == "Which stars?"


def test_rows_of_a_table_can_be_surer_than_the_whole() -> None:
    stars = load("rollplayer").catalogue.fact("giant_troll", "stars_2p")
    assert (stars.of_row([7, 9, 1]).confidence, stars.of_row([10, 10, 1]).confidence) == ("inferred", "book")


YEAR_ONE_SPELLS = (
    "word_of_peace suggestion magic_shield invisibility detect_evil fist_of_justice detect_treasure fireball"
)
PROVENANCE = [
    ("dungeonlords", "guess", "speed", "word_of_peace suggestion invisibility detect_evil fist_of_justice"),
    ("dungeonlords", "guess", "speed", "detect_treasure metamorphosis"),
    ("dungeonlords", "one_source", "speed", "magic_shield"),
    ("dungeonlords", "one_source", "year", "graffiti song_of_courage magic_key"),
    ("dungeonlords", "two_sources", "year", YEAR_ONE_SPELLS),
    ("dungeonlords", "one_source", "effect", "word_of_peace detect_evil fist_of_justice detect_treasure fireball"),
    ("dungeonlords", "one_source", "effect", "metamorphosis regeneration"),
    ("dungeonlords", "two_sources", "effect", "suggestion magic_shield invisibility create_food illusion"),
    ("dungeonlords", "derived", "fatigue", "graffiti"),
    ("dungeonlords", "one_source", "text", "witch_hunt monster_strike lose_half_gold"),
    ("dungeonlords", "two_sources", "damage_1", "rolling_stone fire_wall trap_door cursed_ring kamikaze_imp"),
    ("dungeonlords", "one_source", "cost_1", "cursed_ring kamikaze_imp"),
    ("rollplayer", "inferred", "effect", "thief"),
    ("rollplayer", "inferred", "stars_constitution", "thief"),
    ("rollplayer", "inferred", "stars_2p", "giant_troll"),
]


@pytest.mark.parametrize(("game", "confidence", "field", "items"), PROVENANCE)
def test_no_printed_value_is_surer_than_its_sources(game: str, confidence: str, field: str, items: str) -> None:
    """The values whose provenance was once told too well."""
    catalogue = load(game).catalogue
    assert {catalogue.fact(item, field).confidence for item in items.split()} == {confidence}


@pytest.mark.parametrize("item", ["magic_shield", "detect_evil", "fist_of_justice", "detect_treasure", "fireball"])
def test_spells_that_the_publisher_was_not_asked_about_do_not_cite_him(item: str) -> None:
    assert "publisher" not in load("dungeonlords").catalogue.fact(item, "effect").source


@pytest.mark.parametrize(
    ("game", "field", "items", "says"),
    [
        ("dungeonlords", "text", "extra_tax", "rooms are taxed"),
        ("dungeonlords", "text", "rats", "lose food"),
        ("dungeonlords", "text", "earthquake", "two tiles"),
        ("dungeonlords", "effect", "aura_of_fear dimensional_gate", "one attacking monster"),
        ("rollplayer", "counts", "weak reckless", "faces of the dice"),
        ("rollplayer", "counts", "compassionate honest obnoxious", "colours of the dice"),
        ("rollplayer", "effect", "tumble", "into the bag"),
        ("rollplayer", "effect", "knight", "when armor is bought"),
    ],
)
def test_effects_known_in_part_are_told_with_the_question(game: str, field: str, items: str, says: str) -> None:
    catalogue = load(game).catalogue
    for item in items.split():
        assert not catalogue.fact(item, field).known
        assert says in catalogue.missing(item, field).question
