"""Cards of a lesson that were cut at a line printed on them, made as long as the others of their breadth.

What was cut off differs from the table on both of its sides; where a card ends, the table goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.photo import Picture
from vision.quads import Quad, as_corners, straighten
from vision.things import Form, Kind, Thing

OBLONG = 1.3  # how many times longer than broad a card is at least that tells the size of others,
ENOUGH = 2  # and how many there must be
ALIKE = 0.1  # by which cards of one size differ in breadth
SHORT, LEAST = 0.85, 0.4  # of the length of the others: what was cut is no longer, and no shorter
SIDE = 128  # pixels of the breadth and length of a card as it is looked at
AROUND = 16  # pixels of the table beside it
BESIDE, RIM = slice(2, 12), slice(AROUND + 6, AROUND + 16)  # pixels across: the table, and the card's own side
UNLIKE = 28.0  # by how much (of 255) a card differs from the table beside it,
SEEN = 0.9  # over so much of its length


def lengthened(picture: Picture, things: Sequence[Thing]) -> list[Thing]:
    """The same things, with those cards whole that were cut too short."""
    size = _size_of_cards(things)
    return [_whole(picture, thing, things, size) for thing in things] if size else list(things)


def _size_of_cards(things: Sequence[Thing]) -> tuple[float, float] | None:
    """Breadth and length that most oblong cards have; None where too few were found."""
    sizes = np.array([sorted(thing.size) for thing in things if _is_card(thing)]).reshape(-1, 2)
    oblong = sizes[sizes[:, 1] > OBLONG * sizes[:, 0]]
    if not len(oblong):
        return None
    usual = np.median(oblong, axis=0)
    alike = (np.abs(oblong / usual - 1) < ALIKE).all(axis=1).sum()
    return (float(usual[0]), float(usual[1])) if alike >= ENOUGH else None


def _is_card(thing: Thing) -> bool:
    return thing.kind in (Kind.CARD, Kind.TILE) and thing.form is Form.RECTANGLE


def _whole(picture: Picture, thing: Thing, things: Sequence[Thing], size: tuple[float, float]) -> Thing:
    if _is_card(thing):
        others = [np.array(other.corners, np.float32) for other in things if other is not thing]
        for quad, share in _longer(thing, size):
            if not _meets(quad, share, others) and _lies_there(picture, quad, share):
                return replace(thing, corners=as_corners(quad))
    return thing


def _longer(thing: Thing, size: tuple[float, float]) -> Iterator[tuple[Quad, float]]:
    """The card as long as the others, drawn out at each of its ends, with the share of it that is new.

    The new end lies between the last two corners.
    """
    breadth, length = size
    for turn in range(4):
        quad = np.roll(np.array(thing.corners, np.float64), -turn, axis=0)
        wide, high = (thing.size, thing.size[::-1])[turn % 2]
        if abs(wide / breadth - 1) < ALIKE and LEAST < high / length < SHORT:
            for end in ((3, 0), (2, 1)):
                quad[end[0]] += (quad[end[0]] - quad[end[1]]) * (length / high - 1)
            yield quad, 1 - high / length


def _meets(quad: Quad, share: float, others: Sequence[np.ndarray]) -> bool:
    """Whether the new part of a card would lie on something else."""
    across, along = np.meshgrid(np.linspace(0.05, 0.95, 5), np.linspace(1 - share, 1, 6)[1:])
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_photo = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
    places = cv2.perspectiveTransform(np.stack([across.ravel(), along.ravel()], axis=1)[None], to_photo)[0]
    return any(cv2.pointPolygonTest(other, place.tolist(), False) >= 0 for other in others for place in places)


def _lies_there(picture: Picture, quad: Quad, share: float) -> bool:
    """Whether the new part of a card differs all along from the table on both of its sides, and that from its end."""
    beside = AROUND / SIDE
    edges = [(-beside, 0.0), (1 + beside, 0.0), (1 + beside, 1.0), (-beside, 1.0)]
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_photo = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
    grown = cv2.perspectiveTransform(np.array([edges]), to_photo)[0]
    look = straighten(picture, grown, (SIDE + 2 * AROUND, SIDE)).astype(np.float32)
    new = look[round((1 - share) * SIDE) : SIDE - 4]
    sides = (new, new[:, ::-1])
    off = [np.linalg.norm(one[:, BESIDE].mean(axis=1) - one[:, RIM].mean(axis=1), axis=1) for one in sides]
    return all(float((one > UNLIKE).mean()) >= SEEN for one in off)
