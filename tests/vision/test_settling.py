"""A picture has settled when enough readings in a row show the same pieces in the same places."""

from __future__ import annotations

import pytest

from vision.reading import Box
from vision.settling import FRAMES_TO_SETTLE, Settling, Sighting, agree

DICE = [Sighting(Box(0, 0, 20, 20), "T1"), Sighting(Box(60, 0, 80, 20), "Kp"), Sighting(Box(0, 60, 20, 80), "G2")]


def moved(across: float, down: float = 0) -> list[Sighting]:
    return [
        Sighting(Box(left + across, top + down, right + across, bottom + down), shows)
        for (left, top, right, bottom), shows in DICE
    ]


def test_three_readings_that_agree() -> None:
    settling = Settling()
    assert [settling.add(DICE) for _ in range(FRAMES_TO_SETTLE + 1)] == [False, False, True, True]
    assert not settling.add(DICE[:2])
    assert settling.agreed == 1


def test_the_order_of_the_pieces_does_not_matter() -> None:
    assert agree(DICE, DICE[::-1])


@pytest.mark.parametrize(("across", "standing", "held"), [(3, True, True), (30, False, True), (300, False, True)])
def test_a_phone_in_the_hand_may_move_everything_together(across: float, standing: bool, held: bool) -> None:
    assert agree(DICE, moved(across)) is standing
    assert agree(DICE, moved(across, 5), held=True) is held


def test_one_piece_that_moves_or_turns_is_another_picture() -> None:
    elsewhere = [DICE[0], Sighting(Box(60, 40, 80, 60), "Kp"), DICE[2]]
    turned = [DICE[0], Sighting(DICE[1].box, "Ks"), DICE[2]]
    swapped = [Sighting(DICE[1].box, "T1"), Sighting(DICE[0].box, "Kp"), DICE[2]]
    for other in (elsewhere, turned, swapped):
        assert not agree(DICE, other)
        assert not agree(DICE, other, held=True)


def test_after_a_movement_it_counts_from_the_beginning() -> None:
    settling = Settling(frames=2)
    settling.add(DICE)
    settling.clear()
    assert not settling.add(DICE)
    assert settling.add(DICE)


def test_nothing_on_the_table_settles_too() -> None:
    settling = Settling(held=True)
    assert [settling.add([]) for _ in range(3)] == [False, False, True]
