"""What all trainings share: batches made ahead, averaged weights, checkpoints, a progress bar."""

from __future__ import annotations

import contextlib
import copy
import os
import queue
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
import torch.multiprocessing
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from torch import nn

from models.light import Rng
from models.settings import Schedule

T = TypeVar("T")
SAVE_EVERY = 50
LOG_EVERY = 25


@dataclass(frozen=True)
class Job:
    """One network to train: how fast, from which batches, towards what."""

    network: nn.Module
    schedule: Schedule
    # for sources left out, with or without renders, and a seed: what makes one batch
    batches: Callable[[tuple[str, ...], bool, int], Callable[[Rng], Any]]
    pictures: Callable[[Any], torch.Tensor]
    loss: Callable[[nn.Module, Any], tuple[torch.Tensor, dict[str, float]]]


def ahead(make: Callable[[Rng], T], seed: list[int], workers: int = 2, depth: int = 6) -> Iterator[T]:
    """Batches made by other processes while the network is busy. Call it before any network runs: they are forked."""
    context = torch.multiprocessing.get_context("fork")
    ready = context.Queue(depth)
    for worker in range(workers):
        context.Process(target=_make, args=(make, [*seed, worker], ready, os.getpid()), daemon=True).start()
    return _taken(ready)


def _make(make: Callable[[Rng], T], seed: list[int], ready: Any, parent: int) -> None:
    """Fill the queue for as long as the training lives."""
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    try:
        while os.getppid() == parent:
            made = make(rng)
            while os.getppid() == parent:
                with contextlib.suppress(queue.Full):
                    ready.put(made, timeout=5)
                    break
    except Exception as problem:  # a worker that dies in silence would only make training slower
        ready.put(problem)


def _taken(ready: Any) -> Iterator[Any]:
    while True:
        made = ready.get()
        if isinstance(made, Exception):
            raise made
        yield made


class Average:
    """A running average of a network's weights, which generalises better than the last step's."""

    def __init__(self, network: nn.Module, keep: float) -> None:
        self.network = copy.deepcopy(network).eval().requires_grad_(False)
        self.keep = keep

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def update(self, network: nn.Module, step: int) -> None:
        keep = self.keep * (1 - np.exp(-step / 300))  # follow closely while young
        for mine, theirs in zip(self.network.state_dict().values(), network.state_dict().values(), strict=True):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, 1 - keep)
            else:
                mine.copy_(theirs)


def optimiser(network: nn.Module, schedule: Schedule) -> torch.optim.Optimizer:
    """AdamW; biases and norms are not decayed."""
    trained = [p for p in network.parameters() if p.requires_grad]
    decayed = [p for p in trained if p.ndim > 1]
    free = [p for p in trained if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": schedule.weight_decay}, {"params": free, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=schedule.rate, betas=(0.9, 0.99), fused=True)


def steps_done(checkpoint: Path) -> int:
    """How far a checkpoint got; a run that goes on from it must not see the same batches once more."""
    return int(torch.load(checkpoint, weights_only=False)["step"]) if checkpoint.exists() else 0


def save(path: Path, **state: Any) -> None:
    """Write a checkpoint whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.replace(path)


def train(
    job: Job, batches: Iterator[Any], checkpoint: Path, steps: int, resume: bool, notes: dict[str, Any]
) -> nn.Module:
    """Train to `steps`, from the checkpoint when asked; returns the averaged network."""
    network, schedule = job.network, job.schedule
    optimizer = optimiser(network, schedule)
    average = Average(network, schedule.average)
    first = 0
    if resume and checkpoint.exists():
        state = torch.load(checkpoint, weights_only=False)
        network.load_state_dict(state["network"])
        average.network.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimiser"])
        first = state["step"]
    means: dict[str, float] = {}
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    with _bar() as bar, checkpoint.with_suffix(".log").open("a", encoding="utf-8") as log:
        task = bar.add_task(checkpoint.stem, total=steps, completed=first, figures="")
        for step in range(first, steps):
            for group in optimizer.param_groups:
                group["lr"] = schedule.rate_at(step, steps)
            network.train()
            loss, parts = job.loss(network, next(batches))
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 10.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            average.update(network, step)
            means = {key: means.get(key, value) * 0.97 + value * 0.03 for key, value in parts.items()}
            figures = " ".join(f"{key} {value:.3f}" for key, value in means.items())
            bar.update(task, advance=1, figures=figures)
            if (step + 1) % LOG_EVERY == 0:
                print(f"{step + 1}/{steps} {figures}", file=log, flush=True)
            if (step + 1) % SAVE_EVERY == 0 or step + 1 == steps:
                save(
                    checkpoint,
                    network=network.state_dict(),
                    average=average.network.state_dict(),
                    optimiser=optimizer.state_dict(),
                    step=step + 1,
                    notes=notes,
                )
    return average.network


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, TimeRemainingColumn(), TextColumn("{task.fields[figures]}"))
