"""Whether an attribute meets its goal, where a question names both: "the goal says 16+ and I have 18"."""

from __future__ import annotations

import re

from scoring.catalogue import Catalogue
from scoring.tongues import Tongue

ABOUT = frozenset({"RP-GOALS"})
"""Rules whose questions may name a goal and what somebody has."""
MET, MISSED = "RP-ASK-GOAL-MET", "RP-ASK-GOAL-EXCEED"
GOAL = re.compile(r"(?P<least>\d+)\s*(?:(?P<plus>\+)|[-–]\s*(?P<most>\d+))")


def worked_out(question: str, tongue: Tongue, _: Catalogue) -> str | None:
    """The answer to a goal and a total that a question names; None if it names anything else.

    >>> from scoring.tongues import tongue
    >>> asked = ("goal 16+ and i have 18", "16-17 with 15", "goal 17 but i have 18", "goal 17 with 17", "goal 17")
    >>> [worked_out(one, tongue("en"), Catalogue({}, {})) for one in asked]
    ['RP-ASK-GOAL-MET', 'RP-ASK-GOAL-EXCEED', 'RP-ASK-GOAL-EXCEED', 'RP-ASK-GOAL-MET', None]
    """
    if tongue.wants(tongue.words(question), question) in ("how_many", "which"):
        return None
    goal = GOAL.search(question)
    totals = [int(number) for number in re.findall(r"\d+", GOAL.sub(" ", question, count=1))]
    if not goal:
        return (MET if totals[0] == totals[1] else MISSED) if len(totals) == 2 else None
    if len(totals) != 1:
        return None
    least = int(goal["least"])
    met = least <= totals[0] and (bool(goal["plus"]) or totals[0] <= int(goal["most"]))
    return MET if met else MISSED
