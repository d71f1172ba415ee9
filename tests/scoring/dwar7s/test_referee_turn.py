"""Actions, ogres, secret goals, the end."""

from __future__ import annotations

import pytest

from scoring.dwar7s import GAME
from scoring.dwar7s.pieces import Secret
from scoring.sheet import legal_if
from tests.scoring.dwar7s.anything import SHIPPED, card, known, players, ruling, stack, table


@pytest.mark.parametrize("question", GAME.questions, ids=lambda question: question.id)
def test_every_question_answers_its_example(question):
    answer = question.answer(question.ask.model_validate(question.example), SHIPPED)
    assert answer.verdict
    assert answer.rules
    assert set(answer.rules) | {step.rule for step in answer.steps} <= set(GAME.rulebook.rules)
    for asked in answer.missing:
        assert asked.item in SHIPPED.items


@pytest.mark.parametrize("question", GAME.questions, ids=lambda question: question.id)
def test_a_seat_that_is_not_there_is_told(question):
    ask = question.ask.model_validate({**question.example, "player": 4})
    assert "no seat 4" in question.answer(ask, SHIPPED).verdict


@pytest.mark.parametrize(
    ("stacks", "count"),
    [
        ((), 3),
        ((stack(0, 0, card("blue castle")),), 4),
        ((stack(0, 0, card("red castle")),), 3),
        ((stack(0, 0, card("blue castle")), stack(1, 0, card("red frost_giant"))), 3),
        ((stack(0, 0, card("blue castle")), stack(1, 0, card("red frost_giant", "l"))), 4),
        ((stack(0, 0, card("blue castle")), stack(1, 0, card("red fire_dragon"))), 4),
    ],
)
def test_number_of_actions(stacks, count):
    assert ruling("actions", table(*stacks)).data["actions"] == count


def test_a_giant_anywhere_is_a_choice():
    stacks = (stack(0, 0, card("blue castle")), stack(1, 0, card("red frost_giant", "l")))
    assert ruling("actions", table(*stacks, options={"giant_scope": "everywhere"})).data["actions"] == 3


def test_a_castle_or_giant_of_this_turn_is_a_choice():
    castle = table(stack(0, 0, card("blue castle")), placed_now=["castle"])
    assert ruling("actions", castle).data["actions"] == 4
    fixed = {"options": {"action_count": "at_turn_start"}}
    late = table(stack(0, 0, card("blue castle")), placed_now=["castle"], **fixed)
    assert ruling("actions", late).data["actions"] == 3
    giant = (stack(0, 0, card("blue castle")), stack(1, 0, card("blue frost_giant")))
    assert ruling("actions", table(*giant, placed_now=["frost_giant"])).data["actions"] == 3
    assert ruling("actions", table(*giant, placed_now=["frost_giant"], **fixed)).data["actions"] == 4


BETWEEN = stack(0, 0, card("blue castle")), stack(2, 0, card("red frost_giant"))
WALLED_OFF = (*BETWEEN, stack(1, 0, card("red tavern"), card("blue tavern", "r")))


@pytest.mark.parametrize(("counted", "count"), [("as_it_stands", 4), ("at_turn_start", 3)])
def test_a_giant_walled_off_in_this_turn_brings_no_action_back_if_they_are_fixed(counted, count):
    state = table(*WALLED_OFF, placed_now=["tavern"], options={"action_count": counted}, actions_used=3)
    assert ruling("actions", state).data["actions"] == count
    assert ruling("place-dwarf", state).legal is legal_if(count == 4)
    before = table(*WALLED_OFF, options={"action_count": counted})
    assert ruling("actions", before).data["actions"] == 4, "it was walled off when the turn began"


