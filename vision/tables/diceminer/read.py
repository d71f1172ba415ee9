"""A Dice Miner trove or the mountain: the type of each die by its colour, its face by what that type can show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from statistics import median

from scoring.catalogue import Catalogue
from scoring.diceminer.pieces import LETTER, DieType, Hero
from scoring.games import load
from vision.cards import find_things
from vision.detector import dice_detector, read_dice
from vision.flaws import noticed
from vision.palette import Colour
from vision.photo import Picture
from vision.reading import DieReading, Reading
from vision.roll import roll_of
from vision.tables.again import OTHER_GAME
from vision.tables.beside import Card, candidates, cut_away, named, titles_of
from vision.tables.box import Identified, Kind, identify, of_another_game
from vision.tables.diceminer.mountain import ENOUGH, mountain_of, of_one_size
from vision.tables.diceminer.places import BESIDE, MOUNTAIN, ROWS, place_code
from vision.tables.diceminer.questions import HERO
from vision.tables.diceminer.straight import seen_from_above
from vision.tables.diceminer.troves import troves_of
from vision.tables.diceminer.unclear import without_blots
from vision.tables.several import parted
from vision.tables.table import Hints, Seen, TableReading
from vision.things import Thing

BEER = "beer"
OTHER_SIDE = "-2"  # how the other side of a card is taught
# A die whose symbol is unclear still belongs to the trove: its colour tells its type, a person tells its face.
LIKELY_DIE = 0.35
# So is what is only shaped like a die and as large as the others; what it shows is a guess then.
SHAPED_LIKE_ONE, AS_LARGE, BY_FORM = 0.55, 1.25, 0.5
LOOKS: Mapping[DieType, Mapping[Colour, float]] = {
    DieType.TUNNEL: {Colour.WHITE: 1, Colour.GREY: 0.5, Colour.CLEAR: 0.4},
    DieType.HAZARD: {Colour.BLACK: 1, Colour.GREY: 0.5, Colour.BROWN: 0.4},
    DieType.TOOL: {Colour.GREEN: 1, Colour.TURQUOISE: 0.1},
    DieType.TREASURE: {Colour.YELLOW: 1, Colour.GOLD: 1, Colour.ORANGE: 0.6, Colour.BROWN: 0.3},
    DieType.MAGIC: {Colour.TURQUOISE: 1, Colour.BLUE: 0.9, Colour.GREEN: 0.1},
}
FACES: Mapping[DieType, tuple[str, ...]] = {
    DieType.TUNNEL: (*(str(pips) for pips in range(1, 6)), BEER),
    DieType.HAZARD: (*(f"{what}{count}" for what in ("cave_in", "dragon") for count in range(1, 5)), BEER),
    DieType.TOOL: ("pickaxe", "shield", "chest1", "chest2", BEER),
    DieType.TREASURE: ("gem1", "gem2", "gem3", BEER),
    DieType.MAGIC: ("magic1", "magic2", "magic3", BEER),
}
LETTERS = {"cave_in": "c", "dragon": "d", "pickaxe": "p", "shield": "s", "chest": "c", BEER: "b"}


def read(picture: Picture, hints: Hints) -> TableReading:
    """The trove that a picture shows, and the hero card beside it."""
    if not hints.cards:
        return of_dice(read_dice(picture, doubtful=True, quick=hints.quick), replace(hints, picture=picture))
    things, dice = find_things(picture, cut=True), read_dice(picture, doubtful=True)
    sure = [die for die in dice if not die.doubtful]
    troves = [] if hints.alone or mountain_of(sure, ROWS) else troves_of(candidates(things, sure), sure)
    return parted(picture, troves, hints, read) if len(troves) > 1 else of_things(picture, things, hints, dice=dice)


def of_things(
    picture: Picture,
    things: Sequence[Thing],
    hints: Hints,
    with_rules: bool = True,
    dice: Sequence[DieReading] | None = None,
) -> TableReading:
    """The trove and the hero card of a picture in which these things were found; a player has one hero."""
    dice = read_dice(picture, doubtful=True) if dice is None else dice
    reading = of_dice(dice, replace(hints, picture=picture))
    if OTHER_GAME in reading.left_open:
        return reading
    catalogue = hints.catalogue or load("diceminer").catalogue
    sure = [die for die in dice if not die.doubtful]
    likely = candidates(things, sure)
    known = named(picture, likely, hints, titles_of(catalogue, (HERO,))).known
    heroes = [card for card in known if _item(card.piece.value) in set(Hero)]
    heroes.sort(key=lambda card: -card.piece.confidence)
    told = [Seen(card.piece.mapped(_item), card.box, HERO) for card in (heroes[:1] if with_rules else heroes)]
    flaws = noticed([*_of(heroes, things), *cut_away(things, sure, hints)])
    return replace(reading, placed=(*reading.placed, *told), left_open=(*reading.left_open, *flaws))


def _item(piece: str) -> str:
    """The hero of a card; both sides are taught."""
    return piece.removesuffix(OTHER_SIDE)


def _of(cards: Sequence[Card], things: Sequence[Thing]) -> list[Thing]:
    """The things that these cards are."""
    places = {card.corners for card in cards}
    return [thing for thing in things if thing.corners in places]


def of_dice(dice: Sequence[DieReading], hints: Hints) -> TableReading:
    """These dice as the mountain that they form, or as one player's trove, in reading order."""
    ordered = roll_of([die for die in dice if _likely(die)]).dice
    catalogue = hints.catalogue or load("diceminer").catalogue
    kinds = box(catalogue)
    if of_another_game([die for die in ordered if not die.doubtful], kinds):
        return TableReading("diceminer", (), left_open=(OTHER_GAME,))
    look = partial(dice_detector().read_at, hints.picture) if hints.picture is not None else None
    above = partial(seen_from_above, hints.picture) if hints.picture is not None and hints.cards else None
    mountain = mountain_of(ordered, rows_of(catalogue), look, above)
    if mountain is None:
        trove = of_one_size(roll_of([*ordered, *_by_form(dice)]).dice) if len(ordered) >= ENOUGH else ordered
        if hints.picture is not None and hints.cards:  # a live camera has no time for it, and looks again soon
            trove = without_blots(hints.picture, trove)
        return TableReading("diceminer", _identified(trove, [None] * len(trove), kinds))
    there = sorted(mountain)
    beside = [die for die in ordered if die not in mountain.values() and not die.doubtful]
    return TableReading(
        "diceminer",
        _identified([mountain[place] for place in there], [place_code(place) for place in there], kinds),
        beside=_identified(beside, [BESIDE] * len(beside), kinds),
    )


