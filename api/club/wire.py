"""What travels between pages and readers, as JSON: pictures, readings, and sentences that can still be translated."""

from __future__ import annotations

import base64
import json
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any

from scoring.words import Sentence

KNOWN = {
    "Kept": "vision.taught",
    "Look": "api.reading.reader",
    "Print": "vision.taught",
    "Proposal": "vision.numbers",
    "Seen": "api.reading.reader",
}
"""The kinds of things that may come out of a packet; nothing else is ever made."""
MARK = "$"


def packed(value: Any) -> bytes:
    """A value as bytes.

    >>> unpacked(packed({"jpeg": b"x", "told": [1, None]}))
    {'jpeg': b'x', 'told': [1, None]}
    """
    return json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":")).encode()


def unpacked(data: bytes) -> Any:
    """The value again; tuples come back as lists."""
    return json.loads(data, object_hook=_made)


def _plain(value: Any) -> Any:
    if isinstance(value, Sentence):
        return {MARK: "Sentence", "template": value.template, "values": _plain(dict(value.values))}
    if isinstance(value, bytes):
        return {MARK: "bytes", "data": base64.b64encode(value).decode()}
    if is_dataclass(value):
        return {MARK: type(value).__name__, **{one.name: _plain(getattr(value, one.name)) for one in fields(value)}}
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(part) for part in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _made(told: dict[str, Any]) -> Any:
    kind = told.pop(MARK, None)
    if kind is None:
        return told
    if kind == "Sentence":
        return Sentence(told["template"], told["values"])
    if kind == "bytes":
        return base64.b64decode(told["data"])
    return getattr(import_module(KNOWN[kind]), kind)(**told)
