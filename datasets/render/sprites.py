"""Sprite sheets: many dice in one render on a grey table, cut into labelled RGBA pictures with their shadows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.manifest import Die
from datasets.render import engine, labels, lights, meshes, objects, spec
from datasets.render.materials import plain_material
from datasets.render.view import View, look_at

SHEET = 512
Draw = Callable[[np.random.Generator], spec.DieSpec]
_CLEAR = 0.65  # how much of a clear die hides the table on which it is laid later
_EQUAL = 0.8  # all dice of a sheet are about this large; their size in a picture comes later


@dataclass(frozen=True)
class Sprite:
    """Die and shadow as straight RGBA, the bare dice as a mask, and the labels in sprite pixels."""

    rgba: np.ndarray
    mask: np.ndarray
    dice: tuple[Die, ...]


def render_sheet(seed: int, polyhedra: bool = False, samples: int = 3) -> tuple[list[Sprite], float, str]:
    """All sprites of one sheet, of any dice or of polyhedra, with the camera's elevation and the light scheme."""
    rng = np.random.default_rng([seed, 11])
    scene = engine.empty_scene(SHEET, SHEET, samples, seed)
    elevation = float(rng.choice([rng.uniform(70, 90), rng.uniform(50, 70), rng.uniform(25, 50)], p=[0.2, 0.2, 0.6]))
    columns = int(rng.choice([3, 4, 5, 6], p=[0.06, 0.26, 0.4, 0.28]))
    cell = 2.5
    field = float(rng.uniform(12, 35))
    distance = columns * cell / 2 / np.tan(np.radians(field) / 2)
    view = look_at(elevation, float(rng.uniform(0, 360)), distance, field, (SHEET, SHEET))
    theme = _set_of_polyhedra(rng) if polyhedra else _theme(rng)
    placed = _fill(view, columns, elevation, theme, rng)
    _grey_table(rng)
    scheme = lights.light_scene(scene, view, rng)
    objects.set_camera(scene, view)
    frame = engine.render(scene)
    exposure = float(rng.uniform(0.55, 1.15))
    open_table = _unshadowed(frame)
    cut = [_cut(frame, open_table, view, group, exposure) for group in placed]
    return [sprite for sprite in cut if sprite is not None], elevation, scheme


def _theme(rng: np.random.Generator) -> Draw:
    """What a sheet holds: any dice, one set of equal dice as on many real tables, or dice of our games."""
    pick = rng.random()
    if pick < 0.15:
        same = spec.draw_pip_die(rng)
        return lambda _: same
    return draw_of_games if pick < 0.6 else draw_any


def _set_of_polyhedra(rng: np.random.Generator) -> Draw:
    """A set as players buy it: four to twenty sides in one look, half of the sets bone with black numerals."""
    look = spec.bone(rng) if rng.random() < 0.5 else spec.draw_look(rng)
    return lambda draw: spec.draw_polyhedron(draw, look=look)


def _fill(
    view: View, columns: int, elevation: float, draw: Draw, rng: np.random.Generator
) -> list[list[labels.Placed]]:
    """Groups on a grid of the picture, so that none hides another."""
    squash = np.sin(np.radians(elevation))
    rows = max(2, int(columns * (0.62 + 0.38 * squash)))
    groups: list[list[labels.Placed]] = []
    number = 1
    for row in range(rows):
        for column in range(columns):
            x = (column + 0.5) / columns * SHEET
            y = (row + 0.6) / rows * SHEET
            centre = view.ground(x, y)
            group = _group(centre, number, draw, rng)
            number += len(group)
            groups.append(group)
    return groups


