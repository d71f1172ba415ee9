"""What can be wrong with monsters, imps, stores, letters and orders of one lord."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue
from scoring.dungeonlords.pieces import EVIL_TOP
from scoring.dungeonlords.possible import MONSTER, TRAP, UNSEEN
from scoring.dungeonlords.state import Lord, Table
from scoring.names import unknown_name
from scoring.sheet import Problem
from scoring.words import say


def lair_problems(state: Table, seat: int, catalogue: Catalogue) -> list[Problem]:
    """All of it for this seat."""
    lord, root = state.players[seat], f"/players/{seat}"
    return [
        *_monsters(state, lord, root, catalogue),
        *_imps(lord, root),
        *_traps(lord, root, catalogue),
        *_evil(lord, root),
        *_letters(state, lord, root),
        *_orders(state, lord, root),
    ]


def _monsters(state: Table, lord: Lord, root: str, catalogue: Catalogue) -> Iterator[Problem]:
    for i, beast in enumerate(lord.monsters):
        item = catalogue.items.get(beast.id)
        where = (f"{root}/monsters/{i}",)
        if item is None or item.kind != "monster":
            reason = unknown_name(MONSTER, beast.id, catalogue.names("monster"))
            yield Problem(
                "DL-HIRE",
                where,
                say(
                    "{player}: {reason}",
                    player=lord.name,
                    reason=reason,
                ),
            )
        if beast.down and state.season != "battle":
            yield Problem(
                "DL-MONSTERS-WAKE",
                where,
                say("{player}: monsters lie face down only while a battle lasts.", player=lord.name),
            )
    trolls = sum(beast.id == "troll" for beast in lord.monsters)
    if lord.trolls != trolls:
        yield Problem(
            "DL-TROLL",
            (f"{root}/trolls",),
            say(
                "{player}: {tokens} troll tokens for {trolls} trolls; each troll brings exactly one.",
                player=lord.name,
                tokens=lord.trolls,
                trolls=trolls,
            ),
        )


def _imps(lord: Lord, root: str) -> Iterator[Problem]:
    if lord.busy_imps > lord.imps:
        yield Problem(
            "DL-IMP-ONE-JOB",
            (f"{root}/busy_imps", f"{root}/imps"),
            say(
                "{player}: {busy} imps are at work but there are only {imps}.",
                player=lord.name,
                busy=lord.busy_imps,
                imps=lord.imps,
            ),
        )


def _traps(lord: Lord, root: str, catalogue: Catalogue) -> Iterator[Problem]:
    for i, trap in enumerate(lord.traps):
        item = catalogue.items.get(trap)
        if trap != UNSEEN and (item is None or item.kind != "trap"):
            reason = unknown_name(TRAP, trap, catalogue.names("trap"))
            yield Problem(
                "DL-BUY-TRAPS",
                (f"{root}/traps/{i}",),
                say("{player}: {reason}", player=lord.name, reason=reason),
            )


def _evil(lord: Lord, root: str) -> Iterator[Problem]:
    if not 0 <= lord.evil <= EVIL_TOP:
        yield Problem(
            "DL-EVILOMETER",
            (f"{root}/evil",),
            say(
                "{player}: the Evilometer runs from 0 to {top}, not to {evil}.",
                player=lord.name,
                top=EVIL_TOP,
                evil=lord.evil,
            ),
        )


def _letters(state: Table, lord: Lord, root: str) -> Iterator[Problem]:
    """Taxes come once a year but never in winter, and a dungeon only ever grows."""
    times = state.year - (1 if state.season == "winter" else 0)
    most = times * -(-len(lord.dungeon) // 2)
    if lord.letters > most:
        yield Problem(
            "DL-TAXES",
            (f"{root}/letters",),
            say(
                "{player}: {letters} letters, but so far taxes cannot have asked for more than {most} gold.",
                player=lord.name,
                letters=lord.letters,
                most=most,
            ),
        )


def _orders(state: Table, lord: Lord, root: str) -> Iterator[Problem]:
    cards = lord.unavailable
    if not cards or state.season == "end":
        return
    if len(cards) != 2 or len(set(cards)) != len(cards):
        yield Problem(
            "DL-ORDERS-CHOOSE",
            (f"{root}/unavailable",),
            say(
                "{player}: two different order cards are unavailable each round, not {count}.",
                player=lord.name,
                count=len(set(cards)) if len(cards) == 2 else len(cards),
            ),
        )
