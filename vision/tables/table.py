"""What reading a table gives: pieces with the evidence for each, and what the picture left open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

from scoring.catalogue import Catalogue
from vision.reading import Alternative, Box, DieReading, Reading

if TYPE_CHECKING:
    from vision.photo import Picture, Pixels

MOST_OPTIONS = 5


class Named(Protocol):
    """What the owner's gallery says of a straightened picture.

    `item` is None when it is unsure; `quarter` is how often the picture is turned to the left to lie as it was taught.
    """

    @property
    def item(self) -> str | None: ...

    @property
    def confidence(self) -> float: ...

    @property
    def alternatives(self) -> tuple[Alternative[str], ...]: ...

    @property
    def quarter(self) -> int: ...


class Namer(Protocol):
    """Names straightened pictures: `covered` are parts of each on which something lies, a `rim` tells nothing."""

    def __call__(
        self,
        pictures: Sequence[Pixels],
        *,
        covered: Sequence[Sequence[tuple[float, float, float, float]]] = (),
        rim: float = 0.0,
    ) -> Sequence[Named]: ...


@dataclass(frozen=True)
class Hints:
    """What a person tells about a photo beforehand.

    `first_row` is the end of the sheet where the first row is: "far" from the camera, or the "top", "bottom",
    "left" or "right" of the photo; `empty_rows` is how many rows before the first with dice hold none. `expansion`
    says which box the dice come from, `catalogue` what the owner knows of the printed pieces, `picture` is where the
    dice were seen. `namer` names straightened pictures by what the owner taught, `taught` are the items of which there
    is a picture, and `boards` gives the pictures of the owner's boards, each taken once and empty; `picture_of` gives
    the square picture of one item, if there is one. Without `cards` only dice are read where a game has dice, which is
    quick enough for a live camera, of which `quick` says that it sees the same dice many times. `alone` says that all
    of it is one player's.
    """

    first_row: str = "far"
    empty_rows: int | None = None
    expansion: bool = False
    catalogue: Catalogue | None = None
    picture: Picture | None = None
    namer: Namer | None = None
    taught: frozenset[str] = frozenset()
    boards: Callable[[], Sequence[Pixels]] | None = None
    picture_of: Callable[[str], Pixels | None] | None = None
    cards: bool = True
    quick: bool = False
    alone: bool = False


@dataclass(frozen=True)
class Seen:
    """One piece of a table with its evidence; `place` is where it lies below its player, such as rows/wisdom/2.

    `by_looks` is what the die alone looks like, where the other dice and what is in the box speak against it.
    """

    piece: Reading[str]
    box: Box
    place: str | None = None
    die: DieReading | None = None
    by_looks: str | None = None


@dataclass(frozen=True)
class TableReading:
    """What a photo shows, piece by piece; `beside` are pieces that lie on no place of the game.

    `left_open` names the hints that would have helped: the picture alone did not tell. Where a photo shows several
    players, `others` are the readings of the further ones, from left to right or from top to bottom.
    """

    game: str
    placed: tuple[Seen, ...]
    beside: tuple[Seen, ...] = ()
    left_open: tuple[str, ...] = ()
    others: tuple[TableReading, ...] = ()

    @property
    def everybody(self) -> tuple[TableReading, ...]:
        """The readings of all players that the photo shows."""
        return (self, *self.others)

    @property
    def frame(self) -> Box:
        """What all its pieces lie in."""
        edges = list(zip(*(seen.box for seen in self.placed), strict=True))
        return Box(min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3]))

    @property
    def confidence(self) -> float:
        """How sure the whole state is: every piece of it right at once."""
        return prod(seen.piece.confidence for one in self.everybody for seen in one.placed)

    @property
    def left_over(self) -> tuple[DieReading, ...]:
        """The dice beside the places of the game."""
        return tuple(seen.die for seen in self.beside if seen.die is not None)

    def pieces(self) -> list[dict[str, Any]]:
        """All pieces as plain data, in the order in which they are read."""
        return [{"id": f"d{number}", **_plain(seen)} for number, seen in enumerate(self._all())]

    def _all(self) -> Iterator[Seen]:
        yield from self.placed
        yield from self.beside


def _plain(seen: Seen) -> dict[str, Any]:
    return {
        "box": seen.box.rounded(),
        "code": seen.piece.value,
        "confidence": round(seen.piece.confidence, 3),
        "options": [
            {"code": other.value, "confidence": round(other.confidence, 3)}
            for other in seen.piece.alternatives[:MOST_OPTIONS]
        ],
        "place": seen.place,
        **({"by_looks": seen.by_looks} if seen.by_looks else {}),
    }
