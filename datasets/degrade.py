"""What a phone does to a picture: white balance, exposure, vignette, blur, noise, sharpening, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

Image = np.ndarray


def photograph(rgb: Image, rng: np.random.Generator, strength: float = 1.0) -> Image:
    """The picture as a phone would have kept it; size and labels stay as they are."""
    picture = rgb.astype(np.float32) / 255
    picture = _develop(picture, rng, strength)
    if rng.random() < 0.35 * strength:
        picture = _blur(picture, rng)
    if rng.random() < 0.6 * strength:
        picture = _noise(picture, rng)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + float(rng.uniform(0.2, 0.8)) * (picture - soft)
    out = np.round(np.clip(picture, 0, 1) * 255).astype(np.uint8)
    return _jpeg(out, int(rng.integers(45, 96))) if rng.random() < 0.7 else out


def _develop(picture: Image, rng: np.random.Generator, strength: float) -> Image:
    cast = 1 + strength * rng.normal(0, 0.06, 3).astype(np.float32)
    gain, gamma = np.exp(rng.normal(0, 0.15 * strength)), np.exp(rng.normal(0, 0.12 * strength))
    picture = np.clip(picture * cast * float(gain), 0, None) ** float(gamma)
    if rng.random() < 0.3:
        height, width = picture.shape[:2]
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        picture = picture * (1 - float(rng.uniform(0.05, 0.4)) * (x * x + y * y) / 2)[..., None].astype(np.float32)
    if rng.random() < 0.25:  # light falls off to one side
        height, width = picture.shape[:2]
        y, x = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j]
        turn = rng.uniform(0, 2 * np.pi)
        slope = 1 + float(rng.uniform(0.2, 0.9)) * (x * np.cos(turn) + y * np.sin(turn))
        picture = picture * slope[..., None].astype(np.float32)
    return picture.astype(np.float32)


def _blur(picture: Image, rng: np.random.Generator) -> Image:
    if rng.random() < 0.7:
        return cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.6)))
    length = int(rng.integers(3, 8))
    line = np.zeros((length, length), np.float32)
    line[length // 2] = 1.0 / length
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), float(rng.uniform(0, 180)), 1.0)
    kernel = cv2.warpAffine(line, turn, (length, length))
    return cv2.filter2D(picture, -1, np.asarray(kernel / max(float(kernel.sum()), 1e-6), np.float32))


def _noise(picture: Image, rng: np.random.Generator) -> Image:
    sigma = float(rng.uniform(0.005, 0.04))
    grain = rng.standard_normal(picture.shape, np.float32)
    if rng.random() < 0.5:  # phones smooth their noise into blotches
        grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 1.8
    return picture + sigma * grain * (0.5 + np.sqrt(np.clip(picture, 0, 1)))


def _jpeg(picture: Image, quality: int) -> Image:
    _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))[..., ::-1]
