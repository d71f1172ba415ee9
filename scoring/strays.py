"""Questions that no rulebook answers: where one of them is nearest, the book does not say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scoring.languages import LANGUAGES
from scoring.sources import load, read_yaml


@dataclass(frozen=True, slots=True)
class Stray:
    """A topic that the books leave alone, as players ask about it in each language."""

    topic: str
    ask: Mapping[str, tuple[str, ...]]


def strays(game_id: str) -> tuple[Stray, ...]:
    """The topics that the book of a game leaves alone."""
    told = load(Path(__file__).parent / "strays.yaml", read_yaml)
    return tuple(
        Stray(one["topic"], {lang: tuple(one[lang]) for lang in LANGUAGES})
        for one in told
        if game_id not in one.get("except", ())
    )
