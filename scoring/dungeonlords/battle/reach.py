"""Which tiles the coming rounds can be fought over, and how hard monsters can hit there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.dungeonlords.battle.arena import ROUNDS, Arena
from scoring.dungeonlords.battle.beasts import KINDS, SHEEP, Mode


@dataclass(frozen=True, slots=True)
class Reach:
    """Entry n is for the n-th of the coming rounds: how many monsters and traps, and how hard each kind can hit."""

    monsters: tuple[int, ...]
    traps: tuple[int, ...]
    blows: tuple[tuple[tuple[int, int], ...], ...]
    """Per kind: the best attack on one or two, and the best attack on each of the party."""


def reach_from(arena: Arena, lost: int) -> Reach:
    """In the n-th round from here a tile can be fought over if at most n standing tiles lie before it."""
    standing = [place for i, place in enumerate(arena.sites) if not lost >> i & 1]
    monsters, traps, blows = [], [], []
    for n in range(ROUNDS):
        near = [place for place in standing if sum(other.steps < place.steps for other in standing) <= n]
        monsters.append(max((place.most_monsters for place in near), default=0))
        traps.append(max((place.most_traps for place in near), default=0))
        blows.append(
            tuple(
                (
                    max((_single(place.modes[kind], kind, arena.sheep_damage) for place in near), default=0),
                    max((_each(place.modes[kind]) for place in near), default=0),
                )
                for kind in range(len(KINDS))
            )
        )
    return Reach(tuple(monsters), tuple(traps), tuple(blows))


def strongest(modes: Sequence[Sequence[Mode]], sheep: int, crowd: int, toughest: int) -> list[int]:
    """Per kind, the most one attack deals here against so many people."""
    return [
        max(min(toughest, _single(modes[kind], kind, sheep)), _each(modes[kind]) * crowd) for kind in range(len(KINDS))
    ]


def _single(modes: Sequence[Mode], kind: int, sheep: int) -> int:
    if kind == SHEEP:
        return sheep
    return max((mode.damage * mode.times + mode.again for mode in modes if mode.hits != "all"), default=0)


def _each(modes: Sequence[Mode]) -> int:
    return max((mode.damage for mode in modes if mode.hits == "all"), default=0)
