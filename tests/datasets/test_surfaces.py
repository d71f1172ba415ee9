"""Tables and printed things come out as pictures, the same for the same seed."""

import doctest

import numpy as np
import pytest

from datasets import gaps, manifest, pigments, prints, symbols, textures
from datasets.render import plans
from vision.palette import Colour


@pytest.mark.parametrize("kind", textures.SURFACES)
def test_a_surface_is_a_picture_and_reproducible(kind: str) -> None:
    first, second = (textures.SURFACES[kind](np.random.default_rng(4)) for _ in range(2))
    assert first.shape == (textures.SIZE, textures.SIZE, 3)
    assert first.dtype == np.uint8
    assert (first == second).all()


@pytest.mark.parametrize("kind", prints.PRINTS)
def test_a_print_has_both_paper_and_ink(kind: str) -> None:
    picture = prints.PRINTS[kind](np.random.default_rng(4))
    assert picture.dtype == np.uint8
    assert picture.std() > 5


def test_there_is_a_pigment_for_every_colour_of_the_palette() -> None:
    assert set(pigments.PIGMENTS) == set(pigments.WEIGHTS) == {str(colour) for colour in Colour}


@pytest.mark.parametrize("colour", pigments.PIGMENTS)
def test_pips_can_be_told_from_the_die(colour: str) -> None:
    rng = np.random.default_rng(9)
    for _ in range(30):
        rgb = pigments.draw_pigment(colour, rng)
        _, ink = pigments.ink_for(colour, rgb, rng)
        assert abs(pigments.luminance(ink) - pigments.luminance(rgb)) > 0.05


@pytest.mark.parametrize("module", [gaps, manifest, pigments, plans, symbols])
def test_examples_in_the_documentation_hold(module: object) -> None:
    result = doctest.testmod(module)
    assert result.failed == 0
