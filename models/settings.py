"""The configuration of the workshop: one YAML file, checked when it is read."""

from __future__ import annotations

from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field

CONFIG = Path(__file__).with_name("config.yaml")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Data(_Part):
    """Where pictures come from."""

    real: Path
    rendered: list[Path]
    train_sources: list[str]
    val_sources: list[str]
    backgrounds: list[str]
    longest_side: int
    corrected: list[Path] = []  # folders that `tally corrections export` wrote


class Schedule(_Part):
    """How a network is trained: warm up, hold the rate, let it fall."""

    batch: int
    steps: int
    warmup: int
    decay: float
    rate: float
    end_rate: float
    weight_decay: float
    average: float

    def rate_at(self, step: int, steps: int) -> float:
        """The learning rate of one step of `steps`."""
        if step < self.warmup:
            return self.rate * (step + 1) / self.warmup
        falling = max(1, int(steps * self.decay))
        left = min(1.0, max(0.0, (steps - step) / falling))
        return self.end_rate + (self.rate - self.end_rate) * left


class Finder(Schedule):
    """Where the dice are."""

    names: list[str]
    start: Path
    tile: int
    frozen: int
    die_pixels: tuple[float, float]
    mix: dict[str, float]
    source_weights: dict[str, float]
    size: int
    tile_size: int
    small_die: float
    certain: float
    smaller: float
    target_die: float
    propose: float
    confidence: float
    iou: float


class Reader(Schedule):
    """What a die shows."""

    crop: int = Field(multiple_of=16)  # the stride of its coarse features
    margin: float
    evened: float
    feet: list[float]
    clear: float
    seldom: dict[str, float]
    smoothing: float
    mix: dict[str, float]
    source_weights: dict[str, float]
    turn: dict[str, float]

    @property
    def scope(self) -> float:
        """The sides of a crop, in sides of the evened box."""
        return 1 + 2 * self.margin


class Lamp(Schedule):
    """What colour the light has."""

    side: int
    bins: int
    step: float
    balanced: float
    lean: float
    warmth: float
    tint: float


class Cards(Schedule):
    """Where cards, tiles, boards and counters are."""

    names: list[str]
    start: Path
    photos: Path
    dice_photos: Path
    everything: bool
    tile: int
    frozen: int
    thing_pixels: tuple[float, float]
    mix: dict[str, float]
    shares: dict[str, float]
    source_weights: dict[str, float]
    looks: list[int]
    small: float
    best: tuple[float, float]
    propose: float
    confidence: dict[str, float]


class Gallery(Schedule):
    """Which card a picture shows."""

    art: Path
    photos: Path
    side: int = Field(multiple_of=16)
    features: int
    summary: int
    reach: int


class Overlay(Schedule):
    """Whether two pictures that were laid onto each other show the same card; `batch` counts families of siblings."""

    real: float  # share of the families that are cut out of real photos


class Config(_Part):
    """Everything in `config.yaml`."""

    data: Data
    finder: Finder
    reader: Reader
    lamp: Lamp
    cards: Cards
    gallery: Gallery
    overlay: Overlay

    def learning_from(self, corrected: list[Path]) -> Config:
        """The same with folders of photos that people corrected."""
        return self.model_copy(update={"data": self.data.model_copy(update={"corrected": corrected})})


def load(path: Path = CONFIG) -> Config:
    """Read and check the configuration."""
    return Config.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
