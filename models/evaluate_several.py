"""`python -m models.evaluate_several GAME FOLDER`: how often a photo of several players is shared out rightly.

The folder comes from `python -m datasets.tabletop GAME --players 2`; one without `--players` tells how often one player
is taken for several. Nothing is taught: who sits where does not depend on names of cards. What each part shows is
judged beside the state of its player, from left to right.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import track

from models.verdicts import KINDS, Truth, judge_of
from scoring.games import load
from vision.photo import open_photo
from vision.tables.table import Hints

app = typer.Typer(add_completion=False)


def evaluate(game: str, folder: Path, limit: int | None = None) -> dict[str, Any]:
    """How many photos were shared out into as many parts as there are players, and the pieces of those."""
    reads, judge = import_module(f"vision.tables.{game}.read"), judge_of(game)
    hints = Hints(catalogue=load(game).catalogue)
    parts: Counter[str] = Counter()
    pieces: Counter[str] = Counter()
    right = 0
    paths = sorted((folder / "truth").glob("*.json"))[:limit]
    for path in track(paths, console=Console(stderr=True)):
        truth = Truth.load(path)
        others = json.loads(path.read_text("utf-8")).get("others", [])
        truths = [truth, *(replace(truth, state=state) for state in others)]
        everybody = reads.read(open_photo(folder / "images" / f"{path.stem}.jpg"), hints).everybody
        parts[f"{len(truths)} as {len(everybody)}"] += 1
        if len(everybody) == len(truths):
            right += 1
            for one, reading in zip(truths, everybody, strict=True):
                pieces.update(judge.verdict_of(one, reading).pieces)
    total = max(sum(pieces[kind] for kind in KINDS), 1)
    return {
        "photos": len(paths),
        "shared_out_right": round(right / max(len(paths), 1), 3),
        "players_read_as": dict(parts),
        "pieces_of_those": {kind: round(pieces[kind] / total, 3) for kind in KINDS},
    }


@app.command()
def main(game: str, folder: Path, limit: int | None = None) -> None:
    """Print the figures as JSON."""
    print(json.dumps(evaluate(game, folder, limit), indent=2))


if __name__ == "__main__":
    app()
