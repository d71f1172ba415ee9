"""How fast sheets are made: whole games of four players and three rounds, on one core."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from scoring.diceminer import GAME
from scoring.diceminer.pieces import Die, DieType, Hero, dice
from scoring.diceminer.state import ROUNDS, Player, Round, Table

PLAYERS, GAMES = 4, 100
SECONDS = 1.5
FACES = {
    DieType.TUNNEL: dice("T1 T2 T3 T4 T5 Tb"),
    DieType.HAZARD: dice("Hc1 Hd4 Hb"),
    DieType.TOOL: dice("Kp Ks Kc2 Kb"),
    DieType.TREASURE: dice("G1 G1 G1 G2 G3 Gb"),
    DieType.MAGIC: dice("M1 M2 M3 Mb"),
}


def figures() -> dict[str, float]:
    """Sheets and games per second over many different full games, and the same from their JSON text."""
    chance = random.Random(7)
    tables = [_table(chance) for _ in range(GAMES)]
    texts = [table.model_dump_json() for table in tables]
    games = _per_second(lambda index: GAME.score(tables[index], GAME.catalogue))
    from_json = _per_second(lambda index: GAME.score(Table.model_validate_json(texts[index]), GAME.catalogue))
    return {
        "sheets_per_second": round(games * PLAYERS),
        "games_per_second": round(games),
        "games_per_second_from_json": round(from_json),
    }


def _per_second(score_one: Callable[[int], object]) -> float:
    """Score all games again and again for a while, and take the average."""
    passes, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS or not passes:
        for index in range(GAMES):
            score_one(index)
        passes += 1
    return passes * GAMES / spent


def _table(chance: random.Random) -> Table:
    """All dice of the box, twenty more each round, dealt evenly and rolled anew."""
    bag = [die_type for die_type in DieType for _ in range(GAME.catalogue.value(die_type, "count"))]
    chance.shuffle(bag)
    heroes = chance.sample(list(Hero), PLAYERS)
    players = []
    for seat in range(PLAYERS):
        mine = bag[seat::PLAYERS]
        rounds = tuple(Round(dice=_rolled(mine[: 5 * number], chance)) for number in range(1, ROUNDS + 1))
        players.append(Player(name=f"Player {seat + 1}", hero=heroes[seat], rounds=rounds))
    return Table(players=tuple(players))


def _rolled(types: list[DieType], chance: random.Random) -> tuple[Die, ...]:
    return tuple(chance.choice(FACES[die_type]) for die_type in types)
