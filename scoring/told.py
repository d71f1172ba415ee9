"""Lines of a sheet that people told: they count instead of what is computed, and are never mixed up with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.game import GameScore
from scoring.sheet import Award, ScoreSheet
from scoring.words import say

Told = Mapping[str, int]
"""Points by the name of a line."""
TOLD = say("told by a person, not computed")


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
    sheets = tuple(
        _sheet(sheet, told[seat]) if seat < len(told) and told[seat] else sheet
        for seat, sheet in enumerate(score.sheets)
    )
    standing = score.standing.again(sheets) if score.standing.again else score.standing
    return replace(score, sheets=sheets, standing=standing)


def _sheet(sheet: ScoreSheet, told: Told) -> ScoreSheet:
    """A line told by its rule alone stands for all lines of that rule; what only told lines needed is not asked."""
    awards: list[Award] = []
    lines = dict(told)
    for award in sheet.awards:
        names = [name for name in (line_name(award.rule, award.subject), award.rule) if name in told]
        if not names:
            awards.append(award)
        elif names[0] in lines:
            evidence = award.evidence if names[0] != award.rule or not award.subject else ()
            subject = award.subject if names[0] != award.rule else ""
            awards.append(_told(award.rule, subject, lines.pop(names[0]), evidence))
    awards += [_told(*_rule_and_subject(name), points) for name, points in lines.items()]
    is_open = any(award.points is None for award in awards)
    return replace(sheet, awards=tuple(awards), missing=sheet.missing if is_open else ())


def _told(rule: str, subject: str, points: int, evidence: tuple[str, ...] = ()) -> Award:
    return Award(rule, points, str(points), evidence, subject, TOLD, told=True)


def _rule_and_subject(name: str) -> tuple[str, str]:
    rule, _, subject = name.partition(" ")
    return rule, subject
