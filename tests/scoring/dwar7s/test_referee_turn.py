"""Executions, ogres, actions, secret goals, the end."""

from __future__ import annotations

import pytest

from scoring.dwar7s import GAME
from scoring.dwar7s.pieces import Secret
from tests.scoring.dwar7s.anything import SHIPPED, card, known, ruling, stack, table


def players(ann=None, ben=None):
    return [{"name": "Ann", "colour": "blue", **(ann or {})}, {"name": "Ben", "colour": "red", **(ben or {})}]


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
    ("kind", "count", "gems"),
    [("emerald_mine", 2, {"emerald": 1}), ("diamond_mine", 2, {"diamond": 1}), ("ruby_mine", 3, {"ruby": 1})],
)
def test_mines_pay(kind, count, gems):
    answer = ruling("execute", table(stack(0, 0, card(f"red {kind}"), blue=count)))
    assert answer.data["fired"][0]["gems"] == gems
    assert answer.data["after"]["players"][0]["gems"] == gems


def test_the_gold_mine_pays_two_once_its_need_is_told():
    mine = stack(0, 0, card("red gold_mine"), blue=3)
    answer = ruling("execute", table(mine))
    assert answer.data["fired"] == []
    assert [(m.item, m.field) for m in answer.missing] == [("gold_mine", "need")]
    told = {"gold_mine": {"need": 3}}
    assert ruling("execute", table(mine, printed=told)).data["fired"][0]["gems"] == {"gold": 2}
    one_left = table(mine, printed=told, supply={"gold": 1})
    assert ruling("execute", one_left).data["fired"][0]["gems"] == {"gold": 1}


def test_two_mines_share_the_last_gem_of_the_pile():
    state = table(
        stack(0, 0, card("red emerald_mine"), blue=2),
        stack(1, 0, card("blue emerald_mine"), blue=2),
        supply={"emerald": 1},
    )
    answer = ruling("execute", state)
    assert [fired["gems"] for fired in answer.data["fired"]] == [{"emerald": 1}, {}]
    assert answer.data["after"]["supply"] == {"emerald": 0}


def test_dwarves_of_different_colours_do_not_add_up():
    answer = ruling("execute", table(stack(0, 0, card("red ruby_mine"), blue=2, red=1)))
    assert answer.data["fired"] == []
    assert "DW-SAME-COLOUR" in answer.rules


def test_only_the_active_player_executes():
    state = table(stack(0, 0, card("red tavern"), red=2))
    assert ruling("execute", state).data["fired"] == []
    assert ruling("execute", state, player=1).data["fired"][0]["ogres"] == 1


def test_a_killed_monster_leaves_the_table():
    state = table(
        stack(0, 0, card("red fire_dragon", slots=6), blue=5, red=1), players=players({"supply": 2}, {"supply": 6})
    )
    answer = ruling("execute", state)
    after = answer.data["after"]
    assert after["table"] == []
    assert after["players"][0]["killed"] == [{"kind": "fire_dragon", "colour": "red"}]
    assert [player["supply"] for player in after["players"]] == [7, 7]
    assert answer.data["fired"][0]["points"] == 3


def test_order_of_execution_is_a_choice():
    """Blue kills the dragon and works its mine in one turn."""
    stacks = (stack(0, 0, card("red emerald_mine"), blue=2), stack(1, 0, card("red fire_dragon"), blue=5))

    def gems(state, **ask):
        fired = ruling("execute", state, **ask).data["fired"]
        return next(one["gems"] for one in fired if one["kind"] == "emerald_mine")

    assert gems(table(*stacks)) == {}
    chosen = table(*stacks, options={"execution_order": "player_chooses"})
    assert gems(chosen) == {"emerald": 1}
    assert gems(chosen, order=[[0, 0], [1, 0]]) == {}


