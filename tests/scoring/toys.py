"""Toy games for tests: the smallest game there is, written into a folder of its own and found there as any game is."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import scoring
from scoring import games

INIT = """
from pathlib import Path

from pydantic import Field

from scoring.game import Game, GameScore, Model
from scoring.sheet import Award, ScoreSheet, rank
from scoring.words import say


class Player(Model):
    name: str
    stones: tuple[int, ...] = ()


class State(Model):
    players: tuple[Player, ...] = Field(max_length=8)


def score(state, catalogue):
    sheets = tuple(
        ScoreSheet(
            player.name,
            (Award("TOY-STONES", sum(player.stones), str(sum(player.stones)), (f"/players/{seat}/stones",)),),
        )
        for seat, player in enumerate(state.players)
    )
    return GameScore(sheets, rank(sheets))


GAME = Game(
    id="ID",
    title="Stones",
    players=(1, 4),
    folder=Path(__file__).parent,
    state=State,
    score=score,
    prefixes=("TOY",),
    samples={"two": "Players"},
)
"""
RULES = """
- id: TOY-STONES
  title: {en: Stones, el: Πέτρες, pl: Kamienie}
  text: {en: Every stone counts., el: Κάθε πέτρα μετράει., pl: Każdy kamień się liczy.}
  source: the table
  scores: true
"""
SAMPLE = '{"players": [{"name": "Ann", "stones": [1, 2]}, {"name": "Bob", "stones": [4]}]}'
FILES = {"__init__.py": INIT, "rules.yaml": RULES, "samples/two.json": SAMPLE}


@contextmanager
def toy(place: Path, game_id: str, files: Mapping[str, str | None] | None = None) -> Iterator[Path]:
    """A game of three small files; ``files`` adds to them, replaces some, or with None leaves one out."""
    folder = place / game_id
    for name, text in {**FILES, **(files or {})}.items():
        if text is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace('"ID"', repr(game_id)), "utf-8")
    before = list(scoring.__path__)
    scoring.__path__.append(str(place))
    _forget(game_id)
    try:
        yield folder
    finally:
        scoring.__path__[:] = before
        _forget(game_id)


def _forget(game_id: str) -> None:
    games.load.cache_clear()
    games._whole.cache_clear()
    for name in [name for name in sys.modules if f"{name}.".startswith(f"scoring.{game_id}.")]:
        del sys.modules[name]
    sys.path_importer_cache.clear()