def _group(centre: np.ndarray, number: int, draw: Draw, rng: np.random.Generator) -> list[labels.Placed]:
    kind = rng.choice(["single", "pair", "stack"], p=[0.84, 0.12, 0.04])
    first = draw(rng)
    first = replace(first, half=_EQUAL * (1.0 if first.sides == 6 else 1.15))
    turn = float(rng.uniform(0, 2 * np.pi))
    if kind == "single" or first.sides != 6:
        return [stand(first, centre, turn, number, rng)]
    half = first.half
    if kind == "stack":
        lower = stand(first, centre, turn, number, rng)
        upper = stand(first, centre + np.array([0, 0, 2 * half]), turn + float(rng.uniform(-0.5, 0.5)), number + 1, rng)
        return [replace(lower, covered=True), upper]
    other = replace(_cube(draw, rng), half=half)
    side = np.array([np.cos(turn), np.sin(turn), 0.0]) * half * float(rng.uniform(1.0, 1.08))
    slide = np.array([-np.sin(turn), np.cos(turn), 0.0]) * half * float(rng.uniform(-0.6, 0.6))
    return [stand(first, centre - side, turn, number, rng), stand(other, centre + side + slide, turn, number + 1, rng)]


def draw_any(rng: np.random.Generator) -> spec.DieSpec:
    """Any die: mostly pips, many polyhedra, some with symbols, some boost dice."""
    pick = rng.random()
    if pick < 0.64:
        return spec.draw_pip_die(rng)
    if pick < 0.9:
        return spec.draw_polyhedron(rng)
    if pick < 0.95:
        return spec.draw_miner_die(rng)
    boost = spec.draw_boost_die(rng)
    return boost if rng.random() < 0.6 else spec.numbered_above_six(boost)


def draw_of_games(rng: np.random.Generator) -> spec.DieSpec:
    """Dice Miner's dice, Roll Player's colours and its boost dice."""
    pick = rng.random()
    if pick < 0.6:
        return spec.draw_miner_die(rng)
    if pick < 0.8:
        boost = spec.draw_boost_die(rng)
        return boost if rng.random() < 0.6 else spec.numbered_above_six(boost)
    return spec.draw_pip_die(rng, str(rng.choice(["green", "blue", "red", "purple", "black", "white", "gold"])))


def _cube(draw: Draw, rng: np.random.Generator) -> spec.DieSpec:
    while (die := draw(rng)).sides != 6:
        pass
    return die


def stand(
    die: spec.DieSpec,
    place: np.ndarray,
    turn: float,
    number: int,
    rng: np.random.Generator,
    face: int | None = None,
    tilt: float = 0.0,
) -> labels.Placed:
    """Lay a die on a face (a random one unless told), turned about the vertical, into the Blender scene."""
    solid = die.solid()
    face = int(rng.integers(len(solid.directions))) if face is None else face
    rotation = meshes.resting(solid, face, die.sides != 4, turn)
    if tilt:
        lean = meshes.resting(
            meshes.Solid(solid.vertices, (), np.array([_leaning(tilt, rng)]), solid.ups), 0, True, 0.0
        )
        rotation = lean @ rotation
    lowest = float((solid.vertices @ rotation.T)[:, 2].min()) * die.half
    centre = np.array([place[0], place[1], place[2] - lowest])
    points = objects.add_die(die, rotation, centre, number, rng)
    return labels.Placed(die, rotation, centre, points, number)


def _leaning(degrees: float, rng: np.random.Generator) -> np.ndarray:
    turn, lean = rng.uniform(0, 2 * np.pi), np.radians(degrees)
    return np.array([np.sin(lean) * np.cos(turn), np.sin(lean) * np.sin(turn), np.cos(lean)])


def _grey_table(rng: np.random.Generator) -> None:
    grey = float(rng.uniform(0.35, 0.8))
    objects.add_sheet((0, 0, 0), 600, 600, 0.0, plain_material((grey, grey, grey), 1.0, specular=0.0))


