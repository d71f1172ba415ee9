"""The tops of dice that a low camera sees from the side: there a side is seen as large as the top, and lit as well.

As much of a die as it is broad, from its upper edge, is mostly its top.
"""

from __future__ import annotations

from dataclasses import replace

from vision.reading import Alternative, Box, DieReading, Reading

SIDE_SEEN = 1.05  # dice that look so much higher than broad show a side below their top
LIKE_A_DIE = 0.8  # what looks so much like a die is believed,
LESS_CLEAR = 0.05  # if it is hardly less clear than the whole die,
SAYS = 0.5  # and says so much of what that shows
CHANGED = 0.9  # how much of its sureness a face keeps that was another at the first look
LEAST_LIKELY = 0.01


def top_of(box: Box) -> Box:
    """The part of a die's box that is mostly its top.

    >>> top_of(Box(0, 10, 20, 38)), top_of(Box(0, 10, 20, 28))
    (Box(left=0, top=10, right=20, bottom=30), Box(left=0, top=10, right=20, bottom=28))
    """
    return box._replace(bottom=min(box.bottom, box.top + box.width))


def by_its_top(die: DieReading, top: DieReading) -> DieReading:
    """A die with what its top shows; a face that is another then is less sure."""
    if top.found < LIKE_A_DIE or top.sureness < die.sureness - LESS_CLEAR:
        return die
    chances: dict[str, float] = {}
    for face, share in ((die.face, 1 - SAYS), (top.face, SAYS)):
        for one in (Alternative(face.value, face.confidence), *face.alternatives):
            chances[one.value] = chances.get(one.value, 0.0) + share * one.confidence
    (value, sure), *others = sorted(chances.items(), key=lambda one: -one[1])
    rest = tuple(Alternative(other, chance) for other, chance in others if chance >= LEAST_LIKELY)
    confidence = die.confidence if value == die.face.value else CHANGED * sure
    return replace(die, face=Reading(value, sure, rest, die.face.where), confidence=confidence)
