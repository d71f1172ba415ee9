"""What keeps a thing from being recognised: light mirrored on it, blur, or the edge of the photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.photo import Picture, Pixels
from vision.quads import straighten
from vision.things import FLAT, Flaw, Thing

# Things are judged straightened, their longer side so many pixels; smaller ones show too little to judge.
SIDE = 200
LEAST_SIDE = 70
# A corner this far outside of the photo (in diagonals) is cut off.
BEYOND = 0.03
# Light mirrored by a glossy face is nearly white in all colours, covers some of it, and is not its paper.
WHITE = 247
GLARE_AREA = (0.02, 0.5)
PAPER = 222
# The steepest edge over the whole contrast, a pixel of the straightened thing; flatter ones are blurred.
STEEP = 0.115
CONTRAST = 40.0


def flawed(picture: Picture, thing: Thing) -> Thing:
    """The thing with its flaws; what is cut off is not looked at any closer."""
    if thing.cut_off:
        return thing
    flaws = [Flaw.CUT] if _cut(picture, thing) else []
    if thing.kind in FLAT and max(thing.size) >= LEAST_SIDE:
        width, height = thing.size
        scale = SIDE / max(width, height)
        flat = straighten(picture, thing.corners, (max(8, round(width * scale)), max(8, round(height * scale))))
        flaws += [flaw for flaw, there in ((Flaw.GLARE, _glare(flat)), (Flaw.BLUR, _blurred(flat))) if there]
    return replace(thing, flaws=tuple(flaws))


def _cut(picture: Picture, thing: Thing) -> bool:
    left, top, right, bottom = thing.box
    beyond = BEYOND * thing.diagonal
    return min(left, top, picture.width - right, picture.height - bottom) < -beyond


def _glare(flat: Pixels) -> bool:
    """A white patch on a face that is not white paper itself."""
    white = flat.min(axis=2) >= WHITE
    patch = cv2.morphologyEx(white.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    low, high = GLARE_AREA
    rest = flat[~white]
    return bool(low < patch.mean() < high and len(rest) and np.quantile(rest.max(axis=1), 0.8) < PAPER)


def _blurred(flat: Pixels) -> bool:
    """Whether even its steepest edges are wide."""
    grey = cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY).astype(np.float32)
    contrast = float(np.quantile(grey, 0.98) - np.quantile(grey, 0.02))
    steps = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8)
    return contrast > CONTRAST and float(np.quantile(steps[4:-4, 4:-4], 0.998)) < STEEP * contrast


def noticed(things: Sequence[Thing]) -> tuple[str, ...]:
    """What should be better in the next photo: each flaw with how many flat pieces have it."""
    counts = {flaw: sum(flaw in thing.flaws for thing in things if thing.kind in FLAT) for flaw in Flaw}
    return tuple(f"{flaw} {count}" for flaw, count in counts.items() if count)
