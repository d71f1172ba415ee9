"""The gallery's closer look: do two pictures of cards that were laid onto each other show the same one?

Both go in side by side. The light is taken out first: per colour the difference that most places agree on. What is left
is compared at three sizes, a place may be off by a little, and judged where it is: one icon is enough for another card.
While training the network is also told where siblings differ, which teaches it from far fewer of them. Two taught cards
are compared the same way: which of them a picture shows is judged only where these two differ.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter

import torch
from torch import nn
from torch.nn import functional

from models.families import MET, PAIRS, TAUGHT, UNTOLD, Batch, Families, any_family
from models.gallery_stock import stuff
from models.light import Rng
from models.loop import Job
from models.real_cards import real_cards
from models.settings import Config

Looked = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
DARK = 0.06  # added before the logarithm: the noise of black
AGREED = 0.12  # difference in logarithms that most places of one light agree within
ROUNDS = 5
RARE = 4.0  # places that differ are rare: each counts so many times
POWERS = (0.5, 1.0, 2.0, 4.0, 8.0)  # of the means over differences: from the usual one to the largest
MAPS = 4  # of differences at each size: of everything and of the hue alone, each way
FIGURES = 7 + 3 * MAPS * (len(POWERS) + 1)


def _layer(before: int, width: int, stride: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.SiLU())


class OverlayNetwork(nn.Module):
    """Pairs of pictures in; out come for each a logit, where they differ, and what speaks for the same card."""

    fresh = "speaks."

    def __init__(self) -> None:
        super().__init__()
        self.closer = nn.ModuleList([_layer(6, 16, 2), _layer(24, 40, 2), _layer(40, 56, 2)])
        self.beside = nn.ModuleList([_layer(width + MAPS + 3, out, 1) for width, out in ((16, 24), (40, 40), (56, 56))])
        self.where = nn.Conv2d(56, 1, 1)
        self.speaks = nn.Sequential(nn.Conv2d(56, 16, 1), nn.SiLU(), nn.Conv2d(16, 1, 1))
        self.norm = nn.BatchNorm1d(FIGURES, affine=False)
        self.judge = nn.Sequential(nn.Linear(FIGURES + 2 * 56 + 3, 64), nn.SiLU(), nn.Linear(64, 1))

    def forward(self, pairs: torch.Tensor) -> Looked:
        """The logit of every pair that they are the same card, of every place that they differ there, and how much
        that place speaks for the same card."""
        taught, met = torch.log(pairs + DARK).split(3, 1)
        light = agreed(taught - met)
        met = met + light
        ground = taught.mean((2, 3), keepdim=True)
        figures = [_figures(taught - ground, met - ground, light)]
        seen = torch.cat([taught - ground, met - ground], 1)
        for size, (closer, beside) in enumerate(zip(self.closer, self.beside, strict=True)):
            taught, met = functional.avg_pool2d(taught, 2), functional.avg_pool2d(met, 2)
            reach = 1 if size < 2 else 0
            away = [*_aways(taught, met, reach), *_aways(_hue(taught), _hue(met), reach)]
            figures += [_means(one) for one in away]
            seen = beside(torch.cat([closer(seen), *away, taught - met], 1))
        where = self.where(seen)
        spread = torch.sigmoid(where).sum((2, 3)).add(0.1).log()
        told = [self.norm(torch.cat(figures, 1)), seen.mean((2, 3)), seen.amax((2, 3))]
        told += [where.amax((2, 3)), torch.logsumexp(where, (2, 3)), spread]
        return self.judge(torch.cat(told, 1))[:, 0], where[:, 0], self.speaks(seen)[:, 0]


def agreed(difference: torch.Tensor) -> torch.Tensor:
    """Per picture and colour the difference that most places agree on."""
    middle = difference.mean((2, 3), keepdim=True)
    for _ in range(ROUNDS):
        weight = 1 / (1 + ((difference - middle) / AGREED).square().sum(1, keepdim=True))
        middle = (weight * difference).sum((2, 3), keepdim=True) / weight.sum((2, 3), keepdim=True)
    return middle


def _figures(taught: torch.Tensor, met: torch.Tensor, light: torch.Tensor) -> torch.Tensor:
    """How the light differs, and how much there is to see."""
    bright = light.mean(1, keepdim=True)
    steps = (taught[..., 1:] - taught[..., :-1]).abs().mean((1, 2, 3))
    contrasts = [one.square().mean((1, 2, 3)) for one in (taught, met)]
    seen = torch.stack([*contrasts, steps], 1).add(1e-4).log()
    return torch.cat([bright.flatten(1), (light - bright).flatten(1), seen], 1)


def _hue(picture: torch.Tensor) -> torch.Tensor:
    """Colour without brightness: thin lines may be blurred, their hue stays."""
    return picture - picture.mean(1, keepdim=True)


def _aways(one: torch.Tensor, other: torch.Tensor, reach: int) -> list[torch.Tensor]:
    return [_nearest(one, other, reach), _nearest(other, one, reach)]


def _nearest(one: torch.Tensor, other: torch.Tensor, reach: int) -> torch.Tensor:
    """How far each place is from the nearest of the other picture's around it."""
    height, width = one.shape[2:]
    around = functional.pad(other, (reach,) * 4, mode="replicate")
    steps = range(2 * reach + 1)
    fars = [
        (one - around[:, :, down : down + height, right : right + width]).abs().sum(1, keepdim=True)
        for down in steps
        for right in steps
    ]
    return torch.cat(fars, 1).amin(1, keepdim=True)


