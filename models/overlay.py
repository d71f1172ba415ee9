"""The gallery's closer look: do two pictures of cards that were laid onto each other show the same one?

Both go in side by side. The light is taken out first: per colour the difference that most places agree on. What is left
is compared at three sizes, a place may be off by a little, and judged where it is: one icon is enough for another card.
While training the network is also told where siblings differ, which teaches it from far fewer of them. Two taught cards
are compared the same way: which of them a picture shows is judged only where these two differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
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
from models.real_cards import RealSet, real_cards
from models.settings import Config, Overlay
from vision.overlaying import Layable, laid_pair

Batch = tuple[torch.Tensor, torch.Tensor, int]  # pairs, where they differ, and of how many families they are
Looked = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
DARK = 0.06  # added before the logarithm: the noise of black
AGREED = 0.12  # difference in logarithms that most places of one light agree within
ROUNDS = 5
TAUGHT, MET = 2, 3  # of a family of siblings two are taught and three met: the third is a stranger
PAIRS = TAUGHT * MET + 1  # of a family: each met beside each taught one, and the taught ones beside each other
UNTOLD = -1.0  # of real siblings nobody has marked where they differ
PLACES = 12  # along each side, of which it is told whether siblings differ there
RARE = 4.0  # places that differ are rare: each counts so many times
POWERS = (0.5, 1.0, 2.0, 4.0, 8.0)  # of the means over differences: from the usual one to the largest
MAPS = 4  # of differences at each size: of everything and of the hue alone, each way
FIGURES = 7 + 3 * MAPS * (len(POWERS) + 1)


def _layer(before: int, width: int, stride: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.SiLU())


class OverlayNetwork(nn.Module):
    """Pairs of pictures in, one logit each out."""

    fresh = "speaks."

    def __init__(self) -> None:
        super().__init__()
        self.closer = nn.ModuleList([_layer(6, 16, 2), _layer(24, 40, 2), _layer(40, 56, 2)])
        self.beside = nn.ModuleList([_layer(width + MAPS + 3, out, 1) for width, out in ((16, 24), (40, 40), (56, 56))])
        self.where = nn.Conv2d(56, 1, 1)
        self.speaks = nn.Sequential(nn.Conv2d(56, 16, 1), nn.SiLU(), nn.Conv2d(16, 1, 1))
        self.norm = nn.BatchNorm1d(FIGURES, affine=False)
        self.judge = nn.Sequential(nn.Linear(FIGURES + 2 * 56 + 3, 64), nn.SiLU(), nn.Linear(64, 1))

    def forward(self, pairs: torch.Tensor) -> torch.Tensor:
        return self.looked(pairs)[0]

    def looked(self, pairs: torch.Tensor) -> Looked:
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
        return partial(batch, made_of, real, config.gallery.side, config.overlay)

    return Job(OverlayNetwork().to(memory_format=torch.channels_last), config.overlay, batches, itemgetter(0), loss)


def batch(made_of: Stuff, real: Sequence[RealSet], side: int, settings: Overlay, rng: Rng) -> Batch:
    """Families of siblings: each that is met beside each that is taught; and all mirrored, in other colours."""
    families = [
        real_family(real[int(rng.integers(len(real)))], side, rng)
        if real and rng.random() < settings.real
        else family(made_of, side, rng)
        for _ in range(settings.batch // 2)
    ]
    families += [_mirrored(*one, rng) for one in families]
    pairs, places = (np.concatenate(part) for part in zip(*families, strict=True))
    return torch.from_numpy(pairs), torch.from_numpy(places), len(families)


def _mirrored(pairs: np.ndarray, places: np.ndarray, rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """To draw a family takes as long as to learn from it: so each is shown twice."""
    order = rng.permutation(3)
    return pairs[:, [*order, *(3 + order)], :, ::-1].copy(), places[..., ::-1].copy()


def family(made_of: Stuff, side: int, rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """Three siblings, two of them taught, all of them met: the pairs, and where the designs of each differ."""
    faces = _siblings(made_of, rng)
    while not all(differences(one, other, PLACES).any() for one, other in combinations(faces, 2)):
        faces = _siblings(made_of, rng)
    quarter = int(rng.integers(4))

    def seen(face: np.ndarray, hard: float) -> Layable:
        around = made_of.pictures[int(rng.integers(len(made_of.pictures)))]
        return Layable.of(np.ascontiguousarray(np.rot90(view(face, around, side, rng, hard), quarter)))

    taught = [seen(face, float(rng.uniform(0.05, 0.5))) for face in faces[:TAUGHT]]
    met = [seen(face, float(rng.uniform(0.1, 0.8))) for face in faces]
    sides = [(one, other) for other in faces for one in faces[:TAUGHT]] + [(faces[0], faces[1])]
    places = [np.rot90(differences(one, other, PLACES), quarter) for one, other in sides]
    return _paired(taught, met), np.stack(places).astype(np.float32)


def _siblings(made_of: Stuff, rng: Rng) -> list[np.ndarray]:
    design = invent(made_of, rng)
    return [draw(one, made_of) for one in (design, sibling(design, made_of, rng), sibling(design, made_of, rng))]


def real_family(cards: RealSet, side: int, rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """The same of real photos; where cards differ is not known, only that the same card differs nowhere."""
    quarter = int(rng.integers(4))
    taught_views, met_views = cards.family(side, TAUGHT, MET, rng)
    taught, met = (
        [Layable.of(np.ascontiguousarray(np.rot90(one, quarter))) for one in views]
        for views in (taught_views, met_views)
    )
    places = np.full((PAIRS, PLACES, PLACES), UNTOLD, np.float32)
    places[[0, TAUGHT + 1]] = 0
    return _paired(taught, met), places


def _paired(taught: Sequence[Layable], met: Sequence[Layable]) -> np.ndarray:
    pairs = [laid_pair(one, other) for other in met for one in taught]
    return np.stack([*pairs, laid_pair(*taught)])


def loss(model: OverlayNetwork, made: Batch) -> tuple[torch.Tensor, dict[str, float]]:
    """Every pair by itself, of every card that is met which one it is or none, and where each pair differs."""
    pairs, places, families = made
    logits, where, speaks = model.looked(pairs.to(memory_format=torch.channels_last))
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
