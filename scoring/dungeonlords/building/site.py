"""Digging tunnels and mining gold: where, with how many imps, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.building.board import WORKERS
from scoring.dungeonlords.building.purse import Reason, verdict
from scoring.dungeonlords.pieces import (
    COLUMNS,
    ROWS,
    Space,
    Square,
    blocks,
    neighbours,
    on_grid,
    parse_square,
    square_name,
)
from scoring.dungeonlords.state import Lord
from scoring.game import Model
from scoring.sheet import Ruling
from scoring.words import say

TOOL_SHED = "tool_shed"


class Dig(Model):
    """Where a lord wants to dig, in order; without squares the answer lists where he may."""

    lord: Lord
    squares: tuple[str, ...] = Field(default=(), description="Squares in the order of digging, e.g. B2, A2.")
    space: Space = "I"
    tool_shed: bool = Field(default=False, description="Dug by the Tool Shed: one tunnel, no imp on the tunnel.")


class Mine(Model):
    """How many imps mine gold, from which space."""

    lord: Lord
    imps: int = Field(default=1, ge=0, le=20, description="Imps that mine, without the supervisor.")
    space: Space = "I"


def dig_reasons(tiles: set[Square], square: Square) -> Iterator[Reason]:
    """Why no tunnel may be dug here."""
    name = square_name(square)
    if not on_grid(square):
        yield "DL-DIG", say("{square} lies off the board.", square=name)
    elif square in tiles:
        yield "DL-DIG", say("There is a tile on {square} already.", square=name)
    elif not any(other in tiles for other in neighbours(square)):
        yield "DL-DIG", say("{square} does not touch any tile of the dungeon.", square=name)
    for block in blocks({*tiles, square}):
        if square in block:
            names = ", ".join(map(square_name, block))
            yield "DL-NO-2X2", say("With {square} the block {squares} would be full.", square=name, squares=names)


def diggable(tiles: set[Square]) -> list[str]:
    """Every square where a tunnel may be dug now."""
    squares = ((x, y) for y in range(ROWS) for x in range(COLUMNS))
    return [square_name(square) for square in squares if not any(True for _ in dig_reasons(tiles, square))]


def room_to_dig(tiles: set[Square], wanted: int) -> int:
    """How many tunnels can be dug one after the other, counted up to ``wanted``.

    >>> room_to_dig({(2, 0), (2, 1), (2, 2)}, 4)
    4
    """
    most = 0
    for name in diggable(tiles) if wanted > 0 else ():
        most = max(most, 1 + room_to_dig({*tiles, parse_square(name)}, wanted - 1))
        if most == wanted:
            break
    return most


def free_imps(lord: Lord) -> int:
    """Imps that have not worked yet this round; each does one job."""
    return max(0, lord.imps - lord.busy_imps)


def _workers(lord: Lord, count: int, space: Space) -> Iterator[Reason]:
    """Why so many imps cannot work from this space."""
    if count > WORKERS[space]:
        yield (
            "DL-SUPERVISOR" if space == "III" else "DL-DIG",
            say("Space {space} allows {most} working imps, not {n}.", space=space, most=WORKERS[space], n=count),
        )
    needed = count + (1 if space == "III" and count else 0)
    if needed > free_imps(lord):
        rule = "DL-SUPERVISOR" if space == "III" else "DL-IMP-ONE-JOB"
        text = say("{n} imps needed, {free} are free.", n=needed, free=free_imps(lord))
        if space == "III":
            text = say("{n} imps needed with the supervisor, {free} are free.", n=needed, free=free_imps(lord))
        yield rule, text


def most_workers(lord: Lord, space: Space) -> int:
    """How many imps can work from this space; on space III one of the free imps supervises."""
    return max(0, min(WORKERS[space], free_imps(lord) - (1 if space == "III" else 0)))


def unconquered_tunnels(lord: Lord) -> int:
    """Where gold can be mined, one imp to a tunnel."""
    return sum(tile.room is None and not tile.conquered for tile in lord.dungeon)


def most_dug(lord: Lord, space: Space) -> int:
    """How many tunnels this lord can dig now from this space."""
    return room_to_dig({tile.square for tile in lord.dungeon}, most_workers(lord, space))


def most_mined(lord: Lord, space: Space) -> int:
    """How much gold this lord can mine now from this space."""
    return min(most_workers(lord, space), unconquered_tunnels(lord))


def work_reasons(lord: Lord, digging: bool, space: Space) -> Iterator[Reason]:
    """Why not even one imp can dig, or mine, from this space."""
    yield from _workers(lord, 1, space)
    if digging and not diggable({tile.square for tile in lord.dungeon}):
        yield NOWHERE_TO_DIG
    if not digging:
        yield from _too_few_tunnels(lord, 1)


NOWHERE_TO_DIG: Reason = ("DL-DIG", say("There is no square left where a tunnel may be dug."))


def _too_few_tunnels(lord: Lord, imps: int) -> Iterator[Reason]:
    tunnels = unconquered_tunnels(lord)
    if imps > tunnels:
        yield (
            "DL-MINE",
            say("{n} imps but {tunnels} unconquered tunnels; one imp mines per tunnel.", n=imps, tunnels=tunnels),
        )


def _shed_reasons(lord: Lord, tunnels: int, workers: int, catalogue: Catalogue) -> Iterator[Reason]:
    """Why the Tool Shed cannot dig so many tunnels; trolls may work in it."""
    free = free_imps(lord) + lord.trolls
    if not any(tile.room == TOOL_SHED and not tile.conquered for tile in lord.dungeon):
        yield "DL-ROOM-TOOL-SHED", say("There is no unconquered Tool Shed in this dungeon.")
    elif free < workers:
        name = localised(catalogue.items[TOOL_SHED].name)
        yield "DL-PRODUCTION", say("{room} needs {n} workers, {free} are free.", room=name, n=workers, free=free)
    if tunnels > 1:
        yield "DL-ROOM-TOOL-SHED", say("The Tool Shed digs one tunnel.")


def dig(ask: Dig, catalogue: Catalogue) -> Ruling:
    """Whether these tunnels may be dug, one after the other."""
    tiles = {tile.square for tile in ask.lord.dungeon}
    reasons: list[Reason] = []
    wanted: list[Square] = []
    for name in ask.squares:
        try:
            wanted.append(parse_square(name))
        except ValueError:
            reasons.append(("DL-DIG", say("{name} is not a square; they are named A1 to E4.", name=name)))
    for square in wanted:
        reasons += dig_reasons(tiles, square)
        tiles.add(square)
    imps = len(wanted) + (1 if ask.space == "III" and wanted else 0)
    good = say("Yes: {n} tunnels, {imps} imps.", n=len(wanted), imps=imps)
    if ask.tool_shed:
        imps = int(catalogue.value(TOOL_SHED, "imps")) if wanted else 0
        good = say("Yes: the Tool Shed digs it with {n} workers.", n=imps)
        reasons += _shed_reasons(ask.lord, len(wanted), imps, catalogue) if wanted else ()
    else:
        reasons += _workers(ask.lord, len(wanted), ask.space)
    may = diggable({tile.square for tile in ask.lord.dungeon})
    if not ask.squares:
        good = say("Tunnels may be dug on {squares}.", squares=", ".join(may) or say("no square"))
    return verdict(good, reasons, ("DL-DIG", "DL-NO-2X2"), squares=may, imps=imps)


def mine(ask: Mine, catalogue: Catalogue) -> Ruling:
    """How much gold this brings: one imp per unconquered tunnel, one gold each."""
    reasons = [*_workers(ask.lord, ask.imps, ask.space), *_too_few_tunnels(ask.lord, ask.imps)]
    most = most_mined(ask.lord, ask.space)
    good = say("Yes: {n} gold. At most {most} from space {space}.", n=ask.imps, most=most, space=ask.space)
    return verdict(good, reasons, ("DL-MINE",), gold=ask.imps if not reasons else 0, most=most)
