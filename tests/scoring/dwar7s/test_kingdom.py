"""Kingdoms: what a dwarf can reach, against a graph library and under every turn and shift of the table."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.dwar7s.board import board_of, passage
from scoring.dwar7s.kingdom import kingdom_of
from scoring.dwar7s.pieces import EDGES, STEPS, Colour, mask, turned
from scoring.dwar7s.score import score
from scoring.dwar7s.state import Options, Table
from tests.scoring.dwar7s.anything import SHIPPED, card, known, layouts, stack, table

MODERATE = settings(max_examples=80, deadline=None)


def kingdom(state: Table, colour: Colour = Colour.BLUE, catalogue=SHIPPED):
    return kingdom_of(board_of(state, catalogue), colour, state.options)


def by_library(state: Table, colour: Colour) -> set[int]:
    """The connected component of the castle, built with nothing of ours but the pieces of the table."""
    graph = nx.Graph()
    at = {(s.x, s.y): number for number, s in enumerate(state.table)}
    graph.add_nodes_from(at.values())
    facing = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
    ways = dict(zip(("top", "right", "bottom", "left"), STEPS, strict=True))
    for (x, y), here in at.items():
        for edge, (dx, dy) in ways.items():
            there = at.get((x + dx, y + dy))
            walls = {str(w) for w in state.table[here].top.walls}
            if there is None or edge in walls:
                continue
            if facing[edge] not in {str(w) for w in state.table[there].top.walls}:
                graph.add_edge(here, there)
    castle = next(n for n, s in enumerate(state.table) if s.top.kind == "castle" and s.top.colour == colour)
    return nx.node_connected_component(graph, castle)


@MODERATE
@given(layouts())
def test_a_kingdom_is_the_connected_component_of_a_graph_library(state):
    for colour in (Colour.BLUE, Colour.RED):
        mine = kingdom(state, colour)
        assert set(mine.places) == by_library(state, colour)
        assert mine.perhaps == ()
        assert mine.points == sum(state.table[place].top.points for place in mine.places)


@MODERATE
@given(layouts(), st.integers(-20, 20), st.integers(-20, 20))
def test_shifting_the_whole_table_changes_nothing(state, dx, dy):
    stacks = tuple(s.model_copy(update={"x": s.x + dx, "y": s.y + dy}) for s in state.table)
    assert score(state.model_copy(update={"table": stacks}), SHIPPED) == score(state, SHIPPED)


@MODERATE
@given(layouts(), st.integers(1, 3))
def test_turning_the_whole_table_changes_nothing(state, quarter_turns):
    turned_table = state
    for _ in range(quarter_turns):
        turned_table = turn_table(turned_table)
    assert score(turned_table, SHIPPED) == score(state, SHIPPED)


def turn_table(state: Table) -> Table:
    """Everybody walks a quarter round the table: places and walls go with it."""
    stacks = []
    for one in state.table:
        top = one.top
        walls = tuple(EDGES[(EDGES.index(edge) + 1) % 4] for edge in top.walls)
        moved = top.model_copy(update={"turn": (top.turn + 1) % 4, "walls": walls})
        stacks.append(one.model_copy(update={"x": -one.y, "y": one.x, "cards": (*one.cards[:-1], moved)}))
    return state.model_copy(update={"table": tuple(stacks)})


@MODERATE
@given(layouts(), st.data())
def test_adding_a_wall_never_enlarges_a_kingdom(state, data):
    place = data.draw(st.integers(0, len(state.table) - 1))
    edge = data.draw(st.sampled_from(EDGES))
    top = state.table[place].top
    walled = top.model_copy(update={"walls": tuple(dict.fromkeys((*top.walls, edge)))})
    stacks = list(state.table)
    stacks[place] = stacks[place].model_copy(update={"cards": (walled,)})
    after = state.model_copy(update={"table": tuple(stacks)})
    for colour in (Colour.BLUE, Colour.RED):
        assert set(kingdom(after, colour).places) <= set(kingdom(state, colour).places)


@MODERATE
@given(layouts())
def test_shared_kingdoms_score_equally(state):
    blue, red = kingdom(state, Colour.BLUE), kingdom(state, Colour.RED)
    assert (Colour.RED in blue.shared_with) == (Colour.BLUE in red.shared_with) == (red.castle in blue.places)
    if blue.shared_with:
        assert (blue.places, blue.points, blue.size) == (red.places, red.points, red.size)
        awards = [sheet.awards[-1] for sheet in score(state, SHIPPED).sheets]
        assert awards[0].points == awards[1].points
        assert awards[0].evidence == awards[1].evidence


@MODERATE
@given(layouts(walls_known=False), st.data())
def test_unknown_walls_leave_room_for_every_truth(state, data):
    """Whatever the unknown walls turn out to be, the kingdom lies between the sure and the perhaps."""
    told = data.draw(st.lists(st.sampled_from(EDGES), unique=True, max_size=4).map(tuple))
    stacks = []
    for one in state.table:
        walls = told if one.top.walls is None else one.top.walls
        stacks.append(one.model_copy(update={"cards": (one.top.model_copy(update={"walls": walls}),)}))
    truth = set(kingdom(state.model_copy(update={"table": tuple(stacks)})).places)
    guess = kingdom(state)
    assert set(guess.places) <= truth <= set(guess.places) | set(guess.perhaps)
    if guess.perhaps:
        assert guess.points is None
        assert any(question.field == "walls" for question in guess.missing)


def test_a_wall_on_either_card_blocks():
    for left, right in (("r", ""), ("", "l"), ("r", "l")):
        state = table(stack(0, 0, card("blue castle", left)), stack(1, 0, card("red tavern", right)))
        assert kingdom(state).places == (0,)
    assert kingdom(table(stack(0, 0, card("blue castle")), stack(1, 0, card("red tavern")))).places == (0, 1)


def test_diagonal_cards_do_not_touch():
    assert kingdom(table(stack(0, 0, card("blue castle")), stack(1, 1, card("red tavern")))).places == (0,)


def test_printed_walls_turn_with_the_card():
    """A wall printed at the top lies to the right after one quarter turn clockwise."""
    catalogue = known(castle={"walls": "none", "points": 1}, tavern={"walls": "top", "points": 1})
    for turn, joined in ((0, True), (1, True), (2, True), (3, False)):
        state = table(stack(0, 0, "blue castle"), stack(1, 0, f"red tavern {turn}"))
        assert (1 in kingdom(state, catalogue=catalogue).places) is joined


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("edge", range(4))
def test_turning_is_clockwise(edge, turn):
    assert turned(1 << edge, turn) == 1 << (edge + turn) % 4
    assert turned(turned(mask(EDGES[:2]), turn), 4 - turn) == mask(EDGES[:2])


def test_passages_are_symmetrical():
    for mine in (None, 0, 2, 15):
        for theirs in (None, 0, 8, 15):
            assert passage(mine, 1, theirs) == passage(theirs, 3, mine)


def test_only_the_top_card_of_a_stack_counts():
    state = table(
        stack(0, 0, card("blue castle")),
        stack(1, 0, card("red tavern", "trbl", points=9), card("blue tavern", points=2)),
    )
    assert (kingdom(state).points, kingdom(state).size) == (3, 2)
    counted = state.model_copy(update={"options": Options(covered_cards="count")})
    assert (kingdom(counted).points, kingdom(counted).size) == (3, 3)


def test_full_cards_do_not_cut_a_kingdom():
    state = table(
        stack(0, 0, card("blue castle")),
        stack(1, 0, card("red tavern", slots=1), red=1),
        stack(2, 0, card("red castle")),
    )
    assert kingdom(state).places == (0, 1, 2)


def test_unknown_walls_that_cannot_matter_are_not_asked_for():
    walled_in = table(stack(0, 0, card("blue castle", "trbl")), stack(1, 0, "red tavern"))
    assert kingdom(walled_in).points == 1
    assert kingdom(walled_in).missing == ()
