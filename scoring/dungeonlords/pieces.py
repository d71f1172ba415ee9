"""The pieces of Dungeon Lords: grid, monsters, rooms and the numbers printed on the boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from scoring.words import as_written, say

COLUMNS, ROWS = 5, 4
"""The building site of a dungeon board: five columns, four rows."""

Square = tuple[int, int]
ENTRANCE: Square = (2, 0)
STARTING_TUNNELS: tuple[Square, ...] = ((2, 0), (2, 1), (2, 2))

EVIL_TOP, EVIL_START, PALADIN_SPACE = 14, 4, 9
"""The Evilometer: 0 is the nicest space, 14 the evillest."""

Season = Literal["winter", "spring", "summer", "autumn", "battle", "end"]
SEASONS: tuple[Season, ...] = get_args(Season)

Space = Literal["I", "II", "III"]
SPACES: tuple[Space, ...] = get_args(Space)

OrderId = Literal[
    "get_food",
    "improve_reputation",
    "dig_tunnels",
    "mine_gold",
    "recruit_imps",
    "buy_traps",
    "hire_monster",
    "build_room",
]
ORDERS: tuple[OrderId, ...] = get_args(OrderId)
"""The eight orders in the sequence in which the central board carries them out."""

GHOST = "ghost"
MONSTERS = ("goblin", "slime", "ghost", "troll", "witch", "vampire", "golem", "dragon", "demon")

CAFETERIA_GUESTS = frozenset({"troll", "goblin", "slime", "witch"})
CHAPEL_GUESTS = frozenset({"vampire", "ghost"})
PANDEMONIUM_GUESTS = frozenset({"golem", "dragon", "demon"})

PALADINS = ("paladin_1", "paladin_2")
ILLUSION = "illusion"
"""Stands in the line like an adventurer, but is no tile of the box."""


def square_name(square: Square) -> str:
    """A square as players say it: column letter and row number, the entrance is C1.

    >>> square_name(ENTRANCE)
    'C1'
    """
    column, row = square
    return f"{chr(ord('A') + column)}{row + 1}"


def parse_square(name: str) -> Square:
    """The square with this name; ValueError if it is not a letter and a number.

    >>> parse_square("c3")
    (2, 2)
    """
    word = name.strip().upper()
    if len(word) < 2 or not word[0].isalpha() or not word[0].isascii() or not word[1:].isdecimal():
        raise ValueError(
            say("{word} is not a square; squares are named A1 to E4, the entrance is C1", word=as_written(name))
        )
    return ord(word[0]) - ord("A"), int(word[1:]) - 1


def on_grid(square: Square) -> bool:
    """Whether the square lies on the building site."""
    return 0 <= square[0] < COLUMNS and 0 <= square[1] < ROWS


def neighbours(square: Square) -> Iterator[Square]:
    """The squares that share a side (they may lie off the grid)."""
    x, y = square
    yield from ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))


def in_zone(square: Square, zone: str) -> bool:
    """Whether a first-year room with this little map may stand here.

    >>> in_zone((2, 1), "centre"), in_zone((2, 1), "edge"), in_zone((2, 1), "upper")
    (True, False, True)
    """
    x, y = square
    central = 1 <= x <= 3 and 1 <= y <= 2
    return {
        "upper": y <= 1,
        "lower": y >= 2,
        "centre": central,
        "edge": not central,
    }.get(zone, True)


def blocks(squares: Iterable[Square]) -> list[tuple[Square, ...]]:
    """Every filled 2x2 block, which the Ministry forbids, by its four squares."""
    tiles = set(squares)
    corners = ((x, y) for x, y in sorted(tiles) if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= tiles)
    return [((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)) for x, y in corners]


def steps_from_entrance(squares: Iterable[Square]) -> dict[Square, int]:
    """How many steps each tile lies behind the entrance, walking through tiles only.

    >>> steps_from_entrance([(2, 0), (2, 1), (3, 1)])
    {(2, 0): 0, (2, 1): 1, (3, 1): 2}
    """
    tiles = set(squares)
    if ENTRANCE not in tiles:
        return {}
    steps = {ENTRANCE: 0}
    queue = [ENTRANCE]
    for square in queue:
        for other in neighbours(square):
            if other in tiles and other not in steps:
                steps[other] = steps[square] + 1
                queue.append(other)
    return steps
