"""The layout as a picture: cards with walls, points and dwarves, each kingdom washed in its owner's colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.catalogue import Catalogue
from scoring.drawing import (
    PHONE,
    Element,
    badge,
    drawing,
    figure,
    group,
    label,
    letters,
    line,
    polygon,
    rect,
    shift,
    tint,
)
from scoring.dwar7s import icons
from scoring.dwar7s.board import Board, board_of
from scoring.dwar7s.draw_players import PLAYER_HEIGHT, player_panel
from scoring.dwar7s.kingdom import Kingdom, kingdoms_of
from scoring.dwar7s.pieces import STEPS, Colour
from scoring.dwar7s.printed import Print, name_of
from scoring.dwar7s.speech import card_at, colour_name
from scoring.dwar7s.state import Phase, Stack, Table
from scoring.words import say

MARGIN = 10
SMALLEST, ROOMY, LARGEST = 54, 64, 92
"""A card's edge: smaller shows too little on a phone, a roomy card has space for its name, larger is clumsy."""


def draw(table: Table, catalogue: Catalogue) -> str:
    """The whole table as SVG: the layout, then a panel per player. Pieces carry their JSON pointers.

    An empty spot where a card may go has the path ``/table/-`` and its column and row in ``data-x``, ``data-y``.
    """
    board = board_of(table, catalogue)
    kingdoms = kingdoms_of(board, [player.colour for player in table.players], table.options)
    spots = _free_spots(board) if table.phase is Phase.ACTIONS else []
    xs = [x for x, _ in (*board.at, *spots)] or [0]
    ys = [y for _, y in (*board.at, *spots)] or [0]
    columns, rows = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    size = max(SMALLEST, min(LARGEST, (PHONE - 2 * MARGIN) / columns))
    width = max(PHONE, columns * size + 2 * MARGIN)
    left = (width - columns * size) / 2 - min(xs) * size
    top = MARGIN - min(ys) * size
    parts = [shift(left + x * size, top + y * size, _spot(x, y, size)) for x, y in spots]
    for place in board.at.values():
        stack = board.stacks[place]
        parts.append(shift(left + stack.x * size, top + stack.y * size, _stack(board, place, kingdoms, size)))
    below = 2 * MARGIN + rows * size
    for seat, (player, kingdom) in enumerate(zip(table.players, kingdoms, strict=True)):
        panel = player_panel(table, seat, player, kingdom, board.catalogue)
        parts.append(shift((width - PHONE) / 2, below + seat * PLAYER_HEIGHT, panel))
    height = below + len(table.players) * PLAYER_HEIGHT + MARGIN
    return drawing(width, height, *parts, title=say("Dwar7s Fall: the layout and its kingdoms"))


def _free_spots(board: Board) -> list[tuple[int, int]]:
    beside = {(x + dx, y + dy) for x, y in board.at for dx, dy in STEPS} or {(0, 0)}
    return sorted(beside - set(board.at))


def _spot(x: int, y: int, size: float) -> Element:
    inset = size * 0.32
    box = rect(inset, inset, size - 2 * inset, size - 2 * inset, 5, fill="slot", stroke="edge", stroke_dasharray="4 3")
    sign = label(size / 2, size / 2, "+", size * 0.25, fill="faint")
    touch = rect(0, 0, size, size, fill="table", fill_opacity=0)
    return group(touch, box, sign, path="/table/-", title=say("free spot {x},{y}", x=x, y=y), data_x=x, data_y=y)


def _stack(board: Board, place: int, kingdoms: Sequence[Kingdom], size: float) -> Element:
    stack, printed = board.stacks[place], board.prints[place]
    number = len(stack.cards) - 1
    card = size - 3
    face = group(
        _covered(number, card),
        rect(0, 0, card, card, 5, fill="card", stroke="edge", stroke_width=1),
        *_tints(place, kingdoms, card),
        *_signs(stack, printed, card, board.catalogue),
        *walls(printed.walls, card),
        path=f"/table/{place}/cards/{number}",
        title=_title(board, place),
    )
    return group(shift(1.5, 1.5, face, *_dwarves(stack, place, card)), path=f"/table/{place}")


def _covered(count: int, size: float) -> Element:
    """The edges of covered cards, so that one sees a stack."""
    return group(
        *(
            rect(2.5 * n, -2.5 * n, size, size, 5, fill="slot", stroke="edge", stroke_width=0.8)
            for n in range(min(count, 3), 0, -1)
        )
    )


