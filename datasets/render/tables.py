"""Test tables with their whole truth: Roll Player character sheets, Dice Miner troves and loose dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from datasets import pigments, textures
from datasets.degrade import photograph
from datasets.manifest import Die
from datasets.render import engine, labels, lights, objects, plans, props, sheets, spec, sprites
from datasets.render.look import Look
from datasets.render.materials import printed_material
from datasets.render.view import View, look_at


@dataclass(frozen=True)
class Finish:
    """How large and how clean a table is rendered; denoising makes two samples enough for testing."""

    width: int = 640
    samples: int = 2

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.width * 4 // 5


QUICK = Finish()


@dataclass(frozen=True)
class Table:
    """A rendered table: picture, labels of its dice, camera elevation and what is true of the game."""

    picture: np.ndarray
    dice: tuple[Die, ...]
    elevation: float
    truth: dict[str, Any]


def rollplayer(seed: int, finish: Finish = QUICK) -> Table:
    """A character sheet with dice in its rows, partly filled, leaning away, dice off their places."""
    rng = np.random.default_rng([seed, 31])
    plan = plans.plan_sheet(rng)
    scene, view, elevation = _stage(seed, finish, rng, (0.55, 0.9), (-3.8, 0.0))
    objects.add_sheet(
        (0, 0, 0.05), sheets.WIDTH, sheets.DEPTH, 0.0, printed_material(sheets.character_sheet(rng), 0.45)
    )
    _beside(rng, 13.5)
    makers = one_maker(rng)
    placed: list[labels.Placed] = []
    for row, places in enumerate(plan):
        for place, text in enumerate(places):
            if text is not None:
                colour, value = text.split()
                x, y = sheets.place_of(row, place)
                spot = np.array([x + rng.normal(0, 0.13), y + rng.normal(0, 0.13), 0.055])
                placed.append(_stand_showing(makers[colour], value, spot, len(placed) + 1, rng))
    table = _shoot(scene, view, elevation, placed, rng)
    rows = dict(zip(plans.ATTRIBUTES, plan, strict=True))
    truth = {"game": "rollplayer", "first_row": "far", "players": [{"name": "Player", "rows": rows}]}
    return replace(table, truth=truth)


def diceminer(seed: int, finish: Finish = QUICK) -> Table:
    """One player's trove: four to sixteen dice of the box, thrown together or laid out in lines."""
    rng = np.random.default_rng([seed, 37])
    plan = plans.plan_trove(rng)
    scene, view, elevation = _stage(seed, finish, rng, (0.75, 1.05), (0.0, 0.0))
    makers = {kind: miner_maker(kind, rng) for kind in plans.TROVE}
    placed: list[labels.Placed] = []
    for (kind, face), (x, y) in zip(plan, _spread(len(plan), rng), strict=True):
        die = with_face(makers[kind], kind, face)
        placed.append(_stand_showing(die, face, np.array([x, y, 0.0]), len(placed) + 1, rng))
    if rng.random() < 0.5:
        props.add_card((float(rng.uniform(-9, 9)), 11.5), rng)
    table = _shoot(scene, view, elevation, placed, rng)
    codes = [plans.code(kind, face) for kind, face in plan]
    truth = {"game": "diceminer", "players": [{"name": "Player", "rounds": [{"dice": codes}]}]}
    return replace(table, truth=truth)


def loose(seed: int, finish: Finish = QUICK) -> Table:
    """A throw of three to nine pip dice of several makers, on some tables among dice that are not to be read."""
    rng = np.random.default_rng([seed, 43])
    scene, view, elevation = _stage(seed, finish, rng, (0.75, 1.05), (0.0, 0.0))
    dice = [spec.draw_pip_die(rng) for _ in range(int(rng.integers(3, 10)))]
    dice += [spec.draw_polyhedron(rng) for _ in range(int(rng.choice([0, 3])))]
    placed: list[labels.Placed] = []
    for die, (x, y) in zip(dice, _spread(len(dice), rng), strict=True):
        placed.append(sprites.stand(die, np.array([x, y, 0.0]), float(rng.uniform(0, 6)), len(placed) + 1, rng))
    table = _shoot(scene, view, elevation, placed, rng)
    shown = [{"colour": die.colour, "value": int(die.face)} for die in table.dice if die.face]
    return replace(table, truth={"game": "dice", "dice": shown, "sum": sum(die["value"] for die in shown)})


