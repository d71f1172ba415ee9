"""`python -m models.sample_copy GAME FOLDER`: teach the copy that the sample photos of a game show.

The folder is one of `copies/` of `python -m datasets.tabletop`; what it teaches is laid beside the sample photos.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from shutil import rmtree
from typing import Annotated

import numpy as np
import typer
from PIL import Image

from models.evaluate_tables import nearest
from scoring.games import load
from vision.photo import Pixels, open_photo
from vision.samplecopy import COPIES
from vision.taught import Print, TaughtFolder
from vision.teachable import pieces_of
from vision.teaching import laid_out, piece_picture

PIECE, BOARD, QUALITY = 192, 900, 78

app = typer.Typer(add_completion=False)


@app.command()
def teach(
    game: str,
    folder: Path,
    out: Annotated[Path, typer.Option(help="the folder of all copies")] = COPIES,
) -> None:
    """Cut every piece out of the photos that teach a copy."""
    taught = TaughtFolder(out, game)
    rmtree(taught.folder, ignore_errors=True)
    boards = {piece.id for piece in pieces_of(load(game)).values() if piece.board}
    for page in sorted(folder.glob("teach-*.jpg")):
        photo, told = open_photo(page), json.loads(page.with_suffix(".json").read_text("utf-8"))
        things = laid_out(photo)
        for piece in told["pieces"]:
            item = told["items"][piece["name"]]
            if item in taught.taught():  # one picture of each, as an owner takes it
                continue
            thing = nearest(things, np.array(piece["corners"]).mean(axis=0))
            corners = piece["corners"] if thing is None else thing.corners
            board = item in boards
            taught.take_in(item, _small(piece_picture(photo, corners, board), board), board)
    size = sum(path.stat().st_size for path in taught.folder.iterdir())
    print(f"{len(taught.pictures())} pictures, {size / 1000:.0f} KB")


def _small(picture: Pixels, board: bool) -> Print:
    """A picture no larger than it is compared: it ships with every copy of Tally."""
    image = Image.fromarray(picture)
    image.thumbnail((BOARD, BOARD) if board else (PIECE, PIECE), Image.Resampling.LANCZOS)
    data = io.BytesIO()
    image.save(data, "JPEG", quality=QUALITY)
    return Print(data.getvalue(), image.width, image.height)


if __name__ == "__main__":
    app()
