"""A roll: the dice of one photo counted by colour and face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.words import say
from vision.palette import Colour
from vision.reading import UNSURE, DieReading

PARTS = (
    (say("top left"), say("top"), say("top right")),
    (say("left"), say("middle"), say("right")),
    (say("bottom left"), say("bottom"), say("bottom right")),
)


@dataclass(frozen=True)
class Roll:
    """The dice of one photo."""

    dice: tuple[DieReading, ...]

    @property
    def sum(self) -> int:
        """All pips together; symbols count nothing."""
        return sum(die.value or 0 for die in self.dice)

    @property
    def counts(self) -> dict[Colour, Counter[str]]:
        """How often each face lies there in each colour, in the order of the palette."""
        present = {die.colour.value for die in self.dice}
        return {
            colour: Counter(die.face.value for die in self.dice if die.colour.value == colour)
            for colour in Colour
            if colour in present
        }

    @property
    def faces(self) -> list[str]:
        """The faces that occur: numbers first, in order."""
        seen = {die.face.value for die in self.dice}
        return sorted(seen, key=lambda face: (not face.isdigit(), int(face) if face.isdigit() else 0, face))

    @property
    def doubts(self) -> list[DieReading]:
        """Dice that a person should look at, the least sure first."""
        return sorted((die for die in self.dice if die.certainty < UNSURE), key=lambda die: die.certainty)

    def as_json(self) -> dict[str, object]:
        """The roll as plain data."""
        return {
            "count": len(self.dice),
            "sum": self.sum,
            "table": {colour.value: dict(sorted(faces.items())) for colour, faces in self.counts.items()},
            "dice": [die.as_json() for die in self.dice],
        }


def roll_of(dice: Sequence[DieReading]) -> Roll:
    """A roll in reading order: from top to bottom in bands as high as a die, and there from left to right."""
    if not dice:
        return Roll(())
    heights = sorted(die.box.height for die in dice)
    band = max(heights[len(heights) // 2], 1.0)
    return Roll(tuple(sorted(dice, key=lambda die: (die.box.centre[1] // band, die.box.centre[0]))))


def part_of_photo(die: DieReading, width: int, height: int) -> str:
    """Where in the photo a die lies, in words: "top left", "middle", "bottom right"."""
    x, y = die.box.centre
    return PARTS[min(int(3 * y / max(height, 1)), 2)][min(int(3 * x / max(width, 1)), 2)]
