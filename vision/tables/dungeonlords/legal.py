"""What the building rules say about a dungeon that was seen: breaches, and the likeliest dungeon without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import log

from scoring.dungeonlords.pieces import ENTRANCE, STARTING_TUNNELS, Square, blocks, neighbours, steps_from_entrance
from vision.tables.dungeonlords.places import CONQUERED, EMPTY, TUNNEL, room_of

Seen = Mapping[Square, str]
Chances = Mapping[Square, Mapping[str, float]]

LEAST = 0.002  # nothing is impossible to misread
DOUBTS = 14  # other readings that are tried, the likeliest first,
AT_ONCE = 3  # and how many of them together
UNUSUAL = 1.5  # what a tile that was conquered before nearer ones speaks against a reading


def breaches(seen: Seen) -> int:
    """How many times the dungeon breaks a rule of building.

    >>> breaches({(2, 0): "tunnel", (2, 1): "?", (2, 2): "tunnel"})
    0
    >>> breaches({(2, 0): "tunnel", (2, 1): "?", (2, 2): "?", (4, 3): "tunnel"})
    2
    """
    filled = {square for square, kind in seen.items() if kind != EMPTY}
    steps = steps_from_entrance(filled)
    return (
        sum(square not in filled for square in STARTING_TUNNELS)
        + len(blocks(filled))
        + len(filled - steps.keys())
        + _touching(seen)
        + _lost_behind(seen)
    )


def _touching(seen: Seen) -> int:
    """Pairs of rooms that share a side."""
    rooms = {square for square, kind in seen.items() if kind != EMPTY and room_of(kind) is not None}
    return sum(other in rooms for square in rooms for other in neighbours(square)) // 2


def _lost_behind(seen: Seen) -> int:
    """Whether tiles are conquered although the entrance, the first to fall, still stands."""
    lost = any(kind.endswith(CONQUERED) for kind in seen.values())
    return int(lost and not seen.get(ENTRANCE, TUNNEL).endswith(CONQUERED))


def out_of_order(seen: Seen) -> int:
    """Conquered tiles that lie farther from the entrance than one that stands: a party takes the nearest first.

    It is rare, not illegal: what is dug after the first battle may lie nearer.

    >>> out_of_order({(2, 0): "tunnel!", (2, 1): "tunnel", (2, 2): "tunnel!"})
    1
    """
    steps = steps_from_entrance({square for square, kind in seen.items() if kind != EMPTY})
    standing = min((far for square, far in steps.items() if not seen[square].endswith(CONQUERED)), default=len(steps))
    return sum(far > standing and seen[square].endswith(CONQUERED) for square, far in steps.items())


def likeliest(chances: Chances) -> dict[Square, str]:
    """The likeliest dungeon that keeps the rules; where none is near, the one that looks likeliest."""
    seen = {square: max(kinds, key=kinds.__getitem__) for square, kinds in chances.items()}
    disorder = UNUSUAL * out_of_order(seen)
    if not breaches(seen) and not disorder:
        return seen
    best, least = seen, disorder if not breaches(seen) else float("inf")
    doubts = sorted(_doubts(chances, seen))[:DOUBTS]
    for size in range(1, AT_ONCE + 1):
        for way in combinations(doubts, size):
            cost = sum(cost for cost, _, _ in way)
            if cost >= least or len({square for _, square, _ in way}) < size:
                continue
            changed = seen | {square: kind for _, square, kind in way}
            if not breaches(changed) and (now := cost + UNUSUAL * out_of_order(changed)) < least:
                best, least = changed, now
    return best


def _doubts(chances: Chances, seen: Seen) -> Iterator[tuple[float, Square, str]]:
    """Other readings of each cell with what they cost."""
    for square, kinds in chances.items():
        best = max(kinds[seen[square]], LEAST)
        yield from ((log(best / max(kinds[kind], LEAST)), square, kind) for kind in kinds if kind != seen[square])
