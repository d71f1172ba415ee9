"""How well titles are read from cards: `python -m models.titles` draws, photographs and reads 300 a language."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import typer
from PIL import Image, ImageDraw, ImageFont

from datasets.degrade import photograph
from datasets.views import straightened
from scoring.games import GAME_IDS, load
from vision.titles import title_of

Pixels = np.ndarray
Rng = np.random.Generator
CARD = (420, 588)
app = typer.Typer(add_completion=False)


def card(title: str, font: Path, rng: Rng) -> Pixels:
    """A card with its title above or below a picture, and text that is no title."""
    width, height = CARD
    ground = rng.uniform(0, 255, 3)
    ink = rng.uniform(0, 90, 3) * (ground / 255) if ground.mean() > 127 else 255 - rng.uniform(0, 60, 3)
    noise = cv2.resize(rng.normal(0, 8, (12, 9, 3)), CARD, interpolation=cv2.INTER_CUBIC)
    canvas = Image.fromarray((np.full((height, width, 3), ground) + noise).clip(0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(canvas)
    paint = tuple(int(part) for part in ink)
    size = int(rng.uniform(26, 44))
    while (letters := ImageFont.truetype(str(font), size)).getlength(title) > 0.86 * width:
        size -= 2
    top = int(rng.choice([18, 0.56 * height, height - size - 34]))
    pen.text(((width - letters.getlength(title)) / 2, top), title, font=letters, fill=paint)
    small = ImageFont.truetype(str(font), 15)
    for row in range(3):
        pen.text((30, 0.68 * height + 22 * row), "xod amne retil os ante vibo", font=small, fill=paint)
    picture = (rng.uniform(0, 255, (7, 8, 3))).astype(np.uint8)
    art = cv2.resize(picture, (width - 60, int(0.36 * height)), interpolation=cv2.INTER_CUBIC)
    canvas.paste(Image.fromarray(art), (30, int(0.16 * height)))
    return np.asarray(canvas)


def photographed(face: Pixels, rng: Rng) -> Pixels:
    """The card in a photo, 200 to 420 pixels broad, seen a little from the side, straightened again and turned."""
    width = int(np.exp(rng.uniform(np.log(200), np.log(420))))
    height = int(width * CARD[1] / CARD[0] * rng.uniform(0.75, 1.0))
    small = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA)
    quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = quad + rng.normal(0, 0.03, (4, 2)).astype(np.float32) * width + 0.1 * width
    size = (int(width * 1.2), int(height + width * 0.2))
    laid = cv2.warpPerspective(small, cv2.getPerspectiveTransform(quad, seen.astype(np.float32)), size)
    shot = photograph(laid, rng, 0.9)
    off = seen + rng.normal(0, 0.008, (4, 2)).astype(np.float32) * width
    flat = cv2.resize(straightened(shot, off, 512), (width, int(width * CARD[1] / CARD[0])))
    return np.ascontiguousarray(np.rot90(flat, int(rng.choice([0, 0, 2, 1, 3]))))


def titles_of(game: str, language: str) -> dict[str, list[str]]:
    """What the pieces of a game are called in a language."""
    return {item.id: [item.name.get(language, item.name["en"])] for item in load(game).catalogue.items.values()}


@app.command()
def main(fonts: list[Path], count: int = 300, seed: int = 3) -> None:
    """Print for each language how many titles were named, how many wrongly, and the time of one."""
    for language in ("en", "el", "pl"):
        rng = np.random.default_rng(seed)
        games = {game: titles_of(game, language) for game in GAME_IDS}
        rows = [(game, item) for game, titles in games.items() for item in titles]
        right = wrong = offered = 0
        spent = 0.0
        for _ in range(count):
            game, item = rows[int(rng.integers(len(rows)))]
            said = games[game][item][0]
            face = card(said.upper() if rng.random() < 0.2 else said, fonts[int(rng.integers(len(fonts)))], rng)
            start = time.perf_counter()
            found = title_of(photographed(face, rng), games[game], [language])
            spent += time.perf_counter() - start
            right += found.item == item
            wrong += found.item not in (None, item)
            offered += item in [match for match, _ in found.matches[:3]]
        figures = f"right {right / count:.3f} wrong {wrong / count:.3f} offered {offered / count:.3f}"
        print(f"{language} {figures} {1000 * spent / count:.0f} ms", flush=True)


if __name__ == "__main__":
    app()
