"""The page itself: one shell for every view, its static files, and the texts in three languages."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.staticfiles import StaticFiles

WEB = Path(__file__).parent.parent / "web"
router = APIRouter()


def mount_static(app: FastAPI) -> None:
    """Serve the ES modules, styles and icons."""
    app.mount("/static", StaticFiles(directory=WEB / "static"), name="static")
