"""`python -m datasets.compose`: rendered dice with their shadows on real and drawn tables, many a second."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from rich.progress import track

from datasets import manifest, prints, textures
from datasets.degrade import photograph
from datasets.manifest import Box, Die, Picture
from datasets.pictures import read_rgb

SIZE = 512
HIDDEN = 0.35  # a die of which less is left to see is neither right nor wrong to find


@dataclass(frozen=True)
class Sprite:
    """Dice cut out with their shadow: straight RGBA, the bare dice as a mask, and labels in sprite pixels."""

    rgba: np.ndarray
    mask: np.ndarray
    dice: tuple[Die, ...]
    angle: float | None = None

    @property
    def size(self) -> float:
        """The longer side of its first die."""
        x0, y0, x1, y1 = self.dice[0].box
        return max(x1 - x0, y1 - y0)


@dataclass
class Pasted:
    """A sprite on the canvas: its labels there and the pixels it owns."""

    number: int
    dice: tuple[Die, ...]
    area: int


def load_sprites(listing: Path) -> list[Sprite]:
    """All sprites of a rendered set that show at least one die."""
    sprites = []
    for picture in manifest.read(listing):
        rgba = cv2.imread(str(listing.parent / picture.image), cv2.IMREAD_UNCHANGED)
        mask = cv2.imread(str(listing.parent / picture.extra["mask"]), cv2.IMREAD_GRAYSCALE)
        if rgba is not None and mask is not None and picture.dice:
            sprites.append(Sprite(cv2.cvtColor(rgba, cv2.COLOR_BGRA2RGBA), mask, picture.dice, picture.angle))
    return sprites


def background(photos: list[tuple[Path, tuple[Box, ...]]], rng: np.random.Generator, size: int = SIZE) -> np.ndarray:
    """A table without dice: a part of a photo that holds none, a drawn surface, or something printed."""
    pick = rng.random()
    if photos and pick < 0.55:
        path, boxes = photos[int(rng.integers(len(photos)))]
        patch = free_patch(read_rgb(path), boxes, rng)
        if patch is not None:
            return cv2.resize(patch, (size, size), interpolation=cv2.INTER_AREA)
    drawn = (
        prints.PRINTS[str(rng.choice(["board", "newspaper", "pad"]))](rng)
        if pick > 0.88
        else textures.draw_surface(rng)[1]
    )
    side = int(rng.uniform(0.35, 1.0) * min(drawn.shape[:2]))
    x, y = (int(rng.integers(0, length - side + 1)) for length in (drawn.shape[1], drawn.shape[0]))
    turned = np.rot90(drawn[y : y + side, x : x + side], int(rng.integers(4)))
    return cv2.resize(np.ascontiguousarray(turned), (size, size), interpolation=cv2.INTER_AREA)


def free_patch(photo: np.ndarray, boxes: tuple[Box, ...], rng: np.random.Generator) -> np.ndarray | None:
    """A square of a photo that touches none of the boxes, or None when there is none to be found."""
    height, width = photo.shape[:2]
    for _ in range(12):
        side = int(rng.uniform(0.3, 0.95) * min(height, width))
        x, y = int(rng.integers(0, width - side + 1)), int(rng.integers(0, height - side + 1))
        if all(x1 < x or x0 > x + side or y1 < y or y0 > y + side for x0, y0, x1, y1 in boxes):
            return photo[y : y + side, x : x + side]
    return None


def compose(
    sprites: list[Sprite], table: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, list[Die], list[Box]]:
    """Lay a handful of sprites on a table; returns the picture, its dice and the boxes to ignore."""
    canvas = table.astype(np.float32)
    owner = np.zeros(table.shape[:2], np.int32)
    die_pixels = float(np.exp(rng.uniform(np.log(20), np.log(130))))
    # far dice are many, near dice are few
    count = int(np.clip(rng.poisson(float(rng.choice([2, 5, 9]))) + 1, 1, (table.shape[0] / die_pixels) ** 2 * 0.5 + 1))
    tone = table.mean() / 128
    laid = []
    for number in range(1, count + 1):
        sprite = sprites[int(rng.integers(len(sprites)))]
        scale = die_pixels * float(np.exp(rng.normal(0, 0.12))) / sprite.size
        laid.append(_paste(canvas, owner, sprite, scale, number, float(tone), rng))
    dice: list[Die] = []
    ignore: list[Box] = []
    for one in laid:
        left = float((owner == one.number).sum()) / max(one.area, 1)
        for die in one.dice:
            seen = replace(die, visible=die.visible * left)
            if seen.visible < HIDDEN:
                ignore.append(die.box)
            else:
                dice.append(seen)
    return np.clip(canvas, 0, 255).astype(np.uint8), dice, ignore


def _paste(
    canvas: np.ndarray,
    owner: np.ndarray,
    sprite: Sprite,
    scale: float,
    number: int,
    tone: float,
    rng: np.random.Generator,
) -> Pasted:
    height, width = owner.shape
    several = len(sprite.dice) > 1
    turn = float(rng.choice([0, 90, 180, 270])) if several else float(rng.uniform(0, 360))
    centre = (sprite.mask.shape[1] / 2, sprite.mask.shape[0] / 2)
    affine = cv2.getRotationMatrix2D(centre, turn, scale)
    spot = (float(rng.uniform(0.03, 0.97)) * width, float(rng.uniform(0.03, 0.97)) * height)
    affine[:, 2] += np.array(spot) - centre
    how = cv2.INTER_AREA if scale < 0.6 else cv2.INTER_LINEAR
    soft = cv2.GaussianBlur(sprite.rgba, (0, 0), 0.45 / scale) if scale < 0.6 else sprite.rgba
    rgba = cv2.warpAffine(soft.astype(np.float32), affine, (width, height), flags=how)
    mask = cv2.warpAffine(sprite.mask, affine, (width, height), flags=cv2.INTER_LINEAR) > 127
    alpha = rgba[..., 3:] / 255
    light = float(np.clip(tone, 0.55, 1.25)) ** 0.5  # dice in a dim photo are dim
    canvas[:] = rgba[..., :3] * light * alpha + canvas * (1 - alpha)
    owner[mask] = number
    whole = float((sprite.mask > 127).sum()) * scale * scale
    kept = tuple(die for die in (_moved(die, affine, mask, several) for die in sprite.dice) if die is not None)
    return Pasted(number, kept, round(whole))


def _moved(die: Die, affine: np.ndarray, mask: np.ndarray, several: bool) -> Die | None:
    """The label after turning and scaling, cut at the frame; a turned die is boxed by its outline."""
    height, width = mask.shape
    if several:
        x0, y0, x1, y1 = die.box
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) @ affine[:, :2].T + affine[:, 2]
        low, high = corners.min(axis=0), corners.max(axis=0)
        box = (max(0.0, low[0]), max(0.0, low[1]), min(float(width), high[0]), min(float(height), high[1]))
    else:
        columns, rows = np.flatnonzero(mask.any(axis=0)), np.flatnonzero(mask.any(axis=1))
        if len(columns) == 0:
            return None
        box = (float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1))
    if box[2] - box[0] < 4 or box[3] - box[1] < 4:
        return None
    top = None
    if die.top is not None:
        x, y = np.array(die.top) @ affine[:, :2].T + affine[:, 2]
        top = (round(float(x), 1), round(float(y), 1)) if 0 <= x < width and 0 <= y < height else None
    # a die whose top face is outside the picture cannot be read
    face = die.face if top is not None or die.face is None else None
    return replace(die, box=box, top=top, face=face)


def write_set(
    out: Path, sprites: list[Sprite], photos: list[tuple[Path, tuple[Box, ...]]], count: int, seed: int
) -> int:
    """Compose `count` pictures into a folder with its manifest."""
    pictures = []
    for number in track(range(seed, seed + count), description="composites"):
        rng = np.random.default_rng([number, 41])
        # one table has one light and one camera, so its dice come from neighbouring sprites of one sheet
        start = int(rng.integers(len(sprites)))
        rgb, dice, ignore = compose(sprites[start : start + 24] or sprites, background(photos, rng), rng)
        name = f"images/{number:06d}.jpg"
        (out / "images").mkdir(parents=True, exist_ok=True)
        finished = photograph(rgb, rng)
        cv2.imwrite(str(out / name), finished[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])
        angle = sprites[start].angle
        pictures.append(Picture(name, "compose", SIZE, SIZE, angle, tuple(dice), tuple(ignore), {"seed": number}))
    return manifest.write(out / "manifest.jsonl", pictures)


def photos_of(folders: list[Path]) -> list[tuple[Path, tuple[Box, ...]]]:
    """Photos and the boxes to stay clear of; folders with a manifest name them, other folders hold no dice."""
    found: list[tuple[Path, tuple[Box, ...]]] = []
    for folder in folders:
        listing = folder / "manifest.jsonl"
        if listing.exists():
            for picture in manifest.read(listing):
                boxes = (*(die.box for die in picture.dice), *picture.ignore)
                found.append((folder / picture.image, boxes))
        else:
            found += [(path, ()) for path in sorted(folder.rglob("*.jpg"))]
    return found


def main(arguments: list[str] | None = None) -> int:
    """Compose a set from a folder of sprites."""
    parser = argparse.ArgumentParser(prog="python -m datasets.compose", description=__doc__)
    parser.add_argument("--sprites", type=Path, required=True, help="folder written by `datasets.render sprites`")
    parser.add_argument("--photos", type=Path, nargs="*", default=[], help="folders of photos that lend their tables")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    listing = options.sprites / "manifest.jsonl"
    if not listing.exists():
        print(
            f"No sprites in {options.sprites}: render some with `python -m datasets.render sprites`.", file=sys.stderr
        )
        return 2
    written = write_set(options.out, load_sprites(listing), photos_of(options.photos), options.count, options.seed)
    print(f"{written} pictures in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
