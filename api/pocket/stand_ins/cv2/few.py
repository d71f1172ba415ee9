"""As much of OpenCV as dice need: resizing and turning by the page's own JavaScript, the rest by numpy."""

from __future__ import annotations

import math

import numpy as np

from api.pocket import tape

from .constants import BORDER_CONSTANT, BORDER_REPLICATE, COLOR_LAB2RGB, COLOR_RGB2LAB, INTER_AREA, INTER_LINEAR
from .contrast import from_lab, to_lab


def _bytes(picture):
    return np.ascontiguousarray(picture, dtype=np.uint8).reshape(-1).data


def _picture(data, width, height):
    return np.frombuffer(data, dtype=np.uint8).copy().reshape(height, width, 3)


def resize(picture, size, fx=None, fy=None, interpolation=INTER_LINEAR):
    height, width = picture.shape[:2]
    wide, high = (int(side) for side in size or (round(width * fx), round(height * fy)))
    way = "area" if interpolation == INTER_AREA else "linear"
    return _picture(tape.call("resize", _bytes(picture), width, height, wide, high, way), wide, high)


def copyMakeBorder(picture, top, bottom, left, right, kind, value=(0, 0, 0)):  # noqa: N802
    height, width = picture.shape[:2]
    wide = np.empty((height + top + bottom, width + left + right, 3), np.uint8)
    wide[:] = value
    wide[top : top + height, left : left + width] = picture
    return wide


def warpAffine(picture, matrix, size, flags=INTER_LINEAR, borderMode=BORDER_CONSTANT, borderValue=(0, 0, 0)):  # noqa: N802, N803
    height, width = picture.shape[:2]
    (a, b, c), (d, e, f) = np.asarray(matrix).tolist()
    whole = a * e - b * d
    back = [e / whole, -b / whole, (b * f - c * e) / whole, -d / whole, a / whole, (c * d - a * f) / whole]
    beyond = -1 if borderMode == BORDER_REPLICATE else borderValue[0]
    wide, high = (int(side) for side in size)
    return _picture(tape.call("warp", _bytes(picture), width, height, back, wide, high, beyond), wide, high)


def LUT(picture, table):  # noqa: N802
    return np.take_along_axis(np.asarray(table).reshape(256, -1), picture.reshape(-1, 3), axis=0).reshape(picture.shape)


def findHomography(source, target):  # noqa: N802
    """The map of least error from some points to others (eight numbers, Gauss and Newton), as OpenCV refines it."""
    grid, seen = np.asarray(source), np.asarray(target)
    (to_grid, grid_), (to_seen, seen_) = _centred(grid), _centred(seen)
    h = _first_guess(grid_, seen_)
    for _ in range(10):
        rows, off = [], []
        for (x, y), (u, v) in zip(grid_.tolist(), seen_.tolist(), strict=True):
            w = h[6] * x + h[7] * y + 1
            px, py = (h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w
            rows.append([x / w, y / w, 1 / w, 0, 0, 0, -px * x / w, -px * y / w])
            rows.append([0, 0, 0, x / w, y / w, 1 / w, -py * x / w, -py * y / w])
            off += [u - px, v - py]
        step = np.linalg.lstsq(np.array(rows, dtype=np.float64), np.array(off, dtype=np.float64))[0].tolist()
        h = [one + more for one, more in zip(h, step, strict=True)]
        if max(map(abs, step)) < 1e-12:
            break
    whole = np.linalg.inv(to_seen) @ np.array([[*h[0:3]], [*h[3:6]], [h[6], h[7], 1.0]]) @ to_grid
    return whole / whole[2, 2], None


def _centred(points):
    middle = points.mean(axis=0)
    far = float(np.hypot(*(points - middle).T).mean()) or 1.0
    scale = math.sqrt(2) / far
    matrix = np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1.0]])
    return matrix, (points - middle) * scale


def _first_guess(grid, seen):
    rows, right = [], []
    for (x, y), (u, v) in zip(grid.tolist(), seen.tolist(), strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return np.linalg.lstsq(np.array(rows, dtype=np.float64), np.array(right, dtype=np.float64))[0].tolist()


def cvtColor(values, code):  # noqa: N802
    """Colours as people see their differences (Lab): pictures of bytes to them and back, few values to them."""
    if values.dtype == np.uint8 and code in (COLOR_RGB2LAB, COLOR_LAB2RGB):
        return to_lab(values) if code == COLOR_RGB2LAB else from_lab(values)
    if code != COLOR_RGB2LAB:
        raise NotImplementedError(code)
    return np.array([[_lab(*colour) for colour in row] for row in values.tolist()], dtype=np.float32)


def _lab(red, green, blue):
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in (red, green, blue)]
    rows = ((0.412453, 0.357580, 0.180423), (0.212671, 0.715160, 0.072169), (0.019334, 0.119193, 0.950227))
    white = (0.950456, 1.0, 1.088754)
    x, y, z = (
        sum(part * value for part, value in zip(row, linear, strict=True)) / most
        for row, most in zip(rows, white, strict=True)
    )
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return [116 * fy - 16 if y > 0.008856 else 903.3 * y, 500 * (fx - fy), 200 * (fy - fz)]


class dnn:  # noqa: N801
    """Pictures made ready for a network."""

    @staticmethod
    def blobFromImages(pictures, scale):  # noqa: N802
        return np.stack(pictures).transpose(0, 3, 1, 2).astype(np.float32) * np.float32(scale)
