"""A game whose files are not in order is named in one sentence, and the others go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from pydantic import ValidationError

from scoring.complaints import faults, told
from scoring.faults import TallyError
from scoring.words import Sentence, as_written, say


class BrokenGame(TallyError):  # noqa: N818  # reads better at the call site than BrokenGameError
    """A game that cannot be used as it lies there; the sentence names it and says where it breaks."""

    def __init__(self, game_id: str, reason: str) -> None:
        super().__init__(say("The game {game} cannot be used: {reason}", game=as_written(game_id), reason=reason))


@contextmanager
def in_order(game_id: str, folder: Path, part: str = "") -> Iterator[None]:
    """Within this block a part of the game is loaded; whatever is wrong with it becomes a BrokenGame.

    A file of a game can go wrong in any way there is, which is why every exception counts here.
    """
    try:
        yield
    except BrokenGame:
        raise
    except Exception as error:
        raise BrokenGame(game_id, _reason(error, folder, part)) from error


def _what(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return told(faults(error))
    if isinstance(error, KeyError):
        return say("there is no {name}", name=as_written(error.args[0]))
    return str(error.msg if isinstance(error, SyntaxError) else error)


def _reason(error: Exception, folder: Path, part: str) -> Sentence:
    """Where in its folder a game breaks and of what, e.g. ``referee.py, line 3: name 'dice' is not defined``."""
    what = _what(error)
    text = (
        what
        if isinstance(what, Sentence)
        else what.strip().rstrip(".").replace(str(folder), folder.name) or type(error).__name__
    )
    if isinstance(error, SyntaxError) and error.filename:
        steps = [(error.filename, error.lineno)]
    else:
        steps = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    inside = [(Path(file), line) for file, line in steps if folder in Path(file).parents]
    if not inside:
        return say("{file}: {what}.", file=part, what=text) if part else say("{what}.", what=text)
    file, line = inside[-1]
    return say("{file}, line {line}: {what}.", file=file.relative_to(folder).as_posix(), line=line, what=text)
