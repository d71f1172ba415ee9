"""Dice of one photo lie in one light: those of one kind look alike, those of different kinds do not.

Where a lamp shines less, all three of lightness, red and yellow (Lab, black at nought) shrink alike; so a body is told
by how light it is and by red and yellow against that. All dice are named together, so that their kinds explain best
what the network said of each and which of them look alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log, pi
from statistics import median

from vision.palette import Colour
from vision.reading import Lab

Features = tuple[float, float, float]
Chances = Sequence[Sequence[float]]
Looks = Mapping[Colour, float]

BLACK = -16.0  # the lightness at which the logarithm of light begins
# How far dice of one kind lie from each other in one photo, and how many of them so: side by side, and in other light.
ALIKE: tuple[tuple[float, Features], ...] = ((0.8, (0.06, 0.03, 0.03)), (0.2, (0.26, 0.14, 0.14)))
# Dice that nobody saw: so many of a kind would look as its colour does anywhere.
UNSEEN = 0.15
# A network that is sure of a colour is wrong together about all alike dice: its word is taken to this power.
TRUST = 0.5
NOT_THOUGHT_OF = 0.003
# How much it counts which dice look alike, beside what the network says, which saw the same pixels.
LIGHT = 0.9
# The light of a photo is taken for white until more dice than this say otherwise.
NO_CAST = 3
WHITE: Features = (0.0, 0.0, 0.0)
CASTS: Features = (0.25, 0.08, 0.15)  # how much light of photos differs from what bodies were learned in
# A die of any kind may look like no other: so many do. A third of them mirror a lamp over all of their face, a third
# are of two colours, and of a third the dark marks were taken for their body.
ODD = 0.1
LAMP: tuple[Features, Features] = (4.68, -0.02, -0.02), (0.08, 0.08, 0.12)
ANY: tuple[Features, Features] = (4.1, 0.1, 0.0), (0.4, 0.4, 0.4)
MARKS: tuple[Features, Features] = (3.0, 0.0, 0.0), (0.4, 0.15, 0.15)
LOOKS_ALIKE = 0.1  # of how likely it is that two dice of a kind look the same
ROUNDS = 12
LEAST = 1e-6
SPREAD: float = (2 * pi) ** 1.5  # of a normal distribution of three numbers
# Bodies of each colour in the photos and renders that were learned from: the middle, and how far they lie around it.
BODIES: Mapping[Colour, tuple[Features, Features]] = {
    Colour.WHITE: ((4.60, -0.04, 0.04), (0.17, 0.06, 0.13)),
    Colour.BLACK: ((3.52, 0.00, -0.05), (0.30, 0.13, 0.20)),
    Colour.RED: ((4.04, 0.81, 0.49), (0.22, 0.18, 0.22)),
    Colour.GREEN: ((4.17, -0.50, 0.28), (0.22, 0.12, 0.22)),
    Colour.BLUE: ((4.00, 0.23, -0.74), (0.25, 0.22, 0.35)),
    Colour.PURPLE: ((3.87, 0.53, -0.56), (0.27, 0.22, 0.25)),
    Colour.GOLD: ((4.23, 0.01, 0.51), (0.28, 0.13, 0.17)),
    Colour.YELLOW: ((4.55, -0.12, 0.60), (0.18, 0.10, 0.18)),
    Colour.ORANGE: ((4.36, 0.45, 0.58), (0.18, 0.20, 0.24)),
    Colour.TURQUOISE: ((4.20, -0.30, -0.15), (0.25, 0.15, 0.20)),
    Colour.PINK: ((4.30, 0.55, 0.00), (0.20, 0.20, 0.20)),
    Colour.GREY: ((4.20, 0.00, 0.03), (0.30, 0.06, 0.10)),
    Colour.BROWN: ((3.80, 0.25, 0.35), (0.30, 0.15, 0.15)),
    Colour.CLEAR: ((4.26, -0.01, 0.00), (0.28, 0.16, 0.18)),  # what lies below shines through
}


@dataclass(frozen=True)
class _Table:
    """Dice by number, kinds by number: what is known of each before they are named together.

    `said` is what speaks for each kind (a logarithm), `alone` how likely a body of this colour is of each kind, `near`
    how likely one die looks as it does beside another of its kind, `odd` how likely so if it looks like no other;
    `there` how likely any die of a kind lies there at all, `unlikely` what such a light costs.
    """

    said: Sequence[Sequence[float]]
    alone: Sequence[Sequence[float]]
    near: Sequence[Sequence[float]]
    odd: Sequence[float]
    there: Sequence[float]
    unlikely: float
    known: dict[tuple[int, tuple[int, ...]], float] = field(default_factory=dict, compare=False)

    def worth(self, kinds: Sequence[int]) -> float:
        """How well these kinds explain all dice."""
        groups: dict[int, list[int]] = {}
        for die, kind in enumerate(kinds):
            groups.setdefault(kind, []).append(die)
        return sum(self._explained(kind, tuple(dice)) for kind, dice in groups.items()) - self.unlikely

    def _explained(self, kind: int, dice: tuple[int, ...]) -> float:
        """How well a kind explains its dice: the first by its colour, the others beside those before it."""
        if (kind, dice) not in self.known:
            total = log(self.there[kind])
            for place, die in enumerate(dice):
                beside = sum(self.near[die][other] for other in dice[:place])
                likely = (beside + UNSEEN * self.alone[die][kind]) / (place + UNSEEN)
                total += self.said[die][kind] + LIGHT * log(max((1 - ODD) * likely + ODD * self.odd[die], LEAST))
            self.known[kind, dice] = total
        return self.known[kind, dice]

    def moved(self, die: int, kind: int, kinds: Sequence[int]) -> Iterator[list[int]]:
        """A die named otherwise, and with it all that look like it."""
        yield [kind if number == die else old for number, old in enumerate(kinds)]
        alike = [number for number, near in enumerate(self.near[die]) if near > LOOKS_ALIKE * self.near[die][die]]
        if len(alike) > 1:
            yield [kind if number in alike else old for number, old in enumerate(kinds)]


def in_one_light(
    colours: Chances, faces: Chances, bodies: Sequence[Lab | None], kinds: Sequence[Looks], there: Sequence[float] = ()
) -> list[list[float]]:
    """The chances of each die (rows) to be of each kind (columns), when all dice lie in one light.

    `colours` and `faces` are the chances that a die of each kind would look so, and would show such a face.

    >>> unsure = [[0.9, 0.1], [0.95, 0.05], [0.3, 0.7], [0.8, 0.2]]
    >>> bodies = [(90.0, 0, 0), (88.0, 0, 1), (60.0, 0, 0), (61.0, 0, 1)]
    >>> kinds = [{Colour.WHITE: 1.0}, {Colour.CLEAR: 1.0}]
    >>> [round(row[0]) for row in in_one_light(unsure, [[1, 1]] * 4, bodies, kinds)]
    [1, 1, 0, 0]
    """
    rows = [
        [of_colour * of_face for of_colour, of_face in zip(*both, strict=True)]
        for both in zip(colours, faces, strict=True)
    ]
    lit = [number for number, body in enumerate(bodies) if body is not None]
    seen = [features(body) for body in bodies if body is not None]
    taken_for = [kinds[max(range(len(kinds)), key=rows[number].__getitem__)] for number in lit]
    said = [[_said(c) + log(max(f, LEAST)) for c, f in zip(colours[n], faces[n], strict=True)] for n in lit]
    table, named = max(
        (
            _named_together(_table(said, seen, cast, kinds, there or [1.0] * len(kinds)))
            for cast in (WHITE, _cast(seen, taken_for))
        ),
        key=lambda way: way[0].worth(way[1]),
    )
    for place, number in enumerate(lit):
        rows[number] = _shared_out([_best(table, place, kind, named)[0] for kind in range(len(kinds))])
    return rows


def _said(chance: float) -> float:
    """How much the network's word speaks for a colour; one that it did not think of at all is hardly it."""
    return log(max(chance, LEAST)) * (TRUST if chance > NOT_THOUGHT_OF else 1.0)


