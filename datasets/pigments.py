"""What each named colour looks like as plastic: ranges of hue, saturation and value to draw from."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np

RGB = tuple[float, float, float]


@dataclass(frozen=True)
class Range:
    """Hue in turns, saturation and value 0 to 1, each as (low, high) in display (sRGB) terms."""

    hue: tuple[float, float]
    saturation: tuple[float, float]
    value: tuple[float, float]


PIGMENTS: dict[str, tuple[Range, ...]] = {  # the usual shade first
    "white": (
        Range((0.08, 0.17), (0.0, 0.06), (0.86, 0.97)),
        Range((0.09, 0.16), (0.06, 0.28), (0.82, 0.95)),  # ivory and yellowed bone
        Range((0.09, 0.15), (0.08, 0.32), (0.55, 0.85)),  # ivory in the shade
    ),
    "black": (
        Range((-0.08, 0.7), (0.0, 0.22), (0.03, 0.17)),
        Range((0.7, 0.92), (0.0, 0.1), (0.03, 0.17)),  # more would be dark purple
        Range((0.55, 0.64), (0.2, 0.5), (0.06, 0.25)),  # the sky in a polished face
    ),
    "red": (
        Range((0.965, 1.015), (0.75, 1.0), (0.5, 0.9)),
        Range((0.955, 1.0), (0.7, 0.95), (0.3, 0.5)),
        Range((0.955, 0.995), (0.55, 0.85), (0.85, 1.0)),  # in bright light
    ),
    "green": (
        Range((0.29, 0.42), (0.55, 0.95), (0.25, 0.6)),
        Range((0.22, 0.3), (0.6, 0.9), (0.45, 0.85)),  # lime
        Range((0.38, 0.455), (0.5, 0.95), (0.2, 0.5)),  # bottle green
        Range((0.38, 0.485), (0.45, 0.95), (0.4, 0.85)),  # emerald, which a cool lamp turns almost to turquoise
        Range((0.39, 0.485), (0.3, 0.85), (0.75, 1.0)),  # emerald in bright light
    ),
    "blue": (Range((0.58, 0.65), (0.65, 1.0), (0.3, 0.9)), Range((0.55, 0.58), (0.65, 0.95), (0.6, 0.9))),
    "purple": (
        Range((0.75, 0.84), (0.45, 0.9), (0.28, 0.7)),
        Range((0.75, 0.86), (0.27, 0.7), (0.13, 0.32)),  # so dark that only a touch of hue tells it from black
        Range((0.65, 0.8), (0.2, 0.5), (0.55, 0.97)),  # lilac
        Range((0.69, 0.77), (0.4, 0.75), (0.25, 0.55)),  # indigo: bluish, and yet nobody calls it blue
    ),
    "gold": (Range((0.1, 0.14), (0.42, 0.92), (0.48, 0.85)),),
    "yellow": (
        Range((0.13, 0.165), (0.62, 0.98), (0.85, 0.99)),
        Range((0.125, 0.175), (0.36, 0.65), (0.85, 1.0)),  # in bright light
        Range((0.14, 0.18), (0.6, 0.95), (0.5, 0.8)),  # in the shade
        Range((0.145, 0.185), (0.44, 0.65), (0.6, 0.9)),  # pale, in the shade
    ),
    "orange": (
        Range((0.045, 0.095), (0.75, 1.0), (0.75, 0.99)),
        Range((0.028, 0.05), (0.75, 1.0), (0.8, 1.0)),  # amber, and orange under a lamp
        Range((0.02, 0.085), (0.4, 0.75), (0.88, 1.0)),  # in bright light
        Range((0.01, 0.035), (0.55, 0.78), (0.82, 1.0)),  # under a cool lamp: as red as salmon, but paler than red is
    ),
    "turquoise": (Range((0.495, 0.54), (0.5, 0.97), (0.5, 0.97)),),
    "pink": (Range((0.88, 0.96), (0.3, 0.75), (0.8, 0.97)), Range((0.87, 0.935), (0.7, 0.92), (0.75, 0.95))),
    "grey": (Range((0.5, 0.7), (0.0, 0.1), (0.35, 0.62)),),
    "brown": (Range((0.04, 0.09), (0.5, 0.8), (0.25, 0.45)),),
    "clear": (Range((0.5, 0.6), (0.0, 0.04), (0.94, 1.0)),),
}

# How often each colour is drawn: the colours of the games and of common sets first.
WEIGHTS = {
    "white": 7.0,
    "black": 3.0,
    "red": 3.0,
    "green": 2.5,
    "blue": 2.5,
    "purple": 2.0,
    "gold": 2.0,
    "yellow": 1.6,
    "orange": 1.2,
    "turquoise": 1.5,
    "pink": 1.2,
    "grey": 0.9,
    "brown": 0.7,
    "clear": 1.0,
}


def draw_colour(rng: np.random.Generator) -> str:
    """A colour name, common ones more often."""
    names = list(WEIGHTS)
    weights = np.array([WEIGHTS[name] for name in names])
    return str(rng.choice(names, p=weights / weights.sum()))


def draw_pigment(colour: str, rng: np.random.Generator, usual: bool = False) -> RGB:
    """A display RGB that a person would call by this name, or only its `usual` shade, as sets of a game have it."""
    choice = PIGMENTS[colour][0 if usual else int(rng.integers(len(PIGMENTS[colour])))]
    hue, saturation, value = (float(rng.uniform(*bounds)) for bounds in (choice.hue, choice.saturation, choice.value))
    return colorsys.hsv_to_rgb(hue % 1.0, saturation, value)


def linear(rgb: RGB) -> RGB:
    """Display RGB as the linear light a renderer computes with.

    >>> linear((0.0, 1.0, 0.5))[:2]
    (0.0, 1.0)
    """
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
    return r, g, b


def luminance(rgb: RGB) -> float:
    """Perceived brightness 0 to 1 of a display RGB."""
    return float(np.dot((0.2126, 0.7152, 0.0722), linear(rgb)))


def ink_for(colour: str, rgb: RGB, rng: np.random.Generator) -> tuple[str, RGB]:
    """Pips that can be told from the die: mostly white or black, some gold or coloured."""
    dark = luminance(rgb) < 0.3
    if colour in ("white", "clear", "yellow", "pink", "gold", "orange", "grey", "turquoise"):
        names, weights = ("black", "white", "red", "blue", "gold", "green"), (0.62, 0.12, 0.1, 0.08, 0.03, 0.05)
        if colour in ("orange", "pink", "turquoise", "grey"):
            weights = (0.4, 0.5, 0.02, 0.03, 0.03, 0.02)
    else:
        names, weights = ("white", "gold", "black", "red", "yellow", "green"), (0.68, 0.14, 0.06, 0.04, 0.04, 0.04)
    for _ in range(12):
        name = str(rng.choice(names, p=np.array(weights) / sum(weights)))
        ink = draw_pigment(name, rng)
        if name != colour and abs(luminance(ink) - luminance(rgb)) > 0.12:
            return name, ink
    name = "white" if dark else "black"
    return name, draw_pigment(name, rng)
