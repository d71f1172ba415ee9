"""A site that the outline of its board tells roughly, pulled to the tiles that were found on it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.things import Thing

Map = NDArray[np.float64]

# How far off its cell a tile may lie that pulls the site to it, first and then; how large it is in cells, how many it
# takes, and how much each corner of the site holds against them.
PULLED_FROM, TILE_SIDES, ENOUGH, HOLD = (0.42, 0.3, 0.2), (0.65, 1.3), 3, 0.25


def pulled_to(to_photo: Map, tiles: Sequence[Thing]) -> Map | None:
    """The map from the site to the photo with which the tiles lie in the middles of their cells; None for too few."""
    places = _middles(to_photo, tiles)
    anchors = np.array([[0, 0], [COLUMNS, 0], [COLUMNS, ROWS], [0, ROWS]], np.float64)
    level = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    for reach in PULLED_FROM:
        aims = np.floor((places - level[2]) @ np.linalg.inv(level[:2])) + 0.5
        off = np.abs(np.column_stack([aims, np.ones(len(aims))]) @ level - places).max(axis=1, initial=0)
        near = (off < reach) & (aims > 0).all(axis=1) & (aims < (COLUMNS, ROWS)).all(axis=1)
        if near.sum() < ENOUGH:
            return None
        flat, seen = np.vstack([aims[near], anchors]), np.vstack([places[near], anchors])
        weights = np.array([1.0] * int(near.sum()) + [HOLD] * len(anchors))[:, None]
        level = np.linalg.lstsq(np.column_stack([flat, np.ones(len(flat))]) * weights, seen * weights, rcond=None)[0]
    return np.asarray(to_photo @ np.vstack([level.T, [0, 0, 1]]), dtype=np.float64)


def _middles(to_photo: Map, tiles: Sequence[Thing]) -> Map:
    """Where on the site the middles of those things lie that are about as large as a cell."""
    if not tiles:
        return np.zeros((0, 2))
    seen = np.array([[tile.corners for tile in tiles]], np.float64).reshape(1, -1, 2)
    outlines = cv2.perspectiveTransform(seen, np.linalg.inv(to_photo))[0].reshape(-1, 4, 2)
    sides = np.sqrt([abs(cv2.contourArea(outline.astype(np.float32))) for outline in outlines])
    return np.asarray(outlines.mean(axis=1)[(sides > TILE_SIDES[0]) & (sides < TILE_SIDES[1])], dtype=np.float64)
