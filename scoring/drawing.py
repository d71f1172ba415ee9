"""The one way of drawing: every game's picture is built here, as SVG text without assets, fonts or scripts.

A picture is a tree of frozen elements that `drawing` turns into text::

    drawing(
        390, 120,
        rect(10, 10, 60, 80, fill="card", stroke="edge"),
        group(die(90, 20, 40, 5, "red"), path="/players/0/dice/3", title=say("red die, 5")),
        title=say("Ann's trove"),
    )

- Colours are *roles* from ``scoring.paint`` ("card", "ink", "red", ...), never literal values. Each element has the
  light colour as an attribute (for viewers that know no CSS) and a class that follows light and dark mode.
  A page that has its own theme sets the variables, e.g. ``--tally-card``; `paint.theme` writes them all for it.
- What a person can tap or what is evidence for points is a `group` with ``path``, the piece's JSON pointer.
- Keep to a width of ``PHONE`` units and to texts of size 9 or more: a phone shows the picture that wide.
- Texts may be sentences made with `say`; `spoken_by` draws them in another language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from html import escape  # xml.sax would bring in half the network library
from typing import Literal

from scoring.paint import PAINT, PIECES, on
from scoring.words import say

PHONE = 390
"""Width in units that a phone shows without zooming."""

LETTERS = 3
"""So many letters tell the colours of every box apart, in each language."""

PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

Anchor = Literal["start", "middle", "end"]
Attribute = str | float | None

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_speaker: ContextVar[Callable[[str], str]] = ContextVar("speaker", default=str)


@dataclass(frozen=True, slots=True)
class Element:
    """An SVG element as a value: tag, attributes in order, and children (elements or texts)."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Element | str, ...] = ()


def element(tag: str, *children: Element | str, **attributes: Attribute) -> Element:
    """Any element: ``stroke_width`` becomes ``stroke-width``, None is left out, fill and stroke are roles.

    >>> write(element("line", x1=0, x2=2.5, stroke="edge", stroke_width=2))
    '<line x1="0" x2="2.5" stroke="#b9ae98" stroke-width="2" class="s-edge"/>'
    """
    written: list[tuple[str, str]] = []
    classes: list[str] = []
    for name, value in attributes.items():
        if value is None:
            continue
        if name in ("fill", "stroke") and value != "none":
            classes.append(f"{name[0]}-{value}")
            value = PAINT[str(value)][0]
        text = value if isinstance(value, str) else _number(value)
        written.append((name.rstrip("_").replace("_", "-"), text))
    if classes:
        written.append(("class", " ".join(classes)))
    return Element(tag, tuple(written), children)


def group(*children: Element, path: str | None = None, title: str = "", **attributes: Attribute) -> Element:
    """Things that belong together; ``path`` is the piece's JSON pointer, ``title`` what a screen reader says.

    >>> write(group(circle(1, 2, 3, fill="none"), path="/players/0", title="Ann"))
    '<g data-path="/players/0"><title>Ann</title><circle cx="1" cy="2" r="3" fill="none"/></g>'
    """
    named = (element("title", title), *children) if title else children
    return element("g", *named, data_path=path, **attributes)


def shift(x: float, y: float, *children: Element, turn: float = 0, size: float = 1) -> Element:
    """Move children to (x, y), turned clockwise by ``turn`` degrees about that point, scaled by ``size``."""
    parts = [f"translate({_number(x)} {_number(y)})"]
    parts += [f"rotate({_number(turn)})"] if turn else []
    parts += [f"scale({_number(size)})"] if size != 1 else []
    return element("g", *children, transform=" ".join(parts))


def rect(x: float, y: float, width: float, height: float, radius: float = 0, **attributes: Attribute) -> Element:
    """A rectangle, with rounded corners if ``radius`` is given."""
    return element("rect", x=x, y=y, width=width, height=height, rx=radius or None, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Attribute) -> Element:
    """A circle around (x, y)."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Attribute) -> Element:
    """A straight line with round ends."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke_linecap="round", **attributes)


def polygon(*points: tuple[float, float], **attributes: Attribute) -> Element:
    """A closed shape through the points."""
    written = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
    return element("polygon", points=written, stroke_linejoin="round", **attributes)


def curve(d: str, **attributes: Attribute) -> Element:
    """A shape in SVG's own path language."""
    return element("path", d=d, **attributes)


def label(
    x: float,
    y: float,
    text: str,
    size: float = 12,
    anchor: Anchor = "middle",
    *,
    fill: str = "ink",
    bold: bool = False,
    fit: float | None = None,
) -> Element:
    """A line of text whose middle height is at ``y``; set smaller if it would be wider than ``fit``.

    Texts are measured roughly (0.58 of the size per letter): fonts differ between phones.
    """
    if fit is not None:
        size = min(size, fit / (0.58 * max(1, len(_speaker.get()(text)))))
    return element(
        "text",
        text,
        x=x,
        y=y + size * 0.35,
        font_size=size,
        font_weight=700 if bold else None,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
    )