def _means(away: torch.Tensor) -> torch.Tensor:
    """From the usual difference to the largest, as logarithms."""
    flat = away.flatten(1) + 1e-4
    means = [flat.pow(power).mean(1).pow(1 / power) for power in POWERS]
    return torch.stack([*means, flat.amax(1)], 1).log()


def job(config: Config) -> Job:
    """Everything its training needs."""

    def batches(without: tuple[str, ...], renders: bool, seed: int) -> Callable[[Rng], Batch]:
        made_of = stuff(config.gallery.art, config.gallery.photos, "train", seed)
        real = real_cards(config.gallery.photos / "cards", without)
        make = partial(any_family, made_of, real, config.gallery.side, config.overlay.real)
        return Families(make, config.overlay.batch).batch

    return Job(OverlayNetwork().to(memory_format=torch.channels_last), config.overlay, batches, itemgetter(0), loss)


def loss(model: OverlayNetwork, made: Batch) -> tuple[torch.Tensor, dict[str, float]]:
    """Every pair by itself, of every card that is met which one it is or none, and where each pair differs."""
    pairs, places, families = made
    logits, where, speaks = model(pairs.to(memory_format=torch.channels_last))
    logits = logits.view(families, PAIRS)
    beside = functional.binary_cross_entropy_with_logits(logits[:, -1], torch.zeros(families))
    logits = logits[:, :-1].reshape(families, MET, TAUGHT)
    judged = functional.binary_cross_entropy_with_logits(logits, torch.eye(MET, TAUGHT).expand(families, -1, -1))
    choice = torch.cat([logits, torch.zeros(families, MET, 1)], 2).flatten(0, 1)
    wanted = torch.arange(MET).repeat(families)
    told = functional.cross_entropy(choice, wanted)
    weight = torch.where(places == UNTOLD, 0.0, torch.where(places > 0, RARE, 1.0))
    located = functional.binary_cross_entropy_with_logits(where, places.clamp(min=0), weight=weight)
    rather = _rather(where.view(families, PAIRS, -1), speaks.view(families, PAIRS, -1))
    apart = functional.softplus(-rather).mean()
    right = (choice.argmax(1) == wanted).float().view(families, MET)
    figures = {
        "known": float(right[:, :TAUGHT].mean()),
        "stranger": float(right[:, TAUGHT].mean()),
        "rather": float((rather > 0).float().mean()),
    }
    total = judged + told + 2 * located + apart + 0.2 * beside
    parts = {"loss": float(told.detach()), "where": float(located.detach()), "apart": float(apart.detach())}
    return total, {**parts, **figures}


def _rather(where: torch.Tensor, speaks: torch.Tensor) -> torch.Tensor:
    """Of both taught cards' pictures, how much more places where these two differ speak for it than for the other."""
    differ = torch.sigmoid(where[:, -1])
    more = speaks[:, : TAUGHT * MET : TAUGHT] - speaks[:, 1 : TAUGHT * MET : TAUGHT]
    each = (differ[:, None] * more[:, :TAUGHT]).sum(2)
    return each * torch.tensor([1.0, -1.0])
