"""What must hold for every sheet and every table."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rollplayer import GAME
from scoring.rollplayer.pieces import ATTRIBUTES
from scoring.rollplayer.score import score, sheet
from scoring.rollplayer.state import Player, State
from scoring.sheet import Award, ScoreSheet
from tests.pointers import leading_nowhere
from tests.scoring.rollplayer.anything import any_state, full_player

moderate = settings(max_examples=60, deadline=None)
CATALOGUE = GAME.catalogue


def lines_without(own: ScoreSheet, rule: str) -> list[tuple[str, int | None, str]]:
    return [(award.rule, award.points, award.subject) for award in own.awards if award.rule != rule]


def alone(player: Player) -> ScoreSheet:
    return sheet(State(players=(player, player)), 0, CATALOGUE)


@moderate
@given(any_state)
def test_a_total_is_the_sum_of_its_lines_and_nothing_breaks(state: State) -> None:
    result = score(state, CATALOGUE)
    assert len(result.sheets) == len(state.players) == len(result.standing.places)
    for own in result.sheets:
        known = [award.points for award in own.awards if award.points is not None]
        assert own.total == (sum(known) if len(known) == len(own.awards) else None)
        assert own.at_least == sum(known) + sum(award.floor for award in own.awards if award.points is None)
        if own.total is None:
            assert own.missing or any(award.note for award in own.awards if award.points is None)


@moderate
@given(any_state)
def test_every_piece_of_evidence_is_in_the_state(state: State) -> None:
    data = state.model_dump(mode="json")
    pointers = [p for own in score(state, CATALOGUE).sheets for award in own.awards for p in award.evidence]
    pointers += [p for problem in GAME.problems(state, CATALOGUE) for p in problem.where]
    assert leading_nowhere(pointers, data) == []


@moderate
@given(any_state)
def test_problems_are_listed_with_rules_and_never_raise(state: State) -> None:
    for problem in GAME.problems(state, CATALOGUE):
        assert problem.rule in GAME.rulebook.rules
        assert problem.message and problem.where


@moderate
@given(any_state)
def test_notation_reads_back_exactly(state: State) -> None:
    line = GAME.notation(state)
    assert "\n" not in line
    assert GAME.parse(line) == state


@moderate
@given(any_state)
def test_json_reads_back_exactly(state: State) -> None:
    assert State.model_validate_json(state.model_dump_json()) == state


@settings(max_examples=20, deadline=None)
@given(any_state)
def test_every_place_is_drawn_and_can_be_tapped(state: State) -> None:
    picture = ElementTree.fromstring(GAME.draw(state, CATALOGUE))  # our own drawing
    paths = {piece.get("data-path") for piece in picture.iter()}
    for seat in range(len(state.players)):
        for attribute in ATTRIBUTES:
            assert {f"/players/{seat}/rows/{attribute}/{place}" for place in range(3)} <= paths


@moderate
@given(st.lists(full_player, min_size=2, max_size=4, unique_by=lambda player: player.name), st.randoms())
def test_seats_do_not_matter(players: list[Player], chance: object) -> None:
    """Every player has the same lines wherever they sit, and the same rank."""
    shuffled = players[:]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    before, after = (score(State(players=tuple(order)), CATALOGUE) for order in (players, shuffled))

    def summary(result: object) -> dict[str, object]:
        own = {one.player: [(a.rule, a.points, str(a.arithmetic)) for a in one.awards] for one in result.sheets}  # type: ignore[attr-defined]
        ranks = {place.player: place.rank for place in result.standing.places}  # type: ignore[attr-defined]
        return {name: (own[name], ranks[name]) for name in own}

    assert summary(before) == summary(after)


@moderate
@given(full_player, st.sampled_from(ATTRIBUTES), st.sampled_from(list(permutations(range(3)))))
def test_order_inside_a_row_matters_to_the_backstory_only(player: Player, name: str, order: tuple[int, ...]) -> None:
    row = player.rows.of(name)
    turned = player.rows.model_copy(update={name: tuple(row[place] for place in order)})
    after = player.model_copy(update={"rows": turned})
    assert lines_without(alone(player), "RP-BACKSTORY") == lines_without(alone(after), "RP-BACKSTORY")


@moderate
@given(full_player, st.tuples(st.integers(0, 2), st.integers(0, 2)))
def test_the_marker_matters_to_the_alignment_line_only(player: Player, marker: tuple[int, int]) -> None:
    after = player.model_copy(update={"marker": marker})
    assert lines_without(alone(player), "RP-ALIGNMENT") == lines_without(alone(after), "RP-ALIGNMENT")


@moderate
@given(full_player, st.integers(0, 50))
def test_gold_is_worth_stars_only_when_alone(player: Player, gold: int) -> None:
    rich = player.model_copy(update={"gold": gold})
    solo = sheet(State(players=(rich,)), 0, CATALOGUE)
    stars: list[Award] = [award for award in solo.awards if award.rule == "RP-SOLO-GOLD"]
    assert [award.points for award in stars] == [gold // 8]
    assert not [award for award in alone(rich).awards if award.rule == "RP-SOLO-GOLD"]
