"""SIFT (D. Lowe, 2004), which no OpenCV for browsers has: places that stand out, and what is around them.

A picture is blurred more and more; what differs most between two of the blurs, from everything beside it, is a place.
Its looks are told by the ways in which the light changes around it, counted in 4 x 4 fields of 8 ways, turned as the
place itself is. Numbers that can be chosen are OpenCV's, so that the same places are found as on a server; looks are
counted from fewer pixels (a fixed number a field, however large the place is).
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from api.pocket import tape

from .constants import INTER_LINEAR

LAYERS, BLUR, TAKEN_AS = 3, 1.6, 0.5  # steps in which the blur doubles, the first blur, and that of a photo itself
CONTRAST, EDGE, BORDER, STEPS = 0.04, 10.0, 5, 5
SMOOTH = (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)
WAYS, PEAK = 36, 0.8  # of the histogram that tells how a place is turned, and of its highest what counts as well
FIELDS, ANGLES, SAMPLES, CLIP = 4, 8, 5, 0.2  # of its looks; samples along the side of a field
FIELD = 3.0  # side of a field, in blurs of the place
AT_ONCE = 512  # places whose looks are told together: memory


class Spot:
    """A place; only where it is, is asked for."""

    def __init__(self, x, y):
        self.pt = (float(x), float(y))


class Sift:
    """The `most` plainest places of grey pictures, and their looks."""

    def __init__(self, most):
        self._most = most

    def detectAndCompute(self, picture, mask):  # noqa: N802
        return tape.once(lambda: self._found(picture))

    def _found(self, picture):
        from . import whole

        high, wide = picture.shape
        grey = whole.resize(picture.astype(np.float32), (2 * wide, 2 * high), 0, 0, INTER_LINEAR)
        blurred = whole.GaussianBlur(grey, (0, 0), (BLUR**2 - (2 * TAKEN_AS) ** 2) ** 0.5)
        rows, looks = [], []
        for octave in range(max(1, round(np.log2(min(blurred.shape)) - 2) + 1)):
            blurs = _blurs(whole, blurred)
            found = _turned(blurs, _places(blurs))
            rows.append(found * (1, *[2.0**octave / 2] * 2, 1, 1, 1))
            looks.append(_looks(blurs, found))
            blurred = np.ascontiguousarray(blurs[LAYERS][::2, ::2])
        rows, looks = np.concatenate(rows), np.concatenate(looks)
        if not len(rows):
            return (), None
        best = np.argsort(-rows[:, 4], kind="stable")[: self._most]
        return tuple(Spot(x, y) for x, y in rows[best, 1:3]), looks[best]


def _blurs(whole, first):
    """The same picture, blurred more and more: an octave, and as much more as its last places need."""
    blurs, grow = [first], 2 ** (1 / LAYERS)
    for step in range(1, LAYERS + 3):
        before = BLUR * grow ** (step - 1)
        blurs.append(whole.GaussianBlur(blurs[-1], (0, 0), before * (grow**2 - 1) ** 0.5))
    return blurs


def _places(blurs):
    """Layer, x, y, blur, plainness of what stands out from all 26 neighbours, between pixels where it lies there."""
    steps = [after - before for before, after in pairwise(blurs)]
    high, wide = steps[0].shape
    if min(high, wide) <= 2 * BORDER + 2:
        return np.zeros((0, 5))
    most, least = [_around(one, np.maximum) for one in steps], [_around(one, np.minimum) for one in steps]
    limit = np.floor(0.5 * CONTRAST / LAYERS * 255)
    found = []
    for layer in range(1, LAYERS + 1):
        here, near = steps[layer][1:-1, 1:-1], slice(layer - 1, layer + 2)
        top = (here > limit) & (here >= np.maximum.reduce(most[near]))
        low = (here < -limit) & (here <= np.minimum.reduce(least[near]))
        rows, columns = np.nonzero(top | low)
        found.append(np.column_stack([np.full(len(rows), layer), rows + 1, columns + 1]))
    del most, least
    at = np.concatenate(found)
    inside = (at[:, 1:] >= BORDER).all(axis=1) & (at[:, 1:] < (high - BORDER, wide - BORDER)).all(axis=1)
    return _between(np.stack(steps), at[inside])


def _around(picture, work):
    """The most, or the least, of every pixel and its eight neighbours."""
    rows = work(work(picture[:-2], picture[1:-1]), picture[2:])
    return work(work(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:])


def _between(steps, at):
    """Places with their fractions of a pixel; those that are too faint or lie along an edge are left out."""
    steps, limits = steps / np.float32(255), np.array(steps.shape) - (1, BORDER, BORDER)
    done = []
    for _ in range(STEPS):
        slope, bend = _slopes(steps, at)
        whole = np.abs(np.linalg.det(bend)) > 1e-20
        at, slope, bend = at[whole], slope[whole], bend[whole]
        off = -np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        near = (np.abs(off) < 0.5).all(axis=1)
        done.append(_kept(steps, at[near], off[near], slope[near], bend[near]))
        away = ~near & (np.abs(off) < 1e6).all(axis=1)
        at = at[away] + np.round(off[away]).astype(int)
        at = at[((at >= (1, BORDER, BORDER)) & (at < limits)).all(axis=1)]
        if not len(at):
            break
    return np.unique(np.concatenate(done), axis=0)


def _slopes(steps, at):
    """How the differences change at places, once and twice: along layers, rows and columns."""
    layer, row, column = at.T
    middle = steps[layer, row, column]

    def there(*ways):
        return steps[layer + ways[0], row + ways[1], column + ways[2]]

    axes = np.eye(3, dtype=int)
    slope = np.stack([(there(*one) - there(*-one)) / 2 for one in axes], axis=1)
    bend = np.empty((len(at), 3, 3))
    for i, one in enumerate(axes):
        bend[:, i, i] = there(*one) + there(*-one) - 2 * middle
        for j in range(i):
            both, apart = one + axes[j], one - axes[j]
            bend[:, i, j] = bend[:, j, i] = (there(*both) + there(*-both) - there(*apart) - there(*-apart)) / 4
    return slope.astype(np.float64), bend


def _kept(steps, at, off, slope, bend):
    plain = np.abs(steps[tuple(at.T)] + (slope * off).sum(axis=1) / 2)
    trace, det = bend[:, 1, 1] + bend[:, 2, 2], bend[:, 1, 1] * bend[:, 2, 2] - bend[:, 1, 2] ** 2
    good = (plain * LAYERS >= CONTRAST) & (det > 0) & (trace**2 * EDGE < (EDGE + 1) ** 2 * det)
    exact = at + off
    blur = BLUR * 2 ** (exact[:, 0] / LAYERS)
    return np.column_stack([at[:, 0], exact[:, 2], exact[:, 1], blur, plain])[good]


def _turned(blurs, places):
    """Every place once for each way that most of the light around it changes: a column more, in radians."""
    found = []
    for layer in range(1, LAYERS + 1):
        here = places[places[:, 0] == layer]
        for some in np.array_split(here, range(AT_ONCE, len(here), AT_ONCE)):
            counted = _ways(blurs[layer], some)
            before, after = np.roll(counted, 1, axis=1), np.roll(counted, -1, axis=1)
            high = (counted > before) & (counted > after) & (counted >= PEAK * counted.max(axis=1, keepdims=True))
            place, way = np.nonzero(high)
            left, right, middle = before[place, way], after[place, way], counted[place, way]
            exact = way + 0.5 * (left - right) / (left - 2 * middle + right)
            found.append(np.column_stack([some[place], exact * 2 * np.pi / WAYS]))
    return np.concatenate(found) if found else np.zeros((0, 6))


def _ways(picture, places):
    """How strongly the light changes which way around each place, smoothed."""
    reach = np.round(4.5 * places[:, 3]).astype(int)
    most = int(reach.max(initial=0))
    down, across = np.mgrid[-most : most + 1, -most : most + 1].reshape(2, -1)
    inside = np.maximum(np.abs(down), np.abs(across))[None] <= reach[:, None]
    columns, rows = (np.round(places[:, one]).astype(int)[:, None] + way for one, way in ((1, across), (2, down)))
    strength, way, seen = _light(picture, rows, columns)
    weight = np.exp(-(down**2 + across**2) / (2 * (1.5 * places[:, 3:4]) ** 2)) * strength * (inside & seen)
    bins = np.round(way * (WAYS / (2 * np.pi))).astype(int) % WAYS + WAYS * np.arange(len(places))[:, None]
    counted = np.bincount(bins.ravel(), weight.ravel(), WAYS * len(places)).reshape(-1, WAYS)
    return sum(np.roll(counted, far, axis=1) * share for far, share in zip(range(-2, 3), SMOOTH, strict=True))


def _light(picture, rows, columns):
    """How strongly and which way (upwards is positive) the light changes at pixels, and if the picture has them."""
    high, wide = picture.shape
    seen = (rows > 0) & (rows < high - 1) & (columns > 0) & (columns < wide - 1)
    rows, columns = np.clip(rows, 1, high - 2), np.clip(columns, 1, wide - 2)
    across = picture[rows, columns + 1] - picture[rows, columns - 1]
    up = picture[rows - 1, columns] - picture[rows + 1, columns]
    return np.hypot(across, up), np.arctan2(up, across), seen


def _looks(blurs, places):
    """What is around places, 128 numbers each."""
    told = np.zeros((len(places), FIELDS * FIELDS * ANGLES), np.float32)
    for layer in range(1, LAYERS + 1):
        here = np.flatnonzero(places[:, 0] == layer)
        for some in np.array_split(here, range(AT_ONCE, len(here), AT_ONCE)):
            if len(some):
                told[some] = _counted(blurs[layer], places[some])
    return told


def _counted(picture, places):
    side = np.arange(-(FIELDS + 1) / 2 + 0.5 / SAMPLES, (FIELDS + 1) / 2, 1 / SAMPLES)
    down, across = (one.ravel() for one in np.meshgrid(side, side, indexing="ij"))
    width, turn = FIELD * places[:, 3:4], places[:, 5:6]
    cos, sin = np.cos(turn) * width, np.sin(turn) * width
    columns = np.round(places[:, 1:2] + across * cos + down * sin).astype(int)
    rows = np.round(places[:, 2:3] - across * sin + down * cos).astype(int)
    strength, way, seen = _light(picture, rows, columns)
    strength = strength * seen * np.exp(-(down**2 + across**2) / (FIELDS**2 / 2))
    angle = ((way - turn) % (2 * np.pi)) * (ANGLES / (2 * np.pi))
    counted = np.zeros((len(places), FIELDS, FIELDS, ANGLES))
    shares = [_shared(one + FIELDS / 2 - 0.5, FIELDS) for one in (down, across)]
    low = np.floor(angle).astype(int)
    for more in (0, 1):
        part = strength * np.where(more, angle - low, 1 - angle + low)
        for number in range(ANGLES):
            here = np.where((low + more) % ANGLES == number, part, 0)
            counted[..., number] += np.einsum("ps,sr,sc->prc", here, *shares, optimize=True)
    flat = counted.reshape(len(places), -1)
    flat = np.minimum(flat, CLIP * np.linalg.norm(flat, axis=1, keepdims=True))
    flat *= 512 / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-7)
    return np.minimum(np.round(flat), 255)


def _shared(at, count):
    """How much of each sample belongs to each field: to the two nearest, by how near they are."""
    return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(count)))
