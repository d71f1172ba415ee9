"""The scoring phase of Dice Miner: one small function per rule, each with its rule id and the book's own example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from scoring.diceminer.pieces import (
    BEER,
    CAVE_IN,
    CHEST,
    DRAGON,
    GEM,
    HAZARD_DIE,
    MAGIC,
    PICKAXE,
    SHIELD,
    TOOL_DIE,
    TREASURE_DIE,
    TUNNEL_DIE,
    Shows,
)
from scoring.diceminer.trove import Trove
from scoring.sheet import Award
from scoring.words import Sentence, listed, say

MOST_ON_A_FACE = 6  # no face has room for more symbols; bounds what a hazard die that is not read can cost
NOT_READ = say("a die is not read yet")

Lines = dict[int, list[Award]]
"""The lines of one scoring, by the seat of the player."""


def tunnels(trove: Trove) -> Award | None:
    """Runs of tunnel dice that start at 1 score their sum; a die belongs to one run only.

    >>> from scoring.diceminer.pieces import dice
    >>> from scoring.diceminer.trove import read_trove
    >>> tunnels(read_trove(dice("T1 T1 T2 T2 T3"))).arithmetic
    '(1 + 2 + 3) + (1 + 2) = 9'
    >>> tunnels(read_trove(dice("T1 T2 T2 T3"))).points  # runs do not branch
    6
    """
    unread = TUNNEL_DIE in trove.unread
    if not trove.tunnels and not unread:
        return None
    reach = runs_from_one({number: len(pieces) for number, pieces in trove.tunnels.items()})
    points, arithmetic = spelled_runs(reach)
    evidence = tuple(piece for number, runs in enumerate(reach, 1) for piece in trove.tunnels[number][:runs])
    if unread:
        return Award("DM-TUNNEL-RUN", None, arithmetic, evidence, trove.subject, NOT_READ, floor=points)
    return Award("DM-TUNNEL-RUN", points, arithmetic, evidence, trove.subject, trove.caveat(evidence))


def runs_from_one(dice_of: Mapping[int, int]) -> tuple[int, ...]:
    """How many runs reach 1, 2, 3 and so on, given how many dice show each number.

    Every run needs a 1 of its own, and a number carries on as many runs as it has dice for.

    >>> runs_from_one({1: 2, 2: 2, 3: 1})
    (2, 2, 1)
    >>> runs_from_one({2: 1, 3: 1, 4: 1})
    ()
    """
    reach: list[int] = []
    runs = dice_of.get(1, 0)
    while runs:
        reach.append(runs)
        runs = min(runs, dice_of.get(len(reach) + 1, 0))
    return tuple(reach)


@lru_cache(maxsize=4096)
def spelled_runs(reach: tuple[int, ...]) -> tuple[int, str]:
    """What the runs are worth, with the sum as a player would write it, the longest run first.

    >>> spelled_runs((2, 2, 1))
    (9, '(1 + 2 + 3) + (1 + 2) = 9')
    """
    if not reach:
        return 0, say("no 1, so no run")
    points = sum(number * runs for number, runs in enumerate(reach, 1))
    lengths = [sum(runs > run for runs in reach) for run in range(reach[0])]
    runs_text = [" + ".join(str(number) for number in range(1, length + 1)) for length in lengths]
    if len(runs_text) > 1:
        runs_text = [f"({run})" if "+" in run else run for run in runs_text]
    spelled = " + ".join(runs_text)
    return points, spelled if spelled == "1" else f"{spelled} = {points}"


def gems(trove: Trove) -> Award | None:
    """Every gem scores one point.

    >>> from scoring.diceminer.pieces import dice
    >>> from scoring.diceminer.trove import read_trove
    >>> gems(read_trove(dice("G1 G3"))).points
    4
    """
    count = trove.count(GEM)
    unread = TREASURE_DIE in trove.unread
    if not count and not unread:
        return None
    evidence = trove.evidence(GEM)
    if unread:
        return Award("DM-TREASURE-GEM", None, gem_count(count), evidence, trove.subject, NOT_READ, floor=count)
    return Award("DM-TREASURE-GEM", count, gem_count(count), evidence, trove.subject, trove.caveat(evidence))


def sole_majority(counts: Sequence[int]) -> int | None:
    """Who alone has the most gems, by seat; None when nobody has any or the most is shared.

    >>> sole_majority([3, 4]), sole_majority([4, 4]), sole_majority([0, 0])
    (1, None, None)
    """
    most = max(counts, default=0)
    return counts.index(most) if most and counts.count(most) == 1 else None


def doubling(trove: Trove, rivals: Sequence[int], solo_note: str = "") -> Award | None:
    """Who alone has the most gems scores them twice; when the most is shared nobody doubles.

    >>> from scoring.diceminer.pieces import dice
    >>> from scoring.diceminer.trove import read_trove
    >>> doubling(read_trove(dice("G3 G1")), rivals=[3]).points
    4
    >>> doubling(read_trove(dice("G3 G1")), rivals=[4]).arithmetic
    'gems 4, tied for the most: nobody doubles'
    """
    count = trove.count(GEM)
    most_of_others = max(rivals, default=0)
    if not count or count < most_of_others:
        return None
    evidence = trove.evidence(GEM)
    points = count if sole_majority([count, *rivals]) == 0 else 0
    arithmetic = spelled_doubling(count, most_of_others, not rivals)
    note = solo_note or trove.caveat(evidence)
    return Award("DM-TREASURE-DOUBLE", points, arithmetic, evidence, trove.subject, note)


def open_doubling(trove: Trove, why: str) -> Award | None:
    """While a trove is missing or a treasure die is not read, nobody knows who doubles."""
    count = trove.count(GEM)
    if not count and TREASURE_DIE not in trove.unread:
        return None
    evidence = trove.evidence(GEM)
    return Award("DM-TREASURE-DOUBLE", None, gem_count(count), evidence, trove.subject, why)


@lru_cache(maxsize=64)
def gem_count(count: int) -> Sentence:
    """Gems counted, as a player would say it."""
    return say("gems {count}", count=count)


@lru_cache(maxsize=1024)
def spelled_doubling(count: int, most_of_others: int, alone: bool) -> Sentence:
    """Why the gems are doubled or not."""
    if alone:
        return say("gems {count}, nobody has more: + {count}", count=count)
    if count == most_of_others:
        return say("gems {count}, tied for the most: nobody doubles", count=count)
    return say("most gems, {count} against {others}: + {count}", count=count, others=most_of_others)


def cave_ins(trove: Trove) -> Award | None:
    """Each cave-in costs a point; with pickaxes each is worth as many points as there are pickaxes.

    >>> from scoring.diceminer.pieces import dice
    >>> from scoring.diceminer.trove import read_trove
    >>> cave_ins(read_trove(dice("Hc1 Hc3 Kp Kp"))).arithmetic
    'cave-ins 4 × pickaxes 2 = 8'
    """
    return _hazard("DM-HAZARD-CAVE-IN", trove, CAVE_IN, PICKAXE)


def dragons(trove: Trove) -> Award | None:
    """Each dragon costs a point; with shields each is worth as many points as there are shields.

    >>> from scoring.diceminer.pieces import dice
    >>> from scoring.diceminer.trove import read_trove
    >>> dragons(read_trove(dice("Hd4"))).points
    -4
    """
    return _hazard("DM-HAZARD-DRAGON", trove, DRAGON, SHIELD)


def _hazard(rule: str, trove: Trove, hazard: Shows, tool: Shows) -> Award | None:
    """One kind of hazard against its tool; a hazard die that is not read may still cost what its face can hold.

    It shows one kind of hazard only, so what it may cost is taken off one line: of cave-ins, unless pickaxes meet them.
    """
    count, tools = trove.count(hazard), trove.count(tool)
    unread_hazards = trove.unread.get(HAZARD_DIE, 0)
    if not count and not tools and not unread_hazards:
        return None
    points = hazard_points(count, tools)
    evidence = trove.evidence(hazard, tool)
    arithmetic = spelled_hazard(hazard, count, tools)
    if unread_hazards or (count and TOOL_DIE in trove.unread):
        bounded_there = hazard is DRAGON and not trove.count(PICKAXE)
        worst = 0 if tools or bounded_there else unread_hazards * MOST_ON_A_FACE
        return Award(rule, None, arithmetic, evidence, trove.subject, NOT_READ, floor=points - worst)
    return Award(rule, points, arithmetic, evidence, trove.subject, trove.caveat(evidence))


def hazard_points(hazards: int, tools: int) -> int:
    """The amount of one kind of hazard: negative without its tool, multiplied with it.

    >>> hazard_points(4, 0), hazard_points(4, 1), hazard_points(4, 2)
    (-4, 4, 8)
    """
    return hazards * tools if tools else -hazards


@lru_cache(maxsize=1024)
def spelled_hazard(hazard: Shows, count: int, tools: int) -> Sentence:
    """Hazards against tools, as a player would write it."""
    points = hazard_points(count, tools)
    if hazard is CAVE_IN:
        if tools:
            return say("cave-ins {count} × pickaxes {tools} = {points}", count=count, tools=tools, points=points)
        return say("cave-ins {count}, no pickaxe: {points}", count=count, points=points)
    if tools:
        return say("dragons {count} × shields {tools} = {points}", count=count, tools=tools, points=points)
    return say("dragons {count}, no shield: {points}", count=count, points=points)


def worth_nothing(trove: Trove) -> Award | None:
    """Beer, magic and chests help in other phases and score nothing.

    >>> from scoring.diceminer.pieces import dice
    >>> from scoring.diceminer.trove import read_trove
    >>> worth_nothing(read_trove(dice("Tb M2 Kc2"))).arithmetic
    'beers 1, magic 2, chests 2: no points'
    """
    beers, magic, chests = trove.count(BEER), trove.count(MAGIC), trove.count(CHEST)
    if not (beers or magic or chests):
        return None
    evidence = trove.evidence(BEER, MAGIC, CHEST)
    return Award("DM-NO-POINTS", 0, spelled_nothing(beers, magic, chests), evidence, trove.subject)


@lru_cache(maxsize=1024)
def spelled_nothing(beers: int, magic: int, chests: int) -> Sentence:
    """What lies there without scoring."""
    parts = (
        (beers, say("beers {count}", count=beers)),
        (magic, say("magic {count}", count=magic)),
        (chests, say("chests {count}", count=chests)),
    )
    return say("{things}: no points", things=listed([text for count, text in parts if count]))


def score_round(
    troves: Sequence[Trove], waiting_for_troves: bool = False, solo_doubles: bool = True, solo_note: str = ""
) -> list[list[Award]]:
    """The scoring phase of one round: every player's lines, in the order of the troves given."""
    counts = [trove.count(GEM) for trove in troves]
    unsettled: str = say("waits for the troves of the other players") if waiting_for_troves else ""
    if not unsettled and any(TREASURE_DIE in trove.unread for trove in troves):
        unsettled = say("a treasure die is not read yet")
    lines: list[list[Award]] = []
    for seat, trove in enumerate(troves):
        if unsettled:
            doubled = open_doubling(trove, unsettled)
        elif len(troves) > 1 or solo_doubles:
            doubled = doubling(trove, counts[:seat] + counts[seat + 1 :], solo_note if len(troves) == 1 else "")
        else:
            doubled = None
        awards = (tunnels(trove), gems(trove), doubled, cave_ins(trove), dragons(trove), worth_nothing(trove))
        lines.append([award for award in awards if award is not None])
    return lines


def total_of(awards: Sequence[Award]) -> int:
    """The sum of some lines, unknown ones at their floor."""
    return sum(award.floor if award.points is None else award.points for award in awards)


def is_open(lines: Lines) -> bool:
    """Whether any line of a scoring still waits for a die or a trove."""
    return any(award.points is None for awards in lines.values() for award in awards)
