"""Designs of cards, their siblings, and what a photo makes of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.designs import Design, Layer, Stuff, differences, draw, invent, sibling
from datasets.views import view

PLAIN = Layer("plain", (0, 0, 1, 1), (240, 240, 235))


@pytest.fixture(scope="module")
def stuff() -> Stuff:
    rng = np.random.default_rng(0)
    icons = np.zeros((6, 96, 96), np.uint8)
    for number, icon in enumerate(icons):
        icon[10 + 8 * number : 80, 12:84] = 255
    pictures = [rng.integers(0, 256, (60, 80, 3), dtype=np.uint8) for _ in range(3)]
    return Stuff(icons, pictures, [], [])


def test_a_sibling_differs_in_one_mark_only(stuff: Stuff) -> None:
    marks = tuple(Layer("icons", (x, 0.1, x + 0.2, 0.3), (200, 30, 30), (0, 1)) for x in (0.05, 0.4, 0.75))
    design = Design(PLAIN, marks, (0, 1, 2))
    for seed in range(20):
        other = sibling(design, stuff, np.random.default_rng(seed))
        changed = [one != two for one, two in zip(design.layers, other.layers, strict=True)]
        assert sum(changed) <= 1
        assert other.ground == design.ground
        outside = np.abs(draw(design, stuff).astype(int) - draw(other, stuff))[80:]
        assert outside.max() == 0


def test_it_is_known_where_siblings_differ(stuff: Stuff) -> None:
    mark = Layer("icons", (0.0, 0.0, 0.25, 0.25), (200, 30, 30), (0, 1))
    with_mark, without = (draw(Design(PLAIN, layers, (0,)), stuff) for layers in ((mark,), ()))
    there = differences(with_mark, without, 12)
    assert there[:3, :3].any() and not there[4:].any() and not there[:, 4:].any()
    assert not differences(with_mark, with_mark, 12).any()


def test_another_fill_is_another_picture(stuff: Stuff) -> None:
    mark = Layer("icons", (0.2, 0.2, 0.8, 0.8), (20, 90, 40), (1, 2))
    seen = {
        style: draw(Design(PLAIN, (replace(mark, style=style),), (0,)), stuff).mean()
        for style in ("solid", "outline", "pale")
    }
    assert seen["solid"] < seen["pale"] < 240
    assert len(set(seen.values())) == 3


def test_a_view_is_a_square_of_the_same_card_in_other_light(stuff: Stuff) -> None:
    face = draw(Design(PLAIN, (Layer("icons", (0.1, 0.1, 0.9, 0.9), (10, 10, 160), (2, 1)),), (0,)), stuff)
    around = stuff.pictures[0]
    views = [view(face, around, 96, np.random.default_rng(seed), 0.4) for seed in range(6)]
    assert all(one.shape == (96, 96, 3) and one.dtype == np.uint8 for one in views)
    blue = [one[40:56, 40:56].mean((0, 1)) - one[3:9, 40:56].mean((0, 1)) for one in views]
    assert all(difference[2] > difference[0] for difference in blue)


def test_designs_come_from_their_seed(stuff: Stuff) -> None:
    kinds = [invent(replace(stuff, fonts=[None]), np.random.default_rng(seed)) for seed in (4, 4, 5)]  # type: ignore[list-item]
    assert kinds[0] == kinds[1] != kinds[2]
