"""Training crops for the reader: one die each, cut with the finder's kind of error, or something that is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.manifest import MATERIALS, PIP_FACES, SYMBOL_FACES, Die
from models.album import Print
from models.decoration import Point, print_slots, print_thing, rotation
from models.glass import glass_sketch
from models.light import WARMTH, Image, Rng, degrade, glint, relight
from models.settings import Reader
from models.sketch import odd_sketch, sketch, symbol_sketch
from models.sprites import Sprite, paste
from models.tiles import SLOTS, Stock, background
from vision.palette import Colour
from vision.reader import evened

FACES = (*PIP_FACES, *SYMBOL_FACES, "none")
COLOURS = tuple(colour.value for colour in Colour)
UNKNOWN = -1
NONE = FACES.index("none")
LEGIBLE = 0.5  # a die of which less than this shows is not asked for its face
FREE_HUE = 0.4  # share of coloured dice whose hue is turned, at the price of their colour label
LOW = 55.0  # degrees above the table below which side faces are easily taken for the top
STEEP = 65.0  # degrees above the table from which a die may be turned anyhow
FEW = 8  # a colour with fewer real dice would only be learned by heart
UNSURE_LIGHT = 0.08  # by about so much the light that is taken from a photo before it is read may be wrong
SYMBOLS = 0.22  # share of the sketches that are dice of Dice Miner,
GLASS = 0.16  # and that can be seen through
THINGS = 0.5  # share of the bare tables that show something where a die might be: a token, a key, a button
SECOND = 0.3  # how often a die whose colour could go by two names goes by its second
CARVED = 0.25  # share of the polyhedra that are cubes with ornaments or numerals, drawn anew
GLINTS = 0.2  # share of the dice with lamps mirrored in them, more than any photo or render has
STRETCHED = 0.4  # share of the dice laid on a table that are then seen at a slant or out of shape
COVERED = 0.12  # share of them with another die before them
NAMED = 0.5  # share of the real dice that are drawn by their colour, rare colours as often as common ones


class Crop(NamedTuple):
    """One training crop and what it shows; UNKNOWN where no label says."""

    image: Image
    face: int
    colour: int
    material: int


class Spot(NamedTuple):
    """One die in one picture."""

    page: Print
    n: int


@dataclass
class Faces:
    """What crops are made of."""

    real: dict[str, list[Spot]]
    rendered: list[Spot]
    polyhedra: list[Spot]
    stock: Stock
    alike: list[tuple[Print, NDArray[np.float32]]] = field(default_factory=list)
    sketches: bool = False
    weights: dict[str, float] = field(default_factory=dict)

    @cached_property
    def named(self) -> list[list[Spot]]:
        """Real dice whose colour somebody named, by colour."""
        every = [spot for spots_ in self.real.values() for spot in spots_]
        by_colour = {colour: [spot for spot in every if spot.page.dice[spot.n].colour == colour] for colour in COLOURS}
        return [spots_ for spots_ in by_colour.values() if len(spots_) >= FEW]

    @cached_property
    def lone(self) -> list[Sprite]:
        """Dice cut from photos."""
        return [sprite for sprite in self.stock.sprites if sprite.dice[0].face]

    @cached_property
    def drawn(self) -> list[Sprite]:
        """Rendered dice that stand alone and can be read; those seen from the side twice, as they are harder."""
        legible = [sprite for sprite in self.stock.drawn if len(sprite.dice) == 1 and sprite.dice[0].face]
        return legible + [sprite for sprite in legible if (sprite.angle or 90) < LOW]

    @cached_property
    def odd(self) -> list[Sprite]:
        """Rendered polyhedra that are not to be read."""
        return [sprite for sprite in self.stock.drawn if sprite.dice[0].kind == "polyhedron"]


def spots(pages: list[Print]) -> list[Spot]:
    """Every die that can be read."""
    return [
        Spot(page, n)
        for page in pages
        for n, die in enumerate(page.dice)
        if die.kind != "polyhedron" and die.visible >= LEGIBLE
    ]


def polyhedra(pages: list[Print]) -> list[Spot]:
    """Every die that is not to be read."""
    return [Spot(page, n) for page in pages for n, die in enumerate(page.dice) if die.kind == "polyhedron"]


def look_alikes(pages: list[Print]) -> list[tuple[Print, NDArray[np.float32]]]:
    """Every thing in these pictures that is no die, and its box."""
    return [(page, box) for page in pages for box in page.look_alikes]


def crop(faces: Faces, settings: Reader, rng: Rng) -> Crop:
    """One crop of a kind drawn from the mix."""
    loose = {"pasted": faces.lone, "drawn": faces.drawn}
    there = {"real": faces.real, "rendered": faces.rendered, "none": True, "sketched": faces.sketches, **loose}
    kinds = [kind for kind in settings.mix if there[kind]]
    shares = np.array([settings.mix[kind] for kind in kinds])
    kind = kinds[rng.choice(len(kinds), p=shares / shares.sum())]
    if kind == "none":
        return Crop(degrade(relight(_nothing(faces, settings, rng), rng), rng), NONE, UNKNOWN, UNKNOWN)
    if kind in loose or kind == "sketched":
        # every sketch is seen once: a maker who comes back would be learned by heart
        sprite = _new_sketch(rng) if kind == "sketched" else loose[kind][rng.integers(len(loose[kind]))]
        return _finish(_laid(sprite, faces, settings, rng), sprite.dice[0], rng)
    spot = _any_spot(faces, kind, rng)
    turn = _turn(spot.page.source, spot.page.angle, settings)
    image = _view(spot.page, spot.page.boxes[spot.n], settings, rng, turn, spot.page.lean(spot.n, settings.feet[0]))
    return _finish(image, spot.page.dice[spot.n], rng)


def _new_sketch(rng: Rng) -> Sprite:
    kind = rng.choice(3, p=(SYMBOLS, GLASS, 1 - SYMBOLS - GLASS))
    return (symbol_sketch, glass_sketch, sketch)[kind](rng)


def _any_spot(faces: Faces, kind: str, rng: Rng) -> Spot:
    if kind == "rendered":
        return faces.rendered[rng.integers(len(faces.rendered))]
    if faces.named and rng.random() < NAMED:
        alike = faces.named[rng.integers(len(faces.named))]
        return alike[rng.integers(len(alike))]
    sources = list(faces.real)
    weights = np.array([faces.weights.get(source, 1.0) for source in sources])
    chosen = faces.real[sources[rng.choice(len(sources), p=weights / weights.sum())]]
    return chosen[rng.integers(len(chosen))]


def _turn(source: str, angle: float | None, settings: Reader) -> float:
    """How far a picture may be turned before a side face could pass for the top."""
    if angle is not None:
        return 180.0 if angle > STEEP else 30.0
    return settings.turn.get(source, 40.0)


def _finish(image: Image, die: Die, rng: Rng) -> Crop:
    """Light and flaws; a crop whose hue is turned freely loses its colour label."""
    named = die.second if die.second and rng.random() < SECOND else die.colour
    colour = COLOURS.index(named) if named else UNKNOWN
    material = MATERIALS.index(die.material) if die.material else UNKNOWN
    if colour == UNKNOWN or rng.random() < FREE_HUE:
        colour, hue, strength, warmth = UNKNOWN, 180.0, 1.0, WARMTH
    else:
        hue, strength, warmth = 5.0, 0.6, UNSURE_LIGHT
    face = FACES.index(die.face) if die.face else UNKNOWN
    if rng.random() < GLINTS:
        image = glint(image, rng)
    image = relight(image, rng, hue, strength, warmth)
    if rng.random() < 0.25:
        image = _small(image, rng)
    return Crop(degrade(image, rng, 0.6), face, colour, material)


def _small(image: Image, rng: Rng) -> Image:
    """As if the die had been far away: down to 12 pixels, then enlarged."""
    side = image.shape[0]
    low = int(side * rng.uniform(0.27, 0.7))
    return cv2.resize(cv2.resize(image, (low, low), interpolation=cv2.INTER_AREA), (side, side))


def _view(page: Print, box: NDArray[np.float32], settings: Reader, rng: Rng, turn: float, lean: float = 0.0) -> Image:
    """The enlarged box as the finder might have drawn it, its top turned upwards, turned and sheared a little."""
    sides = evened(box[2:] - box[:2], settings.evened)
    centre = (box[:2] + box[2:]) / 2 + rng.normal(0, 0.045, 2) * sides
    reach = sides * settings.scope * np.exp(rng.normal(0, 0.11))
    return cut(page.image, centre, reach, settings.crop, rng, turn, _any_stretch(rng), lean)


def _any_stretch(rng: Rng) -> float:
    return float(np.exp(rng.normal(0, 0.16)))


def cut(
    photo: Image, centre: Point, reach: Point, side: int, rng: Rng, turn: float, stretch: float, lean: float = 0.0
) -> Image:
    """What reaches so far around a point as a square of `side` pixels, turned by chance and stretched."""
    scale = side / reach
    if (coarse := float(scale.max())) < 0.6:
        left, top = (np.maximum(centre - reach, 0)).astype(int)
        right, bottom = (centre + reach).astype(int) + 1
        photo = cv2.resize(photo[top:bottom, left:right], None, fx=coarse, fy=coarse, interpolation=cv2.INTER_AREA)
        centre, scale = (centre - (left, top)) * coarse, scale / coarse
    angle = np.deg2rad(rng.uniform(-turn, turn) - lean)
    shear = np.array([[1, rng.normal(0, 0.06)], [0, 1]])
    linear = rotation(angle) @ np.diag(scale * (stretch, 1 / stretch)) @ shear
    if rng.random() < 0.5:
        linear = np.diag([-1.0, 1.0]) @ linear
    matrix = np.column_stack([linear, side / 2 - linear @ centre])
    return cv2.warpAffine(photo, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)


def _laid(sprite: Sprite, faces: Faces, settings: Reader, rng: Rng) -> Image:
    """A real die on another table, at times with a neighbour."""
    side = settings.crop
    canvas = background(faces.stock, side, rng)
    size = side / settings.scope * np.exp(rng.normal(0, 0.08))
    if rng.random() < SLOTS:
        print_slots(canvas, size, rng)
    if rng.random() < 0.3:
        _lay_beside(canvas, faces, size * rng.uniform(0.95, 1.2), size, rng)
    spot = side / 2 + rng.normal(0, 0.035, 2) * side
    turn = _turn(sprite.source, sprite.angle, settings)
    box = paste(canvas, sprite, (float(spot[0]), float(spot[1])), size, rng, turn)[0, 1:]
    if rng.random() < COVERED:
        _lay_beside(canvas, faces, size * rng.uniform(0.8, 1.0), size, rng)
    stretch = float(np.exp(rng.normal(0, 0.15))) if rng.random() < STRETCHED else 1.0
    stretched = np.array([stretch, 1 / stretch])
    # the finder's box is drawn around the stretched die, and evened as at run time
    reach = side / size * evened((box[2:] - box[:2]) * stretched, settings.evened)
    return cut(canvas, spot, reach, side, rng, 0.0, stretch)


def _lay_beside(canvas: Image, faces: Faces, reach: float, size: float, rng: Rng) -> None:
    """Lay another die so far from the middle, on whichever side."""
    way = rng.uniform(0, 2 * np.pi)
    middle = canvas.shape[0] / 2
    paste(canvas, faces.stock.any_sprite(rng), (middle + reach * np.cos(way), middle + reach * np.sin(way)), size, rng)


def _nothing(faces: Faces, settings: Reader, rng: Rng) -> Image:
    """Another polyhedron, a place beside the dice, or a table."""
    draw = rng.random()
    if faces.odd and draw < 0.45:
        carved = faces.sketches and rng.random() < CARVED
        return _laid(odd_sketch(rng) if carved else faces.odd[rng.integers(len(faces.odd))], faces, settings, rng)
    if faces.polyhedra and draw < 0.55:
        spot = faces.polyhedra[rng.integers(len(faces.polyhedra))]
        return _view(spot.page, spot.page.boxes[spot.n], settings, rng, 180.0)
    if faces.alike and draw < 0.6:
        return _view(*faces.alike[rng.integers(len(faces.alike))], settings, rng, 180.0)
    if draw < 0.75:
        beside = _beside(faces, settings, rng)
        if beside is not None:
            return beside
    empty = background(faces.stock, settings.crop, rng)
    if rng.random() < SLOTS:
        print_slots(empty, settings.crop / settings.scope, rng)
    if rng.random() < THINGS:
        middle = settings.crop * rng.normal(0.5, 0.04, 2)
        print_thing(empty, middle, settings.crop / settings.scope * np.exp(rng.normal(0, 0.15)), rng)
    return empty


def _beside(faces: Faces, settings: Reader, rng: Rng) -> Image | None:
    """A box that missed its die: most of what it shows is table or the gap between two dice."""
    page, n = _any_spot(faces, "real" if faces.real else "rendered", rng)
    box = page.boxes[n]
    size = float(max(box[2:] - box[:2]))
    way = rng.uniform(0, 2 * np.pi)
    centre = (box[:2] + box[2:]) / 2 + size * rng.uniform(0.75, 1.6) * np.array([np.cos(way), np.sin(way)])
    others = (page.boxes[:, :2] + page.boxes[:, 2:]) / 2
    height, width = page.image.shape[:2]
    outside = not (0 < centre[0] < width and 0 < centre[1] < height)
    if outside or np.hypot(*(others - centre).T).min() < size * 0.7:
        return None
    reach = np.full(2, size * settings.scope * rng.uniform(0.6, 1.4))
    return cut(page.image, centre, reach, settings.crop, rng, 180.0, _any_stretch(rng))
