"""What a printed condition can count: traits, a minion's weakness and adventure cards all count one of these.

An owner picks the measure once when a card is entered; from then on the engine counts it on every sheet.
"""

from __future__ import annotations

from collections import Counter

from scoring.rollplayer.pieces import ARMOR_SET_OF, ATTRIBUTE_NAMES, ATTRIBUTES, CARD_KIND, COLOUR_NAMES, COLOURS
from scoring.rollplayer.state import Player
from scoring.words import Sentence, say

_VALUES = [str(value) for value in range(1, 9)]
_RANGES = [f"{low}-{high}" for low in range(1, 6) for high in range(low + 1, 7)] + ["5-8", "6-8", "7-8"]
OWNED = ("weapons", "armor", "traits", "skills", "scrolls", "cards", "armor sets")
_TOKENS = ("gold", "xp", "honor", "wounds", "trophies", "tokens")

DERIVED = ("goals met", "backstory matches", "alignment stars", *(f"attribute {name}" for name in ATTRIBUTES))
"""Measures that need printed values; `scoring.rollplayer.traits.counted` counts them."""

MEASURES: tuple[str, ...] = (
    "always",
    *(f"dice {what}" for what in (*_VALUES, *_RANGES, *COLOURS, "class colour")),
    "dice alike",
    "colours",
    *(f"row {name}" for name in ATTRIBUTES),
    *(f"dice in {name}" for name in ATTRIBUTES),
    *OWNED,
    *_TOKENS,
    *DERIVED,
)


def count(measure: str, player: Player, class_colour: str | None) -> int:
    """Count a measure that can be seen on the table; the faces of the dice as they lie, without race or weapons.

    >>> from scoring.rollplayer.state import Rows
    >>> ann = Player(name="Ann", rows=Rows(strength=("red 1", "red 2", "gold 1")))
    >>> count("dice 1", ann, None), count("dice red", ann, None), count("row strength", ann, None)
    (2, 2, 4)
    """
    if measure == "always":
        return 1
    if measure in _TOKENS:
        held = getattr(player, measure)
        return held if isinstance(held, int) else len(held)
    if measure in OWNED:
        return _owned(measure, player)
    if measure.startswith("row "):
        return sum(piece.value for piece in player.rows.of(measure[4:]) if piece)
    if measure.startswith("dice in "):
        return sum(piece is not None for piece in player.rows.of(measure[8:]))
    return _dice(measure, player, class_colour)


def _owned(measure: str, player: Player) -> int:
    if measure == "cards":
        return len(player.cards)
    if measure == "armor sets":
        return len({ARMOR_SET_OF[card] for card in player.cards if card in ARMOR_SET_OF})
    kind = measure if measure == "armor" else measure.removesuffix("s")
    return sum(CARD_KIND[card] == kind for card in player.cards)


def _dice(measure: str, player: Player, class_colour: str | None) -> int:
    dice = [piece for _, _, piece in player.rows.dice()]
    if measure == "dice alike":
        return max(Counter(piece.value for piece in dice).values(), default=0)
    if measure == "colours":
        return len({piece.colour for piece in dice if piece.colour != "boost"})
    what = measure.removeprefix("dice ")
    if what == "class colour":
        return sum(piece.colour == class_colour for piece in dice)
    if what in COLOURS:
        return sum(piece.colour == what for piece in dice)
    low, _, high = what.partition("-")
    return sum(int(low) <= piece.value <= int(high or low) for piece in dice)


_NAMES: dict[str, Sentence] = {
    "always": say("always"),
    "dice class colour": say("dice of the class colour"),
    "dice alike": say("most dice of one value"),
    "colours": say("different colours"),
    "weapons": say("weapons"),
    "armor": say("armor cards"),
    "traits": say("traits"),
    "skills": say("skills"),
    "scrolls": say("scrolls"),
    "cards": say("market cards"),
    "armor sets": say("armor sets"),
    "gold": say("gold"),
    "xp": say("XP"),
    "honor": say("honor"),
    "wounds": say("wounds"),
    "trophies": say("trophies"),
    "tokens": say("adventure tokens"),
    "goals met": say("goals met"),
    "backstory matches": say("backstory matches"),
    "alignment stars": say("alignment stars"),
}


def measure_name(measure: str) -> Sentence:
    """A measure in words that can be translated.

    >>> measure_name("dice in dexterity"), measure_name("dice 5-6"), measure_name("dice gold")
    ('dice in Dexterity', 'dice showing 5-6', 'gold dice')
    """
    if measure in _NAMES:
        return _NAMES[measure]
    kind, _, what = measure.rpartition(" ")
    if what in COLOURS:
        return say("{colour} dice", colour=COLOUR_NAMES[what])
    if kind == "dice":
        return say("dice showing {values}", values=what)
    row = ATTRIBUTE_NAMES[what]
    if kind == "dice in":
        return say("dice in {row}", row=row)
    return say("sum of {row}", row=row) if kind == "row" else say("{row} with race", row=row)
