"""Long rendering runs: one seed after another, written as they come, going on where a stopped run stood."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from datasets import manifest
from datasets.manifest import Picture


def run(out: Path, seeds: range, make: Callable[[int, Path], list[Picture]], nice: bool, title: str) -> int:
    """Call `make` for every seed that the manifest does not hold yet; returns how many pictures were added."""
    if nice:
        os.nice(10)
    listing = out / "manifest.jsonl"
    done = {picture.extra.get("seed") for picture in manifest.read(listing)} if listing.exists() else set()
    added = 0
    with _bar() as bar:
        task = bar.add_task(title, total=len(seeds))
        for seed in seeds:
            if seed not in done:
                for picture in make(seed, out):
                    manifest.append(listing, picture)
                    added += 1
            bar.advance(task)
    return added


def save_rgb(path: Path, rgb: np.ndarray, quality: int = 92) -> None:
    """Write a display RGB picture as JPEG or, with alpha, as PNG."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if rgb.ndim == 3 and rgb.shape[2] == 4:
        cv2.imwrite(str(path), cv2.cvtColor(rgb, cv2.COLOR_RGBA2BGRA))
    elif rgb.ndim == 2:
        cv2.imwrite(str(path), rgb)
    else:
        cv2.imwrite(str(path), cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    )
