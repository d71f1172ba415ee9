"""A dungeon from a photo: the board or the lattice first, then what lies in each cell, then cards around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import Square
from vision.boards import register_board
from vision.cards import find_things
from vision.flaws import noticed
from vision.photo import Picture, Pixels
from vision.reading import Alternative, Reading
from vision.tables.beside import box_of
from vision.tables.dungeonlords.board import on_board
from vision.tables.dungeonlords.cells import Look, crosses_beyond, look, settled, with_tiles
from vision.tables.dungeonlords.folk import folk
from vision.tables.dungeonlords.legal import breaches, likeliest
from vision.tables.dungeonlords.places import EMPTY, SQUARES, place_of
from vision.tables.dungeonlords.questions import COLUMNS, FIRST_ROW, NO_DUNGEON
from vision.tables.dungeonlords.rooms import entrance_end, named_room, room_names
from vision.tables.dungeonlords.site import Guess, guesses
from vision.tables.dungeonlords.sites import beyond as beyond_ground
from vision.tables.dungeonlords.sites import ground_of, sites_of, tiles_left
from vision.tables.joined import beyond
from vision.tables.several import MOST, Points, parted, separate
from vision.tables.table import Hints, Named, Seen, TableReading
from vision.things import Thing

GAME = "dungeonlords"
LOOK = 660  # pixels of the longer side in which cells are looked at
# What a breach of the building rules, a tile outside the site, a cell outside the photo and a site on its head
# speak against a guess.
BREACH, OUTSIDE, UNSEEN, TURNED = 0.1, 0.1, 0.03, 0.1
PRINT = 0.3  # what the print of the owner's own board speaks for a guess
LEAST_FIT, LEAST_WORTH = 0.4, 0.3  # below these the photo shows no dungeon
ANOTHER_FIT = 0.6  # and below this no other player's
GOOD_FIT, CLOSE = 0.75, 0.1  # no other guess needs to be followed up unless it is nearly as good as the first
MOST_BREACHES = 1  # more than this no table has: the lattice is wrong
AS_TOLD = 0.7  # from here on a site lies as its rooms tell
CLEARLY = 0.04  # by which the best turn must lead, else the entrance is asked for
SETTLED, NEAR = 5, 0.4  # guesses that are followed up, and how many cells apart they lie
RULED = 0.6  # how sure a cell is at most that the rules changed
FAR = "far"


@dataclass(frozen=True)
class Site:
    """Where a dungeon lies and how its cells look, beside what else was thought of; `printed` if on a board.

    `names` are those of rooms that were asked for on the way.
    """

    best: Look
    looks: Sequence[Look]
    printed: bool
    hints: Hints
    names: Mapping[Square, Named]


def read(picture: Picture, hints: Hints) -> TableReading:
    """The dungeon that a picture shows, or those of several players."""
    things = find_things(picture)
    sites = [] if hints.alone else sites_of(things)
    if len(sites) > 1:
        return parted(picture, sites, hints, read)
    first = _site(picture, things, hints)
    grounds = [] if hints.alone or first is None else _grounds(picture, things, first, hints)
    if len(grounds) > 1:
        return parted(picture, grounds, hints, read)
    reading = _told(picture, things, first)
    return replace(reading, left_open=(*reading.left_open, *noticed(things)))


def _grounds(picture: Picture, things: Sequence[Thing], first: Site, hints: Hints) -> list[Points]:
    """The boards or bare sites of one dungeon after the other, as long as enough tiles lie beyond them."""
    grounds = [ground_of(first.best.guess, first.printed)]
    left, last = beyond_ground(grounds[0], things), first
    while tiles_left(last.best.guess, left) and len(grounds) < MOST:
        other = _site(picture, left, replace(hints, boards=None))
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
    return _told(picture, things, _site(picture, things, hints), with_rules)


def _site(picture: Picture, things: Sequence[Thing], hints: Hints) -> Site | None:
    """The place that explains the photo best; None where nothing looks like a dungeon."""
    pixels, scale = _looked_at(picture)
    found = guesses(things, _boards(picture, hints))
    looked = partial(_look, pixels, scale, things)
    looks = sorted(_looked(looked, found), key=lambda one: -_worth(one, hints))
    if not looks:
        return None
    best = _settled(looks, looked, hints)
    names = _first_names(picture, best, hints)
    told = entrance_end(best.guess, names.values()) or hints.first_row
    if told != hints.first_row:
        hints = replace(hints, first_row=told)
        looks = sorted(looks, key=lambda one: -_worth(one, hints))
        if _upright(best.guess, hints) < AS_TOLD:
            best, names = _settled(looks, looked, hints), {}
    printed = best.guess.source != "tiles" or on_board(pixels, scale, best)
    best = look(pixels, scale, best.guess) if printed else best  # on a board what looks like a tile may be print
    seen = best.fit >= LEAST_FIT and _worth(best, hints) >= LEAST_WORTH
    return Site(best, looks, printed, hints, names) if seen else None


def _told(picture: Picture, things: Sequence[Thing], site: Site | None, with_rules: bool = True) -> TableReading:
    """What lies on a site and around it."""
    if site is None:
        return TableReading(GAME, (), left_open=(NO_DUNGEON,))
    best, hints = site.best, site.hints
    kinds = likeliest(best.cells) if with_rules else best.likeliest
    if breaches(kinds) > MOST_BREACHES:
        return TableReading(GAME, (), left_open=(NO_DUNGEON,))
    names = room_names(picture, best, kinds, hints, things, site.names)
    cards = folk(picture, best.guess, things, hints, site.printed)
    left_open = (*_open_ends(site.looks, best, hints), *beyond(_outside(picture, best.guess)))
    return TableReading(GAME, (*_tiles(best, kinds, names), *cards), left_open=left_open)


def _first_names(picture: Picture, best: Look, hints: Hints) -> dict[Square, Named]:
    """The rooms that tell where the entrance is, unless somebody told it or a board's print does."""
    if hints.first_row != FAR or best.guess.source == "taught":
        return {}
    return room_names(picture, best, best.likeliest, hints)


