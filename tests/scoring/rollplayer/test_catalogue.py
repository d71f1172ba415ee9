"""The printed facts hang together: ids, class totals, backstories, alignments."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from scoring.cataloguefile import item_ids
from scoring.facttypes import Choice
from scoring.rollplayer import GAME, pieces
from scoring.rollplayer.goals import meets
from scoring.rollplayer.measures import MEASURES, count, measure_name
from scoring.rollplayer.pieces import ATTRIBUTES, CLASS_COLOURS, CLASSES
from scoring.rollplayer.state import Player
from scoring.rollplayer.traits import counted

CATALOGUE = GAME.catalogue
ONE_MORE = """
items:
  aristocrat: {kind: backstory}
  apprentice: {kind: backstory, box: expansion}
  longbow: {kind: weapon}
"""


def test_ids_stand_in_the_catalogue_alone(tmp_path: Path) -> None:
    """One more card is one more item of its file; the state knows it from there."""
    (tmp_path / "backstories.yaml").write_text(ONE_MORE, "utf-8")
    assert item_ids(tmp_path / "backstories.yaml", "backstory") == ("aristocrat", "apprentice")
    assert item_ids(tmp_path / "backstories.yaml", "backstory", "expansion") == ("apprentice",)
    assert "aristocrat" not in (Path(pieces.__file__)).read_text("utf-8")


def test_the_boxes_hold_what_the_books_count() -> None:
    expansion = [card for card in pieces.MARKET if card in pieces.MARKET_EXPANSION]
    assert (len(pieces.MARKET) - len(expansion), len(expansion)) == (53, 35)
    assert (len(pieces.BACKSTORIES), len(pieces.BACKSTORIES_EXPANSION)) == (16 + 12, 12)
    assert (len(pieces.ALIGNMENTS), len(pieces.ALIGNMENTS_EXPANSION)) == (17 + 12, 12)
    assert (len(CLASSES), len(pieces.MINIONS), len(pieces.ADVENTURES)) == (24, 26, 54)
    assert sum(pieces.DICE_BASE.values()) == 73
    assert sum(pieces.DICE_EXPANSION.values()) == 91


@pytest.mark.parametrize("lang", ["en", "el", "pl"])
def test_no_two_classes_share_a_name(lang: str) -> None:
    names = [CATALOGUE.items[hero].name[lang] for hero in CLASSES]
    assert len(set(names)) == len(names)


def test_the_greek_knight_of_the_base_box_is_not_the_one_of_the_expansion() -> None:
    """RP-SETUP-CLASS: the book's example takes the Ιππότης side of the white card."""
    assert CATALOGUE.items["paladin"].name["el"] == "Ιππότης"
    assert CATALOGUE.items["knight"].name["el"] == "Καβαλάρης"
    ironclad = GAME.rulebook["MM-IRONCLAD"]
    assert "Καβαλάρη" in ironclad.title["el"] and "Καβαλάρη" in ironclad.text["el"]


@pytest.mark.parametrize("hero", CLASSES)
def test_the_six_goals_of_every_class_pay_twelve(hero: str) -> None:
    assert sum(CATALOGUE.value(hero, f"stars_{name}") for name in ATTRIBUTES) == 12


@pytest.mark.parametrize("hero", CLASSES)
def test_every_goal_can_be_met_with_three_dice(hero: str) -> None:
    for name in ATTRIBUTES:
        assert any(meets(total, CATALOGUE.value(hero, f"goal_{name}")) for total in range(3, 19))


def test_four_classes_per_colour() -> None:
    assert Counter(CATALOGUE.value(hero, "colour") for hero in CLASSES) == dict.fromkeys(CLASS_COLOURS, 4)
    monsters = [CATALOGUE.value(monster, "colour") for monster in pieces.MONSTERS]
    assert sorted(monsters) == sorted(CLASS_COLOURS)


