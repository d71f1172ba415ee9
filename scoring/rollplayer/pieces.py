"""The pieces of both boxes: attributes, dice, and the ids of every sheet and card."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, PlainSerializer, PlainValidator, WithJsonSchema

from scoring.cataloguefile import item_ids
from scoring.dicekinds import DieKind, Face
from scoring.names import checks_name
from scoring.words import Sentence, as_written, say

Attribute = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]
ATTRIBUTES: tuple[Attribute, ...] = (
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
)
CLASS_COLOURS = ("green", "blue", "red", "purple", "black", "white")
COLOURS = (*CLASS_COLOURS, "gold", "boost")
ALIGNMENT_ROWS = ("good", "neutral", "evil")
ALIGNMENT_COLUMNS = ("lawful", "neutral", "chaotic")
ADVENTURE_PARTS = ("location", "obstacle", "attack")
AdventurePart = Literal["location", "obstacle", "attack"]

DICE_BASE = {**dict.fromkeys(CLASS_COLOURS, 10), "gold": 13, "boost": 0}
DICE_EXPANSION = {**dict.fromkeys(CLASS_COLOURS, 11), "gold": 14, "boost": 11}
RIVAL_DICE_BASE, RIVAL_DICE_EXPANSION = 1, 2
"""Gold dice that lie aside in the solo game."""


class Die(NamedTuple):
    """A die on a sheet, written ``red 4``. A boost die is clear, has no colour and shows 3 to 8.

    >>> die("gold 6")
    Die(colour='gold', value=6)
    """

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour} {self.value}"

    @property
    def faces(self) -> range:
        """The values printed on such a die."""
        return range(3, 9) if self.colour == "boost" else range(1, 7)

    @property
    def possible(self) -> bool:
        """Whether a die of this kind can show this value."""
        return self.value in self.faces

    def showing(self, value: int) -> Die:
        """The same die turned to another face."""
        return Die(self.colour, value)


def dice_of_the_box() -> tuple[DieKind, ...]:
    """A kind of dice per colour.

    >>> [face.code for face in dice_of_the_box()[-1].faces][:2]
    ['boost 3', 'boost 4']
    """
    return tuple(DieKind(colour, COLOUR_NAMES[colour], _faces(colour)) for colour in COLOURS)


def _faces(colour: str) -> tuple[Face, ...]:
    name = COLOUR_NAMES[colour]
    faces = Die(colour, 0).faces
    return tuple(Face(f"{colour} {value}", say("{colour} {value}", colour=name, value=value)) for value in faces)


COLOUR_NAMES: dict[str, Sentence] = {
    "green": say("green"),
    "blue": say("blue"),
    "red": say("red"),
    "purple": say("purple"),
    "black": say("black"),
    "white": say("white"),
    "gold": say("gold"),
    "boost": say("boost"),
}

_DIE = re.compile(rf"({'|'.join(COLOURS)}) (\d{{1,2}})")


@cache
def die(text: str) -> Die:
    """Read ``colour value``."""
    match = _DIE.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(
            say(
                "{word} is not a die; write a colour and a value such as 'red 4'. Colours: {colours}",
                word=as_written(text),
                colours=", ".join(COLOURS),
            )
        )
    return Die(match[1], int(match[2]))


def _read_die(value: Any) -> Die:
    if isinstance(value, Die):
        return value
    if isinstance(value, str):
        return die(value)
    raise ValueError(say("A die is written as a colour and a value, such as 'red 4'"))


DIE_SCHEMA = {"type": "string", "pattern": f"^({'|'.join(COLOURS)}) [0-9]{{1,2}}$", "examples": ["red 4"]}
DieText = Annotated[Die, PlainValidator(_read_die), PlainSerializer(str, return_type=str), WithJsonSchema(DIE_SCHEMA)]


def _known(what: Sentence, ids: tuple[str, ...]) -> tuple[AfterValidator, WithJsonSchema]:
    """An id from a closed list; a typing slip gets the nearest ones back."""
    return AfterValidator(checks_name(what, ids)), WithJsonSchema({"type": "string", "enum": list(ids)})


MARKET_KINDS = ("weapon", "armor", "trait", "skill", "scroll")


def _ids(file: str, kind: str, box: str | None = None) -> tuple[str, ...]:
    return item_ids(Path(__file__).parent / "catalogue" / f"{file}.yaml", kind, box)


RACES, RACES_EXPANSION, RACES_PROMO = (_ids("races", "race", box) for box in (None, "expansion", "promo"))
CLASSES, CLASSES_EXPANSION = (_ids("classes", "class", box) for box in (None, "expansion"))
ALIGNMENTS, ALIGNMENTS_EXPANSION = (_ids("alignments", "alignment", box) for box in (None, "expansion"))
BACKSTORIES, BACKSTORIES_EXPANSION = (_ids("backstories", "backstory", box) for box in (None, "expansion"))
WEAPONS, ARMOR, TRAITS, SKILLS, SCROLLS = (_ids("market", kind) for kind in MARKET_KINDS)
ARMOR_SETS = {
    name: tuple(card for card in ARMOR if card.startswith(f"{name}_")) for name in ("chain", "leather", "mystic")
}
MONSTERS, MINIONS = _ids("monsters", "monster"), _ids("minions", "minion")
ADVENTURES = _ids("adventures", "adventure")
MARKET = WEAPONS + ARMOR + TRAITS + SKILLS + SCROLLS
MARKET_EXPANSION = tuple(card for kind in MARKET_KINDS for card in _ids("market", kind, "expansion"))
CARD_KIND = {
    **dict.fromkeys(WEAPONS, "weapon"),
    **dict.fromkeys(ARMOR, "armor"),
    **dict.fromkeys(TRAITS, "trait"),
    **dict.fromkeys(SKILLS, "skill"),
    **dict.fromkeys(SCROLLS, "scroll"),
}
ARMOR_SET_OF = {card: name for name, cards in ARMOR_SETS.items() for card in cards}

RaceId = Annotated[str, *_known(say("race"), RACES)]
ClassId = Annotated[str, *_known(say("class"), CLASSES)]
AlignmentId = Annotated[str, *_known(say("alignment card"), ALIGNMENTS)]
BackstoryId = Annotated[str, *_known(say("backstory card"), BACKSTORIES)]
MarketId = Annotated[str, *_known(say("market card"), MARKET)]
MonsterId = Annotated[str, *_known(say("monster"), MONSTERS)]
MinionId = Annotated[str, *_known(say("minion"), MINIONS)]
AdventureId = Annotated[str, *_known(say("adventure card"), ADVENTURES)]

ATTRIBUTE_NAMES: dict[str, Sentence] = {
    "strength": say("Strength"),
    "dexterity": say("Dexterity"),
    "constitution": say("Constitution"),
    "intelligence": say("Intelligence"),
    "wisdom": say("Wisdom"),
    "charisma": say("Charisma"),
}


def die_name(piece: Die) -> Sentence:
    """A die in words that can be translated."""
    return say("{colour} {value}", colour=COLOUR_NAMES[piece.colour], value=piece.value)
