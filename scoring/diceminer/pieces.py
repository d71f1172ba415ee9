"""The pieces of Dice Miner: five types of dice, what their faces show, and six heroes.

A die is written as a short code, its type first and then what it shows::

    T3   tunnel die showing 3        Hd4  hazard die, 4 dragons      Kp   tool die, a pickaxe
    G2   treasure die, 2 gems        Hc1  hazard die, 1 cave-in      Ks   tool die, a shield
    M1   magic die, 1 symbol         Tb   any die showing a beer     Kc2  tool die, 2 chests
    H?   a die whose face is not read yet
    T!Hd4  a white die that seems to show four dragons: no such die exists, but a photo may be read so
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from scoring.dicekinds import DieKind, Face
from scoring.faults import TallyError
from scoring.words import Sentence, as_written, say


class DieType(StrEnum):
    """The five types of dice, told apart by colour."""

    TUNNEL = "tunnel"
    HAZARD = "hazard"
    TOOL = "tool"
    TREASURE = "treasure"
    MAGIC = "magic"

    __hash__ = str.__hash__


class Shows(StrEnum):
    """What a face shows, one or more times."""

    PIPS = "pips"
    GEM = "gem"
    CAVE_IN = "cave_in"
    DRAGON = "dragon"
    PICKAXE = "pickaxe"
    SHIELD = "shield"
    CHEST = "chest"
    MAGIC = "magic"
    BEER = "beer"
    UNREAD = "unread"

    __hash__ = str.__hash__


# The same under short names. A rule reads better with them, and looking a member up in its enum takes Python 3.11
# longer than everything else a rule does.
PIPS, GEM, CAVE_IN, DRAGON, PICKAXE, SHIELD, CHEST, MAGIC, BEER, UNREAD = Shows
TUNNEL_DIE, HAZARD_DIE, TOOL_DIE, TREASURE_DIE, MAGIC_DIE = DieType


class Hero(StrEnum):
    """The six hero cards."""

    ALCHEMIST = "alchemist"
    DRAGON_SLAYER = "dragon_slayer"
    ENGINEER = "engineer"
    PROSPECTOR = "prospector"
    SURVEYOR = "surveyor"
    TREASURER = "treasurer"


class DieError(TallyError, ValueError):
    """A code that stands for no die; the message says how dice are written."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it lies on the table: its type, what its upper face shows, and how many of that."""

    type: DieType
    shows: Shows
    count: int
    code: str

    def __str__(self) -> str:
        return self.code

    @property
    def foreign(self) -> bool:
        """Whether the face belongs to another type of die."""
        return "!" in self.code

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            _die_or_code,
            serialization=core_schema.plain_serializer_function_ser_schema(str, return_schema=core_schema.str_schema()),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "pattern": PATTERN, "description": HOW_DICE_ARE_WRITTEN}


LETTER: Final = {
    DieType.TUNNEL: "T",
    DieType.HAZARD: "H",
    DieType.TOOL: "K",
    DieType.TREASURE: "G",
    DieType.MAGIC: "M",
}
TYPE_OF: Final = {letter: type_ for type_, letter in LETTER.items()}

OWN_FACES: Final = {
    DieType.TUNNEL: {"": Shows.PIPS},
    DieType.HAZARD: {"c": Shows.CAVE_IN, "d": Shows.DRAGON},
    DieType.TOOL: {"p": Shows.PICKAXE, "s": Shows.SHIELD, "c": Shows.CHEST},
    DieType.TREASURE: {"": Shows.GEM},
    DieType.MAGIC: {"": Shows.MAGIC},
}
ON_EVERY_DIE: Final = {"b": Shows.BEER, "?": Shows.UNREAD}
NUMBER_LEFT_OUT_FOR_ONE: Final = frozenset({Shows.PICKAXE, Shows.SHIELD})

PATTERN: Final = (
    "^([THKGMthkgm]!)?([TGMtgm][1-9][0-9]?|[Hh][CDcd]([1-9][0-9]?)?|[Kk][CPScps]([1-9][0-9]?)?|[THKGMthkgm][Bb?])$"
)
HOW_DICE_ARE_WRITTEN: Final = (
    "T1-T5 tunnel, G1-G3 gems, Hc1 cave-in, Hd4 dragons, Kp pickaxe, Ks shield, Kc2 chests, M1-M3 magic, "
    "Tb Hb Kb Gb Mb beer, T? H? K? G? M? not read yet"
)
_CODE: Final = re.compile(r"([THKGM])(?:!([THKGM]))?([A-Z?]?)([0-9]{0,2})")


