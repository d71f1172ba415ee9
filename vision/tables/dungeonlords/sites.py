"""The dungeons of a photo that shows several players: by their boards, else by tiles that hang together."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.reading import Box
from vision.tables.dungeonlords.pulled import TILE_SIDES
from vision.tables.dungeonlords.site import GRID_BOTTOM, GRID_LEFT, GRID_RIGHT, GRID_TOP, Guess, may_be_tile
from vision.tables.several import Points, inside, linked, separate
from vision.things import Kind, Thing

LEAST_TILES, LEAST_LOOSE = 3, 5  # of a dungeon on an outlined board, and of one without
TOGETHER = 1.2  # tiles of one dungeon are no further from the next one than so many of their sides
GAP, BOARD_GAP = 1.9, 0.3  # sides of a tile between two dungeons, and between two boards
SQUARE = 1.35  # how many times longer than wide a tile is seen at most
ALIKE = 1.6  # boards of one photo differ in size no more than perspective explains


def sites_of(things: Sequence[Thing]) -> list[Points]:
    """Points of each dungeon; fewer than two where the photo shows one player."""
    tiles = [thing for thing in things if thing.kind is Kind.TILE]
    if len(tiles) < 2 * LEAST_TILES:
        return []
    side = float(np.median([max(tile.size) for tile in tiles]))
    boards = _boards(things, tiles)
    if len(boards) > 1:  # halves of one board, which look like boards, meet
        return boards if separate(boards, BOARD_GAP * side) else []
    groups = linked([Box(*tile.box) for tile in tiles], TOGETHER * side)
    sites = [_points(tiles, group) for group in groups if len(group) >= LEAST_LOOSE]
    of_one = any(all(inside(board, site.mean(axis=0)) for site in sites) for board in boards)
    return sites if len(sites) > 1 and not of_one and separate(sites, GAP * side) else []


def ground_of(guess: Guess, printed: bool) -> Points:
    """The corners in the photo of the board on which a dungeon lies, or of its site alone where there is none."""
    wide, high = COLUMNS / (GRID_RIGHT - GRID_LEFT), ROWS / (GRID_BOTTOM - GRID_TOP)
    left, top = (-GRID_LEFT * wide, -GRID_TOP * high) if printed else (0.0, 0.0)
    right, bottom = (left + wide, top + high) if printed else (float(COLUMNS), float(ROWS))
    return np.array([guess.at(*at) for at in ((left, top), (right, top), (right, bottom), (left, bottom))], np.float32)


def beyond(ground: Points, things: Sequence[Thing]) -> list[Thing]:
    """The things that do not lie on a board."""
    return [thing for thing in things if not inside(ground, np.array(thing.centre))]


def tiles_left(guess: Guess, things: Sequence[Thing]) -> bool:
    """Whether enough of these are squares as large as a cell of the dungeon that was found: another one's tiles.

    Cards are longer than wide.
    """
    back = np.linalg.inv(guess.to_photo)
    found = 0
    for thing in filter(may_be_tile, things):
        a, b, c, d = cv2.perspectiveTransform(np.array([thing.corners], np.float64), back)[0]
        wide, high = (np.hypot(*(b - a)) + np.hypot(*(c - d))) / 2, (np.hypot(*(d - a)) + np.hypot(*(c - b))) / 2
        found += bool(
            TILE_SIDES[0] < min(wide, high) and max(wide, high) < min(TILE_SIDES[1], SQUARE * min(wide, high))
        )
    return found >= LEAST_TILES


def _boards(things: Sequence[Thing], tiles: Sequence[Thing]) -> list[Points]:
    """Outlines of boards with tiles on them; parts of a board that look like boards are left to it."""
    found: list[Points] = []
    boards = sorted((thing for thing in things if thing.kind is Kind.BOARD), key=lambda thing: -thing.diagonal)
    for board in boards:
        corners = np.array(board.corners, np.float32)
        full = sum(inside(corners, np.array(tile.centre)) for tile in tiles) >= LEAST_TILES
        new = not any(inside(other, np.array(board.centre)) for other in found)
        if full and new and board.diagonal * ALIKE >= boards[0].diagonal:
            found.append(corners)
    return found


def _points(tiles: Sequence[Thing], group: Sequence[int]) -> Points:
    return np.array([corner for number in group for corner in tiles[number].corners], np.float32)
