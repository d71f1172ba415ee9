"""The table as a picture: every trove of every round as dice one can tap, the heroes, and the mountain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import drawing
from scoring.catalogue import Catalogue, localised
from scoring.diceminer.mountain import Place, side_dice, top_dice
from scoring.diceminer.pieces import Die, DieType, Shows, face_name
from scoring.diceminer.state import ROUNDS, Mountain, Player, Round, Table
from scoring.diceminer.symbols import SYMBOLS
from scoring.diceminer.trove import hero_faces, round_title, tie_break_title
from scoring.drawing import PHONE, PIPS, Element, group, label, rect, shift
from scoring.paint import on
from scoring.words import Sentence, say

PAINT_OF = {
    DieType.TUNNEL: "white",
    DieType.HAZARD: "black",
    DieType.TOOL: "green",
    DieType.TREASURE: "yellow",
    DieType.MAGIC: "turquoise",
}
MARGIN = 10
DIE = HEAD = 48
"""As large as a fingertip: dice, and the lines that name a round."""
STEP = DIE + 5
PER_LINE = (PHONE - 2 * MARGIN + 5) // STEP
SIGNS = {**PIPS, 2: ((-1, 0), (1, 0)), 3: ((0, -1), (-1, 0.9), (1, 0.9))}
"""Where the signs of a face lie: like pips, but signs are wider, so two and three of them stand side by side."""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the picture and how much height it takes."""

    element: Element
    height: float


def draw(table: Table, catalogue: Catalogue) -> str:
    """The whole table as SVG; what can be tapped carries its JSON pointer, ``/-`` at the end adds a die."""
    blocks = [_player(player, seat, catalogue) for seat, player in enumerate(table.players)]
    if table.mountain is not None:
        blocks.insert(0, _mountain(table.mountain))
    placed, y = [], float(MARGIN)
    for block in blocks:
        placed.append(shift(0, y, block.element))
        y += block.height + MARGIN
    return drawing.drawing(PHONE, y, *placed, title=say("Dice Miner table"))


def _player(player: Player, seat: int, catalogue: Catalogue) -> Block:
    parts = [_header(player, seat, catalogue)]
    y = 58.0
    for part, title, troves in (
        ("rounds", round_title, player.rounds),
        ("tie_breaks", tie_break_title, player.tie_breaks),
    ):
        for index, trove in enumerate(troves):
            block = _trove(trove, title(index + 1), f"/players/{seat}/{part}/{index}")
            parts.append(shift(0, y, block.element))
            y += block.height
    if len(player.rounds) < ROUNDS:
        parts.append(_add_round(seat, len(player.rounds) + 1, y))
        y += DIE + 8
    card = rect(4, -4, PHONE - 8, y + 4, 8, fill="card", stroke="edge")
    return Block(group(card, *parts, path=f"/players/{seat}"), y)


def _add_round(seat: int, number: int, y: float) -> Element:
    """The place to tap for a new round."""
    return group(
        rect(MARGIN, y + 2, 140, DIE, 6, fill="slot", stroke="edge", stroke_dasharray="4 3"),
        label(MARGIN + 70, y + 2 + DIE / 2, say("+ round {number}", number=number), 13, fill="faint"),
        path=f"/players/{seat}/rounds/-",
        title=say("add a round"),
    )


def _header(player: Player, seat: int, catalogue: Catalogue) -> Element:
    """Name on the left, hero card with its faces on the right."""
    faces = hero_faces(player.hero, catalogue).faces
    item = catalogue.items.get(player.hero) if player.hero else None
    name: str = localised(item.name) if item else say("choose a hero")
    width = 100 + 28 * len(faces)
    x = PHONE - MARGIN - width
    card = [
        rect(x, 2, width, DIE, 6, fill="slot", stroke="edge"),
        label(x + 48, 26, name, 12, fit=88, fill="ink" if item else "faint"),
        *(die_picture(x + 98 + 28 * number, 14, 24, face) for number, face in enumerate(faces)),
    ]
    return group(
        label(MARGIN + 2, 26, player.name, 17, "start", bold=True, fit=PHONE - 3 * MARGIN - width),
        group(*card, path=f"/players/{seat}/hero", title=name),
    )


