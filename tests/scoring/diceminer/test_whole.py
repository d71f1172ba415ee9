"""The game as the doors see it: rules reached, drawing, schema, catalogue, speed figures."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import pytest

from scoring.diceminer import GAME
from scoring.diceminer.notation import parse
from scoring.diceminer.pieces import OWN_FACES, DieType, Hero, Shows, die, face_name
from scoring.diceminer.score import score
from scoring.diceminer.symbols import SYMBOLS
from scoring.games import load

EVERYTHING = "Ann: T1 T2 G3 Hd4 Hc1 Kp Ks M2 Kc2 Tb @prospector | Bob: T2 G1 Hd4 @surveyor"


def test_every_scoring_rule_is_reached_and_no_other_scores() -> None:
    reached = {award.rule for sheet in score(parse(EVERYTHING), GAME.catalogue).sheets for award in sheet.awards}
    assert reached == {rule.id for rule in GAME.rulebook.rules.values() if rule.scores}


def test_every_line_points_at_pieces_that_are_there() -> None:
    for name in GAME.samples:
        table = GAME.sample(name)
        data = table.model_dump(mode="json")
        for sheet in score(table, GAME.catalogue).sheets:
            for award in sheet.awards:
                assert all(_at(data, pointer) is not None for pointer in award.evidence)
                assert award.evidence or award.points == 0


def _at(data: object, pointer: str) -> object:
    for key in pointer.strip("/").split("/"):
        data = data[int(key)] if isinstance(data, list) else data[key]  # type: ignore[index]
    return data


@pytest.mark.parametrize("name", GAME.samples)
def test_the_drawing_shows_every_die_and_place_with_its_pointer(name: str) -> None:
    table = GAME.sample(name)
    picture = ElementTree.fromstring(GAME.draw(table, GAME.catalogue))
    drawn = [element.get("data-path") for element in picture.iter() if element.get("data-path")]
    pieces = [
        path for path in drawn if path.rpartition("/")[0].endswith(("/dice", "/mountain")) or path.endswith("/hero")
    ]
    assert len(pieces) == len(set(pieces))  # the head of a round is a place to tap of its own
    for seat, player in enumerate(table.players):
        for index, trove in enumerate(player.rounds):
            for number in range(len(trove.dice)):
                assert f"/players/{seat}/rounds/{index}/dice/{number}" in drawn
            assert f"/players/{seat}/rounds/{index}/dice/-" in drawn
        assert f"/players/{seat}/hero" in drawn
    for row, places in enumerate(table.mountain or ()):
        for column in range(len(places)):
            assert f"/mountain/{row}/{column}" in drawn


def test_every_sign_can_be_drawn() -> None:
    assert set(SYMBOLS) == set(Shows) - {Shows.PIPS, Shows.UNREAD}
    table = parse("Kp2 G6 Hd5 Hc12 T!Hd4 K? Mb")
    assert "?" in GAME.draw(table, GAME.catalogue)


def test_every_face_has_a_name() -> None:
    named = {str(face_name(die(code))) for code in "T1 G2 Hc1 Hd4 Kp Ks Kc2 M1 Tb H?".split()}
    assert len(named) == 10


def test_the_schema_explains_how_dice_are_written() -> None:
    schema = json.dumps(GAME.state.model_json_schema())
    assert "T1-T5 tunnel" in schema
    assert all(hero.value in schema for hero in Hero)


def test_the_catalogue_has_five_dice_of_sixty_and_six_heroes() -> None:
    assert sum(GAME.catalogue.value(die_type, "count") for die_type in DieType) == 60
    assert all(GAME.catalogue.value(hero, "faces") for hero in Hero)
    assert set(OWN_FACES) == set(DieType)


def test_what_is_not_known_is_asked_in_three_languages() -> None:
    unknown = [(item.id, field) for item, field, fact in GAME.catalogue.entries() if not fact.known]
    assert set(unknown) == {
        ("hazard", "faces"),
        ("tool", "faces"),
        ("magic", "faces"),
        ("solo", "gems_double"),
        ("solo", "ranks"),
    }
    for item, field in unknown:
        kind = GAME.catalogue.kinds[GAME.catalogue.items[item].kind]
        assert set(kind.fields[field].ask) == {"en", "el", "pl"}


def test_what_nobody_has_seen_is_not_claimed() -> None:
    """The rows of the mountain are worked out, and whether a solo sheet ranks the points is its owner's to tell."""
    mountain, solo = (GAME.rulebook.rules[rule] for rule in ("DM-SETUP-MOUNTAIN", "DM-SOLO"))
    for lang, picture, ranks in (
        ("en", "picture", "a table of ranks"),
        ("el", "εικόνα", "πίνακα βαθμίδων"),
        ("pl", "obraz", "tabelą rang"),
    ):
        assert picture not in mountain.note[lang]
        assert "2, 3, 4, 5" in mountain.note[lang]
        assert ranks not in " ".join(solo.text[lang].split())


def test_the_game_is_found_by_its_id() -> None:
    assert load("diceminer") is GAME
