"""Looks of the network at a picture, from far and near and at the turned picture, as one list of things seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import PADDING, padded, resized
from vision.network import Network, as_batch
from vision.photo import Picture, Pixels, growth
from vision.quads import Quads, in_order, is_convex, signed_areas
from vision.reading import Box
from vision.seen import Seen, each_once, leaning, shorter_sides, turned_instead
from vision.things import FLAT, Form, Kind

# Of one look at most so many proposals are compared, the surest ones.
MOST_PROPOSALS = 1500
# A photo is not enlarged beyond this for a look.
MOST_GROWTH = 1.3
# Who looks closely goes on until things are this large beside the largest that are seen well.
CLOSELY = 0.75
# Of a turned picture only the part with leaning things is looked at, with this share of it around them.
AROUND = 0.15
EIGHTH = np.array([[1.0, -1.0], [1.0, 1.0]]) / np.sqrt(2)

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class CardSettings:
    """What the network's metadata says about how it wants to be used."""

    names: tuple[str, ...]
    stride: int
    looks: tuple[int, ...]
    small: float
    best: tuple[float, float]
    propose: float
    confidence: dict[str, float]


class Looks:
    """The network that sees things of six kinds and their corners, and how it is used."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        self.network = Network(path, threads)
        told = self.network.told
        low, high = told("best")
        self.settings = CardSettings(
            names=tuple(told("names")),
            stride=int(told("stride")),
            looks=tuple(int(side) for side in told("looks")),
            small=float(told("small")),
            best=(float(low), float(high)),
            propose=float(told("propose")),
            confidence={str(kind): float(least) for kind, least in told("confidence").items()},
        )
        parts = [name.partition(" ") for name in self.settings.names]
        self.kinds = [Kind(kind) for kind, _, _ in parts]
        self.forms = [Form(form) if form else Form.RECTANGLE for _, _, form in parts]
        self.least = np.array([self.settings.confidence[kind] for kind in self.kinds])

    def seen(self, picture: Picture, closely: bool = False) -> Seen:
        """All looks together: from afar for what is large, closer as long as there is something small.

        `closely` it goes on as long as things are not too large to be seen well: from afar a card may seem to end at a
        line printed on it, or two cards on planks may pass for one, both large enough to leave it at that.
        """
        longest = max(picture.width, picture.height)
        small = CLOSELY * self.settings.best[1] if closely else self.settings.small
        looks: list[Seen] = []
        for number, side in enumerate(self.settings.looks):
            if number and side > longest * MOST_GROWTH:
                break
            if number > 1 and not self._small(self._once(looks), side / longest, small):
                break
            looks.append(each_once(self._look(picture, side), self.settings.best))
        straight = self._once(looks)
        turned = self._turned(picture, straight, len(looks))
        return straight if turned is None else each_once(turned_instead(straight, turned), self.settings.best)

    def close(self, picture: Picture, box: Box, scale: float) -> Seen:
        """What a part of the picture shows, so much larger than the picture is."""
        pixels = picture.pixels(round(max(picture.width, picture.height) * min(scale, 1.0)))
        left, top, right, bottom = (round(float(edge)) for edge in np.array(box) / growth(pixels, picture))
        part = pixels[max(top, 0) : bottom, max(left, 0) : right]
        grown = growth(pixels, picture)[:2].astype(np.float64)
        width, height = (max(1, round(float(side))) for side in np.array(part.shape[1::-1]) * grown * scale)
        seen = each_once(self._pass(resized(part, width, height)), self.settings.best)
        factors = part.shape[1::-1] / np.array([width, height], dtype=np.float64)
        quads = (seen.quads * factors + np.array([max(left, 0), max(top, 0)])) * grown
        return replace(seen, quads=quads)

    def of(self, *kinds: Kind) -> NDArray[np.intp]:
        """The classes of these kinds."""
        return np.array([row for row, kind in enumerate(self.kinds) if kind in kinds], dtype=np.intp)

    def _once(self, looks: list[Seen]) -> Seen:
        return each_once(Seen.together(looks), self.settings.best)

    def _small(self, seen: Seen, scale: float, small: float) -> bool:
        """Whether a closer look is worth its time: nothing is seen yet, or much of it would still be small."""
        sure = seen.only(seen.confidence >= self.least[seen.kind])
        if not len(sure):
            return True
        sides = np.sqrt(sure.areas) * scale
        return bool(np.quantile(sides, 0.25) < small)

    def _look(self, picture: Picture, side: int) -> Seen:
        """One pass of the network over the whole picture, its longer side so many pixels."""
        fitted, factors = _fitted(picture, side)
        seen = self._pass(fitted)
        return Seen(seen.quads * factors, seen.confidence, seen.kind, seen.side, seen.fill)

    def _pass(self, pixels: Pixels) -> Seen:
        """What the network sees in these pixels, in them."""
        raw = self.network(as_batch([padded(pixels, self.settings.stride)]))[self.network.outputs[0]][0]
        raw = raw.astype(np.float64)
        classes = raw[4 : 4 + len(self.kinds)]
        rows = np.flatnonzero(classes.max(axis=0) >= self.settings.propose)
        rows = rows[np.argsort(-classes[:, rows].max(axis=0))[:MOST_PROPOSALS]]
        corners = raw[4 + len(self.kinds) :, rows].T.reshape(-1, 4, 2)
        quads = np.array([in_order(quad) for quad in corners]).reshape(-1, 4, 2)
        whole = np.array([is_convex(quad) for quad in quads], dtype=bool)
        sides = shorter_sides(quads)
        fill = np.abs(signed_areas(quads)) / np.maximum(raw[2, rows] * raw[3, rows], 1.0)
        return Seen(quads, classes[:, rows].max(axis=0), classes[:, rows].argmax(axis=0), sides, fill).only(whole)

    def _turned(self, picture: Picture, seen: Seen, looks: int) -> Seen | None:
        """The flat things that lean, seen in a picture turned by an eighth, in which they stand upright."""
        flat = np.isin(seen.kind, self.of(*FLAT))
        sure = seen.only(flat & leaning(seen) & (seen.confidence >= self.least[seen.kind]))
        if not len(sure):
            return None
        # as large as it was seen best when it leaned
        scale = float(np.median(sure.side / np.maximum(sure.sides, 1.0))) * max(picture.width, picture.height)
        side = min(self.settings.looks[:looks], key=lambda look: abs(np.log(look / scale)))
        fitted, factors = _fitted(picture, side)
        pixels, matrix = _eighth(fitted, sure.quads / factors)
        again = each_once(self._pass(pixels), self.settings.best)
        again = again.only(np.isin(again.kind, self.of(*FLAT)) & ~leaning(again))
        back = np.linalg.inv(matrix[:, :2])
        quads = np.array([in_order((quad - matrix[:, 2]) @ back.T) for quad in again.quads]).reshape(-1, 4, 2)
        return Seen(quads * factors, again.confidence, again.kind, again.side, again.fill)


def _fitted(picture: Picture, side: int) -> tuple[Pixels, NDArray[np.float64]]:
    """The picture with its longer side so many pixels, and how much larger it is itself in each way."""
    scale = side / max(picture.width, picture.height)
    width, height = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    return resized(picture.pixels(side), width, height), np.array([picture.width / width, picture.height / height])


def _eighth(pixels: Pixels, quads: Quads) -> tuple[Pixels, Matrix]:
    """The picture turned by an eighth, cut to what lies around these things, and the map from the one to the other."""
    points = quads.reshape(-1, 2) @ EIGHTH.T
    span = np.ptp(points, axis=0)
    low, high = points.min(axis=0) - AROUND * span - 16, points.max(axis=0) + AROUND * span + 16
    width, height = np.ceil(high - low).astype(int)
    matrix = np.column_stack([EIGHTH, -low])
    turned = cv2.warpAffine(pixels, matrix, (int(width), int(height)), flags=cv2.INTER_LINEAR, borderValue=PADDING)
    return np.asarray(turned, dtype=np.uint8), matrix