@pytest.mark.parametrize("backstory", [one for one in pieces.BACKSTORIES if one not in pieces.BACKSTORIES_EXPANSION])
def test_a_base_backstory_shows_each_row_and_each_class_colour_once(backstory: str) -> None:
    places = CATALOGUE.value(backstory, "places")
    assert sorted(row for row, _, _ in places) == sorted(ATTRIBUTES)
    assert sorted(colour for _, _, colour in places) == sorted(CLASS_COLOURS)
    assert sorted(place for _, place, _ in places) == [1, 2, 2, 3, 3, 3]


@pytest.mark.parametrize("backstory", pieces.BACKSTORIES_EXPANSION)
def test_expansion_backstories_are_asked_for(backstory: str) -> None:
    assert CATALOGUE.value(backstory, "places") is None
    assert "which coloured dice" in CATALOGUE.missing(backstory, "places").question


@pytest.mark.parametrize("alignment", pieces.ALIGNMENTS)
def test_alignment_grids_balance(alignment: str) -> None:
    """They sum to 0, or to -1 with the +3 in the middle, and every card has a +3."""
    grid = CATALOGUE.value(alignment, "grid")
    assert [len(row) for row in grid] == [3, 3, 3]
    assert sum(map(sum, grid)) == (-1 if grid[1][1] == 3 else 0)
    assert max(map(max, grid)) == 3


@pytest.mark.parametrize("race", pieces.RACES)
def test_race_adjustments_balance(race: str) -> None:
    assert sum(CATALOGUE.value(race, name) for name in ATTRIBUTES) == 0


def test_every_adventure_belongs_to_a_monster_three_of_each_part() -> None:
    owners = Counter((CATALOGUE.value(card, "monster"), CATALOGUE.value(card, "part")) for card in pieces.ADVENTURES)
    assert len(owners) == 18 and set(owners.values()) == {3}


@pytest.mark.parametrize(("kind", "field"), [("trait", "counts"), ("minion", "weakness"), ("adventure", "counts")])
def test_every_measure_an_owner_may_choose_can_be_counted(kind: str, field: str) -> None:
    offered = CATALOGUE.kinds[kind].fields[field].type
    assert isinstance(offered, Choice) and offered.of == MEASURES
    player = GAME.sample("five").players[0]
    assert all(isinstance(counted(measure, player, CATALOGUE), int) for measure in MEASURES)
    assert len({measure_name(measure) for measure in MEASURES}) == len(MEASURES)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("always", 1), ("dice 6", 2), ("dice 1-2", 1), ("dice red", 2), ("dice class colour", 2), ("dice boost", 1),
        ("dice alike", 2), ("colours", 2), ("row strength", 13), ("dice in strength", 3), ("dice in wisdom", 1),
        ("weapons", 1), ("armor", 2), ("armor sets", 2), ("traits", 0), ("cards", 3), ("gold", 4), ("trophies", 1),
    ],
)  # fmt: skip
def test_measures(measure: str, expected: int) -> None:
    player = Player.model_validate(
        {
            "name": "Ann",
            "rows": {"strength": ["red 1", "red 6", "gold 6"], "wisdom": ["boost 8"]},
            "cards": ["longbow", "chain_helm", "mystic_cowl"],
            "gold": 4,
            "trophies": ["kobold"],
        }
    )
    assert count(measure, player, "red") == expected


def test_every_question_is_put_in_three_languages() -> None:
    for kind in CATALOGUE.kinds.values():
        for name, field in kind.fields.items():
            assert set(field.ask) == {"en", "el", "pl"}, (kind.id, name)
            assert len(set(field.ask.values())) == 3, (kind.id, name)
    for item in CATALOGUE.items.values():
        assert set(item.name) == {"en", "el", "pl"}, item.id


def test_every_known_value_says_where_it_is_from() -> None:
    for item, name, fact in CATALOGUE.entries():
        assert not fact.known or (fact.source and fact.confidence != "unknown"), (item.id, name)
