"""Rules of all games: what the code cites exists, and a player's question finds its rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from scoring.found import Hit
from scoring.games import GAME_IDS, load
from scoring.rulebook import RulebookError, load_rulebook
from tests.wording import wrong_words

SCORING = Path(__file__).parents[2] / "scoring"
TOP1, TOP3 = 0.70, 0.85  # floors against a step back; `tally bench --only rules` gives the figures


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_cited_rule_exists(game_id: str) -> None:
    told = {*load(game_id).rulebook.rules, *load(game_id).answers.answers}
    cited = re.compile(rf"[\"'](?:{'|'.join(load(game_id).prefixes)})-[A-Z0-9][A-Z0-9-]*[\"']")
    for path in (SCORING / game_id).rglob("*.py"):
        for found in cited.findall(path.read_text("utf-8")):
            assert found.strip("\"'") in told, f"{path.name} cites {found}"


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
    with_the_game, with_the_tests = game.folder / "searches.yaml", Path(__file__).parent / game_id / "searches.yaml"
    path = with_the_game if with_the_game.is_file() else with_the_tests
    questions = yaml.safe_load(path.read_text("utf-8"))
    assert len(questions) >= 40
    assert {q["lang"] for q in questions} == {"en", "el", "pl"}
    ranks = [_rank(game.ask(q["ask"]).hits, q.get("rules", [q.get("rule")])) for q in questions]
    assert all(r in game.rulebook.rules for q in questions for r in q.get("rules", [q.get("rule")]))
    assert sum(r == 1 for r in ranks) / len(ranks) >= TOP1
    assert sum(r > 0 for r in ranks) / len(ranks) >= TOP3


def _rank(hits: tuple[Hit, ...], right: list[str]) -> int:
    return next((place for place, hit in enumerate(hits, 1) if hit.rule.id in right), 0)


@pytest.mark.parametrize("question", ["διπλασιάζω πετράδια", "podwojenie klejnotów", "who doubles gems on a tie"])
def test_one_rule_answers_in_three_languages(question: str) -> None:
    assert load("diceminer").ask(question).hits[0].rule.id == "DM-TREASURE-DOUBLE"


@pytest.mark.parametrize(
    "question", ["", "   ", "?!", "🐉", "x" * 5000, '"; DROP TABLE rules; --', "NEAR( AND OR NOT *"]
)
def test_no_question_breaks_the_search(question: str) -> None:
    assert len(load("diceminer").ask(question).hits) <= 3


def test_a_rules_file_with_a_hole_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text("- {id: X-1, title: {en: a, el: b, pl: c}, text: {en: a}, source: book}", "utf-8")
    with pytest.raises(RulebookError, match="X-1 needs its text in en, el, pl"):
        load_rulebook(path)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_rules_and_questions_address_people_as_the_books_do(game_id: str) -> None:
    """Greek in the plural, Polish with its cases, English with an owner."""
    game = load(game_id)
    for rule in game.rulebook.rules.values():
        for part in (rule.title, rule.text, rule.note or {}):
            for lang, text in part.items():
                assert wrong_words(lang, text) == [], (rule.id, text)
    for item, field, _ in game.catalogue.entries():
        for lang, text in game.catalogue.ask(item.id, field).items():
            assert wrong_words(lang, text) == [], (item.id, field, text)


SAID = [
    ("dungeonlords", "DL-MONSTERS-WAKE", {"en": "ghosts give none", "el": "τα φαντάσματα όχι", "pl": "duchy nie"}),
    ("dungeonlords", "DL-SETUP", {"en": "two stacks", "el": "δύο στοίβες", "pl": "dwóch stosach"}),
    ("dungeonlords", "DL-PALADIN-MOVES", {"en": "round 4", "el": "γύρο 4", "pl": "4. rundzie"}),
    ("dungeonlords", "DL-MONSTER-STEP", {"el": "επίθεση σε όλους χτυπάει", "pl": "atak na wszystkich"}),
    ("dungeonlords", "DL-MONSTER-GOBLIN", {"el": "εξοντώσει"}),
    ("dungeonlords", "DL-HEAL", {"el": "εξοντωμένοι"}),
    ("dungeonlords", "DL-ROOM-DARK", {"pl": "3 i wraca"}),
    ("dungeonlords", "DL-WIN", {"pl": "Wygrywa gracz, który ma najwięcej punktów"}),
    ("rollplayer", "RP-CON", {"en": "boost die within 3 to 8", "el": "από 3 έως 8", "pl": "granicach 3–8"}),
    ("rollplayer", "RP-DIPLOMACY", {"en": "need not", "el": "δεν είναι υποχρεωτικό", "pl": "nie trzeba wykonywać"}),
    ("rollplayer", "RP-DICE", {"en": "clockwise", "el": "δεξιόστροφα", "pl": "zgodnie z ruchem wskazówek zegara"}),
    ("rollplayer", "RP-SETUP-MARKET", {"en": "Diplomacy", "el": "Διπλωματία", "pl": "Dyplomację"}),
    ("rollplayer", "MM-MERCENARY", {"en": "hunts only", "el": "μόνο στο κεφάλαιο", "pl": "tylko w rozdziale"}),
    ("rollplayer", "RP-SKILL-USE", {"pl": "karty Umiejętności można użyć"}),
    ("rollplayer", "MM-TROLL", {"pl": "kością pokazującą 6 trzeba rzucić"}),
    ("diceminer", "DM-SETUP-MOUNTAIN", {"en": "any number of players", "el": "όσοι παίκτες κι αν είστε"}),
    (
        "dwar7s",
        "DW-NEED",
        {"en": "diamond mine 2, tavern 2", "el": "διαμαντιών 2, ταβέρνα 2", "pl": "diamentów 2, tawerna 2"},
    ),
    ("dwar7s", "DW-OGRE-BEAST", {"el": "Ανταλλάσσετε"}),
    ("dwar7s", "DW-END", {"pl": "kombinacji"}),
]


@pytest.mark.parametrize(("game_id", "rule_id", "says"), SAID)
def test_what_a_rule_must_say(game_id: str, rule_id: str, says: dict[str, str]) -> None:
    rule = load(game_id).rulebook.rules[rule_id]
    for lang, words in says.items():
        assert words in rule.text[lang] + " " + (rule.note or {}).get(lang, "")


def test_spells_and_traps_cite_what_their_printed_values_come_from() -> None:
    """Nobody here has seen these cards: the rules name the sources, as sure as the catalogue is."""
    game = load("dungeonlords")
    told = {"one_source": "one source", "two_sources": "two sources"}
    cards = [item for kind in ("combat_card", "trap") for item in game.catalogue.of_kind(kind)]
    cited = 0
    for item in cards:
        spell = item.kind == "combat_card"
        rule = game.rulebook.rules.get(f"DL-{'SPELL' if spell else 'TRAP'}-{item.id.upper().replace('_', '-')}")
        if rule and "ranscription" in rule.source:
            cited += 1
            assert told[game.catalogue.fact(item.id, "effect" if spell else "damage_1").confidence] in rule.source
        assert rule is None or "Card" not in rule.source, rule.id
    assert cited == 16


def test_every_trap_card_has_its_rule() -> None:
    game = load("dungeonlords")
    for trap in game.catalogue.of_kind("trap"):
        assert f"DL-TRAP-{trap.id.upper().replace('_', '-')}" in game.rulebook.rules


@pytest.mark.parametrize(
    ("game_id", "question", "rule_id"),
    [
        ("dungeonlords", "what does the rolling stone do", "DL-TRAP-ROLLING-STONE"),
        ("dungeonlords", "πύρινο τείχος ζημιά", "DL-TRAP-FIRE-WALL"),
        ("dungeonlords", "zapadnia", "DL-TRAP-TRAP-DOOR"),
        ("dungeonlords", "how much does the cursed ring cost", "DL-TRAP-CURSED-RING"),
        ("dungeonlords", "chochlik kamikadze", "DL-TRAP-KAMIKAZE-IMP"),
        ("dungeonlords", "what happens to the unused paladin of year one", "DL-PALADIN-UNUSED"),
        ("dungeonlords", "ο ιππότης έμεινε στη σκηνή του", "DL-PALADIN-UNUSED"),
        ("rollplayer", "class abilities", "RP-CLASS-ABILITY"),
        ("rollplayer", "τι κάνει η ικανότητα της κλάσης μου", "RP-CLASS-ABILITY"),
        ("rollplayer", "jaka jest zdolność mojej klasy", "RP-CLASS-ABILITY"),
        ("diceminer", "can I share a beer when one die is left", "DM-BEER-LAST"),
        ("diceminer", "κερνάω μπύρα και μένει ένα ζάρι", "DM-BEER-LAST"),
        ("diceminer", "piwo gdy została jedna kość", "DM-BEER-LAST"),
        ("dwar7s", "still tied after dwarves", "DW-TIE-SHARED"),
        ("dwar7s", "ισοψηφία και ίσοι νάνοι", "DW-TIE-SHARED"),
        ("dwar7s", "remis i tyle samo krasnoludów", "DW-TIE-SHARED"),
    ],
)
def test_rules_that_were_missing_are_found(game_id: str, question: str, rule_id: str) -> None:
    first = load(game_id).ask(question).hits[0]
    assert rule_id in (first.answer.rules if first.answer else [first.rule.id])
