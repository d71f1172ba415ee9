"""The solver against a brute force that only knows the referee."""

from __future__ import annotations

import random
from itertools import permutations, product
from time import monotonic
from typing import Any

import pytest

from scoring.catalogue import Catalogue
from scoring.deadline import Deadline
from scoring.dungeonlords.battle.arena import ROUNDS, Arena, Card, Position
from scoring.dungeonlords.battle.ask import Attack, Battle, RoundPlan, TrapUse
from scoring.dungeonlords.battle.beasts import KINDS
from scoring.dungeonlords.battle.fight import fight_round
from scoring.dungeonlords.battle.outlook import Outlook
from scoring.dungeonlords.battle.setup import arena_of, card_of
from scoring.dungeonlords.battle.solver import Solver
from scoring.dungeonlords.battle.story import Story
from scoring.game import Game
from scoring.sheet import Ruling

BOARD_THREE = {
    "name": "Ann",
    "party": ["fighter_4", "priest_3", "thief_4"],
    "traps": ["cursed_ring", "pendulum"],
    "gold": 1,
    "imps": 0,
}
"""The third practice board without its monster."""

HEROES = [f"{cls}_{n}" for cls in ("fighter", "thief", "priest", "wizard") for n in range(1, 5)]
BEASTS = ["goblin", "slime", "ghost", "troll", "witch", "vampire"]
TRAPS = ["rolling_stone", "fire_wall", "pendulum", "trap_door", "cursed_ring", "poisoned_meal", "poisoned_dart"]
CARDS = [0, 1, 2, "word_of_peace", "magic_shield", "detect_treasure", "invisibility", "detect_evil"]


def random_battle(seed: int) -> Battle:
    """A small battle that starts in the third round."""
    dice = random.Random(seed)
    party = sorted(dice.sample(HEROES, dice.randint(1, 3)), key=lambda hero: not hero.startswith("fighter"))
    lord = {
        "name": "Ann",
        "dungeon": ["C1", dice.choice(["C2", "C2:mint"]), "C3"] if dice.random() < 0.6 else ["C1:mint", "C2", "C3"],
        "party": party,
        "monsters": dice.sample(BEASTS, dice.randint(1, 2)),
        "traps": dice.sample(TRAPS, dice.randint(0, 2)),
        "gold": dice.randint(0, 2),
        "food": dice.randint(0, 1),
        "imps": 0,
    }
    return Battle.model_validate({"lord": lord, "round": 3, "cards": [dice.choice(CARDS) for _ in range(2)]})


def every_plan(arena: Arena, position: Position) -> list[RoundPlan]:
    """Every plan that can be written down, legal or not."""
    ids = sorted({arena.people[who].id for who, _ in position.party})
    attacks: dict[str, list[Attack]] = {}
    for kind in set(position.ready):
        name = KINDS[kind]
        modes = ["A", "B"] if name in ("slime", "troll", "witch", "vampire") else ["A"]
        options = []
        for mode in modes:
            if name in ("ghost", "vampire"):
                options += [Attack(monster=name, mode=mode, on=(aim,)) for aim in ids]
            elif (name, mode) == ("witch", "B"):
                options += [Attack(monster=name, mode=mode, on=aims) for aims in product(ids, repeat=2)]
                options += [Attack(monster=name, mode=mode, on=(aim,)) for aim in ids]
            else:
                options.append(Attack(monster=name, mode=mode))
        if name == "goblin":
            options.append(Attack(monster=name, again=False))
        attacks[name] = options
    orders = [()] + [o for n in (1, 2) for o in permutations([KINDS[kind] for kind in position.ready], n)]
    crowds = [crowd for order in orders for crowd in product(*(attacks[name] for name in order))]
    traps: list[tuple[TrapUse, ...]] = [()]
    for trap in sorted(set(position.traps)):
        card = arena.traps[trap]
        traps += [(TrapUse(id=card.id, on=aim),) for aim in (ids if card.aimed else [None])]
    tiles = [arena.sites[i].name for i in arena.next_sites(position.lost)]
    return [
        RoundPlan(tile=tile, traps=trap, attacks=crowd, peace=peace)
        for tile, trap, crowd, peace in product(tiles, traps, crowds, ("withdraw", "evil"))
    ]


def brute_force(
    arena: Arena, position: Position, cards: dict[int, Card], outlook: Outlook, memo: dict[Any, int]
) -> int:
    if not position.party or position.round > ROUNDS:
        return outlook.value(position)
    if position not in memo:
        best = -1
        for plan in every_plan(arena, position):
            story = Story(arena)
            after = fight_round(arena, position, plan, cards[position.round], story)
            if not story.reasons:
                best = max(best, brute_force(arena, after, cards, outlook, memo))
        memo[position] = best
    return memo[position]


@pytest.mark.parametrize("seed", range(30))
def test_solver_equals_brute_force(catalogue: Catalogue, seed: int) -> None:
    battle = random_battle(seed)
    arena, position, missing = arena_of(battle, catalogue)
    assert not missing
    cards = {3 + i: card_of(card, catalogue) for i, card in enumerate(battle.cards)}
    expected = brute_force(arena, position, cards, Outlook(arena, (0,) * 5), {})
    assert Solver(arena, dict(cards)).solve(position) == expected


