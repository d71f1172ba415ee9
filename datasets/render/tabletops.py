"""The tables that `datasets.tabletop` composes, rendered: the same copies, states and places, as solids under lamps.

The folder is the one that the composer writes, so that both are judged by `python -m models.evaluate_tables`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.progress import track

from datasets.degrade import photograph
from datasets.pieces import Face, Rng, Shelf
from datasets.render import engine, laying, lights, objects, solids
from datasets.render.materials import printed_material
from datasets.tabletop import ELEVATIONS, Shot, bare_table, save, surfaces, taught_tables
from datasets.tabletops import Composer, Cube, Flat, Thing

CENTIMETRES = {
    "dungeonlords": 4.0,
    "dwar7s": 6.3,
    "rollplayer": 6.3,
    "diceminer": 6.3,
}  # of a unit of the composed table
TEACHING = (60.0, 88.0)
SURFACE = 1024  # pixels of a surface's picture
AHEAD = 12.0  # the table's surface reaches this many times as far as what lies on it
EVEN, BURNT = 0.28, 0.9  # light of a picture on the whole, and of what is brightest in it
LIFT = 0.0004  # of a unit: what touches does not lie at exactly one height


@dataclass(frozen=True)
class Run:
    """Which tables, and how they are rendered."""

    count: int
    seed: int
    tables_a_copy: int
    longest: int
    samples: int
    photos: Path | None = None


def render(game: str, out: Path, run: Run) -> int:
    """Render tables and the photos that teach their copies; what is there already is left. Returns how many came."""
    composer: Composer = import_module(f"datasets.tabletops.{game}")
    shelf = Shelf.load("test", [])
    stock = surfaces(run.photos, np.random.default_rng([run.seed, 7]))
    added = 0
    for number in track(range(run.count), description=game):
        made = number // run.tables_a_copy
        name = f"{game}-{run.seed}-{number:03}"
        truth = out / "truth" / f"{name}.json"
        if truth.exists():
            continue
        copy = composer.copy(shelf, np.random.default_rng([run.seed, made, 1]))
        for page, things in enumerate(taught_tables(copy, np.random.default_rng([run.seed, made, 11]))):
            base = out / "copies" / f"{made:02}" / f"teach-{page}"
            if not base.with_suffix(".json").exists():
                rng = np.random.default_rng([run.seed, made, 12, page])
                shot = shoot(things, game, bare_table(stock, rng), rng, run, TEACHING, float(rng.normal(0, 0.05)))
                save(shot, base.with_suffix(".jpg"), base.with_suffix(".json"), {"items": dict(copy.items)})
        maker = int(np.random.default_rng([run.seed, made, 14]).integers(1 << 31))
        # the same table as a composed one of this seed
        table = composer.table(copy, shelf, np.random.default_rng([run.seed, number, 3]))
        rng = np.random.default_rng([run.seed, number, 13])
        turn = float(rng.normal(*getattr(composer, "TURNS", (0, 0.12))))
        shot = shoot(table.things, game, bare_table(stock, rng), rng, run, ELEVATIONS, turn, maker)
        told: dict[str, Any] = {"game": game, "seed": [run.seed, number], "copy": f"{made:02}", "rendered": True}
        told |= {"state": table.state, "others": [], "told": copy.told}
        save(shot, out / "images" / f"{name}.jpg", truth, told)
        added += 1
    return added


def shoot(
    things: Sequence[Thing],
    game: str,
    surface: Face,
    rng: Rng,
    run: Run,
    elevations: tuple[float, float],
    turn: float,
    maker: int = 0,
) -> Shot:
    """Everything put down, lit, and seen from a height; `maker` made the dice."""
    scene = engine.empty_scene(run.longest, run.longest, run.samples, int(rng.integers(1 << 31)))
    rounded, gloss = float(rng.choice([0.0, 0.03, 0.06])), float(rng.uniform(0.3, 0.8))
    dice = laying.makers(game, np.random.default_rng([maker, 14]))
    stage = laying.Stage(solids.Ground.under(things), CENTIMETRES[game], rounded, gloss, turn, dice)
    heights = solids.levels(things, stage.centimetres)
    looked = [
        laying.put(thing, level + LIFT * number, stage, rng)
        for number, (thing, level) in enumerate(zip(things, heights, strict=True))
    ]
    elevation, field = float(rng.uniform(*elevations)), float(rng.uniform(35, 62))
    fill, roll = float(rng.uniform(0.8, 0.92)), float(rng.normal(0, 2))
    view = solids.sight(np.vstack(looked), elevation, turn, field, run.longest, fill, roll)
    scene.render.resolution_x, scene.render.resolution_y = view.width, view.height
    _lay_surface(surface, rng)
    lights.light_scene(scene, view, rng)
    objects.set_camera(scene, view)
    frame = engine.render(scene)
    picture = photograph(engine.picture(frame.light, _exposure(frame.light) * float(rng.uniform(0.8, 1.2))), rng, 0.8)
    return Shot(picture, [_told(thing, view.project(points)) for thing, points in zip(things, looked, strict=True)])


def _told(thing: Thing, seen: np.ndarray) -> dict[str, Any]:
    """A piece in the picture: the corners of its face, or of a box around what stands."""
    if isinstance(thing, Flat):
        return {"kind": thing.kind, "name": thing.name, "corners": seen.round(1).tolist()}
    (left, top), (right, bottom) = seen.min(axis=0).round(1).tolist(), seen.max(axis=0).round(1).tolist()
    corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
    kind = thing.kind if isinstance(thing, Cube) else "figure"
    return {"kind": kind, "name": thing.name, "corners": corners}


def _lay_surface(picture: Face, rng: Rng) -> None:
    """The table itself: a surface, mirrored at its edges so that it goes on without a seam."""
    part = cv2.resize(picture, (SURFACE, SURFACE), interpolation=cv2.INTER_AREA)
    row = np.hstack([part, part[:, ::-1]])
    material = printed_material(np.vstack([row, row[::-1]]), float(rng.uniform(0.5, 0.9)), 0.05, specular=0.3)
    side = 2 * AHEAD * solids.REACH
    repeat = side / (2 * solids.REACH * float(rng.uniform(2.2, 3.2))) / 2
    objects.add_sheet((0, 0, 0), side, side, float(rng.uniform(0, 6)), material, repeat=repeat)


def _exposure(light: np.ndarray) -> float:
    """What a phone would choose: an even brightness, unless what is bright would burn out."""
    bright = light[..., :3].mean(axis=2)
    return float(min(EVEN / bright.mean(), BURNT / np.percentile(bright, 98)))
