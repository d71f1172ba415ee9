"""Rules, questions and pictures: nothing cited that is not there, every scoring rule reached."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.dungeonlords.battle.arena import Position
from scoring.dungeonlords.battle.ask import Battle
from scoring.dungeonlords.battle.assault import MONSTER_RULES
from scoring.dungeonlords.battle.setup import arena_of
from scoring.dungeonlords.battle.steps import heal, start_round, tire
from scoring.dungeonlords.battle.traps import prevent, spring
from scoring.dungeonlords.building.actions import RULES
from scoring.game import Game
from scoring.games import load

GAME = load("dungeonlords")
HEROES = [item.id for item in GAME.catalogue.of_kind("adventurer") if item.facts["year"].value == 1]
TRAPS = [item.id for item in GAME.catalogue.of_kind("trap")]


def test_enough_rules_in_three_languages(game: Game[Any]) -> None:
    assert len(game.rulebook.rules) >= 60


def test_every_cited_rule_is_there(game: Game[Any]) -> None:
    sources = [path.read_text("utf-8") for path in Path(game.folder).rglob("*.py")]
    cited = {rule for text in sources for rule in re.findall(r'"(DL-[A-Z0-9-]+)"', text)}
    assert cited | set(MONSTER_RULES.values()) | set(RULES.values()) <= set(game.rulebook.rules)


def test_every_scoring_rule_is_reached_by_the_samples(game: Game[Any]) -> None:
    scored = {
        award.rule
        for name in game.samples
        for sheet in game.score(game.sample(name), game.catalogue).sheets
        for award in sheet.awards
    }
    assert scored == {rule.id for rule in game.rulebook.rules.values() if rule.scores}


def test_players_questions(game: Game[Any]) -> None:
    asked = yaml.safe_load((game.folder / "searches.yaml").read_text("utf-8"))
    assert len(asked) >= 50
    assert {entry["lang"] for entry in asked} == {"en", "el", "pl"}
    found = 0
    for entry in asked:
        right = set(entry.get("rules") or [entry["rule"]])
        assert right <= set(game.rulebook.rules)
        found += bool(right & {hit.rule.id for hit in game.ask(entry["ask"]).hits})
    assert found >= 0.75 * len(asked)


@pytest.mark.parametrize("question", GAME.questions, ids=lambda question: question.id)
def test_every_example_is_answered(question: Any) -> None:
    ruling = question.answer(question.ask.model_validate(question.example), GAME.catalogue)
    assert ruling.verdict
    assert set(ruling.rules) <= set(GAME.rulebook.rules)
    assert {step.rule for step in ruling.steps} <= set(GAME.rulebook.rules)


@pytest.mark.parametrize("name", GAME.samples)
def test_pictures_are_well_formed_and_every_piece_can_be_tapped(name: str) -> None:
    state = GAME.sample(name)
    svg = GAME.draw(state, GAME.catalogue)  # type: ignore[misc]
    paths = {node.get("data-path") for node in ElementTree.fromstring(svg).iter()}
    for seat, lord in enumerate(state.players):
        for field in ("dungeon", "monsters", "prisoners", "party", "traps"):
            assert {f"/players/{seat}/{field}/{i}" for i in range(len(getattr(lord, field)))} <= paths
        assert {f"/players/{seat}/{field}" for field in ("evil", "gold", "food", "imps", "letters")} <= paths


@st.composite
def positions(draw: Any) -> tuple[Any, Position]:
    heroes = draw(st.lists(st.sampled_from(HEROES), min_size=1, max_size=4, unique=True))
    battle = Battle.model_validate({"lord": {"name": "Ann", "party": heroes, "traps": TRAPS}})
    arena, position, _ = arena_of(battle, GAME.catalogue)
    party = tuple((who, draw(st.integers(1, left))) for who, left in position.party)
    return arena, start_round(arena, position._replace(party=party), ())


@settings(max_examples=60, deadline=None)
@given(positions(), st.integers(0, 9))
def test_healing_never_revives_nor_exceeds_the_hit_points(place: tuple[Any, Position], hearts: int) -> None:
    arena, position = place
    after = heal(arena, position, hearts)
    assert [who for who, _ in after.party] == [who for who, _ in position.party]
    assert after.prison == position.prison
    gained = sum(left for _, left in after.party) - sum(left for _, left in position.party)
    assert 0 <= gained <= hearts
    assert all(left <= arena.people[who].hp for who, left in after.party)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 5), max_size=4), st.integers(0, 9))
def test_prevention_never_exceeds_the_icons(hits: list[int], icons: int) -> None:
    left, spare = prevent(hits, icons)
    assert all(0 <= kept <= hit for kept, hit in zip(left, hits, strict=True))
    assert sum(hits) - sum(left) == icons - spare == min(icons, sum(hits))


@settings(max_examples=60, deadline=None)
@given(positions(), st.integers(0, len(TRAPS) - 1), st.integers(0, 3), st.integers(0, 4))
def test_nobody_is_lost_and_damage_is_never_negative(
    place: tuple[Any, Position], trap: int, target: int, fatigue: int
) -> None:
    arena, position = place
    target %= len(position.party)
    hit = spring(arena, position, trap, target if arena.traps[trap].aimed else None)
    for after in (hit, tire(arena, hit, fatigue)):
        people = sorted([who for who, _ in after.party] + list(after.prison))
        assert people == sorted(who for who, _ in position.party)
        assert all(0 < left <= arena.people[who].hp for who, left in after.party)
