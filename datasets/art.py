"""Art free to use, as pictures: playing cards, mahjong faces and icons. `python -m datasets.art [FOLDER]` makes them.

Packages of Debian and npm are fetched and unpacked, their drawings rendered once (`rsvg-convert` of librsvg2-bin).
A quarter of the decks, sets of tiles, icons, fonts and surfaces is kept apart for tests: ask for a split.

Licences: KDE's decks and tiles GPL-2+ and LGPL, aisleriot's deck GPL-3,
svg-cards LGPL-2.1, game-icons CC BY 3.0 (authors of game-icons.net), fonts OFL or GPL with the font exception.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import typer
from rich.progress import track

Split = Literal["train", "test"]
FOLDER = Path("runs/art")
DEBIAN = ("kdegames-card-data-kf5", "kdegames-mahjongg-data-kf5", "aisleriot")
NPM = ("@iconify-json/game-icons", "svg-cards")
LETTERS = (
    "liberation2 lato open-sans cantarell comfortaa cabin crosextra-carlito crosextra-caladea linuxlibertine "
    "ebgaramond junction league-spartan lobster quattrocento gfs-didot gfs-neohellenic cardo fantasque-sans vollkorn "
    "dosis humor-sans inter oldstandard yanone-kaffeesatz essays1743 goudybookletter inconsolata jura prociono "
    "tomsontalks"
).split()  # Debian's packages of fonts
FONTS = Path("/usr/share/fonts")
HEIGHT = 400  # pixels of a rendered card; a mahjong face is half as high
ICON = 96
# Photos of dice whose tables serve as surfaces: the last two only where things are tested.
SURFACES: dict[Split, tuple[str, ...]] = {
    "train": ("byler_d6", "pxl_trays", "roboflow_epanemu", "matteo_desk", "mixed_polyhedral", "aws_cam"),
    "test": ("aws_phone", "white_on_carpet"),
}

_CARD = r"(?:[0-9]+|jack|queen|king)_(?:club|diamond|heart|spade)|back"
_BONDED = r"(?:club|diamond|heart|spade)_(?:[0-9]+|jack|queen|king)"
_FACE = r"(?:CHARACTER|BAMBOO|ROD|SEASON|FLOWER|WIND|DRAGON)_[0-9]"
# Where drawings lie below the unpacked packages, what they are, which parts are one picture, how high it gets.
_SHEETS = (
    ("kdegames-card-data-kf5/usr/share/carddecks/*/*.svgz", "cards", _CARD, HEIGHT),
    ("aisleriot/usr/share/aisleriot/cards/*.svgz", "cards", _BONDED, HEIGHT),
    ("svg-cards/package/svg-cards.svg", "cards", _BONDED, HEIGHT),
    ("kdegames-mahjongg-data-kf5/usr/share/kmahjongglib/tilesets/*.svgz", "tiles", _FACE, HEIGHT // 2),
)

app = typer.Typer(add_completion=False)


def split_of(name: str) -> Split:
    """Where a deck, an icon or a font belongs; for good, whatever else there is.

    >>> split_of("standard"), split_of("penguins")
    ('train', 'test')
    """
    return "test" if hashlib.md5(f"apart {name}".encode(), usedforsecurity=False).digest()[0] < 64 else "train"


def decks(family: Literal["cards", "tiles"], split: Split, folder: Path = FOLDER) -> dict[str, list[Path]]:
    """The rendered pictures (with alpha) of every deck of a family in one split."""
    found = sorted(path for path in (folder / family).glob("*") if path.is_dir())
    chosen = {deck.name: sorted(deck.glob("*.png")) for deck in found if split_of(deck.name) == split}
    return {name: pictures for name, pictures in chosen.items() if pictures}


def icons(split: Split, folder: Path = FOLDER) -> tuple[list[str], np.ndarray]:
    """Names and masks (count x side x side, 0 to 255) of all icons of one split."""
    with np.load(folder / "icons.npz") as kept:
        names, masks = [str(name) for name in kept["names"]], kept["masks"]
    chosen = [row for row, name in enumerate(names) if split_of(name) == split]
    return [names[row] for row in chosen], masks[chosen]


def fonts(split: Split, folder: Path = FONTS) -> list[Path]:
    """The fonts below a folder, or of this machine, that belong to one split."""
    found = sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")])
    return [path for path in found if split_of(path.stem) == split]


@app.command()
def main(folder: Path = FOLDER) -> None:
    """Fetch, unpack and render everything that is not there yet."""
    raw = folder / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    fetch(raw)
    for pattern, family, part, height in _SHEETS:
        for sheet in sorted(raw.glob(pattern)):
            render_sheet(sheet, folder / family / sheet.stem.lower(), part, height)
    render_icons(raw / "game-icons/package/icons.json", folder / "icons.npz")
    for file in sorted(raw.glob("fonts-*/usr/share/fonts/**/*.[ot]tf")):
        (folder / "fonts").mkdir(exist_ok=True)
        shutil.copy(file, folder / "fonts")


def fetch(raw: Path) -> None:
    """The packages, unpacked, each in a folder of its own name."""
    for package in (*DEBIAN, *(f"fonts-{name}" for name in LETTERS)):
        if not (raw / package).is_dir():
            subprocess.run(["apt-get", "download", package], cwd=raw, check=True, capture_output=True)
            archive = next(raw.glob(f"{package}_*.deb"))
            subprocess.run(["dpkg-deb", "-x", str(archive), str(raw / package)], check=True)
    for package in NPM:
        target = raw / package.rpartition("/")[2]
        if not target.is_dir():
            told = subprocess.run(["npm", "pack", package], cwd=raw, check=True, capture_output=True, text=True)
            with tarfile.open(raw / told.stdout.split()[-1]) as archive_file:
                archive_file.extractall(target, filter="data")


def render_sheet(sheet: Path, out: Path, part: str, height: int) -> None:
    """Every part of a drawing whose id matches as a picture of its own."""
    if out.is_dir():
        return
    text = gzip.decompress(sheet.read_bytes()) if sheet.suffix == ".svgz" else sheet.read_bytes()
    ids = sorted(set(re.findall(rf'\bid="({part})"', text.decode("utf-8", "replace"))))
    made = [(name, _rendered(text, height, name)) for name in track(ids, out.name)]
    out.mkdir(parents=True, exist_ok=True)
    for name, data in made:
        if data:
            (out / f"{name}.png").write_bytes(data)


def _rendered(svg: bytes, height: int, part: str | None = None) -> bytes:
    """A drawing or a part of it as PNG; nothing when it cannot be drawn."""
    chosen = ["-i", part] if part else []
    told = subprocess.run(["rsvg-convert", *chosen, "-h", str(height)], input=svg, capture_output=True, check=False)
    return told.stdout if told.returncode == 0 else b""


def render_icons(source: Path, out: Path) -> None:
    """All icons as masks in one file."""
    if out.exists():
        return
    drawings = dict(_icon_drawings(source))
    masks = [cv2.imdecode(np.frombuffer(_rendered(svg, ICON), np.uint8), -1) for svg in track(drawings.values())]
    np.savez_compressed(
        out, names=np.array(list(drawings)), masks=np.stack([np.asarray(mask)[..., 3] for mask in masks])
    )


def _icon_drawings(source: Path) -> Iterator[tuple[str, bytes]]:
    told = json.loads(source.read_text(encoding="utf-8"))
    side = told.get("width", 512)
    for name, icon in told["icons"].items():
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}">'
        yield name, f"{head}{icon['body']}</svg>".encode()


if __name__ == "__main__":
    app()
