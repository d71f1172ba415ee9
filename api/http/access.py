"""Who is let in: this machine always, phones of the network with the table PIN, other web sites never."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections import defaultdict, deque
from http.cookies import SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api.http.language import asked_language
from api.http.problems import problem
from api.http.settings import Settings
from api.language.speech import translator
from scoring.words import say

COOKIE = "tally_pin"
TRIES_PER_MINUTE = 10
WEEK = 7 * 24 * 3600
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Gate:
    """ASGI middleware in front of everything, websockets included."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.pin = settings.pin
        self.token = hashlib.sha256(f"tally {settings.pin}".encode()).hexdigest() if settings.pin else ""
        self.tries: dict[str, deque[float]] = defaultdict(deque)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403})
        else:
            await refusal(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if _foreign(scope, headers):
            text = say("Another web site tried to use Tally; that is not allowed.")
            return problem(403, say("Not from there"), text, lang=_language(scope))
        client = scope.get("client")
        address = client[0] if client else "127.0.0.1"
        if is_loopback(address):
            return None
        if self._has_cookie(headers):
            return None
        return self._ask_for_pin(scope, address)

    def _has_cookie(self, headers: Headers) -> bool:
        cookies = SimpleCookie(headers.get("cookie", ""))
        given = cookies[COOKIE].value if COOKIE in cookies else ""
        return bool(self.token) and hmac.compare_digest(given.encode(), self.token.encode())

    def _ask_for_pin(self, scope: Scope, address: str) -> Response:
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("pin", [""])[0]
        if given and self._too_many_tries(address):
            text = say("Too many wrong PINs. Wait a minute and scan the QR code again.")
            return problem(429, say("Wait a minute"), text, lang=_language(scope))
        if self.pin and given and hmac.compare_digest(given.encode(), self.pin.encode()):
            self.tries.pop(address, None)
            return self._welcome(scope)
        if (
            scope["type"] == "http"
            and scope["method"] == "GET"
            and "text/html" in Headers(scope=scope).get("accept", "")
        ):
            return HTMLResponse(_pin_page(_language(scope), wrong=bool(given)), status_code=401)
        text = say("Scan the QR code of the host once, then this phone is let in.")
        return problem(401, say("The PIN is missing"), text, lang=_language(scope))

    def _welcome(self, scope: Scope) -> Response:
        request = Request(scope)
        rest = {key: value for key, value in request.query_params.items() if key != "pin"}
        target = scope["path"] + (f"?{urlencode(rest)}" if rest else "")
        response = RedirectResponse(target if target.startswith("/") and not target.startswith("//") else "/", 303)
        response.set_cookie(
            COOKIE,
            self.token,
            max_age=7 * 24 * 3600,
            httponly=True,
            samesite="strict",
            secure=scope["scheme"] == "https",
        )
        return response

    def _too_many_tries(self, address: str) -> bool:
        tries, moment = self.tries[address], time.monotonic()
        while tries and tries[0] < moment - 60:
            tries.popleft()
        tries.append(moment)
        return len(tries) > TRIES_PER_MINUTE


def is_loopback(address: str) -> bool:
    """Whether a client sits at this very machine.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.1.7"), is_loopback("testclient")
    (True, True, False, False)
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


def _foreign(scope: Scope, headers: Headers) -> bool:
    """Whether another web site speaks through a browser here: a strange origin, or a name we do not go by."""
    host = headers.get("host", "")
    name = urlsplit(f"//{host}").hostname or ""
    if not _our_name(name):
        return True
    origin = headers.get("origin")
    if origin is None or (scope["type"] == "http" and scope["method"] in SAFE_METHODS):
        return False
    return urlsplit(origin).netloc != host


def _our_name(name: str) -> bool:
    """Addresses, localhost and names of the local network; a public name would be a rebinding attack."""
    try:
        ip_address(name)
    except ValueError:
        return "." not in name or name.endswith((".local", ".lan", ".home", ".localhost", ".internal"))
    return True


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
