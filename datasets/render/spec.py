"""Which die to make: shape, faces, colours and material drawn at random, before any renderer is involved."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets import pigments
from datasets.faces import PipStyle, draw_style
from datasets.render import meshes
from datasets.render.look import Look

POLYHEDRA = (4, 6, 8, 10, 12, 20)

# Dice Miner: colour of each die type and the faces that are known of it.
MINER_TYPES = {
    "tunnel": ("white", ("1", "2", "3", "4", "5", "beer")),
    "hazard": ("black", ("cave_in1", "cave_in2", "dragon1", "dragon2", "dragon4", "beer")),
    "tool": ("green", ("pickaxe", "shield", "chest1", "chest2", "pickaxe", "beer")),
    "treasure": ("yellow", ("gem1", "gem1", "gem1", "gem2", "gem3", "beer")),
    "magic": ("turquoise", ("magic1", "magic2", "magic3", "magic1", "magic2", "beer")),
}
_ROUND_PIPS = PipStyle()
HAZARD_FACES = ("cave_in1", "cave_in2", "cave_in3", "cave_in4", "dragon1", "dragon2", "dragon3", "dragon4")


@dataclass(frozen=True)
class DieSpec:
    """A die as it leaves the factory; `half` is half its edge (or its radius) in centimetres."""

    sides: int
    kind: str
    faces: tuple[str, ...]
    look: Look
    half: float
    corner: float = 0.15
    ball: float | None = None
    style: PipStyle = _ROUND_PIPS
    turned: bool = False
    glyph: float = 1.0

    def solid(self) -> meshes.Solid:
        return meshes.rounded_cube(self.corner, self.ball) if self.sides == 6 else meshes.polyhedron(self.sides)


def draw_look(
    rng: np.random.Generator, colour: str | None = None, material: str | None = None, usual: bool = False
) -> Look:
    """A colour, at will in its usual shade, with pips that show on it, in one of four materials."""
    colour = colour or pigments.draw_colour(rng)
    rgb = pigments.draw_pigment(colour, rng, usual)
    if material is None:
        material = str(rng.choice(["plain", "marbled", "pearled", "translucent"], p=[0.56, 0.18, 0.11, 0.15]))
    if colour == "clear":
        material = "translucent"
    elif material == "translucent" and colour in ("white", "black", "grey", "brown"):
        material = "plain"
    _, ink = pigments.ink_for(colour, rgb, rng)
    second = None
    if material == "marbled":
        second = _vein(rgb, rng)
    elif material == "pearled":
        second = (rgb[0] * 0.75 + 0.22, rgb[1] * 0.75 + 0.22, rgb[2] * 0.75 + 0.22)
    metallic = float(rng.uniform(0.3, 0.8)) if colour == "gold" and rng.random() < 0.35 else 0.0
    return Look(
        colour,
        rgb,
        ink,
        material,
        second,
        float(rng.choice([rng.uniform(0.03, 0.2), rng.uniform(0.2, 0.55)])),
        metallic,
    )


def draw_pip_die(rng: np.random.Generator, colour: str | None = None, look: Look | None = None) -> DieSpec:
    """A six-sided die with pips; makers differ in size, rounding and pips, and bone with black pips is common."""
    if look is None and colour is None and rng.random() < 0.3:
        look = bone(rng)
    look = look or draw_look(rng, colour)
    if look.colour == "white" and rng.random() < 0.12:
        faces_in_red = ("1",) if rng.random() < 0.5 else ("1", "4")
        look = replace(look, accent=pigments.draw_pigment("red", rng), accented=faces_in_red)
    if rng.random() < 0.08:
        return _bare(_cube(rng, "pips", _pip_faces(rng), look), rng)
    return _cube(rng, "pips", _pip_faces(rng), look)


def bone(rng: np.random.Generator) -> Look:
    """White or ivory with black pips or numerals, as the most common dice are."""
    return replace(draw_look(rng, "white", "plain"), ink=pigments.draw_pigment("black", rng))


def draw_boost_die(rng: np.random.Generator) -> DieSpec:
    """Roll Player's clear boost die: 3 to 8, in pips or in numerals for the values above six."""
    named = rng.permutation([3, 4, 5, 6, 7, 8])
    return _cube(rng, "pips", tuple(str(n) for n in named), draw_look(rng, "clear"))


