"""How fast tables are scored: all 36 cards on the table, four castles, every printed value known, on one core."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from scoring.catalogue import Catalogue
from scoring.dwar7s import GAME
from scoring.dwar7s.pieces import EDGES, STEPS, Colour, Gem, Kind
from scoring.dwar7s.state import Card, Player, Stack, Table

TABLES = 100
SECONDS = 1.0


def figures() -> dict[str, float]:
    """Tables per second as scored, from their JSON text, and checked for problems."""
    chance = random.Random(7)
    catalogue = invented_catalogue(chance)
    tables = [full_table(chance) for _ in range(TABLES)]
    texts = [table.model_dump_json() for table in tables]

    def from_json(index: int) -> object:
        return GAME.score(Table.model_validate_json(texts[index]), catalogue)

    return {
        "tables_per_second": round(_per_second(lambda index: GAME.score(tables[index], catalogue))),
        "tables_per_second_from_json": round(_per_second(from_json)),
        "checks_per_second": round(_per_second(lambda index: GAME.problems(tables[index], catalogue))),
    }


def invented_catalogue(chance: random.Random) -> Catalogue:
    """Printed values out of the air, for measuring only: nobody's cards look like this."""
    owner: dict[tuple[str, str], object] = {(gem, "points"): chance.randint(1, 3) for gem in Gem}
    for kind in Kind:
        owner[kind, "walls"] = chance.sample([str(edge) for edge in EDGES], chance.randint(0, 2))
        owner[kind, "points"] = chance.randint(-3, 3)
        owner[kind, "slots"] = 7
        owner[kind, "need"] = 2
    return GAME.catalogue.with_owner(owner)


def full_table(chance: random.Random) -> Table:
    """All 36 cards, one after the other beside a card that lies already, turned any way, with some dwarves."""
    deck = [(colour, kind) for colour in Colour for kind in Kind]
    chance.shuffle(deck)
    spots = [(0, 0)]
    while len(spots) < len(deck):
        x, y = chance.choice(spots)
        dx, dy = chance.choice(STEPS)
        if (x + dx, y + dy) not in spots:
            spots.append((x + dx, y + dy))
    stacks = tuple(_stack(chance, spot, card) for spot, card in zip(spots, deck, strict=True))
    players = tuple(
        Player(name=f"Player {seat + 1}", colour=colour, gems={gem: chance.randint(0, 2) for gem in Gem})
        for seat, colour in enumerate(Colour)
    )
    return Table(players=players, table=stacks)


def _stack(chance: random.Random, spot: tuple[int, int], card: tuple[Colour, Kind]) -> Stack:
    colour, kind = card
    turned = Card.model_validate({"kind": kind, "colour": colour, "turn": chance.randrange(4)})
    dwarves = {chance.choice(list(Colour)): 1} if chance.random() < 0.4 else {}
    return Stack(x=spot[0], y=spot[1], cards=(turned,), dwarves=dwarves)


def _per_second(work: Callable[[int], object]) -> float:
    """Work through all tables again and again for a while, and take the average."""
    passes, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS or not passes:
        for index in range(TABLES):
            work(index)
        passes += 1
    return passes * TABLES / spent
