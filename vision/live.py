"""Frames of a camera or a video become rolls: read while nothing moves, told once they have settled."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from scoring.faults import TallyError
from scoring.words import say
from vision.motion import Motion
from vision.photo import Pixels
from vision.reading import Alternative, DieReading, Reading
from vision.roll import Roll, roll_of
from vision.settling import FRAMES_TO_SETTLE, Settling, Sighting, agree, paired

T = TypeVar("T", bound=Hashable)

LOOKS_PER_SECOND = 8.0  # at least, where the camera is as quick
# Seconds after which dice that nobody seems to touch are looked at again: a small die is soon moved unseen.
SECOND_THOUGHT = 3.0
# A camera that gives no picture any longer is waited for: somebody plugs it in again.
LOST_SECONDS = 60.0
RETRY_SECONDS = 1.0
STREAM_PATIENCE = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 10_000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 10_000)


class CameraError(TallyError, RuntimeError):
    """The camera or video cannot be watched; the message says why, for a person."""


@dataclass(frozen=True)
class Shot:
    """One frame: its number, its time in seconds from the start, and its RGB picture."""

    number: int
    seconds: float
    pixels: Pixels = field(repr=False)


@dataclass(frozen=True)
class Settled:
    """A roll that has come to rest, and since when."""

    roll: Roll
    number: int
    seconds: float


@dataclass
class Watcher:
    """Follows the dice from frame to frame. A roll is told once: when `frames` readings in a row agree on it.

    The same dice in the same places are told again only after something moved in between. While nothing moves, one
    reading every few seconds makes sure of that.
    """

    read: Callable[[Pixels], Sequence[DieReading]]
    frames: int = FRAMES_TO_SETTLE
    _settling: Settling = field(init=False)
    _still: list[Sequence[DieReading]] = field(default_factory=list)
    _motion: Motion = field(default_factory=Motion)
    _told: Roll | None = None
    _moved: bool = True
    _looked: float = 0.0

    def __post_init__(self) -> None:
        self._settling = Settling(self.frames)

    def see(self, shot: Shot) -> Settled | None:
        """Take the next frame in; a roll if it has just settled."""
        if self._motion.seen_in(shot.pixels):
            self._begin_again()
            self._moved = True
            return None
        known = self._told if not self._moved else None
        if known and not self._still and shot.seconds - self._looked < SECOND_THOUGHT:
            return None
        dice, self._looked = self.read(shot.pixels), shot.seconds
        if known and not self._still and _same(known.dice, dice):
            return None
        settled = self._settling.add(_sightings(dice))
        self._still = [*self._still, dice] if self._settling.agreed > 1 else [dice]
        return self._settled(shot, known) if settled else None

    def _begin_again(self) -> None:
        self._settling.clear()
        self._still.clear()

    def _settled(self, shot: Shot, known: Roll | None) -> Settled | None:
        roll = roll_of(_voted(self._still))
        self._begin_again()
        if known and _same(known.dice, roll.dice):
            return None  # one reading had differed, and the others had not
        self._told, self._moved = roll, False
        return Settled(roll, shot.number, shot.seconds)


def watch(shots: Iterator[Shot], read: Callable[[Pixels], Sequence[DieReading]], frames: int) -> Iterator[Settled]:
    """The rolls of a stream of frames, each as soon as it has settled; an empty table is told only after dice."""
    watcher = Watcher(read, frames)
    any_dice = False
    for shot in shots:
        settled = watcher.see(shot)
        if settled and (settled.roll.dice or any_dice):
            any_dice = bool(settled.roll.dice)
            yield settled


def open_shots(source: str, tell: Callable[[str], None] = lambda sentence: None) -> Iterator[Shot]:
    """The frames of a camera (a number), a video file or a stream address, a few each second.

    A camera or a stream that gives no picture any longer is told of, and waited for; a video file simply ends.
    """
    if not source.isdigit() and "://" not in source and not Path(source).is_file():
        raise CameraError(say("There is no video file {name}.", name=source))
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # our sentence says what is wrong
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    capture = _opened(source)
    if capture is None:
        raise CameraError(
            say("Camera {name} cannot be opened. Is one connected, and free of other programs?", name=source)
            if source.isdigit()
            else say("{name} is not a video that can be played.", name=source)
        )
    return _shots(source, capture, tell)


def _opened(source: str) -> cv2.VideoCapture | None:
    """The camera or video, if it can be opened; a stream that says nothing is not waited for for ever."""
    if "://" in source:
        capture = cv2.VideoCapture(source, cv2.CAP_FFMPEG, [*STREAM_PATIENCE])
    else:
        capture = cv2.VideoCapture(int(source) if source.isdigit() else source)
    if capture.isOpened():
        return capture
    capture.release()
    return None


def _shots(source: str, capture: cv2.VideoCapture, tell: Callable[[str], None]) -> Iterator[Shot]:
    rate = capture.get(cv2.CAP_PROP_FPS)
    rate = rate if 1 <= rate <= 240 else 30.0
    live = source.isdigit() or ("://" in source and capture.get(cv2.CAP_PROP_FRAME_COUNT) <= 0)
    number = 0
    try:
        while True:
            for frame in _frames(capture, one_of(rate)):
                if frame is not None:
                    yield Shot(number, number / rate, frame)
                number += 1
            capture.release()
            if not live:
                return
            capture = _found_again(source, tell)
    finally:
        capture.release()


def one_of(rate: float) -> int:
    """Of how many frames one is looked at, for at least so many looks a second.

    >>> [one_of(rate) for rate in (5, 8, 25, 30, 60)]
    [1, 1, 3, 3, 7]
    """
    return max(1, int(rate / LOOKS_PER_SECOND))


def _frames(capture: cv2.VideoCapture, step: int) -> Iterator[Pixels | None]:
    """Every frame until there are no more; only one of `step` is decoded."""
    number = 0
    while capture.grab():
        taken = False
        if number % step == 0:
            taken, frame = capture.retrieve()
        yield np.ascontiguousarray(frame[:, :, ::-1], dtype=np.uint8) if taken else None
        number += 1


def _found_again(source: str, tell: Callable[[str], None]) -> cv2.VideoCapture:
    """A camera that was lost, once it is back; CameraError if it does not come back."""
    tell(say("Camera {name} gives no picture. Is it still connected?", name=source))
    end = time.monotonic() + LOST_SECONDS
    while time.monotonic() < end:
        time.sleep(RETRY_SECONDS)
        capture = _opened(source)
        if capture is not None and capture.grab():
            tell(say("Camera {name} is back.", name=source))
            return capture
        if capture is not None:
            capture.release()
    raise CameraError(say("Camera {name} did not come back. Connect it and begin again.", name=source))


def _same(one: Sequence[DieReading], two: Sequence[DieReading]) -> bool:
    return agree(_sightings(one), _sightings(two))


def _sightings(dice: Sequence[DieReading]) -> list[Sighting]:
    return [Sighting(die.box, (die.face.value, die.colour.value)) for die in dice]


def _voted(frames: Sequence[Sequence[DieReading]]) -> list[DieReading]:
    """The dice of the last frame with what all frames say of them together."""
    last = frames[-1]
    seen = [[die] for die in last]
    for earlier in frames[:-1]:
        pairs = paired([die.box for die in last], [die.box for die in earlier])
        for column, (_, number) in zip(seen, pairs or [], strict=False):
            column.append(earlier[number])
    return [
        replace(
            column[0],
            face=_mean([die.face for die in column]),
            colour=_mean([die.colour for die in column]),
            hue=_mean([die.by_looks for die in column]),
            confidence=float(np.mean([die.confidence for die in column])),
        )
        for column in seen
    ]


def _mean(readings: Sequence[Reading[T]]) -> Reading[T]:
    """Several readings of one thing as one: chances are averaged."""
    chances: Counter[T] = Counter()
    for reading in readings:
        for one in (Alternative(reading.value, reading.confidence), *reading.alternatives):
            chances[one.value] += one.confidence / len(readings)  # type: ignore[assignment]
    (value, chance), *others = chances.most_common()
    return Reading(value, chance, tuple(Alternative(*other) for other in others), readings[0].where)
