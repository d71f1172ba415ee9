"""As much of numpy as Tally's eyes use, in plain Python: no browser has the real one.

Arrays are flat lists with a shape. They hold boxes, chances and points, a few hundred numbers at most; pixels are
the browser's (see the `cv2` beside this). A test runs every function against numpy itself.
"""

from __future__ import annotations

import builtins
import math
import operator
from itertools import accumulate, product

inf, nan, pi = math.inf, math.nan, math.pi
newaxis = None
_FLOAT, _INT, _BOOL = "f", "i", "b"


class _Kind:
    """A type of numbers; called, it makes one."""

    def __init__(self, name, kind, make):
        self.name, self.kind, self._make = name, kind, make

    def __call__(self, value=0):
        return self._make(value)

    def __repr__(self):
        return self.name


float64, float32 = _Kind("float64", _FLOAT, float), _Kind("float32", _FLOAT, float)
intp, int64, int32 = (_Kind(name, _INT, int) for name in ("intp", "int64", "int32"))
int16, uint8 = _Kind("int16", _INT, int), _Kind("uint8", _INT, int)
bool_ = _Kind("bool", _BOOL, bool)
floating = float64
_KINDS = {float: _FLOAT, int: _INT, bool: _BOOL}
_MAKE = {_FLOAT: float, _INT: int, _BOOL: bool}


def _kind_of(dtype):
    return _KINDS.get(dtype) or dtype.kind


def _widest(*kinds):
    return _FLOAT if _FLOAT in kinds else _INT if _INT in kinds else _BOOL


def _strides(shape):
    return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