def _stage(
    seed: int, finish: Finish, rng: np.random.Generator, fill: tuple[float, float], middle: tuple[float, float]
) -> tuple[Any, View, float]:
    """Table top and camera on the reader's side of it."""
    scene = engine.empty_scene(*finish.size, finish.samples, seed)
    elevation = float(rng.choice([rng.uniform(68, 89), rng.uniform(52, 68), rng.uniform(42, 52)], p=[0.55, 0.37, 0.08]))
    field = float(rng.uniform(35, 62))
    span = 15.0 / float(rng.uniform(*fill)) * finish.size[0] / finish.size[1]
    distance = span / 2 / np.tan(np.radians(field) / 2)
    azimuth = -90 + float(rng.normal(0, 12))
    view = look_at(elevation, azimuth, distance, field, finish.size, float(rng.normal(0, 4)), (*middle, 0.0))
    _, texture = textures.draw_surface(rng)
    material = printed_material(texture, 0.7, 0.1, specular=0.3)
    objects.add_sheet((0, 0, 0), 300, 300, float(rng.uniform(0, 6)), material, repeat=float(rng.uniform(8, 20)))
    return scene, view, elevation


def _shoot(scene: Any, view: View, elevation: float, placed: list[labels.Placed], rng: np.random.Generator) -> Table:
    lights.light_scene(scene, view, rng)
    objects.set_camera(scene, view)
    frame = engine.render(scene)
    picture = photograph(engine.picture(frame.light, float(rng.uniform(0.65, 1.1))), rng, 0.6)
    dice = (labels.label(one, view, frame.index) for one in placed)
    return Table(picture, tuple(die for die in dice if die is not None), elevation, {})


def _stand_showing(
    die: spec.DieSpec, face: str, spot: np.ndarray, number: int, rng: np.random.Generator
) -> labels.Placed:
    names = [name.removeprefix("n") for name in die.faces]
    turn = float(rng.choice([0, 1, 2, 3])) * np.pi / 2 + float(rng.normal(0, 0.2))
    return sprites.stand(die, spot, turn, number, rng, face=names.index(face))


def one_maker(rng: np.random.Generator) -> dict[str, spec.DieSpec]:
    """A set of dice from one maker: same size and pips, one die per colour in its usual shade; boost dice are clear.

    A game whose purple could pass for black would not be sold.
    """
    model = spec.draw_pip_die(rng)
    model = replace(model, half=float(rng.uniform(0.66, 0.78)), style=replace(model.style, shape="round", frame=False))
    material = str(rng.choice(["plain", "marbled", "pearled", "translucent"], p=[0.4, 0.25, 0.2, 0.15]))
    makers = {
        colour: replace(model, look=_usual_ink(spec.draw_look(rng, colour, material, usual=True), rng))
        for colour in plans.BAG
    }
    boost = replace(spec.draw_boost_die(rng), half=model.half)
    makers["boost"] = boost if rng.random() < 0.6 else spec.numbered_above_six(boost)
    return makers


def _usual_ink(look: Look, rng: np.random.Generator) -> Look:
    """White pips, black ones on light dice."""
    name = "black" if pigments.luminance(look.rgb) > 0.4 else "white"
    return replace(look, ink=pigments.draw_pigment(name, rng))


def miner_maker(kind: str, rng: np.random.Generator) -> spec.DieSpec:
    die = spec.draw_miner_die(rng, kind)
    return replace(die, half=0.8, look=_usual_ink(die.look, rng))


def with_face(die: spec.DieSpec, kind: str, face: str) -> spec.DieSpec:
    """The same die, one side of which is this face."""
    named = tuple(dict.fromkeys((face, *spec.MINER_TYPES[kind][1])))[:6]
    return replace(die, faces=(*named, *["beer"] * (6 - len(named))))


def _spread(count: int, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Places for a trove: in lines as players sort their dice, or loose but not one on the other."""
    if rng.random() < 0.4:
        columns = int(rng.integers(3, 7))
        pitch = float(rng.uniform(1.75, 2.6))
        rows = (count - 1) // columns
        return [
            ((k % columns - (columns - 1) / 2) * pitch + rng.normal(0, 0.05), (rows / 2 - k // columns) * pitch)
            for k in range(count)
        ]
    spots: list[tuple[float, float]] = []
    while len(spots) < count:
        x, y = float(rng.uniform(-7, 7)), float(rng.uniform(-5.2, 5.2))
        if all(np.hypot(x - a, y - b) > 2.35 for a, b in spots):
            spots.append((x, y))
    return spots


def _beside(rng: np.random.Generator, edge: float) -> None:
    """Cards and coins that lie beside the sheet."""
    for _ in range(int(rng.integers(0, 4))):
        props.add_card((edge + float(rng.uniform(2, 5)), float(rng.uniform(-7, 7))), rng)
    for _ in range(int(rng.integers(0, 5))):
        props.add_coin((-edge - float(rng.uniform(0, 3)), float(rng.uniform(-7, 7))), rng)
