"""What was read from a photo, how sure we are, and what else it could be.

A `Reading` is never changed. When a person knows better, the service keeps a correction beside it, so that the
photo can later teach the readers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

from vision.palette import Colour, Material

T = TypeVar("T")
S = TypeVar("S")
# A colour as people see differences: lightness from 0 to 100, from green to red, from blue to yellow.
Lab = tuple[float, float, float]
# A colour of a near name that is at least so likely is told beside the likeliest.
LIKELY_TOO = 0.15

# A person should look at a piece when the chance that all that is told of it is right is below this. On rendered tables
# that asks about every fifth piece and finds nearly all that are wrong.
UNSURE = 0.9


class Box(NamedTuple):
    """Where a thing is in the upright photo: left, top, right and bottom edge in pixels.

    >>> Box(10, 20, 50, 40).centre
    (30.0, 30.0)
    """

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def side(self) -> float:
        """The longer of width and height."""
        return max(self.width, self.height)

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def scaled(self, factors: Sequence[float]) -> Box:
        """The same box in a larger or smaller copy of the picture: one factor for each edge."""
        return Box(*(float(edge * factor) for edge, factor in zip(self, factors, strict=True)))

    def rounded(self) -> list[float]:
        """The four edges for JSON, to a tenth of a pixel."""
        return [round(float(edge), 1) for edge in self]


@dataclass(frozen=True)
class Alternative(Generic[T]):
    """Something else that a reading could be, and how likely that is."""

    value: T
    confidence: float


@dataclass(frozen=True)
class Reading(Generic[T]):
    """A value read from a photo: how sure, what else it could be (likeliest first), and where it was seen.

    >>> Reading(6, 0.8, (Alternative(4, 0.15),)).likelihood(4)
    0.15
    """

    value: T
    confidence: float
    alternatives: tuple[Alternative[T], ...] = ()
    where: tuple[Box, ...] = ()

    def likelihood(self, value: T, floor: float = 0.0) -> float:
        """How likely `value` is; `floor` for a value that was not thought of at all."""
        if value == self.value:
            return self.confidence
        return max((other.confidence for other in self.alternatives if other.value == value), default=floor)

    def mapped(self, translate: Callable[[T], S]) -> Reading[S]:
        """The same reading in other words, for example pips as a face of a game's die."""
        others = tuple(Alternative(translate(other.value), other.confidence) for other in self.alternatives)
        return Reading(translate(self.value), self.confidence, others, self.where)


@dataclass(frozen=True)
class DieReading:
    """One die of a photo: its box, the face on top, its colour and material.

    `confidence` is that of the die as a whole: it is a die, and it shows this face; `found` only that it is a die.
    A `doubtful` one is not told as it stands; a table that expects a die in its place may still take it, and ask.
    `form` is how much it is shaped like a die, whatever it shows: a glaring lamp or a numeral may hide its face.
    `body` is the colour of most of it, in the light of its photo as far as that is known. `hue` is its colour by its
    looks alone: `colour` also knows that some colours are seldom, which says nothing of dice from a known box.
    """

    box: Box
    face: Reading[str]
    colour: Reading[Colour]
    material: Reading[Material]
    confidence: float
    found: float
    doubtful: bool = False
    form: float = 0.0
    body: Lab | None = None
    hue: Reading[Colour] | None = None

    @property
    def by_looks(self) -> Reading[Colour]:
        """Its colour by its looks alone, as far as that is known."""
        return self.hue or self.colour

    @property
    def sureness(self) -> float:
        """It is a die, and it shows this face: the chance as the networks give it, before calibration."""
        return self.found * self.face.confidence

    @property
    def certainty(self) -> float:
        """That all that is told of the die is right: its face and its colour."""
        return min(self.confidence, self.colour.confidence)

    @property
    def or_colour(self) -> Colour | None:
        """The other name that its colour could go by, where a near one is likely, too."""
        near = (other for other in self.colour.alternatives if self.colour.value.is_near(other.value))
        return next((other.value for other in near if other.confidence >= LIKELY_TOO), None)

    @property
    def value(self) -> int | None:
        """The number of pips, or None for a face that shows a symbol."""
        return int(self.face.value) if self.face.value.isdigit() else None

    def scaled(self, factors: Sequence[float]) -> DieReading:
        """The same die in a larger or smaller copy of the picture."""
        return self.at(self.box.scaled(factors))

    def at(self, box: Box) -> DieReading:
        """The same die with another box around it."""
        return replace(
            self,
            box=box,
            face=replace(self.face, where=(box,)),
            colour=replace(self.colour, where=(box,)),
            material=replace(self.material, where=(box,)),
        )

    def as_json(self) -> dict[str, object]:
        """The die as plain data for `--json` and HTTP."""
        return {
            "box": self.box.rounded(),
            "value": self.value,
            "face": self.face.value,
            "colour": self.colour.value.value,
            "material": self.material.value.value,
            "confidence": round(self.confidence, 3),
            "colour_confidence": round(self.colour.confidence, 3),
            "or_colour": self.or_colour.value if self.or_colour else None,
            "alternatives": {
                "face": [
                    {"face": other.value, "confidence": round(other.confidence, 3)} for other in self.face.alternatives
                ],
                "colour": [
                    {"colour": other.value.value, "confidence": round(other.confidence, 3)}
                    for other in self.colour.alternatives
                ],
            },
        }
