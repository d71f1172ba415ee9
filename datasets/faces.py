"""Faces of dice drawn by us: pips, numerals and ornaments as ink masks with a height map (1 is flush, 0 is deep)."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets import symbols
from datasets.manifest import PIP_FACES, SYMBOL_FACES

CELL = 112
_DRAW = 320  # drawn larger, then averaged down

Mask = np.ndarray

_C, _L, _R = 0.0, -1.0, 1.0
PIP_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_C, _C),),
    2: ((_L, _L), (_R, _R)),
    3: ((_L, _L), (_C, _C), (_R, _R)),
    4: ((_L, _L), (_R, _L), (_L, _R), (_R, _R)),
    5: ((_L, _L), (_R, _L), (_C, _C), (_L, _R), (_R, _R)),
    6: ((_L, _L), (_R, _L), (_L, _C), (_R, _C), (_L, _R), (_R, _R)),
    7: ((_L, _L), (_R, _L), (_L, _C), (_C, _C), (_R, _C), (_L, _R), (_R, _R)),
    8: ((_L, _L), (_C, _L), (_R, _L), (_L, _C), (_R, _C), (_L, _R), (_C, _R), (_R, _R)),
}


@dataclass(frozen=True)
class PipStyle:
    """How one maker sets the pips: lengths in parts of the half face, spreads of 2, 3 and 6 as parts of the usual."""

    radius: float = 0.19
    spread: float = 0.5
    two: float = 1.0
    three: float = 1.0
    six: tuple[float, float] = (1.0, 1.0)  # across and along its two lines of three
    straight: bool = False  # the pips of a two stand in line with an edge
    big_one: float = 1.0
    shape: str = "round"
    ring: bool = False
    recess: float = 1.0
    frame: bool = False


def draw_style(rng: np.random.Generator) -> PipStyle:
    """A pip style as makers vary it: from small dots in the corners to large bowls that nearly touch."""
    usual = rng.random() < 0.4
    two, three, across, along = np.ones(4) if usual else rng.uniform((0.5, 0.6, 0.65, 0.75), (1.15, 1.15, 1.2, 1.15))
    return PipStyle(
        radius=float(rng.uniform(0.11, 0.3)),
        spread=float(rng.uniform(0.4, 0.62)),
        two=float(two),
        three=float(three),
        six=(float(across), float(along)),
        straight=bool(rng.random() < 0.2),
        big_one=float(rng.choice([1.0, rng.uniform(1.2, 2.1)], p=[0.65, 0.35])),
        shape=str(rng.choice(["round", "square", "diamond"], p=[0.96, 0.02, 0.02])),
        ring=bool(rng.random() < 0.03),
        recess=float(rng.choice([0.0, rng.uniform(0.5, 1.0)], p=[0.12, 0.88])),
        frame=bool(rng.random() < 0.02),
    )


def pip_places(count: int, style: PipStyle, turned: bool = False) -> np.ndarray:
    """Centres of the pips of a face, in parts of the half face; `turned` mirrors the diagonal of 2 and 3."""
    places = np.array(PIP_PLACES[count])
    if count == 2:
        places = places * style.two * (np.array([0.0, 1.0]) if style.straight else 1.0)
    elif count == 3:
        places = places * style.three
    elif count == 6:
        places = places * np.array(style.six)
    return places * style.spread * (np.array([-1.0, 1.0]) if turned else 1.0)


def pips(count: int, style: PipStyle, turned: bool = False) -> tuple[Mask, Mask]:
    """Ink mask and height of a face with `count` pips, which may nearly touch but never merge."""
    places = pip_places(count, style, turned)
    apart = min((np.hypot(*(a - b)) for k, a in enumerate(places) for b in places[:k]), default=4.0)
    radius = min(style.radius * style.big_one, 0.5) if count == 1 else min(style.radius, 0.42 * float(apart))
    ink = np.zeros((CELL, CELL), np.float32)
    height = np.ones((CELL, CELL), np.float32)
    line = (np.arange(CELL, dtype=np.float32) + 0.5) / (CELL / 2) - 1
    sharp = radius * CELL / 2
    for x, y in places.astype(np.float32):
        distance = _distance((line - x)[None, :], (line - y)[:, None], style.shape) / radius
        inside = np.clip((1 - distance) * sharp + 0.5, 0, 1)
        if style.ring and count != 1:
            inside *= np.clip((distance - 0.45) * sharp + 0.5, 0, 1)
        ink = np.maximum(ink, inside)
        bowl = np.sqrt(np.clip(1 - distance**2, 0, 1))
        height = np.minimum(height, 1 - style.recess * bowl)
    if style.frame:
        ink = np.maximum(ink, _frame())
    return ink, height


def numeral(text: str, rng: np.random.Generator, fill: float = 0.62, mark_six: bool = True) -> tuple[Mask, Mask]:
    """A number as ink, engraved; 6 and 9 get their dot or bar."""
    image = Image.new("L", (_DRAW, _DRAW), 0)
    draw = ImageDraw.Draw(image)
    size = int(_DRAW * fill * (1.0 if len(text) == 1 else 0.72))
    font = ImageFont.load_default(size)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    x, y = (_DRAW - right - left) / 2, (_DRAW - bottom - top) / 2
    stroke = int(rng.integers(0, max(2, size // 16)))
    draw.text((x, y), text, fill=255, font=font, stroke_width=stroke, stroke_fill=255)
    if mark_six and text in ("6", "9"):
        base = y + bottom + size * 0.08
        if rng.random() < 0.5:
            draw.rectangle((x + left, base, x + right, base + size * 0.07), fill=255)
        else:
            r = size * 0.06
            draw.ellipse((x + right, base - 2 * r, x + right + 2 * r, base), fill=255)
    ink = np.asarray(image, np.float32) / 255
    return ink, 1 - 0.7 * ink


def corner_numbers(names: list[str], rng: np.random.Generator) -> tuple[Mask, Mask]:
    """The face of a d4: one number at each corner, each with its foot towards the middle."""
    total = np.zeros((_DRAW, _DRAW), np.float32)
    for k, name in enumerate(names):
        ink, _ = numeral(name.removeprefix("n"), rng, fill=0.3, mark_six=False)
        lifted = np.roll(ink, -int(_DRAW * 0.24), axis=0)
        turn = cv2.getRotationMatrix2D((_DRAW / 2, _DRAW / 2), 120.0 * k, 1.0)
        total = np.maximum(total, cv2.warpAffine(lifted, turn, (_DRAW, _DRAW)))
    return total, 1 - 0.7 * total


def ornament(rng: np.random.Generator) -> tuple[Mask, Mask]:
    """A carved pattern (maze, rings, rays, dots round the rim): what ornate dice carry besides a number."""
    ink = np.zeros((_DRAW, _DRAW), np.uint8)
    style = rng.integers(4)
    width = int(rng.integers(6, 16))
    if style == 0:  # maze
        step = int(rng.integers(36, 60))
        for y in range(step // 2, _DRAW, step):
            for x in range(step // 2, _DRAW, step):
                across = rng.random() < 0.5
                end = (x + step, y) if across else (x, y + step)
                cv2.line(ink, (x, y), end, 255, width)
    elif style == 1:
        for radius in range(30, _DRAW // 2, int(rng.integers(26, 48))):
            cv2.circle(ink, (_DRAW // 2, _DRAW // 2), radius, 255, width // 2 + 1)
    elif style == 2:
        for angle in np.arange(0, 2 * np.pi, np.pi / int(rng.integers(4, 9))):
            tip = (_DRAW / 2 + 150 * np.cos(angle), _DRAW / 2 + 150 * np.sin(angle))
            start = (_DRAW / 2 + 95 * np.cos(angle), _DRAW / 2 + 95 * np.sin(angle))
            cv2.line(ink, _point(start), _point(tip), 255, width)
    else:
        for angle in np.arange(0, 2 * np.pi, np.pi / int(rng.integers(5, 10))):
            spot = (_DRAW / 2 + 125 * np.cos(angle), _DRAW / 2 + 125 * np.sin(angle))
            cv2.circle(ink, _point(spot), width, 255, -1)
    if rng.random() < 0.4:
        cv2.rectangle(ink, (14, 14), (_DRAW - 14, _DRAW - 14), 255, width)
    mask = ink.astype(np.float32) / 255
    return mask, 1 - 0.8 * mask


def face(name: str, style: PipStyle, rng: np.random.Generator, turned: bool = False) -> tuple[Mask, Mask]:
    """Ink and height of any face we can name: pips, a symbol of Dice Miner, or a number."""
    if name in PIP_FACES:
        return pips(int(name), style, turned)
    if name in SYMBOL_FACES:
        ink = symbols.draw(name, _DRAW)
        return ink, 1 - 0.5 * style.recess * ink
    if name == "ornament":
        return ornament(rng)
    if name == "blank":
        return np.zeros((_DRAW, _DRAW), np.float32), np.ones((_DRAW, _DRAW), np.float32)
    return numeral(name.removeprefix("n"), rng, fill=float(rng.uniform(0.45, 0.7)))


def atlas(cells: list[tuple[Mask, Mask]]) -> tuple[Mask, Mask]:
    """Faces side by side at texture size, with a clean margin so that neighbours never bleed in."""
    inks, heights = [], []
    for ink, height in cells:
        inks.append(cv2.resize(ink, (CELL, CELL), interpolation=cv2.INTER_AREA))
        heights.append(cv2.resize(height.astype(np.float32), (CELL, CELL), interpolation=cv2.INTER_AREA))
        inks[-1][:, [0, -1]] = 0
        inks[-1][[0, -1]] = 0
    return np.hstack(inks), np.hstack(heights)


def _distance(dx: Mask, dy: Mask, shape: str) -> Mask:
    if shape == "square":
        return np.maximum(abs(dx), abs(dy)) * 1.1
    if shape == "diamond":
        return (abs(dx) + abs(dy)) * 0.85
    return np.hypot(dx, dy)


def _frame() -> Mask:
    frame = np.zeros((CELL, CELL), np.uint8)
    cv2.rectangle(frame, (9, 9), (CELL - 9, CELL - 9), 255, 3)
    return frame.astype(np.float32) / 255


def _point(xy: tuple[float, float]) -> tuple[int, int]:
    return round(xy[0]), round(xy[1])
