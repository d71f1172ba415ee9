"""The page itself: one shell for every view, its static files, and the texts in three languages."""

from __future__ import annotations

import json
from functools import cache
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, select_autoescape

from api.answers.appearance import appearance, dice_side
from api.answers.laying import photo_side
from api.http.access import ROLE
from api.http.files import (
    ASKED_AGAIN,
    STATIC,
    WEB,
    Files,
    address_of,
    build_number,
    compressed,
    static_files,
    takes_gzip,
)
from api.http.keys import Role
from api.http.service import Here, Lang
from api.language.speech import page_texts, translator
from scoring.game import Game
from scoring.games import broken_games, games
from scoring.languages import LANGUAGES
from scoring.paint import theme
from vision.reading import UNSURE
from vision.settling import FRAMES_TO_SETTLE

VIEWS = (
    *("/", "/new", "/dice", "/invite", "/settings", "/stats", "/evening", "/help", "/help/{task}"),
    *("/rules", "/rules/{game}", "/cards", "/cards/{game}", "/teach/{game}", "/desk/{game}"),
    *("/t/{table}", "/t/{table}/{tab}"),
)
"""Every address the page can show; the patterns of `static/app.js` are the same, which a test compares."""
router = APIRouter()


@cache
def environment() -> Environment:
    """The templates of the page."""
    return Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=select_autoescape(["html"]))


def _render(template: str, lang: str, **values: Any) -> str:
    return environment().get_template(template).render(lang=lang, _=translator(lang), **values)


def _in_brief(game: Game[Any], lang: str) -> dict[str, Any]:
    seen = {"photo": photo_side(game.id, lang), "dice": dice_side(game, lang), **appearance(game)}
    return {"id": game.id, "title": translator(lang)(game.title), "players": list(game.players), **seen}


def boot_of(lang: str, role: str, photos: bool) -> dict[str, Any]:
    """What the page knows before it asks for anything."""
    return {
        "lang": lang,
        "languages": LANGUAGES,
        "texts": page_texts(lang),
        "version": version("tally"),
        "role": role,
        "build": build_number(),
        "photos": photos,
        "reading": {"unsure": UNSURE, "frames": FRAMES_TO_SETTLE},
        "games": [_in_brief(game, lang) for game in games()],
        "broken": [translator(lang)(why) for why in broken_games().values()],
    }


def shell(request: Request, lang: Lang, service: Here) -> Response:
    """The page; which view it shows is the browser's business."""
    boot = boot_of(lang, request.scope.get(ROLE, Role.GUEST), service.reader.open)
    page = _render(
        "shell.html",
        lang,
        boot=json.dumps(boot, ensure_ascii=False).replace("<", "\\u003c"),
        build=build_number(),
        light=theme(False),
        dark=theme(True),
    )
    headers = {"cache-control": ASKED_AGAIN, "vary": "accept-encoding, accept-language, cookie"}
    if takes_gzip(request.headers):
        return HTMLResponse(compressed(page.encode()), headers={**headers, "content-encoding": "gzip"})
    return HTMLResponse(page, headers=headers)


for _path in VIEWS:
    router.add_api_route(_path, shell, methods=["GET"], response_class=HTMLResponse)


@router.get("/manifest.webmanifest")
def manifest(lang: Lang) -> Response:
    """What a phone needs to put Tally on its home screen."""
    return Response(_render("manifest.webmanifest", lang), media_type="application/manifest+json")


@router.get("/sw.js")
def service_worker() -> Response:
    """The worker that keeps the page usable while the host is away."""
    files = ["/", *map(address_of, static_files())]
    script = environment().get_template("sw.js").render(build=build_number(), files=json.dumps(files))
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/favicon.ico")
def favicon() -> Response:
    """The icon for browsers that ask for it by its old name."""
    return Response((WEB / "static" / "icon.svg").read_bytes(), media_type="image/svg+xml")


def mount_static(app: FastAPI) -> None:
    """Serve the ES modules, styles and icons."""
    app.mount("/static", Files(directory=STATIC), name="static")
