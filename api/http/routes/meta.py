"""Is it alive, what is it, and the host's choices."""

from __future__ import annotations

from importlib.metadata import version
from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from api.answers.bodies import Choices
from api.answers.shapes import Health, Version
from api.http import choices
from api.http.access import ROLE
from api.http.roles import HostOnly
from api.http.service import Here, Lang
from api.language.speech import translator
from api.owner import known, printed
from scoring.games import games
from scoring.languages import LANGUAGES
from vision.matprint import PAPERS, REMARK, svg

router = APIRouter(tags=["service"])


@router.get("/health")
async def health(service: Here, request: Request, lang: Lang) -> Health:
    """Whether tables can be kept and photos can be read; who was let in is told in sentences what is out of order."""
    kept, read = await run_in_threadpool(service.store.trouble), await service.reader.trouble()
    own = await run_in_threadpool(lambda: [*printed.trouble(), *known.trouble()])
    told = [sentence for sentence in (kept, read, *own) if sentence]
    return Health(
        status="degraded" if told else "ok",
        database=not kept,
        photos=not read,
        told=list(map(translator(lang), told)) if ROLE in request.scope else [],
    )


@router.get("/version")
def running_version() -> Version:
    """The version, the games and the languages."""
    return Version(
        name="tally", version=version("tally"), games=[game.id for game in games()], languages=list(LANGUAGES)
    )


@router.get("/mat/{paper}.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def mat(paper: Literal["a4", "letter"], lang: Lang) -> Response:
    """A mat to print: in a photo it tells what colour the light has and how large things are."""
    drawing = svg(PAPERS[paper], translator(lang)(REMARK))
    headers = {"content-disposition": f'attachment; filename="tally-mat-{paper}.svg"'}
    return Response(drawing, media_type="image/svg+xml", headers=headers)


@router.get("/settings")
def settings(service: Here) -> Choices:
    """The host's choices."""
    return Choices(keep_photos=choices.keep_photos(service))


@router.put("/settings", dependencies=[HostOnly])
def choose(service: Here, body: Choices) -> Choices:
    """Change the host's choices; they outlive a restart."""
    choices.set_keep_photos(service, body.keep_photos)
    return body
