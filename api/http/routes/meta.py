"""Is it alive, what is it, and the host's choices."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter
from sqlalchemy import text

from api.answers.bodies import Choices
from api.answers.shapes import Health, Version
from api.http import choices
from api.http.roles import HostOnly
from api.http.service import Here
from scoring.games import games
from scoring.languages import LANGUAGES

router = APIRouter(tags=["service"])


@router.get("/health")
def health(service: Here) -> Health:
    """Whether the database answers and photos can be read."""
    with service.store.reading() as session:
        database = session.execute(text("SELECT 1")).scalar_one() == 1
    return Health(
        status="ok" if database and service.reader.open else "degraded", database=database, photos=service.reader.open
    )


@router.get("/version")
def running_version() -> Version:
    """The version, the games and the languages."""
    return Version(
        name="tally", version=version("tally"), games=[game.id for game in games()], languages=list(LANGUAGES)
    )


@router.get("/settings")
def settings(service: Here) -> Choices:
    """The host's choices."""
    return Choices(keep_photos=choices.keep_photos(service))


@router.put("/settings", dependencies=[HostOnly])
def choose(service: Here, body: Choices) -> Choices:
    """Change the host's choices; they outlive a restart."""
    choices.set_keep_photos(service, body.keep_photos)
    return body
