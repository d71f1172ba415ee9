"""More things that look like dice and are none: press studs, sockets, lamps, perforated plates, whole keyboards."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets.faces import PIP_PLACES
from datasets.prints import Print
from datasets.textures import shade
from datasets.things import SIDE, Thing, at, disc, grey, ink_of, ring, square, thing, write

NEW = 0.45  # share of the things that are of this module
LETTERS = "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"


def decoy(rng: np.random.Generator) -> Thing:
    """Any thing that is no die from straight above, with its outline."""
    if rng.random() < NEW:
        return DECOYS[rng.integers(len(DECOYS))](rng)
    return thing(rng)


def stud(rng: np.random.Generator) -> Thing:
    """A press stud or a rivet: a metal disc of bright and dark rings, at times with a dot in its middle."""
    body = grey(rng, 0.35, 0.95) if rng.random() < 0.7 else shade((0.08, 0.14), (0.3, 0.7), (0.5, 0.95), rng)
    picture, outline = disc(body)
    for _ in range(int(rng.integers(1, 4))):
        tone = float(rng.uniform(0.4, 1.3))
        ring(picture, SIDE // 2, SIDE * float(rng.uniform(0.12, 0.45)), _toned(body, tone), int(rng.integers(2, 9)))
    if rng.random() < 0.6:
        reach = round(SIDE * float(rng.uniform(0.06, 0.16)))
        cv2.circle(picture, (SIDE // 2, SIDE // 2), reach, _toned(body, float(rng.uniform(0.2, 0.6))), -1, cv2.LINE_AA)
    lit = at(SIDE * rng.uniform(0.3, 0.7, 2))
    glare = np.zeros((SIDE, SIDE), np.float32)
    cv2.circle(glare, lit, round(SIDE * 0.12), 1.0, -1)
    glare = cv2.GaussianBlur(glare, (0, 0), SIDE * 0.05)[..., None] * float(rng.uniform(0.2, 0.9))
    return (picture + (255 - picture) * glare).astype(np.uint8), outline


def socket(rng: np.random.Generator) -> Thing:
    """A socket of a wall or a device: two to five holes in a sunken disc of a plain plate.

    Without its disc, a square plate straight from above could not be told from a die.
    """
    light = rng.random() < 0.75
    body = grey(rng, 0.75, 1.0) if light else grey(rng, 0.04, 0.3)
    angular = rng.random() < 0.5
    picture, outline = square(body, float(rng.uniform(0.0, 0.2))) if angular else disc(body)
    inner = SIDE * float(rng.uniform(0.3, 0.44))
    if angular or rng.random() < 0.5:
        cv2.circle(picture, (SIDE // 2, SIDE // 2), round(inner), _toned(body, float(rng.uniform(0.8, 0.97))), -1)
        ring(picture, SIDE // 2, inner, _toned(body, float(rng.uniform(0.5, 0.85))), int(rng.integers(1, 4)))
    turn, count = rng.uniform(0, 2 * np.pi), int(rng.integers(2, 6))
    for way in turn + np.arange(count) * 2 * np.pi / count:
        centre = np.array([np.cos(way), np.sin(way)]) * inner * 0.5 + SIDE / 2
        cv2.circle(picture, at(centre), round(SIDE * float(rng.uniform(0.03, 0.06))), _hole(rng), -1, cv2.LINE_AA)
    return picture, outline


def lamps(rng: np.random.Generator) -> Thing:
    """A dark panel or a black key on which one to six small lamps or signs glow."""
    body = grey(rng, 0.0, 0.2)
    picture, outline = square(body, float(rng.uniform(0, 0.25)))
    colour = shade((0, 1), (0.0, 1.0), (0.8, 1.0), rng)
    for place in _scattered(int(rng.integers(1, 7)), rng):
        if rng.random() < 0.6:
            cv2.circle(picture, at(place * SIDE), round(SIDE * float(rng.uniform(0.02, 0.07))), ink_of(colour), -1)
        else:
            write(picture, str(rng.choice(list("0.:-8|FN"))), (float(place[0]), float(place[1])), 0.25, colour, rng)
    glow = cv2.GaussianBlur(picture, (0, 0), SIDE * float(rng.uniform(0.02, 0.08)))
    return cv2.add(picture, glow), outline


def plate(rng: np.random.Generator) -> Thing:
    """A perforated plate, a loudspeaker, a strainer: holes in rows, far more than a die has pips, or a ring of them."""
    body = shade((0, 1), (0.0, 0.5), (0.1, 1.0), rng)
    picture, outline = square(body, float(rng.uniform(0, 0.2))) if rng.random() < 0.6 else disc(body)
    hole = _hole(rng) if sum(body) > 200 else ink_of(grey(rng, 0.5, 0.9))
    rows = int(rng.integers(4, 9))
    radius = max(1, round(SIDE / rows * float(rng.uniform(0.15, 0.35))))
    shift = rng.random() < 0.5
    for x, y in np.ndindex(rows, rows):
        centre = (np.array([x + (0.5 if shift and y % 2 else 0.0), y]) + 0.5) / rows * SIDE
        cv2.circle(picture, at(centre), radius, hole, -1, cv2.LINE_AA)
    return picture, outline


def domino(rng: np.random.Generator) -> Thing:
    """A domino: twice as long as wide, a line across, pips in both halves."""
    dark = rng.random() < 0.5
    body, ink = (grey(rng, 0.03, 0.2), grey(rng, 0.8, 1.0)) if dark else (grey(rng, 0.8, 1.0), grey(rng, 0.0, 0.25))
    picture = np.full((SIDE, SIDE, 3), body, np.uint8)
    outline = np.zeros((SIDE, SIDE), np.float32)
    quarter = SIDE // 4
    outline[1:-1, quarter : SIDE - quarter] = 1.0
    cv2.line(picture, (quarter + 6, SIDE // 2), (SIDE - quarter - 6, SIDE // 2), ink_of(ink), 2, cv2.LINE_AA)
    for middle in (SIDE * 0.25, SIDE * 0.75):
        for x, y in PIP_PLACES[int(rng.integers(1, 7))]:
            centre = np.array([SIDE / 2 + x * SIDE * 0.13, middle + y * SIDE * 0.13])
            cv2.circle(picture, at(centre), round(SIDE * 0.035), ink_of(ink), -1, cv2.LINE_AA)
    return picture, outline


def screw(rng: np.random.Generator) -> Thing:
    """The head of a screw, the cap of a bottle or a coin: a disc with a slot, a cross or a ribbed rim."""
    body = grey(rng, 0.25, 0.9) if rng.random() < 0.6 else shade((0.0, 1.0), (0.3, 0.9), (0.3, 0.95), rng)
    picture, outline = disc(body)
    ring(picture, SIDE // 2, SIDE * float(rng.uniform(0.36, 0.46)), _toned(body, 0.7), int(rng.integers(1, 5)))
    turn = rng.uniform(0, np.pi)
    for way in turn + np.arange(int(rng.integers(0, 3))) * np.pi / 2:
        reach = np.array([np.cos(way), np.sin(way)]) * SIDE * float(rng.uniform(0.2, 0.4))
        cv2.line(picture, at(SIDE / 2 - reach), at(SIDE / 2 + reach), _toned(body, 0.4), int(rng.integers(4, 12)))
    return picture, outline


DECOYS: tuple[Callable[[np.random.Generator], Thing], ...] = (stud, socket, lamps, plate, domino, screw)


def keyboard(side: int, step: float, rng: np.random.Generator) -> Print:
    """A square picture full of keys, all of one maker, as far apart as `step`, in rows that are shifted."""
    dark = rng.random() < 0.65
    ground = grey(rng, 0.0, 0.35) if dark else grey(rng, 0.5, 1.0)
    body = grey(rng, 0.02, 0.25) if dark else grey(rng, 0.7, 1.0)
    ink = shade((0, 1), (0, 0.9), (0.7, 1.0), rng) if dark else grey(rng, 0.0, 0.4)
    picture: Print = np.full((side, side, 3), ground, np.uint8)
    gap, high = step * float(rng.uniform(0.04, 0.14)), float(rng.uniform(0.2, 0.5))
    middle = rng.random() < 0.5
    for row in range(-1, int(side / step) + 1):
        left = -step * float(rng.uniform(0, 1))
        while left < side:
            wide = step * float(rng.choice([1.0, 1.0, 1.0, 1.0, 1.6]))
            low = np.array([left + gap, row * step + gap])
            far = np.array([left + wide - gap, (row + 1) * step - gap])
            cv2.rectangle(picture, at(low), at(far), ink_of(body), -1, cv2.LINE_AA)
            cv2.line(picture, at(low), at(np.array([far[0], low[1]])), _toned(body, 1.3), max(1, round(step / 30)))
            _engrave(picture, low if not middle else (low + far) / 2 - 0.3 * step, step, high, ink, rng)
            left += wide
    if dark and rng.random() < 0.5:
        picture = cv2.add(picture, cv2.GaussianBlur(picture, (0, 0), step * 0.06))
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.0)
    turn[0] *= float(np.exp(rng.normal(0, 0.15)))
    return np.asarray(cv2.warpAffine(picture, turn, (side, side), borderMode=cv2.BORDER_REFLECT_101))


def _engrave(
    picture: Print, corner: np.ndarray, step: float, high: float, ink: np.ndarray, rng: np.random.Generator
) -> None:
    """One or two signs on a key, beginning near this corner."""
    for n in range(int(rng.integers(1, 3))):
        place = corner + step * np.array([0.12, 0.45 + 0.35 * n])
        sign = str(rng.choice(list(LETTERS if n == 0 else LETTERS + ";:.=%")))
        cv2.putText(picture, sign, at(place), 0, high * step / 22, ink_of(ink), max(1, round(step / 22)), cv2.LINE_AA)


def _scattered(count: int, rng: np.random.Generator) -> np.ndarray:
    """Places as the pips of a die have them, a little off, or anywhere."""
    if rng.random() < 0.4:
        return np.asarray(0.5 + 0.25 * np.array(PIP_PLACES[count]) + rng.normal(0, 0.05, (count, 2)))
    return np.asarray(rng.uniform(0.15, 0.85, (count, 2)))


def _toned(body: np.ndarray | tuple[float, ...], tone: float) -> tuple[float, ...]:
    return tuple(float(min(255.0, part * tone)) for part in body)


def _hole(rng: np.random.Generator) -> tuple[float, ...]:
    return ink_of(grey(rng, 0.0, 0.3))
