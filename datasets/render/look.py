"""How a die looks, in numbers that need no renderer."""

from __future__ import annotations

from dataclasses import dataclass

from datasets.pigments import RGB


@dataclass(frozen=True)
class Look:
    """Colours in display RGB, the kind of plastic, how polished it is, and faces inked in another colour."""

    colour: str
    rgb: RGB
    ink: RGB
    material: str = "plain"
    second: RGB | None = None
    roughness: float = 0.25
    metallic: float = 0.0
    accent: RGB | None = None
    accented: tuple[str, ...] = ()