@lru_cache(maxsize=2048)
def die(code: str) -> Die:
    """The die that a code stands for.

    >>> die("Hd4")
    Die(type=<DieType.HAZARD: 'hazard'>, shows=<Shows.DRAGON: 'dragon'>, count=4, code='Hd4')
    >>> die("kp").code, die("Kc").code, die("T!hd4").code
    ('Kp', 'Kc1', 'T!Hd4')
    """
    match = _CODE.fullmatch(code.strip().upper())
    if match is None:
        raise _no_die(code)
    own, other, letter, digits = match[1], match[2] or match[1], match[3].lower(), match[4]
    if letter in ON_EVERY_DIE and not digits:
        return Die(TYPE_OF[own], ON_EVERY_DIE[letter], 1, own + letter)
    shows = OWN_FACES[TYPE_OF[other]].get(letter)
    if shows is None or (not digits and not letter) or digits.startswith("0"):
        raise _no_die(code)
    count = int(digits or 1)
    number = "" if count == 1 and shows in NUMBER_LEFT_OUT_FOR_ONE else str(count)
    face = f"{letter}{number}"
    return Die(TYPE_OF[own], shows, count, f"{own}{face}" if own == other else f"{own}!{other}{face}")


def _no_die(written: object) -> DieError:
    how = say(HOW_DICE_ARE_WRITTEN)
    return DieError(say("{word} is no die. Dice are written so: {how}", word=as_written(written), how=how))


def _die_or_code(value: object) -> Die:
    if isinstance(value, Die):
        return value
    if not isinstance(value, str):
        raise _no_die(value)
    return die(value)


def dice(codes: str) -> tuple[Die, ...]:
    """Several dice, separated by spaces.

    >>> [d.count for d in dice("T1 T1 G3")]
    [1, 1, 3]
    """
    return tuple(die(code) for code in codes.split())


TYPE_NAMES: Final[dict[DieType, Sentence]] = {
    DieType.TUNNEL: say("tunnel dice (white)"),
    DieType.HAZARD: say("hazard dice (black)"),
    DieType.TOOL: say("tool dice (green)"),
    DieType.TREASURE: say("treasure dice (yellow)"),
    DieType.MAGIC: say("magic dice (turquoise)"),
}


def face_name(die: Die) -> Sentence:  # noqa: C901  # one line per face, so that each can be translated
    """A die as one would call it at the table.

    >>> face_name(dice("Hd4")[0]), face_name(dice("Gb")[0])
    ('Hd4 (dragons 4)', 'Gb (beer)')
    """
    match die.shows:
        case Shows.PIPS:
            shown = say("tunnel {count}", count=die.count)
        case Shows.GEM:
            shown = say("gems {count}", count=die.count)
        case Shows.CAVE_IN:
            shown = say("cave-ins {count}", count=die.count)
        case Shows.DRAGON:
            shown = say("dragons {count}", count=die.count)
        case Shows.PICKAXE:
            shown = say("pickaxes {count}", count=die.count)
        case Shows.SHIELD:
            shown = say("shields {count}", count=die.count)
        case Shows.CHEST:
            shown = say("chests {count}", count=die.count)
        case Shows.MAGIC:
            shown = say("magic {count}", count=die.count)
        case Shows.BEER:
            shown = say("beer")
        case Shows.UNREAD:
            shown = say("not read yet")
    return say("{code} ({shown})", code=die.code, shown=shown)


MOST_SHOWN: Final = {PIPS: 5, GEM: 3, CAVE_IN: 4, DRAGON: 4, PICKAXE: 1, SHIELD: 1, CHEST: 2, MAGIC: 3}
"""How many of a sign the book's faces and examples show at most; not all faces of all dice are known."""

_KIND_NAMES: Final[dict[DieType, Sentence]] = {
    TUNNEL_DIE: say("tunnel"),
    HAZARD_DIE: say("hazard"),
    TOOL_DIE: say("tool"),
    TREASURE_DIE: say("treasure"),
    MAGIC_DIE: say("magic"),
}
_SIGN_NAMES: Final[dict[Shows, Sentence]] = {
    CAVE_IN: say("cave-in"),
    DRAGON: say("dragon"),
    PICKAXE: say("pickaxe"),
    SHIELD: say("shield"),
    CHEST: say("chest"),
    BEER: say("beer"),
    UNREAD: say("not read yet"),
}


def dice_of_the_box() -> tuple[DieKind, ...]:
    """The five kinds of dice with all faces that one can choose; the last one is a face not read yet.

    >>> [face.name for face in dice_of_the_box()[2].faces]
    ['tool, pickaxe', 'tool, shield', 'tool, 1 chest', 'tool, 2 chest', 'tool, beer', 'tool, not read yet']
    """
    return tuple(DieKind(LETTER[type_], name, _faces(type_, name)) for type_, name in _KIND_NAMES.items())


def _faces(type_: DieType, name: Sentence) -> tuple[Face, ...]:
    own = [
        die(f"{LETTER[type_]}{sign}{count}")
        for sign, shows in OWN_FACES[type_].items()
        for count in range(1, MOST_SHOWN[shows] + 1)
    ]
    common = [die(f"{LETTER[type_]}{sign}") for sign in ON_EVERY_DIE]
    return tuple(Face(one.code, _face_words(one, name)) for one in [*own, *common])


def _face_words(die: Die, kind: Sentence) -> Sentence:
    sign = _SIGN_NAMES.get(die.shows)
    if sign is None:
        return say("{kind}, {face}", kind=kind, face=die.count)
    if die.shows in (CAVE_IN, DRAGON, CHEST):
        return say("{kind}, {count} {sign}", kind=kind, count=die.count, sign=sign)
    return say("{kind}, {face}", kind=kind, face=sign)
