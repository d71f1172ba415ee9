"""Train one of the networks: `python -m models.train finder`, `reader`, `lamp`, `cards`, `gallery` or `overlay`.

`outlines` trains what finds cards by their outlines instead of their corners, to be compared with it.

`--with FOLDER` adds the photos that `tally corrections export FOLDER` wrote, for finder, reader and cards.
A stopped run goes on with `--resume`; a longer `--steps` with `--resume` lengthens a finished one.
"""

from __future__ import annotations

import os
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

# The wide matrix unit that some virtual machines announce is not always usable: stay below it.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_FP16")

import cv2
import typer

from models import settings
from models.extras import need_training

RUNS = Path("runs/train")
BATCHES_FOR_NORMS = 4

app = typer.Typer(add_completion=False, help=__doc__)


class Which(StrEnum):
    """The networks that can be trained."""

    FINDER = "finder"
    READER = "reader"
    LAMP = "lamp"
    CARDS = "cards"
    OUTLINES = "outlines"
    GALLERY = "gallery"
    OVERLAY = "overlay"


FROM_CORRECTIONS = (Which.FINDER, Which.READER, Which.CARDS)

NAME = typer.Option(None, help="Name of the checkpoint below runs/train; the network's own name if not given.")
STEPS = typer.Option(None, help="Train to this many steps instead of what the configuration says.")
WITH = typer.Option([], "--with", help="Also learn from this folder of corrected photos (may be repeated).")
WITHOUT = typer.Option([], help="Leave a source of real photos out (may be repeated).")
RATE = typer.Option(None, help="Learn at this rate; less than the configuration's where weights are only refined.")
RENDERS = typer.Option(True, help="Use the rendered pictures.")
RESUME = typer.Option(False, "--resume", help="Go on from the last checkpoint.")
START = typer.Option(None, help="Start from the weights of this checkpoint or exported file (.onnx).")
SECOND = typer.Option(False, "--second", help="Of a file with two readers, start from the second.")
LIKE = typer.Option(None, help="Learn from this exported reader as well, where it is right.")
CONFIG = typer.Option(settings.CONFIG, help="The configuration file.")
THREADS = typer.Option(1, help="Threads of the network; two more processes make its batches.")
SEED = typer.Option(0, help="Seed of everything that is drawn.")


@app.command()
def main(
    which: Which,
    name: str | None = NAME,
    steps: int | None = STEPS,
    rate: float | None = RATE,
    without: list[str] = WITHOUT,
    corrected: list[Path] = WITH,
    renders: bool = RENDERS,
    resume: bool = RESUME,
    start: Path | None = START,
    second: bool = SECOND,
    like: Path | None = LIKE,
    config: Path = CONFIG,
    threads: int = THREADS,
    seed: int = SEED,
) -> None:
    """Train one network, or go on with it."""
    if corrected and which not in FROM_CORRECTIONS:
        raise typer.BadParameter(f"only {', '.join(FROM_CORRECTIONS)} learn from corrected photos", param_hint="--with")
    if like and which is not Which.READER:
        raise typer.BadParameter("only a reader learns from another one", param_hint="--like")
    if missing := [folder for folder in corrected if not folder.is_dir()]:
        raise typer.BadParameter(f"there is no folder {missing[0]}", param_hint="--with")
    need_training()
    import torch

    from models import cards, finder, gallery, lamp, loop, outlines, overlay, reader
    from models.start import load

    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    cv2.setNumThreads(1)
    chosen = settings.load(config).learning_from(corrected)
    tasks = (finder, reader, lamp, cards, outlines, gallery, overlay)
    job = dict(zip(Which, tasks, strict=True))[which].job(chosen)
    if like:
        from models.imitate import imitating

        job = imitating(job, like)
    if rate is not None:
        job = replace(job, schedule=job.schedule.model_copy(update={"rate": rate}))
    checkpoint = RUNS / f"{name or which.value}.pt"
    first = loop.steps_done(checkpoint) if resume else 0
    make_batch = job.batches(tuple(without), renders, seed)
    batches = loop.ahead(make_batch, [seed + 1, first])
    folded = load(job.network, start, second) if start else True
    if folded and not first:
        pictures = torch.cat([job.pictures(next(batches)) for _ in range(BATCHES_FOR_NORMS)])
        finder.restore_norms(job.network, pictures)
    notes = {
        "without": without,
        "with": [folder.name for folder in corrected],
        "renders": renders,
        "start": start.name if start else None,
        "like": like.name if like else None,
    }
    loop.train(job, batches, checkpoint, steps or job.schedule.steps, resume, notes)


if __name__ == "__main__":
    app()
