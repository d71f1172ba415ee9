"""Whatever the table looks like, every question is answered with rules that exist, and legal moves stay legal."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.dwar7s import GAME
from scoring.dwar7s.pieces import Kind
from scoring.dwar7s.referee.outcome import with_card
from scoring.dwar7s.state import Card
from tests.scoring.dwar7s.anything import ANY_TABLE, PLACES, SHIPPED, layouts, ruling

SPOTS = st.tuples(PLACES, PLACES)
CALM = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@CALM
@given(ANY_TABLE, SPOTS, st.booleans(), st.sampled_from(Kind))
def test_every_question_is_answered(state, spot, everything, kind):
    at = None if everything else spot
    asks = {
        "kingdom": {"at": at},
        "place-card": {"card": kind, "at": at},
        "place-dwarf": {"at": at},
        "move": {"start": spot, "to": at},
        "dig": {"castle": at},
        "card": {"at": spot},
        "execute": {"order": [spot]},
    }
    for question in GAME.questions:
        answer = ruling(question.id, state, **asks.get(question.id, {}))
        assert answer.verdict
        assert set(answer.rules) | {step.rule for step in answer.steps} <= set(GAME.rulebook.rules)


@CALM
@given(layouts(), st.data())
def test_a_card_laid_where_the_referee_allows_makes_no_new_problem(state, data):
    """Placing and checking agree about what may lie where."""
    hand = [kind for kind in Kind if kind not in {s.top.kind for s in state.table if s.top.colour == "blue"}]
    kind = data.draw(st.sampled_from(hand)) if hand else None
    if kind is None:
        return
    allowed = ruling("place-card", state, card=kind).data
    spot = data.draw(st.sampled_from([*allowed["beside"], *allowed["stacks"]]))
    after = with_card(state, Card(kind=kind, colour="blue"), tuple(spot))
    before = {problem.message for problem in GAME.problems(state, SHIPPED)}
    assert {problem.message for problem in GAME.problems(after, SHIPPED)} <= before


@CALM
@given(layouts())
def test_a_kingdom_and_the_question_about_each_card_agree(state):
    reached = ruling("kingdom", state).data["cards"]
    for one in state.table:
        assert ruling("kingdom", state, at=[one.x, one.y]).data["belongs"] is ([one.x, one.y] in reached)
