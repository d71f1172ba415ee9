"""The dungeons as a picture: every tile, monster and adventurer can be tapped."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue, localised
from scoring.drawing import PHONE, Element, badge, drawing, group, label, rect, shift
from scoring.dungeonlords.pieces import COLUMNS, ENTRANCE, PALADINS, ROWS, on_grid, square_name
from scoring.dungeonlords.state import Hero, Lord, Table, Tile
from scoring.paint import on
from scoring.words import Sentence, say

CELL, MARGIN, GAP = 46, 12, 4
GRID_WIDTH = COLUMNS * CELL
SIDE = MARGIN + GRID_WIDTH + 10
LINE = 18
HEAD = 34
FOOT = 64
BOARD_HEIGHT = HEAD + ROWS * CELL + FOOT

CLASS_PAINT = {"fighter": "brown", "thief": "green", "priest": "blue", "wizard": "purple"}


def draw(state: Table, catalogue: Catalogue) -> str:
    """One board per lord, one below the other."""
    placed = [part for seat in range(len(state.players)) for part in _board(state, seat, catalogue)]
    title = say("Year {year}, {season}", year=state.year, season=SEASON_NAMES[state.season])
    return drawing(PHONE, len(state.players) * BOARD_HEIGHT, *placed, title=title)


SEASON_NAMES = {
    "winter": say("winter"),
    "spring": say("spring"),
    "summer": say("summer"),
    "autumn": say("autumn"),
    "battle": say("battle"),
    "end": say("end of the game"),
}


def _board(state: Table, seat: int, catalogue: Catalogue) -> Iterator[Element]:
    lord, root, top = state.players[seat], f"/players/{seat}", seat * BOARD_HEIGHT
    yield label(MARGIN, top + 18, lord.name, 15, "start", bold=True, fit=GRID_WIDTH - 70)
    if seat == state.first_player:
        yield group(
            badge(MARGIN + GRID_WIDTH - 60, top + 18, "1", "yellow"), path="/first_player", title=say("first player")
        )
    yield group(
        badge(MARGIN + GRID_WIDTH - 14, top + 18, str(lord.evil), "bad", 11),
        path=f"{root}/evil",
        title=say("Evilometer {n}", n=lord.evil),
    )
    yield from _grid(lord, root, top + HEAD, catalogue)
    yield from _people(lord, root, top + 12, catalogue)
    yield from _stores(lord, root, top + HEAD + ROWS * CELL + 14)
    yield from _traps(lord, root, top + HEAD + ROWS * CELL + 42, catalogue)


def _grid(lord: Lord, root: str, top: float, catalogue: Catalogue) -> Iterator[Element]:
    """The building site with an empty slot on every square and the tiles on top."""
    for y in range(ROWS):
        for x in range(COLUMNS):
            yield rect(
                MARGIN + x * CELL,
                top + y * CELL,
                CELL - GAP,
                CELL - GAP,
                5,
                fill="slot",
                stroke="edge",
                stroke_width=0.5,
            )
    for i, tile in enumerate(lord.dungeon):
        if on_grid(tile.square):
            yield _tile(tile, f"{root}/dungeon/{i}", MARGIN + tile.x * CELL, top + tile.y * CELL, catalogue)


def _tile(tile: Tile, path: str, x: float, y: float, catalogue: Catalogue) -> Element:
    """A tunnel is dark, a room brown with its name, a conquered tile green with a cross."""
    size = CELL - GAP
    paint = "green" if tile.conquered else "grey" if tile.room is None else "brown"
    parts = [rect(x, y, size, size, 5, fill=paint, stroke="ink", stroke_width=1)]
    name = _name(tile.room, catalogue) if tile.room is not None else say("tunnel")
    if tile.room is not None:
        lines = _two_lines(tile.room, catalogue)
        start = y + size / 2 - 5.5 * (len(lines) - 1)
        parts += [
            label(x + size / 2, start + 11 * i, line, 10, fill="white", fit=size - 5) for i, line in enumerate(lines)
        ]
    if tile.square == ENTRANCE:
        parts.append(label(x + size / 2, y + 9, "▼", 10, fill="white"))
    if tile.conquered:
        parts.append(label(x + size / 2, y + size - 10, "✕", 13, fill="white", bold=True))
    told = say("{square}: {what}", square=square_name(tile.square), what=name)
    return group(*parts, path=path, title=say("{tile}, conquered", tile=told) if tile.conquered else told)


def _people(lord: Lord, root: str, top: float, catalogue: Catalogue) -> Iterator[Element]:
    """Beside the grid: the lair, the party before the entrance, the prison."""
    y = top
    columns: tuple[tuple[Sentence, list[Element]], ...] = (
        (say("lair"), [_beast(lord, root, i, catalogue) for i in range(len(lord.monsters))]),
        (say("party"), [_hero(hero, f"{root}/party/{i}", catalogue) for i, hero in enumerate(lord.party)]),
        (
            say("prison"),
            [_hero(Hero(id=hero), f"{root}/prisoners/{i}", catalogue) for i, hero in enumerate(lord.prisoners)],
        ),
    )
    for title, pieces in columns:
        yield label(SIDE, y + 6, title, 9, "start", fill="faint")
        y += 12
        for i, piece in enumerate(pieces):
            yield shift(SIDE + i % PER_ROW * PIECE_WIDTH, y + i // PER_ROW * LINE, piece)
        y += max(1, -(-len(pieces) // PER_ROW)) * LINE + 4


PER_ROW, PIECE_WIDTH = 2, 68


def _beast(lord: Lord, root: str, index: int, catalogue: Catalogue) -> Element:
    beast = lord.monsters[index]
    name = _name(beast.id, catalogue)
    paint = "slot" if beast.down else "red"
    return _chip(
        name, paint, f"{root}/monsters/{index}", say("{monster}, face down", monster=name) if beast.down else name
    )


def _hero(hero: Hero, path: str, catalogue: Catalogue) -> Element:
    name = _name(hero.id, catalogue)
    paint = "gold" if hero.id in PALADINS else CLASS_PAINT.get(str(catalogue.value(hero.id, "class")), "grey")
    told = say("{hero}, {n} damage", hero=name, n=hero.damage) if hero.damage else name
    chip = _chip(name, paint, path, told)
    if not hero.damage:
        return chip
    return group(chip, badge(PIECE_WIDTH - 8, 4, str(hero.damage), "bad", 6))


def _chip(name: Sentence | str, paint: str, path: str, title: Sentence | str) -> Element:
    ink = "ink" if paint == "slot" else on(paint)
    return group(
        rect(0, 0, PIECE_WIDTH - 4, LINE - 3, 4, fill=paint, stroke="edge", stroke_width=1),
        label((PIECE_WIDTH - 4) / 2, (LINE - 3) / 2, name, 10, fill=ink, fit=PIECE_WIDTH - 8),
        path=path,
        title=title,
    )


def _stores(lord: Lord, root: str, y: float) -> Iterator[Element]:
    """Imps, troll tokens, gold, food and letters, each a disc with its number."""
    kinds = (
        ("imps", say("imps"), "red", lord.imps),
        ("trolls", say("trolls"), "brown", lord.trolls),
        ("gold", say("gold"), "gold", lord.gold),
        ("food", say("food"), "green", lord.food),
        ("letters", say("letters"), "black", lord.letters),
    )
    for i, (field, word, paint, count) in enumerate(kinds):
        x = MARGIN + 10 + i * 74
        yield group(
            badge(x, y, str(count), paint, 10),
            label(x + 14, y, word, 10, "start", fill="faint", fit=46),
            path=f"{root}/{field}",
            title=say("{n} {what}", n=count, what=word),
        )


def _traps(lord: Lord, root: str, y: float, catalogue: Catalogue) -> Iterator[Element]:
    yield label(MARGIN, y, say("traps"), 9, "start", fill="faint")
    room = PHONE - MARGIN - 52
    width = min(80.0, room / max(1, len(lord.traps)))
    for i, trap in enumerate(lord.traps):
        name = _name(trap, catalogue)
        x = 48 + i * width
        yield group(
            rect(x, y - 8, width - 3, 16, 3, fill="card", stroke="edge", stroke_width=1),
            label(x + (width - 3) / 2, y, name, 10, fit=width - 6),
            path=f"{root}/traps/{i}",
            title=name,
        )


def _two_lines(item: str, catalogue: Catalogue) -> list[Sentence | str]:
    """A name broken after its first word where it has several, in every language."""
    found = catalogue.items.get(item)
    if found is None:
        return [item]
    halves = {language: text.partition(" ") for language, text in found.name.items()}
    if not any(rest for _, _, rest in halves.values()):
        return [localised(found.name)]
    first = localised({language: head for language, (head, _, _) in halves.items()})
    return [first, localised({language: rest for language, (_, _, rest) in halves.items()})]


def _name(item: str, catalogue: Catalogue) -> Sentence | str:
    found = catalogue.items.get(item)
    return localised(found.name) if found else item
