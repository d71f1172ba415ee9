"""What may be a die of a trove and shows no clear face: closer looks tell dice from print and blots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.scenes import seen_die
from vision.palette import Colour
from vision.photo import Frame, Picture
from vision.reading import Box, DieReading
from vision.tables.diceminer import read as diceminer
from vision.tables.diceminer import unclear
from vision.tables.table import Hints

PHOTO = Frame(np.full((900, 1200, 3), 128, np.uint8))
DICE = [seen_die(Box(100 + 200 * place, 100, 180 + 200 * place, 180), "3", Colour.WHITE) for place in range(5)]
BLOT = replace(
    seen_die(Box(500, 500, 580, 580), "4", Colour.WHITE, faces=[("5", 0.75)]),
    doubtful=True,
    found=0.6,
    form=0.66,
    confidence=0.1,
)


def looked(monkeypatch: pytest.MonkeyPatch, least: float, dice: Sequence[DieReading]) -> list[float]:
    """The breadths of what is looked at; looks at parts at least so broad see a die in their middle."""
    broad: list[float] = []

    def closely(picture: Picture, doubtful: bool) -> list[DieReading]:
        broad.append(picture.width)
        x, y = picture.width / 2, picture.height / 2
        return [seen_die(Box(x - 30, y - 30, x + 30, y + 30), "4")] if picture.width >= least else []

    monkeypatch.setattr(unclear, "read_dice", closely)
    monkeypatch.setattr(diceminer, "dice_detector", lambda: type("None", (), {"read_at": lambda *_: []}))
    placed = diceminer.of_dice(dice, Hints(picture=PHOTO)).placed
    return [*broad, len(placed)]


def test_what_only_one_look_takes_for_a_die_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, both = looked(monkeypatch, 0, [*DICE, BLOT])
    *_, one = looked(monkeypatch, 320, [*DICE, BLOT])
    *_, none = looked(monkeypatch, 2000, [*DICE, BLOT])
    assert (both, one, none) == (6, 5, 5)


def test_a_doubtful_die_with_a_clear_face_needs_no_closer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    clear = replace(BLOT, face=DICE[0].face)
    assert clear.sureness > unclear.UNCLEAR
    assert looked(monkeypatch, 2000, [*DICE, clear]) == [6]


def test_a_live_camera_does_without_closer_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unclear, "read_dice", lambda *_, **__: pytest.fail("looked"))
    assert len(diceminer.of_dice([*DICE, BLOT], Hints(picture=PHOTO, cards=False)).placed) == 6
