"""Rolls from a video: told when they settle, once each."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.networks import draw_table
from vision.detector import DiceDetector
from vision.live import CameraError, Settled, Shot, Watcher, open_shots, watch
from vision.palette import Colour
from vision.reading import DieReading

Die = tuple[float, float, int, Colour]
FIRST: list[Die] = [(80, 80, 3, Colour.RED), (220, 100, 6, Colour.WHITE)]
SECOND: list[Die] = [(120, 150, 1, Colour.GREEN), (230, 60, 4, Colour.BLUE), (60, 60, 2, Colour.RED)]
RATE = 10.0


def still(dice: list[Die], seconds: float) -> list[np.ndarray]:
    return [draw_table(320, 240, dice)] * round(seconds * RATE)


def rolling(seconds: float, seed: int = 1) -> list[np.ndarray]:
    """Dice that tumble over the table."""
    chance = np.random.default_rng(seed)
    frames = []
    for _ in range(round(seconds * RATE)):
        dice = [
            (chance.uniform(40, 280), chance.uniform(40, 200), int(chance.integers(1, 7)), Colour.RED) for _ in "ab"
        ]
        frames.append(draw_table(320, 240, dice))
    return frames


def film(path: Path, frames: list[np.ndarray]) -> str:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), RATE, (320, 240))
    assert writer.isOpened()
    for frame in frames:
        writer.write(np.ascontiguousarray(frame[:, :, ::-1]))
    writer.release()
    return str(path)


def shown(settled: Settled) -> set[tuple[str, int | None]]:
    return {(die.colour.value.value, die.value) for die in settled.roll.dice}


def test_rolls_are_told_as_they_settle(certain: DiceDetector, tmp_path: Path) -> None:
    frames = [*still(FIRST, 2), *rolling(1.2), *still(SECOND, 2)]
    rolls = list(watch(open_shots(film(tmp_path / "game.avi", frames)), certain.read, 3))
    assert [shown(roll) for roll in rolls] == [{("red", 3), ("white", 6)}, {("green", 1), ("blue", 4), ("red", 2)}]
    assert rolls[0].seconds < 1
    assert 3.2 <= rolls[1].seconds < 5.2


def test_the_same_faces_are_a_new_roll_after_movement(certain: DiceDetector, tmp_path: Path) -> None:
    frames = [*still(FIRST, 1.5), *rolling(1), *still(FIRST, 1.5)]
    rolls = list(watch(open_shots(film(tmp_path / "game.avi", frames)), certain.read, 3))
    assert [shown(roll) for roll in rolls] == [{("red", 3), ("white", 6)}] * 2


def test_what_never_rests_is_never_told(certain: DiceDetector, tmp_path: Path) -> None:
    assert list(watch(open_shots(film(tmp_path / "game.avi", rolling(4))), certain.read, 3)) == []


def test_an_empty_table_is_told_only_after_dice(certain: DiceDetector, tmp_path: Path) -> None:
    frames = [*still([], 1.5), *rolling(1), *still(FIRST, 1.5), *rolling(1), *still([], 1.5)]
    rolls = list(watch(open_shots(film(tmp_path / "game.avi", frames)), certain.read, 3))
    assert [len(roll.roll.dice) for roll in rolls] == [2, 0]


def test_one_reading_that_differs_starts_the_count_again(certain: DiceDetector) -> None:
    """A reading that flickers is not told until enough in a row agree."""
    table = draw_table(320, 240, FIRST)
    good = certain.read(table)
    answers = iter([good, good, good[:1], good, good, good])
    watcher = Watcher(lambda _: next(answers), frames=3)
    told = [watcher.see(Shot(number, number / 5, table)) for number in range(6)]
    assert [settled is not None for settled in told] == [False] * 5 + [True]


def test_a_die_as_bright_as_its_table_is_seen_to_move(certain: DiceDetector) -> None:
    """Red on green felt of the same brightness."""
    here, there = draw_table(320, 240, [(80, 80, 3, Colour.RED)]), draw_table(320, 240, [(200, 150, 3, Colour.RED)])
    grey = cv2.cvtColor(np.uint8([[Colour.RED.rgb]]), cv2.COLOR_RGB2GRAY)[0, 0]
    felt = np.uint8([0, round(int(grey) / 0.587), 0])
    shots = [np.where(table.any(axis=2, keepdims=True), table, felt) for table in [here] * 4 + [there] * 4]
    answers = {id(shot): certain.read(here if n < 4 else there) for n, shot in enumerate(shots)}
    watcher = Watcher(lambda pixels: answers[id(pixels)], frames=2)
    told = [watcher.see(Shot(n, n / 5, pixels)) for n, pixels in enumerate(shots)]
    assert [n for n, settled in enumerate(told) if settled] == [1, 6]


def test_dice_that_changed_unseen_are_told_after_a_while(certain: DiceDetector) -> None:
    """Turned to another face too small to be noticed; one reading that only flickers is no new roll."""
    table = draw_table(320, 240, FIRST)
    first, second = certain.read(table), certain.read(draw_table(320, 240, [(80, 80, 5, Colour.RED), FIRST[1]]))
    readings = iter([first, first, first[:1], first, first, second, second])
    watcher = Watcher(lambda _: next(readings), frames=2)
    told = [watcher.see(Shot(n, n * 3.0, table)) for n in range(7)]
    assert [n for n, settled in enumerate(told) if settled] == [1, 6]


def test_frames_vote_on_what_a_die_shows(certain: DiceDetector) -> None:
    table = draw_table(320, 240, FIRST[:1])
    readings: list[list[DieReading]] = []

    def read(pixels: np.ndarray) -> list[DieReading]:
        readings.append(certain.read(pixels))
        return readings[-1]

    watcher = Watcher(read, frames=2)
    settled = [watcher.see(Shot(n, n / 5, table)) for n in range(4)]
    assert len(readings) == 2  # nothing is read again while nothing moves
    told = next(one for one in settled if one)
    assert told.roll.dice[0].face.confidence == pytest.approx(readings[0][0].face.confidence)


def test_a_missing_camera_or_video_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="Camera 97 cannot be opened"):
        open_shots("97")
    with pytest.raises(CameraError, match="There is no video file"):
        open_shots(str(tmp_path / "none.mp4"))
    text = tmp_path / "notes.mp4"
    text.write_text("not a video")
    with pytest.raises(CameraError, match="not a video"):
        open_shots(str(text))
