"""What a game of Dice Miner still lacks: heroes, and the trove of the round that is scored next."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue
from scoring.diceminer.state import ROUNDS, Table
from scoring.needs import Need, Way
from scoring.words import say


def needs(table: Table, catalogue: Catalogue) -> Iterator[Need]:
    """A hero for everybody but the solo miner; the trove of everybody who has not laid it out for the round."""
    played = [min(len(player.rounds), ROUNDS) for player in table.players]
    current = max(played, default=0) if len(set(played)) > 1 else min(ROUNDS, max(played, default=0) + 1)
    for seat, player in enumerate(table.players):
        for number in range(played[seat] + 1, current + 1):
            what = say("trove of round {number}", number=number)
            yield Need(seat, what, f"/players/{seat}/rounds/-", Way.PHOTO)
        if player.hero is None and not table.solo:
            yield Need(seat, say("hero"), f"/players/{seat}/hero")
