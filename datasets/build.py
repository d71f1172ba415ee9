"""`python -m datasets.build`: every training and test set from its sources, in one go, going on where it stopped.

Real photos become manifests, sprites and scenes are rendered when Blender is there, composites are laid from the
sprites, and the game tables are rendered last. Seeds of the held-out sets never meet those of the training sets.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from datasets import compose, manifest, real
from datasets.render import MISSING, available

TABLE_PHOTOS = ("pinochle",)  # photos without dice: surfaces for scenes and composites


@dataclass(frozen=True)
class Recipe:
    """How much to make of one rendered set, and from which seed on."""

    folder: str
    kind: str
    count: int
    seed: int


RECIPES = (
    Recipe("renders/sprites", "sprites", 120, 11_000),
    Recipe("renders/sprites_more", "sprites", 80, 90_001),
    Recipe("renders/sprites_polyhedra", "polyhedra", 60, 70_001),
    Recipe("renders/val_scenes", "scenes", 100, 900_000),
    Recipe("tables/rollplayer", "rollplayer", 100, 100),
    Recipe("tables/diceminer", "diceminer", 100, 100),
)


def real_sets(photos: Path, out: Path) -> int:
    """Manifests of the real photo sets that are there."""
    written = 0
    for source in (*real.TRAIN_SOURCES, *real.VAL_SOURCES, *TABLE_PHOTOS):
        if real.folder_of(photos, source).exists():
            folder = out / "real" / source
            folder.mkdir(parents=True, exist_ok=True)
            written += manifest.write(folder / "manifest.jsonl", real.pictures(photos, source, folder))
    return written


def rendered_sets(out: Path, photos: Path | None, share: float) -> int:
    """Render what is still missing of every recipe; `share` scales all of them."""
    from datasets.render import jobs, kinds

    surfaces = real.folder_of(photos, TABLE_PHOTOS[0]) if photos else None
    added = 0
    for recipe in RECIPES:
        seeds = range(recipe.seed, recipe.seed + max(1, round(recipe.count * share)))
        added += jobs.run(out / recipe.folder, seeds, kinds.maker(recipe.kind, surfaces), False, recipe.folder)
    return added


def composed_set(out: Path, count: int) -> int:
    """Composites from the sprites that are there, on the tables of photos that are trained on."""
    sprites = out / "renders" / "sprites"
    if not (sprites / "manifest.jsonl").exists():
        return 0
    lenders = [out / "real" / source for source in (*TABLE_PHOTOS, *real.TRAIN_SOURCES)]
    photos = compose.photos_of([folder for folder in lenders if folder.exists()])
    return compose.write_set(
        out / "composites" / "tables", compose.load_sprites(sprites / "manifest.jsonl"), photos, count, seed=1
    )


def main(arguments: list[str] | None = None) -> int:
    """Build everything that can be built here."""
    parser = argparse.ArgumentParser(prog="python -m datasets.build", description=__doc__)
    parser.add_argument("--photos", type=Path, help="folder with dice/train, dice/val and cards/pinochle")
    parser.add_argument("--out", type=Path, default=Path("runs"))
    parser.add_argument("--share", type=float, default=1.0, help="part of every recipe to render, for a quick try")
    parser.add_argument("--composites", type=int, default=2000)
    options = parser.parse_args(arguments)
    if options.photos:
        print(f"{real_sets(options.photos, options.out)} real photos listed")
    if available():
        print(f"{rendered_sets(options.out, options.photos, options.share)} pictures rendered")
    else:
        print(MISSING, file=sys.stderr)
    print(f"{composed_set(options.out, round(options.composites * options.share))} composites laid")
    return 0


if __name__ == "__main__":
    sys.exit(main())
