"""The gallery's eyes: what a straightened card looks like, place by place, and whether two of them show one card.

The describer turns a picture into a map of features and one summary. The matcher compares two maps cell by cell over
small shifts, so that corners may be a little off, and judges where they differ: one icon is enough for another card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from ultralytics.nn.tasks import DetectionModel

from datasets.designs import Stuff, draw, invent, sibling
from datasets.views import view
from models import finder as finding
from models.gallery_stock import stuff
from models.light import Rng
from models.loop import Job
from models.settings import Config, Gallery

Batch = tuple[torch.Tensor, int]  # pictures: as taught, as met later, siblings; and how many of each
WARM = 0.07  # of the softmax over summaries
EVENED = 1e-4
PARTS = 4  # of a picture along each side that the summary keeps apart


class Describer(nn.Module):
    """Pictures in; a map of features at a quarter of their size and a summary out."""

    def __init__(self, features: int, summary: int) -> None:
        super().__init__()
        layers = DetectionModel("yolov8n.yaml", nc=finding.COCO_CLASSES, verbose=False).model
        self.fine = layers[:3]  # to a quarter
        self.middle = layers[3:5]  # to an eighth
        self.coarse = layers[5:7]  # to a sixteenth, for the summary
        self.of_middle = nn.Conv2d(64, features, 1)
        self.of_fine = nn.Conv2d(32, features, 1)
        self.of_colour = nn.Conv2d(3, features, 3, padding=1)
        self.summary = nn.Linear(2 * 128 + PARTS**2 * 64, summary)
        self.place = nn.Conv2d(128, 64, 1)

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        pictures = evened(pictures)
        fine = self.fine(pictures)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        colour = self.of_colour(functional.avg_pool2d(pictures, 4))
        above = functional.interpolate(self.of_middle(middle), scale_factor=2.0, mode="nearest")
        cells = self.of_fine(fine) + colour + above
        places = _pooled(_pooled(self.place(coarse), 2), 3).flatten(1)
        seen = torch.cat([coarse.mean((2, 3)), coarse.amax((2, 3)), places], 1)
        return cells, functional.normalize(self.summary(seen), dim=1)


def _pooled(cells: torch.Tensor, side: int) -> torch.Tensor:
    """Means of four parts along one side; the parts overlap where four do not fit (ONNX has no such pooling)."""
    length = int(cells.shape[side])
    parts = [(part * length // PARTS, -(-(part + 1) * length // PARTS)) for part in range(PARTS)]
    return torch.cat([cells.narrow(side, start, end - start).mean(side, keepdim=True) for start, end in parts], side)


def evened(pictures: torch.Tensor) -> torch.Tensor:
    """Without the light of the room: each colour channel around one mean, all with one contrast."""
    mean = pictures.mean((2, 3), keepdim=True)
    centred = pictures - mean
    spread = (centred.square().mean((1, 2, 3), keepdim=True) + EVENED).sqrt()
    return 0.5 + 0.2 * centred / spread


class Matcher(nn.Module):
    """Two maps side by side in, one logit out: do they show the same card?"""

    def __init__(self, features: int, reach: int) -> None:
        super().__init__()
        self.reach = reach
        self.features = features
        self.look = nn.Sequential(
            nn.Conv2d(4 + features, 24, 3, padding=1), nn.SiLU(), nn.Conv2d(24, 24, 3, padding=1, stride=2), nn.SiLU(),
            nn.Conv2d(24, 32, 3, padding=1, stride=2), nn.SiLU(), nn.Conv2d(32, 32, 3, padding=1), nn.SiLU(),
        )  # fmt: skip
        self.judge = nn.Sequential(nn.Linear(64 + 2, 32), nn.SiLU(), nn.Linear(32, 1))

    def forward(self, pairs: torch.Tensor) -> torch.Tensor:
        one, other = pairs[:, : self.features], pairs[:, self.features :]
        there, best = self._nearest(one, other)
        back, _ = self._nearest(other, one)
        still = (one - other).square().mean(1, keepdim=True)
        seen = self.look(torch.cat([there, back, still, there - back, best], 1))
        worst = torch.cat([there, back], 1).flatten(2)
        figures = torch.cat([worst.mean(2).mean(1, keepdim=True), worst.amax(2).amax(1, keepdim=True)], 1)
        pooled = torch.cat([seen.mean((2, 3)), seen.amax((2, 3)), figures], 1)
        return self.judge(pooled)[:, 0]

    def _nearest(self, one: torch.Tensor, other: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """How far each cell is from the nearest of the other map's cells around its place, and in which way."""
        reach, (height, width) = self.reach, one.shape[2:]
        around = functional.pad(other, (reach, reach, reach, reach), mode="replicate")
        rows, columns = torch.arange(height)[:, None], torch.arange(width)[None]
        wide = width + 2 * reach
        across = 2 * reach + 1
        with torch.no_grad():
            fars = [
                (one - around[:, :, down : down + height, right : right + width]).square().sum(1)
                for down in range(across)
                for right in range(across)
            ]
            chosen = torch.stack(fars, 1).argmin(1)
            down = torch.div(chosen, across, rounding_mode="floor")
            place = ((rows + down) * wide + columns + chosen - down * across).flatten(1)[:, None]
        nearest = around.flatten(2).gather(2, place.expand(-1, self.features, -1)).view_as(one)
        away = (one - nearest).square()
        return away.mean(1, keepdim=True), away


