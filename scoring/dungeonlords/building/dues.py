"""Pay Day and taxes: every way to pay, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.dungeonlords.building.purse import amounts, shortfalls
from scoring.dungeonlords.phrases import names
from scoring.dungeonlords.pieces import EVIL_TOP, GHOST, PALADIN_SPACE
from scoring.dungeonlords.state import Lord, Options
from scoring.game import Model
from scoring.sheet import Ruling, Step
from scoring.words import say

KEEP, DISMISS, FEED = "keep", "dismiss", "feed"


class PayDay(Model):
    """A lord on Pay Day. ``keep`` asks about one choice; without it every payable one is listed."""

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


def pay_day_options(lord: Lord, full_game: bool, catalogue: Catalogue) -> list[dict[str, Any]]:
    """Every way to keep, dismiss or feed the monsters that can be paid, the fewest dismissed first."""
    kinds = sorted(beast.id for beast in lord.monsters)
    seen: set[tuple[tuple[str, str], ...]] = set()
    options = []
    for fates in product((KEEP, DISMISS, FEED), repeat=len(kinds)):
        choice = tuple(sorted(zip(kinds, fates, strict=True)))
        if choice in seen:
            continue
        seen.add(choice)
        option = _option(lord, choice, full_game, catalogue)
        if option is not None:
            options.append(option)
    options.sort(key=lambda option: (len(option["dismiss"]), len(option["fed"]), option["evil_after"]))
    return options


def _option(
    lord: Lord, choice: tuple[tuple[str, str], ...], full_game: bool, catalogue: Catalogue
) -> dict[str, Any] | None:
    """What this choice costs and leads to; None if it cannot be paid. Costs come first, then the anger of the gone."""
    groups = {fate: [kind for kind, chosen in choice if chosen == fate] for fate in (KEEP, DISMISS, FEED)}
    due: dict[str, int] = {}
    for kind in groups[KEEP]:
        for what, n in _wage(kind, catalogue).items():
            due[what] = due.get(what, 0) + n
    if due.pop("monster", 0) != len(groups[FEED]) or GHOST in groups[FEED]:
        return None
    if shortfalls(lord, due, full_game):
        return None
    evil = min(EVIL_TOP, lord.evil + due.get("evil", 0) + len(groups[DISMISS]))
    return {
        "keep": groups[KEEP],
        "dismiss": groups[DISMISS],
        "fed": groups[FEED],
        "pay": due,
        "evil_after": evil,
        "paladin": lord.evil < PALADIN_SPACE <= evil,
    }


def pay_day(ask: PayDay, catalogue: Catalogue) -> Ruling:
    """All payable combinations, with the Evilometer and the paladin after each."""
    options = pay_day_options(ask.lord, ask.options.full_game, catalogue)
    for option in options:
        option["paladin"] = option["paladin"] and ask.paladin_free
    if ask.keep is not None:
        options = [option for option in options if option["keep"] == sorted(ask.keep)]
    steps = tuple(_payday_steps(options, catalogue))
    rules = ("DL-PAY-DAY", "DL-EVIL-COST", "DL-PALADIN")
    if not options:
        return Ruling(say("That cannot be paid."), rules, (), {"legal": False, "options": []})
    best = options[0]
    text = say(
        "{n} ways to pay; with the fewest leaving: keep {keep}.", n=len(options), keep=names(best["keep"], catalogue)
    )
    return Ruling(text, rules, steps, {"legal": True, "options": options})


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
    data: dict[str, Any] = {"due": due, "options": options, "legal": True}
    text = say("{tiles} tiles: {due} gold are due; you choose how much you pay.", tiles=len(ask.lord.dungeon), due=due)
    if ask.pay is not None and ask.pay > most:
        data["legal"] = False
        text = say("No: {due} gold are due and you have {gold}.", due=due, gold=ask.lord.gold)
    elif ask.pay is not None:
        text = say("Paying {pay} of {due} leaves {letters} letters.", pay=ask.pay, due=due, letters=due - ask.pay)
    return Ruling(text, ("DL-TAXES", "DL-SCORE-LETTER"), steps, data)
