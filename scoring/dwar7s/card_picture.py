"""One card as a picture, so that an owner can compare what was entered with the card in hand."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue
from scoring.drawing import Element, badge, drawing, figure, group, label, line, rect, shift
from scoring.dwar7s import icons
from scoring.dwar7s.draw import points_badge, walls
from scoring.dwar7s.pieces import EDGE_NAMES, EDGES, Gem, Kind, mask
from scoring.dwar7s.printed import name_of
from scoring.words import say

SIZE = 180
LEFT, TOP = 40, 58
WIDTH = SIZE + 2 * LEFT


def draw_card(item_id: str, catalogue: Catalogue) -> str:
    """The card upright with everything that is known of it; what is not known is a question mark.

    Parts that can be tapped carry the field as their path: ``/walls/top``, ``/points``, ``/slots``, ``/need``, ...
    """
    name = name_of(item_id, catalogue)
    parts = _kingdom_card(Kind(item_id), catalogue) if item_id in set(Kind) else _other_card(item_id, catalogue)
    head = label(WIDTH / 2, 28, name, 18, bold=True, fit=WIDTH - 20)
    return drawing(WIDTH, TOP + SIZE + 64, head, shift(LEFT, TOP, *parts), title=name)


def _kingdom_card(kind: Kind, catalogue: Catalogue) -> Iterator[Element]:
    told = catalogue.value(kind, "walls")
    yield rect(0, 0, SIZE, SIZE, 10, fill="card", stroke="edge", stroke_width=1.5)
    yield shift(SIZE / 2, SIZE * 0.38, icons.card(kind), size=3.6)
    yield group(*walls(None if told is None else mask(told), SIZE))
    yield from _edges()
    yield group(points_badge(catalogue.value(kind, "points"), SIZE - 32, 32, 17), path="/points", title=say("points"))
    yield _places(catalogue.value(kind, "slots"))
    need = catalogue.value(kind, "need")
    yield group(
        label(SIZE - 46, SIZE - 28, _shown(need), 20, bold=True),
        figure(SIZE - 27, SIZE - 18, 24, "faint"),
        path="/need",
        title=say("dwarves needed"),
    )
    yield label(SIZE / 2, SIZE + 24, _source(kind, catalogue), 11, fill="faint", fit=SIZE + 60)


def _edges() -> Iterator[Element]:
    """A broad strip along each edge to tap for a wall."""
    corners = ((0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE))
    for number, edge in enumerate(EDGES):
        strip = line(*corners[number], *corners[(number + 1) % 4], stroke="wall", stroke_width=28, stroke_opacity=0)
        title = say("wall at the {side}", side=EDGE_NAMES[edge])
        yield group(strip, path=f"/walls/{edge}", title=title, pointer_events="stroke")


def _places(slots: int | None) -> Element:
    """The places for dwarves as a row of empty boxes."""
    if slots is None:
        boxes = [badge(34, SIZE - 28, "?", "accent", 12)]
    else:
        step = min(20, 108 / max(1, slots))
        boxes = [
            rect(20 + n * step, SIZE - 40, 16, 22, 4, fill="slot", stroke="edge", stroke_width=1) for n in range(slots)
        ] or [label(34, SIZE - 28, "0", 16, fill="faint")]
    return group(*boxes, path="/slots", title=say("places for dwarves"))


def _other_card(item_id: str, catalogue: Catalogue) -> Iterator[Element]:
    """A gem, an ogre or a goal: its sign and its numbers."""
    item = catalogue.items.get(item_id)
    fields = catalogue.kinds[item.kind].fields if item else {}
    yield rect(0, 0, SIZE, SIZE, 10, fill="card", stroke="edge", stroke_width=1.5)
    if item_id in set(Gem):
        yield shift(SIZE / 2, SIZE / 2, icons.gem(Gem(item_id)), size=4)
    if "points" in fields:
        yield group(points_badge(catalogue.value(item_id, "points"), SIZE - 32, 32, 17), path="/points")
    if "cost" in fields:
        yield _cost(catalogue.value(item_id, "cost"))
    for field in ("cards", "copies"):
        if field in fields:
            text = say("cards in the box: {count}", count=_shown(catalogue.value(item_id, field)))
            yield group(label(SIZE / 2, SIZE - 20, text, 13), path=f"/{field}")


def _cost(gems: list[str] | None) -> Element:
    if gems is None:
        return group(label(SIZE / 2, SIZE / 2, "?", 48, fill="accent", bold=True), path="/cost")
    signs = [
        shift(40 + (number % 4) * 34, 80 + (number // 4) * 34, icons.gem(Gem(gem)), size=1.5)
        for number, gem in enumerate(gems)
    ]
    return group(*signs, path="/cost", title=say("gems asked for"))


def _source(kind: Kind, catalogue: Catalogue) -> str:
    """Whether everything on the card is known."""
    open_fields = [name for name in ("walls", "points", "slots", "need") if catalogue.value(kind, name) is None]
    if open_fields:
        return say("not told yet: {count} of 4 values", count=len(open_fields))
    return say("compare it with your card")


def _shown(value: int | None) -> str:
    return "?" if value is None else str(value)
