"""A Roll Player character sheet: dice into six rows of three places, then colours and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from scoring.games import load
from scoring.rollplayer.pieces import DICE_BASE, DICE_EXPANSION
from vision.cards import find_things
from vision.detector import dice_detector, read_dice
from vision.flaws import noticed
from vision.lattice import Cell, Lattice
from vision.palette import Colour
from vision.photo import Picture
from vision.reading import DieReading, Reading
from vision.tables.again import OTHER_GAME
from vision.tables.beside import cut_away
from vision.tables.box import Identified, Kind, identify, of_another_game
from vision.tables.grid import cells
from vision.tables.hiding import large_enough, seen_whole
from vision.tables.joined import beyond
from vision.tables.rollplayer.cards import cards_of, first_row_of, pieces_of
from vision.tables.rollplayer.counters import counted
from vision.tables.rollplayer.lay import BOOST
from vision.tables.rollplayer.places import SHAPE, UNKNOWN_CARDS, place_of
from vision.tables.rollplayer.questions import EMPTY_ROWS, FIRST_ROW
from vision.tables.rollplayer.rows import laid_in_rows, on_the_sheet
from vision.tables.rollplayer.sheets import sheets_of
from vision.tables.several import parted
from vision.tables.sheet import FAR, likely
from vision.tables.sheetdice import seen_closely
from vision.tables.table import Hints, Seen, TableReading
from vision.things import Thing, shown

PIPS = tuple(str(pips) for pips in range(1, 7))
BOOST_PIPS = tuple(str(pips) for pips in range(3, 9))
# The colours each die of the box may be taken for, in poor light or by a camera that shifts colours.
LOOKS: Mapping[str, Mapping[Colour, float]] = {
    "green": {Colour.GREEN: 1, Colour.TURQUOISE: 0.6},
    "blue": {Colour.BLUE: 1, Colour.TURQUOISE: 0.4},
    "red": {Colour.RED: 1, Colour.ORANGE: 0.3, Colour.PINK: 0.5},
    "purple": {Colour.PURPLE: 1, Colour.PINK: 0.5},
    "black": {Colour.BLACK: 1, Colour.GREY: 0.5, Colour.BROWN: 0.3},
    "white": {Colour.WHITE: 1, Colour.GREY: 0.4, Colour.CLEAR: 0.1},
    "gold": {Colour.GOLD: 1, Colour.YELLOW: 1, Colour.ORANGE: 0.7, Colour.BROWN: 0.7},
    BOOST: {Colour.CLEAR: 1, Colour.GREY: 0.3, Colour.WHITE: 0.05},
}
# Few dice that were learned from show so many pips: a slight chance says more than it seems.
SELDOM = {"7": 15.0, "8": 10.0}
# How likely a boost die lies on a sheet at all, without the expansion and with it.
BOOSTED = (0.2, 0.6)
# A die beside the sheet is another player's, or none: nobody should take it for certain.
BESIDE = 0.5
# Where only the form of a die is seen, what it shows is a guess.
BY_FORM = 0.5


def read(picture: Picture, hints: Hints) -> TableReading:
    """The sheet that a picture shows, with the cards on and around it."""
    if not hints.cards:
        return of_dice(read_dice(picture, doubtful=True, quick=hints.quick), replace(hints, picture=picture))
    things, dice = find(picture), read_dice(picture, doubtful=True)
    sheets = [] if hints.alone else sheets_of(things, [die for die in dice if not die.doubtful])
    return parted(picture, sheets, hints, read) if len(sheets) > 1 else of_things(picture, things, hints, dice=dice)


def find(picture: Picture) -> list[Thing]:
    """What lies there besides dice; counters that are doubtful may be known by their colours."""
    return find_things(picture, doubtful=True, cut=True)


def of_things(
    picture: Picture,
    things: Sequence[Thing],
    hints: Hints,
    with_rules: bool = True,
    dice: Sequence[DieReading] | None = None,
) -> TableReading:
    """The dice and cards of a picture in which these things were found.

    Which end of the sheet is Strength, the print on it tells, where it is known.
    """
    dice = read_dice(picture, doubtful=True) if dice is None else dice
    sure = [die for die in dice if not die.doubtful]
    cards = cards_of(picture, things, sure, hints, with_rules)
    catalogue = hints.catalogue or load("rollplayer").catalogue
    told = first_row_of(cards.known, catalogue, sure) if hints.first_row == FAR and with_rules else None
    reading = of_dice(dice, replace(hints, picture=picture, first_row=told or hints.first_row))
    if OTHER_GAME in reading.left_open:
        return reading
    on_sheet = [seen.die for seen in reading.placed if seen.die is not None]
    unknown = (f"{UNKNOWN_CARDS} {cards.unknown}",) if cards.unknown and cards.known else ()
    return replace(
        reading,
        placed=(*reading.placed, *pieces_of(picture, cards.known, hints)),
        left_open=(
            *reading.left_open,
            *noticed([*shown(things), *cut_away(things, sure, hints)]),
            *counted(picture, things, cards.known, on_sheet, hints),
            *unknown,
        ),
    )


def of_dice(dice: Sequence[DieReading], hints: Hints) -> TableReading:
    """The sheet on which these dice lie; dice beside its grid are left over."""
    sure = [die for die in dice if not die.doubtful]
    if of_another_game(sure, box(True)):
        return TableReading("rollplayer", (), left_open=(OTHER_GAME,))
    look = partial(dice_detector().read_at, hints.picture) if hints.picture is not None else None
    if hints.picture is not None and look is not None:
        if hints.cards:  # a live camera has no time for it, and looks again soon
            dice = seen_closely(hints.picture, dice, SHAPE[0] * SHAPE[1])
        dice = seen_whole(large_enough(dice), look)
        sure = [die for die in dice if not die.doubtful]
    if not sure:
        return TableReading("rollplayer", ())
    laid = laid_in_rows(sure, dice, hints, look)
    on_sheet = on_the_sheet(laid, dice, hints.picture, look)
    return TableReading(
        "rollplayer",
        placed=_placed(on_sheet, hints.expansion),
        beside=_beside([die for die in laid.dice if die not in on_sheet.values()], hints.expansion),
        left_open=(
            *(() if laid.certain else (FIRST_ROW,)),
            *((EMPTY_ROWS,) if hints.empty_rows is None and laid.leaves_rows_open(on_sheet) else ()),
            *beyond(_outside(laid.way, hints.picture) if hints.picture is not None else ()),
        ),
    )


def _outside(way: Lattice, picture: Picture) -> list[str]:
    """The places of the sheet that the photo does not show."""
    middles = {cell: way.place(*cell) for cell in cells(*SHAPE)}
    inside = {cell for cell, (x, y) in middles.items() if 0 <= x <= picture.width and 0 <= y <= picture.height}
    return [place_of(cell) for cell in middles if cell not in inside]


def _placed(on_sheet: Mapping[Cell, DieReading], expansion: bool) -> tuple[Seen, ...]:
    """The dice of the sheet, decided together, row by row."""
    there = sorted(on_sheet)
    pieces = identify([on_sheet[cell] for cell in there], box(expansion))
    return tuple(
        Seen(
            _told(one.piece, on_sheet[cell]), on_sheet[cell].box, place_of(cell), on_sheet[cell], one.in_words(_spelled)
        )
        for cell, one in zip(there, pieces, strict=True)
    )


def _told(piece: Reading[Identified], die: DieReading) -> Reading[str]:
    """A die of the sheet in words; one that is there by its form alone is asked about."""
    told = piece.mapped(_spelled)
    return replace(told, confidence=min(told.confidence, BY_FORM)) if die.doubtful and not likely(die) else told


def _beside(dice: Sequence[DieReading], expansion: bool) -> tuple[Seen, ...]:
    """The dice beside the sheet, each by its own looks."""
    shown = [die for die in dice if die.value is not None]
    pieces = [identify([die], box(expansion))[0].piece.mapped(_spelled) for die in shown]
    unsure = [replace(piece, confidence=min(piece.confidence, BESIDE)) for piece in pieces]
    return tuple(Seen(piece, die.box, die=die) for die, piece in zip(shown, unsure, strict=True))


def box(expansion: bool) -> list[Kind]:
    """The dice that may lie on a sheet. A clear die can only come from the expansion, so both boxes have it."""
    counts = DICE_EXPANSION if expansion else DICE_BASE
    return [
        Kind(
            name,
            counts[name] or DICE_EXPANSION[name],
            looks,
            BOOST_PIPS if name == BOOST else PIPS,
            SELDOM if name == BOOST else {},
            BOOSTED[expansion] if name == BOOST else 1.0,
        )
        for name, looks in LOOKS.items()
    ]


def _spelled(piece: Identified) -> str:
    return f"{piece.kind} {piece.face}"
