"""Whether two sides read a photo alike: the same boxes, and in them the same faces and colours, where both are sure."""

from __future__ import annotations

from typing import Any

NEAR = 2.0  # pixels
SURE = 0.7

Pieces = list[dict[str, Any]]


def differences(one: Pieces, other: Pieces) -> list[str]:
    """What one side reads otherwise than the other; readings below 0.7 may differ."""
    left = list(other)
    found = []
    for piece in one:
        same = next((twin for twin in left if _near(piece["box"], twin["box"])), None)
        if same is None:
            if piece["confidence"] >= SURE:
                found.append(f"only one side sees {_shows(piece)} at {piece['box']}")
            continue
        left.remove(same)
        sure = min(_sureness(piece), _sureness(same)) >= SURE
        if sure and _shows(piece) != _shows(same):
            found.append(f"{_shows(piece)} or {_shows(same)} at {piece['box']}")
    return found + [f"only the other side sees {_shows(p)} at {p['box']}" for p in left if p["confidence"] >= SURE]


def _near(one: list[float], other: list[float]) -> bool:
    return all(abs(edge - twin) <= NEAR for edge, twin in zip(one, other, strict=True))


def _shows(piece: dict[str, Any]) -> tuple[Any, ...]:
    return (piece["code"],) if "code" in piece else (piece["face"], piece["colour"])


def _sureness(piece: dict[str, Any]) -> float:
    return min(float(piece["confidence"]), float(piece.get("colour_confidence", 1.0)))