def _trove(trove: Round, title: Sentence, path: str) -> Block:
    """A round's dice in lines, with a place to add one."""
    head = rect(MARGIN, 0, PHONE - 2 * MARGIN, HEAD, 6, fill="card")
    parts = [group(head, label(MARGIN + 2, HEAD / 2, title, 13, "start", fill="faint"), path=path, title=title)]
    for number, die in enumerate(trove.dice):
        x, y = _spot(number)
        parts.append(group(die_picture(x, y, DIE, die), path=f"{path}/dice/{number}", title=face_name(die)))
    x, y = _spot(len(trove.dice))
    parts.append(
        group(
            rect(x, y, DIE, DIE, 6, fill="slot", stroke="edge", stroke_dasharray="4 3"),
            label(x + DIE / 2, y + DIE / 2, "+", 18, fill="faint"),
            path=f"{path}/dice/-",
            title=say("add a die"),
        )
    )
    return Block(group(*parts, path=path), y + STEP + 4)


def _spot(number: int) -> tuple[float, float]:
    line, column = divmod(number, PER_LINE)
    return MARGIN + column * STEP, HEAD + line * STEP


def die_picture(x: float, y: float, size: float, die: Die) -> Element:
    """One die; a face that its type cannot have is outlined in the warning colour."""
    paint = PAINT_OF[die.type]
    if die.shows is Shows.UNREAD:
        return drawing.die(x, y, size, "?", paint)
    if die.shows is Shows.PIPS:
        return drawing.die(x, y, size, die.count, paint)
    edge = "bad" if die.foreign else "edge"
    body = rect(0, 0, size, size, size * 0.2, fill=paint, stroke=edge, stroke_width=2 if die.foreign else 1)
    mark = drawing.letters(size / 2, size * 0.13, paint, size * 0.22, on(paint))
    return shift(x, y, body, *_signs(die, size, paint), mark)


def _signs(die: Die, size: float, paint: str) -> list[Element]:
    """As many signs as the face shows, side by side; above six one sign and the number."""
    ink, symbol, middle = on(paint), SYMBOLS[die.shows], size / 2
    if die.count == 1:
        return [shift(middle, middle, symbol(ink, paint), size=size / 27)]
    if die.count in SIGNS:
        reach = size * 0.23
        scale = size / (46 if die.count < 4 else 52)
        return [
            shift(middle + dx * reach, middle + dy * reach, symbol(ink, paint), size=scale)
            for dx, dy in SIGNS[die.count]
        ]
    return [
        shift(middle * 0.65, middle, symbol(ink, paint), size=size / 46),
        label(size * 0.72, middle, str(die.count), size * 0.4, fill=ink, bold=True),
    ]


def _mountain(mountain: Mountain) -> Block:
    """The mountain; dice on top have a thick edge, dice at the side a dashed one."""
    top, side = set(top_dice(mountain)), set(side_dice(mountain))
    parts = [label(MARGIN + 2, 10, say("Mountain"), 12, "start", fill="faint")]
    for row, dice in enumerate(mountain):
        for column, die in enumerate(dice):
            where = Place(row, column)
            x, y = PHONE / 2 + (column - len(dice) / 2) * (DIE + 9), 22.0 + row * (DIE + 6)
            title = face_name(die) if die else say("empty place")
            parts.append(group(*_placed(die, x, y, where in top, where in side), path=where.pointer, title=title))
    return Block(group(*parts, path="/mountain"), 22.0 + len(mountain) * (DIE + 6))


def _placed(die: Die | None, x: float, y: float, top: bool, side: bool) -> Sequence[Element]:
    if die is None:
        return [rect(x + 4, y + 4, DIE - 8, DIE - 8, 5, fill="slot", stroke="edge", stroke_dasharray="2 3")]
    picture = die_picture(x, y, DIE, die)
    if not top and not side:
        return [picture]
    dashes = None if top else "3 3"
    ring = rect(
        x - 2.5, y - 2.5, DIE + 5, DIE + 5, 9, fill="none", stroke="accent", stroke_width=2, stroke_dasharray=dashes
    )
    return [picture, ring]
