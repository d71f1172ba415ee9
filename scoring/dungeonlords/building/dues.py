"""Pay Day and taxes: the ways to pay, and what follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.dungeonlords.building.purse import amounts
from scoring.dungeonlords.building.wages import EATS, Fate, Wage, Wages
from scoring.dungeonlords.phrases import names
from scoring.dungeonlords.pieces import EVIL_TOP, PALADIN_SPACE
from scoring.dungeonlords.possible import MONSTER, refusal
from scoring.dungeonlords.state import Lord, Options
from scoring.game import Model
from scoring.names import unknown_names
from scoring.sheet import Legal, Ruling, Step, legal_if
from scoring.words import say

LISTED = 50
"""How many ways to pay are told one by one."""


class PayDay(Model):
    """A lord on Pay Day. ``keep`` asks about one choice; without it the payable ones are listed."""

    lord: Lord
    keep: tuple[str, ...] | None = Field(default=None, description="The monsters and ghosts to be kept.")
    paladin_free: bool = Field(default=True, description="Whether the paladin can still come to this lord.")
    options: Options = Options()


class Taxes(Model):
    """A lord when taxes are due; ``pay`` is what he wants to pay."""

    lord: Lord
    pay: int | None = Field(default=None, ge=0)


def _wage(kind: str, catalogue: Catalogue) -> dict[str, int]:
    return {str(what): int(n) for what, n in catalogue.value(kind, "cost") or ()}


def pay_day_ways(ask: PayDay, catalogue: Catalogue) -> Wages:
    """Every way to keep, dismiss or feed the monsters that can be paid."""
    lord = ask.lord
    purse = {"gold": lord.gold, "food": lord.food, "imp": lord.imps, "trap": len(lord.traps)}
    if ask.options.full_game:
        purse["evil"] = max(0, EVIL_TOP - lord.evil)
    lair = Counter(beast.id for beast in lord.monsters)
    return Wages(
        {kind: _wage(kind, catalogue) for kind in lair}, lair, purse, None if ask.keep is None else Counter(ask.keep)
    )


def _option(ask: PayDay, fates: Mapping[str, Fate], wages: Mapping[str, Wage]) -> dict[str, Any]:
    """What this way costs and leads to. Costs come first, then the anger of the gone."""
    kept, gone, fed = ([kind for kind in sorted(fates) for _ in range(fates[kind][place])] for place in range(3))
    due: dict[str, int] = {}
    for kind in kept:
        for what, n in wages[kind].items():
            if what != EATS:
                due[what] = due.get(what, 0) + n
    evil = min(EVIL_TOP, ask.lord.evil + due.get("evil", 0) + len(gone))
    return {
        "keep": kept,
        "dismiss": gone,
        "fed": fed,
        "pay": due,
        "evil_after": evil,
        "paladin": ask.paladin_free and ask.lord.evil < PALADIN_SPACE <= evil,
    }


def pay_day(ask: PayDay, catalogue: Catalogue) -> Ruling:
    """The ways to pay, those with the fewest leaving first, with the Evilometer and the paladin after each."""
    strangers = unknown_names(MONSTER, ask.keep or (), [beast.id for beast in ask.lord.monsters])
    if strangers:
        return refusal(strangers, "DL-PAY-DAY")
    ways = pay_day_ways(ask, catalogue)
    count = ways.count
    rules = ("DL-PAY-DAY", "DL-EVIL-COST", "DL-PALADIN")
    if not count:
        return Ruling(say("That cannot be paid."), rules, (), {"ways": 0, "options": []}, legal=Legal.NO)
    options = [_option(ask, fates, ways.wages) for fates in islice(ways.best_first(), LISTED)]
    steps = list(_payday_steps(options, catalogue))
    if count > LISTED:
        steps.append(
            Step(say("Listed are the {n} ways with the fewest leaving, of {all}.", n=LISTED, all=count), "DL-PAY-DAY")
        )
    text = say(
        "{n} ways to pay; with the fewest leaving: keep {keep}.", n=count, keep=names(options[0]["keep"], catalogue)
    )
    return Ruling(text, rules, tuple(steps), {"ways": count, "options": options}, legal=Legal.YES)


def _payday_steps(options: list[dict[str, Any]], catalogue: Catalogue) -> Iterator[Step]:
    for option in options:
        template = say(
            "Keep {keep}; leave: {dismiss}; pay {pay}; Evilometer {evil}.",
            keep=names(option["keep"], catalogue),
            dismiss=names([*option["dismiss"], *option["fed"]], catalogue),
            pay=amounts(option["pay"]),
            evil=option["evil_after"],
        )
        yield Step(
            say("{line} The paladin comes.", line=template) if option["paladin"] else template, "DL-PAY-DAY", option
        )


def tax_due(lord: Lord) -> int:
    """One gold per two tiles, rounded up; conquered tiles count.

    >>> tax_due(Lord(name="Ann"))
    2
    """
    return -(-len(lord.dungeon) // 2)


def taxes(ask: Taxes, catalogue: Catalogue) -> Ruling:
    """What is due, and how many letters each payment leaves."""
    due = tax_due(ask.lord)
    most = min(due, ask.lord.gold)
    options = [{"pay": paid, "letters": due - paid, "points": -3 * (due - paid)} for paid in range(most + 1)]
    steps = tuple(
        Step(
            say("Pay {pay}: {letters} letters, {points} points at the end.", **option),
            "DL-TAXES",
        )
        for option in reversed(options)
    )
    data = {"due": due, "options": options}
    too_much = ask.pay is not None and ask.pay > most
    text = say("{tiles} tiles: {due} gold are due; you choose how much you pay.", tiles=len(ask.lord.dungeon), due=due)
    if too_much:
        text = say("No: {due} gold are due and you have {gold}.", due=due, gold=ask.lord.gold)
    elif ask.pay is not None:
        text = say("Paying {pay} of {due} leaves {letters} letters.", pay=ask.pay, due=due, letters=due - ask.pay)
    return Ruling(text, ("DL-TAXES", "DL-SCORE-LETTER"), steps, data, legal=legal_if(not too_much))
