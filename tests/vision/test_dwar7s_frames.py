"""Frames of kingdom cards: whose they are, by themselves and beside the other cards of the photo."""

from __future__ import annotations

import numpy as np

from scoring.dwar7s.pieces import Colour
from vision.tables.dwar7s.frames import Frame, frame_of, in_one_light

ORANGE, OCHRE, BLUE = (170, 80, 30), (118, 85, 30), (3, 60, 125)


def card(frame: tuple[int, int, int], inside: tuple[int, int, int] = (90, 90, 110)) -> np.ndarray:
    flat = np.full((192, 192, 3), frame, np.uint8)
    flat[20:-20, 20:-20] = inside
    return flat


def hued(degrees: float, **sure: float) -> Frame:
    """A frame of this hue that speaks so surely for colours."""
    return Frame({colour: sure.get(colour.value, 0.0) for colour in Colour}, degrees, surrounds=True)


def test_the_table_beside_a_card_does_not_tell_whose_it_is() -> None:
    """The outline is a little off: along one edge an orange table is seen instead of the ochre frame."""
    flat = card((150, 118, 36))
    flat[:, :10] = ORANGE
    assert frame_of(flat).colours[Colour.YELLOW] > 0.9


def test_a_doubtful_frame_is_compared_with_the_sure_ones_of_the_photo() -> None:
    """In warm light yellow is ochre on all cards; the doubtful one is nearer to it than to the reds."""
    doubtful = hued(31.0, yellow=0.72, red=0.28)
    yellow, red = hued(42.0, yellow=0.93, red=0.07), hued(352.0, red=0.99, yellow=0.01)
    assert in_one_light([yellow, red, doubtful])[2][Colour.YELLOW] > 0.95
    assert in_one_light([doubtful])[0][Colour.YELLOW] < 0.9, "nothing to compare it with"
    assert in_one_light([yellow, red, doubtful])[1] == red.colours


def test_a_card_that_shows_no_colour_may_be_anybodys() -> None:
    (colours,) = in_one_light([frame_of(card((128, 126, 124)))])
    assert set(colours.values()) == {1 / 4}


def test_what_is_of_one_colour_all_over_has_no_frame() -> None:
    """A large blue thing seen through a hole of the layout."""
    assert frame_of(card(BLUE)).surrounds
    assert not frame_of(card(BLUE, inside=BLUE)).surrounds
    assert not frame_of(card((128, 126, 124))).surrounds


def test_a_frame_that_the_light_burns_out_is_told_by_its_hue_where_no_wall_is_printed() -> None:
    pale = card((196, 255, 205), inside=(250, 250, 245))
    assert set(frame_of(pale).colours.values()) == {1 / 4}, "it may be a wall in coloured light"
    assert frame_of(pale, card((60, 150, 70))).colours[Colour.GREEN] > 0.9
    assert set(frame_of(pale, card((128, 126, 124))).colours.values()) == {1 / 4}