def test_a_way_to_the_giant_opened_in_this_turn_takes_no_action_if_they_are_fixed():
    stacks = (*BETWEEN, stack(1, 0, card("red tavern", "r"), card("blue tavern")))
    fixed = {"options": {"action_count": "at_turn_start"}}
    assert ruling("actions", table(*stacks, placed_now=["tavern"], **fixed)).data["actions"] == 4
    assert ruling("actions", table(*stacks, placed_now=["tavern"])).data["actions"] == 3


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        (table(*BETWEEN, stack(1, 0, card("red tavern"))), "open"),
        (table(*BETWEEN, stack(1, 0, card("red tavern")), options={"action_count": "at_turn_start"}), "no"),
        (table(*BETWEEN, stack(1, 0, card("red tavern")), options={"giant_scope": "everywhere"}), "no"),
        (table(*BETWEEN, stack(1, 0, card("red tavern"), red=1)), "no"),
        (table(*BETWEEN, stack(1, 0, card("red tavern")), players=players({"hand": ["fire_dragon"]})), "no"),
        (table(*BETWEEN, stack(1, 0, card("red tavern")), stack(0, 1, card("red frost_giant"))), "no"),
    ],
    ids=["may be", "fixed", "everywhere", "a dwarf stands there", "nothing to stack", "another giant"],
)
def test_a_card_laid_now_may_wall_the_giant_off(state, legal):
    answer = ruling("actions", state, plan=["card", "dwarf", "dwarf", "dwarf"])
    assert answer.legal == legal
    if legal == "open":
        assert answer.verdict == "Only if a card laid before the last action walls off red Frost giant at 2,0."


def test_a_giant_behind_unknown_walls_leaves_three_or_four():
    answer = ruling("actions", table(stack(0, 0, card("blue castle")), stack(1, 0, "red frost_giant")))
    assert answer.data["actions"] is None
    assert [(m.item, m.field) for m in answer.missing] == [("frost_giant", "walls")]


def test_actions_that_were_taken_are_gone():
    three_used = table(actions_used=3)
    answer = ruling("actions", three_used, plan=["card", "card"])
    assert answer.verdict.startswith("No. All 3 actions of this turn are used.")
    assert answer.legal == "no"
    one_left = table(actions_used=2)
    assert ruling("actions", one_left, plan=["dwarf"]).verdict == "Yes: actions planned 1, allowed 1."
    assert ruling("actions", one_left, plan=["dwarf", "move"]).verdict == "No: actions planned 2, allowed 1."
    unsure = table(stack(0, 0, card("blue castle")), stack(1, 0, "red frost_giant"), actions_used=2)
    assert [ruling("actions", unsure, plan=["dwarf"] * count).legal for count in (1, 2, 3)] == [
        "yes",
        "open",
        "no",
    ]


def test_a_plan_is_for_the_own_action_phase():
    plan = {"plan": ["dwarf"]}
    another = ruling("actions", table(actions_used=3), player=1, **plan)
    assert another.verdict.startswith("No. It is not Ben's turn.")
    assert "All 3" not in another.verdict, "the actions taken are Ann's"
    assert ruling("actions", table(phase="discard"), **plan).legal == "no"
    only_asked = ruling("actions", table(actions_used=3), player=1)
    assert only_asked.verdict == "It is not Ben's turn. Actions of Ben when the turn comes: 3."
    assert only_asked.data["actions"] == 3
    assert ruling("actions", table(actions_used=3)).verdict.startswith("All 3 actions of this turn are used.")


FOUR = ["card", "dwarf", "dwarf", "dwarf"]


@pytest.mark.parametrize(
    ("state", "plan", "legal"),
    [
        (table(actions_used=0), FOUR, "open"),
        (table(), FOUR, "open"),
        (table(actions_used=2), ["card", "move"], "open"),
        (table(), [*FOUR, "dwarf"], "no"),
        (table(), ["dwarf"] * 4, "no"),
        (table(players=players({"hand": ["tavern"]})), FOUR, "no"),
        (table(options={"action_count": "at_turn_start"}), FOUR, "no"),
        (table(stack(0, 0, card("red frost_giant"))), FOUR, "open"),
        (table(stack(0, 0, card("red frost_giant")), options={"giant_scope": "everywhere"}), FOUR, "no"),
        (table(stack(0, 0, card("blue castle")), stack(1, 0, card("red frost_giant"))), FOUR, "no"),
    ],
)
def test_a_castle_laid_now_gives_its_action_at_once(state, plan, legal):
    answer = ruling("actions", state, plan=plan)
    assert answer.legal == legal
    if legal == "open":
        assert answer.verdict == "Only if a card laid before the last action is Ann's castle."
        assert "DW-ACTIONS-MIDTURN" in answer.rules


