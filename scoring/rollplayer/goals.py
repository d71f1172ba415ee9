"""Attribute goals: the sum of a row, with race and weapons, against what the class card asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from scoring.catalogue import Catalogue, Fact
from scoring.rollplayer.pieces import ATTRIBUTE_NAMES, ATTRIBUTES, CARD_KIND, CLASS_COLOURS, Attribute, Die
from scoring.rollplayer.state import PLACES, Player
from scoring.sheet import Award, Missing
from scoring.words import linked, say

GOALS = "RP-GOALS"


@dataclass(frozen=True, slots=True)
class Raise:
    """A weapon that lets some dice count more than their face, for goals only."""

    what: str
    by: int
    card: int

    def applies(self, attribute: str, piece: Die, class_colour: str | None) -> bool:
        """Whether this die counts more."""
        if self.what == "class colour":
            return piece.colour == class_colour
        return self.what in ("all", piece.colour, str(piece.value), attribute)


@cache
def _raise(scoring: str, card: int) -> Raise | None:
    """Read what a weapon says about scoring.

    >>> _raise("gold dice +1", 0)
    Raise(what='gold', by=1, card=0)
    >>> _raise("none", 0), _raise("armor set +1", 0)
    (None, None)
    """
    what, found, by = scoring.rpartition(" dice +")
    return Raise(what, int(by), card) if found else None


def raises(player: Player, catalogue: Catalogue) -> tuple[tuple[Raise, ...], tuple[Missing, ...]]:
    """What the player's weapons do to dice, and the weapons of which we must ask it."""
    found: list[Raise] = []
    missing: list[Missing] = []
    for index, card in enumerate(player.cards):
        if CARD_KIND[card] != "weapon":
            continue
        scoring = catalogue.value(card, "scoring")
        if scoring is None:
            missing.append(catalogue.missing(card, "scoring"))
        elif raised := _raise(scoring, index):
            found.append(raised)
    return tuple(found), tuple(missing)


def meets(total: int, goal: str) -> bool:
    """A single number asks for exactly that, a range for anything in it, a plus for at least that.

    >>> [meets(total, "17") for total in (16, 17, 18)]
    [False, True, False]
    >>> [meets(total, "16-17") for total in (15, 16, 17, 18)]
    [False, True, True, False]
    >>> [meets(total, "14+") for total in (13, 14, 18)]
    [False, True, True]
    """
    if goal.endswith("+"):
        return total >= int(goal[:-1])
    low, _, high = goal.partition("-")
    return int(low) <= total <= int(high or low)


@dataclass(frozen=True, slots=True)
class RowSum:
    """What a row is worth for its goal, with the arithmetic and the pieces behind it."""

    total: int
    arithmetic: str
    evidence: tuple[str, ...]
    dice: int


def row_sum(
    player: Player, where: str, attribute: Attribute, race: int, raised: tuple[Raise, ...], colour: str | None = None
) -> RowSum:
    """Add the dice of a row, what weapons add to them, and what the race adds or takes.

    >>> from scoring.rollplayer.state import Rows
    >>> helen = Player(name="Helen", cards=("jeweled_dagger",), rows=Rows(strength=("blue 5", "gold 6", "gold 5")))
    >>> row_sum(helen, "/players/0", "strength", 0, (Raise("gold", 1, 0),)).arithmetic
    '5 + (6 + 1) + (5 + 1) = 18'
    """
    total, terms, evidence = 0, [], []
    weapons: dict[int, None] = {}
    for place, piece in enumerate(player.rows.of(attribute)):
        if piece is None:
            continue
        extra = 0
        for weapon in raised:
            if weapon.applies(attribute, piece, colour):
                extra += weapon.by
                weapons[weapon.card] = None
        total += piece.value + extra
        terms.append(f"({piece.value} + {extra})" if extra else str(piece.value))
        evidence.append(f"{where}/rows/{attribute}/{place}")
    evidence += [f"{where}/cards/{card}" for card in weapons]
    spelled = " + ".join(terms) or "0"
    if race:
        evidence.append(f"{where}/race")
        total += race
        spelled = say("{dice} {sign} {race} (race)", dice=spelled, sign="+" if race > 0 else "−", race=abs(race))
    return RowSum(total, say("{sum} = {total}", sum=spelled, total=total), tuple(evidence), len(terms))


