"""One JSON object a line: what stands in a picture and where. Written by every generator, read by the trainers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

Box = tuple[float, float, float, float]

PIP_FACES = tuple(str(n) for n in range(1, 9))
SYMBOL_FACES = (
    "beer",
    *(f"cave_in{n}" for n in range(1, 5)),
    *(f"dragon{n}" for n in range(1, 5)),
    "pickaxe",
    "shield",
    "chest1",
    "chest2",
    *(f"gem{n}" for n in range(1, 4)),
    *(f"magic{n}" for n in range(1, 4)),
)
KINDS = ("pips", "symbol", "polyhedron")
MATERIALS = ("plain", "marbled", "pearled", "translucent")


@dataclass(frozen=True)
class Die:
    """One die of a picture: its box, the face that is up, and how it looks.

    `second` is the other name that its colour could go by, where whoever named it was unsure.
    """

    box: Box
    kind: str
    face: str | None = None
    colour: str | None = None
    material: str | None = None
    visible: float = 1.0
    top: tuple[float, float] | None = None
    second: str | None = None


@dataclass(frozen=True)
class Picture:
    """One labelled picture; `ignore` are places that are neither right nor wrong to find, `look_alikes` no dice."""

    image: str
    source: str
    width: int
    height: int
    angle: float | None = None
    dice: tuple[Die, ...] = ()
    ignore: tuple[Box, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)
    look_alikes: tuple[Box, ...] = ()


def forgive(picture: Picture) -> Picture:
    """Dice whose top nobody can see (under another, or cut off) are neither right nor wrong to find."""
    unreadable = [die for die in picture.dice if die.face is None and die.kind != "polyhedron"]
    kept = tuple(die for die in picture.dice if die not in unreadable)
    return replace(picture, dice=kept, ignore=(*picture.ignore, *(die.box for die in unreadable)))


def to_json(picture: Picture) -> str:
    """One manifest line; extra fields stand beside the fixed ones.

    >>> to_json(Picture("a.jpg", "render", 4, 3))[:72]
    '{"image": "a.jpg", "source": "render", "width": 4, "height": 3, "angle":'
    """
    fields = asdict(picture)
    extra = fields.pop("extra")
    fields["dice"] = [
        {**die, "box": _rounded(die["box"]), "visible": round(die["visible"], 3)} for die in fields["dice"]
    ]
    return json.dumps({**fields, **extra})


def from_json(line: str) -> Picture:
    """The picture of one manifest line."""
    fields = json.loads(line)
    known = {name: fields.pop(name) for name in list(fields) if name in Picture.__dataclass_fields__}
    known["dice"] = tuple(
        Die(**{**die, "box": tuple(die["box"]), "top": tuple(die["top"]) if die.get("top") else None})
        for die in known.get("dice", ())
    )
    for boxes in ("ignore", "look_alikes"):
        known[boxes] = tuple(tuple(box) for box in known.get(boxes, ()))
    return Picture(**known, extra=fields)


def read(path: Path) -> Iterator[Picture]:
    """Every picture of a manifest file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield from_json(line)


def write(path: Path, pictures: Iterable[Picture]) -> int:
    """Replace a manifest; returns how many pictures it lists."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [to_json(picture) for picture in pictures]
    part = path.with_suffix(".part")
    part.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    part.replace(path)
    return len(lines)


def append(path: Path, picture: Picture) -> None:
    """Add one picture, so that a stopped run can go on where it stood."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as lines:
        lines.write(to_json(picture) + "\n")


def _rounded(box: Box) -> list[float]:
    return [round(float(value), 1) for value in box]
