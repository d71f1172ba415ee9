"""How a game appears on the page: what its contract says of it, and which files of the page are its own."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from api.language.speech import translator
from scoring.game import Game

PAGES = Path(__file__).parent.parent / "web" / "static" / "games"
"""A folder per game, named by its id: ``index.js`` and, where it has styles of its own, ``style.css``."""


def appearance(game: Game[Any]) -> dict[str, Any]:
    """What the page needs before it shows anything of the game."""
    return {
        "prefixes": list(game.prefixes),
        "emblem": asdict(game.emblem) if game.emblem else None,
        "seat_colours": list(game.seat_colours),
        "shared": game.shared,
        "drawn": game.has("draw"),
        "page": (PAGES / game.id / "index.js").is_file(),
        "styles": (PAGES / game.id / "style.css").is_file(),
    }


def dice_side(game: Game[Any], lang: str) -> list[dict[str, Any]]:
    """The dice of the box in a language, for whoever enters them by hand."""
    speak = translator(lang)
    return [
        {
            "code": kind.code,
            "name": speak(kind.name),
            "faces": [{"code": face.code, "name": speak(face.name)} for face in kind.faces],
        }
        for kind in game.dice
    ]
