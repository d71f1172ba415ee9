"""Whatever is asked, the referee answers: with a verdict, known rules and plain data, never with an error."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.rollplayer import GAME
from scoring.rollplayer.pieces import ATTRIBUTES, CLASSES, MARKET, MINIONS, MONSTERS
from scoring.rollplayer.state import Options
from tests.scoring.rollplayer.anything import any_dice, any_state, names, odd_rows, players, small

CATALOGUE = GAME.catalogue
any_player = players(odd_rows, st.tuples(st.integers(-3, 3), st.integers(-3, 3)))
maybe = st.none() | st.integers(-2, 9)
flags = st.booleans()
faces = st.lists(st.integers(1, 6), max_size=4).map(tuple)
spots = st.none() | st.fixed_dictionaries({"row": st.sampled_from(ATTRIBUTES), "place": st.integers(1, 3)})
options = st.builds(Options, **{name: st.booleans() for name in Options.model_fields})
moments = st.sampled_from(
    ["character building", "hunt before the roll", "hunt after the roll", "battle before the roll",
     "battle after the roll"]
)  # fmt: skip
arrows = st.sampled_from([None, "good", "evil", "lawful", "chaotic"])
ASKS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "action": {
        "player": any_player, "action": st.sampled_from(ATTRIBUTES), "die": spots, "other": spots, "to": maybe,
        "step": arrows, "paid_by": st.sampled_from(["placement", "xp"]), "already_acted": flags,
        "during": st.sampled_from(["setup", "dice phase", "other"]),
    },
    "placing": {
        "player": any_player, "die": any_dice, "row": st.sampled_from(ATTRIBUTES), "card_gold": st.integers(0, 1),
        "setup": flags,
    },
    "buy": {
        "player": any_player, "card": st.sampled_from(MARKET), "charisma_used": small, "cards_bought": small,
        "source": st.sampled_from(["market", "discard pile", "deck top"]), "price": st.none() | small,
        "drop": st.lists(st.sampled_from(MARKET), max_size=2).map(tuple),
    },
    "discard": {"player": any_player, "friendly_market": flags, "used_move_silently": flags},
    "skill": {
        "player": any_player, "skill": st.sampled_from(MARKET), "arrow": arrows, "replaced": st.none() | any_dice,
        "chosen": st.none() | any_dice,
    },
    "coach": {
        "state": any_state, "seat": st.integers(0, 2), "action": st.sampled_from([None, "strength", "wisdom"]),
    },
    "hunt": {
        "player": any_player, "minion": st.sampled_from(MINIONS), "skipped": small, "mercenaries_for_xp": small,
        "mercenaries_for_gold": small, "charisma_used": small, "rerolls": small,
        "roll": st.lists(st.integers(0, 9), max_size=5).map(tuple), "weakness_dice": st.none() | small,
    },
    "odds": {
        "dice": st.integers(1, 5), "xp": st.integers(0, 9), "honor": small, "wounds": small, "one_player": flags,
        "monster": st.none() | st.sampled_from(MONSTERS), "minion": st.none() | st.sampled_from(MINIONS),
        "targets": st.lists(st.integers(-5, 40), max_size=3).map(tuple), "rolled": st.none() | faces,
    },
    "experience": {
        "player": any_player, "buy": st.sampled_from(["reroll", "heal", "mercenary", "action"]), "spent": small,
        "times": st.integers(1, 5), "moment": moments, "monster": st.none() | st.sampled_from(MONSTERS),
    },
    "adventures": {"state": any_state},
    "pool": {
        "player": any_player, "adventure_dice": small, "mercenaries_for_xp": small, "mercenaries_for_gold": small,
        "charisma_used": small,
    },
    "battle": {"state": any_state},
    "setup": {
        "players": st.integers(1, 6), "options": options,
        "classes": st.lists(st.sampled_from(CLASSES), max_size=4).map(tuple),
    },
    "initiative": {
        "roll": st.lists(any_dice, max_size=6).map(tuple),
        "taken": st.dictionaries(names, st.integers(-1, 9), max_size=4),
    },
    "rival": {"expansion": flags, "initiative": st.integers(1, 3), "roll": faces},
}  # fmt: skip


def test_every_question_is_among_them() -> None:
    assert list(ASKS) == [question.id for question in GAME.questions]


@pytest.mark.parametrize("question", GAME.questions, ids=lambda question: question.id)
def test_any_ask_is_answered(question: Any) -> None:
    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.fixed_dictionaries(ASKS[question.id]))
    def answered(asked: dict[str, Any]) -> None:
        ruling = question.answer(question.ask.model_validate(asked), CATALOGUE)
        assert ruling.verdict
        assert set(ruling.rules) <= set(GAME.rulebook.rules)
        assert ruling.legal in ("yes", "no")
        json.dumps(ruling.data)

    answered()
