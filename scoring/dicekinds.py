"""The dice of a box as people choose them: first the kind, then the face that lies up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Face:
    """What a die may show: the code that a state writes for it, and its name in words."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class DieKind:
    """Dice that look alike: their letter or colour, their name, and their faces in order."""

    code: str
    name: str
    faces: tuple[Face, ...]
