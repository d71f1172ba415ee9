"""Tables for tests: small ones typed by hand, random layouts with known walls, and anything that validates."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from scoring.dwar7s import GAME
from scoring.dwar7s.pieces import EDGES, STEPS, Colour, Gem, Kind, Ogre, Secret
from scoring.dwar7s.state import Options, Phase, Table

SHIPPED = GAME.catalogue
TWO = ({"name": "Ann", "colour": "blue"}, {"name": "Ben", "colour": "red"})


def card(text: str, walls: str = "", **seen: Any) -> dict[str, Any]:
    """A card with the walls that are seen on it, e.g. ``card("red tavern", "tl", points=1)``."""
    colour, kind = text.split()
    words = {edge[0]: str(edge) for edge in EDGES}
    return {"kind": kind, "colour": colour, "walls": [words[letter] for letter in walls], "points": 1, **seen}


def stack(x: int, y: int, *cards: Any, **dwarves: int) -> dict[str, Any]:
    return {"x": x, "y": y, "cards": list(cards), "dwarves": dwarves}


def table(*stacks: dict[str, Any], players: Any = TWO, **more: Any) -> Table:
    return Table.model_validate({"players": players, "table": list(stacks), **more})


def players(ann: dict[str, Any] | None = None, ben: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Ann in blue and Ben in red with what else they have."""
    return [{**one, **(more or {})} for one, more in zip(TWO, (ann, ben), strict=True)]


def ruling(question: str, state: Table, **ask: Any) -> Any:
    """The referee's answer to a question about a table."""
    found = GAME.question(question)
    return found.answer(found.ask.model_validate({"state": state, **ask}), SHIPPED)


def known(**values: dict[str, Any]) -> Any:
    """The catalogue with an owner's entries: ``known(ruby_mine={"points": 2})``."""
    return SHIPPED.with_owner(
        {(item, field): value for item, fields in values.items() for field, value in fields.items()}
    )


def layouts(walls_known: bool = True) -> st.SearchStrategy[Table]:
    """Connected layouts of up to 20 cards with walls seen on each (or on some), blue's and red's castle among them."""
    return st.builds(
        lambda count, seed: _layout(count, random.Random(seed), walls_known), st.integers(2, 20), st.integers(0, 2**32)
    )


def _layout(count: int, chance: random.Random, walls_known: bool) -> Table:
    spots = [(0, 0)]
    while len(spots) < count:
        (x, y), (dx, dy) = chance.choice(spots), chance.choice(STEPS)
        if (x + dx, y + dy) not in spots:
            spots.append((x + dx, y + dy))
    others = [(colour, kind) for colour in Colour for kind in Kind if kind is not Kind.CASTLE]
    faces = [(Colour.BLUE, Kind.CASTLE), (Colour.RED, Kind.CASTLE), *chance.sample(others, count - 2)]
    chance.shuffle(faces)
    stacks = []
    for (x, y), (colour, kind) in zip(spots, faces, strict=True):
        unseen = not walls_known and chance.random() < 0.4
        walls = None if unseen else chance.sample(EDGES, chance.choice((0, 0, 1, 1, 2, 3)))
        face = {"kind": kind, "colour": colour, "walls": walls, "points": chance.randint(-3, 3)}
        stacks.append(stack(x, y, face))
    return table(*stacks)


def _counts(keys: Any, most: int = 9) -> st.SearchStrategy[dict[Any, int]]:
    return st.dictionaries(st.sampled_from(list(keys)), st.integers(0, most), max_size=4)


CARDS = st.fixed_dictionaries(
    {"kind": st.sampled_from(Kind), "colour": st.sampled_from(Colour), "turn": st.integers(0, 3)},
    optional={
        "walls": st.lists(st.sampled_from(EDGES), max_size=4),
        "points": st.integers(-9, 9),
        "slots": st.integers(0, 9),
        "need": st.integers(0, 9),
    },
)
PLACES = st.integers(-3, 3)
STACKS = st.fixed_dictionaries(
    {"x": PLACES, "y": PLACES, "cards": st.lists(CARDS, min_size=1, max_size=3)},
    optional={"dwarves": _counts(Colour)},
)
GOALS = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from([f"trade_{number}" for number in range(1, 11)]) | st.text(min_size=1, max_size=8),
        "cost": _counts(Gem, 4),
        "points": st.integers(0, 9),
    },
)
MONSTERS = st.fixed_dictionaries(
    {"kind": st.sampled_from(["fire_dragon", "frost_giant"]), "colour": st.sampled_from(Colour)}
)
PLAYERS = st.fixed_dictionaries(
    {"name": st.text(min_size=1, max_size=8), "colour": st.sampled_from(Colour)},
    optional={
        "hand": st.lists(st.sampled_from(Kind), max_size=10),
        "gems": _counts(Gem),
        "ogres": _counts(Ogre),
        "trades": st.lists(GOALS, max_size=3),
        "secret": st.sampled_from(Secret),
        "shown": st.booleans(),
        "killed": st.lists(MONSTERS, max_size=3),
        "supply": st.integers(0, 9),
    },
)
VALUES = st.integers(-9, 99) | st.text(max_size=6) | st.lists(st.text(max_size=6), max_size=3)
PRINTED = st.dictionaries(
    st.sampled_from([*Kind, *Gem, "trade_1", "nothing"]) | st.text(max_size=4),
    st.dictionaries(
        st.sampled_from(["walls", "points", "slots", "need", "copies"]) | st.text(max_size=4), VALUES, max_size=3
    ),
    max_size=4,
)


def _options() -> st.SearchStrategy[dict[str, Any]]:
    choices = {}
    for name, field in Options.model_fields.items():
        literal = getattr(field.annotation, "__args__", None)
        choices[name] = st.sampled_from(literal) if literal else st.booleans()
    return st.fixed_dictionaries({}, optional=choices)


ANY_TABLE = st.fixed_dictionaries(
    {"players": st.lists(PLAYERS, max_size=5)},
    optional={
        "table": st.lists(STACKS, max_size=9),
        "active": st.integers(0, 5),
        "phase": st.sampled_from(Phase),
        "actions_used": st.integers(0, 9),
        "placed_now": st.lists(st.sampled_from(Kind), max_size=3),
        "executed": st.lists(
            st.fixed_dictionaries({"x": PLACES, "y": PLACES, "returned": _counts(Colour)}), max_size=3
        ),
        "supply": _counts(Gem),
        "open_goals": st.lists(GOALS, max_size=4),
        "printed": PRINTED,
        "options": _options(),
    },
).map(Table.model_validate)
"""Any table that validates, however impossible."""
