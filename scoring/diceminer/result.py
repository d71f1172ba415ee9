"""A whole or running game: every round scored, who leads, who starts next, and how a tie for the win is broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.catalogue import Catalogue
from scoring.diceminer.phrases import joined
from scoring.diceminer.score import score_round
from scoring.diceminer.state import Player, Table
from scoring.diceminer.trove import HeroFaces, Trove, hero_faces, read_trove, round_title, tie_break_title
from scoring.game import GameScore
from scoring.sheet import Award, Missing, ScoreSheet, TieBreak, rank
from scoring.words import Sentence, say

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class TieStatus:
    """The tie for the win: who was tied, who still is, and the extra scorings so far (lines by seat)."""

    tied: tuple[int, ...]
    level: tuple[int, ...]
    extra: tuple[dict[int, list[Award]], ...]

    @property
    def must_reroll(self) -> tuple[int, ...]:
        """Who rerolls next; nobody when one player is left."""
        return self.level if len(self.level) > 1 else ()


def score(table: Table, catalogue: Catalogue) -> GameScore:
    """The sheets of all players with the standing after the rounds so far."""
    heroes = [hero_faces(player.hero, catalogue, f"/players/{seat}/hero") for seat, player in enumerate(table.players)]
    rounds = score_rounds(table.players, heroes, catalogue)
    sheets = tuple(
        ScoreSheet(
            player.name,
            tuple(award for lines in rounds if seat in lines for award in lines[seat]),
            _solo_questions(table, catalogue),
        )
        for seat, player in enumerate(table.players)
    )
    tie = tie_for_the_win(table, sheets, heroes)
    standing = rank(sheets, _tie_breaks(table, tie), "DM-WIN")
    starters = next_first_players(table, sheets)
    remarks = (
        *_open_remarks(table, sheets),
        *_tie_remarks(table, tie),
        *_starter_remarks(table, starters),
        *_solo_remarks(table, sheets, catalogue),
    )
    return GameScore(sheets, standing, remarks, _extra(table, rounds, tie, starters))


def score_rounds(
    players: Sequence[Player], heroes: Sequence[HeroFaces], catalogue: Catalogue
) -> list[dict[int, list[Award]]]:
    """The lines of every round, by seat. A round is settled when all players have laid out their trove."""
    solo_doubles, solo_note = _solo_doubling(len(players), catalogue)
    rounds = []
    for index in range(max((len(player.rounds) for player in players), default=0)):
        title = round_title(index + 1)
        troves = {
            seat: read_trove(
                player.rounds[index].dice,
                f"/players/{seat}/rounds/{index}",
                heroes[seat] if index == 0 else heroes[seat].without_caveat,
                title,
            )
            for seat, player in enumerate(players)
            if index < len(player.rounds)
        }
        waiting = len(troves) < len(players)
        lines = score_round(list(troves.values()), waiting, solo_doubles, solo_note)
        rounds.append(dict(zip(troves, lines, strict=True)))
    return rounds


def tie_for_the_win(table: Table, sheets: Sequence[ScoreSheet], heroes: Sequence[HeroFaces]) -> TieStatus | None:
    """Those with most points after three rounds reroll and score again, until one is ahead; None without a tie."""
    if table.digging or not all(len(player.rounds) >= ROUNDS for player in table.players):
        return None
    totals = [sheet.total for sheet in sheets]
    if any(total is None for total in totals):
        return None
    tied = level = _best(dict(enumerate(total or 0 for total in totals)))
    if len(tied) < 2:
        return None
    extra: list[dict[int, list[Award]]] = []
    while len(level) > 1 and all(len(table.players[seat].tie_breaks) > len(extra) for seat in level):
        lines = _extra_scoring(table, level, heroes, len(extra))
        extra.append(lines)
        if any(award.points is None for awards in lines.values() for award in awards):
            break
        level = _best({seat: total_of(awards) for seat, awards in lines.items()})
    return TieStatus(tied, level, tuple(extra))


def _extra_scoring(
    table: Table, level: Sequence[int], heroes: Sequence[HeroFaces], index: int
) -> dict[int, list[Award]]:
    """One extra scoring, gems compared only among those who are still level."""
    title = tie_break_title(index + 1)
    troves: list[Trove] = [
        read_trove(
            table.players[seat].tie_breaks[index].dice, f"/players/{seat}/tie_breaks/{index}", heroes[seat], title
        )
        for seat in level
    ]
    return dict(zip(level, score_round(troves), strict=True))


def total_of(awards: Sequence[Award]) -> int:
    """The sum of some lines, unknown ones at their floor."""
    return sum(award.floor if award.points is None else award.points for award in awards)


def _best(points: dict[int, int]) -> tuple[int, ...]:
    most = max(points.values(), default=0)
    return tuple(seat for seat, total in points.items() if total == most)


def _tie_breaks(table: Table, tie: TieStatus | None) -> list[TieBreak]:
    names = [player.name for player in table.players]
    if tie is None:
        return []
    return [
        TieBreak(
            "DM-TIE-BREAK",
            dict.fromkeys(names, 0) | {names[seat]: total_of(lines[seat]) for seat in lines},
            say("fewer points when the tied players rerolled and scored again"),
        )
        for lines in tie.extra
    ]


def next_first_players(table: Table, sheets: Sequence[ScoreSheet]) -> tuple[int, ...]:
    """Who has the fewest points after a finished round that is not the last (several: chance decides)."""
    played = {len(player.rounds) for player in table.players}
    settled = len(table.players) > 1 and len(played) == 1 and 0 < min(played) < ROUNDS
    if table.digging or not settled or any(sheet.total is None for sheet in sheets):
        return ()
    fewest = min(sheet.at_least for sheet in sheets)
    return tuple(seat for seat, sheet in enumerate(sheets) if sheet.at_least == fewest)


def _open_remarks(table: Table, sheets: Sequence[ScoreSheet]) -> list[Sentence]:
    remarks = []
    if any(sheet.total is None for sheet in sheets):
        remarks.append(say("The totals are not final: a die is not read yet or a trove of the round is missing."))
    if table.digging:
        remarks.append(say("Dice still lie on the mountain: the last round is scored as if it ended now."))
    return remarks


def _tie_remarks(table: Table, tie: TieStatus | None) -> list[Sentence]:
    if tie is None:
        return []
    if tie.must_reroll:
        return [
            say(
                "{players} are tied for the win: they reroll their whole troves, play a magic phase and score "
                "again; only their gems are compared.",
                players=joined([table.players[seat].name for seat in tie.must_reroll]),
            )
        ]
    winner = table.players[tie.level[0]].name
    return [say("{player} wins the tie-break after rerolling.", player=winner)]


def _starter_remarks(table: Table, starters: Sequence[int]) -> list[Sentence]:
    names = [table.players[seat].name for seat in starters]
    if not names:
        return []
    if len(names) == 1:
        return [say("{player} has the fewest points and starts the next round.", player=names[0])]
    return [
        say("{players} share the fewest points: decide at random who starts the next round.", players=joined(names))
    ]


def _solo_doubling(players: int, catalogue: Catalogue) -> tuple[bool, str]:
    """Whether a single player doubles the gems, and what to say about it. The solo sheet is in the box only."""
    if players != 1:
        return True, ""
    told = catalogue.value("solo", "gems_double")
    if told is None:
        return True, say("the only player has the most gems; see whether your solo sheet says otherwise")
    return bool(told), ""


def _solo_questions(table: Table, catalogue: Catalogue) -> tuple[Missing, ...]:
    if len(table.players) != 1 or catalogue.fact("solo", "ranks").known or "solo" not in catalogue.items:
        return ()
    return (catalogue.missing("solo", "ranks"),)


def _solo_remarks(table: Table, sheets: Sequence[ScoreSheet], catalogue: Catalogue) -> list[Sentence]:
    if len(table.players) != 1:
        return []
    ranks = catalogue.value("solo", "ranks")
    if ranks is None:
        return [
            say("Solo game: the table of ranks is on the solo sheet in your box. Enter it once and your rank is shown.")
        ]
    reached = [name for least, name in sorted(ranks, key=lambda row: int(row[0])) if sheets[0].at_least >= least]
    if not reached:
        return [say("Solo game: below the lowest rank of your solo sheet.")]
    return [say("Solo game: your rank is {rank}.", rank=reached[-1])]


def _extra(
    table: Table, rounds: Sequence[dict[int, list[Award]]], tie: TieStatus | None, starters: Sequence[int]
) -> dict[str, Any]:
    """The same for machines: points per round and seat, who starts next, who rerolls, the extra scorings."""
    names = [player.name for player in table.players]
    data: dict[str, Any] = {
        "round_points": [
            [total_of(lines[seat]) if seat in lines else None for seat in range(len(names))] for lines in rounds
        ],
        "next_first_player": [names[seat] for seat in starters],
        "next_first_player_at_random": len(starters) > 1,
    }
    if tie is not None:
        data["tie_break"] = {
            "tied": [names[seat] for seat in tie.tied],
            "must_reroll": [names[seat] for seat in tie.must_reroll],
            "winner": names[tie.level[0]] if len(tie.level) == 1 else None,
            "points": [{names[seat]: total_of(awards) for seat, awards in lines.items()} for lines in tie.extra],
            "sheets": [[ScoreSheet(names[seat], tuple(lines[seat])) for seat in lines] for lines in tie.extra],
        }
    return data
