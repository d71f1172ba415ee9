"""A tie for the win: the tied players reroll and score again, gems compared among them only, until one is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.diceminer.rounds import Lines, is_open, score_round, total_of
from scoring.diceminer.state import Table
from scoring.diceminer.trove import HeroFaces, read_trove, tie_break_title
from scoring.sheet import ScoreSheet, TieBreak
from scoring.words import Sentence, joined, say


@dataclass(frozen=True, slots=True)
class TieStatus:
    """Who was tied for the win, who still is, and the extra scorings so far (lines by seat)."""

    tied: tuple[int, ...]
    level: tuple[int, ...]
    extra: tuple[Lines, ...]

    @property
    def must_reroll(self) -> tuple[int, ...]:
        """Who rerolls next; nobody when one player is left."""
        return self.level if len(self.level) > 1 else ()

    @property
    def waits(self) -> bool:
        """Whether the last extra scoring has a die that is not read yet."""
        return bool(self.extra) and is_open(self.extra[-1])


def tie_for_the_win(table: Table, sheets: Sequence[ScoreSheet], heroes: Sequence[HeroFaces]) -> TieStatus | None:
    """Those with most points after three rounds, and what their rerolls brought; None without a tie."""
    if not table.finished or table.options.more_players:
        return None
    if any(sheet.total is None for sheet in sheets):
        return None
    tied = level = _most({seat: sheet.at_least for seat, sheet in enumerate(sheets)})
    if len(tied) < 2:
        return None
    extra: list[Lines] = []
    while len(level) > 1 and all(len(table.players[seat].tie_breaks) > len(extra) for seat in level):
        lines = _score_again(table, level, heroes, len(extra))
        extra.append(lines)
        if is_open(lines):
            break
        level = _most({seat: total_of(awards) for seat, awards in lines.items()})
    return TieStatus(tied, level, tuple(extra))


def _score_again(table: Table, level: Sequence[int], heroes: Sequence[HeroFaces], index: int) -> Lines:
    """One extra scoring; only the gems of those who are still level are compared."""
    title = tie_break_title(index + 1)
    troves = [
        read_trove(
            table.players[seat].tie_breaks[index].dice, f"/players/{seat}/tie_breaks/{index}", heroes[seat], title
        )
        for seat in level
    ]
    return dict(zip(level, score_round(troves), strict=True))


def _most(points: dict[int, int]) -> tuple[int, ...]:
    most = max(points.values(), default=0)
    return tuple(seat for seat, total in points.items() if total == most)


def tie_breaks(table: Table, tie: TieStatus | None) -> list[TieBreak]:
    """The extra scorings as the standing needs them; a scoring that waits for a die decides nothing."""
    if tie is None:
        return []
    names = [player.name for player in table.players]
    return [
        TieBreak(
            "DM-TIE-BREAK",
            dict.fromkeys(names, 0) | {names[seat]: total_of(lines[seat]) for seat in lines},
            say("fewer points when the tied players rerolled and scored again"),
        )
        for lines in tie.extra
        if not is_open(lines)
    ]


def tie_remarks(table: Table, tie: TieStatus | None) -> list[Sentence]:
    """What those at the table must do now, or who won."""
    if tie is None:
        return []
    if tie.waits:
        return [say("The tie-break waits for a die that is not read yet.")]
    if tie.must_reroll:
        return [
            say(
                "{players} are tied for the win: they reroll their whole troves, play a magic phase and score "
                "again; only their gems are compared.",
                players=joined([table.players[seat].name for seat in tie.must_reroll]),
            )
        ]
    return [say("{player} wins the tie-break after rerolling.", player=table.players[tie.level[0]].name)]


def tie_data(table: Table, tie: TieStatus) -> dict[str, Any]:
    """The same for machines: who was tied, who rerolls, the extra scorings, the winner."""
    names = [player.name for player in table.players]
    return {
        "tied": [names[seat] for seat in tie.tied],
        "must_reroll": [] if tie.waits else [names[seat] for seat in tie.must_reroll],
        "winner": names[tie.level[0]] if len(tie.level) == 1 else None,
        "points": [{names[seat]: total_of(awards) for seat, awards in lines.items()} for lines in tie.extra],
        "sheets": [[ScoreSheet(names[seat], tuple(lines[seat])) for seat in lines] for lines in tie.extra],
    }
