"""Who gets what so that it costs least together: the Hungarian method, for the few dozen things on a table."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

Costs = Sequence[Sequence[float]]


def cheapest(costs: Costs) -> dict[int, int]:
    """The column that each row gets, every column at most once; where columns are few, some rows get none.

    >>> cheapest([[4, 1, 3], [2, 0, 5]])
    {0: 1, 1: 0}
    >>> cheapest([[4], [2]])
    {1: 0}
    """
    if not costs or not costs[0]:
        return {}
    if len(costs) > len(costs[0]):
        turned = _each_row([list(column) for column in zip(*costs, strict=True)])
        return {row: column for column, row in sorted(turned.items(), key=lambda pair: pair[1])}
    return _each_row(costs)


def _each_row(costs: Costs) -> dict[int, int]:
    """One row after the other takes its cheapest column; who loses a column moves on along the cheapest path.

    `rent` and `wage` are the prices of rows and columns under which no free column is a bargain (the dual solution).
    """
    columns = range(len(costs[0]))
    rent, wage = [0.0] * len(costs), [0.0] * len(columns)
    owner: dict[int, int] = {}
    for newcomer in range(len(costs)):
        row, last = newcomer, -1
        nearest, before = [inf] * len(columns), [-1] * len(columns)
        reached: list[int] = []
        open_columns = set(columns)
        while True:
            for column in open_columns:
                extra = costs[row][column] - rent[row] - wage[column]
                if extra < nearest[column]:
                    nearest[column], before[column] = extra, last
            last = min(open_columns, key=nearest.__getitem__)
            step = nearest[last]
            rent[newcomer] += step
            for column in reached:
                rent[owner[column]] += step
                wage[column] -= step
            open_columns.remove(last)
            for column in open_columns:
                nearest[column] -= step
            if last not in owner:
                break
            reached.append(last)
            row = owner[last]
        while last >= 0:
            previous = before[last]
            owner[last] = owner[previous] if previous >= 0 else newcomer
            last = previous
    return {row: column for column, row in sorted(owner.items(), key=lambda pair: pair[1])}
