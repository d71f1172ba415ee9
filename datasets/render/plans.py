"""What lies on a test table, decided before anything is rendered: Roll Player sheets and Dice Miner troves."""

from __future__ import annotations

import numpy as np

from datasets.render import sheets, spec

ATTRIBUTES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
BAG = {"green": 10, "blue": 10, "red": 10, "purple": 10, "black": 10, "white": 10, "gold": 13}
TROVE = {"tunnel": 27, "hazard": 10, "tool": 7, "treasure": 8, "magic": 8}
_LETTER = {"tunnel": "T", "hazard": "H", "tool": "K", "treasure": "G", "magic": "M"}


def plan_sheet(rng: np.random.Generator) -> list[list[str | None]]:
    """Which die lies on each place: the bag's dice without putting any back, boost dice on some tables."""
    bag = [colour for colour, count in BAG.items() for _ in range(count)]
    if rng.random() < 0.35:
        bag += ["boost"] * 11
    drawn = iter(rng.permutation(bag))
    plan: list[list[str | None]] = []
    full = rng.random() < 0.3
    for _ in range(sheets.ROWS):
        count = sheets.PLACES if full else int(rng.choice([0, 1, 2, 3], p=[0.08, 0.22, 0.3, 0.4]))
        row: list[str | None] = [None] * sheets.PLACES
        for place in range(count):
            colour = str(next(drawn))
            row[place] = f"{colour} {rng.integers(3, 9) if colour == 'boost' else rng.integers(1, 7)}"
        plan.append(row)
    if all(place is None for row in plan for place in row):
        plan[0][0] = "gold 6"
    return plan


def plan_trove(rng: np.random.Generator) -> list[tuple[str, str]]:
    """Types and faces of a trove, drawn from the box without putting any back."""
    box = [kind for kind, count in TROVE.items() for _ in range(count)]
    kinds = [str(kind) for kind in rng.permutation(box)[: int(rng.integers(4, 17))]]
    plan = []
    for kind in kinds:
        faces = spec.MINER_TYPES[kind][1] if kind != "hazard" else (*spec.HAZARD_FACES, "beer")
        plan.append((kind, str(rng.choice(faces))))
    return plan


def code(kind: str, face: str) -> str:
    """A die of Dice Miner in the notation of its engine.

    >>> code("tunnel", "3"), code("hazard", "cave_in2"), code("tool", "pickaxe"), code("magic", "beer")
    ('T3', 'Hc2', 'Kp', 'Mb')
    """
    if face == "beer":
        return f"{_LETTER[kind]}b"
    digits = face.lstrip("abcdefghijklmnopqrstuvwxyz_")
    name = face.removesuffix(digits)
    return _LETTER[kind] + ("" if name in ("", "gem", "magic") else name[0]) + digits
