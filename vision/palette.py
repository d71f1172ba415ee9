"""The colours a die can have, in one list for data, models and tables."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Rgb(NamedTuple):
    """Red, green and blue from 0 to 255."""

    red: int
    green: int
    blue: int

    @property
    def hex(self) -> str:
        """
        >>> Colour.BLACK.rgb.hex
        '#22222a'
        """
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    @property
    def is_light(self) -> bool:
        """Whether dark ink reads better on it than white ink (Rec. 601 brightness)."""
        return 0.299 * self.red + 0.587 * self.green + 0.114 * self.blue > 140


class Colour(StrEnum):
    """The colour of a die's body.

    Gold is the metallic yellow of Roll Player, yellow is plain; a table that owns only one of them may
    take the other for it.
    """

    WHITE = "white"
    BLACK = "black"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    GOLD = "gold"
    YELLOW = "yellow"
    ORANGE = "orange"
    TURQUOISE = "turquoise"
    PINK = "pink"
    GREY = "grey"
    BROWN = "brown"
    CLEAR = "clear"

    def is_near(self, other: Colour) -> bool:
        """Whether two people could call one die by these two names.

        >>> Colour.GREEN.is_near(Colour.TURQUOISE), Colour.GREEN.is_near(Colour.RED)
        (True, False)
        """
        return frozenset((self, other)) in _NEAR

    @property
    def rgb(self) -> Rgb:
        """How the colour is drawn on a screen."""
        return _DISPLAY[self]


_NEAR = {
    frozenset(pair)
    for pair in (
        (Colour.GREEN, Colour.TURQUOISE),
        (Colour.BLUE, Colour.TURQUOISE),
        (Colour.ORANGE, Colour.RED),
        (Colour.PURPLE, Colour.BLUE),
        (Colour.PURPLE, Colour.PINK),
        (Colour.YELLOW, Colour.WHITE),
        (Colour.YELLOW, Colour.GOLD),
        (Colour.CLEAR, Colour.WHITE),
    )
}
_DISPLAY = {
    Colour.WHITE: Rgb(245, 245, 240),
    Colour.BLACK: Rgb(34, 34, 42),
    Colour.RED: Rgb(205, 38, 48),
    Colour.GREEN: Rgb(32, 142, 66),
    Colour.BLUE: Rgb(38, 92, 205),
    Colour.PURPLE: Rgb(122, 52, 160),
    Colour.GOLD: Rgb(201, 156, 46),
    Colour.YELLOW: Rgb(248, 216, 40),
    Colour.ORANGE: Rgb(240, 124, 28),
    Colour.TURQUOISE: Rgb(30, 178, 180),
    Colour.PINK: Rgb(236, 110, 168),
    Colour.GREY: Rgb(140, 144, 150),
    Colour.BROWN: Rgb(122, 78, 44),
    Colour.CLEAR: Rgb(206, 226, 236),
}


class Material(StrEnum):
    """How a die's body takes the light."""

    PLAIN = "plain"
    MARBLED = "marbled"
    PEARLED = "pearled"
    TRANSLUCENT = "translucent"
