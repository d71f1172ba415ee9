"""The paints of every drawing: roles with a colour for light and one for dark surroundings."""

from __future__ import annotations

from collections.abc import Mapping

PAINT: Mapping[str, tuple[str, str]] = {
    # role: (light, dark)
    "table": ("#f3efe6", "#161b22"),
    "card": ("#fffdf8", "#2a323d"),
    "slot": ("#e9e2d3", "#1f2630"),
    "edge": ("#b9ae98", "#566274"),
    "ink": ("#22282f", "#eef1f5"),
    "faint": ("#66604f", "#a9b3c0"),
    "wall": ("#4a3b2a", "#d9c7a6"),
    "accent": ("#0b6bcb", "#7cc0ff"),
    "good": ("#1e7d3c", "#6fd38c"),
    "bad": ("#b3261e", "#ff8a80"),
    "white": ("#fbfbf9", "#f4f4f1"),
    "black": ("#2b2b2e", "#121214"),
    "grey": ("#7f868f", "#7b828b"),
    "brown": ("#8a5a33", "#a9713f"),
    "red": ("#c8352d", "#dd5148"),
    "orange": ("#e07b1a", "#ef9440"),
    "yellow": ("#f0c020", "#f3cc45"),
    "gold": ("#c99a1f", "#dcb144"),
    "green": ("#2f8f46", "#38984f"),
    "turquoise": ("#17868e", "#1f969d"),
    "blue": ("#2d62c4", "#5487e6"),
    "purple": ("#7a3fa8", "#9d66ca"),
}
"""Every colour a drawing may use, for light and for dark surroundings."""

DARK_PIECES = frozenset({"black", "grey", "brown", "red", "green", "turquoise", "blue", "purple"})
"""Paints on which pips and letters are white, in light and in dark surroundings."""

INKS = frozenset({"ink", "faint", "wall", "accent", "good", "bad"})
"""Paints that turn from dark to light with the surroundings; letters on them turn the other way."""

PIECES = frozenset(PAINT) - INKS - {"table", "card", "slot", "edge"}
"""Paints of pieces, which have names."""


def on(paint: str) -> str:
    """The paint for pips and letters on top of another one.

    >>> on("blue"), on("yellow"), on("bad")
    ('white', 'black', 'card')
    """
    if paint in INKS:
        return "card"
    return "white" if paint in DARK_PIECES else "black"


def theme(dark: bool) -> str:
    """All colour variables as CSS declarations, for a page that chooses light or dark itself."""
    return "".join(f"--tally-{role}:{colours[dark]};" for role, colours in PAINT.items())
