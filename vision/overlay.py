"""The photo with what was read drawn into it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image

from scoring.words import say
from vision.palette import Colour, Rgb
from vision.photo import Photo, PhotoError, Pixels, growth
from vision.reading import Box, DieReading

SIDE = 1600
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")
BLACK, WHITE = Rgb(0, 0, 0), Rgb(255, 255, 255)
PADDING = 3
# Lines and letters grow with the picture, so that they can be seen when it is shown whole.
LARGE_PICTURE = 1080
LETTERS = 0.022
SMALLEST_LETTERS = 10
WEIGHT = 500


class Mark(NamedTuple):
    """One box to draw, with the words beside it."""

    box: Box
    words: str
    colour: Rgb


def mark(die: DieReading) -> Mark:
    """A die in its own colour, with its face and how sure that is."""
    words = f"{die.face.value.replace('_', ' ')} {die.confidence:.0%}"
    return Mark(die.box, words, die.colour.value.rgb)


def mark_of(box: Box, words: str, colour: Colour | None) -> Mark:
    """Any piece with the words that a game has for it."""
    return Mark(box, words, colour.rgb if colour else WHITE)


def draw(pixels: Pixels, marks: Sequence[Mark]) -> Pixels:
    """A copy of an RGB picture with all boxes, and over them all words."""
    canvas = np.ascontiguousarray(pixels).copy()
    thickness = 2 if min(canvas.shape[:2]) < LARGE_PICTURE else 4
    for box, _, colour in marks:
        corners = [round(edge) for edge in box]
        # A dark rim makes boxes visible on a table of the die's own colour.
        cv2.rectangle(canvas, corners[:2], corners[2:], BLACK, thickness + 2)
        cv2.rectangle(canvas, corners[:2], corners[2:], colour, thickness)
    for box, words, colour in marks:
        _write(canvas, words, box, colour)
    return canvas


def _write(canvas: Pixels, words: str, box: Box, colour: Rgb) -> None:
    """Words on a plate of the box's colour above its upper left corner, moved to where the picture shows it."""
    font = cv2.FontFace("sans")
    size = max(SMALLEST_LETTERS, round(min(canvas.shape[:2]) * LETTERS))
    across, up, width, height = cv2.getTextSize((0, 0), words, (0, 0), font, size, WEIGHT)
    wide, high = width + 2 * PADDING, height + 2 * PADDING
    left = max(0, min(round(box.left), canvas.shape[1] - wide))
    top = round(box.top) - high if box.top >= high else max(round(box.top), 0)
    cv2.rectangle(canvas, (left, top), (left + wide, top + high), colour, cv2.FILLED)
    start = (left + PADDING - across, top + PADDING - up)
    cv2.putText(canvas, words, start, BLACK if colour.is_light else WHITE, font, size, WEIGHT)


def save_overlay(photo: Photo, marks: Sequence[Mark], path: Path) -> None:
    """Draw the reading of a photo into a picture file, at a size made for screens."""
    if path.suffix.lower() not in SUFFIXES:
        raise PhotoError(say("{name} should end in {endings}.", name=path.name, endings=", ".join(SUFFIXES)))
    pixels = photo.pixels(min(SIDE, max(photo.width, photo.height)))
    shrink = min(SIDE / max(pixels.shape[:2]), 1.0)
    if shrink < 1:
        pixels = np.asarray(
            cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
    factors = (1 / growth(pixels, photo)).tolist()
    drawn = draw(pixels, [one._replace(box=one.box.scaled(factors)) for one in marks])
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(drawn).save(path, quality=90)
    except OSError as error:
        raise PhotoError(
            say("{name} cannot be written: {reason}.", name=path, reason=error.strerror or str(error))
        ) from error
