"""Outlines instead of corners: the same tiles with masks, and a step towards them."""

from __future__ import annotations

import numpy as np
import torch
from ultralytics.utils.loss import v8SegmentationLoss

from models import cards, outlines
from models.card_tiles import Stock, View
from models.settings import Config


def two_cards() -> View:
    """Two cards on a plain table."""
    image = np.full((200, 300, 3), 60, np.uint8)
    image[40:160, 30:110] = image[40:160, 160:240] = 220
    quads = np.array([[[x, 40], [x + 80, 40], [x + 80, 160], [x, 160]] for x in (30, 160)], np.float64)
    return View(image, ["card", "card"], quads, np.ones(2, bool))


def test_a_mask_covers_what_lies_between_the_corners_and_is_learned_from(config: Config) -> None:
    few = config.cards.model_copy(update={"mix": {"real": 1.0}, "batch": 2, "tile": 128})
    made = outlines.batch(Stock(None, {"drawn": [two_cards()]}), few, np.random.default_rng(0))
    assert made["masks"].shape == (len(made["cls"]), 32, 32)
    inside = made["bboxes"][:, 2:].prod(dim=1)
    assert bool((made["masks"].mean(dim=(1, 2)) <= inside * 1.3 + 0.02).all())
    assert made["masks"].any()
    torch.manual_seed(0)
    network = outlines.network(config.cards, None).train()
    total, parts = cards.Loss(0, v8SegmentationLoss)(network, made)
    total.backward()
    assert bool(torch.isfinite(total)) and parts["seg_loss"] > 0
    assert network.model[-1].proto.cv1.conv.weight.grad.abs().sum() > 0
