"""The files of the page: named by a fingerprint and kept by browsers for ever, compressed once."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.responses import Response

WEB = Path(__file__).parent.parent / "web"
STATIC = WEB / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASKED_AGAIN = "no-cache"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""What is worth compressing, as what it is sent."""


@cache
def static_files() -> tuple[str, ...]:
    """Every static file by its name under /static."""
    return tuple(sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()))


@cache
def build_number() -> str:
    """The fingerprint of all files: a short number that changes whenever one of them does."""
    digest = hashlib.sha256(version("tally").encode())
    for name in static_files():
        digest.update(name.encode() + (STATIC / name).read_bytes())
    return digest.hexdigest()[:10]


def address_of(name: str) -> str:
    """Where a file is under its fingerprint; modules find each other from there."""
    return f"/static/{build_number()}/{name}"


@lru_cache(maxsize=256)
def compressed(content: bytes) -> bytes:
    """As few bytes as possible, since it is done once."""
    return gzip.compress(content, 9, mtime=0)


def takes_gzip(headers: Headers) -> bool:
    """Whether a browser says that it can read it."""
    return "gzip" in headers.get("accept-encoding", "")


class Files(StaticFiles):
    """Static files; those asked for under the fingerprint never change, the others are asked about each time."""

    async def get_response(self, path: str, scope: Any) -> Response:
        """The file, compressed where that helps and is understood."""
        fingerprint, _, rest = path.replace("\\", "/").partition("/")
        fixed = fingerprint == build_number()
        response = await super().get_response(rest if fixed else path, scope)
        file = STATIC / (rest if fixed else path)
        if response.status_code == 200 and file.suffix in TYPES and takes_gzip(Headers(scope=scope)):
            kept = {"etag": response.headers["etag"].rstrip('"') + '-gz"', "content-encoding": "gzip"}
            response = Response(compressed(file.read_bytes()), headers=kept, media_type=TYPES[file.suffix])
        response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = FOR_EVER if fixed else ASKED_AGAIN
        return response