def test_surplus_may_fire_again_where_the_table_plays_it_so():
    state = table(stack(0, 0, card("red emerald_mine", slots=6), blue=5), options={"surplus": "fire_again"})
    (fired,) = ruling("execute", state).data["fired"]
    assert (fired["times"], fired["returned"], fired["stay"], fired["gems"]) == (2, 4, 1, {"emerald": 2})


def test_a_dragon_without_a_castle_is_a_choice():
    stacks = (stack(0, 0, card("red emerald_mine"), blue=2), stack(1, 0, card("red fire_dragon")))
    assert ruling("execute", table(*stacks)).data["fired"][0]["gems"] == {}
    narrow = {"dragon_scope": "castle_kingdom"}
    assert ruling("execute", table(*stacks, options=narrow)).data["fired"][0]["gems"] == {"emerald": 1}
    with_castle = (*stacks, stack(0, 1, card("red castle")))
    assert ruling("execute", table(*with_castle, options=narrow)).data["fired"][0]["gems"] == {}


def test_a_dragon_behind_unknown_walls_leaves_the_mine_open():
    answer = ruling("execute", table(stack(0, 0, card("red emerald_mine"), blue=2), stack(1, 0, "red fire_dragon")))
    assert answer.data["fired"][0]["gems"] is None
    assert [(m.item, m.field) for m in answer.missing] == [("fire_dragon", "walls")]


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


def test_a_giant_behind_unknown_walls_leaves_three_or_four():
    answer = ruling("actions", table(stack(0, 0, card("blue castle")), stack(1, 0, "red frost_giant")))
    assert answer.data["actions"] is None
    assert [(m.item, m.field) for m in answer.missing] == [("frost_giant", "walls")]


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
    assert ruling("ogre", late).data["legal"] is False
    assert ruling("ogre", ARENA, player=1, ogre="thief").data["legal"] is False
    used_up = ARENA.model_copy(update={"actions_used": 4})
    assert ruling("ogre", used_up).data["legal"] is True, "an ogre costs no action"


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
    assert ruling("end", table(players=three, active=1)).data["still_to_play"] == ["Ben", "Cleo"]
    at_once = table(players=three, active=1, options={"end_moment": "at_once"})
    assert ruling("end", at_once).data["still_to_play"] == ["Ben"]
    assert ruling("end", table(players=three, active=2)).data["still_to_play"] == ["Cleo"]
    assert ruling("end", table(players=three, active=2, phase="counting")).verdict.startswith("The game is over")
    assert ruling("end", table()).data["triggered"] is False


def test_a_trade_that_cannot_be_paid_or_made():
    goals = [{"cost": {"ruby": 2}, "points": 6}, {"id": "trade_2"}]
    poor = table(stack(0, 0, card("red general_store"), blue=3), open_goals=goals[:1])
    assert "2 Ruby" in ruling("trade", poor).verdict
    nobody = table(players=players({"gems": {"ruby": 2}}), open_goals=goals[:1])
    assert "3 dwarves" in ruling("trade", nobody).verdict
    unknown = table(stack(0, 0, card("red general_store"), blue=3), open_goals=goals)
    assert [(m.item, m.field) for m in ruling("trade", unknown).missing] == [("trade_2", "cost")]


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
    assert ruling("end", table(players=[ann, ben, three_trades], active=2)).data["still_to_play"] == ["Cleo"]
    assert ruling("end", table(players=[ann, ben, three_trades], active=0)).verdict.startswith("The game is over")
    at_once = table(players=[three_trades, ann, ben], active=1, options={"end_moment": "at_once"})
    assert ruling("end", at_once).verdict.startswith("The game is over")
    with_a_secret = {**three_trades, "trades": [{"points": 1}] * 2, "secret": "hunter", "shown": True}
    shown_on_anns_turn = table(players=[ann, ben, with_a_secret], active=0)
    assert ruling("end", shown_on_anns_turn).data["still_to_play"] == ["Ann", "Ben", "Cleo"]
