"""Colours by their hues, and dwarves as coloured shapes inside of a card's frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dwar7s.pieces import Colour
from vision.overlaying import Layable, moved, offsets
from vision.photo import Pixels

SIDE = 192  # pixels of a straightened card
INSIDE = 0.13  # dwarves are looked for farther in than this
HUES: Mapping[Colour, float] = {Colour.RED: 0.0, Colour.YELLOW: 48.0, Colour.GREEN: 122.0, Colour.BLUE: 218.0}
SPREAD = 26.0  # degrees of hue within which a colour is itself
STRONG_BESIDE = 0.45  # the same where it is known what is printed
NEARBY, UNLIKE_PRINT = (-2, 0, 2), 12.0  # pixels by which print may be off; how unlike it (Lab) is no print
FITS, ALIKE = 3, 0.8  # rounds in which the light on a card is fitted, and the part of it that shows nothing but print
AROUND = 0.3  # of a card's inside: so far around a place is looked for its light,
DARKEST, SHADES = 2.0, 60.0  # which differs by so many halvings at most, told in so many steps each
SHADOW = (0.25, 0.9)  # how dark print is in the shadow of a dwarf beside how light it is elsewhere
SHADED = 0.6  # part of a shape that is but shadow
REACH, CLOSE = 0.15, 0.02  # how near in sides that is which casts it, and where that is shaded itself
LEAST_SIDE = 0.06  # of a card's: what is thinner is an edge
OPENED = 3  # pixels of the thinnest part of a dwarf
GROWN = 9  # pixels of the widest line of print in a dwarf's own colour that it covers
UNPRINTED = 0.4  # of a dwarf's shape at least is not printed so
STRONG = 0.55  # painted wood is stronger in colour than most print
LEAST_DWARF, MOST_DWARF = 0.008, 0.16  # of the card's area: one dwarf at least, a group of them at most


@dataclass(frozen=True)
class Dwarf:
    """A coloured shape on a straightened card: its colour, its share of the card, and its box in sides of the card."""

    colour: Colour
    share: float
    box: tuple[float, float, float, float]


def dwarves_on(flat: Pixels, print_: Pixels | None = None) -> list[Dwarf]:
    """Shapes as large as dwarves in one of the four colours, inside of a card's frame and not printed on it."""
    found = _shapes(flat, print_)
    return [shape for shape, dark in found if not (dark and any(_casts(*other, shape) for other in found))]


def _shapes(flat: Pixels, print_: Pixels | None) -> list[tuple[Dwarf, bool]]:
    """All such shapes, and whether each is hardly more than print in shadow."""
    high, wide = flat.shape[:2]
    smooth = np.asarray(cv2.medianBlur(flat, 5), dtype=np.uint8)
    hue, strength = hues_of(smooth)
    strong = strength > (STRONG if print_ is None else STRONG_BESIDE)
    nothing = np.zeros((high, wide), dtype=bool)
    new, shaded = (~nothing, nothing) if print_ is None else _unprinted(smooth, print_)
    edge_y, edge_x = round(INSIDE * high), round(INSIDE * wide)
    found: list[tuple[Dwarf, bool]] = []
    for colour in HUES:
        mask = (strong & (likeness(hue, HUES[colour]) > 0.5)).astype(np.uint8)
        mask[:edge_y] = mask[high - edge_y :] = 0
        mask[:, :edge_x] = mask[:, wide - edge_x :] = 0
        core = cv2.morphologyEx(mask & new, cv2.MORPH_OPEN, np.ones((OPENED, OPENED), np.uint8))
        # a green dwarf on a ring printed in green is one all the same
        whole = np.asarray(cv2.dilate(core, np.ones((GROWN, GROWN), np.uint8)), np.uint8) & mask
        _, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
        cores = np.bincount(labels[core > 0], minlength=len(stats))
        shadows = np.bincount(labels[shaded], minlength=len(stats))
        for number, (left, top, width, height, area) in enumerate(stats.tolist()):
            if number == 0 or cores[number] < UNPRINTED * area:
                continue
            share, shadow = area / (high * wide), shadows[number] / (high * wide)
            dark = bool(shadows[number] > SHADED * cores[number])
            thick = min(width / wide, height / high) > LEAST_SIDE
            if LEAST_DWARF < share < MOST_DWARF and thick and area > 0.4 * width * height:
                box = (left / wide, top / high, (left + width) / wide, (top + height) / high)
                found.append((Dwarf(colour, share if dark else share - shadow, box), dark))
    return found


def _casts(one: Dwarf, dark: bool, shadow: Dwarf) -> bool:
    """Whether a shape is the shadow of another: of one in full light that stands near by, whatever its colour, or of
    one in another colour that it touches."""
    left, top, right, bottom = shadow.box
    x0, y0, x1, y1 = one.box
    gap = max(left - x1, x0 - right, top - y1, y0 - bottom)
    return one is not shadow and (gap < CLOSE if dark and one.colour != shadow.colour else gap < REACH and not dark)