def attribute_goals(player: Player, where: str, catalogue: Catalogue) -> Iterator[Award | Missing]:
    """One line per attribute: its sum and whether the goal of the class is met."""
    if player.race is None or player.hero_class is None:
        note = say("the race and the class card must be known first")
        yield from (Award(GOALS, None, "?", (), ATTRIBUTE_NAMES[name], note) for name in ATTRIBUTES)
        return
    raised, unknown = raises(player, catalogue)
    yield from unknown
    colour = catalogue.value(player.hero_class, "colour")
    for attribute in ATTRIBUTES:
        yield from _goal(player, where, attribute, colour, raised, bool(unknown), catalogue)


_FIELDS = {name: (f"goal_{name}", f"stars_{name}") for name in ATTRIBUTES}


def _goal(
    player: Player,
    where: str,
    attribute: Attribute,
    colour: str,
    raised: tuple[Raise, ...],
    unsure: bool,
    catalogue: Catalogue,
) -> Iterator[Award | Missing]:
    assert player.race is not None and player.hero_class is not None
    goal_field, stars_field = _FIELDS[attribute]
    race = catalogue.fact(player.race, attribute)
    goal, stars = catalogue.fact(player.hero_class, goal_field), catalogue.fact(player.hero_class, stars_field)
    row = row_sum(player, where, attribute, race.value, raised, colour)
    name = ATTRIBUTE_NAMES[attribute]
    if unsure:
        arithmetic = say("{sum} without the weapon, goal {goal}", sum=row.arithmetic, goal=goal.value)
        unknown_weapon = say("a weapon may change this row; what it says is not known yet")
        yield Award(GOALS, None, arithmetic, row.evidence, name, unknown_weapon)
        return
    note = _note(row.dice, worst_caveat(goal, stars, race))
    if meets(row.total, goal.value):
        arithmetic = say("{sum}, goal {goal} met", sum=row.arithmetic, goal=goal.value)
        yield Award(GOALS, stars.value, arithmetic, row.evidence, name, note)
    else:
        arithmetic = say("{sum}, goal {goal} missed", sum=row.arithmetic, goal=goal.value)
        yield Award(GOALS, 0, arithmetic, row.evidence, name, note)


def _note(dice: int, caveat: str) -> str:
    if dice == PLACES:
        return caveat
    open_row = say("row not full: {dice} of 3 dice", dice=dice)
    return linked([open_row, caveat], "; ")


def worst_caveat(*facts: Fact) -> str:
    """The weakest provenance among several printed values, in words; empty if all are well confirmed."""
    return max((fact.caveat for fact in facts), key=lambda caveat: _ALARM.get(caveat, 1))


_ALARM = {
    "": 0,
    Fact(0, "", "one_source").caveat: 1,
    Fact(0, "", "inferred").caveat: 2,
    Fact(0, "", "guess").caveat: 3,
}


def met_goals(player: Player, catalogue: Catalogue) -> int | None:
    """How many of the six goals are met; None while that cannot be told."""
    awards = [line for line in attribute_goals(player, "", catalogue) if isinstance(line, Award)]
    if any(award.points is None for award in awards):
        return None
    return sum(bool(award.points) for award in awards)


def class_colour(player: Player, catalogue: Catalogue) -> str | None:
    """The colour of the player's class; None while the class is not known."""
    if player.hero_class is None:
        return None
    colour = catalogue.value(player.hero_class, "colour")
    return colour if colour in CLASS_COLOURS else None
