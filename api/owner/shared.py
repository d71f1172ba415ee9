"""Changes of the owner's files: one at a time here, and in a club one at a time everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import RLock

Turn = Callable[[str], AbstractContextManager[None]]
_WRITING = RLock()  # phones at one table may enter values at the same moment
_turns: list[Turn] = []


@contextmanager
def changing(room: str) -> Iterator[None]:
    """Change files of a room ("catalogue", "gallery"); all hosts have them when it ends without an error."""
    with _WRITING:
        if _turns:
            with _turns[-1](room):
                yield
        else:
            yield


def share(turn: Turn) -> None:
    """From now on the owner's files belong to several hosts."""
    _turns.append(turn)


def keep_to_ourselves(turn: Turn) -> None:
    """No longer."""
    _turns.remove(turn)
