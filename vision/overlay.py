"""The photo with what was read drawn into it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import supervision as sv
from PIL import Image

from vision.detector import as_detections
from vision.palette import Colour
from vision.photo import Photo, PhotoError, Pixels, growth
from vision.reading import DieReading

SIDE = 1600
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")

_BOXES = sv.ColorPalette([sv.Color(*colour.rgb) for colour in Colour])
_INK = sv.ColorPalette([sv.Color.BLACK if colour.rgb.is_light else sv.Color.WHITE for colour in Colour])


def label(die: DieReading) -> str:
    """What is written beside a die: its face, and how sure that is."""
    return f"{die.face.value.replace('_', ' ')} {die.confidence:.0%}"


def draw(pixels: Pixels, dice: Sequence[DieReading], labels: Sequence[str] | None = None) -> Pixels:
    """A copy of an RGB picture with a box in its own colour and a label on every die."""
    canvas = np.ascontiguousarray(pixels[:, :, ::-1])
    found = as_detections(dice)
    if not len(found):
        return np.ascontiguousarray(pixels)
    size = (canvas.shape[1], canvas.shape[0])
    thickness = sv.calculate_optimal_line_thickness(resolution_wh=size)
    scale = sv.calculate_optimal_text_scale(resolution_wh=size) * 0.8
    # A dark rim makes boxes visible on a table of the die's own colour.
    rim = sv.BoxAnnotator(color=sv.Color.BLACK, thickness=thickness + 2)
    boxes = sv.BoxAnnotator(color=_BOXES, thickness=thickness)
    words = sv.LabelAnnotator(
        color=_BOXES, text_color=_INK, text_scale=scale, text_thickness=max(1, thickness // 2), text_padding=3
    )
    canvas = boxes.annotate(rim.annotate(canvas, found), found)
    texts = list(labels) if labels is not None else [label(die) for die in dice]
    canvas = words.annotate(canvas, found, labels=texts)
    return np.ascontiguousarray(canvas[:, :, ::-1])


def save_overlay(photo: Photo, dice: Sequence[DieReading], path: Path, labels: Sequence[str] | None = None) -> None:
    """Draw the reading of a photo into a picture file, at a size made for screens."""
    if path.suffix.lower() not in SUFFIXES:
        raise PhotoError(f"{path.name} should end in {', '.join(SUFFIXES)}.")
    pixels = photo.pixels(min(SIDE, max(photo.width, photo.height)))
    shrink = min(SIDE / max(pixels.shape[:2]), 1.0)
    if shrink < 1:
        pixels = np.asarray(
            cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
    factors = (1 / growth(pixels, photo)).tolist()
    drawn = draw(pixels, [die.scaled(factors) for die in dice], labels)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(drawn).save(path, quality=90)
    except OSError as error:
        raise PhotoError(f"{path} cannot be written: {error.strerror or error}.") from error