def _table(
    said: Chances, seen: Sequence[Features], cast: Features, kinds: Sequence[Looks], there: Sequence[float]
) -> _Table:
    """The dice in a light that casts so much on all of them."""
    unlikely = sum((by / usual) ** 2 for by, usual in zip(cast, CASTS, strict=True)) / 2
    return _Table(
        said,
        [[_of_kind(_in_white(one, cast), looks) for looks in kinds] for one in seen],
        [[_beside(one, other) for other in seen] for one in seen],
        [_unlike_all(one) for one in seen],
        there,
        unlikely,
    )


def features(body: Lab) -> Features:
    """A body's colour so that more or less light on it changes the first number only.

    >>> [round(one, 2) for one in features((84.0, 10.0, -20.0))]
    [4.61, 0.1, -0.2]
    """
    light = max(body[0] - BLACK, 1.0)
    return log(light), body[1] / light, body[2] / light


def _cast(seen: Sequence[Features], taken_for: Sequence[Looks]) -> Features:
    """How the light of the photo changes bodies, as far as what each die is taken for tells: the median of all."""
    usual = [BODIES[max(looks, key=looks.__getitem__)][0] for looks in taken_for]
    ways = [[one[axis] - other[axis] for one, other in zip(seen, usual, strict=True)] for axis in range(3)]
    told = len(seen) / (len(seen) + NO_CAST)
    light, red, yellow = (told * median(way) if way else 0.0 for way in ways)
    return light, red, yellow


