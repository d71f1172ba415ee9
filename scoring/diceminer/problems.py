"""Everything about a table that cannot be: all of it at once, each with its rule and the pieces at fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.catalogue import Catalogue, localised
from scoring.diceminer.dicecount import (
    more_than_the_box_has,
    troves_that_shrink,
    wrong_faces,
    wrong_number_of_dice,
)
from scoring.diceminer.mountain import hanging, well_formed
from scoring.diceminer.pieces import DieType
from scoring.diceminer.score import score
from scoring.diceminer.state import ROUNDS, Player, Round, Table
from scoring.sheet import Problem
from scoring.words import say


def problems(table: Table, catalogue: Catalogue) -> list[Problem]:
    """All problems of a table, in the order in which a player would go through it."""
    return [
        *_heroes(table, catalogue),
        *_round_count(table),
        *wrong_faces(table, catalogue),
        *more_than_the_box_has(table, catalogue),
        *wrong_number_of_dice(table),
        *troves_that_shrink(table),
        *_mountain(table, catalogue),
        *_tie_breaks(table, catalogue),
    ]


def _heroes(table: Table, catalogue: Catalogue) -> Iterator[Problem]:
    chosen = Counter(player.hero for player in table.players if player.hero)
    for hero, times in chosen.items():
        if times > 1:
            item = catalogue.items.get(hero)
            yield Problem(
                "DM-SETUP-HERO",
                tuple(f"/players/{seat}/hero" for seat, p in enumerate(table.players) if p.hero is hero),
                say(
                    "{count} players have the hero {hero}; there is one card of each.",
                    count=times,
                    hero=localised(item.name) if item else hero,
                ),
            )


def _round_count(table: Table) -> Iterator[Problem]:
    for seat, player in enumerate(table.players):
        if len(player.rounds) > ROUNDS:
            yield Problem(
                "DM-ROUNDS",
                tuple(f"/players/{seat}/rounds/{index}" for index in range(ROUNDS, len(player.rounds))),
                say("{player} has {count} rounds; a game has three.", player=player.name, count=len(player.rounds)),
            )


def _mountain(table: Table, catalogue: Catalogue) -> Iterator[Problem]:
    if table.mountain is None:
        return
    shape = [len(row) for row in table.mountain]
    expected = catalogue.value("mountain", "rows")
    if expected is not None and shape != list(expected):
        yield Problem(
            "DM-SETUP-MOUNTAIN",
            ("/mountain",),
            say(
                "The mountain has rows of {shape}; from the top down they hold {expected} dice.",
                shape=", ".join(map(str, shape)) or say("no dice"),
                expected=", ".join(map(str, expected)),
            ),
        )
    if well_formed(table.mountain):
        for where in hanging(table.mountain):
            yield Problem(
                "DM-SLIDE",
                (where.pointer,),
                say("The die at {place} hangs over an empty place; it would slide down.", place=str(where)),
            )


def _tie_breaks(table: Table, catalogue: Catalogue) -> Iterator[Problem]:
    """Extra scorings exist only for those tied for the win, and with exactly the dice of their last trove."""
    if not any(player.tie_breaks for player in table.players):
        return
    tie = score(table, catalogue).extra.get("tie_break")
    scored = [set(points) for points in tie["points"]] if tie else []
    for seat, player in enumerate(table.players):
        for index, extra in enumerate(player.tie_breaks):
            where = (f"/players/{seat}/tie_breaks/{index}",)
            if tie and index == len(scored) and player.name in tie["must_reroll"]:
                yield Problem(
                    "DM-TIE-BREAK",
                    where,
                    say("{player}'s tie-break waits: not all tied players have rerolled.", player=player.name),
                )
            elif index >= len(scored) or player.name not in scored[index]:
                yield Problem(
                    "DM-TIE-BREAK",
                    where,
                    say("{player} rerolls for a tie-break, but is not tied for the win then.", player=player.name),
                )
            elif _kinds(extra) != _kinds(_last_trove(player)):
                yield Problem(
                    "DM-TIE-BREAK",
                    where,
                    say("{player}'s tie-break trove does not hold the same dice as round 3.", player=player.name),
                )


def _kinds(trove: Round) -> Counter[DieType]:
    return Counter(die.type for die in trove.dice)


def _last_trove(player: Player) -> Round:
    return player.rounds[min(len(player.rounds), ROUNDS) - 1] if player.rounds else Round()