def _signs(stack: Stack, printed: Print, size: float, catalogue: Catalogue) -> Iterator[Element]:
    """Colour and sign, name, points in the top right corner, dwarves needed below them."""
    top = stack.top
    yield rect(
        size * 0.1, size * 0.1, size * 0.17, size * 0.17, 3, fill=str(top.colour), stroke="ink", stroke_width=0.8
    )
    yield letters(size * 0.19, size * 0.33, str(top.colour), max(9, size * 0.15), "ink")
    yield shift(size * 0.45, size * 0.37, icons.card(top.kind), size=size / 58)
    yield points_badge(printed.points, size * 0.78, size * 0.21, size * 0.125)
    if size >= ROOMY:
        yield label(size / 2, size * 0.635, name_of(top.kind, catalogue), 9.5, fit=size * 0.84)
    if top.turn:
        yield _turn_mark(top.turn, size)
    if stack.cards[1:]:
        yield label(size * 0.18, size * 0.45, f"×{len(stack.cards)}", max(9, size * 0.13), fill="faint", bold=True)
    need = "?" if printed.need is None else str(printed.need)
    yield label(size * 0.74, size * 0.46, need, max(9, size * 0.14), fill="faint", bold=True)
    yield figure(size * 0.84, size * 0.51, size * 0.12, "faint")


def points_badge(points: int | None, x: float, y: float, radius: float) -> Element:
    """A card's points: green if it gives, red if it takes, a blue question mark while nobody has told us."""
    if points is None:
        return badge(x, y, "?", "accent", radius)
    return badge(x, y, str(points).replace("-", "−"), "bad" if points < 0 else "good", radius)


def _turn_mark(turn: int, size: float) -> Element:
    """A small arrow at the edge that is the printed top of a turned card."""
    aside, tip = {1: 0.24, 3: -0.24}.get(turn, 0) * size, -size * 0.4  # clear of the numbers in the upper half
    arrow = polygon((aside, tip), (aside + 4, tip + 6), (aside - 4, tip + 6), fill="faint")
    return shift(size / 2, size / 2, arrow, turn=90 * turn)


def walls(bits: int | None, size: float) -> list[Element]:
    """Thick lines where walls are; a dashed frame where nobody has told us."""
    if bits is None:
        frame = rect(2, 2, size - 4, size - 4, 4, fill="none", stroke="accent", stroke_width=2, stroke_dasharray="3 4")
        return [frame]
    thick = max(4, size * 0.075)
    low, high = thick / 2, size - thick / 2
    corners = ((low, low), (high, low), (high, high), (low, high))
    return [
        line(*corners[edge], *corners[(edge + 1) % 4], stroke="wall", stroke_width=thick)
        for edge in range(4)
        if bits >> edge & 1
    ]


def _tints(place: int, kingdoms: Sequence[Kingdom], size: float) -> list[Element]:
    """A wash per kingdom the card belongs to, side by side if it is shared; a light one where it is not certain."""
    owners = [(k.colour, 0.26) for k in kingdoms if place in k.places]
    owners += [(k.colour, 0.1) for k in kingdoms if place in k.perhaps]
    if not owners:
        return []
    share = size / len(owners)
    return [
        tint(number * share, 0, share, size, str(colour), 5 if share == size else 2, strength)
        for number, (colour, strength) in enumerate(owners)
    ]


def _dwarves(stack: Stack, place: int, size: float) -> list[Element]:
    """The dwarves along the lower edge, one figure each, grouped by colour."""
    standing = [(Colour(colour), count) for colour, count in stack.dwarves.items() if count]
    total = sum(count for _, count in standing)
    if not total:
        return []
    step = min(size * 0.2, size * 0.86 / total)
    x = size / 2 - step * (total - 1) / 2
    groups = []
    for colour, count in standing:
        figures = [figure(x + step * n, size * 0.95, size * 0.24, str(colour)) for n in range(min(count, 14))]
        title = say("{colour} dwarves: {count}", colour=colour_name(colour), count=count)
        figures.append(letters(x + step * (count - 1) / 2, size * 0.9, str(colour), max(9, size * 0.16), "ink"))
        groups.append(group(*figures, path=f"/table/{place}/dwarves/{colour}", title=title))
        x += step * count
    return groups


def _title(board: Board, place: int) -> str:
    printed = board.prints[place]
    points = "?" if printed.points is None else printed.points
    return say("{card}, points {points}", card=card_at(board.stacks[place], board.catalogue), points=points)
