"""The gallery's closer look: do two pictures of cards that were laid onto each other show the same one?

Both go in side by side. The light is taken out first: per colour the difference that most places agree on. What is left
is compared at three sizes, a place may be off by a little, and judged where it is: one icon is enough for another card.
While training the network is also told where siblings differ, which teaches it from far fewer of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from datasets.designs import Stuff, differences, draw, invent, sibling
from datasets.views import view
from models.gallery_stock import stuff
from models.light import Rng
from models.loop import Job
from models.settings import Config, Overlay
from vision.overlaying import Layable, laid_pair

Batch = tuple[torch.Tensor, torch.Tensor, int]  # pairs, where they differ, and of how many families they are
DARK = 0.06  # added before the logarithm: the noise of black
AGREED = 0.12  # difference in logarithms that most places of one light agree within
ROUNDS = 5
TAUGHT, MET = 2, 3  # of a family of siblings two are taught and three met: the third is a stranger
PLACES = 12  # along each side, of which it is told whether siblings differ there
RARE = 4.0  # places that differ are rare: each counts so many times
POWERS = (0.5, 1.0, 2.0, 4.0, 8.0)  # of the means over differences: from the usual one to the largest
MAPS = 4  # of differences at each size: of everything and of the hue alone, each way
FIGURES = 7 + 3 * MAPS * (len(POWERS) + 1)


def _layer(before: int, width: int, stride: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.SiLU())


class OverlayNetwork(nn.Module):
    """Pairs of pictures in, one logit each out."""

    def __init__(self) -> None:
        super().__init__()
        self.closer = nn.ModuleList([_layer(6, 16, 2), _layer(24, 40, 2), _layer(40, 56, 2)])
        self.beside = nn.ModuleList([_layer(width + MAPS + 3, out, 1) for width, out in ((16, 24), (40, 40), (56, 56))])
        self.where = nn.Conv2d(56, 1, 1)
        self.norm = nn.BatchNorm1d(FIGURES, affine=False)
        self.judge = nn.Sequential(nn.Linear(FIGURES + 2 * 56 + 3, 64), nn.SiLU(), nn.Linear(64, 1))

    def forward(self, pairs: torch.Tensor) -> torch.Tensor:
        return self.looked(pairs)[0]

    def looked(self, pairs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logit of every pair that they are the same card, and of every place that they differ there."""
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
        return self.judge(torch.cat(told, 1))[:, 0], where[:, 0]


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
        return partial(batch, made_of, config.gallery.side, config.overlay)

    return Job(OverlayNetwork().to(memory_format=torch.channels_last), config.overlay, batches, itemgetter(0), loss)


def batch(made_of: Stuff, side: int, settings: Overlay, rng: Rng) -> Batch:
    """Families of siblings: each that is met beside each that is taught."""
    families = [family(made_of, side, rng) for _ in range(settings.batch)]
    pairs, places = (np.concatenate(part) for part in zip(*families, strict=True))
    return torch.from_numpy(pairs), torch.from_numpy(places), settings.batch


def family(made_of: Stuff, side: int, rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """Three siblings, two of them taught, all of them met: the pairs, and where the designs of each differ."""
    design = invent(made_of, rng)
    faces = [draw(one, made_of) for one in (design, sibling(design, made_of, rng), sibling(design, made_of, rng))]
    quarter = int(rng.integers(4))

    def seen(face: np.ndarray, hard: float) -> Layable:
        around = made_of.pictures[int(rng.integers(len(made_of.pictures)))]
        return Layable.of(np.ascontiguousarray(np.rot90(view(face, around, side, rng, hard), quarter)))

    taught = [seen(face, float(rng.uniform(0.05, 0.5))) for face in faces[:TAUGHT]]
    met = [seen(face, float(rng.uniform(0.1, 0.8))) for face in faces]
    pairs = [laid_pair(one, other) for other in met for one in taught]
    places = [np.rot90(differences(one, other, PLACES), quarter) for other in faces for one in faces[:TAUGHT]]
    return np.stack(pairs), np.stack(places).astype(np.float32)


def loss(model: OverlayNetwork, made: Batch) -> tuple[torch.Tensor, dict[str, float]]:
    """Every pair by itself, of every card that is met which one it is or none, and where each pair differs."""
    pairs, places, families = made
    logits, where = model.looked(pairs.to(memory_format=torch.channels_last))
    logits = logits.view(families, MET, TAUGHT)
    judged = functional.binary_cross_entropy_with_logits(logits, torch.eye(MET, TAUGHT).expand(families, -1, -1))
    choice = torch.cat([logits, torch.zeros(families, MET, 1)], 2).flatten(0, 1)
    wanted = torch.arange(MET).repeat(families)
    told = functional.cross_entropy(choice, wanted)
    located = functional.binary_cross_entropy_with_logits(where, places, pos_weight=torch.tensor(RARE))
    right = (choice.argmax(1) == wanted).float().view(families, MET)
    figures = {"known": float(right[:, :TAUGHT].mean()), "stranger": float(right[:, TAUGHT].mean())}
    return judged + told + 2 * located, {"loss": float(told.detach()), "where": float(located.detach()), **figures}
