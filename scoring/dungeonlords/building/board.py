"""The central board: what every space costs and gives, and which rule says so."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.dungeonlords.pieces import Space

WORKERS: Mapping[Space, int] = {"I": 2, "II": 3, "III": 4}
"""How many imps may dig or mine from each space; space III also takes a supervisor."""

Amounts = Mapping[str, int]

BOARD: Mapping[str, Mapping[str, tuple[Amounts, Amounts]]] = {
    "get_food": {
        "I": ({"gold": 1}, {"food": 2}),
        "II": ({"evil": 1}, {"food": 3}),
        "III": ({"evil": 2}, {"food": 3, "gold": 1}),
    },
    "improve_reputation": {
        "I": ({}, {"evil": -1, "spy": 1}),
        "II": ({}, {"evil": -2}),
        "III": ({"gold": 1}, {"evil": -2, "spy": 1}),
    },
    "dig_tunnels": {space: ({}, {"tunnel": most}) for space, most in WORKERS.items()},
    "mine_gold": {space: ({}, {"gold": most}) for space, most in WORKERS.items()},
    "recruit_imps": {
        "I": ({"food": 1}, {"imp": 1}),
        "II": ({"food": 2}, {"imp": 2}),
        "III": ({"food": 1, "gold": 1}, {"imp": 2}),
    },
    "buy_traps": {"I": ({"gold": 1}, {"trap": 1}), "II": ({}, {"trap": 1}), "III": ({"gold": 2}, {"trap": 2})},
    "hire_monster": {"I": ({}, {"monster": 1}), "II": ({}, {"monster": 1}), "III": ({"food": 1}, {"monster": 1})},
    "build_room": {"I": ({}, {"room": 1}), "II": ({"gold": 1}, {"room": 1}), "III": ({"gold": 1}, {"room": 1})},
}
"""Cost and gain of every space, as printed on the central board."""

RULES = {order: "DL-" + order.replace("_", "-").upper() for order in BOARD} | {
    "dig_tunnels": "DL-DIG",
    "mine_gold": "DL-MINE",
    "hire_monster": "DL-HIRE",
}

BACKWARDS = frozenset({"hire_monster", "build_room"})
"""Where the last to come acts first: III, II, I."""
