"""Cards that were found compared with what is labelled."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from datasets.cards import CardPhoto, Labelled
from models.evaluate_cards import compare
from vision.flaws import flawed
from vision.photo import Frame
from vision.things import Corners, Kind, Thing


def card(left: float, top: float) -> Corners:
    return (left, top), (left + 60, top), (left + 60, top + 90), (left, top + 90)


def test_what_the_edge_of_the_photo_cuts_is_counted_among_the_invented_and_by_itself() -> None:
    picture = Frame(np.full((300, 400, 3), 90, np.uint8))
    told = [flawed(picture, Thing(Kind.CARD, card(*at), 0.9)) for at in ((40, 50), (200, 60), (370, 100))]
    labelled = Labelled("card", (40, 50, 100, 140), card(40, 50), None)
    verdict = compare(CardPhoto(Path("photo.jpg"), "set", (labelled,)), told)
    assert (len(verdict.missed), len(verdict.invented), verdict.cut) == (0, 2, 1)
