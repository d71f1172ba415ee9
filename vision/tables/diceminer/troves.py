"""The troves of a photo that shows several players: each has one hero card, and dice of its own around it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.reading import DieReading
from vision.tables.several import Points, linked
from vision.things import Kind, Thing

LEAST_DICE = 2  # around a hero card
TOGETHER = 1.2  # dice lie together that are no further apart than so many of their sides
ALIKE = 1.5  # hero cards of one photo differ in size no more than perspective explains


def troves_of(things: Sequence[Thing], dice: Sequence[DieReading]) -> list[Points]:
    """Points of each trove with its card; fewer than two where the photo shows one player."""
    cards = [thing for thing in things if thing.kind is Kind.CARD]
    if len(cards) < 2 or not dice or max(one.diagonal for one in cards) > ALIKE * min(one.diagonal for one in cards):
        return []
    side = float(np.median([die.box.side for die in dice]))
    points: list[list[tuple[float, float]]] = [list(card.corners) for card in cards]
    counts = [0] * len(cards)
    for group in linked([die.box for die in dice], TOGETHER * side):
        middles = [dice[number].box.centre for number in group]
        away = [min(_away(card, middle) for middle in middles) for card in cards]
        nearest = int(np.argmin(away))
        points[nearest] += middles
        counts[nearest] += len(group)
    if min(counts) < LEAST_DICE:
        return []
    return [np.array(one, np.float32) for one in points]


def _away(card: Thing, point: tuple[float, float]) -> float:
    """Pixels from a card to a point."""
    return -float(cv2.pointPolygonTest(np.array(card.corners, np.float32), point, True))
