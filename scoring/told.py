"""Lines of a sheet that people told: they count instead of what is computed, and are never mixed up with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.game import GameScore
from scoring.sheet import Award, Missing, ScoreSheet
from scoring.words import say

Told = Mapping[str, int]
"""Points by the name of a line."""
TOLD = say("told by a person, not computed")
TOTAL = "total"
"""The name under which a whole total is told: it stands for every line of the sheet."""
WHOLE = say("the whole total")


def line_name(rule: str, subject: str = "") -> str:
    """How a line is named: by its rule, and what it is about where it says so.

    >>> line_name("RP-GOLD"), line_name("RP-MARKET", "Cloak")
    ('RP-GOLD', 'RP-MARKET Cloak')
    """
    return f"{rule} {subject}".strip()


def with_told(score: GameScore, told: Sequence[Told]) -> GameScore:
    """The score with what was told of every player's sheet, and the standing that follows from it."""
    if not any(told):
        return score
    rule = score.standing.win_rule or ""
    sheets = tuple(
        _sheet(sheet, told[seat], rule) if seat < len(told) and told[seat] else sheet
        for seat, sheet in enumerate(score.sheets)
    )
    standing = score.standing.again(sheets) if score.standing.again else score.standing
    wholes = all(TOTAL in lines for lines in told[: len(sheets)]) and len(told) >= len(sheets)
    standing = replace(standing, over=standing.over or wholes)
    return replace(score, sheets=sheets, standing=standing, remarks=() if wholes else score.remarks)


def _sheet(sheet: ScoreSheet, told: Told, rule_of_total: str) -> ScoreSheet:
    """A line told by its rule alone stands for all lines of that rule; what only told lines needed is not asked."""
    if TOTAL in told:
        return ScoreSheet(sheet.player, (_told(rule_of_total, WHOLE, told[TOTAL]),))
    awards: list[Award] = []
    lines = dict(told)
    for award in sheet.awards:
        names = [name for name in (award.line, award.rule) if name in told]
        if not names:
            awards.append(award)
        elif names[0] in lines:
            evidence = award.evidence if names[0] != award.rule or not award.subject else ()
            subject = award.subject if names[0] != award.rule else ""
            awards.append(_told(award.rule, subject, lines.pop(names[0]), evidence))
    awards += [_told(*_rule_and_subject(name), points) for name, points in lines.items()]
    return replace(sheet, awards=tuple(awards), missing=_still_missing(sheet.missing, awards))


def _still_missing(missing: Sequence[Missing], awards: Sequence[Award]) -> tuple[Missing, ...]:
    """What an open line waits for; all of it while there is an open line of which nobody knows what it waits for."""
    waiting = {award.line for award in awards if award.points is None}
    asked = {line for one in missing for line in one.lines}
    if not waiting or not waiting <= asked:
        return tuple(missing) if waiting else ()
    return tuple(one for one in missing if not one.lines or waiting.intersection(one.lines))


def _told(rule: str, subject: str, points: int, evidence: tuple[str, ...] = ()) -> Award:
    return Award(rule, points, str(points), evidence, subject, TOLD, told=True)


def _rule_and_subject(name: str) -> tuple[str, str]:
    rule, _, subject = name.partition(" ")
    return rule, subject