@pytest.mark.parametrize("seed", range(40, 52))
def test_no_play_beats_its_bound(catalogue: Catalogue, seed: int) -> None:
    """Following the best play, the bound of every position on the way is at least the value reached."""
    battle = random_battle(seed)
    arena, position, _ = arena_of(battle, catalogue)
    cards: dict[int, Card | None] = {3 + i: card_of(card, catalogue) for i, card in enumerate(battle.cards)}
    solver = Solver(arena, cards)
    value = solver.solve(position)
    assert solver._outlook.bound(position) >= value
    for plan in solver.plans(position, together=False):
        card = cards[position.round]
        assert card is not None
        ending = solver.best_ending(plan, card, ())
        assert ending is not None and plan.most >= ending[0]


def test_unseen_cards_average_the_known_ones(ask: Any) -> None:
    """With one round left and nothing to decide, the expectation is the mean over the nine cards."""
    lord = {"name": "Ann", "party": ["fighter_1:1"], "imps": 0}
    average = ask("defence", lord=lord, round=4)
    assert average.data["imprisoned"] == pytest.approx(4 / 9)
    assert average.data["conquered"] == pytest.approx(5 / 9)


def test_unseen_cards_keep_the_plan_open_to_the_card(ask: Any) -> None:
    lord = {"name": "Ann", "party": ["fighter_1", "fighter_2"], "monsters": ["troll"], "food": 1, "imps": 0}
    ruling = ask("defence", lord=lord, round=4)
    assert sum(entry["count"] for entry in ruling.data["by_card"]) == 9
    assert ruling.data["plan"]["tile"] == "C1"


def test_a_known_card_now_and_unseen_ones_later(ask: Any) -> None:
    lord = {"name": "Ann", "party": ["fighter_1", "fighter_2"], "monsters": ["troll"], "food": 1, "imps": 0}
    ruling = ask("defence", lord=lord, round=3, cards=[2])
    assert ruling.data["plan"]["tile"] == "C1"
    assert 0 <= ruling.data["conquered"] <= 2


def late(game: Game[Any], deadline: Deadline, **words: Any) -> Ruling:
    """Ask for the best defence under this deadline."""
    question = game.question("defence")
    return question.settle(question.ask.model_validate(words), game.catalogue, deadline)


