"""A photo that does not tell which end of a character sheet is Strength: from straight above, lying on its side."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from PIL import Image

from vision.photo import open_photo
from vision.tables import read_table
from vision.tables.rollplayer.places import cell_of
from vision.tables.table import Hints

PHOTO = Path(__file__).parent / "browser" / "photos" / "rollplayer.jpg"
DIE, STEP, EDGE = 90, 150, 120


@cache
def sideways_sheet() -> bytes:
    """The dice of the sample photo, all of one size, in six columns of three."""
    photo = open_photo(PHOTO)
    whole = Image.fromarray(photo.pixels())
    size = (2 * EDGE + 5 * STEP + DIE, 2 * EDGE + 2 * STEP + DIE)
    table = Image.new("RGB", size, (96, 84, 70))
    for seen in read_table("rollplayer", photo, Hints()).placed:
        row, column = cell_of(str(seen.place))
        die = whole.crop([round(edge) for edge in seen.box]).resize((DIE, DIE))
        table.paste(die, (EDGE + row * STEP, EDGE + (2 - column) * STEP))
    data = io.BytesIO()
    table.save(data, "JPEG", quality=92)
    return data.getvalue()
