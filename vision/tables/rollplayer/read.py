"""A Roll Player character sheet: dice into six rows of three places, then colours and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.rollplayer.pieces import ATTRIBUTES, DICE_BASE, DICE_EXPANSION
from scoring.rollplayer.state import Options, Player, Rows, State
from vision.lattice import Cell, fit_lattice
from vision.palette import Colour
from vision.reading import DieReading
from vision.tables.box import Identified, Kind, identify
from vision.tables.printed import empty_rows_before
from vision.tables.sheet import FAR, filled_in, likely, upright
from vision.tables.table import Hints, Placed, TableReading

SHAPE = (6, 3)
PIPS = tuple(str(pips) for pips in range(1, 7))
BOOST_PIPS = tuple(str(pips) for pips in range(3, 9))
BOOST = "boost"
# The colours each die of the box may be taken for, in poor light or by a camera that shifts colours.
LOOKS: Mapping[str, Mapping[Colour, float]] = {
    "green": {Colour.GREEN: 1, Colour.TURQUOISE: 0.6},
    "blue": {Colour.BLUE: 1, Colour.TURQUOISE: 0.4},
    "red": {Colour.RED: 1, Colour.ORANGE: 0.3, Colour.PINK: 0.5},
    "purple": {Colour.PURPLE: 1, Colour.PINK: 0.5},
    "black": {Colour.BLACK: 1, Colour.GREY: 0.5, Colour.BROWN: 0.3},
    "white": {Colour.WHITE: 1, Colour.GREY: 0.4, Colour.CLEAR: 0.3},
    "gold": {Colour.GOLD: 1, Colour.YELLOW: 1, Colour.ORANGE: 0.7, Colour.BROWN: 0.7},
    BOOST: {Colour.CLEAR: 1, Colour.GREY: 0.3, Colour.WHITE: 0.1},
}
CARDS = (
    "Which race is the character sheet?",
    "Which class is it, and which side of the class card is up?",
    "Which alignment card is it, and on which of its nine squares is the marker?",
    "Which backstory card is it?",
    "Which market cards (weapons, armor, traits, skills) were bought, and how much gold is left?",
)


def read(dice: Sequence[DieReading], hints: Hints) -> TableReading:
    """The sheet on which these dice lie; dice beside its grid are left over."""
    sure = [die for die in dice if not die.doubtful]
    lattice = fit_lattice([die.box.centre for die in sure], *SHAPE)
    if lattice is None:
        return TableReading("rollplayer", _state({}, hints, hints.expansion), (), questions=CARDS)
    way, certain = upright(lattice, [die.box for die in sure], SHAPE, hints.first_row)
    if hints.picture is not None:
        way = way.moved(empty_rows_before(hints.picture, way, SHAPE))
    on_sheet = {cell: sure[point] for point, cell in way.cells.items() if _fits(cell)}
    doubtful = [die for die in dice if die.doubtful and likely(die)]
    more = filled_in(way, [die.box for die in sure], [die.box for die in doubtful], SHAPE)
    on_sheet |= {cell: doubtful[number] for number, cell in more.items()}
    cells = sorted(on_sheet)
    pieces = identify([on_sheet[cell] for cell in cells], box(hints.expansion))
    placed = tuple(
        Placed(_pointer(cell), piece.mapped(_spelled), on_sheet[cell])
        for cell, piece in zip(cells, pieces, strict=True)
    )
    boosted = any(piece.value.kind == BOOST for piece in pieces)
    return TableReading(
        game="rollplayer",
        state=_state({piece.where: piece.piece.value for piece in placed}, hints, boosted or hints.expansion),
        placed=placed,
        left_over=tuple(die for die in sure if die not in on_sheet.values()),
        questions=(*_about_the_sheet(cells, certain, hints), *CARDS),
    )


def with_dice(player: Player, shown: State) -> Player:
    """The player's sheet with the dice that the photo shows on it."""
    return player.model_copy(update={"rows": shown.players[0].rows})


def box(expansion: bool) -> list[Kind]:
    """The dice that may lie on a sheet. A clear die can only come from the expansion, so both boxes have it."""
    counts = DICE_EXPANSION if expansion else DICE_BASE
    return [
        Kind(name, counts[name] or DICE_EXPANSION[name], looks, BOOST_PIPS if name == BOOST else PIPS)
        for name, looks in LOOKS.items()
    ]


def _about_the_sheet(cells: Sequence[Cell], certain: bool, hints: Hints) -> list[str]:
    """What the dice alone cannot tell about how the sheet lies."""
    asked = []
    if not certain and hints.first_row == FAR:
        asked.append("Which end of the sheet is Strength? Tell me with --first-row top, bottom, left or right.")
    first, last = cells[0][0], cells[-1][0]
    if last - first + 1 < SHAPE[0]:
        taken = (
            f"{ATTRIBUTES[first].title()} to {ATTRIBUTES[last].title()}" if last > first else ATTRIBUTES[first].title()
        )
        asked.append(f"Dice lie in {last - first + 1} of the 6 rows only; I took them for {taken}. Is that right?")
    return asked


def _fits(cell: Cell) -> bool:
    return cell[0] < SHAPE[0] and cell[1] < SHAPE[1]


def _pointer(cell: Cell) -> str:
    return f"/players/0/rows/{ATTRIBUTES[cell[0]]}/{cell[1]}"


def _spelled(piece: Identified) -> str:
    return f"{piece.kind} {piece.face}"


def _state(pieces: Mapping[str, str], hints: Hints, expansion: bool) -> State:
    rows = {
        attribute: [pieces.get(f"/players/0/rows/{attribute}/{place}") for place in range(SHAPE[1])]
        for attribute in ATTRIBUTES
    }
    player = Player(name=hints.player, rows=Rows.model_validate(rows))
    return State(players=(player,), options=Options(expansion=expansion))
