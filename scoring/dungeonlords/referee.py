"""Every dispute that the referee of Dungeon Lords settles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.dungeonlords.battle.advice import best_defence
from scoring.dungeonlords.battle.ask import Battle, BattlePlan, BattleSoFar
from scoring.dungeonlords.battle.rulings import next_tile, resolve
from scoring.dungeonlords.battle.table import TableRound, table_round
from scoring.dungeonlords.battle.training import Training, training
from scoring.dungeonlords.building.actions import Action, action
from scoring.dungeonlords.building.dues import PayDay, Taxes, pay_day, taxes
from scoring.dungeonlords.building.heroes import Assign, Draw, March, assign, march, reveal_adventurers
from scoring.dungeonlords.building.orders import Retrieve, Reveal, retrieve, reveal
from scoring.dungeonlords.building.production import Production, production
from scoring.dungeonlords.building.rooms import BuildRoom, build_room
from scoring.dungeonlords.building.rounds import FirstPlayer, Paladin, YearTwo, first_player, paladin, year_two
from scoring.dungeonlords.building.site import Dig, Mine, dig, mine
from scoring.dungeonlords.possible import screened
from scoring.question import Question
from scoring.words import say

EXAMPLE_LORD: Mapping[str, Any] = {
    "name": "Eleni",
    "dungeon": ["C1", "C2:printing_press", "C3", "D3", "D4:mint", "B1"],
    "party": ["fighter_4", "priest_3", "thief_4"],
    "monsters": ["vampire", "troll"],
    "trolls": 1,
    "traps": ["cursed_ring", "pendulum"],
    "gold": 2,
    "food": 1,
    "imps": 4,
}

EXAMPLE_ROUND: Mapping[str, Any] = {
    "table": {
        "year": 1,
        "season": "battle",
        "first_player": 0,
        "players": [
            {"name": "Eleni", "evil": 9, "party": ["paladin_1:3", "fighter_4", "thief_1"], "monsters": ["ghost"]},
            {"name": "Marek", "evil": 9, "party": ["priest_1", "wizard_1", "thief_2"], "monsters": ["slime"]},
        ],
        "dummy_evil": 5,
    },
    "round": 1,
    "card": 1,
    "plans": {"Eleni": {"attacks": ["ghost@thief_1"]}, "Marek": {"attacks": ["slime:B"]}},
}

_QUESTIONS = (
    Question(
        "battle",
        say("How does this battle go?"),
        BattlePlan,
        resolve,
        {
            "lord": EXAMPLE_LORD,
            "cards": [2, 2],
            "plans": [
                {"traps": ["cursed_ring"], "attacks": ["vampire:B@thief_4"]},
                {"attacks": ["vampire:B@thief_4"]},
            ],
        },
    ),
    Question(
        "defence",
        say("What is the best defence?"),
        Battle,
        best_defence,
        {"lord": EXAMPLE_LORD, "cards": [2, 1, 2, 1]},
    ),
    Question("training", say("How is a practice board solved?"), Training, training, {"board": 3}),
    Question(
        "battle-round", say("How does this round go for the whole table?"), TableRound, table_round, EXAMPLE_ROUND
    ),
    Question("next-tile", say("Which tile is attacked next?"), BattleSoFar, next_tile, {"lord": EXAMPLE_LORD}),
    Question("dig", say("May I dig here?"), Dig, dig, {"lord": EXAMPLE_LORD, "squares": ["B3", "A3"], "space": "II"}),
    Question("mine", say("How much gold can I mine?"), Mine, mine, {"lord": EXAMPLE_LORD, "imps": 3, "space": "III"}),
    Question(
        "build-room",
        say("May I build this room here?"),
        BuildRoom,
        build_room,
        {"lord": EXAMPLE_LORD, "room": "hatchery", "square": "B1"},
    ),
    Question(
        "action",
        say("What does this space cost and give?"),
        Action,
        action,
        {"lord": EXAMPLE_LORD, "order": "hire_monster", "space": "III", "monster": "witch", "first_order": True},
    ),
    Question(
        "orders",
        say("Where do the minions go?"),
        Reveal,
        reveal,
        {
            "players": [
                {"name": name, "orders": ["mine_gold", *rest]}
                for name, rest in (
                    ("Eleni", ["dig_tunnels", "get_food"]),
                    ("Marek", ["buy_traps", "get_food"]),
                    ("Ada", ["hire_monster", "build_room"]),
                    ("Nikos", ["recruit_imps", "dig_tunnels"]),
                )
            ]
        },
    ),
    Question(
        "orders-back",
        say("Which order cards come back?"),
        Retrieve,
        retrieve,
        {
            "unavailable": ["get_food", "dig_tunnels"],
            "played": ["mine_gold", "buy_traps", "build_room"],
            "unused": ["build_room"],
        },
    ),
    Question(
        "production",
        say("What can my rooms produce?"),
        Production,
        production,
        {"lord": {**EXAMPLE_LORD, "imps": 6}, "year": 1},
    ),
    Question(
        "pay-day",
        say("Whom can I pay on Pay Day?"),
        PayDay,
        pay_day,
        {"lord": {"name": "Eleni", "evil": 6, "food": 2, "monsters": ["goblin", "witch", "vampire"]}},
    ),
    Question("taxes", say("How much tax is due?"), Taxes, taxes, {"lord": EXAMPLE_LORD, "pay": 2}),
    Question(
        "adventurer-line",
        say("In which order are the adventurers laid out?"),
        Draw,
        reveal_adventurers,
        {"drawn": ["thief_3", "fighter_1", "priest_4", "wizard_2"]},
    ),
    Question(
        "adventurers",
        say("Who gets which adventurer?"),
        Assign,
        assign,
        {
            "lords": [{"name": "Eleni", "evil": 6}, {"name": "Marek", "evil": 5}],
            "adventurers": ["thief_3", "fighter_1", "priest_4"],
            "dummy_evil": 5,
        },
    ),
    Question(
        "marching-order",
        say("How do the adventurers line up?"),
        March,
        march,
        {"arrivals": ["thief_1", "fighter_1", "paladin_1", "fighter_2"]},
    ),
    Question(
        "paladin",
        say("Where does the paladin go?"),
        Paladin,
        paladin,
        {
            "lords": [{"name": "Eleni", "evil": 8}, {"name": "Marek", "evil": 9}, {"name": "Ada", "evil": 10}],
            "holder": "Ada",
            "moves": [{"name": "Eleni", "change": 1}, {"name": "Ada", "change": -2}],
        },
    ),
    Question(
        "first-player",
        say("Who is the first player?"),
        FirstPlayer,
        first_player,
        {"players": ["Eleni", "Marek", "Ada", "Nikos"]},
    ),
    Question(
        "second-year", say("What changes in the second year?"), YearTwo, year_two, {"table": EXAMPLE_ROUND["table"]}
    ),
)

QUESTIONS: tuple[Question, ...] = tuple(
    # A battle tells all that is wrong with it at once, names among it.
    question if issubclass(question.ask, Battle) else replace(question, answer=screened(question.answer))
    for question in _QUESTIONS
)
