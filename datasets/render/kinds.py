"""What each kind of run writes for one seed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from datasets.manifest import Picture
from datasets.render import jobs, sprites


def make_sprites(seed: int, out: Path) -> list[Picture]:
    """One sheet, cut into sprites with their masks."""
    cut, elevation, scheme = sprites.render_sheet(seed)
    pictures = []
    for number, sprite in enumerate(cut):
        name = f"images/{seed:06d}_{number:02d}"
        jobs.save_rgb(out / f"{name}.png", sprite.rgba)
        jobs.save_rgb(out / f"{name}_mask.png", sprite.mask)
        height, width = sprite.mask.shape
        extra = {"seed": seed, "light": scheme, "mask": f"{name}_mask.png"}
        pictures.append(Picture(f"{name}.png", "sprite", width, height, elevation, sprite.dice, (), extra))
    return pictures


MAKERS: dict[str, Callable[[int, Path], list[Picture]]] = {"sprites": make_sprites}