class GalleryNetwork(nn.Module):
    """Both parts, trained together."""

    def __init__(self, settings: Gallery) -> None:
        super().__init__()
        self.describer = Describer(settings.features, settings.summary)
        self.matcher = Matcher(settings.features, settings.reach)

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        cells, summary = self.describer(pictures)
        return cells, summary, self.matcher(torch.cat([cells, cells], 1))


def job(config: Config) -> Job:
    """Everything the training of the gallery's eyes needs."""

    def batches(without: tuple[str, ...], renders: bool, seed: int) -> Callable[[Rng], Batch]:
        made_of = stuff(config.gallery.art, config.gallery.photos, "train", seed)
        return partial(batch, made_of, config.gallery)

    return Job(network(config.gallery, config.finder.start), config.gallery, batches, itemgetter(0), loss)


def network(settings: Gallery, start: Path | None) -> GalleryNetwork:
    """A network whose describer knows what COCO taught it."""
    model = GalleryNetwork(settings)
    if start is not None:
        known = torch.load(start, map_location="cpu", weights_only=False)["model"].float().model
        for part, layers in ((model.describer.fine, known[:3]), (model.describer.middle, known[3:5])):
            part.load_state_dict(layers.state_dict())
        model.describer.coarse.load_state_dict(known[5:7].state_dict())
    return model.to(memory_format=torch.channels_last)


def batch(made_of: Stuff, settings: Gallery, rng: Rng) -> Batch:
    """Cards as taught, the same cards as met later, and siblings that must not be taken for them."""
    taught, met, others = [], [], []
    for _ in range(settings.batch):
        design = invent(made_of, rng)
        face, other = draw(design, made_of), draw(sibling(design, made_of, rng), made_of)
        taught.append(_seen(face, made_of, settings.side, rng, 0.5))
        met.append(_seen(face, made_of, settings.side, rng, 1.0))
        others.append(_seen(other, made_of, settings.side, rng, 1.0))
    return finding.tensor_of(np.stack(taught + met + others)), settings.batch


def _seen(face: np.ndarray, made_of: Stuff, side: int, rng: Rng, hard: float) -> np.ndarray:
    return view(face, made_of.pictures[int(rng.integers(len(made_of.pictures)))], side, rng, hard)


def loss(model: GalleryNetwork, made: Batch) -> tuple[torch.Tensor, dict[str, float]]:
    """Pairs told apart by the matcher, cards told apart by their summaries."""
    pictures, count = made
    cells, summaries = model.describer(pictures)
    taught, met, others = cells.split(count)
    likeness = summaries[:count] @ summaries[count : 2 * count].T / WARM
    wanted = torch.arange(count)
    lookalike = (likeness.detach() - 1e9 * torch.eye(count)).argmax(1)
    pairs = torch.cat([torch.cat([taught, there], 1) for there in (met, others, met[lookalike])])
    logits = model.matcher(pairs)
    truth = torch.cat([torch.ones(count), torch.zeros(2 * count)])
    judged = functional.binary_cross_entropy_with_logits(logits, truth, pos_weight=torch.tensor(2.0))
    told = functional.cross_entropy(likeness, wanted) + functional.cross_entropy(likeness.T, wanted)
    right = ((logits > 0) == (truth > 0.5)).float()
    figures = {
        "same": float(right[:count].mean()),
        "sibling": float(right[count : 2 * count].mean()),
        "other": float(right[2 * count :].mean()),
        "summary": float((likeness.argmax(1) == wanted).float().mean()),
    }
    return judged + 0.25 * told, {"loss": float(judged.detach()), **figures}
