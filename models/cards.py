"""The network that finds cards, tiles, boards and counters: YOLOv8n with four corners, started from COCO weights."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch import nn
from ultralytics.nn.modules import Conv
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.loss import KeypointLoss, v8PoseLoss

from models.card_tiles import Stock, stock, tile
from models.finder import freeze, tensor_of
from models.light import Rng
from models.loop import Job
from models.settings import Cards, Config

GAINS = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, pose=8.0, kobj=0.0)
CORNER_CHANNELS = 48
FAR = 0.5  # corners farther off than this share of the thing's size pull no harder


def job(config: Config) -> Job:
    """Everything the training of the network needs."""
    model = network(config.cards, config.cards.start)
    freeze(model, config.cards.frozen)

    def batches(without: tuple[str, ...], renders: bool, seed: int) -> Callable[[Rng], dict[str, torch.Tensor]]:
        return partial(batch, stock(config, without, renders, seed), config.cards)

    return Job(model, config.cards, batches, itemgetter("img"), Loss(config.cards.frozen))


def network(settings: Cards, start: Path | None) -> PoseModel:
    """YOLOv8n with corners; body and boxes as trained on COCO, corners and classes made anew."""
    model = PoseModel("yolov8n-pose.yaml", nc=len(settings.names), data_kpt_shape=(4, 2), verbose=False)
    head = model.model[-1]
    widths = [branch[0].conv.in_channels for branch in head.cv4]
    head.cv4 = nn.ModuleList(
        nn.Sequential(
            Conv(width, CORNER_CHANNELS, 3), Conv(CORNER_CHANNELS, CORNER_CHANNELS, 3), nn.Conv2d(CORNER_CHANNELS, 8, 1)
        )
        for width in widths
    )
    take_over(model, start)
    model.args = GAINS
    model.names = dict(enumerate(settings.names))
    return model.to(memory_format=torch.channels_last)


def take_over(model: nn.Module, start: Path | None) -> None:
    """Give a network the weights of a file that fit it; the rest of its head begins as it should."""
    if start is not None:
        weights = torch.load(start, map_location="cpu", weights_only=False)["model"].float().state_dict()
        mine = model.state_dict()
        fits = {key: value for key, value in weights.items() if key in mine and mine[key].shape == value.shape}
        model.load_state_dict(fits, strict=False)
    model.model[-1].bias_init()


def batch(materials: Stock, settings: Cards, rng: Rng) -> dict[str, torch.Tensor]:
    """One batch in the form the YOLO loss wants."""
    return collate([tile(materials, settings, rng) for _ in range(settings.batch)], settings.tile)


def collate(tiles: list[tuple[Any, Any]], side: int) -> dict[str, torch.Tensor]:
    """Tiles and labels as tensors; boxes and corners in shares of the tile."""
    images = np.stack([image for image, _ in tiles])
    owners = np.concatenate([np.full(len(labels), n) for n, (_, labels) in enumerate(tiles)])
    labels = np.concatenate([labels for _, labels in tiles]).astype(np.float32)
    boxes = np.hstack([(labels[:, 1:3] + labels[:, 3:5]) / 2, labels[:, 3:5] - labels[:, 1:3]]) / side
    corners = labels[:, 5:13].reshape(-1, 4, 2) / side
    known = np.repeat(labels[:, 13], 4).reshape(-1, 4, 1)
    return {
        "img": tensor_of(images),
        "batch_idx": torch.from_numpy(owners.astype(np.float32)),
        "cls": torch.from_numpy(labels[:, :1].copy()),
        "bboxes": torch.from_numpy(boxes),
        "keypoints": torch.from_numpy(np.concatenate([corners, known], axis=2)),
    }


class CornerLoss(KeypointLoss):
    """How far corners are off, in sizes of the thing, whichever corner is counted first.

    Near 45 degrees no corner is clearly the upper-left-most: a network held to an order would answer with the mean.
    """

    def forward(
        self, pred_kpts: torch.Tensor, gt_kpts: torch.Tensor, kpt_mask: torch.Tensor, area: torch.Tensor
    ) -> torch.Tensor:
        turned = torch.stack([gt_kpts[..., :2].roll(turn, dims=1) for turn in range(4)])
        size = area.sqrt().clamp(min=1e-6)
        off = (pred_kpts[None, ..., :2] - turned).pow(2).sum(-1).add(1e-6).sqrt() / size
        # squared for the choice of the turn, so that one bad corner decides; linear where it is pulled
        best = off.pow(2).sum(-1).argmin(0)
        chosen = off[best, torch.arange(off.shape[1])]
        pulled = torch.where(chosen < FAR, chosen, FAR + 0.2 * (chosen - FAR))
        known = kpt_mask.float()
        return (pulled * known).sum() / known.sum().clamp(min=1)


def corner_criterion(model: PoseModel) -> v8PoseLoss:
    """What boxes, classes and corners cost."""
    criterion = v8PoseLoss(model)
    criterion.keypoint_loss = CornerLoss(criterion.keypoint_loss.sigmas)
    return criterion


class Loss:
    """The loss of one network, made when the first batch comes; frozen layers keep their norms, too."""

    def __init__(self, frozen: int, begin: Callable[[Any], Any] | None = None) -> None:
        self.frozen = frozen
        self.begin = begin or corner_criterion
        self.criterion: Any = None

    def __call__(self, model: Any, made: dict[str, torch.Tensor]) -> tuple[torch.Tensor, dict[str, float]]:
        if self.criterion is None:
            self.criterion = self.begin(model)
        for layer in model.model[: self.frozen]:
            layer.eval()
        # half the time: sixteen bits inside the network, thirty-two where errors are added up
        with torch.autocast("cpu", dtype=torch.bfloat16):
            answers = model(made["img"])
        answers = {key: value.float() if torch.is_tensor(value) else value for key, value in answers.items()}
        total, parts = self.criterion(answers, made)
        return total.sum() / len(made["img"]), {key: float(value) for key, value in parts.items()}