class Steps:
    """A clock that runs a second each time it is looked at: a search gets so many looks, on any machine."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


MANY = {
    "lord": {
        "name": "Ann",
        "dungeon": ["C1", "C2:printing_press", "C3", "D3", "D4:mint", "B1"],
        "party": ["paladin_1", "fighter_4", "wizard_4", "priest_2"],
        "monsters": ["vampire", "troll", "witch", "goblin", "slime", "ghost"],
        "traps": ["cursed_ring", "pendulum", "poisoned_dart", "anti_magic_dart"],
        "gold": 4,
        "food": 4,
    }
}
"""A battle whose search over four unseen cards takes minutes."""


def test_four_unseen_cards_are_answered_in_time(game: Game[Any]) -> None:
    start = monotonic()
    ruling = late(game, Deadline(1), **MANY)
    assert monotonic() - start < 5
    assert ruling.data["complete"] is False and ruling.data["visited"] > 0
    assert ruling.data["plan"]["tile"] == "C1"
    assert "time was up" in ruling.steps[0].text


@pytest.mark.parametrize("looks", [0, 30, 300, 3000])
def test_the_best_found_in_time_can_be_carried_out_and_is_never_better_than_the_best(
    game: Game[Any], ask: Any, looks: int
) -> None:
    from scoring.dungeonlords.bench import SECOND_YEAR

    ruling = late(game, Deadline(looks, Steps()), **SECOND_YEAR)
    assert ruling.data["complete"] is False
    assert "found in time" in ruling.verdict and "time was up" in ruling.steps[0].text
    replay = ask("battle", **SECOND_YEAR, plans=ruling.data["plans"])
    assert replay.legal == "yes" and replay.data["state"] == ruling.data["state"]
    assert (replay.data["conquered"], -replay.data["imprisoned"]) >= (3, -4)


@pytest.mark.parametrize("looks", [100, 1000, 20_000])
def test_an_average_found_in_time_is_never_better_than_the_best(game: Game[Any], ask: Any, looks: int) -> None:
    lord = {**BOARD_THREE, "monsters": ["vampire", "troll"]}
    best = ask("defence", lord=lord, round=2)
    found = late(game, Deadline(looks, Steps()), lord=lord, round=2)
    if "assumed_fatigue" not in found.data:
        assert found.data["conquered"] >= best.data["conquered"] - 1e-9
    assert found.data["plan"]["tile"] == "C1"


def test_nobody_before_the_dungeon_needs_no_defence(ask: Any) -> None:
    for cards in ([], [2, 1, 2, 1]):
        ruling = ask("defence", lord={"name": "Ann", "monsters": ["troll"], "trolls": 1}, cards=cards)
        assert (ruling.data["conquered"], ruling.data["plans"]) == (0, [])
        assert "Nobody attacks" in ruling.verdict


def test_advice_names_the_target_of_a_trap_and_the_cards(ask: Any) -> None:
    lord = {"name": "Ann", "party": ["fighter_1:1", "priest_2:1"], "traps": ["poisoned_dart"], "imps": 0}
    told = [str(step.text) for step in ask("defence", lord=lord, round=4).steps]
    assert "traps Poisoned Dart;" in told[0]
    assert len(told) == 4 and all("Poisoned Dart on " in text for text in told[1:])
    assert any("Fireball" in text and "fatigue 1 (4 of 9 cards)" in text for text in told)
    later = [str(step.text) for step in ask("defence", lord=lord, round=3, cards=["fireball"]).steps]
    assert "Poisoned Dart on " in later[0]
    known = [str(step.text) for step in ask("defence", lord=lord, round=4, cards=["fireball"]).steps]
    assert any("Poisoned Dart goes off on " in text for text in known)
    assert any("Round 4" in text and "Fireball" in text for text in known)


def test_second_year_battle_is_solved_with_its_plan(ask: Any) -> None:
    from scoring.dungeonlords.bench import SECOND_YEAR

    ruling = ask("defence", **SECOND_YEAR)
    assert ruling.data["conquered"] == 3
    assert ruling.data["imprisoned"] == 4
    assert len(ruling.data["plans"]) == 4
    replay = ask("battle", **SECOND_YEAR, plans=ruling.data["plans"])
    assert replay.data["conquered"] == 3


def test_unknown_cards_of_year_two_are_asked_for(ask: Any) -> None:
    lord = {"name": "Ann", "party": ["wizard_8"], "traps": ["pendulum"]}
    ruling = ask("defence", lord=lord, year=2, cards=["blind_rage", "magic_key", "aura_of_fear", "regeneration"])
    assert ("blind_rage", "fatigue") in {(value.item, value.field) for value in ruling.missing}
    assert ("pendulum", "damage_2") in {(value.item, value.field) for value in ruling.missing}


def test_the_best_defence_keeps_an_unseen_trap(ask: Any) -> None:
    lord = {"name": "Ann", "party": ["fighter_4"], "traps": ["?"], "imps": 0}
    ruling = ask("defence", lord=lord, round=4, cards=[1])
    assert ruling.data["state"]["traps"] == ["?"]
    assert ruling.data["resources_spent"] == 0


def test_the_best_defence_counts_every_poisoned_dart(ask: Any) -> None:
    lord = {
        "name": "Ann",
        "dungeon": ["C1:labyrinth", "C2", "C3"],
        "party": ["fighter_8:2"],
        "traps": ["poisoned_dart", "poisoned_dart"],
        "imps": 0,
    }
    ruling = ask("defence", lord=lord, year=2, round=4, cards=[0], options={"year_two_traps": "same"})
    assert ruling.data["imprisoned"] == 1
    assert len(ruling.data["plans"][0]["traps"]) == 2


def test_the_best_defence_against_metamorphosis_can_be_carried_out(ask: Any) -> None:
    lord = {
        "name": "Ann",
        "dungeon": ["C1:hatchery", "C2", "C3"],
        "party": ["fighter_8:5", "wizard_8:5"],
        "monsters": ["goblin", "goblin"],
    }
    cards = [{"id": "metamorphosis", "fatigue": 0, "amount": 1}]
    ruling = ask("defence", lord=lord, year=2, round=2, cards=[*cards, 0, 0])
    assert ruling.data["imprisoned"] == 2
    assert [attack["monster"] for attack in ruling.data["plans"][0]["attacks"]] == ["sheep", "goblin"]


def test_the_best_defence_pays_a_golem_with_the_trap_it_needs_least(ask: Any) -> None:
    """Without food the poisoned meal cannot be played, so it goes, although the dart comes first by name."""
    case = {
        "lord": {
            "name": "Ann",
            "party": ["fighter_8", "wizard_8"],
            "monsters": ["golem"],
            "traps": ["poisoned_dart", "poisoned_meal"],
            "gold": 2,
            "imps": 0,
        },
        "year": 2,
        "round": 2,
        "cards": [{"fatigue": 2, "speed": "fast", "effect": "pay_or_withdraw", "amount": 0}, 2, 2],
        "options": {"year_two_traps": "same"},
    }
    ruling = ask("defence", **case)
    assert (ruling.data["conquered"], ruling.data["imprisoned"]) == (1, 2)
    assert ruling.data["plans"][0]["traps_paid"] == ("poisoned_meal",)
    replay = ask("battle", **case, plans=ruling.data["plans"])
    assert replay.data["state"] == ruling.data["state"]


def test_prisoners_who_are_set_free_are_no_negative_number(ask: Any) -> None:
    """Nothing is left to conquer, so each round frees one."""
    lord = {"name": "Ann", "dungeon": ["C1!"], "prisoners": ["thief_1"], "party": ["fighter_4"]}
    verdict = str(ask("defence", lord=lord, cards=[2, 2]).verdict)
    assert "freed 1" in verdict and "-" not in verdict
