"""Good input made bad: JSON, text and bytes with something wrong in them, the same for the same seed."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

DEEP: Any = []
for _ in range(60):
    DEEP = [DEEP]
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 99, 10**9, -(10**9), 10**30, 2**63, 0.5, 1e308, float("nan"), float("inf"),
    "", " ", "\0", "a" * 3000, "😀" * 50, "\ud800", "\u202eabc", "../../etc/passwd", "'; DROP TABLE tables;--",
    "{0}", "%s%n",
    [], {}, [[]], [None], {"": None}, [1] * 300, DEEP, "1", "-1", "yes", "2026-11-17", "__class__", "Ann", "red",
)  # fmt: skip
WORDS = (
    "dragon",
    "νάνος",
    "zamek",
    "how many",
    "πόσοι πόντοι",
    "ile",
    "1 2 2 3",
    "con",
    "xp",
    "kastro",
    "?",
    "\ud800",
    "a" * 90,
    "ß",
    "İ",
)


def bad_json(chance: Random, good: Any) -> bytes:
    """A document with one to three things wrong, or its text damaged."""
    document = copy.deepcopy(good)
    for _ in range(chance.randint(1, 3)):
        document = _changed(chance, document)
    text = json.dumps(document, ensure_ascii=True).encode()
    return bad_bytes(chance, text) if chance.random() < 0.15 else text


def _changed(chance: Random, document: Any) -> Any:
    """The document with one place of it changed, however deep."""
    if isinstance(document, dict) and document and chance.random() < 0.85:
        key = chance.choice(sorted(document, key=str))
        return _changed_entry(chance, document, key)
    if isinstance(document, list) and document and chance.random() < 0.85:
        place = chance.randrange(len(document))
        if chance.random() < 0.15:
            return document + [copy.deepcopy(document[place])] * chance.choice((1, 2, 40))
        if chance.random() < 0.1:
            return document[:place] + document[place + 1 :]
        document[place] = _changed(chance, document[place])
        return document
    if isinstance(document, int | float) and not isinstance(document, bool) and chance.random() < 0.5:
        return document + chance.choice((-1, 1, -document, document, 0.5, 1000))
    return _odd(chance)


def _odd(chance: Random) -> Any:
    """Something that is wrong nearly everywhere; a copy, as it may be changed further."""
    return copy.deepcopy(chance.choice(ODD))


def _changed_entry(chance: Random, document: dict[str, Any], key: str) -> dict[str, Any]:
    kind = chance.random()
    if kind < 0.1:
        del document[key]
    elif kind < 0.2:
        document[chance.choice((key + "x", "", "__init__", "version", "players"))] = _odd(chance)
    else:
        document[key] = _changed(chance, document[key])
    return document


def bad_bytes(chance: Random, good: bytes) -> bytes:
    """Bytes with bits turned, parts cut out, doubled or swapped."""
    data = bytearray(good)
    for _ in range(chance.choice((1, 1, 2, 8, 40))):
        if not data:
            break
        at, kind = chance.randrange(len(data)), chance.randrange(5)
        if kind == 0:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del data[at : at + chance.choice((1, 4, 64, 4096))]
        elif kind == 2:
            data[at:at] = data[at : at + chance.choice((1, 16, 512))]
        elif kind == 3:
            data[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff"))
        else:
            del data[at:]
    return bytes(data)


def bad_text(chance: Random, good: str) -> str:
    """A line of text with letters changed, doubled, dropped, or words of elsewhere in it."""
    letters = list(good)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(letters) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            letters[at:at] = chance.choice((*WORDS, " ", "(", ")", ";", "/", ":", '"', "-", "9", "x"))
        elif kind == 1:
            del letters[at : at + chance.choice((1, 2, 9))]
        elif kind == 2:
            letters[at:at] = letters[at : at + chance.choice((1, 5, 40))]
        elif letters:
            letters[at % len(letters)] = chr(chance.choice((0, 7, 32, 48, 65, 0x3B1, 0x142, 0x1F600, 0xFFFD)))
    return "".join(letters)
