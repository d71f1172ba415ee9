"""What faces of cards, tiles and boards are printed with: free art, pictures, icons and texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets import art
from datasets.textures import clouds, mix, shade

Face = np.ndarray  # RGB, from 0 to 255
Rng = np.random.Generator
LONG = 224  # pixels of the longer side of a face
WORDS = "the hall of old kings gold draw two cards then pay ship wolf tower move one red road guild night stone".split()
_FIGURE = re.compile("meeple|pawn|chess|person|wizard-face|viking|dwarf|rook|tower|house|tree")


@dataclass(frozen=True)
class Shelf:
    """The art of one split, in memory."""

    decks: list[list[Face]]
    tile_faces: list[list[np.ndarray]]  # with alpha
    icons: np.ndarray
    fonts: list[str]
    photos: list[Face]  # any photos: patches of them are pictures on cards
    figures: np.ndarray  # icons that could be wooden figures

    @classmethod
    def load(cls, split: art.Split, photos: list[Face], folder: Path = art.FOLDER) -> Shelf:
        """Everything of one split."""
        decks = [[_card_picture(path) for path in deck] for deck in art.decks("cards", split, folder).values()]
        tiles = [[_picture(path) for path in deck] for deck in art.decks("tiles", split, folder).values()]
        names, masks = art.icons(split, folder)
        standing = masks[[bool(_FIGURE.search(name)) for name in names]]
        return cls(decks, tiles, masks, [str(path) for path in art.fonts(split)], photos, standing)


def _picture(path: Path) -> np.ndarray:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    assert picture is not None and picture.ndim == 3
    return cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA if picture.shape[2] == 4 else cv2.COLOR_BGR2RGBA)


def _card_picture(path: Path) -> Face:
    """A drawn card on white paper, as large as all faces."""
    return fitted(on_paper(_picture(path), np.array([252.0, 252, 250])))


def on_paper(picture: np.ndarray, paper: np.ndarray) -> Face:
    """A picture with alpha on one colour."""
    share = picture[..., 3:] / 255.0
    return (picture[..., :3] * share + paper * (1 - share)).astype(np.uint8)


def fitted(face: Face, longest: int = LONG) -> Face:
    """A face whose longer side is as long as all faces' are."""
    scale = longest / max(face.shape[:2])
    return cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def patch(shelf: Shelf, height: int, width: int, rng: Rng) -> Face:
    """A picture to print: part of a photo, or clouds of two colours."""
    if shelf.photos and rng.random() < 0.55:
        photo = shelf.photos[rng.integers(len(shelf.photos))]
        cut = min(photo.shape[0] - 1, photo.shape[1] - 1, int(rng.uniform(60, 420)))
        y, x = rng.integers(photo.shape[0] - cut), rng.integers(photo.shape[1] - cut)
        return cv2.resize(photo[y : y + cut, x : x + cut], (width, height), interpolation=cv2.INTER_AREA)
    one, two = shade((0, 1), (0.1, 0.9), (0.1, 0.95), rng), shade((0, 1), (0.1, 0.9), (0.2, 1.0), rng)
    return cv2.resize(mix(clouds(rng, int(rng.integers(2, 12)), 3, size=128), one, two), (width, height))


def stamp(face: Face, shelf: Shelf, centre: tuple[float, float], side: float, ink: np.ndarray, rng: Rng) -> None:
    """Print an icon."""
    stamp_mask(face, shelf.icons[rng.integers(len(shelf.icons))], centre, side, ink)


def stamp_mask(face: Face, mask: np.ndarray, centre: tuple[float, float], side: float, ink: np.ndarray) -> None:
    """Print one particular icon."""
    _blend(face, cv2.resize(mask, (max(4, int(side)),) * 2, interpolation=cv2.INTER_AREA), centre, ink)


def _blend(face: Face, mask: np.ndarray, centre: tuple[float, float], ink: np.ndarray) -> None:
    high, wide = mask.shape
    left, top = round(centre[0] - wide / 2), round(centre[1] - high / 2)
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + wide, face.shape[1]), min(top + high, face.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = face[y0:y1, x0:x1]
    share = mask[y0 - top : y1 - top, x0 - left : x1 - left, None] / 255.0
    part[:] = part + (ink - part) * share


Style = Callable[[Shelf, Rng, int], list[Face]]


@cache
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def write(
    face: Face, shelf: Shelf, text: str, centre: tuple[float, float], size: float, ink: np.ndarray, rng: Rng
) -> None:
    """Print a text in any font."""
    if not shelf.fonts:
        return
    font = _font(shelf.fonts[rng.integers(len(shelf.fonts))], max(6, int(size) // 2 * 2))
    left, top, right, bottom = font.getbbox(text)
    canvas = Image.new("L", (int(right - left) + 2, int(bottom - top) + 2))
    ImageDraw.Draw(canvas).text((1 - left, 1 - top), text, 255, font=font)
    _blend(face, np.asarray(canvas), centre, ink)


def contrast(ground: np.ndarray, rng: Rng) -> np.ndarray:
    """An ink that can be read on this ground."""
    dark = ground.mean() > 120
    return shade((0, 1), (0.0, 1.0), (0.0, 0.45) if dark else (0.8, 1.0), rng)


def any_style(styles: tuple[tuple[Style, float], ...], shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    odds = np.array([share for _, share in styles])
    return styles[rng.choice(len(styles), p=odds / odds.sum())][0](shelf, rng, count)
