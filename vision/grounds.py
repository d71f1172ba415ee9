"""Empty places of a rack or tray are no tiles: tiles of a game have one ground, and an empty place has the rack's."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture, Pixels, growth
from vision.quads import Quad, Quads
from vision.seen import Rows, Seen

LOOK = 704  # pixels of the longer side of the copy whose colours are compared
SURE = 0.8  # what is surer than this is a tile, whatever its colour
FEW = 2  # sure ones show what the ground of this game is
AGREED = 14.0  # distance of colours (of Lab's 255) within which most of them agree
ODD = 55.0  # a ground so far from theirs is another
PLAIN = 20.0  # how much the brightness of a place without print varies
LIKE = 30.0  # what lies around an empty place is, to a part, as it is itself
PART = 0.12
INNER, AROUND = 0.7, 1.25  # of its size: where its ground is looked at, and how far what lies around it reaches

Colour = NDArray[np.float32]


def without_empty_places(picture: Picture, seen: Seen, pieces: Rows) -> Seen:
    """Leave out unsure pieces that are plain, of another ground than the sure ones, and like what lies around them."""
    piece = np.isin(seen.kind, pieces)
    sure, doubtful = piece & (seen.confidence >= SURE), np.flatnonzero(piece & (seen.confidence < SURE))
    if sure.sum() < FEW or not len(doubtful):
        return seen
    pixels = picture.pixels(LOOK)
    tones = cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB).astype(np.float32)
    quads = seen.quads / growth(pixels, picture)[:2]
    grounds = np.array([_ground(tones, quad) for quad in quads[sure]])
    usual = np.median(grounds, axis=0)
    if np.median(np.linalg.norm(grounds - usual, axis=1)) > AGREED:
        return seen
    taken = _filled(tones.shape[:2], quads[sure])
    gone = [row for row in doubtful if _empty(tones, quads[row], usual, taken)]
    return seen.only(~np.isin(np.arange(len(seen)), gone))


def _empty(tones: Colour, quad: Quad, usual: Colour, taken: Pixels) -> bool:
    ground = _ground(tones, quad)
    if np.linalg.norm(ground - usual) < ODD:
        return False
    inside = tones[_filled(tones.shape[:2], [_grown(quad, INNER)]) > 0]
    if not len(inside) or inside[:, 0].std() > PLAIN:
        return False
    ring = _filled(tones.shape[:2], [_grown(quad, AROUND)]) & ~_filled(tones.shape[:2], [quad]) & ~taken
    around = tones[ring > 0]
    return len(around) > 0 and bool((np.linalg.norm(around - ground, axis=1) < LIKE).mean() > PART)


def _ground(tones: Colour, quad: Quad) -> Colour:
    inside = tones[_filled(tones.shape[:2], [_grown(quad, INNER)]) > 0]
    return np.median(inside, axis=0) if len(inside) else np.zeros(3, np.float32)


def _grown(quad: Quad, by: float) -> Quad:
    middle = quad.mean(axis=0)
    return np.asarray(middle + (quad - middle) * by)


def _filled(shape: tuple[int, ...], quads: Quads | list[Quad]) -> Pixels:
    """255 inside of these quadrilaterals."""
    mask = np.zeros(shape, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    return mask
