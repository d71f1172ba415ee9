"""What tells a game and its players apart at a glance: letters on a ground of two colours, and a colour per seat."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

SEAT_COLOURS = ("red", "blue", "green", "gold", "purple", "orange", "white", "black")
"""The paints of the drawings that seats get, unless the game's own pieces have colours."""

GROUNDS = (
    ("#5f7fbf", "#2f4170"),
    ("#8f6bb3", "#4a2f6b"),
    ("#b3754a", "#6b3a1f"),
    ("#5a9a8a", "#24504f"),
    ("#a35c78", "#5a2440"),
    ("#7f8a4f", "#434d22"),
)
"""Grounds for games that bring none; white letters can be read on every one."""


@dataclass(frozen=True, slots=True)
class Emblem:
    """One to three letters on a ground that goes from one colour to another."""

    letters: str
    colours: tuple[str, str]


def emblem_of(game_id: str, title: str) -> Emblem:
    """The emblem of a game that brings none: the first letters of its title.

    >>> emblem_of("chess", "Chess").letters, emblem_of("mau", "Mau Mau").letters
    ('CH', 'MM')
    """
    words = title.split() or [game_id]
    letters = "".join(word[0] for word in words[:2]) if len(words) > 1 else words[0][:2]
    return Emblem(letters.upper(), GROUNDS[crc32(game_id.encode()) % len(GROUNDS)])