def _likely(die: DieReading) -> bool:
    return not die.doubtful or die.found >= LIKELY_DIE


def _by_form(dice: Sequence[DieReading]) -> list[DieReading]:
    """What is shaped like a die and as large as the likely ones, of which there are some, whatever it shows."""
    usual = median(die.box.width for die in dice if _likely(die))
    return [
        die
        for die in dice
        if not _likely(die) and die.form >= SHAPED_LIKE_ONE and usual / AS_LARGE < die.box.width < usual * AS_LARGE
    ]


def _told(piece: Reading[Identified], die: DieReading) -> Reading[str]:
    """A die in the notation; one that is there by its form alone is asked about."""
    told = piece.mapped(_code)
    return told if _likely(die) else replace(told, confidence=min(told.confidence, BY_FORM))


def _identified(dice: Sequence[DieReading], places: Sequence[str | None], kinds: Sequence[Kind]) -> tuple[Seen, ...]:
    """The dice as pieces of the box, decided together."""
    return tuple(
        Seen(_told(one.piece, die), die.box, place, die, one.in_words(_code))
        for die, place, one in zip(dice, places, identify(dice, kinds), strict=True)
    )


def rows_of(catalogue: Catalogue) -> tuple[int, ...]:
    """How many dice each row of the mountain holds, from the top down; one more in each than in the one above."""
    told = tuple(catalogue.value(MOUNTAIN, "rows") or ROWS)
    return told if all(below == above + 1 for above, below in pairwise(told)) else ROWS


def box(catalogue: Catalogue) -> list[Kind]:
    """The five types of dice, as many as the box holds, with the faces that are known to be printed on them."""
    return [
        Kind(kind, catalogue.value(kind, "count") or 60, LOOKS[kind], _printed(kind, catalogue.value(kind, "faces")))
        for kind in DieType
    ]


def _printed(kind: DieType, known: Sequence[str] | None) -> tuple[str, ...]:
    """The faces of a type of die: all that are possible, or those an owner or a source names."""
    faces = tuple(face for face in FACES[kind] if known is None or short(face) in known)
    return faces or FACES[kind]


def short(face: str) -> str:
    """A face as the notation writes it behind the die's letter.

    >>> [short(face) for face in ("3", "dragon4", "pickaxe", "gem2", "chest1", "beer")]
    ['3', 'd4', 'p', '2', 'c1', 'b']
    """
    name = face.rstrip("0123456789")
    return LETTERS.get(name, "") + face[len(name) :]


def _code(piece: Identified) -> str:
    return LETTER[DieType(piece.kind)] + short(piece.face)
