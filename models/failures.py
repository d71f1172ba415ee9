"""Photos that were not read exactly, with what went wrong drawn into them, for looking at the wrong ones first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from models import album
from models.light import Image
from models.scores import Photo, Seen, matches

SIDE = 420  # pixels of each photo on the sheet
COLUMNS = 3
RIGHT, MISSED, WRONG, INVENTED = (60, 200, 60), (0, 220, 255), (255, 150, 0), (255, 30, 30)


def write_sheet(photos: Sequence[Photo], folder: Path, out: Path, most: int) -> int:
    """Draw up to `most` photos that were not exact, spread evenly over the set; returns how many were not."""
    wrong = [photo for photo in photos if not photo.exact]
    chosen = wrong[:: max(1, -(-len(wrong) // most))]
    if chosen:
        out.parent.mkdir(parents=True, exist_ok=True)
        tiles = [fitted(drawn(photo, album.pixels_of(folder / photo.name))) for photo in chosen]
        cv2.imwrite(str(out), sheet(tiles)[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 80])
    return len(wrong)


def drawn(photo: Photo, pixels: Image) -> Image:
    """The photo with a box for every die: green right, cyan missed, orange wrong value, red invented."""
    canvas = np.ascontiguousarray(pixels)
    matched = matches(photo.read, photo.truth, photo.iou)
    for n, die in enumerate(photo.truth):
        if n not in matched.values():
            _mark(canvas, die, MISSED, str(die.face))
    for read, true in matched.items():
        shows, is_face = photo.read[read].face, photo.truth[true].face
        if shows == is_face:
            _mark(canvas, photo.read[read], RIGHT, "")
        else:
            _mark(canvas, photo.read[read], WRONG, f"{is_face} as {shows}")
    for die in photo.invented:
        _mark(canvas, die, INVENTED, str(die.face))
    return canvas


def _mark(canvas: Image, die: Seen, colour: tuple[int, int, int], word: str) -> None:
    scale = max(canvas.shape[:2]) / SIDE
    left, top, right, bottom = (round(edge) for edge in die.box)
    cv2.rectangle(canvas, (left, top), (right, bottom), colour, max(1, round(1.5 * scale)))
    place = (left, max(top - round(3 * scale), round(12 * scale)))
    cv2.putText(canvas, word, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45 * scale, colour, max(1, round(scale)), cv2.LINE_AA)


def fitted(picture: Image) -> Image:
    """The picture in the middle of a square of the sheet."""
    scale = SIDE / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[:SIDE, :SIDE]
    square = np.full((SIDE, SIDE, 3), 255, np.uint8)
    top, left = (SIDE - small.shape[0]) // 2, (SIDE - small.shape[1]) // 2
    square[top : top + small.shape[0], left : left + small.shape[1]] = small
    return square


def sheet(tiles: list[Image]) -> Image:
    """Squares side by side, line by line."""
    columns = min(COLUMNS, len(tiles))
    tiles = tiles + [np.full_like(tiles[0], 255)] * (-len(tiles) % columns)
    return np.vstack([np.hstack(tiles[n : n + columns]) for n in range(0, len(tiles), columns)])
