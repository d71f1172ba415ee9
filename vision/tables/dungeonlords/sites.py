"""The dungeons of a photo that shows several players: by their boards, else by tiles that hang together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.reading import Box
from vision.tables.several import Points, inside, linked, separate
from vision.things import Kind, Thing

LEAST_TILES, LEAST_LOOSE = 3, 5  # of a dungeon on an outlined board, and of one without
TOGETHER = 1.2  # tiles of one dungeon are no further from the next one than so many of their sides
GAP, BOARD_GAP = 1.9, 0.3  # sides of a tile between two dungeons, and between two boards
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