def _outside(picture: Picture, guess: Guess) -> list[str]:
    """The squares of the site that the photo does not show."""
    middles = {square: guess.at(square[0] + 0.5, square[1] + 0.5) for square in SQUARES}
    return [
        place_of(square)
        for square, (x, y) in middles.items()
        if not (0 <= x <= picture.width and 0 <= y <= picture.height)
    ]


def _look(pixels: Pixels, scale: float, things: Sequence[Thing], guess: Guess) -> Look:
    """How a guess looks; what tiles tell of the place of a site, they tell of its cells as well."""
    one = look(pixels, scale, guess)
    if guess.source != "tiles":
        return one
    return replace(with_tiles(one, things), beyond=crosses_beyond(pixels, scale, guess))


def _looked(looked: Callable[[Guess], Look], found: Iterable[Guess]) -> Iterator[Look]:
    """How every guess looks; tiles alone do not tell at which end the entrance is."""
    for guess in found:
        one = looked(guess)
        yield one
        if guess.source == "tiles":
            yield one.upside_down()


def _boards(picture: Picture, hints: Hints) -> list[tuple[NDArray[np.float64], float, float]]:
    """Where the owner's boards lie by their print, with their sizes."""
    boards = hints.boards() if hints.boards else ()
    found = [(register_board(picture, board), board.shape[1], board.shape[0]) for board in boards]
    return [(to_photo, width, height) for to_photo, width, height in found if to_photo is not None]


def _open_ends(looks: Sequence[Look], best: Look, hints: Hints) -> tuple[str, ...]:
    """What the picture leaves open of where the site lies; a board's print leaves nothing."""
    if best.guess.source == "taught":
        return ()
    turn: tuple[str, ...] = () if hints.first_row != FAR or _turn_is_clear(looks, hints) else (FIRST_ROW,)
    return turn if _columns_are_clear(looks, best, hints) else (*turn, COLUMNS)