def draw_miner_die(rng: np.random.Generator, kind: str | None = None) -> DieSpec:
    """A die of Dice Miner with our own symbols; one symbol colour on the type's body colour."""
    kind = kind or str(rng.choice(list(MINER_TYPES), p=[0.12, 0.4, 0.2, 0.14, 0.14]))  # rare faces more often
    colour, named = MINER_TYPES[kind]
    if kind == "hazard":
        named = (*rng.choice(HAZARD_FACES, 5, replace=False), "beer")
    look = draw_look(rng, colour, "plain" if rng.random() < 0.8 else None)
    return _cube(rng, "symbol", tuple(str(n) for n in rng.permutation(named)), look)


def draw_polyhedron(rng: np.random.Generator, sides: int | None = None, look: Look | None = None) -> DieSpec:
    """A die that is not to be read: numerals, ornaments or dots on four to twenty sides, cubes with numerals too."""
    sides = sides or int(rng.choice(POLYHEDRA, p=[0.15, 0.2, 0.16, 0.2, 0.13, 0.16]))
    look = look or draw_look(rng)
    style = rng.choice(["numerals", "ornate", "both", "dots"], p=[0.72, 0.14, 0.1, 0.04])
    if sides == 6:
        named = tuple(f"n{n}" for n in rng.permutation(6) + 1) if style != "ornate" else ("ornament",) * 6
        return _cube(rng, "polyhedron", named, look)
    if style == "ornate":
        named = ("ornament",) * sides
    elif style == "dots" and sides == 8:
        named = tuple(str(n) for n in rng.permutation(8) + 1)
    elif sides == 10:
        tens = rng.random() < 0.25
        named = tuple(f"n{n}0" if tens else f"n{n}" for n in rng.permutation(10))
    else:
        named = tuple(f"n{n}" for n in rng.permutation(sides) + 1)
    size = {4: 1.25, 8: 1.15, 10: 1.1, 12: 1.15, 20: 1.25}[sides]
    return DieSpec(
        sides,
        "polyhedron",
        named,
        look,
        half=float(rng.uniform(0.7, 1.0) * size),
        corner=float(rng.uniform(0.015, 0.09)),
        style=draw_style(rng),
        glyph=float(rng.uniform(0.8, 1.1)),
    )


def numbered_above_six(spec: DieSpec) -> DieSpec:
    """The same die with 7 and 8 as numerals, as some copies of a boost die have them."""
    return replace(spec, faces=tuple(f"n{f}" if f in ("7", "8") else f for f in spec.faces))


def _bare(die: DieSpec, rng: np.random.Generator) -> DieSpec:
    """Wooden or bone dice whose pips are hollows without ink, only a little darker than the body."""
    shade = float(rng.uniform(0.5, 0.85))
    red, green, blue = die.look.rgb
    look = replace(die.look, ink=(red * shade, green * shade, blue * shade), accent=None)
    return replace(die, look=look, style=replace(die.style, recess=1.0))


def _cube(rng: np.random.Generator, kind: str, named: tuple[str, ...], look: Look) -> DieSpec:
    ball = float(rng.uniform(1.26, 1.5)) if rng.random() < 0.45 else None
    corner = float(rng.uniform(0.05, 0.3) if ball else rng.choice([rng.uniform(0.03, 0.12), rng.uniform(0.12, 0.42)]))
    return DieSpec(
        6,
        kind,
        named,
        look,
        half=float(
            rng.choice([rng.uniform(0.4, 0.65), rng.uniform(0.7, 0.85), rng.uniform(0.85, 1.1)], p=[0.3, 0.55, 0.15])
        ),
        corner=corner,
        ball=ball,
        style=draw_style(rng),
        turned=bool(rng.random() < 0.5),
        glyph=float(rng.uniform(0.85, 1.03)) if ball is None else float(rng.uniform(0.76, 0.92)),
    )


def _pip_faces(rng: np.random.Generator) -> tuple[str, ...]:
    """Opposite faces sum to seven; which way round is up to the maker."""
    pairs = [(1, 6), (2, 5), (3, 4)]
    order: list[int] = []
    for k in rng.permutation(3):
        pair = pairs[k] if rng.random() < 0.5 else pairs[k][::-1]
        order.extend(pair)
    return tuple(str(n) for n in order)


def _vein(rgb: pigments.RGB, rng: np.random.Generator) -> pigments.RGB:
    choice = rng.random()
    if choice < 0.45:
        factor = float(rng.uniform(0.15, 0.5))
        return (rgb[0] * factor, rgb[1] * factor, rgb[2] * factor)
    if choice < 0.75:
        mix = float(rng.uniform(0.4, 0.8))
        return (rgb[0] + (1 - rgb[0]) * mix, rgb[1] + (1 - rgb[1]) * mix, rgb[2] + (1 - rgb[2]) * mix)
    return pigments.draw_pigment(pigments.draw_colour(rng), rng)
