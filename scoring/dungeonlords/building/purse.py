"""What a lord can pay, and why not."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.dungeonlords.pieces import EVIL_TOP, GHOST
from scoring.dungeonlords.state import Lord
from scoring.sheet import Legal, Ruling, Step
from scoring.words import Sentence, listed, say

Reason = tuple[str, Sentence]
"""A rule, and why it does not allow something."""

WORDS = {
    "gold": say("gold"),
    "food": say("food"),
    "imp": say("imps"),
    "evil": say("evil"),
    "trap": say("trap cards"),
    "monster": say("monsters"),
    "tunnel": say("tunnels"),
    "spy": say("look at a combat card"),
    "room": say("room"),
}


def amounts(parts: Mapping[str, int]) -> Sentence | str:
    """A cost or gain in words; nothing is "nothing".

    >>> amounts({"gold": 1, "food": 2})
    '1 gold, 2 food'
    """
    return listed(say("{n} {what}", n=n, what=WORDS[what]) for what, n in parts.items()) if parts else say("nothing")


def shortfalls(lord: Lord, cost: Mapping[str, int], full_game: bool = True) -> list[Sentence]:
    """Every part of the cost that this lord cannot pay. Evil cannot be paid past the top of the Evilometer."""
    monsters = sum(beast.id != GHOST for beast in lord.monsters)
    have = {"gold": lord.gold, "food": lord.food, "imp": lord.imps, "trap": len(lord.traps), "monster": monsters}
    if full_game:
        have["evil"] = EVIL_TOP - lord.evil
    found = []
    for what, n in cost.items():
        if what == "evil" and what in have and n > have[what]:
            found.append(
                say("{n} evil cannot be paid: only {left} spaces are left to the top.", n=n, left=max(0, have[what]))
            )
        elif what in have and what != "evil" and n > have[what]:
            found.append(say("{n} {what} needed, {have} there.", n=n, what=WORDS[what], have=have[what]))
    return found


def verdict(good: Sentence, reasons: list[Reason], rules: tuple[str, ...], **data: object) -> Ruling:
    """A ruling that allows, or lists every reason against."""
    steps = tuple(Step(text, rule) for rule, text in reasons)
    if not reasons:
        return Ruling(good, rules, (), {"reasons": [], **data}, legal=Legal.YES)
    named = tuple(dict.fromkeys(rule for rule, _ in reasons))
    text = reasons[0][1] if len(reasons) == 1 else say("Not allowed, for {n} reasons.", n=len(reasons))
    return Ruling(
        say("No: {reason}", reason=text) if len(reasons) == 1 else text,
        named,
        steps,
        {"reasons": [str(text) for _, text in reasons], **data},
        legal=Legal.NO,
    )
