"""A camera over cards and tiles: what lies there is told once it has settled, and what changed since then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from vision.live import SECOND_THOUGHT, Shot
from vision.motion import Motion
from vision.photo import Pixels
from vision.reading import Box
from vision.settling import Settling, Sighting
from vision.tables.table import TableReading

PATIENCE = 3
Lying = tuple[str | None, str]  # where a piece lies, and what it is


@dataclass(frozen=True)
class TableSettled:
    """A table that has come to rest: what lies there, and what came and went since it was told last."""

    reading: TableReading
    came: tuple[Lying, ...]
    gone: tuple[Lying, ...]
    number: int
    seconds: float
    pixels: Pixels = field(repr=False)


@dataclass
class TableWatcher:
    """Reads a table while nothing moves, and tells it when `frames` readings in a row agree on something new.

    Hands in the picture change nothing: what moves is not read, a photo that shows nothing is not told, and where
    pieces are only missed, as under a hand that rests there, it takes `PATIENCE` times as many readings to believe it.
    """

    read: Callable[[Pixels], TableReading]
    frames: int
    _motion: Motion = field(default_factory=Motion)
    _told: Counter[Lying] = field(default_factory=Counter)
    _settling: Settling = field(init=False)
    _rested: float | None = None

    def __post_init__(self) -> None:
        self._settling = Settling(self.frames)

    def see(self, shot: Shot) -> TableSettled | None:
        """Take the next frame in; the table if it has just settled and is not as it was."""
        if self._motion.seen_in(shot.pixels):
            self._settling.clear()
            self._rested = None
            return None
        if self._rested is not None and shot.seconds - self._rested < SECOND_THOUGHT:
            return None
        reading = self.read(shot.pixels)
        seen = list(_of_everybody(reading))
        if not seen or not self._settling.add([Sighting(box, lying) for box, lying in seen]):
            return None
        lying = Counter(lying for _, lying in seen)
        came, gone = lying - self._told, self._told - lying
        if gone and not came and self._settling.agreed < PATIENCE * self.frames:
            return None
        self._settling.clear()
        self._rested = shot.seconds
        self._told = lying
        if not came and not gone:
            return None
        changes = tuple(came.elements()), tuple(gone.elements())
        return TableSettled(reading, *changes, shot.number, shot.seconds, shot.pixels)


def _of_everybody(reading: TableReading) -> Iterator[tuple[Box, Lying]]:
    """Where everything lies; the places of further players begin with their number."""
    for number, one in enumerate(reading.everybody):
        for seen in one.placed:
            place = f"{number + 1}/{seen.place}" if number else seen.place
            yield seen.box, (place, seen.piece.value)


def watch_table(shots: Iterator[Shot], read: Callable[[Pixels], TableReading], frames: int) -> Iterator[TableSettled]:
    """The tables of a stream of frames, each as soon as it has settled."""
    watcher = TableWatcher(read, frames)
    for shot in shots:
        settled = watcher.see(shot)
        if settled:
            yield settled
