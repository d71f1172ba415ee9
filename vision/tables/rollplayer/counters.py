"""Gold, honor, injury and charisma tokens and experience cubes beside the sheet: how many, as a proposal.

No real photo of counters was ever learned from, so a count is never stated. Round tokens lie turned in any way: they
are told apart by the colours of their rings, beside those that the owner taught.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import find_counters
from vision.photo import Picture, Pixels
from vision.quads import straighten
from vision.reading import Box, DieReading
from vision.tables.beside import Card
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
LIKELY = 0.3  # how sure a counter is at least that is like no other
OTHER_CUBES = 0.5  # cubes of another look than the surest are some when they are so sure beside it
FAR = 24.0  # colours further apart than this are another counter's
USUAL = {"gold": 0.8}  # nearly everybody has some: it is taken for gold before anything else
ALIKE = 5.0  # counters of one photo that differ by less are of one kind,
AGAIN = 6.0  # and what it costs that two groups are of one kind all the same
MOST_WORDS, MOST_GROUPS = 3, 6
SAME = 0.5  # of a counter's side: two of which the middles are nearer are one
# The longer sides of counters in breadths of a die: cubes are smaller than dice.
SIZES = {Kind.CUBE: (0.35, 0.9), Kind.TOKEN: (0.5, 1.8)}
ENOUGH_DICE = 3  # tell how large counters are, and where to look for them:
AROUND = 8.0  # so many dice around those of the sheet,
CLOSE = (1.0, 1.4)  # and how closely: a token by itself is seen in one look and not in another
DIE_LIKE = 0.3  # of a die's side: a cube whose middle is so near to a die's is this die


def counted(
    picture: Picture, things: Sequence[Thing], cards: Sequence[Card], dice: Sequence[DieReading], hints: Hints
) -> tuple[str, ...]:
    """How many counters of each kind lie beside the cards, as words with a count; `dice` are those of the sheet."""
    outlines = [np.array(card.corners, np.float32) for card in cards]
    free = [
        thing
        for thing in _seen_closely(picture, things, dice)
        if not _on_any(thing.centre, outlines) and not any(_is_die(thing, die) for die in dice)
    ]
    known = taught_rings(hints, light_of(picture, cards, hints)) if hints.picture_of else {}
    rings = {thing: rings_of(straighten(picture, thing.corners, (SIDE, SIDE))) for thing in free}
    discs, cubes = (_plain_groups(free, kind, rings) for kind in (Kind.TOKEN, Kind.CUBE))
    words = words_of([np.mean([rings[thing] for thing in group], axis=0) for group in discs], known)
    found = Counter({CUBES: sum(map(len, cubes))})
    for word, group in zip(words, discs, strict=True):
        found[word or TOKENS] += len(group)
    return tuple(f"{word} {found[word]}" for word in (*KNOWN.values(), CUBES, TOKENS) if found[word])


def _plain_groups(free: Sequence[Thing], kind: Kind, rings: Mapping[Thing, Rings]) -> list[list[Thing]]:
    """Counters of a form in groups that look alike; doubtful ones count beside a plain one of their looks."""
    groups: list[list[Thing]] = []
    for thing in (one for one in free if one.kind is kind):  # the surest comes first
        near = [(_apart(rings[thing], rings[group[0]]), row) for row, group in enumerate(groups)]
        nearest = min(near, default=(ALIKE, -1))
        if nearest[0] < ALIKE:
            groups[nearest[1]].append(thing)
        elif thing.confidence >= LIKELY:
            groups.append([thing])
    surest = max((group[0].confidence for group in groups), default=0.0) if kind is Kind.CUBE else 0.0
    return [group for group in groups if group[0].confidence >= OTHER_CUBES * surest]


def _seen_closely(picture: Picture, things: Sequence[Thing], dice: Sequence[DieReading]) -> list[Thing]:
    """The small things of a photo, each once; around the sheet a closer look tells which."""
    small = [thing for thing in things if thing.kind in (Kind.TOKEN, Kind.CUBE)]
    if len(dice) < ENOUGH_DICE:
        return _each_once(small)
    side = float(np.median([die.box.width for die in dice]))
    left, top = (min(die.box[edge] for die in dice) - AROUND * side for edge in (0, 1))
    right, bottom = (max(die.box[edge] for die in dice) + AROUND * side for edge in (2, 3))
    window = Box(max(left, 0.0), max(top, 0.0), min(right, picture.width), min(bottom, picture.height))
    closely = [thing for near in CLOSE for thing in find_counters(picture, window, side / near)]
    beyond = [thing for thing in small if not _covers(window, thing)]
    return [
        thing
        for thing in _each_once([*closely, *beyond])
        if SIZES[thing.kind][0] * side <= max(thing.size) < SIZES[thing.kind][1] * side
    ]


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


def words_of(groups: Sequence[Rings], known: Mapping[str, Rings]) -> list[str | None]:
    """The counter that each group is, decided together: two groups are rarely of one kind; None where none is near."""
    costs = [
        {None: FAR, **{word: _apart(met, rings) * USUAL.get(word, 1.0) for word, rings in known.items()}}
        for met in groups
    ]
    ways = product(*[sorted(cost, key=lambda word: cost[word])[:MOST_WORDS] for cost in costs[:MOST_GROUPS]])
    best = min(ways, key=lambda way: _cost(way, costs))
    return [*best, *[None] * (len(groups) - len(best))]


def _cost(way: Sequence[str | None], costs: Sequence[Mapping[str | None, float]]) -> float:
    named = [word for word in way if word is not None]
    return sum(cost[word] for word, cost in zip(way, costs, strict=False)) + AGAIN * (len(named) - len(set(named)))


def _apart(one: Rings, other: Rings) -> float:
    return float(np.abs(one - other).mean())


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