class ndarray:  # noqa: N801  # the name that everybody knows
    """Numbers in a grid."""

    __slots__ = ("data", "kind", "shape")

    def __init__(self, data, shape, kind):
        self.data, self.shape, self.kind = data, tuple(shape), kind

    def __class_getitem__(cls, item):
        return cls

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return len(self.data)

    @property
    def dtype(self):
        return {_FLOAT: float64, _INT: int64, _BOOL: bool_}[self.kind]

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return (self[row] for row in range(self.shape[0]))

    def __repr__(self):
        return f"array({self.tolist()})"

    def tolist(self):
        return _nested(self.data, self.shape)

    def item(self):
        (value,) = self.data
        return value

    def __bool__(self):
        return bool(self.item())

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    __index__ = __int__

    def __hash__(self):
        return id(self)

    # choosing

    def __getitem__(self, key):
        places, shape = _places(self.shape, key)
        if shape is None:
            return self.data[places]
        data = self.data
        return ndarray([data[place] for place in places], shape, self.kind)

    def __setitem__(self, key, value):
        places, shape = _places(self.shape, key)
        make = _MAKE[self.kind]
        if shape is None:
            self.data[places] = make(_scalar(value))
            return
        spread = _broadcast(asarray(value), shape)
        for place, one in zip(places, spread, strict=True):
            self.data[place] = make(one)

    def reshape(self, *shape):
        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple | list) else shape
        known = math.prod(side for side in shape if side >= 0)
        return ndarray(self.data, [len(self.data) // max(known, 1) if side < 0 else side for side in shape], self.kind)

    def ravel(self):
        return self.reshape(-1)

    def transpose(self, *axes):
        axes = axes or tuple(range(self.ndim))[::-1]
        shape, steps = [self.shape[axis] for axis in axes], [_strides(self.shape)[axis] for axis in axes]
        data = self.data
        return ndarray([data[place] for place in _walk(shape, steps)], shape, self.kind)

    @property
    def T(self):  # noqa: N802
        return self.transpose()

    def astype(self, dtype, copy=True):
        kind = _kind_of(dtype)
        return ndarray([*map(_MAKE[kind], self.data)], self.shape, kind)

    def copy(self):
        return ndarray(list(self.data), self.shape, self.kind)

    # reckoning

    def __add__(self, other):
        return _each(operator.add, self, other)

    def __radd__(self, other):
        return _each(operator.add, other, self)

    def __sub__(self, other):
        return _each(operator.sub, self, other)

    def __rsub__(self, other):
        return _each(operator.sub, other, self)

    def __mul__(self, other):
        return _each(operator.mul, self, other)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return _each(_divided, self, other, _FLOAT)

    def __rtruediv__(self, other):
        return _each(_divided, other, self, _FLOAT)

    def __floordiv__(self, other):
        return _each(operator.floordiv, self, other)

    def __pow__(self, other):
        return _each(operator.pow, self, other)

    def __rpow__(self, other):
        return _each(operator.pow, other, self)

    def __neg__(self):
        return ndarray([-one for one in self.data], self.shape, self.kind)

    def __abs__(self):
        return ndarray([*map(builtins.abs, self.data)], self.shape, self.kind)

    def __matmul__(self, other):
        return dot(self, other)

    def __rmatmul__(self, other):
        return dot(other, self)

    def __lt__(self, other):
        return _each(operator.lt, self, other, _BOOL)

    def __le__(self, other):
        return _each(operator.le, self, other, _BOOL)

    def __gt__(self, other):
        return _each(operator.gt, self, other, _BOOL)

    def __ge__(self, other):
        return _each(operator.ge, self, other, _BOOL)

    def __eq__(self, other):
        return _each(operator.eq, self, other, _BOOL)

    def __ne__(self, other):
        return _each(operator.ne, self, other, _BOOL)

    def __and__(self, other):
        return _each(operator.and_, self, other)

    __rand__ = __and__

    def __or__(self, other):
        return _each(operator.or_, self, other)

    __ror__ = __or__

    def __invert__(self):
        return ndarray([not one for one in self.data], self.shape, _BOOL)

    def __iand__(self, other):
        self.data = _each(operator.and_, self, other).data
        return self

    def __ior__(self, other):
        self.data = _each(operator.or_, self, other).data
        return self

    # putting together

    def max(self, axis=None, keepdims=False, initial=None, where=None):
        return _reduce(builtins.max, self, axis, keepdims, initial, where)

    def min(self, axis=None, keepdims=False, initial=None, where=None):
        return _reduce(builtins.min, self, axis, keepdims, initial, where)

    def sum(self, axis=None, keepdims=False):
        return _reduce(_sum, self, axis, keepdims, kind=_INT if self.kind == _BOOL else self.kind)

    def mean(self, axis=None, keepdims=False):
        return _reduce(lambda row: _sum(row) / len(row) if row else nan, self, axis, keepdims, kind=_FLOAT)

    def any(self, axis=None):
        return _reduce(builtins.any, self, axis, kind=_BOOL)

    def all(self, axis=None):
        return _reduce(builtins.all, self, axis, kind=_BOOL)

    def argmax(self, axis=None):
        return _reduce(lambda row: row.index(builtins.max(row)), self, axis, kind=_INT)

    def argmin(self, axis=None):
        return _reduce(lambda row: row.index(builtins.min(row)), self, axis, kind=_INT)

    def clip(self, low=None, high=None):
        return clip(self, low, high)

    def round(self, decimals=0):
        return round(self, decimals)

    def argsort(self, kind=None):
        return argsort(self)


def _nested(data, shape):
    if not shape:
        return data[0]
    step = len(data) // shape[0] if shape[0] else 0
    return (
        [_nested(data[row * step : (row + 1) * step], shape[1:]) for row in range(shape[0])]
        if len(shape) > 1
        else list(data)
    )


def _scalar(value):
    return value.item() if isinstance(value, ndarray) else value


def _walk(shape, steps, begin=0):
    """The places in a flat list of a grid of this shape that goes by these steps."""
    places = [begin]
    for side, step in zip(shape, steps, strict=True):
        places = [place + number * step for place in places for number in range(side)]
    return places


def _places(shape, key):
    """Where in the flat list lies what `key` chooses, and its shape; one place and None for a single number."""
    key = key if isinstance(key, tuple) else (key,)
    key = tuple(asarray(part) if isinstance(part, list) else part for part in key)
    if len(key) == 1 and isinstance(key[0], ndarray) and key[0].kind == _BOOL and key[0].ndim > 1:
        return _masked(shape, key[0])
    chosen, out, axis, listed = [], [], 0, None
    for part in key:
        if part is None:
            chosen.append([0])
            out.append(1)
            continue
        rows, many = _rows(part, shape[axis])
        steps = [row * _strides(shape)[axis] for row in rows]
        axis += 1
        if isinstance(part, ndarray) and listed is not None:  # rows and columns named in pairs
            chosen[listed] = [*map(operator.add, chosen[listed], steps)]
            continue
        listed = len(chosen) if isinstance(part, ndarray) else listed
        chosen.append(steps)
        out += [len(steps)] if many else []
    rest = shape[axis:]
    if not rest and not out:
        return builtins.sum(part[0] for part in chosen), None
    places = [builtins.sum(steps) for steps in product(*chosen)]
    if rest:
        block = math.prod(rest)
        places = [place + inner for place in places for inner in range(block)]
    return places, (*out, *rest)


def _rows(part, side):
    """Which rows of an axis are chosen, and whether they may be several."""
    if isinstance(part, slice):
        return range(*part.indices(side)), True
    if isinstance(part, ndarray) and part.kind == _BOOL:
        return [row for row, is_there in enumerate(part.data) if is_there], True
    if isinstance(part, ndarray):
        return [int(row) % side if row < 0 else int(row) for row in part.data], True
    row = operator.index(part)
    if not -side <= row < side:
        raise IndexError(row)
    return [row % side], False


def _masked(shape, mask):
    block = math.prod(shape[mask.ndim :])
    rows = [row for row, is_there in enumerate(mask.data) if is_there]
    return [row * block + inner for row in rows for inner in range(block)], (len(rows), *shape[mask.ndim :])


def _broadcast(one, shape):
    """The numbers of an array spread over a larger shape."""
    if one.shape == tuple(shape):
        return one.data
    padded = (1,) * (len(shape) - one.ndim) + one.shape
    if builtins.any(have not in (1, side) for have, side in zip(padded, shape, strict=True)):
        raise ValueError(f"shapes {one.shape} and {tuple(shape)} do not fit")
    steps = [0 if have == 1 else step for have, step in zip(padded, _strides(padded), strict=True)]
    data = one.data
    return [data[place] for place in _walk(shape, steps)]


def _each(work, one, other, kind=None):
    """Something done with each pair of numbers."""
    if not isinstance(other, ndarray) and isinstance(other, int | float | bool):
        return ndarray(
            [work(value, other) for value in one.data], one.shape, kind or _widest(one.kind, _KINDS[type(other)])
        )
    one, other = asarray(one), asarray(other)
    kind = kind or _widest(one.kind, other.kind)
    if one.shape == other.shape:
        return ndarray([*map(work, one.data, other.data)], one.shape, kind)
    deep = builtins.max(one.ndim, other.ndim)
    sides = zip((1,) * (deep - one.ndim) + one.shape, (1,) * (deep - other.ndim) + other.shape, strict=True)
    shape = tuple(two if first == 1 else first for first, two in sides)
    return ndarray([*map(work, _broadcast(one, shape), _broadcast(other, shape))], shape, kind)


def _divided(one, other):
    if other:
        return one / other
    return nan if not one or one != one else math.copysign(inf, one)


def _sum(row):
    return math.fsum(row) if row and isinstance(row[0], float) else builtins.sum(row)


def _reduce(work, one, axis=None, keepdims=False, initial=None, where=None, kind=None):
    """Numbers of a row put together, along an axis, several or all."""
    if where is not None:
        one = ndarray([value for value, is_there in zip(one.data, where.data, strict=True) if is_there], [-1], one.kind)
        one.shape = (len(one.data),)
    if axis is None:
        data = one.data if initial is None else [*one.data, initial]
        return work(data)
    axes = sorted(part % one.ndim for part in (axis if isinstance(axis, tuple) else (axis,)))
    steps = _strides(one.shape)
    outer = [part for part in range(one.ndim) if part not in axes]
    begins = _walk([one.shape[part] for part in outer], [steps[part] for part in outer])
    inner = _walk([one.shape[part] for part in axes], [steps[part] for part in axes])
    data = one.data
    rows = [work([data[begin + step] for step in inner]) for begin in begins]
    shape = [1 if part in axes else side for part, side in enumerate(one.shape) if keepdims or part not in axes]
    return ndarray(rows, shape, kind or one.kind)


def _of(value):
    """A value as an array, and whether it was one."""
    return (value, True) if isinstance(value, ndarray) else (asarray(value), not isinstance(value, int | float | bool))


def _mapped(work, kind=_FLOAT):
    def mapped(value):
        one, many = _of(value)
        data = [work(each) for each in one.data]
        return ndarray(data, one.shape, kind or one.kind) if many else data[0]

    return mapped


def _paired(work, kind=None):
    def paired(one, other):
        if not isinstance(one, ndarray | list | tuple) and not isinstance(other, ndarray | list | tuple):
            return work(one, other)
        return _each(work, asarray(one), asarray(other), kind)

    return paired


exp, sqrt = _mapped(math.exp), _mapped(lambda one: math.sqrt(one) if one >= 0 else nan)
log = _mapped(lambda one: math.log(one) if one > 0 else (-inf if one == 0 else nan))
log1p, sin, cos, arccos = _mapped(math.log1p), _mapped(math.sin), _mapped(math.cos), _mapped(math.acos)
degrees = rad2deg = _mapped(math.degrees)
radians = deg2rad = _mapped(math.radians)
floor, ceil = _mapped(lambda one: float(math.floor(one))), _mapped(lambda one: float(math.ceil(one)))
square, abs = _mapped(lambda one: one * one, None), _mapped(builtins.abs, None)  # noqa: A001
absolute = abs
sign = _mapped(lambda one: (one > 0) - (one < 0), None)
isfinite = _mapped(math.isfinite, _BOOL)
maximum, minimum = _paired(builtins.max), _paired(builtins.min)
hypot, arctan2 = _paired(math.hypot, _FLOAT), _paired(math.atan2, _FLOAT)
logical_and = _paired(operator.and_, _BOOL)


def array(value, dtype=None):
    """An array of whatever is nested in lists."""
    one = asarray(value, dtype)
    return one.copy() if one is value else one


def asarray(value, dtype=None):
    """The same, unless it is one already."""
    if isinstance(value, ndarray):
        kind = value.kind if dtype is None else _kind_of(dtype)
        return value if kind == value.kind else value.astype(dtype)
    if hasattr(value, "as_array"):  # pixels of the browser stay there until somebody counts them
        return value
    data, shape = _flat(value)
    found = _widest(*{_KINDS.get(type(one), _FLOAT) for one in data}) if data else _FLOAT
    kind = _kind_of(dtype) if dtype is not None else found
    return ndarray([*map(_MAKE[kind], data)], shape, kind)


ascontiguousarray = asarray


def _flat(value):
    if isinstance(value, ndarray):
        return value.data, value.shape
    if hasattr(value, "as_array"):
        return _flat(value.as_array())
    if isinstance(value, list | tuple | range) or hasattr(value, "__iter__"):
        parts = [_flat(part) for part in value]
        shape = parts[0][1] if parts else ()
        if builtins.any(part[1] != shape for part in parts):
            raise ValueError("rows of different lengths")
        return [one for part in parts for one in part[0]], (len(parts), *shape)
    return [value], ()


def full(shape, value, dtype=float64):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = _kind_of(dtype)
    return ndarray([_MAKE[kind](value)] * math.prod(shape), shape, kind)


def zeros(shape, dtype=float64):
    return full(shape, 0, dtype)


def ones(shape, dtype=float64):
    return full(shape, 1, dtype)


def eye(side):
    return ndarray([float(row == column) for row in range(side) for column in range(side)], (side, side), _FLOAT)


def arange(*ends):
    return asarray(list(range(*(int(end) for end in ends))), int64)


def linspace(first, last, count):
    step = (last - first) / (count - 1) if count > 1 else 0.0
    return asarray([first + step * number for number in range(count)], float64)


def concatenate(parts, axis=0):
    parts = [asarray(part) for part in parts]
    kind = _widest(*(part.kind for part in parts))
    axis %= parts[0].ndim
    shape = list(parts[0].shape)
    shape[axis] = builtins.sum(part.shape[axis] for part in parts)
    outer = math.prod(shape[:axis])
    data = []
    for row in range(outer):
        for part in parts:
            length = part.size // outer if outer else 0
            data += part.data[row * length : (row + 1) * length]
    return ndarray([*map(_MAKE[kind], data)], shape, kind)


def stack(parts, axis=0):
    parts = [asarray(part) for part in parts]
    return concatenate([part[(*[slice(None)] * axis, None)] for part in parts], axis)


def vstack(parts):
    parts = [asarray(part) for part in parts]
    return concatenate([part if part.ndim > 1 else part.reshape(1, -1) for part in parts])


def column_stack(parts):
    parts = [asarray(part) for part in parts]
    return concatenate([part if part.ndim > 1 else part.reshape(-1, 1) for part in parts], axis=1)


def clip(value, low, high):
    one, many = _of(value)
    if low is not None:
        one = _each(builtins.max, one, low)
    if high is not None:
        one = _each(builtins.min, one, high)
    return one if many else one.item()


def round(value, decimals=0):  # noqa: A001
    return _mapped(lambda one: builtins.round(one, decimals) if math.isfinite(one) else one, None)(value)


def where(condition, one, other):
    condition = asarray(condition)
    pairs = _each(
        lambda first, second: (first, second), _each(lambda a, _: a, asarray(one), condition * 0), asarray(other)
    )
    kind = _widest(asarray(one).kind, asarray(other).kind)
    spread = _broadcast(condition, pairs.shape)
    return ndarray([a if yes else b for yes, (a, b) in zip(spread, pairs.data, strict=True)], pairs.shape, kind)


def prod(value, axis=None):
    return _reduce(math.prod, asarray(value), axis)


def sum(value, axis=None):  # noqa: A001
    return asarray(value).sum(axis)


def mean(value, axis=None):
    return asarray(value).mean(axis)


def _middle(row):
    row = sorted(row)
    half = len(row) // 2
    return float(row[half]) if len(row) % 2 else (row[half - 1] + row[half]) / 2


def median(value, axis=None):
    return _reduce(_middle, asarray(value), axis, kind=_FLOAT)


def ptp(value, axis=None):
    return _reduce(lambda row: builtins.max(row) - builtins.min(row), asarray(value), axis)


def all(value, axis=None):  # noqa: A001
    return asarray(value).all(axis)


def any(value, axis=None):  # noqa: A001
    return asarray(value).any(axis)


def argmax(value, axis=None):
    return asarray(value).argmax(axis)


def argmin(value, axis=None):
    return asarray(value).argmin(axis)


def sort(value):
    one = asarray(value)
    return ndarray(sorted(one.data), one.shape, one.kind)


def argsort(value, kind=None):
    data = asarray(value).data
    return asarray(sorted(range(len(data)), key=data.__getitem__), intp)


def flatnonzero(value):
    return asarray([place for place, one in enumerate(asarray(value).data) if one], intp)


def isin(value, known):
    there = set(asarray(known).data)
    return _mapped(lambda one: one in there, _BOOL)(value)


def delete(value, row, axis):
    kept = [number for number in range(value.shape[axis]) if number != row % value.shape[axis]]
    return value[(*[slice(None)] * axis, asarray(kept, intp))]


def roll(value, by, axis=None):
    one = asarray(value)
    axis = 0 if axis is None else axis
    side = one.shape[axis]
    return one[(*[slice(None)] * axis, asarray([(row - by) % side for row in range(side)], intp))]


def bincount(values, weights=None, minlength=0):
    counts = [0.0 if weights is not None else 0] * minlength
    for value, weight in zip(values.data, weights.data if weights is not None else [1] * len(values), strict=True):
        counts[value] += weight
    return asarray(counts)


def nan_to_num(value, nan=0.0, posinf=None, neginf=None):
    def mended(one):
        if one != one:
            return nan
        if one == inf and posinf is not None:
            return posinf
        return neginf if one == -inf and neginf is not None else one

    return _mapped(mended)(value)


def diag(values):
    values = asarray(values)
    side = len(values)
    return ndarray(
        [float(values.data[row]) if row == column else 0.0 for row in range(side) for column in range(side)],
        (side, side),
        _FLOAT,
    )


def dot(one, other):
    one, other = asarray(one), asarray(other)
    if one.ndim == 1 and other.ndim == 1:
        return builtins.sum([a * b for a, b in zip(one.data, other.data, strict=True)])
    left, right = one if one.ndim > 1 else one.reshape(1, -1), other if other.ndim > 1 else other.reshape(-1, 1)
    columns = [right.data[column :: right.shape[1]] for column in range(right.shape[1])]
    wide = left.shape[1]
    rows = [left.data[row * wide : (row + 1) * wide] for row in range(left.shape[0])]
    data = [float(builtins.sum(map(operator.mul, row, column))) for row in rows for column in columns]
    shape = [side for side, kept in ((left.shape[0], one.ndim > 1), (right.shape[1], other.ndim > 1)) if kept]
    return ndarray(data, shape, _FLOAT)


def polyfit(x, y, degree):
    """The line through points that fits best, steepness first."""
    assert degree == 1
    from numpy import linalg

    x = asarray(x, float64)
    return linalg.lstsq(column_stack([x, ones(len(x))]), asarray(y, float64))[0]


class errstate:  # noqa: N801
    """Dividing by nothing is never an error here."""

    def __init__(self, **_):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def cumsum(value):
    return asarray(list(accumulate(asarray(value).data)))


from numpy import linalg, typing  # noqa: E402

__all__ = ["linalg", "typing"]
