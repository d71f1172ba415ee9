"""The finder: YOLOv8n with two classes, started from COCO weights."""

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
from ultralytics.nn.tasks import DetectionModel
from ultralytics.utils.loss import v8DetectionLoss

from models import album
from models.backdrops import tables
from models.light import Image, Rng
from models.loop import Job
from models.settings import Config, Finder
from models.sprites import Labels, Sprite, cut_outs, load_rendered
from models.tiles import Stock, tile

GAINS = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5)
SPRITES = 700  # of each source
TABLES = 220
CACHE = Path("runs/cache")
COCO_CLASSES = 80


def job(config: Config) -> Job:
    """Everything the training of a finder needs."""
    model = network(config.finder, config.finder.start)
    freeze(model, config.finder.frozen)

    def batches(without: tuple[str, ...], renders: bool, seed: int) -> Callable[[Rng], dict[str, torch.Tensor]]:
        return partial(batch, stock(config, without, renders, seed), config.finder)

    return Job(model, config.finder, batches, itemgetter("img"), Loss(config.finder.frozen))


def stock(config: Config, without: tuple[str, ...], renders: bool, seed: int) -> Stock:
    """Everything tiles are made of, in memory."""
    data = config.data
    real, corrected = album.real(data, without), album.corrected(data)
    sprites: list[Sprite] = []
    for source, pages in (real | corrected).items():
        cut = partial(cut_outs, pages, SPRITES, config.reader.feet[0], np.random.default_rng(seed))
        sprites += cut() if source in corrected else _kept(f"sprites-{source}-{seed}", cut)
    rendered = album.rendered(data) if renders else []
    drawn = [sprite for path in album.sprite_sets(data) for sprite in load_rendered(path)] if renders else []
    return Stock(real | corrected, rendered, sprites, drawn, bare_tables(config, seed), config.finder.source_weights)


def bare_tables(config: Config, seed: int) -> list[album.Print]:
    """Tables without dice, photographed and drawn."""
    bare = [config.data.real / source / "manifest.jsonl" for source in config.data.backgrounds]
    photos = [page for path in bare for page in album.album(path, config.data.longest_side)]
    return photos + _kept(f"tables-{seed}", lambda: tables(TABLES, seed))


def _kept(name: str, make: Callable[[], list[Any]]) -> list[Any]:
    """What takes a minute to make is kept on disk."""
    path = CACHE / f"{name}.pt"
    if path.exists():
        return list(torch.load(path, weights_only=False))
    made = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save(made, path)
    return made


def network(settings: Finder, start: Path | None) -> DetectionModel:
    """YOLOv8n as trained on COCO, its last layer made anew for our classes."""
    model = DetectionModel("yolov8n.yaml", nc=COCO_CLASSES, verbose=False)
    if start is not None:
        weights = torch.load(start, map_location="cpu", weights_only=False)["model"].float().state_dict()
        model.load_state_dict(weights)
    head = model.model[-1]
    head.nc = len(settings.names)
    head.no = head.nc + 4 * head.reg_max
    for branch in head.cv3:
        branch[-1] = nn.Conv2d(branch[-1].in_channels, head.nc, 1)
    head.bias_init()
    model.args = GAINS
    model.nc = head.nc
    model.names = dict(enumerate(settings.names))
    return model.to(memory_format=torch.channels_last)


@torch.no_grad()  # type: ignore[untyped-decorator]
def restore_norms(model: nn.Module, images: torch.Tensor) -> None:
    """Give batch normalisation its statistics back without changing what the network computes.

    The start weights come from an ONNX file in which every normalisation was folded into its convolution. Left
    like that, the first training step would renormalise every layer and undo what the network had learned.
    """
    norms = [layer for layer in model.modules() if isinstance(layer, nn.BatchNorm2d)]
    seen: dict[nn.BatchNorm2d, tuple[torch.Tensor, torch.Tensor]] = {}

    def watch(layer: nn.BatchNorm2d, inputs: tuple[torch.Tensor, ...]) -> None:
        seen[layer] = (inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3)))

    hooks = [layer.register_forward_pre_hook(watch) for layer in norms]
    model.eval()
    model(images)
    for hook in hooks:
        hook.remove()
    for layer, (mean, variance) in seen.items():
        slope = layer.weight / (layer.running_var + layer.eps).sqrt()
        layer.bias += slope * (mean - layer.running_mean)
        layer.weight.copy_(slope * (variance + layer.eps).sqrt())
        layer.running_mean.copy_(mean)
        layer.running_var.copy_(variance)


def batch(materials: Stock, settings: Finder, rng: Rng) -> dict[str, torch.Tensor]:
    """One batch of tiles in the form the YOLO loss wants."""
    made = [tile(materials, settings, rng) for _ in range(settings.batch)]
    return collate(made, settings.tile)


def collate(tiles: list[tuple[Image, Labels]], side: int) -> dict[str, torch.Tensor]:
    """Tiles and labels as tensors; boxes as centre and size in shares of the tile."""
    images = np.stack([image for image, _ in tiles])
    owners = np.concatenate([np.full(len(labels), n) for n, (_, labels) in enumerate(tiles)])
    labels = np.concatenate([labels for _, labels in tiles])
    boxes = np.hstack([(labels[:, 1:3] + labels[:, 3:]) / 2, labels[:, 3:] - labels[:, 1:3]]) / side
    return {
        "img": tensor_of(images),
        "batch_idx": torch.from_numpy(owners.astype(np.float32)),
        "cls": torch.from_numpy(labels[:, :1].copy()),
        "bboxes": torch.from_numpy(boxes.astype(np.float32)),
    }


def tensor_of(images: Image) -> torch.Tensor:
    """Pictures (N, H, W, 3) as the networks take them: 0 to 1, channels first in name, last in memory."""
    return torch.from_numpy(images).permute(0, 3, 1, 2).float().div_(255).contiguous(memory_format=torch.channels_last)


def freeze(model: DetectionModel, layers: int) -> None:
    """Let the first layers keep what they know; they cost the most to train and change the least."""
    for layer in model.model[:layers]:
        layer.requires_grad_(False)
    model.model[-1].dfl.requires_grad_(False)


class Loss:
    """The YOLO loss of one network, made when the first batch comes; frozen layers keep their norms, too."""

    def __init__(self, frozen: int) -> None:
        self.frozen = frozen
        self.criterion: Any = None

    def __call__(self, model: DetectionModel, made: dict[str, torch.Tensor]) -> tuple[torch.Tensor, dict[str, float]]:
        if self.criterion is None:
            self.criterion = v8DetectionLoss(model)
        for layer in model.model[: self.frozen]:
            layer.eval()
        total, parts = self.criterion(model(made["img"]), made)
        return total.sum() / len(made["img"]), {key: float(value) for key, value in parts.items()}
