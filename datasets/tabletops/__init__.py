"""The games whose tables are composed: a module each, with the faces of a copy and a random legal table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from datasets.layouts import Spot
from datasets.pieces import Face, Rng, Shelf
from models.composites import ARM

if TYPE_CHECKING:
    from datasets.tabletops.cubes import Maker


@dataclass(frozen=True)
class Flat:
    """A card, tile or board to lay down; `name` is what the truth calls it."""

    kind: str
    name: str
    face: Face
    spot: Spot
    thick: float = 0.01
    form: str = "rectangle"
    arm: float = ARM  # width of a cross's arms in its side


@dataclass(frozen=True)
class Upright:
    """A figure that stands on the table, by its foot."""

    name: str
    silhouette: np.ndarray
    colour: np.ndarray
    spot: Spot


@dataclass(frozen=True)
class Cube:
    """A die or a counter cube on a square place: its upper face and two sides, each with its opacity."""

    kind: str
    name: str
    faces: tuple[Face, Face, Face]
    spot: Spot


Thing = Flat | Upright | Cube


@dataclass(frozen=True)
class Tabletop:
    """One table: the true state, and what lies on it in the order in which it was laid down."""

    state: dict[str, Any]
    things: Sequence[Thing]


@dataclass(frozen=True)
class Copy:
    """One copy of a game: the faces of its pieces, and its values that a table must know to be scored."""

    faces: Mapping[str, Face]
    items: Mapping[str, str]  # what each face is taught as
    told: dict[str, Any] = field(default_factory=dict)
    discs: frozenset[str] = frozenset()  # faces that are cut round, and small
    dice: Maker | None = None
    boards: frozenset[str] = frozenset()  # faces that are too large to lie in a row: each has a photo of its own
    drawn: Mapping[str, float] = field(default_factory=dict)  # how its pieces are cut and laid


class Composer(Protocol):
    """What a module `datasets.tabletops.GAME` holds; a `clutter` besides tells what else may lie on a hard table."""

    def copy(self, shelf: Shelf, rng: Rng) -> Copy: ...

    def table(self, copy: Copy, shelf: Shelf, rng: Rng) -> Tabletop: ...
