"""Figures of knowing cards: twenty against a gallery of two hundred, titles, and memory.

`tally bench --only gallery` prints them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

import numpy as np

from vision.gallery import GalleryEyes, identify
from vision.memory import held_mb
from vision.photo import Pixels
from vision.titles import title_of

TAUGHT, MET, THREADS, ROUNDS = 200, 20, 2, 3


def figures() -> dict[str, Any]:
    """All figures, each in a process of its own, so that its memory is its own."""
    return {name: _apart(name) for name in PARTS}


def naming() -> dict[str, Any]:
    """Twenty cards against two hundred taught ones."""
    eyes = GalleryEyes(THREADS)
    gallery = eyes.gallery((str(seed), _face(seed)) for seed in range(TAUGHT))
    met = [np.ascontiguousarray(np.rot90(_face(seed), seed % 4)) for seed in range(MET)]
    start = time.process_time()
    identify(gallery, met, eyes)
    busy = time.process_time() - start
    seconds = _best(lambda: identify(gallery, met, eyes))
    sizes = {"cards": MET, "taught": TAUGHT, "threads": THREADS, "memory_mb": held_mb()}
    return sizes | {"seconds": round(seconds, 2), "seconds_of_one_core": round(busy, 2)}


def titles() -> dict[str, Any]:
    """Looking for a title on a card that has none, in one language: the longest it takes."""
    before = held_mb()
    names = {str(number): (f"Title number {number}",) for number in range(TAUGHT)}
    seconds = _best(lambda: title_of(_face(1), names, ["en"]))
    after = held_mb()
    grown = None if before is None or after is None else after - before
    return {"milliseconds": round(seconds * 1000), "memory_mb": grown}


PARTS = {"naming": naming, "titles": titles}


def _best(work: Any) -> float:
    work()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _face(seed: int) -> Pixels:
    """A card of coloured squares."""
    small = np.random.default_rng(seed).integers(0, 256, (10, 8, 3), dtype=np.uint8)
    return np.kron(small, np.ones((34, 30, 1), dtype=np.uint8))


def _apart(name: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "vision.gallery_bench", name]
    told: dict[str, Any] = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return told


if __name__ == "__main__":
    print(json.dumps(PARTS[sys.argv[1]]()))
