"""A table of Dwar7s Fall: the free grid of kingdom cards, which cards they are, and the dwarves on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from scoring.catalogue import Catalogue
from scoring.dwar7s.pieces import Colour, Kind
from scoring.games import load
from vision.cards import find_things, straighten
from vision.flaws import noticed
from vision.freegrid import Cell, free_grid
from vision.photo import Picture, Pixels
from vision.quads import Quad
from vision.reading import Box, Reading
from vision.tables.again import OTHER_GAME
from vision.tables.dwar7s.cards import Look, decide
from vision.tables.dwar7s.colours import SIDE, Dwarf, dwarves_on
from vision.tables.dwar7s.crowds import counted, size_of
from vision.tables.dwar7s.frames import Frame, frame_of, in_one_light
from vision.tables.dwar7s.holes import no_cards
from vision.tables.dwar7s.places import DWARF, place_of
from vision.tables.table import Hints, Named, Seen, TableReading
from vision.things import Kind as ThingKind
from vision.things import Thing, shown

# Figures were learned from drawn pictures only: how many there are is proposed, never stated.
PROPOSED = 0.5
# The odds that something else than a kingdom card lies in the layout.
NO_CARD = 0.002
# A card is named by what is inside of its frame, whose colour only tells whose it is.
FRAME = 0.09
# So many cards that all look less like any taught one than this are of another game.
SEVERAL, STRANGER = 4, 0.02
# What the finder is less sure of than this and looks less like any taught card than that is none.
SURELY, UNLIKE = 0.9, 0.06
# unless a frame is seen that is so surely of one colour.
FRAMED = 0.6


def read(picture: Picture, hints: Hints) -> TableReading:
    """The layout that a picture shows."""
    return of_things(picture, find_things(picture, cut=True), hints)


def of_dice(dice: Sequence[Any], hints: Hints) -> TableReading:
    """There are no dice in this game."""
    return TableReading("dwar7s", ())


def of_things(picture: Picture, things: Sequence[Thing], hints: Hints, with_rules: bool = True) -> TableReading:
    """The layout that these things make; `with_rules` lets what is in the box help to name cards."""
    flat = [thing for thing in shown(things) if thing.kind in (ThingKind.CARD, ThingKind.TILE)]
    grid = free_grid(np.array([thing.corners for thing in flat]).reshape(-1, 4, 2))
    if grid is None:
        return TableReading("dwar7s", ())
    sure = [thing.confidence for thing in flat]
    grid = grid.without(no_cards(picture, grid, sure))
    rows = list(grid.cells)
    flats = [straighten(picture, grid.corners[row], (SIDE, SIDE)) for row in rows]
    looks, standing = _looked_at(flats, hints, with_rules)
    if _all_strangers(looks, hints):
        return TableReading("dwar7s", (), left_open=(OTHER_GAME,))
    strangers = _unlike_any(rows, looks, standing, sure) if _taught_all(hints) else set()
    grid = grid.without(strangers)
    kept = [place for place, row in enumerate(rows) if row in grid.cells]
    rows, looks, standing = (
        [rows[place] for place in kept],
        [looks[place] for place in kept],
        [standing[place] for place in kept],
    )
    decided = decide(looks, _copies(hints.catalogue or load("dwar7s").catalogue), with_rules)
    cards = [
        Seen(one.card, _box(grid.corners[row]), place_of(grid.cells[row]), by_looks=one.by_looks)
        for row, one in zip(rows, decided, strict=True)
    ]
    shapes = [(row, shape) for row, found in zip(rows, standing, strict=True) for shape in found]
    counts = counted([size_of(shape, grid.corners[row]) for row, shape in shapes])
    dwarves = [
        seen
        for (row, shape), count in zip(shapes, counts, strict=True)
        for seen in _dwarves(shape, count, grid.corners[row], grid.cells[row])
    ]
    return TableReading("dwar7s", (*cards, *dwarves), left_open=noticed([thing for thing in things if thing.cut_off]))


def _looked_at(flats: Sequence[Pixels], hints: Hints, with_rules: bool) -> tuple[list[Look], list[list[Dwarf]]]:
    """What every card looks like, and the dwarves on it: whatever is printed on the card itself is none.

    A card that is not plain at first is looked at once more without the places on which dwarves stand.
    """
    stranger = _stranger(hints) if with_rules else 1.0
    names = _named(flats, hints)
    standing = [dwarves_on(flat, _print_of(named, hints)) for flat, named in zip(flats, names, strict=True)]
    again = [row for row, named in enumerate(names) if named and named.item is None and standing[row]]
    if again:
        covered = [[shape.box for shape in standing[row]] for row in again]
        for row, named in zip(again, _named([flats[row] for row in again], hints, covered), strict=True):
            names[row] = max(names[row], named, key=lambda one: one.confidence if one else 0.0)
    frames = [frame_of(flat, _print_of(named, hints)) for flat, named in zip(flats, names, strict=True)]
    colours = in_one_light(frames)
    looks = [_look(*row, stranger) for row in zip(names, frames, colours, strict=True)]
    return looks, standing


def _named(
    flats: Sequence[Pixels], hints: Hints, covered: Sequence[Sequence[tuple[float, float, float, float]]] = ()
) -> list[Named | None]:
    return list(hints.namer(flats, covered=covered, rim=FRAME)) if hints.namer and flats else [None] * len(flats)


def _print_of(named: Named | None, hints: Hints) -> Pixels | None:
    """The taught picture of what a card looks like most, turned as the card lies."""
    if named is None or not named.alternatives or hints.picture_of is None:
        return None
    shown = hints.picture_of(named.alternatives[0].value)
    return None if shown is None else np.ascontiguousarray(np.rot90(shown, -named.quarter))


def _stranger(hints: Hints) -> float:
    """The odds that a card was never taught: all cards of a layout are of the box, so the kinds left tell."""
    return NO_CARD + sum(kind not in hints.taught for kind in Kind) / len(Kind)


def _taught_all(hints: Hints) -> bool:
    return all(kind in hints.taught for kind in Kind)


def _all_strangers(looks: Sequence[Look], hints: Hints) -> bool:
    """Whether every kind was taught and none of several cards looks like any of them: another game lies there."""
    return _taught_all(hints) and len(looks) >= SEVERAL and all(look.likeness < STRANGER for look in looks)


def _unlike_any(
    rows: Sequence[int], looks: Sequence[Look], standing: Sequence[Sequence[Dwarf]], sure: Sequence[float]
) -> set[int]:
    """What the finder doubts and looks like none of the cards, all of which were taught: that is no card.

    A card on which somebody stands may be too hidden to look like itself, and a frame of one colour is a card's.
    """
    return {
        row
        for row, look, found in zip(rows, looks, standing, strict=True)
        if sure[row] < SURELY and look.likeness < UNLIKE and look.framed < FRAMED and not found
    }


def _look(named: Named | None, frame: Frame, colours: Mapping[Colour, float], stranger: float) -> Look:
    """What a card looks like; a taught picture tells its kind, its frame tells its colour."""
    framed = max(colours.values()) if frame.surrounds else 0.0
    if named is None or not named.alternatives:
        return Look({}, colours, framed=framed)
    chances = {Kind(other.value): other.confidence for other in named.alternatives if other.value in set(Kind)}
    # what is left to one is "none of these", as likely as the cards that were never taught make it
    total = stranger * max(0.0, 1 - sum(chances.values())) + sum(chances.values())
    kinds = {kind: one / max(total, 1e-9) for kind, one in chances.items()}
    return Look(kinds, colours, named.quarter % 4, max(chances.values(), default=0.0), framed)


def _copies(catalogue: Catalogue) -> dict[Kind, int]:
    """How many of each kind a colour has; one where nobody told."""
    return {kind: catalogue.value(kind, "copies") or 1 for kind in Kind}


def _dwarves(shape: Dwarf, count: int, corners: Quad, cell: Cell) -> Iterator[Seen]:
    left, top, right, bottom = _box(corners)
    width, height = right - left, bottom - top
    x0, y0, x1, y1 = shape.box
    box = Box(left + x0 * width, top + y0 * height, left + x1 * width, top + y1 * height)
    for _ in range(count):
        yield Seen(Reading(f"{DWARF}{shape.colour}", PROPOSED, (), (box,)), box, place_of(cell))


def _box(corners: Quad) -> Box:
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return Box(float(left), float(top), float(right), float(bottom))
