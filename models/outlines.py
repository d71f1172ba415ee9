"""The finder of cards with outlines by segmentation instead of four corners: for comparison, it does not ship.

The same tiles, start weights and schedule as `models.cards`; a thing is taught as the mask of its quadrilateral.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from ultralytics.nn.tasks import SegmentationModel
from ultralytics.utils.loss import v8SegmentationLoss

from models import cards
from models.card_tiles import Stock, stock
from models.finder import freeze
from models.light import Rng
from models.loop import Job
from models.settings import Cards, Config

GAINS = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, overlap_mask=False)
COARSE = 4  # pixels of a tile to one of a mask
FINE = 4  # bits behind the point of a corner that is drawn


def job(config: Config) -> Job:
    """Everything the training of the network needs."""
    model = network(config.cards, config.cards.start)
    freeze(model, config.cards.frozen)

    def batches(without: tuple[str, ...], renders: bool, seed: int) -> Callable[[Rng], dict[str, torch.Tensor]]:
        return partial(batch, stock(config, without, renders, seed), config.cards)

    return Job(model, config.cards, batches, itemgetter("img"), cards.Loss(config.cards.frozen, v8SegmentationLoss))


def network(settings: Cards, start: Path | None) -> SegmentationModel:
    """YOLOv8n with masks; body and boxes as trained on COCO, masks and classes made anew."""
    model = SegmentationModel("yolov8n-seg.yaml", nc=len(settings.names), verbose=False)
    cards.take_over(model, start)
    model.args = GAINS
    model.names = dict(enumerate(settings.names))
    return model.to(memory_format=torch.channels_last)


def batch(materials: Stock, settings: Cards, rng: Rng) -> dict[str, torch.Tensor]:
    """A batch of corners with the mask of every thing."""
    made = cards.batch(materials, settings, rng)
    made["masks"] = torch.from_numpy(masks(made["keypoints"][..., :2].numpy() * settings.tile, settings.tile))
    return made


def masks(quads: NDArray[np.float32], side: int) -> NDArray[np.float32]:
    """What each quadrilateral covers of a tile, in coarse pixels.

    >>> masks(np.array([[[0, 0], [16, 0], [16, 32], [0, 32]]], np.float32), 32)[0].sum(axis=1).tolist()
    [5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0]
    """
    drawn = np.zeros((len(quads), side // COARSE, side // COARSE), np.float32)
    for mask, quad in zip(drawn, quads, strict=True):
        points = ((quad / COARSE - 0.5) * 2**FINE).round().astype(np.int32)  # OpenCV counts middles of pixels
        cv2.fillConvexPoly(mask, points, 1.0, shift=FINE)
    return drawn
