"""What each kind of run writes for one seed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from datasets.manifest import Picture, forgive
from datasets.render import jobs, scene, sprites, tables

Maker = Callable[[int, Path], list[Picture]]


def maker(kind: str, photos: Path | None, finish: tables.Finish = tables.QUICK) -> Maker:
    """What renders one seed of a kind; `photos` may lend real surfaces to scenes, `finish` is how tables are made."""
    if kind == "scenes":
        lent = sorted(photos.rglob("*.jpg")) if photos else []
        return lambda seed, out: make_scene(seed, out, lent)
    if kind in ("sprites", "polyhedra"):
        return lambda seed, out: make_sprites(seed, out, kind == "polyhedra")
    table = {"rollplayer": tables.rollplayer, "diceminer": tables.diceminer, "loose": tables.loose}[kind]
    return lambda seed, out: write_table(seed, out, table(seed, finish))


def make_sprites(seed: int, out: Path, polyhedra: bool) -> list[Picture]:
    """One sheet, cut into sprites with their masks."""
    cut, elevation, scheme = sprites.render_sheet(seed, polyhedra)
    pictures = []
    for number, sprite in enumerate(cut):
        name = f"images/{seed:06d}_{number:02d}"
        jobs.save_rgb(out / f"{name}.png", sprite.rgba)
        jobs.save_rgb(out / f"{name}_mask.png", sprite.mask)
        height, width = sprite.mask.shape
        extra = {"seed": seed, "light": scheme, "mask": f"{name}_mask.png"}
        pictures.append(Picture(f"{name}.png", "sprite", width, height, elevation, sprite.dice, (), extra))
    return pictures


def make_scene(seed: int, out: Path, photos: list[Path]) -> list[Picture]:
    """One table with its labels."""
    rgb, dice, elevation, about = scene.render_scene(seed, photos)
    name = f"images/{seed:06d}.jpg"
    jobs.save_rgb(out / name, rgb)
    height, width = rgb.shape[:2]
    picture = Picture(name, "render", width, height, elevation, tuple(dice), (), {"seed": seed, **about})
    return [forgive(picture)]


def write_table(seed: int, out: Path, table: tables.Table) -> list[Picture]:
    """One game table with its truth beside it."""
    name = f"images/{seed:06d}.jpg"
    jobs.save_rgb(out / name, table.picture, 88)
    truth = out / "truth" / f"{seed:06d}.json"
    truth.parent.mkdir(parents=True, exist_ok=True)
    truth.write_text(json.dumps(table.truth, indent=1) + "\n", encoding="utf-8")
    height, width = table.picture.shape[:2]
    extra = {"seed": seed, "truth": f"truth/{seed:06d}.json"}
    return [Picture(name, f"table_{table.truth['game']}", width, height, table.elevation, table.dice, (), extra)]
