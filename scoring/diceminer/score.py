"""A whole or running game: every round scored, who leads, and who starts the next round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.catalogue import Catalogue
from scoring.diceminer.rounds import Lines, is_open, score_round, total_of
from scoring.diceminer.solo import solo_doubling, solo_questions, solo_remarks
from scoring.diceminer.state import ROUNDS, Table
from scoring.diceminer.tiebreak import tie_breaks, tie_data, tie_for_the_win, tie_remarks
from scoring.diceminer.trove import HeroFaces, hero_faces, read_trove, round_title
from scoring.game import GameScore
from scoring.sheet import ScoreSheet, rank
from scoring.words import Sentence, joined, say


def score(table: Table, catalogue: Catalogue) -> GameScore:
    """The sheets of all players with the standing after the rounds so far."""
    heroes = [hero_faces(player.hero, catalogue, f"/players/{seat}/hero") for seat, player in enumerate(table.players)]
    rounds = score_rounds(table, heroes, catalogue)
    missing = solo_questions(table.solo, catalogue)
    sheets = tuple(
        ScoreSheet(player.name, tuple(award for lines in rounds for award in lines.get(seat, ())), missing)
        for seat, player in enumerate(table.players)
    )
    tie = tie_for_the_win(table, sheets, heroes)
    points = [[total_of(lines[seat]) if seat in lines else None for seat in range(len(sheets))] for lines in rounds]
    starters = first_players(table, rounds, points)
    remarks = (
        *_open_remarks(table, sheets),
        *tie_remarks(table, tie),
        *_starter_remarks(table, starters),
        *(solo_remarks(sheets[0], catalogue) if table.solo else ()),
    )
    extra = {"round_points": points, **_first_player_data(table, starters)}
    if tie is not None:
        extra["tie_break"] = tie_data(table, tie)
    over = table.finished and not table.options.more_players and (tie is None or len(tie.level) == 1)
    return GameScore(sheets, rank(sheets, tie_breaks(table, tie), "DM-WIN", over=over), remarks, extra)


def score_rounds(table: Table, heroes: Sequence[HeroFaces], catalogue: Catalogue) -> list[Lines]:
    """The lines of every round, by seat. A round is settled when all players have laid out their trove."""
    players = table.players
    solo_doubles, solo_note = solo_doubling(table.solo, catalogue)
    rounds = []
    for index in range(max((len(player.rounds) for player in players), default=0)):
        title = round_title(index + 1)
        if index == 1:  # a doubt about a hero card is said once, in the first round
            heroes = [hero.without_caveat for hero in heroes]
        troves = {
            seat: read_trove(player.rounds[index].dice, f"/players/{seat}/rounds/{index}", heroes[seat], title)
            for seat, player in enumerate(players)
            if index < len(player.rounds)
        }
        waiting = table.options.more_players or len(troves) < len(players)
        lines = score_round(list(troves.values()), waiting, solo_doubles, solo_note)
        rounds.append(dict(zip(troves, lines, strict=True)))
    return rounds


def first_players(
    table: Table, rounds: Sequence[Lines], points: Sequence[Sequence[int | None]]
) -> list[tuple[int, ...]]:
    """After each finished round but the last, who has the fewest points in all (several: chance decides)."""
    if len(table.players) < 2 or table.options.more_players:
        return []
    finished = min(ROUNDS - 1, len(rounds) - 1 if table.digging else len(rounds))
    starters: list[tuple[int, ...]] = []
    totals = [0] * len(table.players)
    for lines, gained in zip(rounds[:finished], points, strict=False):
        if None in gained or is_open(lines):
            break
        totals = [total + (more or 0) for total, more in zip(totals, gained, strict=True)]
        fewest = min(totals)
        starters.append(tuple(seat for seat, total in enumerate(totals) if total == fewest))
    return starters


def _next_starters(table: Table, starters: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Who starts the round that has not begun; nobody while one is being dug or after the last."""
    played = max((len(player.rounds) for player in table.players), default=0)
    return starters[-1] if starters and len(starters) == played and not table.digging else ()


def _starter_remarks(table: Table, starters: Sequence[tuple[int, ...]]) -> list[Sentence]:
    names = [table.players[seat].name for seat in _next_starters(table, starters)]
    if not names:
        return []
    if len(names) == 1:
        return [say("{player} has the fewest points and starts the next round.", player=names[0])]
    return [
        say("{players} share the fewest points: decide at random who starts the next round.", players=joined(names))
    ]


def _open_remarks(table: Table, sheets: Sequence[ScoreSheet]) -> list[Sentence]:
    remarks = []
    if any(sheet.total is None for sheet in sheets):
        remarks.append(say("The totals are not final: a die is not read yet or a trove of the round is missing."))
    if table.digging and any(player.rounds for player in table.players):
        remarks.append(say("Dice still lie on the mountain: the last round is scored as if it ended now."))
    return remarks


def _first_player_data(table: Table, starters: Sequence[tuple[int, ...]]) -> dict[str, Any]:
    """For machines: who was to start after each round, and who starts next."""
    names = [player.name for player in table.players]
    following = [names[seat] for seat in _next_starters(table, starters)]
    return {
        "first_player_after_round": [[names[seat] for seat in fewest] for fewest in starters],
        "next_first_player": following,
        "next_first_player_at_random": len(following) > 1,
    }