def _in_white(one: Features, cast: Features) -> Features:
    return one[0] - cast[0], one[1] - cast[1], one[2] - cast[2]


def _named_together(table: _Table) -> tuple[_Table, list[int]]:
    """The kinds that explain all dice best; the change that gains most is made first."""
    kinds = len(table.there)
    named = [max(range(kinds), key=row.__getitem__) for row in table.said]
    best = table.worth(named)
    for _ in range(ROUNDS):
        ways = [
            _best(table, die, kind, named) for die in range(len(named)) for kind in range(kinds) if kind != named[die]
        ]
        worth, way = max(ways, default=(best, named))
        if worth <= best + LEAST:
            break
        best, named = worth, way
    return table, named


def _best(table: _Table, die: int, kind: int, named: Sequence[int]) -> tuple[float, list[int]]:
    """The best way to name the dice in which this one is of this kind, if hardly more than it changes."""
    return max((table.worth(way), way) for way in table.moved(die, kind, named))


def _of_kind(one: Features, looks: Looks) -> float:
    """How likely a die of these colours has such a body: less by those it is only mistaken for."""
    return max(weight**2 * _normal(one, *BODIES[name]) for name, weight in looks.items())


def _beside(one: Features, other: Features) -> float:
    """How likely a die looks so when another of its kind looks like the other."""
    return sum(share * _normal(one, other, wide) for share, wide in ALIKE)


def _unlike_all(one: Features) -> float:
    """How likely a die looks so that looks like no other."""
    return (_normal(one, *LAMP) + _normal(one, *ANY) + _normal(one, *MARKS)) / 3


def _normal(one: Features, middle: Features, wide: Features) -> float:
    (a, b, c), (d, e, f), (g, h, i) = one, middle, wide
    far: float = ((a - d) / g) ** 2 + ((b - e) / h) ** 2 + ((c - f) / i) ** 2
    return exp(-far / 2) / (SPREAD * g * h * i)


def _shared_out(scores: Sequence[float]) -> list[float]:
    powers = [exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]
