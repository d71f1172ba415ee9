"""A flat face as it is cut out of a photo: small, unevenly lit, in a sleeve, with corners that are a little off."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.degrade import photograph

Pixels = np.ndarray
Rng = np.random.Generator
MARGIN = 0.2  # of the table around the face, in sides


def view(face: Pixels, around: Pixels, side: int, rng: Rng, hard: float = 1.0) -> Pixels:
    """The face photographed on `around` and straightened to a square of `side` pixels."""
    width, height = _size(rng, hard)
    table = cv2.resize(around, (round(width * (1 + 2 * MARGIN)), round(height * (1 + 2 * MARGIN))))
    quad = (
        np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * (width, height)
        + np.array([width, height], np.float32) * MARGIN
    )
    quad += rng.normal(0, 0.03, (4, 2)).astype(np.float32) * (width, height)
    lit = _laid(face, table, quad, rng)
    lit = _light(lit, rng, hard)
    shot = photograph(lit, rng, 0.9 * hard)
    return straightened(shot, quad + _errors(rng, hard) * (width, height), side)


def straightened(photo: Pixels, corners: np.ndarray, side: int) -> Pixels:
    """What lies between four corners, as a square."""
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    turn = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), square)
    return cv2.warpPerspective(photo, turn, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _size(rng: Rng, hard: float) -> tuple[int, int]:
    """How many pixels of the photo a face covers; seen from the side it is flatter than it is."""
    mean = np.exp(rng.uniform(np.log(60 if hard > 0.5 else 100), np.log(260)))
    ratio = np.exp(rng.uniform(-0.6, 0.6))
    return int(np.clip(mean * np.sqrt(ratio), 44, 300)), int(np.clip(mean / np.sqrt(ratio), 44, 300))


def _errors(rng: Rng, hard: float) -> np.ndarray:
    """How far the corners are off, in sides: by themselves and together."""
    spread = rng.uniform(0, 0.022) * (0.5 + 0.5 * hard)
    return (rng.normal(0, spread, (4, 2)) + rng.normal(0, 0.5 * spread, 2)).clip(-0.06, 0.06).astype(np.float32)


def _laid(face: Pixels, table: Pixels, quad: np.ndarray, rng: Rng) -> Pixels:
    """The face put onto the table, with rounded corners now and then."""
    height, width = table.shape[:2]
    side = face.shape[0]
    turn = cv2.getPerspectiveTransform(
        np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32), np.asarray(quad, np.float32)
    )
    shrink = max(1.0, side / max(1.0, 0.5 * (width + height) / (1 + 2 * MARGIN)))
    soft = cv2.GaussianBlur(face, (0, 0), 0.45 * shrink) if shrink > 1.15 else face
    laid = cv2.warpPerspective(soft, turn, (width, height), flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(_outline(side, rng), turn, (width, height))[..., None].astype(np.float32) / 255
    return (table * (1 - mask) + laid * mask).astype(np.uint8)


def _outline(side: int, rng: Rng) -> Pixels:
    mask = np.full((side, side), 255, np.uint8)
    if rng.random() < 0.6:
        radius = int(rng.uniform(0.02, 0.09) * side)
        mask[:] = 0
        cv2.rectangle(mask, (radius, 0), (side - radius, side), 255, -1)
        cv2.rectangle(mask, (0, radius), (side, side - radius), 255, -1)
        for x in (radius, side - radius):
            for y in (radius, side - radius):
                cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


def _light(picture: Pixels, rng: Rng, hard: float) -> Pixels:
    """Half in the shade, glare, a sleeve's haze, something small that lies on it."""
    lit = picture.astype(np.float32)
    if rng.random() < 0.35 * hard:
        lit *= _shade(lit.shape[:2], rng)[..., None]
    if rng.random() < 0.25 * hard:
        haze, strength = rng.uniform(150, 255), rng.uniform(0.05, 0.22)
        lit = lit * (1 - strength) + haze * strength
    if rng.random() < 0.25 * hard:
        glare = _spot(lit.shape[:2], rng)[..., None]
        lit = lit + (245 - lit) * glare
    if rng.random() < 0.08 * hard:
        _cover(lit, rng)
    return np.clip(lit, 0, 255).astype(np.uint8)


def _shade(shape: tuple[int, int], rng: Rng) -> np.ndarray:
    """One side of a line is darker, the edge soft or sharp."""
    height, width = shape
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    turn = rng.uniform(0, 2 * np.pi)
    along = (x - rng.uniform(0.25, 0.75)) * np.cos(turn) + (y - rng.uniform(0.25, 0.75)) * np.sin(turn)
    edge = 1 / (1 + np.exp(-np.clip(along / rng.uniform(0.005, 0.12), -30, 30)))
    return (1 - rng.uniform(0.2, 0.65) * edge).astype(np.float32)


def _spot(shape: tuple[int, int], rng: Rng) -> np.ndarray:
    """A mirrored lamp or window: a streak or a blob."""
    height, width = shape
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    turn = rng.uniform(0, np.pi)
    x, y = x - rng.uniform(0, 1), y - rng.uniform(0, 1)
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    blob = np.exp(-((along / rng.uniform(0.1, 0.8)) ** 2) - (across / rng.uniform(0.04, 0.25)) ** 2)
    return (blob * rng.uniform(0.15, 0.7)).astype(np.float32)


def _cover(lit: np.ndarray, rng: Rng) -> None:
    """A cube or a token on the card."""
    height, width = lit.shape[:2]
    radius = int(rng.uniform(0.05, 0.1) * min(height, width))
    x, y = int(rng.uniform(0.25, 0.75) * width), int(rng.uniform(0.25, 0.75) * height)
    colour = rng.uniform(20, 240, 3)
    if rng.random() < 0.5:
        cv2.circle(lit, (x, y), radius, colour.tolist(), -1, cv2.LINE_AA)
        cv2.circle(lit, (x, y), radius, (colour * 0.7).tolist(), max(1, radius // 5), cv2.LINE_AA)
    else:
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * radius + (x, y)
        cv2.fillConvexPoly(lit, corners.astype(np.int32), colour.tolist(), cv2.LINE_AA)
        top = corners - (0, radius // 2)
        cv2.fillConvexPoly(lit, top.astype(np.int32), (colour * 1.15).clip(0, 255).tolist(), cv2.LINE_AA)
