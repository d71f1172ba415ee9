"""Gold, honor, injury and charisma tokens and experience cubes beside the sheet: how many, as a proposal.

No real photo of counters was ever learned from, so a count is never stated. Round tokens lie turned in any way: they
are told apart by the colours of their rings, beside those that the owner taught.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture, Pixels
from vision.quads import straighten
from vision.reading import Box, DieReading
from vision.tables.beside import Card
from vision.tables.hiding import small_blocks
from vision.tables.rollplayer.places import CUBES, TOKENS
from vision.tables.table import Hints
from vision.things import Kind, Thing

Rings = NDArray[np.float32]
Light = NDArray[np.float32]

# What each taught counter is called in what a photo leaves open.
KNOWN = {"gold_token": "gold", "honor_token": "honor", "wound_token": "wounds", "charisma_token": "charisma"}
SIDE = 48
RINGS = 4
BRIGHTNESS = 0.35  # how much of it counts beside hue: light changes it most
LIKELY = 0.2  # how sure a counter is at least that nothing but its form speaks for
FAR = 14.0  # colours further apart than this are another counter's
PLAINLY = 0.9  # of the way to the second best: nearer is plain
SAME = 0.5  # of a counter's side: two of which the middles are nearer are one
DIE_LIKE = 0.3  # of a die's side: a cube whose middle is so near to a die's is this die


def counted(
    picture: Picture, things: Sequence[Thing], cards: Sequence[Card], dice: Sequence[DieReading], hints: Hints
) -> tuple[str, ...]:
    """How many counters of each kind lie beside the cards, as words with a count."""
    outlines = [np.array(card.corners, np.float32) for card in cards]
    sure = [die for die in dice if not die.doubtful]
    small = (thing for thing in things if thing.kind in (Kind.TOKEN, Kind.CUBE))
    free = [
        thing
        for thing in _each_once(small)
        if not _on_any(thing.centre, outlines) and not any(_is_die(thing, die) for die in sure)
    ]
    blocks = [box for box in small_blocks(dice) if not _on_any(box.centre, outlines)]
    found: Counter[str] = Counter()
    known = taught_rings(hints, light_of(picture, cards, hints)) if hints.picture_of else {}
    discs = [thing for thing in free if thing.kind is Kind.TOKEN]
    words = {thing: which(straighten(picture, thing.corners, (SIDE, SIDE)), known) for thing in discs}
    cubes = {thing for thing in free if thing.kind is Kind.CUBE and thing.confidence >= LIKELY}
    cubes |= {thing for thing in discs if words[thing] is None and any(_covers(box, thing) for box in blocks)}
    found[CUBES] = len(cubes) + sum(not any(_covers(box, thing) for thing in free) for box in blocks)
    named = {thing: word for thing, word in words.items() if word is not None}
    found.update(named.values())
    found[TOKENS] = sum(
        word is None and thing.confidence >= LIKELY for thing, word in words.items() if thing not in cubes
    )
    return tuple(f"{word} {count}" for word, count in found.items() if count)


def _each_once(things: Iterable[Thing]) -> list[Thing]:
    """Small things, the surest of those that lie at one place."""
    kept: list[Thing] = []
    for thing in sorted(things, key=lambda one: -one.confidence):
        if not any(np.hypot(*np.subtract(thing.centre, other.centre)) < SAME * min(other.size) for other in kept):
            kept.append(thing)
    return kept


def _covers(box: Box, thing: Thing) -> bool:
    x, y = thing.centre
    return box.left <= x <= box.right and box.top <= y <= box.bottom


def light_of(picture: Picture, cards: Sequence[Card], hints: Hints) -> Light:
    """How much brighter each colour is in this photo than where the cards were taught."""
    gains = []
    for card in cards:
        taught = hints.picture_of(card.piece.value) if hints.picture_of else None
        if taught is not None:
            flat = straighten(picture, card.corners, (SIDE, SIDE))
            gains.append((flat.mean((0, 1)) + 1) / (taught.mean((0, 1)) + 1))
    return np.median(gains, axis=0).astype(np.float32) if gains else np.ones(3, np.float32)


def taught_rings(hints: Hints, light: Light) -> dict[str, Rings]:
    """The colours of the counters that the owner taught, in the light of the photo."""
    pictures = {word: hints.picture_of(item) for item, word in KNOWN.items()} if hints.picture_of else {}
    lit = {word: (picture * light).clip(0, 255) for word, picture in pictures.items() if picture is not None}
    return {word: rings_of(picture.astype(np.uint8)) for word, picture in lit.items()}


def which(flat: Pixels, known: Mapping[str, Rings]) -> str | None:
    """The counter whose rings have these colours; None when none is near, or two are."""
    met = rings_of(flat)
    far = sorted((float(np.abs(met - rings).mean()), word) for word, rings in known.items())
    if not far or far[0][0] > FAR or (len(far) > 1 and far[0][0] > PLAINLY * far[1][0]):
        return None
    return far[0][1]


def rings_of(flat: Pixels) -> Rings:
    """The mean colour of each ring around the middle: the same however the counter is turned."""
    small = cv2.resize(flat, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    colours = cv2.cvtColor(small, cv2.COLOR_RGB2LAB).astype(np.float32) * (BRIGHTNESS, 1.0, 1.0)
    y, x = np.mgrid[-1 : 1 : SIDE * 1j, -1 : 1 : SIDE * 1j]
    ring = (np.hypot(x, y) / 0.9 * RINGS).astype(int)
    return np.stack([colours[ring == number].mean(axis=0) for number in range(RINGS)]).astype(np.float32)


def _on_any(point: tuple[float, float], outlines: Sequence[NDArray[np.float32]]) -> bool:
    return any(cv2.pointPolygonTest(outline, point, False) >= 0 for outline in outlines)


def _is_die(thing: Thing, die: DieReading) -> bool:
    x, y = die.box.centre
    near = DIE_LIKE * die.box.side
    return abs(thing.centre[0] - x) < near and abs(thing.centre[1] - y) < near