ARENA = table(
    stack(0, 0, card("blue castle", slots=4), blue=1),
    stack(1, 0, card("red tavern", slots=1), red=1),
    stack(2, 0, card("red ruby_mine", "r", slots=3)),
    stack(3, 0, card("red gold_mine", slots=3)),
    players=players(
        {"ogres": {"beast": 1, "ambush": 1, "crown": 1, "panic": 1, "thief": 1}},
        {"ogres": {"hidden": 2}, "gems": {"ruby": 1, "gold": 3}},
    ),
)


def test_what_each_ogre_can_do_now():
    uses = ruling("ogre", ARENA).data["uses"]
    assert uses["beast"] == [{"colour": "red", "theirs": [1, 0], "own": [0, 0]}]
    assert uses["ambush"] == [{"at": [0, 0]}, {"at": [1, 0]}]
    assert uses["crown"] == [{"player": "Ben", "ogres": 2}]
    assert uses["thief"] == [{"player": "Ben", "odds": {"ruby": 0.25, "gold": 0.75}}]


def test_panic_moves_any_dwarf_two_cards_but_not_over_full_ones():
    uses = ruling("ogre", ARENA, ogre="panic").data["uses"]["panic"]
    assert uses == [{"colour": "red", "start": [1, 0], "to": [[0, 0], [2, 0]]}]
    free = ARENA.model_copy(update={"options": ARENA.options.model_copy(update={"panic_passes_full": True})})
    moved = ruling("ogre", free, ogre="panic").data["uses"]["panic"]
    assert {"colour": "blue", "start": [0, 0], "to": [[2, 0]]} in moved


def test_ogres_are_played_in_the_own_action_phase_only():
    late = ARENA.model_copy(update={"phase": "execution"})
    assert ruling("ogre", late).legal == "no"
    assert ruling("ogre", ARENA, player=1, ogre="thief").legal == "no"
    used_up = ARENA.model_copy(update={"actions_used": 4})
    assert ruling("ogre", used_up).legal == "yes", "an ogre costs no action"


def test_a_hidden_ogre_may_be_any():
    def asked(ogres, ben=None, **ask):
        return ruling("ogre", table(players=players({"ogres": ogres}, ben)), **ask)

    perhaps = asked({"hidden": 1}, ogre="crown")
    assert perhaps.verdict.startswith("It cannot be told yet. Ogre cards of Ann that are not shown: 1.")
    assert perhaps.legal == "open"
    assert asked({}, ogre="crown").verdict.startswith("No. Ann has no Crown in hand.")
    assert asked({"hidden": 2}).legal == "open"
    assert asked({}).legal == "no"
    assert asked({"beast": 1, "hidden": 1}).legal == "open", "the beast has nothing to swap, the other may"
    assert asked({"beast": 1, "hidden": 1}, ogre="beast").legal == "no"
    assert asked({"hidden": 1}, ogre="crown", player=1).legal == "no"
    late = table(players=players({"ogres": {"hidden": 1}}), phase="discard")
    assert ruling("ogre", late, ogre="crown").legal == "no"


def test_a_hidden_ogre_is_none_of_which_all_are_shown():
    state = table(players=players({"ogres": {"hidden": 1}}, {"ogres": {"crown": 2}}), printed={"crown": {"copies": 2}})
    assert ruling("ogre", state, ogre="crown").legal == "no"
    assert ruling("ogre", state, ogre="thief").legal == "open"


def secret_table(holds: bool, secret: Secret):
    """A table at which a secret goal is just true, or just not."""
    ann: dict = {}
    stacks = [stack(0, 0, card("blue castle", points=1))]
    match secret:
        case Secret.ARCHITECT:
            stacks += [stack(x, 0, card("red tavern")) for x in range(1, 8 if holds else 7)]
        case Secret.HUNTER:
            ann["killed"] = ["red fire_dragon", "red frost_giant"][: 2 if holds else 1]
        case Secret.KING:
            stacks[0] = stack(0, 0, card("blue castle", points=10 if holds else 9))
        case Secret.MINER:
            ann["gems"] = {"emerald": 1, "diamond": 1, "gold": 1, "ruby": 1 if holds else 0}
        case Secret.DISGUISED_OGRE:
            ann["ogres"] = {"hidden": 4, "thief": 1 if holds else 0}
        case Secret.EXPLORER:
            stacks += [
                stack(1, 0, card("red fire_dragon"), blue=3),
                stack(0, 1, card("red frost_giant"), blue=3 if holds else 2),
            ]
        case Secret.WIZARD:
            ann["gems"] = {"emerald": 5 if holds else 4}
    return table(*stacks, players=players({"secret": secret, **ann}))


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("secret", Secret)
def test_secret_goals_at_their_threshold(secret, holds):
    answer = ruling("secret", secret_table(holds, secret))
    assert answer.data["holds"] is holds
    assert "DW-SECRET-GOALS" in answer.rules


