"""Plain forms as games print them: bars, discs, diamonds, waves, stars, hearts; as masks like those of icons."""

from __future__ import annotations

import cv2
import numpy as np

Rng = np.random.Generator
SIDE = 96
FINE = 4  # drawn so many times larger, for smooth edges
COUNT = 80


def plain_shapes(rng: Rng, count: int = COUNT) -> np.ndarray:
    """So many masks (0 to 255), each form in several proportions."""
    return np.stack([_mask(FORMS[n % len(FORMS)](rng), rng) for n in range(count)])


def _mask(points: np.ndarray, rng: Rng) -> np.ndarray:
    """The outline (from -1 to 1) filled, somewhat squeezed and turned by quarters now and then."""
    squeezed = points * (1, rng.uniform(0.35, 1.0)) if rng.random() < 0.6 else points
    turned = squeezed[:, ::-1] if rng.random() < 0.3 else squeezed
    large = np.zeros((SIDE * FINE, SIDE * FINE), np.uint8)
    cv2.fillPoly(large, [((turned * 0.46 + 0.5) * SIDE * FINE).astype(np.int32)], 255)
    return cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def _polar(far: np.ndarray, along: np.ndarray) -> np.ndarray:
    return np.stack([far * np.sin(along), -far * np.cos(along)], axis=1)


def _corners(rng: Rng) -> np.ndarray:
    """A regular polygon."""
    count = int(rng.integers(3, 9))
    return _polar(np.ones(count), np.arange(count) / count * 2 * np.pi)


def _star(rng: Rng) -> np.ndarray:
    points = int(rng.integers(4, 9))
    far = np.where(np.arange(2 * points) % 2, rng.uniform(0.3, 0.7), 1.0)
    return _polar(far, np.arange(2 * points) / points * np.pi)


def _round(rng: Rng) -> np.ndarray:
    """From a square with round corners over a disc to a diamond."""
    along, power = np.linspace(0, 2 * np.pi, 120, endpoint=False), rng.uniform(0.3, 2.2)
    x, y = np.cos(along), np.sin(along)
    return np.stack([np.sign(x) * np.abs(x) ** power, np.sign(y) * np.abs(y) ** power], axis=1)


def _bar(rng: Rng) -> np.ndarray:
    """A bar with round ends."""
    half = rng.uniform(0.2, 0.5)
    along = np.linspace(0, 2 * np.pi, 80, endpoint=False)
    return np.stack([np.cos(along) * half + np.sign(np.cos(along)) * (1 - half), np.sin(along) * half], axis=1)


def _wave(rng: Rng) -> np.ndarray:
    x = np.linspace(-1, 1, 60)
    thick, high = rng.uniform(0.15, 0.35), rng.uniform(0.15, 0.4)
    middle = high * np.sin(x * np.pi * rng.uniform(0.8, 1.3))
    ends = thick * np.sqrt(np.clip(1 - np.abs(x) ** 6, 0, 1))
    lower, upper = np.stack([x, middle + ends], axis=1), np.stack([x, middle - ends], axis=1)
    return np.concatenate([lower, upper[::-1]])


def _heart(rng: Rng) -> np.ndarray:
    t = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 16
    return np.stack([np.sin(t) ** 3, y], axis=1) * rng.choice([1, -1])


def _moon(rng: Rng) -> np.ndarray:
    t = np.linspace(-2.2, 2.2, 60)
    inner = rng.uniform(0.5, 0.8)
    back = np.linspace(2.2, -2.2, 60)
    edge = np.stack([-np.cos(back) * inner + (1 - inner) * 0.8, np.sin(back) * inner], axis=1)
    return np.concatenate([np.stack([-np.cos(t), np.sin(t)], axis=1), edge])


def _cross(rng: Rng) -> np.ndarray:
    arm = rng.uniform(0.2, 0.5)
    quarter = np.array([[-arm, -1], [arm, -1], [arm, -arm]])
    turn = np.array([[0, 1], [-1, 0]])
    return np.concatenate([quarter @ np.linalg.matrix_power(turn, n) for n in range(4)])


def _drop(rng: Rng) -> np.ndarray:
    t = np.linspace(0, 2 * np.pi, 100, endpoint=False)
    return np.stack([np.sin(t) * np.sin(t / 2) ** rng.uniform(1, 3), -np.cos(t)], axis=1)


FORMS = (_corners, _star, _round, _bar, _wave, _heart, _moon, _cross, _drop)
