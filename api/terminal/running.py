"""A table of a service that runs, reached from the terminal: pictures go there, what they changed comes back."""

from __future__ import annotations

import json
import secrets
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

import cv2

from api.errors import UserError
from api.http.addresses import is_loopback
from api.terminal.spoken import language
from scoring.words import listed, say
from vision.photo import Pixels
from vision.tables import reader_of

HOME = "http://127.0.0.1:8000"
JPEG_QUALITY = 92
PATIENCE = 120.0  # seconds that a photo may wait for its turn


@dataclass(frozen=True)
class RunningTable:
    """Where a table is served, and what it was when we came."""

    address: str
    id: str
    view: dict[str, Any]

    @classmethod
    def at(cls, told: str) -> RunningTable:
        """A table by the address that the page shows, or by its id at the usual place."""
        parts = urlsplit(told if "://" in told else f"{HOME}/t/{told}")
        words = [word for word in f"{parts.path}/{parts.fragment}".split("/") if word]
        if "t" not in words[:-1] or parts.scheme not in ("http", "https"):
            raise UserError(say("{told} is no address of a table; copy the one the page shows.", told=repr(told)))
        address, table = f"{parts.scheme}://{parts.netloc}", words[words.index("t") + 1]
        return cls(address, table, _answer(Request(f"{address}/api/v1/tables/{quote(table)}?lang={language()}")))

    @property
    def title(self) -> str:
        """What the table is called."""
        return str(self.view["document"]["title"])

    def seats(self, game_id: str, player: str | None) -> list[int]:
        """Whose pieces the camera sees, in the order of the picture; asked where several play, each with their own."""
        if self.view["game"] != game_id:
            raise UserError(say("At that table {game} is played.", game=self.view["game"]))
        names = [one["name"] for one in self.view["document"]["state"]["players"]]
        told = [name.strip() for name in player.split(",")] if player and player not in names else [player]
        if all(name in names for name in told):
            return [names.index(str(name)) for name in told]
        if player is None and (len(names) == 1 or reader_of(game_id).everyone):
            return [0]
        raise UserError(say("Say with --player whose pieces the camera sees: {names}.", names=listed(names)))

    def lay(self, pixels: Pixels, seats: Sequence[int], round_: int | None, first_row: str) -> dict[str, Any]:
        """Lay a picture on the table; a refusal is told as a problem, and the camera goes on."""
        fields = {"player": str(seats[0]), "by": "camera", "phone": "camera", "first_row": first_row}
        if len(seats) > 1:
            fields["players"] = ",".join(map(str, seats))
        if round_ is not None:
            fields["round"] = str(round_)
        body, kind = _form(fields, pixels)
        address = f"{self.address}/api/v1/tables/{quote(self.id)}/photos?lang={language()}"
        try:
            return _answer(Request(address, body, {"Content-Type": kind}))
        except UserError as error:
            return {"problem": str(error.args[0])}


def _form(fields: dict[str, str], pixels: Pixels) -> tuple[bytes, str]:
    """A form with fields and a photo, and its content type."""
    _, jpeg = cv2.imencode(".jpg", pixels[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    border = secrets.token_hex(16)
    parts = [
        f'--{border}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{border}\r\nContent-Disposition: form-data; name="photo"; filename="watch.jpg"\r\n'
    parts += [f"{head}Content-Type: image/jpeg\r\n\r\n".encode(), jpeg.tobytes(), f"\r\n--{border}--\r\n".encode()]
    return b"".join(parts), f"multipart/form-data; boundary={border}"


def _answer(request: Request) -> dict[str, Any]:
    """What the service says, as data."""
    try:
        told: dict[str, Any] = json.loads(answered(request))
    except ValueError:
        raise UserError(_nobody(request)) from None
    return told


def answered(request: Request) -> bytes:
    """What the service says; what it refuses is a sentence."""
    context = None
    if request.type == "https" and is_loopback(urlsplit(request.full_url).hostname or ""):
        context = ssl._create_unverified_context()  # our own certificate, on our own machine
    try:
        with urlopen(request, timeout=PATIENCE, context=context) as answer:  # http or https, see above
            content: bytes = answer.read()
            return content
    except HTTPError as error:
        raise UserError(_refusal(error)) from None
    except (URLError, HTTPException, OSError, ValueError):
        raise UserError(_nobody(request)) from None


def _nobody(request: Request) -> str:
    where = f"{request.type}://{request.host}"
    return say("No table is served at {where}. Start it with: tally serve", where=where)


def _refusal(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read())["detail"])
    except (ValueError, KeyError, TypeError, OSError):
        return say("The service refused: {code}.", code=error.code)