def test_secret_goals_that_depend_on_unknown_values():
    unknown = table(stack(0, 0, "blue castle"), stack(1, 0, "red tavern"))
    assert ruling("secret", unknown, secret="king").data["holds"] is None
    assert ruling("secret", unknown, secret="architect").data["holds"] is False, "two cards can never be eight"
    wide = table(stack(0, 0, "blue castle"), *(stack(x, 0, "red tavern") for x in range(1, 9)))
    answer = ruling("secret", wide, secret="architect")
    assert answer.data["holds"] is None
    assert {m.field for m in answer.missing} == {"walls"}
    assert ruling("secret", wide).data["holds"] is None, "nobody told which goal"


def test_who_still_has_a_turn():
    goals = {"trades": [{"points": 1}] * 3}
    three = [*players(), {"name": "Cleo", "colour": "green"}]
    three[1] = {**three[1], **goals}
    traded = table(players=three, active=1, phase="execution")
    assert ruling("end", traded).data["still_to_play"] == ["Ben", "Cleo"]
    at_once = table(players=three, active=1, phase="discard", options={"end_moment": "at_once"})
    assert ruling("end", at_once).data["still_to_play"] == ["Ben"]
    assert ruling("end", table(players=three, active=2)).data["still_to_play"] == ["Cleo"]
    assert ruling("end", table(players=three, active=2, phase="counting")).verdict.startswith("The game is over")
    assert ruling("end", table()).data["triggered"] is False


@pytest.mark.parametrize("end_moment", ["finish_round", "at_once"])
def test_trades_before_the_own_actions_are_of_an_earlier_round(end_moment):
    goals = players({"trades": [{"points": 3}] * 3})
    answer = ruling("end", table(players=goals, phase="actions", options={"end_moment": end_moment}))
    assert answer.verdict == "The game is over; count the points."
    assert answer.data["still_to_play"] == []
    assert "tell that the phase is execution" in answer.steps[-1].text
    secret = players({"trades": [{"points": 3}] * 2, "secret": "king", "shown": True})
    assert ruling("end", table(players=secret)).data["still_to_play"] == ["Ann", "Ben"]


def test_an_owner_s_catalogue_answers_for_the_card():
    state = table(stack(0, 0, "red fire_dragon", blue=1, red=1))
    question = GAME.question("card")
    ask = question.ask.model_validate({"state": state, "at": [0, 0]})
    assert question.answer(ask, SHIPPED).data["able"]["Ann"] is None
    assert question.answer(ask, known(fire_dragon={"slots": 5})).data["able"]["Ann"] is False
    assert question.answer(ask, known(fire_dragon={"slots": 6})).data["able"]["Ann"] is True


def test_the_game_is_over_once_the_turn_has_passed_the_last_player():
    three_trades = {"name": "Cleo", "colour": "green", "trades": [{"points": 1}] * 3}
    ann, ben = ({"name": "Ann", "colour": "blue"}, {"name": "Ben", "colour": "red"})
    just_traded = table(players=[ann, ben, three_trades], active=2, phase="execution")
    assert ruling("end", just_traded).data["still_to_play"] == ["Cleo"]
    assert ruling("end", table(players=[ann, ben, three_trades], active=0)).verdict.startswith("The game is over")
    at_once = table(players=[three_trades, ann, ben], active=1, options={"end_moment": "at_once"})
    assert ruling("end", at_once).verdict.startswith("The game is over")
    with_a_secret = {**three_trades, "trades": [{"points": 1}] * 2, "secret": "hunter", "shown": True}
    shown_on_anns_turn = table(players=[ann, ben, with_a_secret], active=0)
    assert ruling("end", shown_on_anns_turn).data["still_to_play"] == ["Ann", "Ben", "Cleo"]
