"""`python -m datasets.contact`: contact sheets of the dice of labelled photos, for naming their colours by eye."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

from datasets.pictures import read_rgb

TILE, COLUMNS = 96, 14


def read_boxes(labels: Path) -> list[tuple[int, float, float, float, float]]:
    """Class and box (centre and size, parts of the picture) of every line of a YOLO label file."""
    rows = [line.split() for line in labels.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [(int(row[0]), *(float(value) for value in row[1:5])) for row in rows]  # type: ignore[misc]


def tile(photo: np.ndarray, box: tuple[float, float, float, float], caption: str, size: int = TILE) -> np.ndarray:
    """One die with a little of its surroundings and its number under it."""
    height, width = photo.shape[:2]
    x, y, w, h = box[0] * width, box[1] * height, box[2] * width, box[3] * height
    half = max(w, h) * 0.65
    x0, y0, x1, y1 = (int(v) for v in (max(0, x - half), max(0, y - half), min(width, x + half), min(height, y + half)))
    crop = cv2.resize(photo[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)], (size, size), interpolation=cv2.INTER_CUBIC)
    strip = np.zeros((14, size, 3), np.uint8)
    cv2.putText(strip, caption, (2, 11), cv2.FONT_HERSHEY_SIMPLEX, 0.38, (255, 255, 255), 1, cv2.LINE_AA)
    return np.vstack([crop, strip])


def contact_sheet(source: Path, names: list[str]) -> np.ndarray:
    """All dice of the named photos in label order, captioned photo number and die number."""
    tiles = []
    for number, name in enumerate(names):
        photo = read_rgb(source / "images" / f"{name}.jpg")[..., ::-1]
        boxes = read_boxes(source / "labels" / f"{name}.txt")
        tiles += [tile(photo, box[1:], f"{number}:{die}") for die, box in enumerate(boxes)]
    blank = np.zeros_like(tiles[0])
    tiles += [blank] * (-len(tiles) % COLUMNS)
    return np.vstack([np.hstack(tiles[k : k + COLUMNS]) for k in range(0, len(tiles), COLUMNS)])


def main(arguments: list[str] | None = None) -> int:
    """Write one sheet for the photos named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.contact", description=__doc__)
    parser.add_argument("source", type=Path, help="folder with images/ and labels/")
    parser.add_argument("names", nargs="+", help="photos without their ending")
    parser.add_argument("--out", type=Path, default=Path("runs/contact.png"))
    options = parser.parse_args(arguments)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(options.out), contact_sheet(options.source, options.names))
    for number, name in enumerate(options.names):
        print(f"{number}: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
