"""A whole table: surface, printed things, dice and distractors under one light, seen by one camera."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets import textures
from datasets.degrade import photograph
from datasets.manifest import Die
from datasets.pictures import read_rgb
from datasets.render import engine, labels, lights, objects, props, spec, sprites
from datasets.render.materials import printed_material
from datasets.render.view import View, look_at

_GLOSS = {"wood": (0.25, 0.7), "stone": (0.15, 0.5), "plain": (0.1, 0.6), "leather": (0.4, 0.7)}


def render_scene(
    seed: int, photos: list[Path], samples: int = 3, size: int | None = None
) -> tuple[np.ndarray, list[Die], float, dict[str, object]]:
    """One labelled picture of a table; `photos` may lend real surfaces."""
    rng = np.random.default_rng([seed, 23])
    drawn = int(rng.choice([448, 512, 576]))
    size = size or drawn
    scene = engine.empty_scene(size, size, samples, seed)
    elevation = float(rng.choice([rng.uniform(68, 90), rng.uniform(42, 68), rng.uniform(25, 42)], p=[0.45, 0.38, 0.17]))
    die_pixels = float(np.exp(rng.uniform(np.log(22), np.log(110))))
    view = _camera(size, elevation, die_pixels, rng)
    surface = _lay_table(view, photos, rng)
    placed = _scatter(view, surface in ("carpet", "photo"), rng)
    scheme = lights.light_scene(scene, view, rng)
    objects.set_camera(scene, view, blur=float(rng.choice([0.0, 0.0, rng.uniform(0.02, 0.12)])))
    frame = engine.render(scene)
    exposure = float(rng.uniform(0.5, 1.2))
    picture = photograph(engine.picture(frame.light, exposure), rng, 0.8)
    dice = [die for die in (labels.label(one, view, frame.index) for one in placed) if die is not None]
    return picture, dice, elevation, {"light": scheme, "surface": surface}


def _camera(size: int, elevation: float, die_pixels: float, rng: np.random.Generator) -> View:
    field = float(rng.uniform(22, 62))
    width = size / die_pixels * 1.6
    distance = width / 2 / np.tan(np.radians(field) / 2)
    return look_at(elevation, float(rng.uniform(0, 360)), distance, field, (size, size), float(rng.normal(0, 8)))


def _lay_table(view: View, photos: list[Path], rng: np.random.Generator) -> str:
    reach = float(np.linalg.norm(view.place)) * 2.5
    if photos and rng.random() < 0.4:
        photo = read_rgb(photos[int(rng.integers(len(photos)))])
        side = min(photo.shape[:2])
        texture = cv2.resize(photo[:side, :side], (768, 768), interpolation=cv2.INTER_AREA)
        span = float(np.linalg.norm(view.ground(0, view.height) - view.ground(view.width, view.height))) * rng.uniform(
            1.2, 2.5
        )
        kind, repeat, rough = "photo", reach * 2 / span, 0.8
    else:
        kind, texture = textures.draw_surface(rng)
        repeat, rough = reach * 2 / float(rng.uniform(14, 40)), float(rng.uniform(*_GLOSS.get(kind, (0.8, 1.0))))
    bump = {"carpet": 1.0, "cloth": 0.3, "bamboo": 0.6, "leather": 0.3}.get(kind, 0.05)
    material = printed_material(texture, rough, bump, specular=0.2 if rough > 0.7 else 0.5)
    objects.add_sheet((0, 0, 0), reach * 2, reach * 2, float(rng.uniform(0, 2 * np.pi)), material, repeat=repeat)
    return kind


def _scatter(view: View, soft: bool, rng: np.random.Generator) -> list[labels.Placed]:
    """Dice and other things where there is room, now and then touching, stacked, in a tray or on a card."""
    width = float(np.linalg.norm(view.ground(view.width, view.height / 2) - view.ground(0, view.height / 2)))
    if rng.random() < 0.2 and width > 9:
        props.add_tray(width * float(rng.uniform(0.35, 0.5)), rng)
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.55, 0.2, 0.15, 0.1]))):
        props.add_card(_spot(view, rng), rng)
    wanted = int(rng.integers(1, int(np.clip(width * 0.9, 4, 20))))
    taken: list[tuple[float, float, float]] = []
    placed: list[labels.Placed] = []
    shared = spec.draw_pip_die(rng) if rng.random() < 0.35 else None
    crowded = rng.random() < 0.3
    for _ in range(wanted * 6):
        if len(placed) >= wanted:
            break
        die = shared if shared is not None and rng.random() < 0.8 else sprites.draw_any(rng)
        room = die.half * (1.2 if crowded else 1.5)
        spot = _spot(view, rng, crowded)
        if any(np.hypot(spot[0] - x, spot[1] - y) < room + r for x, y, r in taken):
            continue
        taken.append((*spot, room))
        placed += _stand_group(die, spot, len(placed) + 1, soft, rng)
    for _ in range(int(rng.choice([0, 1, 3, 6], p=[0.5, 0.2, 0.2, 0.1]))):
        spot = _spot(view, rng)
        if all(np.hypot(spot[0] - x, spot[1] - y) > 1.6 + r for x, y, r in taken):
            props.PROPS[str(rng.choice(list(props.PROPS)))](spot, rng)
            taken.append((*spot, 1.5))
    return placed


def _stand_group(
    die: spec.DieSpec, spot: tuple[float, float], number: int, soft: bool, rng: np.random.Generator
) -> list[labels.Placed]:
    turn = float(rng.uniform(0, 2 * np.pi))
    tilt = float(rng.uniform(0, 7)) if soft and rng.random() < 0.5 else 0.0
    sunk = -0.06 if soft else 0.065  # on cards, which are a little above the table
    place = np.array([*spot, min(sunk, 0.0)])
    first = sprites.stand(die, place, turn, number, rng, tilt=tilt)
    if die.sides != 6 or rng.random() > 0.04:
        return [first]
    above = np.array([*spot, 2 * die.half])
    return [replace(first, covered=True), sprites.stand(die, above, turn + 0.3, number + 1, rng)]


def _spot(view: View, rng: np.random.Generator, crowded: bool = False) -> tuple[float, float]:
    low, high = (0.3, 0.7) if crowded else (0.02, 0.98)
    point = view.ground(float(rng.uniform(low, high)) * view.width, float(rng.uniform(low, high)) * view.height)
    return float(point[0]), float(point[1])
