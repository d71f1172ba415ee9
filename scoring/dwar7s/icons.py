"""Our own little signs for cards and gems, each drawn around the origin in a box of 20 units."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.drawing import Element, curve, group, rect, shift
from scoring.dwar7s.pieces import MINES, Gem, Kind

GEM_PAINT: Mapping[Gem, str] = {Gem.EMERALD: "green", Gem.DIAMOND: "turquoise", Gem.GOLD: "gold", Gem.RUBY: "red"}


STONES: Mapping[Gem, tuple[str, str]] = {
    Gem.EMERALD: ("M-4 -7 H4 L7 -4 V4 L4 7 H-4 L-7 4 V-4 Z", "M-3.5 -3.5 H3.5 V3.5 H-3.5 Z"),
    Gem.DIAMOND: ("M-5 -6 H5 L9 -1 L0 8 L-9 -1 Z", "M-9 -1 H9 M-4 -1 L0 8 L4 -1 L0 -6 Z"),
    Gem.GOLD: ("M-8 3 Q-9 -3 -3 -6 Q4 -9 7 -3 Q10 3 5 6 Q-3 9 -8 3 Z", "M-4 -2 Q-1 -5 3 -3"),
    Gem.RUBY: ("M0 -8 L7.5 -2.5 L4.7 6.5 H-4.7 L-7.5 -2.5 Z", "M0 -3.5 L3.4 -1 L2.1 3 H-2.1 L-3.4 -1 Z"),
}
"""Outline and facets of each stone."""


def gem(kind: Gem) -> Element:
    """A cut stone; each kind has its own outline, so that colour is not all that tells them apart."""
    outline, facet = STONES[kind]
    return group(
        curve(outline, fill=GEM_PAINT[kind], stroke="ink", stroke_width=0.8),
        curve(facet, fill="none", stroke="white", stroke_width=1),
    )


def card(kind: Kind) -> Element:
    """The sign of a kingdom card."""
    if kind in MINES:
        return _mine(MINES[kind][0])
    return {
        Kind.CASTLE: _castle,
        Kind.TAVERN: _tavern,
        Kind.GENERAL_STORE: _store,
        Kind.FIRE_DRAGON: _dragon,
        Kind.FROST_GIANT: _giant,
    }[kind]()


def _mine(product: Gem) -> Element:
    arch = curve("M-9 9 V-1 A9 9 0 0 1 9 -1 V9 Z", fill="brown", stroke="ink", stroke_width=0.8)
    hole = curve("M-6.5 9 V0 A6.5 6.5 0 0 1 6.5 0 V9 Z", fill="black")
    return group(arch, hole, shift(0, 2.6, gem(product), size=0.62))


def _castle() -> Element:
    walls = "M-9 9 V-8 H-5.4 V-5 H-1.8 V-8 H1.8 V-5 H5.4 V-8 H9 V9 Z"
    return group(
        curve(walls, fill="grey", stroke="ink", stroke_width=0.8),
        curve("M-3 9 V3 A3 3 0 0 1 3 3 V9 Z", fill="black"),
    )


def _tavern() -> Element:
    return group(
        curve("M5 -2 H8 A2 2 0 0 1 10 0 V3 A2 2 0 0 1 8 5 H5", fill="none", stroke="brown", stroke_width=2),
        rect(-7, -4, 12, 13, 1.5, fill="gold", stroke="ink", stroke_width=0.8),
        curve("M-8 -4 Q-8 -8 -4 -8 Q-1 -11 2 -8 Q6 -8 6 -4 Z", fill="white", stroke="ink", stroke_width=0.8),
    )


def _store() -> Element:
    stripes = [rect(-9 + 3.6 * n, -8, 3.6, 6, fill="red" if n % 2 == 0 else "white") for n in range(5)]
    return group(
        rect(-7, -3, 14, 12, fill="brown", stroke="ink", stroke_width=0.8),
        *stripes,
        rect(-9, -8, 18, 6, fill="none", stroke="ink", stroke_width=0.8),
        rect(-2, 2, 5, 7, fill="black"),
    )


def _dragon() -> Element:
    flame = "M0 -10 Q9 -2 7 4 Q6 9 0 9 Q-7 9 -7 3 Q-7 -1 -3 -3 Q-3 -1 -1 0 Q-3 -5 0 -10 Z"
    heart = "M1 -2 Q5 2 3.5 5.5 Q2.5 8 0 8 Q-4 8 -3.5 4.5 Q-1 4 1 -2 Z"
    return group(curve(flame, fill="red", stroke="ink", stroke_width=0.8), curve(heart, fill="yellow"))


def _giant() -> Element:
    arm = "M0 -9 V9 M-2.6 -8 L0 -5.4 L2.6 -8 M-2.6 8 L0 5.4 L2.6 8"
    flake = [shift(0, 0, curve(arm, fill="none", stroke="blue", stroke_width=1.8), turn=60 * n) for n in range(3)]
    return group(*flake)
