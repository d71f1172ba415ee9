"""Learn from another reader as well: where it is right about a crop, its doubts are taught with the label.

Two readers whose answers are weighed read better than either, and cost twice. One that learns to answer as both do
costs once; and a reader that is refined for new kinds of dice does not forget what it was sure of before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import accumulate
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.crops import UNKNOWN
from models.light import Rng
from models.loop import Job
from models.reader import HEADS, WEIGHTS, Batch
from vision.network import Network

Taught = tuple[torch.Tensor, torch.Tensor, torch.Tensor]  # crops, labels, and chances of all heads side by side
SHARE = 1.0  # how much what the other reader says counts, against the labels
ENDS = tuple(accumulate(len(words) for words in HEADS.values()))


@dataclass(frozen=True)
class Teacher:
    """A reader to learn from."""

    path: Path

    @cached_property
    def network(self) -> Network:
        """Opened by the process that asks: a session does not live on in a fork."""
        return Network(self.path, threads=1)

    def said(self, crops: torch.Tensor) -> torch.Tensor:
        """The chances of all heads for each crop."""
        answers = self.network(np.ascontiguousarray(crops.numpy()))
        return torch.cat([torch.from_numpy(answers[head]).softmax(1) for head in HEADS], 1)


def imitating(job: Job, path: Path) -> Job:
    """The training of a reader that learns from another one, too."""
    teacher = Teacher(path)

    def batches(without: tuple[str, ...], renders: bool, seed: int) -> Callable[[Rng], Taught]:
        return partial(_taught, teacher, job.batches(without, renders, seed))

    return replace(job, batches=batches, loss=partial(_loss, job.loss))


def _taught(teacher: Teacher, make: Callable[[Rng], Batch], rng: Rng) -> Taught:
    crops, labels = make(rng)
    return crops, labels, teacher.said(crops)


def _loss(
    own: Callable[..., tuple[torch.Tensor, dict[str, float]]], model: nn.Module, made: Taught
) -> tuple[torch.Tensor, dict[str, float]]:
    """The loss by labels, and how far the answers are from the teacher's."""
    crops, labels, said = made
    answers = model(crops)
    total, figures = own(lambda _: answers, (crops, labels))
    parts = said.tensor_split(ENDS[:-1], dim=1)
    apart = sum(
        weight * (trust(told, wanted) * functional.cross_entropy(logits, told, reduction="none")).mean()
        for logits, told, wanted, weight in zip(answers, parts, labels.T, WEIGHTS.values(), strict=True)
    )
    return total + SHARE * apart, {**figures, "apart": float(apart.detach())}


def trust(told: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """How far a teacher is believed about each crop: as far as it thought the truth likely, or nobody knows it."""
    right = told.gather(1, wanted.clamp(min=0)[:, None])[:, 0]
    return torch.where(wanted == UNKNOWN, torch.ones_like(right), right)