def _settled(looks: Sequence[Look], looked: Callable[[Guess], Look], hints: Hints) -> Look:
    """The best guess once it is moved to fit; others are followed up only where it does not explain the photo."""
    best: Look | None = None
    chosen = _worth_settling(looks)
    for one in chosen:
        if (
            best is not None
            and best.fit >= GOOD_FIT
            and not best.breaches
            and _worth(one, hints) < _worth(chosen[0], hints) - CLOSE
        ):
            break
        moved = settled(one, looked, lambda look: _worth(look, hints))
        best = moved if best is None or _worth(moved, hints) > _worth(best, hints) else best
    assert best is not None
    return best


def _worth_settling(looks: Sequence[Look]) -> list[Look]:
    """The best guesses, each at another place."""
    chosen: list[Look] = []
    for one in looks:
        middle = np.array(one.guess.at(2.5, 2))
        cell = float(np.hypot(*(np.array(one.guess.at(3.5, 2)) - middle)))
        if all(np.hypot(*(np.array(other.guess.at(2.5, 2)) - middle)) > NEAR * cell for other in chosen):
            chosen.append(one)
    by_outline = [one for one in chosen[SETTLED:] if one.guess.source == "board"]
    return [*chosen[:SETTLED], *by_outline[:1]]


def _looked_at(picture: Picture) -> tuple[Pixels, float]:
    pixels = picture.pixels(LOOK)
    shrunk = min(1.0, LOOK / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA) if shrunk < 1 else pixels
    return np.asarray(small, dtype=np.uint8), small.shape[1] / picture.width


def _worth(one: Look, hints: Hints) -> float:
    """How well a guess explains the photo and keeps the rules; the entrance is where it was told, or far away."""
    against = BREACH * one.breaches + OUTSIDE * max(one.guess.outside, one.beyond) + UNSEEN * one.unseen
    if one.guess.source == "taught":
        return one.fit - against + PRINT
    return one.fit - against + TURNED * _upright(one.guess, hints) * (1 if hints.first_row == FAR else 10)


def _upright(guess: Guess, hints: Hints) -> float:
    """From 1, the entrance lies at the end that was told, to -1."""
    above, below = np.array(guess.at(2.5, 0)), np.array(guess.at(2.5, 4))
    way = (below - above) / max(float(np.hypot(*(below - above))), 1e-9)
    aims = {"bottom": (0, -1), "left": (1, 0), "right": (-1, 0)}
    return float(way @ np.array(aims.get(hints.first_row, (0, 1))))


def _turn_is_clear(looks: Sequence[Look], hints: Hints) -> bool:
    """Whether no other turn explains the photo about as well: how it lies does not count then."""
    best = looks[0]

    def bare(one: Look) -> float:
        return _worth(one, hints) - TURNED * _upright(one.guess, hints)

    others = [one for one in looks if abs(_upright(one.guess, hints) - _upright(best.guess, hints)) > 0.5]
    return all(bare(best) - bare(one) >= CLEARLY for one in others)


def _columns_are_clear(looks: Sequence[Look], best: Look, hints: Hints) -> bool:
    """Whether no legal shift of the same tiles explains them about as well: without a board they may fit elsewhere."""
    middle = np.array(best.guess.at(2.5, 2))
    cell = float(np.hypot(*(np.array(best.guess.at(3.5, 2)) - middle)))
    first = max((one for one in looks if _far(one, middle) <= NEAR * cell), key=lambda one: one.fit, default=best)
    shifted = [one for one in looks if _far(one, middle) > NEAR * cell and not one.breaches]
    same_turn = [one for one in shifted if abs(_upright(one.guess, hints) - _upright(best.guess, hints)) < 0.5]
    return all(_worth(first, hints) - _worth(one, hints) >= CLEARLY for one in same_turn)


def _far(one: Look, middle: NDArray[np.float64]) -> float:
    return float(np.hypot(*(np.array(one.guess.at(2.5, 2)) - middle)))


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
