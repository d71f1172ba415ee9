"""Which rooms stand in a dungeon, by the owner's own pictures of them, and which way up they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from scoring.dungeonlords.pieces import Square, in_zone
from scoring.games import load
from vision.cards import straighten
from vision.photo import Picture
from vision.reading import Alternative, Reading
from vision.tables.dungeonlords.cells import CODES, Look
from vision.tables.dungeonlords.found import OFF_MIDDLE
from vision.tables.dungeonlords.places import CONQUERED_ROOM, ROOM, SQUARES
from vision.tables.dungeonlords.site import Guess, may_be_tile
from vision.tables.table import Hints, Named
from vision.things import Thing

GAME = "dungeonlords"
BACK = "conquered_room"  # what the back of rooms is taught as
FRONT_AND_BACK = [CODES.index(ROOM), CODES.index(CONQUERED_ROOM)]
FACE = 256  # pixels of a straightened piece
MIDDLE = (2.5, 2.0)  # of the site
# Where the top of a room lies as it is seen, by the quarters it must be turned to the left: up, right, down, left.
TOPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
ENDS = {(0, -1): "top", (1, 0): "right", (0, 1): "bottom", (-1, 0): "left"}  # of the photo


def room_names(
    picture: Picture,
    best: Look,
    kinds: Mapping[Square, str],
    hints: Hints,
    things: Sequence[Thing] = (),
    known: Mapping[Square, Named] = MappingProxyType({}),
) -> dict[Square, Named]:
    """What the gallery says of the rooms as the site has them, and where that is not plain, as they were found.

    Their pale backs are asked about as well: a pale front is easily taken for one. What it said before of a room
    (`known`) is not asked again.
    """
    rooms = [square for square, kind in kinds.items() if kind in (ROOM, CONQUERED_ROOM)]
    if hints.namer is None or not rooms:
        return {}
    names = {square: known[square] for square in rooms if square in known}
    new = [square for square in rooms if square not in known]
    pictures = [straighten(picture, best.guess.cell(*square), (FACE, FACE)) for square in new]
    names |= dict(zip(new, hints.namer(pictures) if new else (), strict=True))
    found = _found(best.guess, things)
    again = [square for square, name in names.items() if name.item is None and square in found]
    pictures = [straighten(picture, found[square].corners, (FACE, FACE)) for square in again]
    for square, name in zip(again, hints.namer(pictures) if again else (), strict=True):
        names[square] = max(names[square], name, key=lambda one: one.confidence)
    return names


def sides_by_pictures(best: Look, kinds: Mapping[Square, str], names: Mapping[Square, Named]) -> Look:
    """The same cells where a room whose picture is known shows its front, and what looks like the taught back is one.

    How pale a tile is tells no more where it was recognised: the front of a room may be as pale as its back.
    """
    rooms = {item.id for item in load(GAME).catalogue.of_kind("room")}
    chances = best.chances.copy()
    for square, naming in names.items():
        column, row = square
        front = naming.item in rooms and in_zone(square, str(load(GAME).catalogue.value(str(naming.item), "zone")))
        other = kinds[square] == ROOM and naming.item == BACK
        if (front and kinds[square] == CONQUERED_ROOM) or other:
            chances[FRONT_AND_BACK, row, column] = chances[FRONT_AND_BACK[::-1], row, column]
    return replace(best, chances=chances)


def _found(guess: Guess, things: Sequence[Thing]) -> dict[Square, Thing]:
    """The tile that was found on each square."""
    tiles = [thing for thing in things if may_be_tile(thing)]
    middles = {square: np.array(guess.at(square[0] + 0.5, square[1] + 0.5)) for square in SQUARES}
    found = {}
    for square, middle in middles.items():
        side = float(np.hypot(*(np.array(guess.at(square[0] + 1.5, square[1] + 0.5)) - middle)))
        near = [tile for tile in tiles if np.hypot(*(np.array(tile.centre) - middle)) < OFF_MIDDLE * side]
        if near:
            found[square] = min(near, key=lambda tile: float(np.hypot(*(np.array(tile.centre) - middle))))
    return found


def named_room(tile: Reading[str], naming: Named, square: Square) -> Reading[str]:
    """A room with its name; of two that look alike, the one that may stand there."""
    catalogue = load(GAME).catalogue
    rooms = {item.id for item in catalogue.of_kind("room")}
    offered = [one for one in naming.alternatives if one.value in rooms]
    legal = [one for one in offered if in_zone(square, str(catalogue.value(one.value, "zone")))]
    others = tuple(legal or offered)
    if naming.item in rooms and in_zone(square, str(catalogue.value(naming.item, "zone"))):
        rest = tuple(one for one in others if one.value != naming.item)
        return Reading(naming.item, tile.confidence * naming.confidence, rest, tile.where)
    if naming.item is None and len(legal) < len(offered) and legal and _is_of_pair(offered, legal[0].value):
        return Reading(legal[0].value, tile.confidence * offered[0].confidence, others[1:], tile.where)
    return Reading(tile.value, tile.confidence, others or tile.alternatives, tile.where)


TWINS = (("hatchery", "mushroom_bed"), ("souvenir_shop", "mint"))
PLAINLY = 0.5  # how likely a room is one of two that look alike


def _is_of_pair(offered: Sequence[Alternative[str]], room: str) -> bool:
    """Whether the likeliest room is one of those that are printed nearly like this one, itself included, and plainly.

    >>> _is_of_pair([Alternative("mint", 0.45), Alternative("souvenir_shop", 0.4)], "souvenir_shop")
    True
    >>> _is_of_pair([Alternative("chapel", 0.01)], "chapel")
    False
    """
    pair = next((twins for twins in TWINS if room in twins), (room,))
    return offered[0].value in pair and sum(one.confidence for one in offered if one.value in pair) >= PLAINLY


def entrance_end(guess: Guess, names: Iterable[Named]) -> str | None:
    """The end of the photo at which the entrance must be so that all rooms lie upright; None where they do not tell.

    Rooms are laid as the board lies, with their tops towards the entrance.
    """
    quarters = {one.quarter % 4 for one in names if one.item is not None}
    if len(quarters) != 1:
        return None
    across, down = TOPS[quarters.pop()]
    middle = np.array(guess.at(*MIDDLE))
    way = np.array(guess.at(MIDDLE[0] + across, MIDDLE[1] + down)) - middle
    return ENDS[max(ENDS, key=lambda end: float(way @ np.array(end)))]
