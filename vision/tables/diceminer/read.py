"""A Dice Miner trove: the type of each die by its colour, its face by what that type can show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.catalogue import Catalogue
from scoring.diceminer.pieces import LETTER, Die, DieType, die
from scoring.diceminer.state import Player, Round, Table
from scoring.games import load
from vision.palette import Colour
from vision.reading import DieReading
from vision.roll import UNSURE, roll_of
from vision.tables.box import Identified, Kind, identify
from vision.tables.table import Hints, Placed, TableReading

BEER = "beer"
CARDS = ("Which hero card does this player have?",)
# A die whose symbol is unclear still belongs to the trove: its colour tells its type, a person tells its face.
LIKELY_DIE = 0.35
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


def read(dice: Sequence[DieReading], hints: Hints) -> TableReading:
    """These dice as one player's trove, in reading order."""
    ordered = roll_of([die for die in dice if not die.doubtful or die.found >= LIKELY_DIE]).dice
    pieces = identify(ordered, box(hints.catalogue or load("diceminer").catalogue))
    placed = tuple(
        Placed(f"/players/0/rounds/0/dice/{number}", piece.mapped(_code), seen)
        for number, (seen, piece) in enumerate(zip(ordered, pieces, strict=True))
    )
    trove = Round(dice=tuple(die(piece.piece.value) for piece in placed))
    return TableReading(
        game="diceminer",
        state=Table(players=(Player(name=hints.player, rounds=(trove,)),)),
        placed=placed,
        questions=(*_doubts(placed), *CARDS),
    )


def with_dice(player: Player, shown: Table) -> Player:
    """The player's troves with the one that the photo shows as that of the next round."""
    return player.model_copy(update={"rounds": (*player.rounds, *shown.players[0].rounds)})


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


def _doubts(placed: Sequence[Placed]) -> list[str]:
    """Symbols that a person should look at: a wrong one changes the score, and reading them is hard."""
    unsure = [piece for piece in placed if piece.piece.confidence < UNSURE]
    return [f"What does die {_number(piece)} show? I read {_shown(piece.piece.value)}." for piece in unsure]


def _number(placed: Placed) -> int:
    return int(placed.where.rsplit("/", 1)[1]) + 1


def _shown(written: str) -> str:
    piece: Die = die(written)
    count = f" {piece.count}" if piece.count > 1 or piece.shows == "pips" else ""
    return f"{piece.shows.value.replace('_', '-')}{count} on a {piece.type.value} die ({written})"
