"""`python -m models.evaluate_dungeons FOLDER`: composed tables of Dungeon Lords, for owners who taught nothing or all.

The folder comes from `python -m datasets.tabletop dungeonlords`. A dungeon is exact when every one of its 20 squares is
right by form (empty, tunnel, room, each conquered or not); `named` counts the rooms whose front shows. A photo on which
nothing was found is counted apart: it is no wrong state.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from models.evaluate_tables import taught_cards
from scoring.dungeonlords.state import Table
from vision.cards import find_things
from vision.gallery import Gallery, identify
from vision.photo import open_photo
from vision.tables.dungeonlords.places import DUNGEON, EMPTY, SQUARES, TUNNEL, UNNAMED, place_of, room_of
from vision.tables.dungeonlords.read import of_things
from vision.tables.table import Hints, TableReading

app = typer.Typer(add_completion=False)
OWNERS = ("nothing", "everything")


def true_codes(state: dict[str, Any]) -> dict[str, str]:
    """What lies at each place, in the words of a reading."""
    lord = Table.model_validate(state).players[0]
    return {place_of(tile.square): (tile.room or TUNNEL) + "!" * tile.conquered for tile in lord.dungeon}


def form(code: str) -> str:
    """A code without the name of its room.

    >>> form("mint!"), form("tunnel"), form("")
    ('?!', 'tunnel', '')
    """
    name = room_of(code) if code else None
    return code if name is None else code.replace(name, UNNAMED)


def judged(reading: TableReading, state: dict[str, Any]) -> Counter[str]:
    """The figures of one table."""
    true = true_codes(state)
    read = {str(seen.place): seen.piece.value for seen in reading.placed if str(seen.place).startswith(DUNGEON)}
    if not read:
        return Counter({"tables": 1, "nothing found": 1})
    places = [place_of(square) for square in SQUARES]
    right = sum(form(true.get(place, EMPTY)) == form(read.get(place, EMPTY)) for place in places)
    found = Counter({"tables": 1, "squares": len(places), "squares right": right, "exact": right == len(places)})
    found["asked about its place"] = bool(reading.left_open)
    for place, code in true.items():
        if room_of(code) and not code.endswith("!") and form(read.get(place, EMPTY)) == UNNAMED:
            name = read[place]
            found["rooms"] += 1
            found["rooms named" if name == code else "rooms asked" if name == UNNAMED else "rooms wrong"] += 1
    return found


@app.command()
def main(folder: Path, limit: int | None = None) -> None:
    """Print the figures as JSON."""
    figures: dict[str, Counter[str]] = {owner: Counter() for owner in OWNERS}
    galleries: dict[str, Gallery] = {}
    taken = []
    for path in track(sorted((folder / "truth").glob("*.json"))[:limit], console=Console(stderr=True)):
        truth = json.loads(path.read_text("utf-8"))
        copy = truth["copy"]
        if copy not in galleries:
            galleries[copy] = Gallery(taught_cards(folder / "copies" / copy, np.random.default_rng(int(copy))))
        photo = open_photo(folder / "images" / f"{path.stem}.jpg")
        begin = time.perf_counter()
        things = find_things(photo)
        figures["nothing"] += judged(of_things(photo, things, Hints()), truth["state"])
        taken.append(1000 * (time.perf_counter() - begin))
        knowing = Hints(namer=partial(identify, galleries[copy]))
        figures["everything"] += judged(of_things(photo, things, knowing), truth["state"])
    told = {owner: dict(counted) for owner, counted in figures.items()}
    print(json.dumps(told | {"median_milliseconds": round(float(np.median(taken)))}, indent=2))


if __name__ == "__main__":
    app()
