"""Training tiles for the finder: small pictures full of dice, each time cut, turned and lit anew."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decoys import keyboard
from models.album import Print
from models.decoration import KEYBOARDS, Point, lay_keyboard, print_slots, print_things, rotation
from models.light import Image, Rng, degrade, expose, relight
from models.settings import Finder
from models.sketch import odd_sketch, sketch, symbol_sketch
from models.sprites import Labels, Sprite, paste

SLOTS = 0.25  # how often dice lie on printed places
THINGS = 0.25  # how often things that are no dice lie among them
DECOYS = 0.5  # share of the tiles with nothing to find on which such things lie
HIDDEN = 0.08  # share of the tables that have the colour of the dice that lie on them, all of which are alike
UPON = 0.3  # share of the heaps with dice upon the others
HEAPS = 0.2  # how often they lie in rows or in a heap, each touching the next
TWINS = 0.4  # share of the heaps whose dice are one or two, many times: alike ones that touch are easily one
MOST_ENLARGED = 4.0  # of a photo: more shows nothing but blur
WHOLE = 0.5  # share of a die that must be in the picture: of one that is cut more, half of the top is not to be seen
ALONE = 130.0  # pixels; of dice as large as this only one or two lie in a tile
SKETCHED = 0.2  # share of the dice that are drawn anew, where rendered ones may be used


@dataclass
class Stock:
    """What tiles are made of."""

    real: dict[str, list[Print]]
    rendered: list[Print]
    sprites: list[Sprite]
    drawn: list[Sprite]
    backgrounds: list[Print]
    weights: dict[str, float] = field(default_factory=dict)

    def any_sprite(self, rng: Rng) -> Sprite:
        """A die cut from a photo or a rendered one, as often as each other, at times a sketch."""
        if self.drawn and rng.random() < SKETCHED:
            return (sketch, symbol_sketch, odd_sketch)[rng.choice(3, p=[0.5, 0.25, 0.25])](rng)
        both = [pool for pool in (self.sprites, self.drawn) if pool]
        pool = both[rng.integers(len(both))]
        return pool[rng.integers(len(pool))]

    def kinds(self, mix: dict[str, float]) -> tuple[list[str], NDArray[np.float64]]:
        """Kinds of tile that can be made from this stock, and how often each is."""
        there = {
            "real": self.real,
            "rendered": self.rendered,
            "pasted": self.sprites or self.drawn,
            "empty": self.backgrounds,
        }
        kinds = [kind for kind in mix if there[kind]]
        shares = np.array([mix[kind] for kind in kinds])
        return kinds, shares / shares.sum()


def tile(stock: Stock, settings: Finder, rng: Rng) -> tuple[Image, Labels]:
    """One training tile with its labels."""
    kinds, shares = stock.kinds(settings.mix)
    kind = kinds[rng.choice(len(kinds), p=shares)]
    if kind == "real":
        image, labels = _from_print(_any_real(stock, rng), stock, settings, rng)
    elif kind == "rendered":
        image, labels = _from_print(stock.rendered[rng.integers(len(stock.rendered))], stock, settings, rng)
    elif kind == "pasted":
        canvas = background(stock, settings.tile, rng)
        if rng.random() < HIDDEN:
            stock = _tinted(canvas, stock, rng)
        image, labels = canvas, _lay_dice(canvas, np.zeros((0, 5), np.float32), stock, rng, 12)
    else:
        image, labels = _nothing(stock, settings.tile, rng), np.zeros((0, 5), np.float32)
    return degrade(expose(relight(image, rng), rng), rng), labels


def _nothing(stock: Stock, side: int, rng: Rng) -> Image:
    """A table without dice, on which things may lie that look like them."""
    size = float(np.exp(rng.uniform(np.log(14), np.log(side * 0.7))))
    if rng.random() < KEYBOARDS:
        return keyboard(side, size, rng)
    canvas = background(stock, side, rng)
    if rng.random() < DECOYS:
        print_things(canvas, size, rng)
    return canvas


def _tinted(canvas: Image, stock: Stock, rng: Rng) -> Stock:
    """Give a table the colour of some die, nearly; the stock that holds nothing but this die."""
    sprite = stock.any_sprite(rng)
    inside = sprite.image[sprite.outline > 0.9]
    if not len(inside):
        return stock
    body = np.median(inside, axis=0) * np.exp(rng.normal(0, 0.12))
    flat = (canvas - canvas.mean(axis=(0, 1))) * rng.uniform(0.1, 0.5)
    canvas[:] = np.clip(body + flat, 0, 255)
    return replace(stock, sprites=[sprite], drawn=[])


def _any_real(stock: Stock, rng: Rng) -> Print:
    sources = list(stock.real)
    weights = np.array([stock.weights.get(source, 1.0) for source in sources])
    pages = stock.real[sources[rng.choice(len(sources), p=weights / weights.sum())]]
    return pages[rng.integers(len(pages))]


def _from_print(page: Print, stock: Stock, settings: Finder, rng: Rng) -> tuple[Image, Labels]:
    """A view of a photo around one of its dice, which appears at a size drawn from the wanted range."""
    side = settings.tile
    height, width = page.image.shape[:2]
    places = np.vstack([page.boxes, page.look_alikes])
    if len(places) and rng.random() < 0.92:
        box = places[rng.integers(len(places))]
        centre = (box[:2] + box[2:]) / 2
        wanted = np.exp(rng.uniform(*np.log(settings.die_pixels)))
        scale = min(wanted / max(box[2:] - box[:2]), MOST_ENLARGED)
        spot = side * (0.5 + rng.uniform(-0.42, 0.42, 2))
    else:
        centre = rng.uniform(0.2, 0.8, 2) * (width, height)
        scale = rng.uniform(0.4, 1.5)
        spot = np.array([side / 2, side / 2])
    image, boxes = page.image, page.boxes
    if scale < 0.6:  # reduce properly first: the affine map alone would alias
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        centre, boxes, scale = centre * scale, boxes * scale, 1.0
    matrix, exact = _placement(centre, spot, scale, rng)
    canvas = background(stock, side, rng)
    cv2.warpAffine(image, matrix, (side, side), dst=canvas, borderMode=cv2.BORDER_TRANSPARENT)
    classes = page.polyhedra.astype(np.float32)
    labels = _inside(_moved(boxes, matrix, exact), classes, side)
    if (stock.sprites or stock.drawn) and rng.random() < 0.35:
        labels = _lay_dice(canvas, labels, stock, rng, 5)
    return canvas, labels


def _placement(centre: Point, spot: Point, scale: float, rng: Rng) -> tuple[NDArray[np.float64], bool]:
    """An affine map that puts `centre` at `spot`; quarter turns keep boxes exact, other angles do not."""
    quarter = rng.random() < 0.55
    angle = rng.integers(4) * 90.0 if quarter else rng.uniform(0, 360)
    turn = np.deg2rad(angle + (rng.uniform(-4, 4) if quarter else 0))
    stretch = np.exp(rng.normal(0, 0.12))
    turned = rotation(turn)
    shape = np.diag([scale * stretch, scale / stretch]) @ np.array([[1, rng.normal(0, 0.06)], [0, 1]])
    if rng.random() < 0.5:
        shape = shape @ np.diag([-1.0, 1.0])
    linear = turned @ shape
    return np.column_stack([linear, spot - linear @ centre]), bool(quarter)


def _moved(boxes: Labels, matrix: NDArray[np.float64], exact: bool) -> Labels:
    """Boxes after the map; a die that is turned freely is taken for the ellipse in its box."""
    linear, shift = matrix[:, :2], matrix[:, 2]
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2 @ linear.T + shift
    halves = (boxes[:, 2:] - boxes[:, :2]) / 2
    spread = np.abs(linear)
    size = halves @ spread.T if exact else np.sqrt(halves**2 @ (spread**2).T) * 1.03
    return np.hstack([centres - size, centres + size]).astype(np.float32)


def _inside(boxes: Labels, classes: NDArray[np.float32], side: int) -> Labels:
    """Boxes cut to the tile; those of which little is left, or which are tiny, are no label."""
    cut = np.clip(boxes, 0, side)
    area = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    left = np.prod(cut[:, 2:] - cut[:, :2], axis=1)
    kept = (left > WHOLE * area) & ((cut[:, 2:] - cut[:, :2]).min(axis=1, initial=1e9) > 7)
    return np.column_stack([classes[kept], cut[kept]]).astype(np.float32)


def _lay_dice(canvas: Image, labels: Labels, stock: Stock, rng: Rng, most: int) -> Labels:
    """Lay real dice of about one size where nothing is yet, some of them touching; returns all labels."""
    side = canvas.shape[0]
    size = float(np.exp(rng.uniform(np.log(12), np.log(side * 0.95))))
    if not len(labels) and rng.random() < THINGS:
        if rng.random() < KEYBOARDS:
            lay_keyboard(canvas, size * rng.uniform(0.6, 1.3), rng)
        print_things(canvas, size, rng)
    slots = print_slots(canvas, size, rng) if not len(labels) and rng.random() < SLOTS else None
    if slots is None and size < ALONE and rng.random() < HEAPS:
        return _lay_heap(canvas, labels, stock, rng, size)
    for _ in range(int(rng.integers(1, (2 if size > ALONE else most) + 1))):
        own = size * np.exp(rng.normal(0, 0.12))
        spot = rng.uniform(0.05, 0.95, 2) * side
        if slots is not None and rng.random() < 0.8:
            spot = slots[rng.integers(len(slots))] + rng.normal(0, 0.08, 2) * size
        elif len(labels) and rng.random() < 0.35:
            near = labels[rng.integers(len(labels)), 1:]
            way = rng.uniform(0, 2 * np.pi)
            reach = (own + max(near[2:] - near[:2])) * 0.52
            spot = (near[:2] + near[2:]) / 2 + reach * np.array([np.cos(way), np.sin(way)])
        sprite = stock.any_sprite(rng)
        if _free(labels, spot, own * len(sprite.dice)):
            pasted = paste(canvas, sprite, (float(spot[0]), float(spot[1])), own, rng)
            labels = np.vstack([labels, _inside(pasted[:, 1:], pasted[:, 0], side)])
    return labels


def _lay_heap(canvas: Image, labels: Labels, stock: Stock, rng: Rng, size: float) -> Labels:
    """Lay dice side by side, in rows or pushed together, where nothing is yet."""
    side = canvas.shape[0]
    wide, high = rng.integers(2, 6, 2)
    step, jitter = size * rng.uniform(0.85, 1.15), rng.choice([0.02, 0.15]) * size
    turn = rng.uniform(0, 2 * np.pi)
    axes = rotation(turn)
    grid = np.array([(x, y) for y in range(high) for x in range(wide)]) - (wide / 2, high / 2)
    middle = rng.uniform(0.2, 0.8, 2) * side
    before = labels
    alike = [stock.any_sprite(rng) for _ in range(rng.integers(1, 3))] if rng.random() < TWINS else []
    for spot in grid @ axes.T * step + middle + rng.normal(0, jitter, (len(grid), 2)):
        sprite = alike[rng.integers(len(alike))] if alike else stock.any_sprite(rng)
        if len(sprite.dice) == 1 and ((spot > 0) & (spot < side)).all() and _free(before, spot, size):
            pasted = paste(canvas, sprite, (float(spot[0]), float(spot[1])), size * np.exp(rng.normal(0, 0.05)), rng)
            labels = np.vstack([labels, _inside(pasted[:, 1:], pasted[:, 0], side)])
    if len(labels) > len(before) and rng.random() < UPON:
        return _lay_upon(canvas, labels, alike or [stock.any_sprite(rng) for _ in range(3)], rng)
    return labels


def _lay_upon(canvas: Image, labels: Labels, sprites: list[Sprite], rng: Rng) -> Labels:
    """Lay a few dice upon those that lie there; of which too little is left to be seen, those are no longer told."""
    for _ in range(int(rng.integers(1, 5))):
        below = labels[rng.integers(len(labels)), 1:]
        size = float(max(below[2:] - below[:2]))
        spot = (below[:2] + below[2:]) / 2 + rng.uniform(-0.6, 0.6, 2) * size
        sprite = sprites[rng.integers(len(sprites))]
        if len(sprite.dice) > 1 or not ((spot > 0) & (spot < canvas.shape[0])).all():
            continue
        pasted = paste(canvas, sprite, (float(spot[0]), float(spot[1])), size * rng.uniform(1.0, 1.15), rng)
        upper = _inside(pasted[:, 1:], pasted[:, 0], canvas.shape[0])
        if len(upper):
            labels = np.vstack([labels[_covered(labels[:, 1:], upper[0, 1:]) < 1 - WHOLE], upper])
    return labels


def _covered(boxes: Labels, upper: Labels) -> NDArray[np.float32]:
    """Which part of each box lies below another."""
    low, high = np.maximum(boxes[:, :2], upper[:2]), np.minimum(boxes[:, 2:], upper[2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    return np.asarray(shared / np.maximum(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1), 1e-6), np.float32)


def _free(labels: Labels, spot: NDArray[np.float64], size: float) -> bool:
    """Whether a die of this size at this spot would cover none of the others by much."""
    centres = (labels[:, 1:3] + labels[:, 3:]) / 2
    sizes = (labels[:, 3:] - labels[:, 1:3]).max(axis=1, initial=0)
    return bool((np.hypot(*(centres - spot).T) > 0.45 * (sizes + size)).all())


def background(stock: Stock, side: int, rng: Rng) -> Image:
    """A tile without dice: part of a photo without dice, or a drawn pattern."""
    if not stock.backgrounds or rng.random() < 0.3:
        return pattern(side, rng)
    photo = stock.backgrounds[rng.integers(len(stock.backgrounds))].image
    height, width = photo.shape[:2]
    cut = int(min(height, width, side * np.exp(rng.uniform(np.log(0.8), np.log(4)))))
    x, y = rng.integers(width - cut + 1), rng.integers(height - cut + 1)
    return cv2.resize(photo[y : y + cut, x : x + cut], (side, side), interpolation=cv2.INTER_AREA)


def pattern(side: int, rng: Rng) -> Image:
    """Cloth, carpet or print: noise of several sizes in a few colours, at times with stripes or dots."""
    colours = rng.integers(0, 256, (2, 3)).astype(np.float32)
    colours[1] = colours[0] + (colours[1] - colours[0]) * rng.uniform(0.05, 1)
    field_ = np.zeros((side, side), np.float32)
    for cells in rng.choice([4, 10, 30, 80, 160, 320], 2, replace=False):
        grain = rng.standard_normal((cells, cells), np.float32)
        field_ += cv2.resize(grain, (side, side), interpolation=cv2.INTER_CUBIC)
    blend = 1 / (1 + np.exp(-field_ * rng.uniform(0.3, 3)))
    canvas: Image = (colours[0] + (colours[1] - colours[0]) * blend[..., None]).clip(0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 12)) if rng.random() < 0.4 else 0):
        ink = tuple(int(part) for part in rng.integers(0, 256, 3))
        a, b = rng.integers(0, side, 2), rng.integers(0, side, 2)
        if rng.random() < 0.5:
            cv2.line(canvas, a.tolist(), b.tolist(), ink, int(rng.integers(1, 12)), cv2.LINE_AA)
        else:
            cv2.circle(canvas, a.tolist(), int(rng.integers(2, 30)), ink, int(rng.choice([-1, 2])), cv2.LINE_AA)
    return canvas
