"""Train the two networks: `python -m models.train finder`, `python -m models.train reader`.

A stopped run goes on with `--resume`; a longer `--steps` with `--resume` lengthens a finished one.
"""

from __future__ import annotations

import os
from pathlib import Path

# The wide matrix unit that some virtual machines announce is not always usable: stay below it.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_FP16")

import cv2
import typer

from models import settings
from models.extras import need_training

app = typer.Typer(add_completion=False, help=__doc__)

STEPS = typer.Option(None, help="Train to this many steps instead of what the configuration says.")
WITHOUT = typer.Option([], help="Leave a source of real photos out (may be repeated).")
RENDERS = typer.Option(True, help="Use the rendered pictures.")
RESUME = typer.Option(False, "--resume", help="Go on from the last checkpoint.")
START = typer.Option(None, help="Start from the weights of this checkpoint.")
CONFIG = typer.Option(settings.CONFIG, help="The configuration file.")
THREADS = typer.Option(2, help="Threads of the network.")
SEED = typer.Option(0, help="Seed of everything that is drawn.")


@app.command()
def finder(
    name: str = "finder",
    steps: int | None = STEPS,
    without: list[str] = WITHOUT,
    renders: bool = RENDERS,
    resume: bool = RESUME,
    start: Path | None = START,
    config: Path = CONFIG,
    threads: int = THREADS,
    seed: int = SEED,
) -> None:
    """Train the finder of dice."""
    need_training()
    import torch

    from models import finder as task
    from models import loop

    _quiet(threads, seed)
    chosen = settings.load(config)
    stock = task.stock(chosen, tuple(without), renders, seed)
    checkpoint = Path("runs/train") / f"{name}.pt"
    first = loop.steps_done(checkpoint) if resume else 0
    batches = loop.ahead(lambda rng: task.batch(stock, chosen.finder, rng), [seed + 1, first])
    network = task.network(chosen.finder, chosen.finder.start)
    if start is None:
        task.restore_norms(network, torch.cat([next(batches)["img"] for _ in range(4)]))
    else:
        network.load_state_dict(torch.load(start, weights_only=False)["average"])
    task.freeze(network, chosen.finder.frozen)
    notes = {"without": without, "renders": renders, "rendered": len(stock.rendered)}
    goal = steps or chosen.finder.steps
    loss = task.Loss(chosen.finder.frozen)
    loop.train(network, chosen.finder, batches, loss, checkpoint, goal, resume, notes)


@app.command()
def reader(
    name: str = "reader",
    steps: int | None = STEPS,
    without: list[str] = WITHOUT,
    renders: bool = RENDERS,
    resume: bool = RESUME,
    start: Path | None = START,
    config: Path = CONFIG,
    threads: int = THREADS,
    seed: int = SEED,
) -> None:
    """Train the reader of faces, colours and materials."""
    need_training()
    import torch

    from models import finder as finding
    from models import loop
    from models import reader as task

    _quiet(threads, seed)
    chosen = settings.load(config)
    stock = task.stock(chosen, tuple(without), renders, seed)
    checkpoint = Path("runs/train") / f"{name}.pt"
    first = loop.steps_done(checkpoint) if resume else 0
    batches = loop.ahead(lambda rng: task.batch(stock, chosen.reader, rng), [seed + 1, first])
    network = task.network(chosen.finder.start)
    if start is None:
        finding.restore_norms(network, torch.cat([next(batches)[0] for _ in range(4)]))
    else:
        network.load_state_dict(torch.load(start, weights_only=False)["average"])
    notes = {"without": without, "renders": renders, "rendered": len(stock.rendered)}
    goal = steps or chosen.reader.steps
    loss = task.loss_of(chosen.reader.smoothing)
    loop.train(network, chosen.reader, batches, loss, checkpoint, goal, resume, notes)


def _quiet(threads: int, seed: int) -> None:
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    cv2.setNumThreads(1)


if __name__ == "__main__":
    app()
