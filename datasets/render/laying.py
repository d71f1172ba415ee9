"""Puts the pieces of a composed table into the scene: cards, tiles and boards, wooden figures, cubes and dice."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets.pieces import Rng
from datasets.render import meshes, objects, plans, solids, spec, sprites, tables
from datasets.render.materials import plain_material, printed_material
from datasets.tabletops import Cube, Flat, Thing, Upright

SYMBOLS = {
    plans.code(kind, face): (kind, face)
    for kind, (_, named) in spec.MINER_TYPES.items()
    for face in (*named, *(spec.HAZARD_FACES if kind == "hazard" else ()))
}
CUT = 0.08  # of a wooden cube's edges


@dataclass(frozen=True)
class Stage:
    """How everything on one table lies, how printed faces shine, and who made the dice."""

    ground: solids.Ground
    centimetres: float
    rounded: float
    gloss: float
    turn: float
    dice: dict[str, spec.DieSpec]


def makers(game: str, rng: Rng) -> dict[str, spec.DieSpec]:
    """The dice of one copy, by colour or by type."""
    if game == "rollplayer":
        return tables.one_maker(rng)
    return {kind: tables.miner_maker(kind, rng) for kind in plans.TROVE} if game == "diceminer" else {}


def shown(code: str, dice: dict[str, spec.DieSpec]) -> tuple[spec.DieSpec, str]:
    """A die that has the face which its code names, and that face."""
    if code in SYMBOLS:
        kind, face = SYMBOLS[code]
        return tables.with_face(dice[kind], kind, face), face
    colour, value = code.split()
    return dice[colour], value


def put(thing: Thing, level: float, stage: Stage, rng: Rng) -> np.ndarray:
    """Put a thing down; returns the corners of its face, or all points of what stands."""
    if isinstance(thing, Flat):
        return _put_flat(thing, level, stage, rng)
    if isinstance(thing, Upright):
        return _put_figure(thing, level, stage, rng)
    place = stage.ground.place(np.array([[thing.spot.x, thing.spot.y]]), level)[0]
    half = thing.spot.width / 2 * stage.ground.unit
    if thing.kind == "die":
        die, face = shown(thing.name, stage.dice)
        named = [name.removeprefix("n") for name in die.faces]
        turn = -thing.spot.angle
        return sprites.stand(replace(die, half=half), place, turn, 0, rng, face=named.index(face)).points
    return _put_cube(thing, place, half)


def _put_flat(flat: Flat, level: float, stage: Stage, rng: Rng) -> np.ndarray:
    """A card or a piece of cardboard: its edge all round, and its printed face."""
    top = level + solids.thickness(flat, stage.centimetres)
    rim = solids.outline(flat, stage.rounded)
    lies = solids.on_table(flat.spot, rim)
    edge = plain_material(_rgb(flat.face.reshape(-1, 3).mean(axis=0) / 255 * rng.uniform(0.5, 0.95)), 0.8)
    low, high = stage.ground.place(lies, level), stage.ground.place(lies, top)
    objects.add_mesh(np.vstack([low, high]), _between(len(rim)), edge)
    uv = rim * (1, -1) + (0, 1)
    printed = printed_material(flat.face, stage.gloss, specular=0.4)
    objects.add_mesh(high[::-1], [list(range(len(rim)))], printed, uv=uv[::-1])
    return stage.ground.place(flat.spot.corners, top)


def _put_figure(figure: Upright, level: float, stage: Stage, rng: Rng) -> np.ndarray:
    """A wooden figure that looks about where the camera is."""
    points, heights = solids.standing(figure, stage.turn + float(rng.normal(0, 0.3)))
    scene = stage.ground.place(points, level + heights)
    half = len(scene) // 2
    faces = [list(range(half)), list(range(half, 2 * half))[::-1], *_between(half)]
    objects.add_mesh(scene, faces, plain_material(_rgb(figure.colour / 255), 0.55))
    return scene


def _put_cube(cube: Cube, place: np.ndarray, half: float) -> np.ndarray:
    """A wooden cube."""
    solid = meshes.rounded_cube(CUT)
    rotation = meshes.resting(solid, 0, True, -cube.spot.angle)
    points = solid.vertices @ rotation.T * half + place + (0, 0, half)
    colour = cube.faces[0][..., :3].reshape(-1, 3).mean(axis=0) / 255
    objects.add_mesh(points, [list(face) for face in solid.faces], plain_material(_rgb(colour), 0.6), smooth=True)
    return np.asarray(points)


def _between(count: int) -> list[list[int]]:
    """The sides between two rims of as many points, one after the other."""
    return [[k, (k + 1) % count, count + (k + 1) % count, count + k] for k in range(count)]


def _rgb(colour: np.ndarray) -> tuple[float, float, float]:
    red, green, blue = (float(part) for part in np.clip(colour, 0, 1))
    return red, green, blue
