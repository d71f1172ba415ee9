"""The referee: disputes at a Dice Miner table, each as a question with its answer."""

from __future__ import annotations

from scoring.diceminer.referee import beer, chests, magic, order, take, tie
from scoring.question import Question
from scoring.words import say

FULL_MOUNTAIN = ["T3 G1", "T1 Hd4 M1", "Kp T2 Tb T5", "T4 Hc1 G2 T1 M2", "T2 Ks T3 Gb T1 T4"]
DUG_MOUNTAIN = [". .", ". Hd4 .", "Kp T2 Tb .", "T4 Hc1 G2 T1 .", "T2 Ks T3 Gb T1 T4"]
TIED_GAME = {
    "players": [
        {
            "name": "Ann",
            "hero": "engineer",
            "rounds": [{"dice": "T1 T2 G1"}, {"dice": "T1 T2 G1"}, {"dice": "T1 T3 Gb"}],
            "tie_breaks": [{"dice": "T1 T2 G2"}],
        },
        {
            "name": "Bob",
            "hero": "surveyor",
            "rounds": [{"dice": "T1 T2 G1"}, {"dice": "T1 T2 G1"}, {"dice": "T1 T2 Gb"}],
            "tie_breaks": [{"dice": "T2 T2 G1"}],
        },
    ]
}

QUESTIONS = (
    Question(
        "take",
        say("Which dice may I take from the mountain?"),
        take.TakeAsk,
        take.answer,
        {"mountain": DUG_MOUNTAIN, "shared_beer": True, "take": ["3.2", "4.1"]},
    ),
    Question(
        "beer",
        say("May I share a beer now?"),
        beer.BeerAsk,
        beer.answer,
        {"dice": "T2 Tb G1", "giver": "Ann", "receiver": "Bob", "players": 3},
    ),
    Question(
        "magic",
        say("Which dice may my magic reroll?"),
        magic.MagicAsk,
        magic.answer,
        {"dice": "T4 Gb Hd4 M1 M2", "hero": "surveyor", "spent": "M1", "spend": "M2", "reroll": "T4 Gb"},
    ),
    Question(
        "chests",
        say("Which dice may my chests keep?"),
        chests.ChestAsk,
        chests.answer,
        {"dice": "T1 G3 Hd4 Kc1", "hero": "treasurer", "keep": "T1 G3 Hd4"},
    ),
    Question(
        "first-player",
        say("Who is the first player of the game?"),
        order.StartAsk,
        order.first_player,
        {"rolls": {"Ann": "T5", "Bob": "Tb", "Cleo": "T2"}},
    ),
    Question(
        "magic-start",
        say("Who starts the magic phase?"),
        order.MagicStartAsk,
        order.magic_start,
        {"players": ["Ann", "Bob", "Cleo"], "first_player": "Ann", "turns_with_two_dice": 3},
    ),
    Question(
        "next-first-player",
        say("Who starts the next round?"),
        order.NextFirstAsk,
        order.next_first,
        {"totals": {"Ann": 31, "Bob": 27, "Cleo": 27}},
    ),
    Question("tie", say("Who wins the tie?"), tie.TieAsk, tie.answer, {"game": TIED_GAME}),
)
