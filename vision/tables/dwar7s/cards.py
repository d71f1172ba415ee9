"""Which cards lie there, all decided together: no colour has a card twice. Plain Python, no pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from scoring.dwar7s.pieces import Colour, Kind
from vision.assignment import cheapest
from vision.reading import Alternative, Reading
from vision.tables.dwar7s.places import UNNAMED

# A card is named when it is surely one of those that were taught and the others are this unlikely; else it is asked.
NAMED = 0.8
OFFERED = 3
UNTHOUGHT = 0.002

Label = tuple[Colour, Kind]


@dataclass(frozen=True)
class Look:
    """What one card looks like: the chance of each kind (what is left to 1 is "none of these"), and of each colour.

    `likeness` is the chance of the likeliest kind where nobody says that a kingdom card lies there, `framed` how surely
    it has a frame of one colour.
    """

    kinds: Mapping[Kind, float]
    colours: Mapping[Colour, float]
    turn: int = 0
    likeness: float = 0.0
    framed: float = 0.0

    def chance(self, label: Label) -> float:
        """How likely it is this card."""
        colour, kind = label
        return max(self.kinds.get(kind, 0.0), UNTHOUGHT) * max(self.colours.get(colour, 0.0), UNTHOUGHT)

    @property
    def likeliest(self) -> Label | None:
        """By its looks alone."""
        if not self.kinds:
            return None
        return max(self.colours, key=lambda one: self.colours[one]), max(self.kinds, key=lambda one: self.kinds[one])


@dataclass(frozen=True)
class Decided:
    """A card as it is read, and what it looked like where the box decided otherwise."""

    card: Reading[str]
    by_looks: str | None = None


def decide(looks: Sequence[Look], copies: Mapping[Kind, int], with_box: bool = True) -> list[Decided]:
    """Every card named or left open; with the box no colour has more of a kind than its set."""
    known = [row for row, look in enumerate(looks) if look.kinds]
    labels = [(colour, kind) for colour in Colour for kind in Kind for _ in range(copies.get(kind, 1))]
    chosen = _handed_out([looks[row] for row in known], labels) if with_box else {}
    taken = {row: chosen.get(place) for place, row in enumerate(known)}
    others = [label for label in taken.values() if label]
    return [_decided(look, taken.get(row), _left(labels, others, taken.get(row))) for row, look in enumerate(looks)]


def _handed_out(looks: Sequence[Look], labels: Sequence[Label]) -> dict[int, Label]:
    costs = [[-log(look.chance(label)) for label in labels] for look in looks]
    return {row: labels[column] for row, column in cheapest(costs).items()}


def _left(labels: Sequence[Label], taken: Sequence[Label], mine: Label | None) -> list[Label]:
    """What a card can be: everything that the other cards are not."""
    gone = list(taken)
    if mine:
        gone.remove(mine)
    left = []
    for label in labels:
        if label in gone:
            gone.remove(label)
        else:
            left.append(label)
    return list(dict.fromkeys(left))


def _decided(look: Look, given: Label | None, possible: Sequence[Label]) -> Decided:
    stranger = max(0.0, 1 - sum(look.kinds.values()))
    total = sum(look.chance(label) for label in possible) + stranger
    ranked = sorted(possible, key=lambda label: -look.chance(label))
    best = given or look.likeliest
    chance = look.chance(best) / total if best else 0.0
    offered = [label for label in ranked if label != best or chance < NAMED][:OFFERED]
    options = tuple(Alternative(code(label, look.turn), look.chance(label) / total) for label in offered)
    if best is None or chance < NAMED:
        return Decided(Reading(UNNAMED, chance, options))
    looked = look.likeliest
    unlike = code(looked, look.turn) if looked and looked != best else None
    return Decided(Reading(code(best, look.turn), chance, options), unlike)


def code(label: Label, turn: int) -> str:
    """A card as the state's notation of pieces writes it.

    >>> code((Colour.RED, Kind.TAVERN), 3)
    'red tavern 3'
    """
    return f"{label[0]} {label[1]} {turn}"
