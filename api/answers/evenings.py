"""Statistics over all evenings: who played what, who won, how many points it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Evening:
    """A game that was finished: its players with their totals, and who won."""

    table: str
    game: str
    name: str
    day: str
    totals: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]

    @property
    def fewest_win(self) -> bool:
        """Whether it was won with the fewest points."""
        points = [total for _, total in self.totals]
        won = [total for name, total in self.totals if name in self.winners]
        return bool(won) and max(won) == min(points) < max(points)


def player_figures(evenings: Sequence[Evening]) -> list[dict[str, object]]:
    """For every player of one game: how often, wins, average and best, and the points in order of time.

    >>> night = Evening("t", "dominoes", "Dominoes", "2026-01-01", (("Ann", 200), ("Bob", 150)), ("Ann",))
    >>> player_figures([night])[0]["wins"], player_figures([night])[1]["best"]
    (1, 150)
    """
    names = Counter(name for evening in evenings for name, _ in evening.totals)
    return sorted(
        (_figures(name, [evening for evening in evenings if name in dict(evening.totals)]) for name in names),
        key=lambda one: (-int(str(one["wins"])), -int(str(one["played"])), str(one["player"])),
    )


def _figures(name: str, played: Sequence[Evening]) -> dict[str, object]:
    points = [dict(evening.totals)[name] for evening in played]
    best = min(points) if all(evening.fewest_win for evening in played) else max(points)
    return {
        "player": name,
        "played": len(played),
        "wins": sum(name in evening.winners for evening in played),
        "average": round(fmean(points), 1),
        "best": best,
        "points": points,
    }


def statistics(evenings: Iterable[Evening]) -> dict[str, object]:
    """All evenings, the latest first, and what follows from them game by game."""
    told = sorted(evenings, key=lambda evening: evening.day)
    games = Counter((evening.game, evening.name) for evening in told)
    overall = Counter(winner for evening in told for winner in evening.winners)
    everybody = Counter(name for evening in told for name, _ in evening.totals)
    return {
        "evenings": told[::-1],
        "games": [
            {"game": game, "name": name, "played": count, "players": player_figures(_of(told, game, name))}
            for (game, name), count in games.most_common()
        ],
        "players": [
            {"player": name, "played": count, "wins": overall[name]}
            for name, count in sorted(everybody.items(), key=lambda one: (-overall[one[0]], -one[1], one[0]))
        ],
    }


def _of(evenings: Sequence[Evening], game: str, name: str) -> list[Evening]:
    return [evening for evening in evenings if (evening.game, evening.name) == (game, name)]
