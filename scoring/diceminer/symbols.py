"""The signs on the dice, drawn by us: each fits a square of 20 units around its middle."""

from __future__ import annotations

from collections.abc import Callable

from scoring.diceminer.pieces import Shows
from scoring.drawing import Element, circle, curve, group, line, polygon, rect

Symbol = Callable[[str, str], Element]
"""A sign, given the paint it is drawn with and the paint of the die behind it."""


def gem(ink: str, behind: str) -> Element:
    """A cut stone with its facets."""
    return group(
        polygon((-9, -3), (-5, -8), (5, -8), (9, -3), (0, 9), fill=ink),
        curve("M-9 -3 H9 M-4 -3 L0 8 L4 -3 L0 -8 Z", fill="none", stroke=behind, stroke_width=1.2),
    )


def cave_in(ink: str, behind: str) -> Element:
    """Three rocks that came down."""
    return group(
        polygon((-9, 8), (-8, 1), (-3, -1), (0, 3), (-1, 8), fill=ink),
        polygon((1, 8), (2, 2), (6, 0), (9, 4), (9, 8), fill=ink),
        polygon((-4, -3), (-2, -8), (4, -8), (6, -3), (1, 0), fill=ink),
    )


def dragon(ink: str, behind: str) -> Element:
    """A horned head seen from the front."""
    return group(
        curve("M-9 -9 Q-5 -7 -4 -4 L4 -4 Q5 -7 9 -9 Q9 -2 6 1 L4 8 Q0 10 -4 8 L-6 1 Q-9 -2 -9 -9 Z", fill=ink),
        polygon((-5, -1), (-1, 1.5), (-4, 2), fill=behind),
        polygon((5, -1), (1, 1.5), (4, 2), fill=behind),
        circle(-1.6, 6, 0.9, fill=behind),
        circle(1.6, 6, 0.9, fill=behind),
    )


def pickaxe(ink: str, behind: str) -> Element:
    """A pickaxe, its point up to the left."""
    return group(
        line(-5, 8, 3, -5, stroke=ink, stroke_width=2.6),
        curve("M-7 -7 Q3 -9 9 3 Q4 -3 -7 -7 Z", fill=ink, stroke=ink, stroke_width=1.6, stroke_linejoin="round"),
    )


def shield(ink: str, behind: str) -> Element:
    """A shield with a cross band."""
    return group(
        curve("M-8 -8 Q0 -5 8 -8 V0 Q8 6 0 9 Q-8 6 -8 0 Z", fill=ink),
        curve("M0 -5.5 V7 M-6.5 -1 H6.5", fill="none", stroke=behind, stroke_width=1.6),
    )


def chest(ink: str, behind: str) -> Element:
    """A closed chest with its lock."""
    return group(
        curve("M-9 -1 V-3 Q-9 -8 -4 -8 H4 Q9 -8 9 -3 V-1 Z", fill=ink),
        rect(-9, 0.5, 18, 8, 1, fill=ink),
        rect(-2, -2, 4, 5, 1, fill=behind, stroke=ink, stroke_width=0.8),
    )


def magic(ink: str, behind: str) -> Element:
    """A star that sparkles."""
    return group(
        polygon((0, -9), (2.2, -2.2), (9, 0), (2.2, 2.2), (0, 9), (-2.2, 2.2), (-9, 0), (-2.2, -2.2), fill=ink),
        circle(6, -6, 1.4, fill=ink),
        circle(-6, 6, 1.4, fill=ink),
    )


def beer(ink: str, behind: str) -> Element:
    """A mug with foam."""
    return group(
        rect(-7, -4, 10, 13, 1.5, fill=ink),
        curve("M3 -1 H6 Q8 -1 8 1 V4 Q8 6 6 6 H3", fill="none", stroke=ink, stroke_width=2),
        curve("M-8 -4 A3 3 0 0 1 -4 -8 A3.5 3.5 0 0 1 1 -8 A3 3 0 0 1 4 -4 Z", fill=ink),
        curve("M-4.5 0 V6 M-2 0 V6 M0.5 0 V6", fill="none", stroke=behind, stroke_width=1),
    )


SYMBOLS: dict[Shows, Symbol] = {
    Shows.GEM: gem,
    Shows.CAVE_IN: cave_in,
    Shows.DRAGON: dragon,
    Shows.PICKAXE: pickaxe,
    Shows.SHIELD: shield,
    Shows.CHEST: chest,
    Shows.MAGIC: magic,
    Shows.BEER: beer,
}
