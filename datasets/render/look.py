"""How a die looks, in numbers that need no renderer."""

from __future__ import annotations

from dataclasses import dataclass

from datasets.pigments import RGB


@dataclass(frozen=True)
class Look:
    """Colours in display RGB, the kind of plastic and how polished it is."""

    colour: str
    rgb: RGB
    ink: RGB
    material: str = "plain"
    second: RGB | None = None
    roughness: float = 0.25
    metallic: float = 0.0
