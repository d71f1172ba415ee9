"""Building rooms: which, where, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.building.board import BOARD
from scoring.dungeonlords.building.purse import Reason, shortfalls, verdict
from scoring.dungeonlords.pieces import Space, Square, in_zone, neighbours, parse_square, square_name
from scoring.dungeonlords.possible import ROOM, only_later
from scoring.dungeonlords.state import Lord
from scoring.game import Model
from scoring.names import unknown_name
from scoring.sheet import Ruling
from scoring.words import say


class BuildRoom(Model):
    """Where a lord wants to build a room; without a square the answer lists where he may."""

    lord: Lord
    room: str
    square: str | None = Field(default=None, description="Where the room shall stand, e.g. C2.")
    space: Space = "II"
    year: Literal[1, 2] = 1


def room_reasons(lord: Lord, room: str | None, square: str | None, year: int, catalogue: Catalogue) -> Iterator[Reason]:
    """Why this lord cannot build this room there; without a room, why none at all."""
    if room is not None:
        stranger = unknown_name(ROOM, room, catalogue.names("room"))
        if stranger:
            yield "DL-BUILD-ROOM", stranger
            return
        yield from _tile_reasons(lord, room, year, catalogue)
    if square is not None:
        try:
            yield from _square_reasons(lord, room, parse_square(square), catalogue)
        except ValueError:
            yield "DL-BUILD-ROOM", say("{name} is not a square.", name=square)
    elif not fitting(lord, room, catalogue):
        yield "DL-BUILD-ROOM", say("No tunnel fits, so this room cannot be bought.")


def _tile_reasons(lord: Lord, room: str, year: int, catalogue: Catalogue) -> Iterator[Reason]:
    """The tile must be on offer: there is one of each room, and half of them come in the second year."""
    if any(tile.room == room for tile in lord.rooms):
        name = localised(catalogue.items[room].name)
        yield "DL-COMPONENTS", say("{room} stands in this dungeon already; the box has one.", room=name)
    if year < (catalogue.value(room, "year") or 0):
        yield "DL-YEAR2", only_later(room, catalogue)


def _square_reasons(lord: Lord, room: str | None, square: Square, catalogue: Catalogue) -> Iterator[Reason]:
    """Why this room may not stand here."""
    tile, name = lord.tile_at(square), square_name(square)
    if tile is None or tile.room is not None:
        yield "DL-BUILD-ROOM", say("A room replaces a tunnel, and there is none on {square}.", square=name)
    elif tile.conquered:
        yield "DL-BUILD-ROOM", say("The tunnel on {square} is conquered.", square=name)
    beside = [other.name for other in lord.rooms if other.square in neighbours(square)]
    if beside:
        yield (
            "DL-ROOMS-APART",
            say("Two rooms may not touch: {square} and {others}.", square=name, others=", ".join(beside)),
        )
    zone = None if room is None else catalogue.value(room, "zone")
    if zone is not None and not in_zone(square, zone):
        yield "DL-ROOM-ZONE", say("{square} lies outside the zone of this room.", square=name)


def fitting(lord: Lord, room: str | None, catalogue: Catalogue) -> list[str]:
    """Every square where this room, or any, may stand."""
    squares = (tile.square for tile in lord.dungeon)
    return [square_name(s) for s in squares if not any(True for _ in _square_reasons(lord, room, s, catalogue))]


def build_room(ask: BuildRoom, catalogue: Catalogue) -> Ruling:
    """Whether the room may be built there, and where else."""
    reasons = list(room_reasons(ask.lord, ask.room, ask.square, ask.year, catalogue))
    reasons += [("DL-COST-ALL-OR-NOTHING", text) for text in shortfalls(ask.lord, BOARD["build_room"][ask.space][0])]
    item = catalogue.items.get(ask.room)
    known = item is not None and item.kind == "room"
    may = fitting(ask.lord, ask.room, catalogue) if known else []
    squares = ", ".join([ask.square.upper()] if ask.square else may)
    name = localised(item.name) if item is not None else ask.room
    good = say("{room} may be built on {squares}.", room=name, squares=squares)
    return verdict(good, reasons, ("DL-BUILD-ROOM", "DL-ROOMS-APART", "DL-ROOM-ZONE"), squares=may)
