"""A dealer that plays whole games by the rules, die by die, so that tests have real tables to look at."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from scoring.diceminer.mountain import Place, at, places, side_dice, take, top_dice
from scoring.diceminer.pieces import Die, DieType, Hero, Shows, dice, die
from scoring.diceminer.rounds import score_round, total_of
from scoring.diceminer.state import Mountain, Player, Round, Table
from scoring.diceminer.trove import read_trove

# Only faces that are known to exist; the six faces of hazard, tool and magic dice are an owner's to tell.
FACES = {
    DieType.TUNNEL: dice("T1 T2 T3 T4 T5 Tb"),
    DieType.HAZARD: dice("Hc1 Hd4 Hb"),
    DieType.TOOL: dice("Kp Ks Kc2 Kb"),
    DieType.TREASURE: dice("G1 G1 G1 G2 G3 Gb"),
    DieType.MAGIC: dice("M1 M2 M3 Mb"),
}
BOX = {DieType.TUNNEL: 27, DieType.HAZARD: 10, DieType.TOOL: 7, DieType.TREASURE: 8, DieType.MAGIC: 8}
ROWS = (2, 3, 4, 5, 6)
HERO_FACES = {
    Hero.ALCHEMIST: dice("M1 M1 M1"),
    Hero.DRAGON_SLAYER: dice("Ks M1"),
    Hero.ENGINEER: dice("T2 Kp"),
    Hero.PROSPECTOR: dice("G1 Kp"),
    Hero.SURVEYOR: dice("T1 M1"),
    Hero.TREASURER: dice("G1 Kc2"),
}


@dataclass
class Seat:
    """A player at the table while the game goes on."""

    name: str
    hero: Hero
    trove: list[Die] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    points: int = 0

    def value(self, trove: list[Die]) -> int:
        """What a trove would score, gems not doubled."""
        return total_of(score_round([read_trove([*trove, *HERO_FACES[self.hero]])], waiting_for_troves=True)[0])


def deal(names: list[str], seed: int, *, greedy: bool = False, stop_after: tuple[int, int] = (3, 0)) -> Table:
    """Play a game; ``stop_after`` = (rounds, dice) leaves it after some rounds and some dice of the next one."""
    chance = random.Random(seed)
    heroes = chance.sample(list(Hero), len(names))
    seats = [Seat(name, hero) for name, hero in zip(names, heroes, strict=True)]
    bag = [die_type for die_type, count in BOX.items() for _ in range(count)]
    chance.shuffle(bag)
    first = chance.randrange(len(seats))
    for number in range(3):
        mountain = _fill(bag, chance)
        limit = 20 if number < stop_after[0] else stop_after[1]
        turn, mountain = _dig(seats, mountain, first, limit, chance, greedy)
        if number == stop_after[0]:
            for seat in seats:
                seat.rounds.append(Round(dice=tuple(seat.trove)))
            return _table(seats, mountain)
        _magic(seats, turn, chance, greedy)
        _score(seats)
        if number + 1 == stop_after[0] and stop_after[1] == 0:
            break
        if number < 2:
            _replenish(seats, chance)
            first = seats.index(min(seats, key=lambda seat: (seat.points, chance.random())))
    return _table(seats, None)


def _fill(bag: list[DieType], chance: random.Random) -> Mountain:
    thrown = [chance.choice(FACES[bag.pop()]) for _ in range(20)]
    rows = []
    for width in ROWS:
        rows.append(tuple(thrown[:width]))
        thrown = thrown[width:]
    return tuple(rows)


def _dig(
    seats: list[Seat], mountain: Mountain, turn: int, limit: int, chance: random.Random, greedy: bool
) -> tuple[int, Mountain]:
    taken = 0
    while taken < limit and any(places(mountain)):
        seat = seats[turn % len(seats)]
        shares = len(seats) > 1 and die_with_beer(seat) is not None and chance.random() < 0.6
        if shares:
            given = die_with_beer(seat)
            assert given is not None
            seat.trove.remove(given)
            other = chance.choice([other for other in seats if other is not seat])
            other.trove.append(chance.choice(FACES[given.type]))
        for _ in range(2 if shares else 1):
            open_dice = [*top_dice(mountain), *(side_dice(mountain) if shares else [])]
            if not open_dice:
                break
            where = _choose(seat, mountain, open_dice, chance, greedy)
            chosen = at(mountain, where)
            assert chosen is not None
            seat.trove.append(chosen)
            mountain = take(mountain, where).mountain
            taken += 1
        turn += 1
    return turn, mountain


def die_with_beer(seat: Seat) -> Die | None:
    return next((one for one in seat.trove if one.shows is Shows.BEER), None)


def _choose(seat: Seat, mountain: Mountain, open_dice: list[Place], chance: random.Random, greedy: bool) -> Place:
    if not greedy:
        return chance.choice(open_dice)
    return max(
        open_dice, key=lambda where: (seat.value([*seat.trove, at(mountain, where) or die("Tb")]), chance.random())
    )


def _magic(seats: list[Seat], turn: int, chance: random.Random, greedy: bool) -> None:
    for step in range(len(seats)):
        seat = seats[(turn + step) % len(seats)]
        spent: list[int] = []
        while True:
            ready = [i for i, one in enumerate(seat.trove) if one.shows is Shows.MAGIC and i not in spent]
            if not ready:
                break
            source = ready[0]
            spent.append(source)
            can = [i for i, one in enumerate(seat.trove) if one.type is not DieType.HAZARD and i not in spent]
            chance.shuffle(can)
            if greedy:
                can.sort(key=lambda i: seat.value(seat.trove) - seat.value(seat.trove[:i] + seat.trove[i + 1 :]))
            for i in can[: seat.trove[source].count]:
                seat.trove[i] = chance.choice(FACES[seat.trove[i].type])


def _score(seats: list[Seat]) -> None:
    troves = [read_trove([*seat.trove, *HERO_FACES[seat.hero]]) for seat in seats]
    for seat, awards in zip(seats, score_round(troves), strict=True):
        seat.points += total_of(awards)
        seat.rounds.append(Round(dice=tuple(sorted(seat.trove, key=_in_order))))


def _in_order(one: Die) -> tuple[int, str]:
    return "TGHKM".index(one.code[0]), one.code


def _replenish(seats: list[Seat], chance: random.Random) -> None:
    for seat in seats:
        chests = sum(face.count for face in (*seat.trove, *HERO_FACES[seat.hero]) if face.shows is Shows.CHEST)
        can_keep = [i for i, one in enumerate(seat.trove) if one.shows is not Shows.CHEST]
        kept = set(sorted(can_keep, key=lambda i: -seat.trove[i].count)[:chests])
        seat.trove = [one if i in kept else chance.choice(FACES[one.type]) for i, one in enumerate(seat.trove)]


def _table(seats: list[Seat], mountain: Mountain | None) -> Table:
    players = tuple(Player(name=seat.name, hero=seat.hero, rounds=tuple(seat.rounds)) for seat in seats)
    return Table(players=players, mountain=mountain)
