"""Yacht: five dice, up to three rolls a turn, twelve boxes that are filled once each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from scoring.catalogue import Catalogue
from scoring.emblem import Emblem
from scoring.game import Game, GameScore, Model
from scoring.moves import Move
from scoring.needs import Need, Way
from scoring.sheet import Award, Problem, ScoreSheet, rank
from scoring.words import Sentence, say

DICE = 5
ROLLS = 3


class Box(StrEnum):
    """The twelve boxes of the sheet, in its order."""

    ONES = "ones"
    TWOS = "twos"
    THREES = "threes"
    FOURS = "fours"
    FIVES = "fives"
    SIXES = "sixes"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    LITTLE_STRAIGHT = "little_straight"
    BIG_STRAIGHT = "big_straight"
    CHOICE = "choice"
    YACHT = "yacht"


BOXES = tuple(Box)
NUMBERS = {box: face for face, box in enumerate(BOXES[:6], 1)}
STRAIGHTS = {Box.LITTLE_STRAIGHT: [1, 2, 3, 4, 5], Box.BIG_STRAIGHT: [2, 3, 4, 5, 6]}
FIXED = {Box.LITTLE_STRAIGHT: 30, Box.BIG_STRAIGHT: 30, Box.YACHT: 50}
RULES = {box: "YA-NUMBERS" if box in NUMBERS else f"YA-{box.name.replace('_', '-')}" for box in BOXES}
NAMES = {
    Box.ONES: say("Ones"),
    Box.TWOS: say("Twos"),
    Box.THREES: say("Threes"),
    Box.FOURS: say("Fours"),
    Box.FIVES: say("Fives"),
    Box.SIXES: say("Sixes"),
    Box.FULL_HOUSE: say("Full house"),
    Box.FOUR_OF_A_KIND: say("Four of a kind"),
    Box.LITTLE_STRAIGHT: say("Little straight"),
    Box.BIG_STRAIGHT: say("Big straight"),
    Box.CHOICE: say("Choice"),
    Box.YACHT: say("Yacht"),
}


def _faces(value: Any) -> Any:
    """Dice may be typed as one text, with or without spaces."""
    return (
        [int(face) if face.isdecimal() else face for face in value if face != " "] if isinstance(value, str) else value
    )


def dice_field(least: int, **more: Any) -> Any:
    """A field of up to five dice, which forms show as dice."""
    return Field(min_length=least, max_length=DICE, json_schema_extra={"format": "dice"}, **more)


def typed(least: int) -> BeforeValidator:
    """What may stand there instead of a list."""
    listed = Annotated[list[Face], dice_field(least)]
    return BeforeValidator(_faces, json_schema_input_type=listed | str)


Face = Annotated[int, Field(ge=1, le=6)]
Roll = Annotated[tuple[Face, ...], dice_field(DICE), typed(DICE)]
Hand = Annotated[tuple[Face, ...], dice_field(0, description="what lies there now; colours do not matter"), typed(0)]


class Player(Model):
    """One player: the dice of the roll, and the five dice that each filled box got."""

    name: str = Field(min_length=1, max_length=60)
    dice: Hand = ()
    roll: int = Field(1, ge=1, le=ROLLS, description="which of the three rolls of the turn it is")
    ones: Roll | None = None
    twos: Roll | None = None
    threes: Roll | None = None
    fours: Roll | None = None
    fives: Roll | None = None
    sixes: Roll | None = None
    full_house: Roll | None = None
    four_of_a_kind: Roll | None = None
    little_straight: Roll | None = None
    big_straight: Roll | None = None
    choice: Roll | None = None
    yacht: Roll | None = None

    @property
    def filled(self) -> dict[Box, tuple[int, ...]]:
        """The boxes that have their dice."""
        found = {box: getattr(self, box) for box in BOXES}
        return {box: roll for box, roll in found.items() if roll is not None}

    @property
    def open(self) -> tuple[Box, ...]:
        """The boxes that wait for dice."""
        return tuple(box for box in BOXES if getattr(self, box) is None)


class Options(Model):
    """On what tables differ; the defaults are the common rules."""

    four_counts_all: bool = Field(False, description="four of a kind counts all five dice, not only the four")
    yacht_is_full_house: bool = Field(False, description="five equal dice may fill the full house, too")


class Table(Model):
    """A whole or running game of Yacht, players in clockwise order."""

    players: tuple[Player, ...] = Field(max_length=20, description="in clockwise order")
    options: Options = Options()


def counting(box: Box, roll: tuple[int, ...], options: Options) -> tuple[int, ...]:
    """The places of the dice that score in a box; none if the roll does not fit it.

    >>> counting(Box.FOURS, (4, 1, 4, 2, 4), Options()), counting(Box.FULL_HOUSE, (2, 2, 3, 3, 4), Options())
    ((0, 2, 4), ())
    """
    everything = tuple(range(len(roll)))
    face, most = Counter(roll).most_common(1)[0]
    if box in NUMBERS:
        return tuple(place for place in everything if roll[place] == NUMBERS[box])
    if box is Box.FOUR_OF_A_KIND and most >= 4 and not options.four_counts_all:
        return tuple(place for place in everything if roll[place] == face)[:4]
    fits = {
        Box.FULL_HOUSE: sorted(Counter(roll).values()) == [2, 3] or (options.yacht_is_full_house and most == DICE),
        Box.FOUR_OF_A_KIND: most >= 4,
        Box.CHOICE: True,
        Box.YACHT: most == DICE,
    }
    return everything if fits.get(box, sorted(roll) == STRAIGHTS.get(box)) else ()


def worth(box: Box, roll: tuple[int, ...], options: Options) -> int:
    """The points of a roll in a box.

    >>> [worth(box, (4, 4, 4, 4, 4), Options()) for box in (Box.FOURS, Box.FOUR_OF_A_KIND, Box.FULL_HOUSE, Box.YACHT)]
    [20, 16, 0, 50]
    """
    places = counting(box, roll, options)
    return FIXED[box] if places and box in FIXED else sum(roll[place] for place in places)


def score(table: Table, catalogue: Catalogue) -> GameScore:
    """A line for every filled box; the most points win once every box has its dice."""
    sheets = tuple(
        ScoreSheet(player.name, tuple(_award(seat, box, roll, table.options) for box, roll in player.filled.items()))
        for seat, player in enumerate(table.players)
    )
    over = all(not player.open for player in table.players)
    return GameScore(sheets, rank(sheets, (), "YA-WIN", over=over))


def _award(seat: int, box: Box, roll: tuple[int, ...], options: Options) -> Award:
    path = f"/players/{seat}/{box}"
    places = counting(box, roll, options)
    evidence = tuple(f"{path}/{place}" for place in places) or (path,)
    return Award(RULES[box], worth(box, roll, options), _arithmetic(box, roll, places), evidence, NAMES[box])


def _arithmetic(box: Box, roll: tuple[int, ...], places: tuple[int, ...]) -> Sentence | str:
    """
    >>> _arithmetic(Box.TWOS, (2, 2, 5, 6, 2), (0, 1, 4)), _arithmetic(Box.YACHT, (1, 1, 1, 1, 2), ())
    ('2 + 2 + 2 = 6', '1 1 1 1 2 does not fit: 0')
    """
    told = " ".join(map(str, roll))
    if not places:
        return say("{dice} does not fit: 0", dice=told)
    if box in FIXED:
        return f"{told}: {FIXED[box]}"
    counted = [roll[place] for place in places]
    return f"{' + '.join(map(str, counted))} = {sum(counted)}"


def problems(table: Table, catalogue: Catalogue) -> list[Problem]:
    """Dice that are no whole roll, and turns that somebody missed."""
    return [*_rolls(table), *_turns(table)]


def _rolls(table: Table) -> Iterator[Problem]:
    for seat, player in enumerate(table.players):
        if player.dice and len(player.dice) < DICE:
            text = say("{name} has {count} dice; a roll is five.", name=player.name, count=len(player.dice))
            yield Problem("YA-TURN", (f"/players/{seat}/dice",), text)
        if player.dice and not player.open:
            text = say("{name} has rolled, but every box is filled.", name=player.name)
            yield Problem("YA-BOXES", (f"/players/{seat}/dice",), text)


def _turns(table: Table) -> Iterator[Problem]:
    """Turns go round: nobody can be two boxes ahead, and nobody later at the table ahead at all."""
    counts = [len(player.filled) for player in table.players]
    for seat, (before, after) in enumerate(pairwise(counts), 1):
        if not before - 1 <= after <= before or counts[0] - after > 1:
            names = {"one": table.players[seat - 1].name, "first": before, "other": table.players[seat].name}
            text = say("Boxes filled: {one} {first}, {other} {second}. Somebody missed a turn.", second=after, **names)
            yield Problem("YA-TURN", (f"/players/{seat - 1}", f"/players/{seat}"), text)


def moves(table: Table, seat: int, catalogue: Catalogue) -> Iterator[Move]:
    """A whole roll goes into any open box, or the next roll is made."""
    player, base = table.players[seat], f"/players/{seat}"
    if len(player.dice) < DICE or not player.open:
        return
    if player.roll < ROLLS:
        title = say("Roll {number} of {count}", number=player.roll + 1, count=ROLLS)
        yield Move(title, ((f"{base}/roll", player.roll + 1),), f"{base}/roll")
    for box in player.open:
        emptied: tuple[tuple[str, Any], ...] = (
            (f"{base}/{box}", list(player.dice)),
            (f"{base}/dice", []),
            (f"{base}/roll", 1),
        )
        title = say("Put {points} here", points=worth(box, player.dice, table.options))
        yield Move(title, emptied, f"{base}/{box}")


def needs(table: Table, catalogue: Catalogue) -> Iterator[Need]:
    """The boxes that everybody has to fill, whose turn it is first."""
    for seat, player in sorted(enumerate(table.players), key=lambda one: -len(one[1].open)):
        if player.open:
            what = say("{count} boxes", count=len(player.open)) if len(player.open) > 1 else say("1 box")
            yield Need(seat, what, f"/players/{seat}/dice", Way.PHOTO)


GAME: Game[Table] = Game(
    id="yacht",
    title="Yacht",
    players=(1, 8),
    folder=Path(__file__).parent,
    state=Table,
    score=score,
    checks=problems,
    moves=moves,
    needs=needs,
    prefixes=("YA",),
    rule_of_seats="YA-OVERVIEW",
    emblem=Emblem("YA", ("#2f6f8f", "#163a52")),
    samples={
        "last-box": "Two players before their last box",
        "whole": "A whole game of two players",
        "middle": "Three players in the middle, a roll on the table",
    },
)
