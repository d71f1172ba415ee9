"""The mat that can be printed: a sheet with a marker in each corner and patches of known colours, drawn as SVG.

All lengths are millimetres from the upper left corner of the paper. Plain Python, so that a page can offer it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from scoring.words import say
from vision.palette import Rgb

MARGIN = 9.0  # printers leave the rim of the paper white
MARKER = 24.0
BITS = 4  # cells of a marker each way, inside its black frame
PATCH = 14.0
RULER = 100.0
# The cells of ArUco's markers 40 to 47 (4 x 4 bits, dictionary of 50), row by row, one is white.
CODES = {40: 0x1718, 41: 0x2A28, 42: 0x328C, 43: 0x38B2, 44: 0x24E8, 45: 0x2EEB, 46: 0x2D3F, 47: 0x4B64}
# Greys tell the colour of the light; the others help where greys are covered or burnt out.
PATCHES = (
    Rgb(205, 205, 205),
    Rgb(196, 62, 54),
    Rgb(150, 150, 150),
    Rgb(222, 190, 60),
    Rgb(100, 100, 100),
    Rgb(64, 140, 84),
    Rgb(56, 96, 168),
)


REMARK = say("Tally: print without scaling, the line is 10 cm long. Put dice in the middle, cards beside it.")


@dataclass(frozen=True)
class Square:
    """A printed square: its upper left corner and its side."""

    x: float
    y: float
    side: float


@dataclass(frozen=True)
class Paper:
    """A size of paper; its markers say which it is."""

    name: str
    width: float
    height: float
    first_marker: int

    def markers(self) -> dict[int, Square]:
        """The markers by number: upper left, upper right, lower right, lower left."""
        right, bottom = self.width - MARGIN - MARKER, self.height - MARGIN - MARKER
        places = ((MARGIN, MARGIN), (right, MARGIN), (right, bottom), (MARGIN, bottom))
        return {self.first_marker + n: Square(x, y, MARKER) for n, (x, y) in enumerate(places)}

    def patches(self) -> Iterator[tuple[Square, Rgb]]:
        """The colours between the markers, above and, the other way round, below: a shadow rarely covers both."""
        room = self.width - 2 * (MARGIN + MARKER)
        gap = (room - len(PATCHES) * PATCH) / (len(PATCHES) + 1)
        inset = (MARKER - PATCH) / 2
        for y, colours in ((MARGIN, PATCHES), (self.height - MARGIN - MARKER, PATCHES[::-1])):
            for n, colour in enumerate(colours):
                x = MARGIN + MARKER + gap + n * (PATCH + gap)
                yield Square(x, y + inset, PATCH), colour


PAPERS = {
    "a4": Paper("A4", 210.0, 297.0, 40),
    "letter": Paper("Letter", 215.9, 279.4, 44),
}


def svg(paper: Paper, remark: str) -> str:
    """The mat as a drawing in its true size; the remark stands between the lower colours and the free middle."""
    size = f'width="{paper.width:g}mm" height="{paper.height:g}mm" viewBox="0 0 {paper.width:g} {paper.height:g}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f'<rect width="{paper.width:g}" height="{paper.height:g}" fill="#ffffff"/>',
        *(_marker(number, place) for number, place in paper.markers().items()),
        *(_square(place, colour.hex) for place, colour in paper.patches()),
        *_foot(paper, remark),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _marker(number: int, place: Square) -> str:
    cell = place.side / (BITS + 2)
    white = [
        _square(Square(place.x + (column + 1) * cell, place.y + (row + 1) * cell, cell), "#ffffff")
        for row in range(BITS)
        for column in range(BITS)
        if CODES[number] >> (BITS * BITS - 1 - row * BITS - column) & 1
    ]
    return "".join([_square(place, "#000000"), *white])


def _square(place: Square, colour: str) -> str:
    return f'<rect x="{place.x:g}" y="{place.y:g}" width="{place.side:g}" height="{place.side:g}" fill="{colour}"/>'


def _foot(paper: Paper, remark: str) -> Iterator[str]:
    """A line of ten centimetres to measure the print by, and the remark."""
    x, y = (paper.width - RULER) / 2, paper.height - 2 * MARGIN - MARKER
    yield f'<path d="M{x:g} {y - 1:g}v2M{x:g} {y:g}h{RULER:g}m0 -1v2" fill="none" stroke="#808080" stroke-width="0.3"/>'
    style = 'font-family="sans-serif" font-size="3.2" fill="#606060" text-anchor="middle"'
    yield f'<text x="{paper.width / 2:g}" y="{y - 2.5:g}" {style}>{escape(remark)}</text>'
