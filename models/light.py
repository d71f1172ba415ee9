"""What light, lens and phone do to a picture: the changes under which a die stays the same die."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[Any]  # pixels from 0 to 255; OpenCV does not say so in its types
Rng = np.random.Generator
# drawn once, in 32nds: noise is cut from it at random places, which is much quicker than drawing it anew
GRAIN = (np.random.default_rng(0).standard_normal((800, 800, 3)) * 32).astype(np.int16)


GLARING, DIM = 0.07, 0.05  # share of the pictures in far too much or far too little light
WARMTH = 0.12  # how far lamps pull red and blue apart, as the spread of a logarithm


def relight(image: Image, rng: Rng, hue: float = 180.0, strength: float = 1.0, warmth: float = WARMTH) -> Image:
    """Change hue (at most `hue` degrees), saturation, brightness, contrast and the colour of the light."""
    return _curve(_other_hue(image, rng, hue, strength), rng, strength, warmth)


def degrade(image: Image, rng: Rng, worst: float = 1.0) -> Image:
    """Blur, noise, loss of resolution and JPEG, each now and then."""
    if rng.random() < 0.3 * worst:
        image = _coarser(image, rng)
    if rng.random() < 0.25 * worst:
        image = _blur(image, rng)
    if rng.random() < 0.35 * worst:
        image = _noise(image, rng)
    if rng.random() < 0.35 * worst:
        image = _jpeg(image, int(rng.integers(25, 85)))
    return image


def expose(image: Image, rng: Rng) -> Image:
    """At times so much light that what is pale is only white, or so little that what is dark is only black."""
    draw = rng.random()
    if draw < GLARING:
        return cv2.convertScaleAbs(image, alpha=float(rng.uniform(1.3, 2.2)))
    if draw < GLARING + DIM:
        return cv2.convertScaleAbs(image, alpha=float(rng.uniform(0.18, 0.45)))
    return image


def glint(image: Image, rng: Rng) -> Image:
    """Lamps and windows mirrored in the plastic: arcs, streaks and patches of light across the pips."""
    side = image.shape[0]
    mask = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        x, y = (rng.uniform(0.25, 0.75, 2) * side).astype(int).tolist()
        width = max(1, round(side * rng.uniform(0.01, 0.05)))
        shape = rng.integers(3)
        if shape == 0:
            axes = (rng.uniform(0.06, 0.4, 2) * side).astype(int) + 1
            start = rng.uniform(0, 360)
            reach = start + rng.uniform(30, 200)
            cv2.ellipse(mask, (x, y), axes.tolist(), rng.uniform(0, 180), start, reach, 1.0, width, cv2.LINE_AA)
        elif shape == 1:
            ends = np.array([x, y]) + rng.normal(0, 0.2, (3, 2)) * side
            cv2.polylines(mask, [ends.astype(np.int32)], False, 1.0, width, cv2.LINE_AA)
        else:
            corners = np.array([x, y]) + rng.uniform(0.04, 0.16, 2) * side * [[-1, -1], [1, -1], [1, 1], [-1, 1]]
            corners += rng.normal(0, 0.03, (4, 2)) * side
            cv2.fillConvexPoly(mask, corners.astype(np.int32), 1.0, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), side * rng.uniform(0.004, 0.03)) * rng.uniform(0.4, 1.0)
    lit = image + (rng.uniform(215, 256, 3) - image) * mask[..., None]
    return lit.clip(0, 255).astype(np.uint8)


def turn_hue(image: Image, turn: float, vivid: float) -> Image:
    """All hues turned by so many degrees and so much more vivid: what is grey stays grey."""
    hsv = cv2.cvtColor(image, cv2.COLOR_RGB2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int16) + int(turn / 2)) % 180
    hsv[..., 1] = cv2.convertScaleAbs(hsv[..., 1], alpha=vivid)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)


def _other_hue(image: Image, rng: Rng, hue: float, strength: float) -> Image:
    turn = rng.uniform(-hue, hue) if rng.random() < 0.5 else rng.uniform(-min(hue, 8), min(hue, 8))
    faded = hue > 90 and rng.random() < 0.08
    return turn_hue(image, turn, float(rng.uniform(0.0, 0.3) if faded else np.exp(rng.uniform(-0.45, 0.4) * strength)))


def _curve(image: Image, rng: Rng, strength: float, warmth: float) -> Image:
    """One lookup table per channel: gamma, contrast, brightness and the cast of a lamp."""
    levels = np.linspace(0, 1, 256)
    gamma = np.exp(rng.normal(0, 0.25 * strength))
    contrast = np.exp(rng.normal(0, 0.18 * strength))
    brightness = np.exp(rng.normal(-0.05, 0.25 * strength))
    lamp, tint = rng.normal(0, warmth), rng.normal(0, 0.04)
    table = np.empty((256, 1, 3), np.uint8)
    for channel, cast in enumerate((lamp, tint, -lamp)):
        curve = (levels**gamma - 0.5) * contrast + 0.5
        table[:, 0, channel] = np.clip(curve * brightness * np.exp(cast) * 255, 0, 255)
    return cv2.LUT(image, table)


def _coarser(image: Image, rng: Rng) -> Image:
    height, width = image.shape[:2]
    factor = rng.uniform(0.4, 0.9)
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    how = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    return cv2.resize(small, (width, height), interpolation=how)


def _blur(image: Image, rng: Rng) -> Image:
    if rng.random() < 0.5:
        return cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.6)))
    length = int(rng.integers(3, 8))
    kernel = np.zeros((length, length), np.float32)
    angle = rng.uniform(0, np.pi)
    reach = (length - 1) / 2
    for offset in np.linspace(-reach, reach, length * 2):
        kernel[round(reach + offset * np.sin(angle)), round(reach + offset * np.cos(angle))] = 1
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def _noise(image: Image, rng: Rng) -> Image:
    if rng.random() < 0.2:
        speckled = image.copy()
        mask = rng.random(image.shape[:2]) < rng.uniform(0.002, 0.03)
        speckled[mask] = rng.integers(0, 256, (int(mask.sum()), 1))
        return speckled
    height, width = image.shape[:2]
    x, y = rng.integers(GRAIN.shape[1] - width), rng.integers(GRAIN.shape[0] - height)
    grain = cv2.convertScaleAbs(GRAIN[y : y + height, x : x + width], alpha=float(rng.uniform(2, 14)) / 32)
    darker = GRAIN[y : y + height, x : x + width] < 0
    return np.where(darker, cv2.subtract(image, grain), cv2.add(image, grain))


def _jpeg(image: Image, quality: int) -> Image:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
