"""What an attribute action may do to a sheet: every legal way with the sheet after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from scoring.catalogue import Catalogue
from scoring.rollplayer.pieces import ATTRIBUTE_NAMES, Attribute, Die, die_name
from scoring.rollplayer.state import Player, Rows
from scoring.sheet import Missing
from scoring.words import Sentence, say

RULES: dict[str, str] = {
    "strength": "RP-STR",
    "dexterity": "RP-DEX",
    "constitution": "RP-CON",
    "intelligence": "RP-INT",
    "wisdom": "RP-WIS",
    "charisma": "RP-CHA",
}
STEPS: dict[str, tuple[int, int]] = {"good": (-1, 0), "evil": (1, 0), "lawful": (0, -1), "chaotic": (0, 1)}
STEP_NAMES: dict[str, Sentence] = {
    "good": say("towards good"),
    "evil": say("towards evil"),
    "lawful": say("towards lawful"),
    "chaotic": say("towards chaotic"),
}


@dataclass(frozen=True, slots=True)
class Way:
    """One way to use an attribute action; ``after`` has one sheet per equally likely outcome.

    With ``keep_either`` (a reroll) the player may also leave the die as it was.
    """

    action: Attribute
    text: Sentence
    where: tuple[str, ...]
    after: tuple[Player, ...]
    keep_either: bool = False


def ways(player: Player, action: Attribute, catalogue: Catalogue) -> tuple[list[Way], list[Missing]]:
    """Every legal way to use an action on this sheet, and what must be asked first."""
    missing: list[Missing] = []
    match action:
        case "strength":
            found = list(_flips(player, catalogue, missing))
        case "dexterity":
            found = list(_swaps(player))
        case "constitution":
            found = list(_nudges(player))
        case "intelligence":
            found = list(_rerolls(player))
        case "wisdom":
            found = list(_alignment_steps(player))
        case "charisma":
            after = player.model_copy(update={"charisma": player.charisma + 1})
            found = [Way("charisma", say("take a charisma token"), ("/charisma",), (after,))]
    return found, missing


def opposite(piece: Die, catalogue: Catalogue) -> int | None:
    """The value on the opposite face: 7 less the value; on boost dice as the owner has entered it."""
    if piece.colour != "boost":
        return 7 - piece.value
    for value in piece.faces:
        other = catalogue.value("boost_die", f"opposite_{value}")
        if other is not None and piece.value in (value, other):
            return int(other) if value == piece.value else value
    return None


def stepped(marker: tuple[int, int], direction: str) -> tuple[int, int] | None:
    """The marker one step on; None off the card.

    >>> stepped((0, 1), "evil"), stepped((0, 1), "good")
    ((1, 1), None)
    """
    down, right = STEPS[direction]
    row, column = marker[0] + down, marker[1] + right
    return (row, column) if 0 <= row <= 2 and 0 <= column <= 2 else None


def spot(attribute: str, place: int) -> Sentence:
    """A place in words, counted from 1 as players do."""
    return say("{row} {place}", row=ATTRIBUTE_NAMES[attribute], place=place + 1)


def _changed(player: Player, attribute: str, place: int, piece: Die) -> Player:
    return player.model_copy(update={"rows": player.rows.with_die(attribute, place, piece)})


def _flips(player: Player, catalogue: Catalogue, missing: list[Missing]) -> Iterator[Way]:
    for attribute, place, piece in player.rows.dice():
        if not piece.possible:
            continue
        value = opposite(piece, catalogue)
        if value is None:
            missing.append(catalogue.missing("boost_die", f"opposite_{piece.value}"))
            continue
        text = say("flip {die} ({spot}) to {value}", die=die_name(piece), spot=spot(attribute, place), value=value)
        after = _changed(player, attribute, place, piece.showing(value))
        yield Way("strength", text, (f"/rows/{attribute}/{place}",), (after,))


def _swaps(player: Player) -> Iterator[Way]:
    for (row, place, piece), (other_row, other_place, other) in combinations(player.rows.dice(), 2):
        if piece == other:
            continue  # legal, but nothing changes
        text = say(
            "swap {die} ({spot}) with {other} ({other_spot})",
            die=die_name(piece),
            spot=spot(row, place),
            other=die_name(other),
            other_spot=spot(other_row, other_place),
        )
        rows: Rows = player.rows.with_die(row, place, other).with_die(other_row, other_place, piece)
        after = player.model_copy(update={"rows": rows})
        where = (f"/rows/{row}/{place}", f"/rows/{other_row}/{other_place}")
        yield Way("dexterity", text, where, (after,))


def _nudges(player: Player) -> Iterator[Way]:
    for attribute, place, piece in player.rows.dice():
        for value in (piece.value - 1, piece.value + 1):
            if not (piece.possible and piece.showing(value).possible):
                continue
            text = say("turn {die} ({spot}) to {value}", die=die_name(piece), spot=spot(attribute, place), value=value)
            after = _changed(player, attribute, place, piece.showing(value))
            yield Way("constitution", text, (f"/rows/{attribute}/{place}",), (after,))


def _rerolls(player: Player) -> Iterator[Way]:
    for attribute, place, piece in player.rows.dice():
        text = say("reroll {die} ({spot}) and keep either value", die=die_name(piece), spot=spot(attribute, place))
        after = tuple(_changed(player, attribute, place, piece.showing(value)) for value in piece.faces)
        yield Way("intelligence", text, (f"/rows/{attribute}/{place}",), after, keep_either=True)


def _alignment_steps(player: Player) -> Iterator[Way]:
    for direction, name in STEP_NAMES.items():
        marker = stepped(player.marker, direction)
        if marker is not None:
            text = say("move the alignment marker one step {direction}", direction=name)
            yield Way("wisdom", text, ("/marker",), (player.model_copy(update={"marker": marker}),))
