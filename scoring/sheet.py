"""The score sheet: every point names the rule that gives it and the piece that earned it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Any

from scoring.words import Sentence, say


@dataclass(frozen=True, slots=True)
class Missing:
    """A printed value that nobody has told us yet: never guessed, always asked for.

    ``lines`` name the lines that wait for it; without any it is asked whatever people tell of their lines.
    """

    item: str
    field: str
    question: str
    lines: tuple[str, ...] = ()


def merged(missing: Iterable[Missing]) -> tuple[Missing, ...]:
    """Every printed value once, with all the lines that wait for it.

    >>> [one.lines for one in merged([Missing("axe", "stars", "?", ("A",)), Missing("axe", "stars", "?", ("B",))])]
    [('A', 'B')]
    """
    found: dict[tuple[str, str], Missing] = {}
    for one in missing:
        known = found.setdefault((one.item, one.field), one)
        found[one.item, one.field] = replace(known, lines=tuple(dict.fromkeys((*known.lines, *one.lines))))
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Award:
    """One line of a sheet. ``points`` is None while a printed value is missing.

    ``evidence`` lists JSON pointers into the game state (``/players/0/rounds/1/dice/3``), so that a page can
    highlight the pieces. ``floor`` is the least the line can be worth while ``points`` is unknown.
    """

    rule: str
    points: int | None
    arithmetic: str
    evidence: tuple[str, ...] = ()
    subject: str = ""
    note: str = ""
    floor: int = 0
    told: bool = False
    """Whether a person told the points; then nothing was computed."""

    @property
    def line(self) -> str:
        """How the line is named, for whoever tells it: by its rule, and what it is about where it says so.

        >>> Award("RP-GOLD", 3, "3").line, Award("RP-MARKET", 2, "2", subject="Cloak").line
        ('RP-GOLD', 'RP-MARKET Cloak')
        """
        return f"{self.rule} {self.subject}".strip()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All lines of one player. A total is only ever the sum of the awards.

    >>> ScoreSheet("Ann", (Award("X", 3, "3"), Award("Y", None, "?"))).total is None
    True
    >>> ScoreSheet("Ann", (Award("X", 3, "3"), Award("Y", None, "?"))).at_least
    3
    """

    player: str
    awards: tuple[Award, ...]
    missing: tuple[Missing, ...] = ()
    unnamed: int = 0
    """Pieces that lie on the table and that nobody has named yet: without them no line can be told."""

    @property
    def total(self) -> int | None:
        """The score, or None while a line waits for a printed value or a piece for its name."""
        if self.unnamed:
            return None
        total = 0
        for award in self.awards:
            if award.points is None:
                return None
            total += award.points
        return total

    @property
    def at_least(self) -> int:
        """The score that is certain already."""
        return sum(award.floor if award.points is None else award.points for award in self.awards)


def total_said(sheet: ScoreSheet) -> Sentence | str:
    """The total; while it is open what is certain of it, where that tells anything.

    >>> total_said(ScoreSheet("Ann", (Award("X", 3, "3"), Award("Y", None, "?"))))
    'at least 3'
    >>> total_said(ScoreSheet("Ann", (Award("X", None, "?", floor=-40),)))
    'not known yet'
    """
    if sheet.total is not None:
        return str(sheet.total)
    return say("at least {points}", points=sheet.at_least) if sheet.at_least > 0 else say("not known yet")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a state. ``where`` holds JSON pointers to the pieces at fault."""

    rule: str
    where: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a ruling, with the rule that asks for it and the state after it where that helps."""

    text: str
    rule: str
    state: Mapping[str, Any] | None = None


class Legal(StrEnum):
    """Whether something may be done."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    """Not known yet: a printed value, or something else that is not told, decides."""


def legal_if(sure: object, perhaps: object = False) -> Legal:
    """Yes if something speaks for it surely, open if something may, otherwise no.

    >>> legal_if(["a way"]), legal_if([], perhaps=["a way behind an unknown wall"]), legal_if([])
    (<Legal.YES: 'yes'>, <Legal.OPEN: 'open'>, <Legal.NO: 'no'>)
    """
    return Legal.YES if sure else Legal.OPEN if perhaps else Legal.NO


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to a dispute: verdict, the rules behind it, step by step. ``data`` is the same for machines.

    ``legal`` is None where nobody asked whether something may be done, e.g. for the size of a kingdom.
    """

    verdict: str
    rules: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    missing: tuple[Missing, ...] = ()
    legal: Legal | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where one player finished. ``decided_by`` is the rule that separated this player from the one above."""

    rank: int
    player: str
    total: int | None
    decided_by: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """Players in order. Equal ranks are ties that the rules leave shared. Until the game is ``over`` nobody has won."""

    places: tuple[Place, ...]
    over: bool = True
    again: Callable[[Sequence[ScoreSheet]], Standing] | None = field(default=None, repr=False, compare=False)
    """The same order by other sheets, with the same tie-breaks."""
    win_rule: str | None = None
    """The rule that says who wins: the one behind a whole total that somebody told."""

    @property
    def leaders(self) -> tuple[str, ...]:
        """Everyone in first place; nobody while a total is missing."""
        if any(place.total is None for place in self.places):
            return ()
        return tuple(place.player for place in self.places if place.rank == 1)

    @property
    def winners(self) -> tuple[str, ...]:
        """Those who lead when the game is over."""
        return self.leaders if self.over else ()


@dataclass(frozen=True, slots=True)
class TieBreak:
    """How a tie is broken: the rule, a value per player, and whether more or less of it wins."""

    rule: str
    values: Mapping[str, int]
    says: str
    most_wins: bool = True


def rank(
    sheets: Sequence[ScoreSheet],
    tie_breaks: Sequence[TieBreak] = (),
    win_rule: str | None = None,
    *,
    over: bool = True,
    fewest_win: bool = False,
) -> Standing:
    """Order the players by total, then by each tie-break in turn; what is still equal stays shared.

    While any total is missing the order is by ``at_least``.
    """

    def key(sheet: ScoreSheet) -> tuple[int, ...]:
        broken = (tie.values[sheet.player] * (1 if tie.most_wins else -1) for tie in tie_breaks)
        return (-sheet.at_least if fewest_win else sheet.at_least, *broken)

    places: list[Place] = []
    previous: tuple[int, ...] | None = None
    for index, sheet in enumerate(sorted(sheets, key=key, reverse=True)):
        mine = key(sheet)
        shared = mine == previous
        decided, note = _what_decided(previous, mine, tie_breaks, win_rule)
        number = places[-1].rank if shared else index + 1
        places.append(Place(number, sheet.player, sheet.total, decided, note))
        previous = mine
    again = partial(rank, tie_breaks=tie_breaks, win_rule=win_rule, over=over, fewest_win=fewest_win)
    return Standing(tuple(places), over, again, win_rule)


def _what_decided(
    above: tuple[int, ...] | None, mine: tuple[int, ...], tie_breaks: Sequence[TieBreak], win_rule: str | None
) -> tuple[str | None, str]:
    """Which rule put this player below the one above (none for the first and for shared places)."""
    if above is None or above == mine:
        return None, ""
    if above[0] != mine[0]:
        return win_rule, ""
    for tie, theirs, own in zip(tie_breaks, above[1:], mine[1:], strict=True):
        if theirs != own:
            return tie.rule, tie.says
    raise AssertionError("keys differ in no place")  # pragma: no cover