def _unshadowed(frame: engine.Frame) -> np.ndarray:
    """The brightness the empty table would have: a smooth surface through its brighter half."""
    height, width = frame.index.shape
    y, x = np.mgrid[0:height:4, 0:width:4] / float(width) - 0.5
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    bright = np.log(np.maximum(frame.light[::4, ::4, :3].mean(axis=-1), 1e-4))
    keep = frame.index[::4, ::4] == 0
    for _ in range(4):
        fit, *_ = np.linalg.lstsq(terms[keep], bright[keep], rcond=None)
        keep = (frame.index[::4, ::4] == 0) & (bright > terms @ fit - 0.04)
    yy, xx = np.mgrid[0:height, 0:width] / float(width) - 0.5
    full = np.stack([np.ones_like(xx), xx, yy, xx * xx, xx * yy, yy * yy], axis=-1)
    return np.exp(full @ fit)


def _cut(
    frame: engine.Frame, open_table: np.ndarray, view: View, group: list[labels.Placed], exposure: float
) -> Sprite | None:
    """The sprite of one group: its dice, and as much of their shadow as fits around them."""
    mask = np.isin(frame.index, [die.number for die in group])
    box = labels.mask_box(mask)
    if box is None or min(box[:2]) < 2 or max(box[2:]) > SHEET - 2:
        return None
    reach = 0.5 * max(box[2] - box[0], box[3] - box[1])
    x0, y0 = (int(max(0, value - reach)) for value in box[:2])
    x1, y1 = (int(min(SHEET, value + reach)) for value in box[2:])
    light, own = frame.light[y0:y1, x0:x1], mask[y0:y1, x0:x1]
    others = (frame.index[y0:y1, x0:x1] > 0) & ~own
    shade = 1 - light[..., :3].mean(axis=-1) / open_table[y0:y1, x0:x1]
    shade = np.clip(shade - 0.03, 0, 0.97) * _fade(own.shape) * _nearer(own, others, reach)
    edge = cv2.GaussianBlur(own.astype(np.float32), (3, 3), 0.7) * cv2.dilate(own.astype(np.float32), np.ones((2, 2)))
    body = np.clip((edge - 0.35) / 0.5, 0, 1)
    clear = [die.number for die in group if die.spec.look.colour == "clear"]
    body = body * np.where(np.isin(frame.index[y0:y1, x0:x1], clear), _CLEAR, 1.0)
    alpha = body + shade * (1 - body)
    rgb = engine.picture(light, exposure) * (body / np.maximum(alpha, 1e-4))[..., None]
    rgba = np.dstack([rgb, alpha * 255]).round().astype(np.uint8)
    found = (labels.label(die, view, frame.index) for die in group)
    dice = tuple(_shift(die, x0, y0) for die in found if die is not None)
    return Sprite(rgba, own.astype(np.uint8) * 255, dice)


def _nearer(own: np.ndarray, others: np.ndarray, reach: float) -> np.ndarray:
    """One where the group itself is nearer than any other die: a neighbour's shadow stays out."""
    if not others.any():
        return np.ones(own.shape)
    to_own = cv2.distanceTransform((~own).astype(np.uint8), cv2.DIST_L2, 3)
    to_others = cv2.distanceTransform((~others).astype(np.uint8), cv2.DIST_L2, 3)
    return np.clip((to_others - to_own) / (0.3 * reach), 0, 1)


def _fade(shape: tuple[int, int]) -> np.ndarray:
    """One inside, falling to nothing at the rim, so that no shadow ends in a straight line."""
    height, width = shape
    y = np.minimum(np.arange(height), np.arange(height)[::-1]) / (0.12 * height)
    x = np.minimum(np.arange(width), np.arange(width)[::-1]) / (0.12 * width)
    return np.clip(np.minimum(y[:, None], x[None, :]), 0, 1)


def _shift(die: Die, x: int, y: int) -> Die:
    x0, y0, x1, y1 = die.box
    top = (round(die.top[0] - x, 1), round(die.top[1] - y, 1)) if die.top else None
    return replace(die, box=(x0 - x, y0 - y, x1 - x, y1 - y), top=top)
