"""The lamp: a very small network that says how warm the light of a photo is.

It learns from photos whose light is made warmer or colder by a known amount. Phones balance white themselves, so a
photo as it comes counts as white light; hues are turned before, which leaves greys grey, so that a red tray does
not pass for a red lamp.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from operator import itemgetter

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models import album
from models.finder import bare_tables
from models.light import Image, Rng, turn_hue
from models.loop import Job
from models.settings import Config, Lamp
from vision.lamp import Light, chart, thumbnail

Batch = tuple[torch.Tensor, torch.Tensor]  # charts, and the light of each
COLOURFUL = 0.75  # share of the photos whose hues are turned
CLOSE = 0.6  # share of which only a part is seen
SHARPNESS = 4.0  # of the map of likely lights before it has learned anything
SMOOTH = 1e-4  # neighbouring places of a chart mean nearly the same


class LampNetwork(nn.Module):
    """Charts in, lights out: slides what it knows of white light over the chart and takes the mean of the fits."""

    def __init__(self, settings: Lamp) -> None:
        super().__init__()
        bins, reach = settings.bins, settings.bins // 2 - 1
        self.white = nn.Conv2d(2, 1, 2 * reach + 1, padding=reach, bias=False)
        middles = (torch.arange(bins) - bins / 2 + 0.5) * settings.step
        self.register_buffer("middles", middles)
        # rare lights need better reasons than common ones
        self.rare = nn.Parameter((middles[:, None] ** 2 + middles[None] ** 2) / 0.3)
        nn.init.zeros_(self.white.weight)
        self.white.weight.data[..., reach, reach] = SHARPNESS

    def forward(self, charts: torch.Tensor) -> torch.Tensor:
        fits = self.white(charts)[:, 0] - self.rare
        chances = fits.flatten(1).softmax(1).view_as(fits)
        return torch.stack([(chances.sum(2) * self.middles).sum(1), (chances.sum(1) * self.middles).sum(1)], 1)


def job(config: Config) -> Job:
    """Everything the training of a lamp needs."""

    def batches(without: tuple[str, ...], renders: bool, seed: int) -> Callable[[Rng], Batch]:
        return partial(batch, stock(config, without, seed), config.lamp)

    return Job(LampNetwork(config.lamp), config.lamp, batches, itemgetter(0), loss)


def stock(config: Config, without: tuple[str, ...], seed: int) -> list[list[Image]]:
    """Small copies of photos by source, and of tables without dice."""
    photos: dict[str, list[Image]] = {}
    for page in (*chain(*album.real(config.data, without).values()), *bare_tables(config, seed)):
        photos.setdefault(page.source, []).append(thumbnail(page.image, config.lamp.side))
    return list(photos.values())


def batch(photos: list[list[Image]], settings: Lamp, rng: Rng) -> Batch:
    """Charts of photos under lamps; every source of photos is as frequent as the others."""
    charts, lights = [], []
    for _ in range(settings.batch):
        source = photos[rng.integers(len(photos))]
        light = draw_light(settings, rng)
        lit = light.shine_on(_white(source[rng.integers(len(source))], rng))
        charts.append(chart(lit, settings.bins, settings.step))
        lights.append(light)
    return torch.from_numpy(np.stack(charts)), torch.tensor(lights, dtype=torch.float32)


def draw_light(settings: Lamp, rng: Rng) -> Light:
    """From warm to cold, rarely greenish or magenta; most phones have taken most of the light away themselves.

    Without these balanced photos a coloured tray that fills the picture would pass for a coloured lamp.
    """
    if rng.random() < settings.balanced:
        warmth, tint = rng.normal(0, 0.3 * settings.warmth), rng.normal(0, 0.3 * settings.tint)
    else:
        warmth, tint = rng.normal(settings.lean, settings.warmth), rng.normal(0, settings.tint)
    return Light(float(warmth - tint), float(-warmth - tint))


def _white(photo: Image, rng: Rng) -> Image:
    """A part of the photo in other colours and other brightness, in white light."""
    if rng.random() < CLOSE:
        side = photo.shape[0] * 5 // 8
        left, top = rng.integers(0, photo.shape[0] - side + 1, 2)
        photo = photo[top : top + side, left : left + side]
    if rng.random() < COLOURFUL:
        photo = turn_hue(photo, rng.uniform(0, 360), float(np.exp(rng.normal(0.1, 0.35))))
    return np.clip(photo * np.exp(rng.normal(-0.1, 0.2)), 0, 255).astype(np.uint8)


def loss(model: LampNetwork, made: Batch) -> tuple[torch.Tensor, dict[str, float]]:
    """How far off the lights are, and how rough what is known has become."""
    charts, lights = made
    missed = functional.mse_loss(model(charts), lights)
    known = model.white.weight
    rough = known.diff(dim=2).square().sum() + known.diff(dim=3).square().sum()
    return missed + SMOOTH * rough, {"error": float(missed.detach().sqrt())}
