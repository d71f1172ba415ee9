"""`python -m datasets.tabletop GAME --out FOLDER --count N --seed S`: whole tables with the truth beside each picture.

Art is made here from icons, fonts and surfaces of the test split; nothing of it is ever learned from. The folder gets
`images/NAME.jpg`, `truth/NAME.json` (state, and each piece with its name and corners), and for every copy of the game
`copies/COPY/teach-*.jpg` with `.json`: its cards in rows, under another light and seen from elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import typer
from rich.progress import track

from datasets import art
from datasets.degrade import photograph
from datasets.hardlight import lit_hard
from datasets.layouts import Spot
from datasets.pictures import read_rgb
from datasets.pieces import Face, Rng, Shelf
from datasets.real import folder_of
from datasets.tabletops import Composer, Copy, Cube, Flat, Tabletop, Thing
from datasets.tabletops.cubes import set_down
from datasets.textures import draw_surface
from models.composites import Piece, Scene, lay
from models.upright import stand

SIDE = 1920  # pixels of the picture before it is cut to what lies on it
ELEVATIONS = (35.0, 90.0)  # degrees above the table,
LOW = (35.0, 60.0)  # and of photos that are hard to read
TABLES_A_COPY = 10
FROM_ABOVE = 0.6  # of a figure's height is seen from there
TEACHING_ROW = 4
TEACHING_ROWS = 3
SMALL = 0.4  # side of a round counter, in widths of a card
PHOTOS_A_SOURCE = 12
BETWEEN = (0.6, 1.5)  # widths of a card, or cells of a board, between two players

app = typer.Typer(add_completion=False)


@dataclass(frozen=True)
class Shot:
    """A picture of a table, and where its pieces are in it."""

    picture: Face
    pieces: list[dict[str, Any]]


def camera(things: Sequence[Thing], rng: Rng, elevations: tuple[float, float], turn: float) -> np.ndarray:
    """A view of the whole table from a height: the homography from the table to a picture of `SIDE` pixels."""
    return lens(things, rng, elevations, turn)[:, [0, 1, 3]]


def lens(things: Sequence[Thing], rng: Rng, elevations: tuple[float, float], turn: float) -> np.ndarray:
    """The same for what stands up from the table: from x, y and height above it to the picture."""
    points = np.vstack([thing.spot.corners for thing in things])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    radius = float(np.hypot(*(points - middle).T).max())
    height = np.radians(rng.uniform(*elevations))
    far = radius * rng.uniform(2.4, 4.0)
    cosine, sine = np.cos(turn), np.sin(turn)
    turned = np.array([[cosine, -sine], [sine, cosine]])
    place = np.eye(4)
    place[:2, :2], place[:2, 3] = turned, -turned @ middle
    # the camera looks at the middle: what lies further up the picture is further away, what stands up is nearer
    up, along = np.sin(height), np.cos(height)
    seen = np.array([[1, 0, 0, 0], [0, up, -along, 0], [0, -along / far, -up / far, 1]]) @ place
    flat = np.column_stack([points, np.ones(len(points))]) @ seen[:, [0, 1, 3]].T
    flat = flat[:, :2] / flat[:, 2:]
    low, high = flat.min(axis=0), flat.max(axis=0)
    scale = SIDE * rng.uniform(0.8, 0.9) / float((high - low).max())
    shift = SIDE / 2 - scale * (low + high) / 2 + rng.normal(0, 0.008, 2) * SIDE
    return np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ seen


def shoot(
    things: Sequence[Thing], surface: Face, rng: Rng, elevations: tuple[float, float], turn: float, hard: bool = False
) -> Shot:
    """The table as a phone sees it; in `hard` light as no training shows it."""
    seen = lens(things, rng, elevations, turn)
    scene = Scene.on(surface, seen[:, [0, 1, 3]], rng)
    listed: list[dict[str, Any]] = []
    rounded = float(rng.choice([0.0, 0.03, 0.06]))
    for thing in things:
        before = len(scene.pieces)
        if isinstance(thing, Flat):
            flat = Piece(
                thing.kind, thing.face, thing.spot, thing.form, thick=thing.thick, rounded=rounded, arm=thing.arm
            )
            lay(scene, flat, rng)
        elif isinstance(thing, Cube):
            set_down(scene, thing, seen, rng)
        else:
            # from straight above only the top of a figure is seen
            tall = replace(thing.spot, height=thing.spot.height * (FROM_ABOVE + (1 - FROM_ABOVE) * scene.lean()))
            stand(scene, "figure", thing.silhouette, tall, thing.colour, rng)
        if len(scene.pieces) > before:
            kind, quad, _ = scene.pieces[-1]
            listed.append({"kind": kind, "name": thing.name, "corners": quad})
    top, bottom = _cut(listed, scene.canvas.shape[0], rng)
    light = lit_hard if hard else _lit
    picture = photograph(light(scene.canvas[top:bottom], rng), rng, 0.8)
    for piece in listed:
        piece["corners"] = (piece["corners"] - (0, top)).round(1).tolist()
    return Shot(picture, listed)


def _cut(listed: list[dict[str, Any]], side: int, rng: Rng) -> tuple[int, int]:
    """The rows of the picture to keep: a photo is wider than high where the table allows it."""
    rows = np.vstack([piece["corners"] for piece in listed])[:, 1]
    margin = rng.uniform(0.02, 0.1, 2) * side
    low, high = max(0, int(rows.min() - margin[0])), min(side, int(rows.max() + margin[1]))
    missing = max(0, side // 2 - (high - low))
    low = max(0, low - missing // 2)
    return low, min(side, max(high, low + side // 2))


def _lit(canvas: Face, rng: Rng) -> Face:
    """Light that falls off to one side, and at times the shadow of somebody who leans over the table."""
    high, wide = canvas.shape[:2]
    light = np.ones((high, wide), np.float32)
    if rng.random() < 0.7:
        x, y = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
        angle = rng.uniform(0, 2 * np.pi)
        light *= 1 + rng.uniform(0, 0.35) * (x * np.cos(angle) + y * np.sin(angle)).astype(np.float32)
    if rng.random() < 0.35:
        shadow = np.ones((high, wide), np.float32)
        points = (rng.uniform(-0.3, 1.3, (4, 2)) * (wide, high)).astype(np.int32)
        cv2.fillConvexPoly(shadow, cv2.convexHull(points), float(rng.uniform(0.5, 0.85)))
        light *= cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(8, 80)))
    return (canvas * light[..., None]).clip(0, 255).astype(np.uint8)


def surfaces(photos: Path | None, rng: Rng) -> list[Face]:
    """Tables on which nothing lies: drawn ones, and photographed ones that no training sees, if there are photos."""
    found = [draw_surface(rng)[1] for _ in range(12)]
    for source in art.SURFACES["test"] if photos else ():
        assert photos is not None
        paths = sorted((folder_of(photos, source) / "images").glob("*.jpg"))
        found += [_smooth(read_rgb(paths[row])) for row in rng.permutation(len(paths))[:PHOTOS_A_SOURCE]]
    return found


def _smooth(photo: Face) -> Face:
    """The corner of a photo that shows least: mostly bare table."""
    high, wide = (length // 2 for length in photo.shape[:2])
    corners = [photo[y : y + high, x : x + wide] for y in (0, high) for x in (0, wide)]
    return min(corners, key=lambda part: float(cv2.Laplacian(cv2.cvtColor(part, cv2.COLOR_RGB2GRAY), cv2.CV_32F).std()))


def bare_table(stock: Sequence[Face], rng: Rng) -> Face:
    """One surface, as large as the picture."""
    picture = stock[int(rng.integers(len(stock)))]
    cut = int(min(picture.shape[:2]) * rng.uniform(0.6, 1.0))
    y, x = rng.integers(picture.shape[0] - cut + 1), rng.integers(picture.shape[1] - cut + 1)
    part = cv2.resize(picture[y : y + cut, x : x + cut], (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    return np.ascontiguousarray(np.rot90(part, int(rng.integers(4))))


def lessons(copy: Copy, stock: Sequence[Face], rng: Rng) -> list[Shot]:
    """Photos that teach a copy: its cards upright in rows with room between, taken from well above."""
    return [
        shoot(things, bare_table(stock, rng), rng, (60.0, 88.0), float(rng.normal(0, 0.05)))
        for things in taught_tables(copy, rng)
    ]


def taught_tables(copy: Copy, rng: Rng) -> Iterator[list[Flat]]:
    """What lies on the table in each of these photos, drawn when it is asked for: first every board by itself."""
    for name in copy.faces:
        if name in copy.boards:
            high, wide = copy.faces[name].shape[:2]
            yield [Flat("board", name, copy.faces[name], Spot(0, 0, wide / high, 1, float(rng.normal(0, 0.03))))]
    names = [name for name in copy.faces if name not in copy.boards]
    for start in range(0, len(names), TEACHING_ROW * TEACHING_ROWS):
        things = []
        for place, name in enumerate(names[start : start + TEACHING_ROW * TEACHING_ROWS]):
            row, column = divmod(place, TEACHING_ROW)
            face = copy.faces[name]
            high, wide = np.array(face.shape[:2]) / min(face.shape[:2])
            x, y = (1.25 * wide * column + rng.normal(0, 0.03), 1.25 * high * row + rng.normal(0, 0.03))
            turn = float(rng.normal(0, 0.03))
            if name in copy.discs:
                things.append(Flat("token", name, face, Spot(x, y, SMALL, SMALL, turn), form="disc"))
            else:
                things.append(Flat("card", name, face, Spot(x, y, wide, high, turn)))
        yield things


def save(shot: Shot, picture: Path, truth: Path, told: Mapping[str, Any]) -> None:
    """A picture and what is true of it."""
    for path in (picture, truth):
        path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(picture), shot.picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])
    height, width = shot.picture.shape[:2]
    told = {**told, "width": width, "height": height, "pieces": shot.pieces}
    truth.write_text(json.dumps(told, indent=1), "utf-8")


def side_by_side(tables: Sequence[Tabletop], rng: Rng) -> list[Thing]:
    """The things of several players in one row, with room between them."""
    laid: list[Thing] = []
    right = 0.0
    for table in tables:
        across = np.vstack([thing.spot.corners for thing in table.things])[:, 0]
        shift = right - float(across.min()) if laid else 0.0
        laid += [replace(thing, spot=replace(thing.spot, x=thing.spot.x + shift)) for thing in table.things]
        right = float(across.max()) + shift + float(rng.uniform(*BETWEEN)) * (len(tables) > 1)
    return laid


def _nothing_more(copy: Copy, shelf: Shelf, rng: Rng) -> Sequence[Thing]:
    return ()


def _as_it_is(shot: Shot, rng: Rng) -> Shot:
    return shot


@app.command()
def main(
    game: str,
    out: Annotated[Path, typer.Option()],
    count: int = 40,
    seed: int = 1,
    photos: Path = Path("../shared/photos"),
    drawn: bool = False,
    hard: bool = False,
    players: int = 1,
    other: bool = False,
    third: bool = False,
    lessons_too: Annotated[bool, typer.Option("--lessons/--no-lessons")] = True,
    tables_a_copy: int = TABLES_A_COPY,
) -> None:
    """Compose `count` tables of a game; the same seed gives the same tables. With --drawn no photo is part of them.

    With --hard tables are seen from a low place and in light that no training knows, and more lies on them. Several
    players sit side by side, the first on the left. With --other another hand has drawn the copies,
    with --third a third one, whose photos are worse; with --tables-a-copy 1 every table has a copy of its own, and
    with --no-lessons no photos that teach it are composed.
    """
    hand = "_third" if third else "_other" if other else ""
    composer: Composer = import_module(f"datasets.tabletops.{game}{hand}")
    shelf = Shelf.load("test", [])
    stock = surfaces(None if drawn else photos, np.random.default_rng([seed, 7]))
    for number in track(range(count), description="tables"):
        made = number // tables_a_copy
        copy = composer.copy(shelf, np.random.default_rng([seed, made, 1]))
        if lessons_too and number % tables_a_copy == 0:
            for page, shot in enumerate(lessons(copy, stock, np.random.default_rng([seed, made, 2]))):
                base = out / "copies" / f"{made:02}" / f"teach-{page}"
                save(shot, base.with_suffix(".jpg"), base.with_suffix(".json"), {"items": dict(copy.items)})
        rng = np.random.default_rng([seed, number, 3])
        tables = [composer.table(copy, shelf, rng) for _ in range(players)]
        turn = float(rng.normal(*getattr(composer, "TURNS", (0, 0.12))))
        more = getattr(composer, "clutter", _nothing_more) if hard else _nothing_more
        things = [*side_by_side(tables, rng), *more(copy, shelf, rng)]
        shot = shoot(things, bare_table(stock, rng), rng, LOW if hard else ELEVATIONS, turn, hard)
        shot = getattr(composer, "finish", _as_it_is)(shot, rng)
        name = f"{game}-{seed}-{number:03}"
        told = {
            "game": game,
            "seed": [seed, number],
            "copy": f"{made:02}",
            "state": tables[0].state,
            "others": [table.state for table in tables[1:]],
            "told": copy.told,
        }
        save(shot, out / "images" / f"{name}.jpg", out / "truth" / f"{name}.json", told)


if __name__ == "__main__":
    app()
