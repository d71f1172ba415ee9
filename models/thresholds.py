"""From which confidence on things of each class are told: `python -m models.thresholds`.

Chosen on composed scenes of the art, icons, fonts and surfaces that the finder is trained with (the sets kept apart
check it: `python -m models.evaluate_cards`): for each class the limit with which what is found and what is told agree
best. What ships stands in the finder's own file (`python -m models.export tell FILE confidence JSON`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from models import settings
from models.composed_check import GROUPS, MET, PIXELS, SIDE, drawer_of
from models.light import Image
from models.scenes import scene
from vision.cards import CardFinder
from vision.photo import Frame
from vision.quads import in_order, overlap

LIMITS = np.arange(0.2, 0.85, 0.05)
PHOTOS_A_SOURCE = 6
GROUP = {str(kind): group for group, kinds in GROUPS.items() for kind in kinds}  # cards and tiles are one to a reader
app = typer.Typer(add_completion=False)


class Told(NamedTuple):
    """One thing that the finder sees: its class, how sure it is, and whether such a thing lies there."""

    kind: str
    sure: float
    right: bool


def agreement(told: Sequence[Told], things: int, limit: float) -> float:
    """How well what is told from a limit on agrees with what lies there: twice the right ones by both counts together.

    >>> agreement([Told("card", 0.9, True), Told("card", 0.3, False)], 1, 0.5)
    1.0
    >>> round(agreement([Told("card", 0.9, True), Told("card", 0.6, False)], 1, 0.5), 2)
    0.67
    """
    kept = [one for one in told if one.sure >= limit]
    return 2 * sum(one.right for one in kept) / max(things + len(kept), 1)


def best_limit(told: Sequence[Told], things: int) -> float:
    """The limit with which they agree best; the middle of several that are as good."""
    scores = [agreement(told, things, float(limit)) for limit in LIMITS]
    best = [float(limit) for limit, score in zip(LIMITS, scores, strict=True) if score >= max(scores) - 1e-9]
    return round(best[len(best) // 2], 2)


def looked_at(finder: CardFinder, image: Image, labels: np.ndarray, names: list[str]) -> tuple[list[Told], list[str]]:
    """Everything that the finder sees in a scene, doubtful or not, and the classes of what lies there."""
    seen = finder.looks.seen(Frame(image))
    kinds = [str(finder.looks.kinds[kind]) for kind in seen.kind]
    truth = [names[int(row[0])].partition(" ")[0] for row in labels]
    left = {n: in_order(row[5:13].reshape(4, 2)) for n, row in enumerate(labels)}
    told = []
    for m in np.argsort(-seen.confidence):  # the surest first: what is seen twice is right once
        shares = {n: overlap(quad, in_order(seen.quads[m])) for n, quad in left.items()}
        best = max(shares, key=lambda n: shares[n], default=None)
        right = best is not None and shares[best] >= MET and GROUP[truth[best]] == GROUP[kinds[m]]
        told.append(Told(kinds[m], float(seen.confidence[m]), right))
        if right and best is not None:
            del left[best]
    return told, truth


@app.command()
def main(count: int = 40, seed: int = 7, weights: Path | None = None, config: Path = settings.CONFIG) -> None:
    """Print for each class how well both agree with the limit that ships, and the best limit."""
    chosen = settings.load(config).cards
    finder = CardFinder(weights)
    rng = np.random.default_rng([seed, 2323])
    drawer = drawer_of("train", chosen.dice_photos, rng, PHOTOS_A_SOURCE)
    told: list[Told] = []
    things: list[str] = []
    for _ in range(count):
        image, labels = scene(drawer, SIDE, PIXELS, chosen.names, rng)
        seen, truth = looked_at(finder, image, labels, chosen.names)
        told += seen
        things += truth
    table = Table("class", "things", "ships", "agreement", "best", "agreement then")
    for kind, ships in finder.looks.settings.confidence.items():
        name = kind.partition(" ")[0]
        mine, lying = [one for one in told if one.kind == name], things.count(name)
        best = best_limit(mine, lying)
        figures = (agreement(mine, lying, limit) for limit in (ships, best))
        now, then = (f"{figure:.3f}" for figure in figures)
        table.add_row(kind, str(lying), f"{ships:.2f}", now, f"{best:.2f}", then)
    Console().print(table)


if __name__ == "__main__":
    app()
