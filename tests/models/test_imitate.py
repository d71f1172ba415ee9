"""A reader that learns from another one believes it where it is right."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")

from models.crops import FACES, UNKNOWN  # noqa: E402
from models.imitate import ENDS, _loss, trust  # noqa: E402
from models.reader import HEADS, loss_of  # noqa: E402


def test_a_teacher_counts_as_far_as_it_is_right() -> None:
    told = torch.tensor([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5]])
    assert trust(told, torch.tensor([0, 0, UNKNOWN])).tolist() == pytest.approx([0.9, 0.2, 1.0])


def test_answers_like_the_teachers_cost_less() -> None:
    labels = torch.tensor([[FACES.index("4"), 0, 0]])
    sure = torch.cat([torch.eye(len(words))[labels[:, n]] for n, words in enumerate(HEADS.values())], 1)
    logits = [8 * part for part in sure.tensor_split(ENDS[:-1], dim=1)]
    others = [part.roll(1, dims=1) for part in logits]
    own = loss_of(0.05)
    alike, unlike = (_loss(own, lambda _, said=said: said, (None, labels, sure)) for said in (logits, others))
    assert float(alike[0]) < float(unlike[0]) and alike[1]["apart"] < 0.1 < unlike[1]["apart"]
