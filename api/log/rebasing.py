"""Moving a change over what happened since it was made: indexes shift, and what is gone is told.

Two steps made on the same table are brought into an order: ``carried(later, over=earlier)`` is the later one as it
must be made after the earlier one. A piece that was taken out and put back by undoing is the same piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from api.log.entries import Entry
from api.log.paths import Path, parts, pointer
from api.log.refused import Gone
from api.log.steps import Add, Move, Put, Set, Step, Take


@dataclass(frozen=True)
class _Passed:
    """A step that was made meanwhile, and which one of its entry it is, counted from both ends."""

    step: Step | None
    version: int
    undoes: int | None
    place: int
    from_end: int


def rebased(steps: Iterable[Step], since: Sequence[Entry]) -> list[Step]:
    """The steps of one change as they must be made after these entries; Gone if they cannot."""
    passed = [
        _Passed(step, entry.version, entry.undoes, place, len(entry.steps) - 1 - place)
        for entry in since
        for place, step in enumerate(entry.steps)
    ]
    moved: list[Step] = []
    for step in steps:
        now, passed = _over_all(step, passed)
        moved.append(now)
    return moved


def moved_place(place: Path, since: Sequence[Entry]) -> Path:
    """Where a place is after these entries."""
    (step,) = rebased([Put(path=pointer(place), value=None)], since)
    return parts(step.path)


def _over_all(step: Step, passed: Sequence[_Passed]) -> tuple[Step, list[_Passed]]:
    """A step after all that were made meanwhile, and those as they are after it."""
    after: list[_Passed] = []
    number = 0
    while number < len(passed):
        other = passed[number]
        if other.step is None:
            after.append(other)
            number += 1
            continue
        found = carried(step, other.step)
        if found is None:
            back = _put_back(passed, number)
            found = _again(step, other.step, passed[back].step)
            after += _without_piece(step, passed[number : back + 1])
            number = back
        else:
            after.append(replace(other, step=carried(other.step, step, first=True)))
        step = found
        number += 1
    return step, after


def _put_back(passed: Sequence[_Passed], lost: int) -> int:
    """The later step that undid the one at ``lost``; Gone if there is none."""
    taken = passed[lost]
    for number in range(lost + 1, len(passed)):
        other = passed[number]
        if other.undoes == taken.version and other.place == taken.from_end and isinstance(other.step, Put | Move):
            return number
    raise Gone(taken.step.path if taken.step else "")


def _without_piece(step: Step, passed: Sequence[_Passed]) -> list[_Passed]:
    """From taking a piece out to putting it back, after a step about it: if that took the piece out, both are void."""
    taken = passed[0].step
    void = isinstance(step, Take | Move) and isinstance(taken, Take | Move) and step.place == taken.place
    return [replace(one, step=None) if void and one in (passed[0], passed[-1]) else one for one in passed]


def _again(step: Step, taken: Step, back: Step | None) -> Step:
    """The step about the piece where it was put back."""
    assert isinstance(back, Put | Move)
    put = back.putting if isinstance(back, Move) else back
    depth = len(parts(taken.path)) + 1
    again: Step = step.at((*parts(put.path), str(put.index or 0), *step.place[depth:]))
    return again


def carried(step: Step, over: Step, *, first: bool = False) -> Step | None:
    """A step after another one was made; None if its piece is gone. ``first`` goes before in the same gap."""
    if isinstance(step, Move):
        return _carried_move(step, over, first=first)
    place = shifted(step.place, over)
    if place is None or (isinstance(step, Add | Put) and _replaced(step.place, over)):
        return None
    moved: Step = step.at(place)
    if isinstance(moved, Put) and moved.index is not None:
        return moved.model_copy(update={"index": _gap(moved.index, parts(step.path), over, first)})
    return moved


def _carried_move(step: Move, over: Step, *, first: bool) -> Move | None:
    taking = carried(step.taking, over)
    if taking is None:
        return None
    meanwhile = carried(over, step.taking, first=True)
    putting = carried(step.putting, meanwhile, first=first) if meanwhile else step.putting
    if putting is None:
        return None
    assert isinstance(taking, Take)
    assert isinstance(putting, Put)
    return step.model_copy(
        update={"path": taking.path, "index": taking.index, "to": putting.path, "to_index": putting.index}
    )


def shifted(place: Path, over: Step) -> Path | None:
    """Where a place is after a step; None if what it leads through was taken out."""
    match over:
        case Put(index=int(index)):
            return _make_room(place, parts(over.path), index)
        case Take():
            return _close_up(place, parts(over.path), over.index)
        case Move():
            return _moved_along(place, over)
    return place


def _moved_along(place: Path, over: Move) -> Path | None:
    """Where a place is after a move; a piece that is yet to go to the end of a list has no place there."""
    depth = len(over.place)
    if place[:depth] == over.place:
        return None if over.to_index is None else (*parts(over.to), str(over.to_index), *place[depth:])
    closed = shifted(place, over.taking)
    return closed and shifted(closed, over.putting)


def _entry(place: Path, of: Path) -> int | None:
    """Which entry of a list a place leads through."""
    depth = len(of)
    return int(place[depth]) if len(place) > depth and place[:depth] == of and place[depth].isdecimal() else None


def _make_room(place: Path, of: Path, index: int) -> Path:
    entry = _entry(place, of)
    return place if entry is None or entry < index else _at_entry(place, of, entry + 1)


def _close_up(place: Path, of: Path, index: int) -> Path | None:
    entry = _entry(place, of)
    if entry is None or entry < index:
        return place
    return None if entry == index else _at_entry(place, of, entry - 1)


def _at_entry(place: Path, of: Path, entry: int) -> Path:
    return (*of, str(entry), *place[len(of) + 1 :])


def _gap(index: int, of: Path, over: Step, first: bool) -> int:
    """The gap between entries of a list, after a step."""
    match over:
        case Put(index=int(other)) if parts(over.path) == of:
            return index + (index > other or (index == other and not first))
        case Take() if parts(over.path) == of:
            return index - (index > over.index)
        case Move():
            closed = shifted(of, over.taking) or of
            return _gap(_gap(index, of, over.taking, first), closed, over.putting, first)
    return index


def _replaced(place: Path, over: Step) -> bool:
    """Whether a step gave the object or list around a place another value."""
    return isinstance(over, Set) and len(over.place) < len(place) and place[: len(over.place)] == over.place
