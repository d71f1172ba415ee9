"""What is in the box: colours, kingdom cards, gems, ogres and secret goals, with what the book says of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from scoring.words import Sentence, say


class Colour(StrEnum):
    """The four sets of nine kingdom cards and seven dwarves."""

    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"


class Kind(StrEnum):
    """The nine kinds of kingdom card; every colour has the same set."""

    CASTLE = "castle"
    EMERALD_MINE = "emerald_mine"
    DIAMOND_MINE = "diamond_mine"
    GOLD_MINE = "gold_mine"
    RUBY_MINE = "ruby_mine"
    TAVERN = "tavern"
    GENERAL_STORE = "general_store"
    FIRE_DRAGON = "fire_dragon"
    FROST_GIANT = "frost_giant"


class Gem(StrEnum):
    """The four kinds of gem card."""

    EMERALD = "emerald"
    DIAMOND = "diamond"
    GOLD = "gold"
    RUBY = "ruby"


class Ogre(StrEnum):
    """The five kinds of ogre card; ``hidden`` is one that its holder does not show."""

    BEAST = "beast"
    AMBUSH = "ambush"
    CROWN = "crown"
    PANIC = "panic"
    THIEF = "thief"
    HIDDEN = "hidden"


class Secret(StrEnum):
    """The seven secret goals."""

    ARCHITECT = "architect"
    HUNTER = "hunter"
    KING = "king"
    MINER = "miner"
    DISGUISED_OGRE = "disguised_ogre"
    EXPLORER = "explorer"
    WIZARD = "wizard"


class Edge(StrEnum):
    """The edges of a card, clockwise. On the table ``top`` is the edge towards smaller y."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


EDGES = tuple(Edge)
EDGE_BITS: Mapping[str, int] = {edge: 1 << place for place, edge in enumerate(EDGES)}
STEPS: tuple[tuple[int, int], ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The way to the neighbour beyond each edge, in the order of ``EDGES``."""

MONSTERS = frozenset({Kind.FIRE_DRAGON, Kind.FROST_GIANT})
MINES: Mapping[Kind, tuple[Gem, int]] = {
    Kind.EMERALD_MINE: (Gem.EMERALD, 1),
    Kind.DIAMOND_MINE: (Gem.DIAMOND, 1),
    Kind.GOLD_MINE: (Gem.GOLD, 2),
    Kind.RUBY_MINE: (Gem.RUBY, 1),
}
"""What each mine pays when it is executed."""

STACKABLE = frozenset(Kind) - MONSTERS - {Kind.CASTLE}
"""Cards with a stacking symbol; castles and monsters have none."""

CARDS_PER_COLOUR = 9
DWARVES_PER_COLOUR = 7
GEM_CARDS = 34
OGRE_CARDS = 13
TRADE_GOALS = 10
OPEN_GOALS = 3
HAND_LIMIT = 9
ACTIONS = 3
MONSTER_POINTS = 3
GOALS_TO_END = 3
LEAST_CARD_POINTS, MOST_CARD_POINTS = -20, 20
MOST_GOAL_POINTS = 30
"""Limits for what can be told of a card, the same as in the catalogue; the book prints none."""

COLOUR_NAMES: Mapping[Colour, Sentence] = {
    Colour.BLUE: say("blue"),
    Colour.RED: say("red"),
    Colour.GREEN: say("green"),
    Colour.YELLOW: say("yellow"),
}
EDGE_NAMES: Mapping[Edge, Sentence] = {
    Edge.TOP: say("top"),
    Edge.RIGHT: say("right"),
    Edge.BOTTOM: say("bottom"),
    Edge.LEFT: say("left"),
}


def mask(edges: Iterable[str]) -> int:
    """Edges as four bits, top first.

    >>> mask([Edge.TOP, Edge.LEFT])
    9
    """
    bits = 0
    for edge in edges:
        bits |= EDGE_BITS[edge]
    return bits


def turned(edges: int, quarter_turns: int) -> int:
    """Where edges lie after the card was turned clockwise: a wall at the top comes to the right.

    >>> turned(mask([Edge.TOP, Edge.LEFT]), 1) == mask([Edge.RIGHT, Edge.TOP])
    True
    """
    quarter_turns %= 4
    return (edges << quarter_turns | edges >> (4 - quarter_turns)) & 0b1111


def edges_of(bits: int) -> tuple[Edge, ...]:
    """The edges of four bits, clockwise from the top."""
    return tuple(edge for place, edge in enumerate(EDGES) if bits >> place & 1)