def tint(
    x: float, y: float, width: float, height: float, paint: str, radius: float = 0, strength: float = 0.22
) -> Element:
    """A transparent wash of colour that says to whom a place belongs."""
    return rect(x, y, width, height, radius, fill=paint, fill_opacity=strength, pointer_events="none")


def badge(x: float, y: float, text: str, paint: str = "ink", radius: float = 9) -> Element:
    """A small disc with a number or a sign, centred on (x, y)."""
    return group(
        circle(x, y, radius, fill=paint, stroke="card", stroke_width=1),
        label(x, y, text, radius * 1.2, fill=on(paint), bold=True, fit=radius * 1.8),
    )


def die(x: float, y: float, size: float, face: int | str, paint: str = "white") -> Element:
    """A die with its top left corner at (x, y): pips for 1 to 6, a sign for any other face.

    >>> write(die(0, 0, 20, 3)).count("<circle")
    3
    """
    middle, mark = size / 2, on(paint)
    if isinstance(face, int) and face in PIPS:
        reach = size * 0.27
        marks = [circle(middle + dx * reach, middle + dy * reach, size * 0.09, fill=mark) for dx, dy in PIPS[face]]
    else:
        marks = [label(middle, middle, str(face), size * 0.55, fill=mark, bold=True, fit=size * 0.85)]
    body = rect(0, 0, size, size, size * 0.2, fill=paint, stroke="edge", stroke_width=1)
    named = [letters(middle, size * 0.13, paint, size * 0.22, mark)] if paint in PIECES else []
    return shift(x, y, body, *marks, *named)


def letters(x: float, y: float, paint: str, size: float, ink: str) -> Element:
    """The first letters of a colour around (x, y), for who does not tell colours apart; a page shows them on demand.

    >>> write(letters(0, 0, "purple", 10, "white"))
    '<text x="0" y="3.5" font-size="10" text-anchor="middle" display="none" class="letter f-white">pur</text>'
    """
    name = _speaker.get()(say(paint))[:LETTERS]
    return element(
        "text",
        name,
        x=x,
        y=y + size * 0.35,
        font_size=size,
        text_anchor="middle",
        display="none",
        class_=f"letter f-{ink}",
    )


def figure(x: float, y: float, size: float, paint: str) -> Element:
    """A wooden figure (dwarf, imp, meeple) of this height, standing with its foot's middle at (x, y)."""
    return shift(
        x,
        y,
        curve(
            "M-5 0 L-4 -7 Q-8 -8 -7 -11 L-3 -12 A4.5 4.5 0 1 1 3 -12 L7 -11 Q8 -8 4 -7 L5 0 Z",
            fill=paint,
            stroke="ink",
            stroke_width=0.8,
        ),
        size=size / 20,
    )


def drawing(width: float, height: float, *children: Element, title: str) -> str:
    """The whole picture as SVG text; it scales to the width it is given and names itself with ``title``."""
    body = "".join(map(write, children))
    wide, high = _number(width), _number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tally-drawing" '
        f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="graphics-document" font-family="system-ui, sans-serif" style="max-width:100%;height:auto">'
        f"<title>{_text(title)}</title><style>{_style(body)}</style>"
        f'<rect width="100%" height="100%" rx="8" fill="{PAINT["table"][0]}" class="f-table"/>{body}</svg>\n'
    )


def write(part: Element | str) -> str:
    """An element (or text) as SVG text, everything escaped.

    >>> write(label(0, 0, "Bits & <bobs>", anchor="start"))
    '<text x="0" y="4.2" font-size="12" fill="#22282f" class="f-ink">Bits &amp; &lt;bobs&gt;</text>'
    """
    if isinstance(part, str):
        return _text(part)
    head = part.tag + "".join(f' {name}="{escape(_no_controls(value))}"' for name, value in part.attributes)
    if not part.children:
        return f"<{head}/>"
    return f"<{head}>{''.join(map(write, part.children))}</{part.tag}>"


@contextmanager
def spoken_by(translate: Callable[[str], str]) -> Iterator[None]:
    """While this lasts, every text of a drawing goes through ``translate``."""
    token = _speaker.set(translate)
    try:
        yield
    finally:
        _speaker.reset(token)


def _style(body: str) -> str:
    """Rules for the paints that the picture uses: the page's variable first, else ours for light or dark."""
    kinds = [(f"{kind[0]}-{role}", kind, role) for kind in ("fill", "stroke") for role in PAINT]
    used = [entry for entry in kinds if entry[0] in body or entry[0] == "f-table"]

    def rules(dark: bool) -> str:
        return "".join(
            f".tally-drawing .{name}{{{kind}:var(--tally-{role},{PAINT[role][dark]})}}" for name, kind, role in used
        )

    return f"{rules(False)}@media(prefers-color-scheme:dark){{{rules(True)}}}"


def _text(words: str) -> str:
    return escape(_no_controls(_speaker.get()(words)), quote=False)


def _no_controls(text: str) -> str:
    """A name may hold characters that no SVG file may; they are shown as a sign for "unreadable"."""
    return _UNWRITABLE.sub("\ufffd", text)


def _number(value: float) -> str:
    """
    >>> _number(2.0), _number(1 / 3), _number(-0.001)
    ('2', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
