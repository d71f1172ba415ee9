"""How photos of a game are read that only needs what its dice show: numbers of pips, whatever the colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.detector import read_dice
from vision.photo import Picture
from vision.reading import Alternative, DieReading, Reading
from vision.roll import roll_of
from vision.tables.table import Hints, Seen, TableReading

FACES = tuple(str(pips) for pips in range(1, 7))
LEAST_LIKELY = 0.01


@dataclass(frozen=True)
class PlainDice:
    """The reader of a game that has none of its own."""

    game: str

    def read(self, picture: Picture, hints: Hints) -> TableReading:
        """The dice that a picture shows."""
        return self.of_dice(read_dice(picture, quick=hints.quick), hints)

    def of_dice(self, dice: Sequence[DieReading], hints: Hints) -> TableReading:
        """These dice in reading order, each with its number of pips."""
        return TableReading(self.game, tuple(Seen(pips(die), die.box, die=die) for die in roll_of(dice).dice))


def pips(die: DieReading) -> Reading[str]:
    """The number that a die shows, and which others it could be; a symbol is no number."""
    chances = {face: die.face.likelihood(face) for face in FACES}
    best = max(FACES, key=chances.__getitem__)
    sure = die.confidence if best == die.face.value else min(die.confidence, chances[best])
    others = sorted((face for face in FACES if face != best), key=lambda face: -chances[face])
    alternatives = tuple(Alternative(face, chances[face]) for face in others if chances[face] >= LEAST_LIKELY)
    return Reading(best, sure, alternatives, (die.box,))
