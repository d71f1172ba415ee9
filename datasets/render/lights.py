"""Light over the table: lamp, window, flash, ceiling, dim or mixed, scaled so that white paper comes out near one."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Vector

from datasets.render.view import View

SCHEMES = ("lamp", "window", "flash", "ceiling", "soft", "mixed")
_ODDS = (0.24, 0.2, 0.12, 0.2, 0.14, 0.1)


@dataclass(frozen=True)
class Lamp:
    """One area light: where it hangs, how large it is, its share of the light and its temperature."""

    place: np.ndarray
    size: float
    share: float
    kelvin: float


def light_scene(scene: bpy.types.Scene, view: View, rng: np.random.Generator) -> str:
    """Add lights of one scheme; returns its name."""
    scheme = str(rng.choice(SCHEMES, p=_ODDS))
    lamps, ambient, kelvin = draw_lamps(scheme, view, rng)
    for lamp in lamps:
        _add_lamp(scene, lamp)
    world = bpy.data.worlds.new("room")
    scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (*warmth(kelvin), 1)
    background.inputs["Strength"].default_value = ambient
    return scheme


def draw_lamps(scheme: str, view: View, rng: np.random.Generator) -> tuple[list[Lamp], float, float]:
    """The lamps of a scheme, the strength of the light from all round, and its temperature."""
    if scheme == "flash":
        offset = rng.uniform(-2, 2, 3)
        return [Lamp(view.place + offset, float(rng.uniform(0.5, 1.5)), 0.8, 5600)], 0.2, float(rng.uniform(2900, 5000))
    if scheme == "window":
        ambient = float(rng.uniform(0.25, 0.55))
        side = _around(rng, (15, 50), (60, 110))
        return [Lamp(side, float(rng.uniform(40, 90)), 1 - ambient, float(rng.uniform(5500, 8000)))], ambient, 6000.0
    if scheme == "ceiling":
        count, ambient = int(rng.integers(1, 4)), float(rng.uniform(0.2, 0.5))
        kelvin = float(rng.uniform(3200, 6000))
        lamps = [Lamp(_around(rng, (55, 89), (100, 180)), float(rng.uniform(10, 50)), (1 - ambient) / count, kelvin)]
        lamps += [
            Lamp(_around(rng, (40, 80), (100, 180)), lamps[0].size, lamps[0].share, kelvin) for _ in range(count - 1)
        ]
        return lamps, ambient, kelvin
    if scheme == "soft":
        return [Lamp(_around(rng, (30, 85), (80, 140)), 80.0, 0.3, float(rng.uniform(3500, 7000)))], 0.7, 5500.0
    kelvin = float(rng.uniform(2500, 4500))
    ambient = float(rng.uniform(0.06, 0.35))
    lamps = [Lamp(_around(rng, (25, 80), (35, 90)), float(rng.uniform(2, 16)), 1 - ambient, kelvin)]
    if scheme == "mixed":
        lamps = [
            Lamp(lamps[0].place, lamps[0].size, 0.45, kelvin),
            Lamp(_around(rng, (15, 45), (60, 110)), 60.0, 0.4, 7000),
        ]
        ambient = 0.15
    return lamps, ambient, kelvin


def warmth(kelvin: float) -> tuple[float, float, float]:
    """Colour of light of a temperature, half corrected as a phone's white balance does.

    >>> warmth(6500)
    (1.0, 1.0, 1.0)
    """
    step = (kelvin - 6500) / 6500
    return (
        1.0 - 0.45 * max(step, 0),
        1.0 + (0.35 * step if step < 0 else -0.1 * step),
        1.0 + (1.0 * step if step < 0 else 0.1 * step),
    )


def _around(rng: np.random.Generator, elevation: tuple[float, float], distance: tuple[float, float]) -> np.ndarray:
    lift, turn = np.radians(rng.uniform(*elevation)), rng.uniform(0, 2 * np.pi)
    return float(rng.uniform(*distance)) * np.array(
        [np.cos(lift) * np.cos(turn), np.cos(lift) * np.sin(turn), np.sin(lift)]
    )


def _add_lamp(scene: bpy.types.Scene, lamp: Lamp) -> None:
    distance = float(np.linalg.norm(lamp.place))
    slant = max(lamp.place[2] / distance, 0.2)
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape = "DISK" if lamp.size < 20 else "SQUARE"
    data.size = lamp.size
    # a disc of this power over the table gives white paper the radiance `share`
    data.energy = lamp.share * np.pi**2 * distance**2 / slant
    data.color = warmth(lamp.kelvin)
    body = bpy.data.objects.new("lamp", data)
    body.location = lamp.place
    body.rotation_euler = Vector(-lamp.place).to_track_quat("-Z", "Y").to_euler()
    scene.collection.objects.link(body)
