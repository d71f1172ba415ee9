"""The training of the network with corners, on tiny data; needs the extra `train`."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")

from models import settings  # noqa: E402
from models.cards import CornerLoss, Loss, collate, network  # noqa: E402

CARDS = settings.load().cards


def labelled_tile() -> tuple[np.ndarray, np.ndarray]:
    """A white card on a grey tile."""
    image = np.full((64, 64, 3), 90, np.uint8)
    image[16:48, 20:44] = 240
    row = [0, 20, 16, 44, 48, 20, 16, 44, 16, 44, 48, 20, 48, 1]
    return image, np.array([row], np.float32)


def test_corners_count_the_same_whichever_is_first() -> None:
    loss = CornerLoss(torch.ones(4))
    truth = torch.tensor([[[1.0, 1, 1], [5, 1, 1], [5, 7, 1], [1, 7, 1]]])
    known, area = torch.ones(1, 4), torch.tensor([[24.0]])
    values = [float(loss(truth[..., :2].roll(turn, dims=1), truth, known, area)) for turn in range(4)]
    assert max(values) < 0.01
    assert float(loss(truth[..., :2] + 1, truth, known, area)) > 0.2


def test_a_step_changes_the_weights_and_the_corners_are_held() -> None:
    torch.manual_seed(0)
    model = network(CARDS, None)
    made = collate([labelled_tile()] * 2, 64)
    assert made["keypoints"].shape == (2, 4, 3)
    total, parts = Loss(0)(model, made)
    total.backward()
    moved = [weight.grad.abs().sum() > 0 for weight in model.model[-1].cv4.parameters() if weight.grad is not None]
    assert any(moved)
    assert parts["pose_loss"] > 0
