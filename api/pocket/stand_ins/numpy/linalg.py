"""Small systems of equations."""

from __future__ import annotations

import math

import numpy as np

SMALL = 1e-12


def _rows(matrix):
    wide = matrix.shape[1]
    return [[float(one) for one in matrix.data[row * wide : (row + 1) * wide]] for row in range(matrix.shape[0])]


def _solved(left, right):
    """Gauss with the largest pivot; `right` has a column for each system."""
    side = len(left)
    rows = [[*one, *other] for one, other in zip(left, right, strict=True)]
    for column in range(side):
        pivot = max(range(column, side), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-300:
            raise ZeroDivisionError("singular")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column]
        for row in range(side):
            if row != column and rows[row][column]:
                share = rows[row][column] / head[column]
                rows[row] = [one - share * two for one, two in zip(rows[row], head, strict=True)]
    return [[value / rows[row][row] for value in rows[row][side:]] for row in range(side)]


def solve(left, right):
    right = np.asarray(right, np.float64)
    many = right.ndim > 1
    found = np.array(_solved(_rows(left), _rows(right if many else right.reshape(-1, 1))))
    return found if many else found.reshape(-1)


def inv(matrix):
    return solve(np.asarray(matrix, np.float64), np.eye(len(matrix)))


def det(matrix):
    rows = _rows(np.asarray(matrix, np.float64))
    found = 1.0
    for column in range(len(rows)):
        pivot = max(range(column, len(rows)), key=lambda row: abs(rows[row][column]))
        if not rows[pivot][column]:
            return 0.0
        if pivot != column:
            rows[column], rows[pivot] = rows[pivot], rows[column]
            found = -found
        found *= rows[column][column]
        for row in range(column + 1, len(rows)):
            share = rows[row][column] / rows[column][column]
            rows[row] = [one - share * two for one, two in zip(rows[row], rows[column], strict=True)]
    return found


def _triangle(matrix):
    """Orthogonal rows by Gram and Schmidt, twice over: how long each column is beside those before it."""
    columns = [list(column) for column in zip(*_rows(matrix), strict=True)]
    basis, lengths = [], []
    for column in columns:
        rest = column
        for _ in range(2):
            for one in basis:
                share = sum(a * b for a, b in zip(one, rest, strict=True))
                rest = [b - share * a for a, b in zip(one, rest, strict=True)]
        length = math.sqrt(sum(value * value for value in rest))
        lengths.append(length)
        if length > SMALL * max(1.0, math.sqrt(sum(value * value for value in column))):
            basis.append([value / length for value in rest])
    return basis, lengths


def matrix_rank(matrix):
    return len(_triangle(np.asarray(matrix, np.float64))[0])


def lstsq(left, right, rcond=None):
    """The nearest solution, where the columns of `left` are independent."""
    left, right = np.asarray(left, np.float64), np.asarray(right, np.float64)
    basis, _ = _triangle(left)
    across = np.array(basis)
    return solve(across @ left, across @ right), None, len(basis), None


def pinv(matrix):
    """The inverse; of one that has none, the nearest thing to it."""
    matrix = np.asarray(matrix, np.float64)
    try:
        return inv(matrix)
    except ZeroDivisionError:
        back = matrix.T
        scale = max(abs(value) for value in matrix.data) ** 2 or 1.0
        return inv(back @ matrix + np.eye(matrix.shape[1]) * (1e-12 * scale)) @ back
