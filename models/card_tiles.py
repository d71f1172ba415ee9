"""Training tiles for the network that finds cards: composed tables and views of real photos."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import art
from datasets.cards import APART_SETS, CORRECTED, TRAIN_SETS, CardPhoto, card_photos, corrected_photos, is_apart
from datasets.pieces import Shelf, fitted
from datasets.real import folder_of
from datasets.textures import draw_surface
from models.album import pixels_of
from models.backdrops import motifs
from models.corner_labels import label
from models.drawer import Drawer, surface
from models.light import Image, Rng, degrade, relight
from models.scenes import scene
from models.settings import Cards, Config

LONGEST = 1000
SURFACES = {"drawn": 45, "photo": 25}  # of each set of photos
AGAIN = 0.7  # how often an earlier tile is shown once more, moved and lit anew
KEPT = 400
AROUND = 0.3  # of a thing's size: what is shown around the things of a corrected photo


@dataclass(frozen=True)
class View:
    """A real photo in memory with what lies on it."""

    image: Image
    kinds: list[str]
    quads: NDArray[np.float64]  # corners, or those of the box
    known: NDArray[np.bool_]


@dataclass
class Stock:
    """What tiles are made of."""

    drawer: Drawer
    real: dict[str, list[View]]
    kept: list[tuple[Image, NDArray[np.float32]]] = field(default_factory=list)


def stock(config: Config, without: tuple[str, ...], renders: bool, seed: int) -> Stock:
    """All of it; `without` leaves sets of real photos out, `everything` as a set takes those kept apart, too."""
    del renders
    rng = np.random.default_rng([seed, 19])
    settings = config.cards
    sets = tuple(name for name in TRAIN_SETS + APART_SETS if name not in without)
    photos = [
        one
        for one in card_photos(settings.photos, sets)
        if settings.everything or not is_apart(one.source, one.path.stem)
    ]
    real: dict[str, list[View]] = {}
    for photo in photos:
        real.setdefault(photo.source, []).append(_view(photo))
    if corrected := corrected_views(config.data.corrected):
        real[CORRECTED] = corrected
    tables = _tables(settings.dice_photos, rng)
    shelf = Shelf.load("train", tables)
    cut_outs = {
        "cards": [
            _cut(view, n) for name, views in real.items() if "tiles" not in name for view in views for n in _some(view)
        ],
        "tiles": [
            _cut(view, n) for name, views in real.items() if "tiles" in name for view in views for n in _some(view)
        ],
    }
    drawn = [draw_surface(rng)[1] for _ in range(SURFACES["drawn"])] + [motifs(rng) for _ in range(20)]
    drawer = Drawer(shelf, tables + drawn, cut_outs)
    drawer.fill(rng)
    return Stock(drawer, real)


def _tables(folder: Path, rng: Rng) -> list[Image]:
    """Photos of dice: tables on which no card lies."""
    chosen = []
    for source in art.SURFACES["train"]:
        paths = sorted((folder_of(folder, source) / "images").glob("*.jpg"))
        for row in rng.permutation(len(paths))[: SURFACES["photo"]]:
            image = pixels_of(paths[row])
            scale = 640 / min(image.shape[:2])
            chosen.append(
                cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
            )
    return chosen


def _view(photo: CardPhoto) -> View:
    image = pixels_of(photo.path)
    scale = min(1.0, LONGEST / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quads = [thing.corners or _corners(thing.box) for thing in photo.things]
    known = np.array([thing.corners is not None for thing in photo.things], bool)
    shaped = np.array(quads, np.float64).reshape(-1, 4, 2) * scale
    return View(image, [thing.kind for thing in photo.things], shaped, known)


def corrected_views(folders: Iterable[Path]) -> list[View]:
    """Photos of cards and tiles that people corrected."""
    return [_around_things(_view(photo)) for folder in folders for photo in corrected_photos(folder)]


def _around_things(view: View) -> View:
    """Only the part of a photo that people looked at: elsewhere may lie things that nobody named."""
    if not len(view.quads):
        return view
    points = view.quads.reshape(-1, 2)
    room = AROUND * float(np.median(np.ptp(view.quads, axis=1)))
    low = np.clip(np.floor(points.min(axis=0) - room), 0, None).astype(int)
    high = np.ceil(points.max(axis=0) + room).astype(int)
    image = np.ascontiguousarray(view.image[low[1] : high[1], low[0] : high[0]])
    return View(image, view.kinds, view.quads - low, view.known)


def _corners(box: tuple[float, float, float, float]) -> tuple[tuple[float, float], ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _some(view: View) -> list[int]:
    return [int(n) for n in np.flatnonzero(view.known)[:4]]


def _cut(view: View, number: int) -> Image:
    """A real piece, straightened; cards with others upon them are real as well."""
    quad = view.quads[number].astype(np.float32)
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    wide, high = max(24, int(sides[[0, 2]].mean())), max(24, int(sides[[1, 3]].mean()))
    rectangle = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    face = cv2.warpPerspective(view.image, cv2.getPerspectiveTransform(quad, rectangle), (wide, high))
    return fitted(face, 160)


def tile(materials: Stock, settings: Cards, rng: Rng) -> tuple[Image, NDArray[np.float32]]:
    """One training tile with its labels."""
    draw = rng.random()
    if draw < settings.mix["real"]:
        image, labels = _from_photo(materials, settings, rng)
    elif draw < settings.mix["real"] + settings.mix["empty"]:
        image, labels = surface(materials.drawer, settings.tile, rng), np.zeros((0, 14), np.float32)
    elif len(materials.kept) > 50 and rng.random() < AGAIN:
        kept = materials.kept[rng.integers(len(materials.kept))]
        image, labels = _moved(*kept, settings, rng)
    else:
        image, labels = scene(
            materials.drawer, settings.tile, settings.thing_pixels, settings.names, rng, settings.shares
        )
        _keep(materials, (image, labels), rng)
    return degrade(relight(image, rng, hue=90.0), rng), labels


def _keep(materials: Stock, made: tuple[Image, NDArray[np.float32]], rng: Rng) -> None:
    if len(materials.kept) < KEPT:
        materials.kept.append(made)
    else:
        materials.kept[rng.integers(KEPT)] = made


def _moved(image: Image, labels: NDArray[np.float32], settings: Cards, rng: Rng) -> tuple[Image, NDArray[np.float32]]:
    """An earlier tile, turned, mirrored, larger or smaller."""
    side = settings.tile
    quads = labels[:, 5:13].reshape(-1, 4, 2).astype(np.float64)
    kinds = [settings.names[int(kind)] for kind in labels[:, 0]]
    # figures and cubes stand upright: only what lies flat may be turned
    upright = any(kind in ("cube", "figure") for kind in kinds)
    turn = rng.normal(0, 0.03) if upright else rng.normal(0, 0.1) + rng.integers(4) * np.pi / 2
    matrix = _affine(
        np.array([side / 2, side / 2]),
        side / 2 + rng.normal(0, 0.08, 2) * side,
        np.exp(rng.uniform(-0.35, 0.35)),
        turn,
        rng,
    )
    return _warped(image, quads, kinds, np.ones(len(quads), bool), matrix, settings)


def _from_photo(materials: Stock, settings: Cards, rng: Rng) -> tuple[Image, NDArray[np.float32]]:
    """A view of a real photo around one of its things, which appears at a size drawn from the wanted range."""
    sources = list(materials.real)
    weights = np.array([settings.source_weights.get(source, 1.0) for source in sources])
    views = materials.real[sources[rng.choice(len(sources), p=weights / weights.sum())]]
    view = views[rng.integers(len(views))]
    image, quads, side = view.image, view.quads, settings.tile
    if len(quads) and rng.random() < 0.9:
        quad = quads[rng.integers(len(quads))]
        wanted = np.exp(rng.uniform(*np.log(settings.thing_pixels)))
        lengths = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
        scale = float(np.clip(wanted / max(lengths.min(), 1), 0.1, 2.5))
        centre, spot = quad.mean(axis=0), side * (0.5 + rng.uniform(-0.35, 0.35, 2))
    else:
        scale = side / max(image.shape[:2]) * rng.uniform(0.8, 1.3)
        centre, spot = np.array(image.shape[1::-1]) / 2, np.array([side / 2, side / 2])
    if scale < 0.6:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        quads, centre, scale = quads * scale, centre * scale, 1.0
    turn = _turn(rng) if view.known.all() else 0.0
    matrix = _affine(centre, spot, scale, turn, rng, straight=not view.known.all())
    return _warped(image, quads, view.kinds, view.known, matrix, settings)


def _turn(rng: Rng) -> float:
    return float(rng.normal(0, 0.08) + rng.integers(4) * np.pi / 2 if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi))


def _affine(
    centre: NDArray[np.float64], spot: NDArray[np.float64], scale: float, turn: float, rng: Rng, straight: bool = False
) -> NDArray[np.float64]:
    """A map with some perspective that puts `centre` at `spot`; boxes stay boxes when it is straight."""
    stretch = np.exp(rng.normal(0, 0.08))
    cosine, sine = np.cos(turn), np.sin(turn)
    linear = np.array([[cosine, -sine], [sine, cosine]]) @ np.diag([scale * stretch, scale / stretch])
    if not straight and rng.random() < 0.5:
        linear = linear @ np.diag([-1.0, 1.0])
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = linear, spot - linear @ centre
    bent = np.eye(3)
    if not straight:
        bent[2, :2] = rng.normal(0, 0.00035, 2)
        bent[2, 2] = 1 - bent[2, :2] @ spot
    return bent @ matrix


def _warped(
    image: Image,
    quads: NDArray[np.float64],
    kinds: list[str],
    known: NDArray[np.bool_],
    matrix: NDArray[np.float64],
    settings: Cards,
) -> tuple[Image, NDArray[np.float32]]:
    """A picture and its things, mapped; beyond the picture it is grey, as around photos that are looked at."""
    side = settings.tile
    seen = cv2.warpPerspective(image, matrix, (side, side), borderMode=cv2.BORDER_CONSTANT, borderValue=(114,) * 3)
    rows = []
    for quad, kind, sure in zip(quads, kinds, known, strict=True):
        flat = np.column_stack([quad, np.ones(4)]) @ matrix.T
        row = label(settings.names.index(kind), flat[:, :2] / flat[:, 2:], side)
        if row is not None:
            row[13] = float(sure)
            rows.append(row)
    return seen, np.array(rows, np.float32).reshape(-1, 14)
