"""Figures of reading dice: time from JPEG bytes to reading, photos a second, and memory.

`tally bench --only vision` prints them. `python -m vision.bench` does the same and, in an environment that has
ultralytics (the one for training), also compares with its predictor on the same weights.
"""

from __future__ import annotations

import argparse
import io
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module, resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from vision.detector import DiceDetector
from vision.memory import held_mb
from vision.photo import SUFFIXES, open_photo
from vision.weights import model_path

PHONE = (4032, 3024)
CAMERA = (1280, 720)
QUALITY = 90
THREADS = 2


def figures(rounds: int = 7) -> dict[str, Any]:
    """All figures, measured now. Times are compared turn by turn, so that a busy machine slows both sides."""
    detector = DiceDetector(threads=THREADS)
    detector.warm_up()
    data = phone_photo()
    dice = detector.read(open_photo(data))
    frame = cv2.resize(open_photo(data).pixels(CAMERA[0]), CAMERA, interpolation=cv2.INTER_AREA).astype(np.uint8)
    forward = _bare_forward(detector, max(len(dice), 1))
    contest: dict[str, Callable[[], object]] = {
        "pipeline": lambda: detector.read(open_photo(data)),
        "forward": forward,
        "frame": lambda: detector.read(frame, quick=True),
    }
    if find_spec("ultralytics"):
        contest["ultralytics"] = _ultralytics(data, detector.finder.settings.size)
    times, work = _in_turns(contest, rounds)
    answer = {
        "photo": f"{PHONE[0]} x {PHONE[1]} JPEG, {len(data) / 1e6:.1f} MB, {len(dice)} dice",
        "threads": THREADS,
        "milliseconds_jpeg_to_reading": round(times["pipeline"] * 1000, 1),
        "milliseconds_bare_forward": round(times["forward"] * 1000, 1),
        "ratio_to_bare_forward": round(times["pipeline"] / times["forward"], 2),
        "ratio_of_processor_time": round(work["pipeline"] / work["forward"], 2),
        "photos_per_second": round(1 / times["pipeline"], 2),
        "frames_of_a_camera_per_second": round(1 / times["frame"], 2),
        "processor_milliseconds_a_frame": round(work["frame"] * 1000, 1),
        "peak_memory_mb": _peak_memory(data),
    }
    if "ultralytics" in times:
        answer["milliseconds_ultralytics"] = round(times["ultralytics"] * 1000, 1)
        answer["times_faster_than_ultralytics"] = round(times["ultralytics"] / times["pipeline"], 2)
        answer["times_less_processor_time"] = round(work["ultralytics"] / work["pipeline"], 2)
    return answer


def phone_photo() -> bytes:
    """A photo as a phone takes it, 12 million pixels: a sample photo enlarged, with a sensor's noise."""
    width, height = PHONE
    large = cv2.resize(_sample(), (width, height), interpolation=cv2.INTER_CUBIC)
    noise = np.random.default_rng(5).normal(0, 4, (height, width, 1))
    noisy = np.clip(large + noise, 0, 255).astype(np.uint8)
    data = io.BytesIO()
    Image.fromarray(noisy).save(data, "JPEG", quality=QUALITY)
    return data.getvalue()


def _sample() -> np.ndarray:
    folder = Path(str(resources.files("vision") / "samples"))
    photos = sorted(path for path in folder.glob("*") if path.suffix.lower() in SUFFIXES)
    if not photos:
        raise FileNotFoundError("There are no sample photos in vision/samples to measure with.")
    pixels = open_photo(photos[0]).pixels()
    return pixels if pixels.shape[1] >= pixels.shape[0] else np.rot90(pixels)


def _bare_forward(detector: DiceDetector, views: int) -> Callable[[], object]:
    """Finder and reader on tensors of the sizes that the photo needs, and nothing else."""
    size, stride = detector.finder.settings.size, detector.finder.settings.stride
    height = -(-round(size * PHONE[1] / PHONE[0]) // stride) * stride
    whole = np.random.default_rng(1).random((1, 3, height, size), dtype=np.float32)
    crops = np.random.default_rng(2).random((views, 3, detector.reader.crop, detector.reader.crop), dtype=np.float32)
    return lambda: (detector.finder.network(whole), detector.reader.network(crops))


def _in_turns(contest: dict[str, Callable[[], object]], rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """The median seconds of each, by the clock and of the processor, run one after the other in every round.

    On a busy machine the clock tells how long others worked; what the processor did for each stays comparable.
    """
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in contest}
    for work in contest.values():
        work()
    for _ in range(rounds):
        for name, work in contest.items():
            clock, processor = time.perf_counter(), time.process_time()
            work()
            spent[name].append((time.perf_counter() - clock, time.process_time() - processor))
    clocks, processors = (
        {name: statistics.median(one[n] for one in rows) for name, rows in spent.items()} for n in (0, 1)
    )
    return clocks, processors


def _ultralytics(data: bytes, size: int) -> Callable[[], object]:
    """Ultralytics' own predictor with the same weights, from the same bytes; it only finds, and reads nothing."""
    model = import_module("ultralytics").YOLO(str(model_path("finder.onnx")), task="detect")
    raw = np.frombuffer(data, dtype=np.uint8)
    return lambda: model.predict(cv2.imdecode(raw, cv2.IMREAD_COLOR), imgsz=size, verbose=False)


def _peak_memory(data: bytes) -> int | None:
    """The most memory a fresh process held while it read the photo, in MB, where the system tells."""
    command = [sys.executable, "-m", "vision.bench", "--peak"]
    answer = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout
    told: int | None = json.loads(answer)
    return told


def _print_peak() -> None:
    DiceDetector(threads=THREADS).read(open_photo(sys.stdin.buffer.read()))
    print(json.dumps(held_mb()))


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description="Speed and memory of reading dice.")
    parser.add_argument("--peak", action="store_true", help="read one photo from stdin and print the peak memory in MB")
    told = parser.parse_args()
    if told.peak:
        _print_peak()
    else:
        print(json.dumps(figures(), indent=2))


if __name__ == "__main__":
    main()
