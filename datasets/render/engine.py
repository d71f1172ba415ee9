"""Blender itself: an empty scene, Cycles settings for one slow core, and reading back light and object numbers."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np


@dataclass(frozen=True)
class Frame:
    """A rendered picture: linear light with alpha, and for every pixel the number of the object seen there."""

    light: np.ndarray
    index: np.ndarray


def empty_scene(width: int, height: int, samples: int, seed: int) -> bpy.types.Scene:
    """A clean scene that renders on one thread with denoising."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.use_persistent_data = False
    scene.view_settings.view_transform = "Standard"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples, cycles.seed = samples, seed % 2**31
    cycles.use_adaptive_sampling = cycles.use_light_tree = False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_prefilter, cycles.denoising_quality = "FAST", "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 1, 1
    cycles.transmission_bounces, cycles.transparent_max_bounces = 2, 6
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 4.0, 12.0
    scene.view_layers[0].use_pass_object_index = True
    scene.view_layers[0].pass_alpha_threshold = 0.0  # clear dice count as seen
    return scene


def render(scene: bpy.types.Scene) -> Frame:
    """Render the scene and return its light and its object numbers."""
    with tempfile.TemporaryDirectory(prefix="tally-render-") as folder, _quiet():
        _write_passes_to(scene, Path(folder))
        bpy.ops.render.render(write_still=False)
        light = _read_exr(Path(folder) / "light0001.exr")
        index = _read_exr(Path(folder) / "index0001.exr")[..., 0]
    return Frame(light, np.round(index).astype(np.int32))


def picture(light: np.ndarray, exposure: float, shoulder: float = 0.8) -> np.ndarray:
    """Linear light as an 8-bit display picture (RGB), with a soft shoulder so that glare does not clip hard."""
    value = np.clip(light[..., :3] * exposure, 0, None)
    over = np.clip(value - shoulder, 0, None)
    value = np.where(value > shoulder, shoulder + (1 - shoulder) * (1 - np.exp(-over / (1 - shoulder))), value)
    display = np.where(value <= 0.0031308, value * 12.92, 1.055 * np.power(value, 1 / 2.4) - 0.055)
    return np.round(np.clip(display, 0, 1) * 255).astype(np.uint8)


def _write_passes_to(scene: bpy.types.Scene, folder: Path) -> None:
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new("CompositorNodeRLayers")
    output = tree.nodes.new("CompositorNodeOutputFile")
    output.base_path = str(folder)
    output.format.file_format = "OPEN_EXR"
    output.format.color_depth = "32"
    output.format.color_mode = "RGBA"
    output.file_slots.clear()
    output.file_slots.new("light")
    output.file_slots.new("index")
    tree.links.new(layers.outputs["Image"], output.inputs["light"])
    tree.links.new(layers.outputs["IndexOB"], output.inputs["index"])


def _read_exr(path: Path) -> np.ndarray:
    image = bpy.data.images.load(str(path))
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[::-1]


@contextmanager
def _quiet() -> Iterator[None]:
    """Blender prints every frame from C; keep the terminal for the progress bar."""
    import os

    saved = os.dup(1)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    try:
        yield
    finally:
        os.dup2(saved, 1)
        os.close(saved)
        os.close(null)
