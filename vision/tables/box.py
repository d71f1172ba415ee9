"""What is in the box helps to read: which dice exist, how many of each kind, and which faces they have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot, log

from vision.assignment import cheapest
from vision.palette import Colour
from vision.reading import Alternative, DieReading, Reading
from vision.tables.onelight import in_one_light

# A colour or face that the reader did not think of at all is still possible.
UNTHOUGHT = 0.002
LEAST_LIKELY = 0.01
# A die less likely than this is of no kind in the box; when so many and this share of the dice are, the box is another.
STRANGE, ENOUGH_STRANGE, MANY = 0.05, 3, 0.4

# What is seen twice on a die is twice there, if not what it was taken for: so much of its chance goes to other symbols.
AS_OFTEN = 0.01
# How sure a die is at most that the others make another of than it looks like.
AGAINST_LOOKS = 0.85

# A die as light as this, with hardly any colour, is pale itself or mirrors a lamp.
WHITE_LIGHT, WHITE_CHROMA, PALE_ENOUGH = 85.0, 16.0, 0.3
PALE = (Colour.WHITE, Colour.CLEAR, Colour.GREY, Colour.YELLOW)


@dataclass(frozen=True)
class Kind:
    """One kind of dice in the box: its name, how many there are, the colours it may look, and its faces.

    A colour's weight says how well it speaks for this kind: 1 for its own, less for one it is mistaken for. Faces that
    are `seldom` thought of have a weight there. `there` is how likely any such die lies on a table.
    """

    name: str
    count: int
    colours: Mapping[Colour, float]
    faces: tuple[str, ...]
    seldom: Mapping[str, float] = field(default_factory=dict)
    there: float = 1.0


@dataclass(frozen=True)
class Identified:
    """A die with the kind and face it must be, given everything else that lies there."""

    kind: str
    face: str


@dataclass(frozen=True)
class Judged:
    """A die as one of the box, and what it would be by its looks alone."""

    piece: Reading[Identified]
    by_looks: Identified

    def in_words(self, spell: Callable[[Identified], str]) -> str | None:
        """What it would be by its looks alone, where that is something else."""
        return None if self.by_looks == self.piece.value else spell(self.by_looks)


def identify(dice: Sequence[DieReading], kinds: Sequence[Kind]) -> list[Judged]:
    """Each die as one of the box: likely by its looks, like others of its kind, no more of a kind than the box holds.

    All dice are decided together: the likeliest way to hand out what is in the box.
    """
    if not dice:
        return []
    colours, faces = ([[chance(die, kind) for kind in kinds] for die in dice] for chance in (_of_colour, _of_faces))
    alone = [[one * other for one, other in zip(*both, strict=True)] for both in zip(colours, faces, strict=True)]
    bodies = [None if glaring(die) else die.body for die in dice]
    chances = in_one_light(colours, faces, bodies, [kind.colours for kind in kinds], [kind.there for kind in kinds])
    chosen = _hand_out(chances, [kind.count for kind in kinds])
    looks = [max(range(len(row)), key=row.__getitem__) for row in alone]
    return [
        Judged(
            _doubted(_reading(die, kinds, _surer(row, own, pick), kinds[pick]), pick != look),
            _reading(die, kinds, own, kinds[look]).value,
        )
        for die, row, own, pick, look in zip(dice, chances, alone, chosen, looks, strict=True)
    ]


def _doubted(piece: Reading[Identified], changed: bool) -> Reading[Identified]:
    """A die that is taken for another than it looks like is asked about."""
    return replace(piece, confidence=min(piece.confidence, AGAINST_LOOKS)) if changed else piece


def _surer(row: Sequence[float], own: Sequence[float], pick: int) -> Sequence[float]:
    """The chances of a die among the others, or by its looks alone where these say the same and are surer of it.

    Dice of one kind may lie in different light; that is no reason to ask about those whose colour is plain.
    """
    return max(row, own, key=lambda chances: chances[pick] / sum(chances))


def glaring(die: DieReading) -> bool:
    """Whether a lamp mirrored on a die hides its own colour: all of it is white, and it is taken for no pale die."""
    if die.body is None:
        return False
    light, *chroma = die.body
    pale = sum(die.by_looks.likelihood(name) for name in PALE)
    return light > WHITE_LIGHT and hypot(*chroma) < WHITE_CHROMA and pale < PALE_ENOUGH


def of_another_game(dice: Sequence[DieReading], kinds: Sequence[Kind]) -> bool:
    """Whether many of the dice are none of this box: no kind has their colour and their face."""
    strange = sum(max(_chance(die, kind) for kind in kinds) < STRANGE for die in dice)
    return strange >= ENOUGH_STRANGE and strange >= MANY * len(dice)


def _hand_out(chances: Sequence[Sequence[float]], counts: Sequence[int]) -> list[int]:
    """The kind of each die so that the product of chances is greatest; dice beyond the box keep their looks."""
    places = [kind for kind, count in enumerate(counts) for _ in range(min(count, len(chances)))]
    taken = cheapest([[-log(row[kind]) for kind in places] for row in chances])
    return [
        places[taken[die]] if die in taken else max(range(len(row)), key=row.__getitem__)
        for die, row in enumerate(chances)
    ]


def _chance(die: DieReading, kind: Kind) -> float:
    """How likely a die is of this kind, by its colour and by showing a face that the kind has."""
    return _of_colour(die, kind) * _of_faces(die, kind)


def _of_colour(die: DieReading, kind: Kind) -> float:
    return max(sum(weight * die.by_looks.likelihood(name) for name, weight in kind.colours.items()), UNTHOUGHT)


def _of_faces(die: DieReading, kind: Kind) -> float:
    return max(sum(die.face.likelihood(name) for name in kind.faces), UNTHOUGHT)


def _reading(die: DieReading, kinds: Sequence[Kind], chances: Sequence[float], kind: Kind) -> Reading[Identified]:
    """The chosen kind with its likeliest face, and everything else the die could be."""
    total = sum(chances)
    likely = {
        Identified(other.name, face): chance / total * share
        for other, chance in zip(kinds, chances, strict=True)
        for face, share in _faces(die, other).items()
    }
    best = max((piece for piece in likely if piece.kind == kind.name), key=likely.__getitem__)
    others = sorted((piece for piece in likely if piece != best), key=lambda piece: -likely[piece])
    alternatives = [Alternative(piece, likely[piece]) for piece in others if likely[piece] >= LEAST_LIKELY]
    return Reading(best, likely[best], tuple(alternatives), (die.box,))


def _faces(die: DieReading, kind: Kind) -> dict[str, float]:
    """The chances of the faces that a kind has."""
    chances = {face: kind.seldom.get(face, 1.0) * max(_likely_face(die, face), UNTHOUGHT) for face in kind.faces}
    total = sum(chances.values())
    return {face: chance / total for face, chance in chances.items()}


def _likely_face(die: DieReading, face: str) -> float:
    """How likely a die shows a face: as it looks, and a little where another symbol was seen as often."""
    seen = [(die.face.value, die.face.confidence), *((one.value, one.confidence) for one in die.face.alternatives)]
    alike = sum(chance for name, chance in seen if name != face and _count(name) == _count(face) != "")
    return die.face.likelihood(face) + AS_OFTEN * alike


def _count(face: str) -> str:
    """How often a face shows its symbol, as it is written.

    >>> _count("gem2"), _count("2"), _count("beer")
    ('2', '2', '')
    """
    return face[len(face.rstrip("0123456789")) :]
