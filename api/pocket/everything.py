"""Everything of the owner as one file, out of the pocket and into it: a backup, as `tally backup` writes it."""

from __future__ import annotations

import shutil
import tempfile
from datetime import date
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, File, Response, UploadFile

from api.tables.backup import restore_backup, write_backup

Upload = Annotated[UploadFile, File(description="A file that this, or `tally backup`, wrote")]


def next_of(folder: Path) -> Path:
    """Where a folder waits that was taken in."""
    return folder.with_name(f"{folder.name}-next")


def move_in(folder: Path) -> None:
    """A folder that was taken in takes its place."""
    if next_of(folder).is_dir():
        shutil.rmtree(folder, ignore_errors=True)
        next_of(folder).rename(folder)


def everything_in(folder: Path) -> APIRouter:
    """The addresses for one folder."""
    router = APIRouter(prefix="/api/v1/pocket")

    @router.get("/everything")
    def save() -> Response:
        with tempfile.TemporaryDirectory() as here:
            file = Path(here) / "tally.zip"
            write_backup(folder, file)
            name = f"tally-{date.today().isoformat()}.zip"
            headers = {"content-disposition": f'attachment; filename="{name}"'}
            return Response(file.read_bytes(), media_type="application/zip", headers=headers)

    @router.post("/everything", status_code=204)
    async def take_in(file: Upload) -> None:
        """What is here gives way when the page begins anew; until then the service goes on with it."""
        with tempfile.TemporaryDirectory() as here:
            given = Path(here) / (Path(file.filename or "").name or "tally.zip")
            given.write_bytes(await file.read())
            aside = restore_backup(given, next_of(folder))
        if aside is not None:  # of two files that were taken in, the later one counts
            shutil.rmtree(aside)

    return router
