"""What the printed mat gains: `python -m models.evaluate_mat`.

Composed photos: real dice and real cards, cut from photos, lie on the mat on a drawn table, seen from 40 to 80 degrees
above it, in white, warm, cold and greenish light. Each photo is read twice, with the mat and as if it were none. Cards
come from the sets that are never trained on; dice from the two sets whose colours are known, which are trained on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from datasets.cards import APART_SETS, CardPhoto, card_photos
from datasets.degrade import photograph
from datasets.manifest import Die
from datasets.real import pictures
from datasets.textures import draw_surface
from models.album import load, pixels_of
from models.evaluate_cards import corner_error
from models.light import Image, Rng
from models.sprites import Sprite, cut_outs, paste
from vision.cards import CardFinder
from vision.detector import DiceDetector
from vision.lamp import Light
from vision.mat import notice
from vision.matprint import PAPERS, Paper
from vision.quads import Quad, overlap

app = typer.Typer(add_completion=False, help=__doc__)
COLOURED = ("aws_cam", "aws_phone")
SIZE = (1400, 1050)
FINE = 5  # pixels for a millimetre in the printed mat
DIE, CARD = 16.0, (63.0, 88.0)  # millimetres
ELEVATIONS = (40.0, 80.0)
DICE, CARDS = 6, 2  # on one photo
GAMMA = 2.2
# How much more of red, green and blue a lamp gives than daylight.
LIGHTS = {"white": (1.0, 1.0, 1.0), "warm": (1.6, 1.0, 0.5), "cold": (0.7, 1.0, 1.45), "greenish": (0.85, 1.15, 0.75)}
MET = 0.5
USED = "with the mat"
Dice = list[tuple[NDArray[np.float32], Die]]  # boxes, and what lies in them
PHOTOS = typer.Option(Path("../shared/photos"), help="The folder of real photos.")
COUNT = typer.Option(40, help="Photos of dice and of cards, each.")
SEED = typer.Option(19, help="Seed of everything that is drawn.")
OUT = typer.Option(None, help="Write the figures as JSON.")
SHOW = typer.Option(None, help="Write some of the photos into this folder.")


@dataclass
class Tally:
    """What was right of one kind of photo, read in one way."""

    wanted: int = 0
    found: int = 0
    right: int = 0
    invented: int = 0
    errors: list[float] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        """Shares; `right` of the dice that were found, corners as a share of the diagonal."""
        told = {"found": self.found / max(self.wanted, 1), "invented": float(self.invented)}
        if self.errors:
            return {**told, "corners": float(np.mean(self.errors))}
        return {**told, "colour right": self.right / max(self.found, 1)}


def sheet(paper: Paper) -> Image:
    """The mat as it comes out of the printer: paper is not quite white, ink not quite black."""
    face = np.full((round(paper.height * FINE), round(paper.width * FINE), 3), 255, np.uint8)
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, place in paper.markers().items():
        marker = cv2.aruco.generateImageMarker(known, number, round(place.side * FINE), borderBits=1)
        x, y = round(place.x * FINE), round(place.y * FINE)
        face[y : y + len(marker), x : x + len(marker)] = marker[..., None]
    for place, colour in paper.patches():
        x, y, side = (round(length * FINE) for length in (place.x, place.y, place.side))
        face[y : y + side, x : x + side] = colour
    return np.asarray(22 + face.astype(np.float32) * (238 - 22) / 255, dtype=np.float32).astype(np.uint8)


def view(paper: Paper, rng: Rng) -> NDArray[np.float64]:
    """A camera: the map from millimetres on the mat to a photo in which the mat fills most of the frame."""
    turn, height = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(*ELEVATIONS))
    far = np.hypot(paper.width, paper.height) / 2 * rng.uniform(2.4, 4.0)
    cosine, sine = np.cos(turn), np.sin(turn)
    place = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]])
    place[:2, 2] = -place[:2, :2] @ (paper.width / 2, paper.height / 2)
    lens = np.array([[1, 0, 0], [0, np.sin(height), 0], [0, -np.cos(height) / far, 1]])
    corners = _through(_rectangle(0, 0, paper.width, paper.height), lens @ place)
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = rng.uniform(0.7, 0.95) * min(np.array(SIZE) / (high - low))
    shift = np.array(SIZE) / 2 - scale * (low + high) / 2
    return np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ lens @ place


def _rectangle(x: float, y: float, wide: float, high: float) -> Quad:
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float64)


def _through(points: Quad, matrix: NDArray[np.float64]) -> Quad:
    return np.asarray(cv2.perspectiveTransform(points[None], matrix)[0])


def _laid(canvas: Image, face: Image, corners: Quad) -> None:
    """Lay a flat picture with its corners there."""
    high, wide = face.shape[:2]
    matrix = cv2.getPerspectiveTransform(_rectangle(0, 0, wide, high).astype(np.float32), corners.astype(np.float32))
    small = cv2.GaussianBlur(face, (0, 0), 0.6)
    moved = cv2.warpPerspective(small, matrix, SIZE, flags=cv2.INTER_AREA)
    share = cv2.warpPerspective(np.ones((high, wide), np.float32), matrix, SIZE)[..., None]
    canvas[:] = (moved * share + canvas * (1 - share)).astype(np.uint8)


def _lit(canvas: Image, light: tuple[float, float, float], rng: Rng) -> Image:
    """The photo in this light, as a camera keeps it that does not correct it."""
    linear = (canvas.astype(np.float32) / 255) ** GAMMA * np.array(light, np.float32) / max(light)
    return photograph((255 * linear ** (1 / GAMMA)).clip(0, 255).astype(np.uint8), rng, 0.5)


def _table(paper: Paper, rng: Rng, bare: bool) -> tuple[Image, NDArray[np.float64]]:
    """A table with the mat on it, or bare, and where the mat lies."""
    canvas = np.ascontiguousarray(cv2.resize(draw_surface(rng)[1], SIZE)).astype(np.uint8)
    matrix = view(paper, rng)
    if not bare:
        _laid(canvas, sheet(paper), _through(_rectangle(0, 0, paper.width, paper.height), matrix))
    return canvas, matrix


def dice_on(paper: Paper, sprites: list[Sprite], rng: Rng, bare: bool) -> tuple[Image, Dice]:
    """Dice in the middle of the mat, each in a place of its own."""
    canvas, matrix = _table(paper, rng, bare)
    placed = []
    for spot in rng.permutation(12)[:DICE]:
        x = paper.width * (0.25 + 0.25 * (spot % 3)) + rng.uniform(-6, 6)
        y = paper.height * (0.24 + 0.16 * (spot // 3)) + rng.uniform(-6, 6)
        centre, beside = _through(np.array([[x, y], [x + DIE, y]]), matrix)
        sprite = sprites[rng.integers(len(sprites))]
        size = float(np.hypot(*(beside - centre))) * 1.1
        box = paste(canvas, sprite, (float(centre[0]), float(centre[1])), size, rng, 20.0)[0, 1:]
        placed.append((box, sprite.dice[0]))
    return canvas, placed


def cards_on(paper: Paper, faces: list[Image], rng: Rng, bare: bool) -> tuple[Image, list[Quad]]:
    """Cards on the mat, turned as they fell."""
    canvas, matrix = _table(paper, rng, bare)
    quads = []
    for spot in range(CARDS):
        wide, high = CARD
        middle = np.array([paper.width / 2, paper.height * (0.32 + 0.36 * spot)]) + rng.uniform(-8, 8, 2)
        turn = rng.uniform(-0.5, 0.5) + rng.integers(4) * np.pi / 2
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        quad = _through(_rectangle(-wide / 2, -high / 2, wide, high) @ turned.T + middle, matrix)
        _laid(canvas, faces[rng.integers(len(faces))], quad)
        quads.append(quad)
    return canvas, quads


def real_dice(photos: Path, detector: DiceDetector, rng: Rng, each: int = 60) -> list[Sprite]:
    """Dice of known colour, cut out, as white light would show them."""
    sprites: list[Sprite] = []
    for source in COLOURED:
        chosen = [one for one in pictures(photos, source) if any(die.colour for die in one.dice)]
        pages = [load(chosen[row], Path(), 800) for row in rng.permutation(len(chosen))[:each]]
        whitened = [
            replace(page, image=detector.lamp.light_of(page.image).take_from([page.image])[0]) for page in pages
        ]
        cut = cut_outs(whitened, each, detector.reader.feet[0], rng)
        sprites += [one for one in cut if one.dice[0].colour and one.dice[0].kind == "pips"]
    return sprites


def real_cards(photos: Path) -> list[Image]:
    """Cards of the sets that are never trained on, straightened."""
    return [face for photo in card_photos(photos / "cards", APART_SETS) for face in _faces(photo)]


def _faces(photo: CardPhoto) -> Iterator[Image]:
    image = pixels_of(photo.path)
    wide, high = (round(side * FINE) for side in CARD)
    for thing in photo.things[:2]:
        if thing.corners is not None:
            quad = np.array(thing.corners, np.float32)
            sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
            quad = quad if sides[0] < sides[1] else np.roll(quad, -1, axis=0)
            matrix = cv2.getPerspectiveTransform(quad, _rectangle(0, 0, wide, high).astype(np.float32))
            yield cv2.warpPerspective(image, matrix, (wide, high))


def judge_dice(detector: DiceDetector, photo: Image, placed: Dice, tally: Tally) -> None:
    """Count dice found, invented, and named by their colour or its second name."""
    dice = detector.read(photo)
    taken = set()
    for box, die in placed:
        shares = [_shared(np.array(one.box), box) for one in dice]
        best = int(np.argmax(shares)) if shares else -1
        tally.wanted += 1
        if best >= 0 and shares[best] > MET:
            taken.add(best)
            tally.found += 1
            tally.right += dice[best].colour.value.value in (die.colour, die.second)
    tally.invented += len(dice) - len(taken)


def _shared(one: NDArray[np.float64], other: NDArray[np.float32]) -> float:
    sides = np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2])
    both = float(np.prod(np.clip(sides, 0, None)))
    return both / float(np.prod(one[2:] - one[:2]) + np.prod(other[2:] - other[:2]) - both)


def judge_cards(finder: CardFinder, photo: Image, quads: list[Quad], tally: Tally) -> None:
    """Count cards found and invented, and how far their corners are off."""
    seen = [np.array(thing.corners) for thing in finder.find(photo)]
    taken = set()
    for quad in quads:
        shares = [overlap(one, quad) for one in seen]
        best = int(np.argmax(shares)) if shares else -1
        tally.wanted += 1
        if best >= 0 and shares[best] > MET:
            taken.add(best)
            tally.found += 1
            tally.errors.append(corner_error(seen[best], quad))
    tally.invented += len(seen) - len(taken)


@app.command()
def main(
    photos: Path = PHOTOS, count: int = COUNT, seed: int = SEED, out: Path | None = OUT, show: Path | None = SHOW
) -> None:
    """Compose, read twice, compare."""
    rng = np.random.default_rng(seed)
    with_mat, without = (DiceDetector(), CardFinder()), (DiceDetector(with_mat=False), CardFinder(with_mat=False))
    sprites, faces = real_dice(photos, without[0], rng), real_cards(photos)
    rows: dict[str, dict[str, Tally]] = {}
    noticed, light_errors = 0, []
    for number in range(count):
        name, light = list(LIGHTS.items())[number % len(LIGHTS)]
        paper = list(PAPERS.values())[number // len(LIGHTS) % len(PAPERS)]
        for way, bare, (reader, finder) in (
            (USED, False, with_mat),
            ("mat lies there, not used", False, without),
            ("no mat", True, without),
        ):
            lot = np.random.default_rng([seed, number])
            canvas, placed = dice_on(paper, sprites, lot, bare)
            photo = _lit(canvas, light, lot)
            judge_dice(reader, photo, placed, rows.setdefault(f"dice, {name}", {}).setdefault(way, Tally()))
            if way == USED:
                _keep(show, f"dice-{number}", photo)
                mat = notice(photo)
                noticed += mat is not None
                light_errors += [_off(mat.light, light)] if mat and mat.light else []
            canvas, quads = cards_on(paper, faces, lot, bare)
            photo = _lit(canvas, light, lot)
            judge_cards(finder, photo, quads, rows.setdefault("cards", {}).setdefault(way, Tally()))
            if way == USED:
                _keep(show, f"cards-{number}", photo)
                noticed += notice(photo) is not None
    figures: dict[str, object] = {
        "noticed": noticed / (2 * count),
        "light off": float(np.median(light_errors)) if light_errors else None,
        "rows": {row: {way: tally.figures() for way, tally in ways.items()} for row, ways in rows.items()},
    }
    _print(figures)
    if out:
        out.write_text(json.dumps(figures, indent=1), encoding="utf-8")


def _off(told: Light, truth: tuple[float, float, float]) -> float:
    """How far the told light is from the lamp's; what the camera added is in it."""
    red, green, blue = np.log(truth) / GAMMA
    return float(np.hypot(told.red - (red - green), told.blue - (blue - green)))


def _keep(folder: Path | None, name: str, photo: Image) -> None:
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / f"{name}.jpg"), cv2.cvtColor(photo, cv2.COLOR_RGB2BGR))


def _print(figures: dict[str, object]) -> None:
    table = Table("photos", "read", "found", "invented", "colour right", "corners off")
    rows = figures["rows"]
    assert isinstance(rows, dict)
    for row, ways in rows.items():
        for way, told in ways.items():
            colour, corners = told.get("colour right"), told.get("corners")
            table.add_row(
                row,
                way,
                f"{told['found']:.3f}",
                f"{told['invented']:.0f}",
                "" if colour is None else f"{colour:.3f}",
                "" if corners is None else f"{100 * corners:.2f} %",
            )
    console = Console()
    console.print(table)
    console.print(f"mat noticed in {figures['noticed']:.3f} of the photos; light off by {figures['light off']}")


if __name__ == "__main__":
    app()
