"""Surfaces of tables as pictures: wood, felt, carpet, stone, cloth, leather, bamboo, glossy and dark ones."""

from __future__ import annotations

import colorsys
from collections.abc import Callable

import cv2
import numpy as np

SIZE = 768
Texture = np.ndarray


def clouds(
    rng: np.random.Generator, scale: int, octaves: int = 4, stretch: float = 1.0, size: int = SIZE
) -> np.ndarray:
    """Smooth noise from 0 to 1; `stretch` draws it out along one side, as grain."""
    total = np.zeros((size, size), np.float32)
    weight = 1.0
    for octave in range(octaves):
        rows = max(2, int(scale * 2**octave))
        columns = max(2, int(rows / stretch))
        grid = rng.random((min(rows, size), min(columns, size)), np.float32)
        total += weight * cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC)
        weight *= 0.5
    total -= total.min()
    return total / max(float(total.max()), 1e-6)


def mix(amount: np.ndarray, first: np.ndarray, second: np.ndarray) -> Texture:
    """Blend two colours by a map."""
    blended = first[None, None] * (1 - amount[..., None]) + second[None, None] * amount[..., None]
    return np.clip(blended, 0, 255).astype(np.uint8)


def shade(
    hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float], rng: np.random.Generator
) -> np.ndarray:
    """A colour (0 to 255) drawn from ranges of hue, saturation and value."""
    h, s, v = (float(rng.uniform(*bounds)) for bounds in (hue, saturation, value))
    return np.array(colorsys.hsv_to_rgb(h % 1.0, s, v)) * 255


