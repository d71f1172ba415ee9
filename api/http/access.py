"""Who is let in: this machine as the host, phones with the PIN or the link, other web sites never."""

from __future__ import annotations

from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode, urlsplit

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from api.http.addresses import FORWARDED, host_name, is_local_name, is_loopback, names_this_machine, network_of
from api.http.errorpages import for_people
from api.http.guesses import Guesses
from api.http.keys import DAY, UNUSED_DAYS, Keys, Phone, Role, hash_of
from api.http.language import asked_language
from api.http.problems import not_kept, problem
from api.http.settings import Settings
from api.language.speech import translator
from api.tables.trouble import AWAY, told
from scoring.words import say

if TYPE_CHECKING:
    from api.http.sharedkeys import SharedGuesses

COOKIE = "tally_phone"
ROLE = "tally.role"
"""Where the role of whoever asks stands in a request's scope."""
FOR_EVERYBODY = ("/manifest.webmanifest", "/sw.js", "/favicon.ico", "/static/", "/api/v1/health")
"""What holds nothing of anybody: browsers fetch it without cookies when Tally is put on a home screen, and proxies ask
whether a page is well."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
REFUSED = 4403


@dataclass
class Lock:
    """What opens the gate: the keys, if anybody but this machine may come in, and how often digits were guessed."""

    keys: Keys | None = None
    guesses: Guesses | SharedGuesses = field(default_factory=Guesses)


class Gate:
    """ASGI middleware in front of everything, websockets included."""

    def __init__(self, app: ASGIApp, settings: Settings, lock: Lock) -> None:
        self.app = app
        self.settings = settings
        self.lock = lock
        self.public = urlsplit(settings.public_url or "")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            refusal = await self._refusal(scope)
        except (DBAPIError, NoConnectionFree, OSError) as error:  # nobody can be let in while that cannot be kept
            refusal = not_kept(told(error) or AWAY, _language(scope))
            refusal = for_people(Request(scope), refusal) if scope["type"] == "http" else refusal
        if refusal is None:
            await self.app(scope, receive, self._while_let_in(scope, send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": REFUSED})
        else:
            await refusal(scope, receive, send)

    def _while_let_in(self, scope: Scope, send: Send) -> Send:
        """An open line is closed as soon as its phone is sent away."""
        token = token_of(Headers(scope=scope))
        if scope["type"] != "websocket" or self._is_at_the_host(scope):
            return send

        async def out(message: Message) -> None:
            if self.keys is not None and await self._phone(token) is None:
                await send({"type": "websocket.close", "code": REFUSED})
                raise WebSocketDisconnect(REFUSED)
            await send(message)

        return out

    @property
    def keys(self) -> Keys | None:
        """Who was let in, if anybody but this machine may be."""
        return self.lock.keys

    async def _phone(self, token: str) -> Phone | None:
        """Whose token it is; the event loop does not wait for a database."""
        if self.keys is None or not token:
            return None
        known = self.keys.remembered(token)
        return await run_in_threadpool(self.keys.phone_of, token) if known is None and self.keys.asks else known

    async def _refusal(self, scope: Scope) -> Response | None:
        if self._foreign(scope):
            text = say("Another web site tried to use Tally; that is not allowed.")
            return problem(403, say("Not from there"), text, lang=_language(scope))
        if self.keys and (role := self.keys.role_of_key(_asked(scope, "key"))):
            return await self._welcome(scope, self.keys, role)
        if role := await self._role(scope):
            scope[ROLE] = role
            return None
        if scope["type"] == "http" and scope["path"].startswith(FOR_EVERYBODY):
            return None
        return await self._ask_for_pin(scope)

    async def _role(self, scope: Scope) -> Role | None:
        """As whom somebody comes in; None if not at all."""
        if self._is_at_the_host(scope):
            return Role.HOST
        phone = await self._phone(token_of(Headers(scope=scope)))
        return phone.role if phone else None

    def _is_at_the_host(self, scope: Scope) -> bool:
        """Whether somebody sits at this machine itself; through a proxy, anybody may seem to."""
        headers = Headers(scope=scope)
        if self.settings.behind_proxy or any(name in headers for name in FORWARDED):
            return False
        return is_loopback(_address(scope)) and names_this_machine(host_name(headers.get("host", "")) or "")

    async def _ask_for_pin(self, scope: Scope) -> Response:
        given, address = _asked(scope, "pin"), _address(scope)
        right = bool(given and self.keys and self.keys.is_pin(given))
        if given and not await run_in_threadpool(self.lock.guesses.admits, address, right):
            text = say("Too many wrong PINs. Scan the QR code, or try again later.")
            return problem(429, say("Wait a while"), text, lang=_language(scope))
        if right and self.keys:
            return await self._welcome(scope, self.keys, Role.GUEST)
        if (
            scope["type"] == "http"
            and scope["method"] == "GET"
            and "text/html" in Headers(scope=scope).get("accept", "")
        ):
            return HTMLResponse(_pin_page(_language(scope), wrong=bool(given)), status_code=401)
        text = say("Scan the QR code of the host once, then this phone is let in.")
        return problem(401, say("The PIN is missing"), text, lang=_language(scope))

    async def _welcome(self, scope: Scope, keys: Keys, role: Role) -> Response:
        """A token of its own for this phone; the secret leaves its address bar."""
        request = Request(scope)
        rest = {key: value for key, value in request.query_params.items() if key not in ("pin", "key")}
        target = scope["path"] + (f"?{urlencode(rest)}" if rest else "")
        response = RedirectResponse(target if target.startswith("/") and not target.startswith("//") else "/", 303)
        is_public = host_name(request.headers.get("host", "")) == self.public.hostname
        response.set_cookie(
            COOKIE,
            await run_in_threadpool(keys.let_in, role, request.headers.get("user-agent", "")),
            max_age=UNUSED_DAYS * DAY,
            httponly=True,
            samesite="lax",
            secure=scope["scheme"] == "https" or (is_public and self.public.scheme == "https"),
        )
        return response

    def _foreign(self, scope: Scope) -> bool:
        """Whether another web site speaks through a browser here: a strange origin, or a name we do not go by."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        name = host_name(host)
        if name is None or not (is_local_name(name) or name == self.public.hostname):
            return True
        origin = headers.get("origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in SAFE_METHODS):
            return False
        return origin.partition("://")[2] != host and origin != self.settings.public_url


def token_of(headers: Headers) -> str:
    """The token that a phone shows; none if it has none."""
    try:
        cookies = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookies[COOKIE].value if COOKIE in cookies else ""


def visitor_of(connection: HTTPConnection, settings: Settings) -> str:
    """Who asks: an address, or a phone where all come from the address of a proxy that names nobody.

    A phone could have many tokens, but hardly many addresses. Its token itself is told to nobody: a club writes down
    whose picture waits.
    """
    hidden = settings.behind_proxy and not settings.trust_proxy
    token = token_of(connection.headers) if hidden else ""
    return hash_of(token) if token else network_of(_address(connection.scope))


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "127.0.0.1"


def _asked(scope: Scope, name: str) -> str:
    asked: bytes = scope.get("query_string", b"")
    return parse_qs(asked.decode("latin-1")).get(name, [""])[0]


def _language(scope: Scope) -> str:
    return asked_language(HTTPConnection(scope))


def _pin_page(lang: str, *, wrong: bool) -> str:
    """The page that asks for the PIN; ``wrong`` says that the one given was not right."""
    return PIN_PAGE.format(lang=lang, again=translator(lang)(say("That PIN was not right.")) if wrong else "")


PIN_PAGE = """<!doctype html><html lang="{lang}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Tally</title>
<style>body{{font:18px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;padding:1rem;
color-scheme:light dark;text-align:center}}input{{font:inherit;font-size:2rem;letter-spacing:.3em;width:9ch;
text-align:center;padding:.4rem;border-radius:12px;border:1px solid}}button{{font:inherit;padding:.7rem 1.4rem;
border-radius:12px;border:0;background:#1c6b57;color:#fff;margin-top:1rem}}</style>
<h1>Tally</h1><p>{again}</p><form><label for="pin">PIN of the table · PIN του τραπεζιού · PIN stołu</label><br>
<input id="pin" name="pin" inputmode="numeric" autocomplete="off" maxlength="6" required autofocus><br>
<button>→</button></form></html>"""