def _unprinted(flat: Pixels, print_: Pixels) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where a straightened card shows what its print, in the same light, does not show there or close by; and where it
    shows nothing but print in shadow.

    Frames tell nothing: they differ in colour between cards that are printed alike.
    """
    high, wide = flat.shape[:2]
    y, x = (slice(round(INSIDE * side), side - round(INSIDE * side)) for side in (high, wide))
    seen, printed = flat[y, x], np.asarray(cv2.resize(print_, (wide, high)), dtype=np.uint8)[y, x]
    corners = offsets(Layable.of(seen), Layable.of(printed))
    laid = moved(np.ascontiguousarray(printed), corners).astype(np.float32)
    light = np.median((seen + 8.0) / (laid + 8.0), axis=(0, 1)).astype(np.float32)
    even = laid * light
    lit = (even, even * _shade(seen, even)[..., None], _in_light_of(seen.astype(np.float32), laid))
    prints = [cv2.cvtColor(one.clip(0, 255) / 255, cv2.COLOR_RGB2LAB) for one in lit]
    here = cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    ways = [np.roll(there, (down, right), (0, 1)) for there in prints for down in NEARBY for right in NEARBY]
    off = np.min([np.linalg.norm(here - way, axis=2) for way in ways], axis=0)
    unprinted, shaded = np.zeros((2, high, wide), dtype=bool)
    unprinted[y, x] = off > UNLIKE_PRINT
    shaded[y, x] = np.min([_off_in_shadow(seen.astype(np.float32), one) for one in lit], axis=0) < UNLIKE_PRINT
    return unprinted, shaded & unprinted


def _off_in_shadow(seen: NDArray[np.float32], lit: NDArray[np.float32]) -> NDArray[np.float32]:
    """How unlike the print each place is where the print may be as dark as it likes."""
    dark = (seen * lit).sum(axis=2, keepdims=True) / np.maximum((lit * lit).sum(axis=2, keepdims=True), 1.0)
    there = (lit * dark.clip(*SHADOW)).clip(0, 255)
    here, there = (cv2.cvtColor((one / 255).astype(np.float32), cv2.COLOR_RGB2LAB) for one in (seen, there))
    return np.asarray(np.linalg.norm(here - there, axis=2), np.float32)


def _shade(seen: Pixels, lit: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much lighter each place is than print in even light: a shadow may end on a card.

    Only how light it is, and only what most places around say: a dwarf changes neither colour nor shade there.
    """
    lighter = np.log2((seen.sum(axis=2) + 24.0) / (lit.sum(axis=2) + 24.0))
    steps = (lighter.clip(-DARKEST, DARKEST) * SHADES + 128).astype(np.uint8)
    around = round(AROUND * min(seen.shape[:2])) | 1
    return np.asarray(np.exp2((cv2.medianBlur(steps, around) - np.float32(128)) / SHADES), np.float32)


def _in_light_of(seen: NDArray[np.float32], laid: NDArray[np.float32]) -> NDArray[np.float32]:
    """The print in the light of what is seen: a mixture of its colours, fitted to the places where both are alike."""
    terms = np.column_stack([laid.reshape(-1, 3), np.ones(laid[..., 0].size, np.float32)])
    aim = seen.reshape(-1, 3)
    alike = np.ones(len(aim), dtype=bool)
    lit = aim
    for _ in range(FITS):
        factors, *_ = np.linalg.lstsq(terms[alike], aim[alike], rcond=None)
        lit = terms @ factors.astype(np.float32)
        far = np.abs(lit - aim).sum(axis=1)
        alike = far <= np.quantile(far, ALIKE)
    return np.asarray(lit.reshape(laid.shape), np.float32)


def hues_of(flat: Pixels) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Hue in degrees, and how strong a colour is: saturation, less where it is dark."""
    hsv = cv2.cvtColor(flat.astype(np.float32) / 255, cv2.COLOR_RGB2HSV)
    hue, saturation, value = (np.asarray(part, dtype=np.float32) for part in cv2.split(hsv))
    return hue, saturation * np.minimum(1.0, value * 3)


def apart(hue: NDArray[np.float32] | np.float32, other: float) -> NDArray[np.float32]:
    """How many degrees hues are from another one.

    >>> float(apart(np.float32(350), 10.0))
    20.0
    """
    return np.abs((hue - other + 180) % 360 - 180)


def likeness(hue: NDArray[np.float32] | np.float32, middle: float, spread: float = SPREAD) -> NDArray[np.float32]:
    """How likely hues are of the colour that has this one."""
    return np.asarray(np.exp(-0.5 * (apart(hue, middle) / spread) ** 2), dtype=np.float32)
