"""What people edit is YAML and gettext; what the program loads is JSON made from it, which is read many times faster.

The JSON lies in a folder ``compiled`` beside its source and carries a mark of the text it was made from. It is used
only while that mark fits: a source that was edited, or never compiled, is read itself, slower but never out of date.
``python -m api.compile`` makes the JSON; so do ``make`` and every installation, therefore it is not kept in git.
"""

from __future__ import annotations

import json
import os
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

FOLDER = "compiled"
SHAPE = 1  # counts up when a parser gives the same text another shape

Parser = Callable[[bytes], Any]


def load(source: Path, parse: Parser) -> Any:
    """What a source says: from its compiled form, or from itself where that is absent or made from another text."""
    text = source.read_bytes()
    made = _made_from(source)
    return made["data"] if made and made["mark"] == mark(text) else parse(text)


def read_yaml(text: bytes) -> Any:
    """Parse a YAML source; the library is imported only where nothing is compiled."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(text, Loader=loader)


def compile_source(source: Path, parse: Parser) -> bool:
    """Bring the compiled form of one source up to date; whether there was anything to do."""
    if not stale(source):
        return False
    text = source.read_bytes()
    data = parse(text)
    written = json.dumps({"mark": mark(text), "data": data}, ensure_ascii=False, separators=(",", ":"))
    if json.loads(written)["data"] != data:
        raise ValueError(f"{source}: JSON cannot carry this as it is; most often a number is used as a name.")
    put(compiled_path(source), written)
    return True


def put(target: Path, text: str) -> None:
    """Write a file in one step: whoever reads or writes it meanwhile sees the old one or a new one, never half."""
    target.parent.mkdir(exist_ok=True)
    fresh = target.with_suffix(f".{os.getpid()}-{threading.get_ident()}.new")
    fresh.write_text(text, "utf-8")
    fresh.replace(target)


def stale(source: Path) -> bool:
    """Whether the compiled form is absent or was made from another text."""
    made = _made_from(source)
    return made is None or made["mark"] != mark(source.read_bytes())


def compiled_path(source: Path) -> Path:
    """Where the compiled form of a source lies.

    >>> compiled_path(Path("scoring/diceminer/rules.yaml")).as_posix()
    'scoring/diceminer/compiled/rules.json'
    """
    return source.parent / FOLDER / f"{source.stem}.json"


def mark(text: bytes) -> str:
    """A mark of a text that changes with it. Dates would not do: a checkout and an installation give new ones.

    >>> mark(b"gold"), mark(b"cold")
    ('1-4-47a91d51', '1-4-c8cb8a06')
    """
    return f"{SHAPE}-{len(text)}-{zlib.crc32(text):08x}"


def _made_from(source: Path) -> Any:
    try:
        return json.loads(compiled_path(source).read_bytes())
    except (OSError, ValueError):
        return None
