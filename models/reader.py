"""The reader: a small network with three answers for one crop: face, colour, material."""

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

from datasets.manifest import MATERIALS
from models import finder as finding
from models.album import in_white_light
from models.crops import COLOURS, FACES, UNKNOWN, Faces, crop, look_alikes, polyhedra, spots
from models.light import Rng
from models.loop import Job
from models.settings import Config, Reader
from vision.lamp import Lamp
from vision.weights import model_path

HEADS = {"face": FACES, "colour": COLOURS, "material": MATERIALS}
Batch = tuple[torch.Tensor, torch.Tensor]  # crops, and a row of labels for each
GLARE = 0.93  # of the brightest value: as bright as this in all three colours is a mirrored lamp, or white plastic
MATT_ENOUGH = 0.2  # share of a place from which its colour can be told without its glare
FINE = 8  # stride of the fine features
COARSE = 16  # stride of the coarse features
PLACE = 32  # features of each cell that keep their place
WEIGHTS = {"face": 1.0, "colour": 0.6, "material": 0.2}


class ReaderNetwork(nn.Module):
    """Crops in, logits of the three heads out; the trunk is the first half of YOLOv8n's backbone."""

    def __init__(self, crop: int) -> None:
        super().__init__()
        layers = DetectionModel("yolov8n.yaml", nc=finding.COCO_CLASSES, verbose=False).model
        self.fine = layers[:5]  # to an eighth of the crop: pips
        self.coarse = layers[5:7]  # to a sixteenth: the die
        self.mix = nn.Sequential(nn.Conv2d(128, 256, 1, bias=False), nn.BatchNorm2d(256), nn.SiLU())
        # what is where: seen from the side, pips in the lower part of the crop belong to other faces
        self.place = nn.Conv2d(256, PLACE, 1)
        self.drop = nn.Dropout(0.1)
        # which places show the die itself: no pips, no neighbour, no table; glare only of a die that is all white
        self.body = nn.Conv2d(64 + 1, 1, 1)
        pooled, cells = 2 * (64 + 256), (crop // COARSE) ** 2
        widths = {"face": pooled + PLACE * cells, "colour": pooled + 64 + 3, "material": pooled}
        self.heads = nn.ModuleDict({name: nn.Linear(widths[name], len(words)) for name, words in HEADS.items()})

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, ...]:
        fine = self.fine(crops)
        coarse = self.mix(self.coarse(fine))
        pooled = torch.cat([pool for map_ in (fine, coarse) for pool in (map_.mean((2, 3)), map_.amax((2, 3)))], 1)
        seen = {
            "face": torch.cat([pooled, self.place(coarse).flatten(1)], 1),
            "colour": torch.cat([pooled, self._body(crops, fine)], 1),
            "material": pooled,
        }
        return tuple(self.heads[name](self.drop(seen[name])) for name in HEADS)

    def _body(self, crops: torch.Tensor, fine: torch.Tensor) -> torch.Tensor:
        """What the die's body looks like, and its mean colour without glare; the mask is learned."""
        limit = GLARE * crops.amax((1, 2, 3), keepdim=True)
        matt = (crops.amin(1, keepdim=True) < limit).to(crops.dtype)
        share = functional.avg_pool2d(matt, FINE)
        without_glare = functional.avg_pool2d(crops * matt, FINE) / (share + 1e-3)
        colour = torch.where(share > MATT_ENOUGH, without_glare, functional.avg_pool2d(crops, FINE))
        weight = torch.sigmoid(self.body(torch.cat([fine, 1 - share], 1)))
        return (torch.cat([fine, colour], 1) * weight).sum((2, 3)) / weight.sum((2, 3))


class BothWays(nn.Module):
    """The reader's mean answer for a crop and its mirror picture: pips and colours are the same in a mirror.

    Turning the crop as well would do harm: seen from the side, only the upper face of a die is its top.
    """

    def __init__(self, reader: ReaderNetwork) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, ...]:
        ways = zip(self.reader(crops), self.reader(crops.flip(3)), strict=True)
        return tuple((plain + mirrored) / 2 for plain, mirrored in ways)


def job(config: Config) -> Job:
    """Everything the training of a reader needs."""

    def batches(without: tuple[str, ...], renders: bool, seed: int) -> Callable[[Rng], Batch]:
        return partial(batch, stock(config, without, renders, seed), config.reader)

    model = network(config.reader, config.finder.start)
    return Job(model, config.reader, batches, itemgetter(0), loss_of(config.reader.smoothing))


def network(settings: Reader, start: Path | None) -> ReaderNetwork:
    """A reader whose trunk knows what COCO taught it."""
    model = ReaderNetwork(settings.crop)
    if start is not None:
        known = torch.load(start, map_location="cpu", weights_only=False)["model"].float().model
        model.fine.load_state_dict(known[:5].state_dict())
        model.coarse.load_state_dict(known[5:7].state_dict())
    model.to(memory_format=torch.channels_last)
    return model


def stock(config: Config, without: tuple[str, ...], renders: bool, seed: int) -> Faces:
    """Everything crops are made of, in memory."""
    tiles = finding.stock(config, without, renders, seed)
    lamp = Lamp(model_path("lamp.onnx"))
    lit = {source: in_white_light(pages, lamp) for source, pages in tiles.real.items()}
    real = {source: found for source, pages in lit.items() if (found := spots(pages))}
    photos = [page for pages in tiles.real.values() for page in pages]
    odd, alike = polyhedra(tiles.rendered + photos), look_alikes(photos)
    rendered = spots(in_white_light(tiles.rendered, lamp))
    return Faces(real, rendered, odd, tiles, alike, renders, config.reader.source_weights)


def batch(faces: Faces, settings: Reader, rng: Rng) -> Batch:
    """Crops, and one row of labels (face, colour, material) for each."""
    made = [crop(faces, settings, rng) for _ in range(settings.batch)]
    images = finding.tensor_of(np.stack([one.image for one in made]))
    return images, torch.tensor([[one.face, one.colour, one.material] for one in made])


def loss_of(smoothing: float) -> Callable[..., tuple[torch.Tensor, dict[str, float]]]:
    """Cross entropy of the three heads, each over the crops whose label is known."""

    def loss(model: nn.Module, made: Batch) -> tuple[torch.Tensor, dict[str, float]]:
        images, labels = made
        total = torch.zeros(())
        figures = {}
        for logits, wanted, (name, weight) in zip(model(images), labels.T, WEIGHTS.items(), strict=True):
            known = wanted != UNKNOWN
            if known.any():
                logits, wanted = logits[known], wanted[known]
                total = total + weight * functional.cross_entropy(logits, wanted, label_smoothing=smoothing)
                figures[name] = float((logits.argmax(1) == wanted).float().mean())
        return total, {"loss": float(total.detach()), **figures}

    return loss
