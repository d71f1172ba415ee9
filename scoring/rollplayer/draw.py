"""The character sheets as a picture: 18 places, goals, alignment, cards and tokens, each one tappable."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue, localised
from scoring.drawing import PHONE, Element, badge, circle, die, drawing, group, label, rect, tint
from scoring.rollplayer.goals import class_colour, meets, raises, row_sum
from scoring.rollplayer.pieces import ATTRIBUTE_NAMES, ATTRIBUTES, CARD_KIND, Attribute, die_name
from scoring.rollplayer.state import Player, State
from scoring.words import Sentence, say

MARGIN, ROW, PLACE, HEAD = 10, 52, 48, 56
"""A place is as large as a fingertip: a phone shows a unit as a pixel."""
LABELS, PLACES_AT, SUM_AT, GOAL_AT, SIDE_AT = 66, 80, 250, 266, 298
CELL, CHIP, CHIP_WIDTH = 26, 48, 120
KIND_PAINTS = {"weapon": "red", "armor": "grey", "trait": "purple", "skill": "blue", "scroll": "brown"}
COUNTERS: tuple[tuple[str, str, Sentence], ...] = (
    ("gold", "gold", say("gold")),
    ("xp", "blue", say("XP")),
    ("honor", "green", say("honor")),
    ("wounds", "red", say("wounds")),
    ("charisma", "purple", say("charisma")),
)


def draw(state: State, catalogue: Catalogue) -> str:
    """All sheets below each other, in seat order, then the monster."""
    parts: list[Element] = []
    top = float(MARGIN)
    for seat, player in enumerate(state.players):
        own, height = _sheet(player, f"/players/{seat}", top, state.options.expansion, catalogue)
        parts += own
        top += height + MARGIN
    if state.monster:
        parts.append(_monster(state, top, catalogue))
        top += PLACE + MARGIN
    return drawing(PHONE, top, *parts, title=say("Roll Player: {count} character sheets", count=len(state.players)))


def _sheet(
    player: Player, where: str, top: float, expansion: bool, catalogue: Catalogue
) -> tuple[list[Element], float]:
    """One sheet and its height."""
    below = HEAD + 6 * ROW + 4
    cards = list(_cards(player, where, top + below + PLACE + 4, catalogue))
    chips = -(-len(player.cards) // 3) * (CHIP + 4)
    fight = _battle(player, where, top + below + PLACE + 4 + chips)
    height = below + PLACE + 4 + chips + (56 if fight else 0)
    parts = [rect(MARGIN / 2, top, PHONE - MARGIN, height, 10, fill="card", stroke="edge", stroke_width=1)]
    parts += _heading(player, where, top, catalogue)
    wanted = _backstory(player, catalogue)
    for index, attribute in enumerate(ATTRIBUTES):
        parts += _row(player, where, attribute, top + HEAD + index * ROW, wanted, catalogue)
    parts.append(_alignment(player, where, top + HEAD + 2, catalogue))
    parts += _counters(player, where, top + below, expansion)
    return [*parts, *cards, *fight], height


def _heading(player: Player, where: str, top: float, catalogue: Catalogue) -> Iterator[Element]:
    colour = class_colour(player, catalogue)
    middle = top + HEAD / 2
    yield group(
        rect(MARGIN, top + 4, 172, PLACE, 6, fill="card"),
        circle(MARGIN + 8, middle, 7, fill=colour or "slot", stroke="edge", stroke_width=1),
        label(MARGIN + 22, middle, player.name, 15, "start", bold=True, fit=145),
        path=f"{where}/name",
        title=player.name,
    )
    names = [
        (f"{where}/race", player.race, say("Race?")),
        (f"{where}/hero_class", player.hero_class, say("Class?")),
        (f"{where}/backstory", player.backstory, say("Backstory?")),
    ]
    for index, (path, card, missing) in enumerate(names):
        text = localised(catalogue.items[card].name) if card else missing
        place = label(217.5 + index * 64, middle, text, 12, fill="ink" if card else "bad", fit=58)
        yield group(rect(187 + index * 64, top + 4, 61, PLACE, 6, fill="slot"), place, path=path, title=text)


def _backstory(player: Player, catalogue: Catalogue) -> dict[tuple[str, int], str]:
    """The colour each place should have."""
    places = catalogue.value(player.backstory, "places") if player.backstory else None
    return {(row, place - 1): colour for row, place, colour in places or ()}


def _row(
    player: Player,
    where: str,
    attribute: Attribute,
    top: float,
    wanted: dict[tuple[str, int], str],
    catalogue: Catalogue,
) -> Iterator[Element]:
    """The name of an attribute, its three places, the sum and the goal."""
    middle = top + ROW / 2
    yield label(MARGIN, middle, ATTRIBUTE_NAMES[attribute], 12, "start", fit=LABELS)
    for place, piece in enumerate(player.rows.of(attribute)):
        left = PLACES_AT + place * (PLACE + 4)
        corner = top + (ROW - PLACE) / 2
        parts = [rect(left, corner, PLACE, PLACE, 6, fill="slot", stroke="edge", stroke_width=1)]
        colour = wanted.get((attribute, place))
        if colour:
            parts.append(tint(left - 2, corner - 2, PLACE + 4, PLACE + 4, colour, 8, 0.4))
        if piece:
            # Boost dice are clear: a number instead of pips tells them from white dice.
            boost = piece.colour == "boost"
            face, paint = (str(piece.value), "slot") if boost else (piece.value, piece.colour)
            parts.append(die(left + 2, corner + 2, PLACE - 4, face, paint))
        lies = die_name(piece) if piece else say("empty place")
        title = say("{row}, place {number}: {what}", row=ATTRIBUTE_NAMES[attribute], number=place + 1, what=lies)
        yield group(*parts, path=f"{where}/rows/{attribute}/{place}", title=title)
    yield from _goal(player, attribute, middle, catalogue)


def _goal(player: Player, attribute: Attribute, middle: float, catalogue: Catalogue) -> Iterator[Element]:
    if player.race is None or player.hero_class is None:
        return
    colour = class_colour(player, catalogue)
    raised, unknown = raises(player, catalogue)
    total = row_sum(player, "", attribute, catalogue.value(player.race, attribute), raised, colour).total
    goal = catalogue.value(player.hero_class, f"goal_{attribute}")
    paint = "faint" if unknown else "good" if meets(total, goal) else "bad"
    yield label(SUM_AT, middle, str(total), 15, bold=True, fill=paint)
    yield label(GOAL_AT, middle, f"/ {goal}", 12, "start", fill="faint", fit=30)


def _alignment(player: Player, where: str, top: float, catalogue: Catalogue) -> Element:
    """The nine spaces with their stars, and the marker."""
    grid = catalogue.value(player.alignment, "grid") if player.alignment else None
    parts: list[Element] = []
    for row in range(3):
        for column in range(3):
            left, corner = SIDE_AT + column * (CELL + 2), top + row * (CELL + 2)
            here = player.marker == (row, column)
            parts.append(
                rect(
                    left,
                    corner,
                    CELL,
                    CELL,
                    4,
                    fill="slot",
                    stroke="accent" if here else "edge",
                    stroke_width=3 if here else 1,
                )
            )
            number = f"{grid[row][column]:+d}" if grid and grid[row][column] else "0" if grid else "?"
            parts.append(label(left + CELL / 2, corner + CELL / 2, number, 13, bold=here))
    name = localised(catalogue.items[player.alignment].name) if player.alignment else say("alignment unknown")
    return group(*parts, path=f"{where}/marker", title=name)


def _counters(player: Player, where: str, top: float, expansion: bool) -> Iterator[Element]:
    """Gold and, with the expansion, experience, honor and wounds."""
    shown = [counter for counter in COUNTERS if expansion or counter[0] in ("gold", "charisma")]
    step = (PHONE - 2 * MARGIN) / max(4, len(shown))
    for index, (field, paint, name) in enumerate(shown):
        left, middle = MARGIN + index * step, top + PLACE / 2
        yield group(
            rect(left, top, step - 4, PLACE, 6, fill="slot"),
            badge(left + 15, middle, str(getattr(player, field)), paint, 11),
            label(left + 29, middle, name, 12, "start", fit=step - 36),
            path=f"{where}/{field}",
            title=say("{what}: {count}", what=name, count=getattr(player, field)),
        )


def _cards(player: Player, where: str, top: float, catalogue: Catalogue) -> Iterator[Element]:
    """Market cards as chips; an exhausted skill is faint."""
    for index, card in enumerate(player.cards):
        left = MARGIN + index % 3 * (CHIP_WIDTH + 4)
        corner = top + index // 3 * (CHIP + 4)
        name = localised(catalogue.items[card].name)
        ink = "faint" if card in player.exhausted else "ink"
        yield group(
            rect(left, corner, CHIP_WIDTH, CHIP, 5, fill="slot"),
            rect(left, corner, 5, CHIP, 2, fill=KIND_PAINTS[CARD_KIND[card]]),
            label(left + 10, corner + CHIP / 2, name, 11.5, "start", fill=ink, fit=CHIP_WIDTH - 14),
            path=f"{where}/cards/{index}",
            title=name,
        )


def _battle(player: Player, where: str, top: float) -> list[Element]:
    """The combat dice of the final battle."""
    if player.battle is None:
        return []
    step = min(52.0, 286 / max(1, len(player.battle.dice)))
    dice = [
        group(
            die(MARGIN + 84 + index * step, top, 48, value, "white"),
            path=f"{where}/battle/dice/{index}",
            title=say("die {face}", face=value),
        )
        for index, value in enumerate(player.battle.dice)
    ]
    return [label(MARGIN, top + 24, say("Final battle"), 12, "start", fit=80), *dice]


def _monster(state: State, top: float, catalogue: Catalogue) -> Element:
    assert state.monster is not None
    which = "1p" if state.one_player_card else "2p"
    name = localised(catalogue.items[state.monster].name)
    strength = catalogue.value(state.monster, f"strength_{which}")
    return group(
        rect(MARGIN / 2, top, PHONE - MARGIN, PLACE, 8, fill="card", stroke="edge", stroke_width=1),
        badge(MARGIN + 14, top + 24, str(strength), "bad", 12),
        label(MARGIN + 34, top + 24, name, 14, "start", bold=True, fit=240),
        path="/monster",
        title=name,
    )
