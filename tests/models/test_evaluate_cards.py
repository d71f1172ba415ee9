"""Cards that were found compared with what is labelled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from datasets.cards import CardPhoto, Labelled
from models.evaluate_cards import compare, cut_off_labels
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


def test_a_labelled_piece_that_the_photo_cuts_off_need_not_be_found_and_is_not_invented(tmp_path: Path) -> None:
    Image.new("RGB", (400, 300)).save(tmp_path / "photo.png")
    part = (340.0, 100.0), (400.0, 100.0), (400.0, 190.0), (340.0, 190.0)
    narrow = (370.0, 200.0), (400.0, 200.0), (400.0, 290.0), (370.0, 290.0)
    places = [card(40, 50), card(140, 50), part, narrow]
    labelled = tuple(Labelled("card", (*place[0], *place[2]), place, None) for place in places)
    photo = CardPhoto(tmp_path / "photo.png", "set", labelled)
    assert cut_off_labels(photo) == {3}
    for told in ((40, 50), (140, 50), (340, 100)), ((40, 50), (140, 50), (340, 100), (370, 200)):
        things = [Thing(Kind.CARD, place, 0.9) for place in [card(*at) for at in told[:3]] + [narrow] * (len(told) - 3)]
        verdict = compare(photo, things, cut_off_labels(photo))
        assert (len(verdict.missed), len(verdict.invented), verdict.wanted) == (0, 0, 3)
