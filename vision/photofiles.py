"""Which photos a person means: files, folders and patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from glob import glob
from pathlib import Path

from scoring.words import say
from vision.photo import SUFFIXES, PhotoError


def find_photos(names: Iterable[str]) -> list[Path]:
    """All photos behind files, folders and patterns such as ``rolls/*.jpg``, each once, in order."""
    return list(dict.fromkeys(path for name in names for path in _photos_of(name)))


def _photos_of(name: str) -> Iterator[Path]:
    path = Path(name)
    if path.is_dir():
        inside = sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file())
        if not inside:
            raise PhotoError(say("There are no photos in the folder {name}.", name=name))
        yield from inside
    elif path.exists() or not any(sign in name for sign in "*?["):
        yield path
    else:
        matches = sorted(Path(match) for match in glob(name, recursive=True))  # noqa: PTH207  # Path.glob takes no absolute patterns
        if not matches:
            raise PhotoError(say("No file fits {name}.", name=name))
        yield from (match for match in matches if match.is_file())