def wood(rng: np.random.Generator) -> Texture:
    """Boards with grain and dark pores."""
    base = shade((0.04, 0.11), (0.25, 0.75), (0.2, 0.8), rng)
    rings = np.sin(clouds(rng, 3, 3, stretch=6) * float(rng.uniform(20, 70))) * 0.5 + 0.5
    grain = clouds(rng, 90, 3, stretch=24)
    picture = mix(0.55 * rings + 0.45 * grain, base * float(rng.uniform(0.55, 0.8)), base)
    if rng.random() < 0.6:
        board = int(rng.integers(SIZE // 8, SIZE // 2))
        for y in range(int(rng.integers(board)), SIZE, board):
            tone = float(rng.uniform(0.85, 1.1))
            picture[y : y + board] = np.clip(picture[y : y + board] * tone, 0, 255)
            cv2.line(picture, (0, y), (SIZE, y), tuple(float(c) * 0.4 for c in base), int(rng.integers(1, 4)))
    return picture


def felt(rng: np.random.Generator) -> Texture:
    """Even cloth of one strong colour, as on gaming mats and trays."""
    base = shade((0.0, 1.0), (0.3, 0.95), (0.12, 0.7), rng)
    fuzz = 0.7 * rng.random((SIZE, SIZE), np.float32) + 0.3 * clouds(rng, 6)
    return mix(fuzz, base * 0.85, np.minimum(base * 1.12 + 6, 255))


def carpet(rng: np.random.Generator) -> Texture:
    """Loops and tufts, one colour or flecked."""
    base = shade((0.0, 1.0), (0.02, 0.45), (0.15, 0.75), rng)
    other = base * 0.5 if rng.random() < 0.6 else shade((0.0, 1.0), (0.1, 0.6), (0.1, 0.8), rng)
    tufts = clouds(rng, int(rng.integers(40, 140)), 2)
    flecks = (tufts > float(rng.uniform(0.4, 0.65))).astype(np.float32)
    amount = cv2.GaussianBlur(0.5 * flecks + 0.5 * tufts, (0, 0), 1.0)
    return mix(amount, other, base)


def stone(rng: np.random.Generator) -> Texture:
    """Granite and terrazzo: grains of several colours; specks that look like pips from afar."""
    base = shade((0.0, 1.0), (0.0, 0.15), (0.3, 0.95), rng)
    picture = mix(clouds(rng, 60, 3), base * 0.8, base)
    for _ in range(int(rng.integers(300, 3000))):
        centre = tuple(int(v) for v in rng.integers(0, SIZE, 2))
        tone = float(rng.choice([rng.uniform(0, 80), rng.uniform(150, 255)]))
        cv2.circle(picture, centre, int(rng.integers(1, 5)), (tone, tone, tone * 0.95), -1, cv2.LINE_AA)
    return picture


def cloth(rng: np.random.Generator) -> Texture:
    """Tablecloths: checks, stripes, dots or lace on a weave."""
    base, other = shade((0, 1), (0.0, 0.7), (0.4, 0.98), rng), shade((0, 1), (0.2, 0.9), (0.2, 0.9), rng)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    step = float(rng.uniform(24, 130))
    pattern = rng.integers(4)
    if pattern == 0:
        amount = 0.5 * ((x // step) % 2) + 0.5 * ((y // step) % 2)
    elif pattern == 1:
        amount = ((x + y * float(rng.choice([0, 0, 1]))) // step % 2).astype(np.float32)
    elif pattern == 2:  # dots: round like pips, in rows like pips
        dx, dy = (x % step) - step / 2, (y % step) - step / 2
        amount = (np.hypot(dx, dy) < step * float(rng.uniform(0.12, 0.35))).astype(np.float32)
    else:
        lines = np.minimum(x % step, y % step) < step * float(rng.uniform(0.05, 0.2))
        amount = lines.astype(np.float32)
    weave = 0.5 + 0.5 * np.sin(x * 2.1) * np.sin(y * 2.1)
    picture = mix(cv2.GaussianBlur(amount, (0, 0), 0.8), base, other).astype(np.float32)
    return np.clip(picture * (0.9 + 0.12 * weave[..., None]), 0, 255).astype(np.uint8)


def leather(rng: np.random.Generator) -> Texture:
    """Grained and slightly uneven, brown, black or bright."""
    base = shade((0.0, 1.0), (0.2, 0.9), (0.08, 0.6), rng)
    creases = np.abs(clouds(rng, 60, 3) - 0.5) * 2
    return mix(np.clip(creases * 1.4, 0, 1) * 0.7 + 0.3 * clouds(rng, 4), base * 0.6, base)


def bamboo(rng: np.random.Generator) -> Texture:
    """A mat of thin sticks held by threads."""
    base = shade((0.07, 0.13), (0.3, 0.6), (0.5, 0.85), rng)
    stick = int(rng.integers(8, 26))
    tones = np.repeat(rng.random(SIZE // stick + 2).astype(np.float32), stick)[:SIZE]
    amount = np.clip(tones[:, None] * 0.6 + clouds(rng, 60, 2, stretch=20) * 0.5, 0, 1)
    amount[np.arange(SIZE) % stick < 2] = 0
    picture = mix(amount, base * 0.45, base)
    for x in range(int(rng.integers(60)), SIZE, int(rng.integers(90, 260))):
        cv2.line(picture, (x, 0), (x, SIZE), (60, 40, 25), int(rng.integers(2, 6)))
    return picture


def plain(rng: np.random.Generator) -> Texture:
    """Painted, laminated or plastic: nearly even, white and black most often."""
    value = (0.8, 0.97) if rng.random() < 0.5 else (0.04, 0.6)
    base = shade((0, 1), (0.0, 0.3), value, rng)
    return mix(clouds(rng, 3, 5), base * 0.92, base)


SURFACES: dict[str, Callable[[np.random.Generator], Texture]] = {
    "wood": wood,
    "felt": felt,
    "carpet": carpet,
    "stone": stone,
    "cloth": cloth,
    "leather": leather,
    "bamboo": bamboo,
    "plain": plain,
}
_ODDS = (0.26, 0.14, 0.17, 0.08, 0.12, 0.07, 0.05, 0.11)


def draw_surface(rng: np.random.Generator) -> tuple[str, Texture]:
    """A table, its kind and its picture."""
    kind = str(rng.choice(list(SURFACES), p=_ODDS))
    return kind, SURFACES[kind](rng)
