"""Test tables are true to the boxes of their games, and their truth is written as the engines write it."""

from collections import Counter

import numpy as np
import pytest

from datasets.render import plans, sheets, spec
from scoring.diceminer.pieces import die as miner_die
from scoring.rollplayer.state import Rows


@pytest.mark.parametrize("seed", range(30))
def test_a_sheet_never_holds_more_dice_of_a_colour_than_the_bag(seed: int) -> None:
    plan = plans.plan_sheet(np.random.default_rng(seed))
    assert [len(row) for row in plan] == [3] * 6
    colours = Counter(place.split()[0] for row in plan for place in row if place)
    assert colours
    assert all(count <= {**plans.BAG, "boost": 11}[colour] for colour, count in colours.items())


@pytest.mark.parametrize("seed", range(30))
def test_a_sheet_is_a_state_the_engine_reads(seed: int) -> None:
    plan = plans.plan_sheet(np.random.default_rng(seed))
    rows = Rows.model_validate(dict(zip(plans.ATTRIBUTES, plan, strict=True)))
    values = [(die.colour, die.value) for name in plans.ATTRIBUTES for die in rows.of(name) if die]
    assert all(3 <= value <= 8 if colour == "boost" else 1 <= value <= 6 for colour, value in values)


@pytest.mark.parametrize("seed", range(30))
def test_a_trove_is_written_in_the_codes_of_the_engine(seed: int) -> None:
    plan = plans.plan_trove(np.random.default_rng(seed))
    kinds = Counter(kind for kind, _ in plan)
    assert all(count <= plans.TROVE[kind] for kind, count in kinds.items())
    for kind, face in plan:
        assert miner_die(plans.code(kind, face)).type == kind


def test_every_known_face_of_every_type_has_a_code() -> None:
    for kind, (_, faces) in spec.MINER_TYPES.items():
        for face in (*faces, *(spec.HAZARD_FACES if kind == "hazard" else ())):
            assert miner_die(plans.code(kind, face)).code[0] == plans.code(kind, face)[0]


def test_places_of_a_sheet_lie_on_it_and_apart() -> None:
    spots = [sheets.place_of(row, place) for row in range(6) for place in range(3)]
    assert all(abs(x) < sheets.WIDTH / 2 and abs(y) < sheets.DEPTH / 2 for x, y in spots)
    gaps = [np.hypot(a[0] - b[0], a[1] - b[1]) for k, a in enumerate(spots) for b in spots[:k]]
    assert min(gaps) > 2.0


def test_a_drawn_sheet_has_the_shape_of_the_sheet() -> None:
    picture = sheets.character_sheet(np.random.default_rng(2))
    assert picture.shape[1] / picture.shape[0] == pytest.approx(sheets.WIDTH / sheets.DEPTH, rel=0.01)
