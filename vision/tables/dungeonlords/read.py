"""A dungeon from a photo: the board or the lattice first, then what lies in each cell, then cards around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.dungeonlords.pieces import Square
from vision.cards import find_things
from vision.flaws import noticed
from vision.photo import Picture
from vision.reading import Alternative, Reading
from vision.tables.beside import box_of
from vision.tables.dungeonlords.cells import Look
from vision.tables.dungeonlords.chosen import Site, open_ends, site_in
from vision.tables.dungeonlords.folk import folk
from vision.tables.dungeonlords.legal import breaches, likeliest
from vision.tables.dungeonlords.levelled import levelled
from vision.tables.dungeonlords.places import EMPTY, ROOM, SQUARES, place_of
from vision.tables.dungeonlords.questions import NO_DUNGEON
from vision.tables.dungeonlords.rooms import named_room, room_names, sides_by_pictures
from vision.tables.dungeonlords.site import Guess
from vision.tables.dungeonlords.sites import beyond as beyond_ground
from vision.tables.dungeonlords.sites import ground_of, sites_of, tiles_left
from vision.tables.joined import beyond
from vision.tables.several import MOST, Points, parted, separate
from vision.tables.table import Hints, Named, Seen, TableReading
from vision.things import Kind, Thing, shown, sure

GAME = "dungeonlords"
ANOTHER_FIT = 0.6  # below this a site beside another is no other player's
MOST_BREACHES = 1  # more than this no table has: the lattice is wrong
RULED = 0.6  # how sure a cell is at most that the rules changed


def read(picture: Picture, hints: Hints) -> TableReading:
    """The dungeon that a picture shows, or those of several players."""
    things = find(picture)
    sites = [] if hints.alone else sites_of(sure(things))
    if len(sites) > 1:
        return parted(picture, sites, hints, read)
    first = site_in(picture, things, hints)
    grounds = [] if hints.alone or first is None else _grounds(picture, things, first, hints)
    if len(grounds) > 1:
        return parted(picture, grounds, hints, read)
    reading = _told(picture, things, first)
    # of tiles on the edge `beyond` tells; of one player's part of a photo the edges are no edges of it
    cut_off = [thing for thing in sure(things) if thing.cut_off and thing.kind is Kind.CARD and not hints.alone]
    return replace(reading, left_open=(*reading.left_open, *noticed([*sure(shown(things)), *cut_off])))


def find(picture: Picture) -> list[Thing]:
    """What lies there, with pieces that are doubtful as long as no lattice speaks for them.

    Tiles that the edge of the photo cuts off show where the lattice is; none of them is named or counted.
    """
    return find_things(picture, pieces=True, cut=True)


def _grounds(picture: Picture, things: Sequence[Thing], first: Site, hints: Hints) -> list[Points]:
    """The boards or bare sites of one dungeon after the other, as long as enough tiles lie beyond them."""
    grounds = [ground_of(first.best.guess, first.printed)]
    left, last = beyond_ground(grounds[0], things), first
    while tiles_left(last.best.guess, sure(left)) and len(grounds) < MOST:
        other = site_in(picture, left, replace(hints, boards=None))
        if other is None or other.best.fit < ANOTHER_FIT:
            break
        ground = ground_of(other.best.guess, other.printed)
        if not separate([*grounds, ground], 0.0):
            break
        grounds.append(ground)
        left, last = beyond_ground(ground, left), other
    return grounds


def of_dice(dice: Sequence[Any], hints: Hints) -> TableReading:
    """There are no dice in this game."""
    return TableReading(GAME, ())


def of_things(picture: Picture, things: Sequence[Thing], hints: Hints, with_rules: bool = True) -> TableReading:
    """The dungeon among the things that were found."""
    return _told(picture, things, site_in(picture, things, hints), with_rules)


def _told(picture: Picture, things: Sequence[Thing], site: Site | None, with_rules: bool = True) -> TableReading:
    """What lies on a site and around it."""
    if site is None:
        return TableReading(GAME, (), left_open=(NO_DUNGEON,))
    best, hints = site.best, site.hints
    kinds = likeliest(best.cells) if with_rules else best.likeliest
    if breaches(kinds) > MOST_BREACHES:
        return TableReading(GAME, (), left_open=(NO_DUNGEON,))
    names = room_names(picture, best, kinds, hints, sure(shown(things)), site.names)
    best = sides_by_pictures(best, kinds, names)
    kinds = likeliest(best.cells) if with_rules else best.likeliest
    names = {square: name for square, name in names.items() if kinds[square] == ROOM}
    cards = folk(picture, levelled(best.guess, things), shown(things), hints, site.printed)
    left_open = (*open_ends(site), *beyond(_outside(picture, best.guess)))
    return TableReading(GAME, (*_tiles(best, kinds, names), *cards), left_open=left_open)


def _outside(picture: Picture, guess: Guess) -> list[str]:
    """The squares of the site that the photo does not show."""
    middles = {square: guess.at(square[0] + 0.5, square[1] + 0.5) for square in SQUARES}
    return [
        place_of(square)
        for square, (x, y) in middles.items()
        if not (0 <= x <= picture.width and 0 <= y <= picture.height)
    ]


def _tiles(best: Look, kinds: Mapping[Square, str], names: Mapping[Square, Named]) -> list[Seen]:
    """Every cell that is not empty, with what else it could be; what the rules changed is marked."""
    tiles = []
    for square, kind in kinds.items():
        chances, looks = best.cells[square], best.likeliest[square]
        if kind == EMPTY:
            continue
        box = box_of(best.guess.cell(*square))
        others = [
            Alternative(other, chances[other]) for other in sorted(chances, key=chances.__getitem__, reverse=True)
        ]
        sure = chances[kind] if kind == looks else min(RULED, max(chances[kind], 1 - chances[looks]))
        reading = Reading(kind, sure, tuple(one for one in others if one.value not in (kind, EMPTY)), (box,))
        if square in names:
            reading = named_room(reading, names[square], square)
        tiles.append(Seen(reading, box, place_of(square), by_looks=looks if kind != looks and looks else None))
    return tiles
