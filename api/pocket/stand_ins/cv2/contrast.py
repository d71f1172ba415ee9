"""Contrast evened place by place (CLAHE) and colours as people see their differences (Lab), as OpenCV has them."""

from __future__ import annotations

import numpy as np

TO_XYZ = np.array(
    [[0.412453, 0.357580, 0.180423], [0.212671, 0.715160, 0.072169], [0.019334, 0.119193, 0.950227]], np.float32
)
WHITE = np.array([0.950456, 1.0, 1.088754], np.float32)
DARK, SLOPE, FOOT = 0.008856, 7.787, 16 / 116
LEVELS = 256


class Clahe:
    """Tones spread out in each of so many parts of a picture, none of them more than a limit says."""

    def __init__(self, limit, parts):
        self.limit, self.parts = limit, parts

    def apply(self, picture):
        """The same picture, its tones evened; between the middles of parts the maps of tones are mixed."""
        high, wide = picture.shape
        across, down = self.parts
        whole = picture
        if high % down or wide % across:  # then OpenCV adds to both sides, whichever it is
            whole = np.pad(picture, ((0, down - high % down), (0, across - wide % across)), mode="reflect")
        tall, broad = whole.shape[0] // down, whole.shape[1] // across
        maps = np.array(
            [
                [self._map(whole[y * tall : (y + 1) * tall, x * broad : (x + 1) * broad]) for x in range(across)]
                for y in range(down)
            ],
            np.float32,
        )
        above, below, lower = _between(high, tall, down)
        left, right, more = _between(wide, broad, across)
        rows, columns = (above[:, None], below[:, None]), (left[None], right[None])
        first, second = (
            maps[row, columns[0], picture] * (1 - more) + maps[row, columns[1], picture] * more for row in rows
        )
        return np.rint(first * (1 - lower[:, None]) + second * lower[:, None]).clip(0, 255).astype(np.uint8)

    def _map(self, part):
        counts = np.bincount(part.reshape(-1), minlength=LEVELS)
        most = max(int(self.limit * part.size / LEVELS), 1)
        cut = int((counts - most).clip(0).sum())
        counts = counts.clip(None, most) + cut // LEVELS
        rest = cut % LEVELS
        if rest:
            counts[:: max(LEVELS // rest, 1)][:rest] += 1
        return np.rint(np.cumsum(counts).astype(np.float32) * np.float32(255 / part.size)).clip(0, 255)


def _between(size, part, parts):
    """For each pixel the parts before and after it, and how far it is between their middles."""
    place = np.arange(size, dtype=np.float32) * np.float32(1 / part) - np.float32(0.5)
    before = np.floor(place).astype(int)
    return before.clip(0, None), (before + 1).clip(None, parts - 1), (place - before).astype(np.float32)


def to_lab(picture):
    """A picture of bytes in Lab, as bytes."""
    tones = np.arange(LEVELS, dtype=np.float32) / 255
    linear = np.where(tones <= 0.04045, tones / 12.92, ((tones + 0.055) / 1.055) ** 2.4).astype(np.float32)[picture]
    xyz = linear @ (TO_XYZ / WHITE[:, None]).T
    roots = np.where(xyz > DARK, np.cbrt(xyz), SLOPE * xyz + FOOT)
    x, y, z = roots[..., 0], roots[..., 1], roots[..., 2]
    lightness = np.where(xyz[..., 1] > DARK, 116 * y - 16, 903.3 * xyz[..., 1])
    lab = np.stack([lightness * 2.55, 500 * (x - y) + 128, 200 * (y - z) + 128], axis=-1)
    return np.rint(lab).clip(0, 255).astype(np.uint8)


def from_lab(lab):
    """And back."""
    lightness, a, b = (lab[..., channel].astype(np.float32) for channel in range(3))
    y = (lightness / 2.55 + 16) / 116
    roots = np.stack([y + (a - 128) / 500, y, y - (b - 128) / 200], axis=-1)
    xyz = np.where(roots > DARK ** (1 / 3), roots**3, (roots - FOOT) / SLOPE) * WHITE
    linear = (xyz @ np.linalg.inv(TO_XYZ.astype(np.float64)).astype(np.float32).T).clip(0, 1)
    tones = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.rint(tones * 255).clip(0, 255).astype(np.uint8)
