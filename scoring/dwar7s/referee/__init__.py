"""The referee: every kind of dispute it settles, each with a table to try it on."""

from __future__ import annotations

from typing import Any

from scoring.dwar7s.referee.digging import Dig, dig
from scoring.dwar7s.referee.executing import Execute, execute
from scoring.dwar7s.referee.learning import Learn, learn
from scoring.dwar7s.referee.moving import MoveDwarf, move_dwarf
from scoring.dwar7s.referee.ogres import PlayOgre, play_ogre
from scoring.dwar7s.referee.places import CardAsk, KingdomAsk, card, kingdom
from scoring.dwar7s.referee.placing import PlaceCard, PlaceDwarf, place_card, place_dwarf
from scoring.dwar7s.referee.trading import Trade, trade
from scoring.dwar7s.referee.turns import (
    Actions,
    GameEnd,
    HandLimit,
    SecretNow,
    actions,
    game_end,
    hand_limit,
    secret_now,
)
from scoring.question import Question
from scoring.words import say

EXAMPLE: dict[str, Any] = {
    "players": [
        {
            "name": "Ann",
            "colour": "blue",
            "gems": {"emerald": 2, "ruby": 1},
            "ogres": {"panic": 1, "ambush": 1},
            "secret": "architect",
        },
        {"name": "Ben", "colour": "red", "gems": {"gold": 2}, "ogres": {"hidden": 1}},
    ],
    "table": [
        {"x": 0, "y": 0, "cards": [{"kind": "castle", "colour": "blue", "walls": ["left"]}], "dwarves": {"blue": 2}},
        {"x": 1, "y": 0, "cards": [{"kind": "ruby_mine", "colour": "red", "walls": []}], "dwarves": {"blue": 3}},
        {
            "x": 1,
            "y": 1,
            "cards": [
                {"kind": "tavern", "colour": "red", "walls": ["top"]},
                {"kind": "tavern", "colour": "blue", "turn": 1, "walls": ["right"]},
            ],
        },
        {"x": 2, "y": 0, "cards": [{"kind": "fire_dragon", "colour": "red", "walls": ["left"]}], "dwarves": {"red": 1}},
    ],
    "open_goals": [{"cost": {"emerald": 2, "ruby": 1}, "points": 5}, {"cost": {"diamond": 2}, "points": 4}],
}
"""A small table; what is seen on its cards is an illustration, not what is printed on anybody's copy."""


def _example(**more: Any) -> dict[str, Any]:
    return {"state": EXAMPLE, **more}


QUESTIONS = (
    Question("kingdom", say("Which cards belong to a kingdom?"), KingdomAsk, kingdom, _example(at=[2, 0])),
    Question(
        "place-card", say("Where may a kingdom card be placed?"), PlaceCard, place_card, _example(card="emerald_mine")
    ),
    Question("place-dwarf", say("Where may a dwarf be placed?"), PlaceDwarf, place_dwarf, _example()),
    Question("move", say("Where may a dwarf move?"), MoveDwarf, move_dwarf, _example(start=[1, 0])),
    Question("execute", say("Which cards are executed, and what do they give?"), Execute, execute, _example()),
    Question("dig", say("Which stacks may be dug?"), Dig, dig, _example()),
    Question("ogre", say("What can an ogre card do now?"), PlayOgre, play_ogre, _example()),
    Question("trade", say("Which trade goals can be paid?"), Trade, trade, _example()),
    Question("card", say("Who can still execute this card?"), CardAsk, card, _example(at=[2, 0])),
    Question("hand", say("Must somebody discard, and what?"), HandLimit, hand_limit, _example()),
    Question(
        "actions", say("How many actions are there in this turn?"), Actions, actions, _example(plan=["card", "dwarf"])
    ),
    Question("secret", say("Is a secret goal true right now?"), SecretNow, secret_now, _example()),
    Question("learn", say("Which printed values does this table tell?"), Learn, learn, _example()),
    Question("end", say("Has the end come, and who still has a turn?"), GameEnd, game_end, _example()),
)
