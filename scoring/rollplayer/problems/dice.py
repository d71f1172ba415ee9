"""What cannot be with the dice: more than the box holds, impossible values, gaps in a row."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue
from scoring.rollplayer.pieces import (
    ATTRIBUTE_NAMES,
    ATTRIBUTES,
    COLOUR_NAMES,
    DICE_BASE,
    DICE_EXPANSION,
    RIVAL_DICE_BASE,
    RIVAL_DICE_EXPANSION,
    die_name,
)
from scoring.rollplayer.state import State
from scoring.sheet import Problem
from scoring.words import say

BACKPACK_DICE = 4


def dice_in_the_box(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """No more dice of a colour on all sheets together than the box holds, less the rival dice of the solo game."""
    box = DICE_EXPANSION if state.options.expansion else DICE_BASE
    found = _dice_by_colour(state)
    if state.solo:
        rivals = RIVAL_DICE_EXPANSION if state.options.expansion else RIVAL_DICE_BASE
        yield from _rival_dice(found.pop("gold", []), box["gold"] - rivals, state)
    for colour, where in found.items():
        if len(where) > box[colour]:
            message = say(
                "Dice of colour {colour} on the table: {count}, in the box: {limit}",
                count=len(where),
                colour=COLOUR_NAMES[colour],
                limit=box[colour],
            )
            rule = "MM-BOOST" if colour == "boost" else "RP-COMPONENTS"
            yield Problem(rule, tuple(where), message)


def _dice_by_colour(state: State) -> dict[str, list[str]]:
    """Pointers to every die on a sheet or in a Backpack."""
    found: dict[str, list[str]] = {}
    for seat, player in enumerate(state.players):
        for attribute, place, piece in player.rows.dice():
            found.setdefault(piece.colour, []).append(f"/players/{seat}/rows/{attribute}/{place}")
        for index, piece in enumerate(player.backpack):
            found.setdefault(piece.colour, []).append(f"/players/{seat}/backpack/{index}")
    return found


def _rival_dice(gold: list[str], limit: int, state: State) -> Iterator[Problem]:
    if len(gold) > limit:
        rule = "MM-SOLO-SETUP" if state.options.expansion else "RP-SOLO-SETUP"
        message = say("Gold dice: {count}, without the rival dice there are {limit}", count=len(gold), limit=limit)
        yield Problem(rule, tuple(gold), message)


def dice_values(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """Boost dice show 3 to 8, all others 1 to 6, combat dice 1 to 6."""
    for seat, player in enumerate(state.players):
        where = f"/players/{seat}"
        places = [(f"{where}/rows/{row}/{place}", piece) for row, place, piece in player.rows.dice()]
        places += [(f"{where}/backpack/{index}", piece) for index, piece in enumerate(player.backpack)]
        for pointer, piece in places:
            if not piece.possible:
                low, high = piece.faces[0], piece.faces[-1]
                message = say("{die}: such a die shows {low} to {high}", die=die_name(piece), low=low, high=high)
                yield Problem("MM-BOOST" if piece.colour == "boost" else "RP-SHEET", (pointer,), message)
        for index, value in enumerate(player.battle.dice if player.battle else ()):
            if not 1 <= value <= 6:
                message = say("A combat die shows 1 to 6, not {value}", value=value)
                yield Problem("MM-COMBAT-DICE", (f"{where}/battle/dice/{index}",), message)


def left_justified(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """A die always goes to the first free place from the left, so a row has no gaps."""
    for seat, player in enumerate(state.players):
        for attribute in ATTRIBUTES:
            row = player.rows.of(attribute)
            gaps = [place for place in range(2) if row[place] is None and any(row[place + 1 :])]
            if gaps:
                message = say(
                    "{player}: the {row} row has a gap; dice lie from the left",
                    player=player.name,
                    row=ATTRIBUTE_NAMES[attribute],
                )
                yield Problem("RP-PLACE", tuple(f"/players/{seat}/rows/{attribute}/{gap}" for gap in gaps), message)


def even_pace(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """Every round each player gets one die, so sheets never differ by more than one."""
    counts = [sum(1 for _ in player.rows.dice()) + len(player.backpack) for player in state.players]
    if counts and max(counts) - min(counts) > 1:
        spelled = ", ".join(f"{player.name} {count}" for player, count in zip(state.players, counts, strict=True))
        where = tuple(f"/players/{seat}/rows" for seat in range(len(counts)))
        message = say("The sheets hold different numbers of dice ({counts})", counts=spelled)
        yield Problem("RP-DICE", where, message)


def backpacks(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """A Backpack stores four dice at most and never more than there are free places."""
    for seat, player in enumerate(state.players):
        if not player.backpack:
            continue
        where = (f"/players/{seat}/backpack",)
        free = 18 - sum(1 for _ in player.rows.dice())
        if "backpack" not in player.cards:
            yield Problem("MM-BACKPACK", where, say("{player} has no Backpack to store dice in", player=player.name))
        if len(player.backpack) > min(BACKPACK_DICE, free):
            message = say(
                "{player}, dice in the Backpack: {count}, allowed now: {limit}",
                player=player.name,
                count=len(player.backpack),
                limit=min(BACKPACK_DICE, free),
            )
            yield Problem("MM-BACKPACK", where, message)
