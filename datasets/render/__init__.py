"""Rendered scenes: Blender (the `bpy` wheel, Cycles on the CPU) with labels from the geometry itself."""

from __future__ import annotations

import importlib.util

MISSING = "Rendering needs Blender as a wheel: pip install '.[render]'"


def available() -> bool:
    """Whether Blender's wheel is installed."""
    return importlib.util.find_spec("bpy") is not None
