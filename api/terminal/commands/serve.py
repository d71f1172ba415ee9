"""``tally serve``: the page for every phone at the table."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from api.errors import UserError
from api.terminal.spoken import speak
from scoring.words import say

if TYPE_CHECKING:
    from api.http.keys import Keys
    from api.http.settings import Settings
    from api.tables.store import Store
    from api.telemetry import Figures

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


@dataclass(frozen=True)
class Telling:
    """What those who run it want to be told: figures at [HOST:]PORT, logs as JSON."""

    metrics: str | None = None
    log_json: bool = False

    def begin(self) -> Figures | None:
        """Begin to tell; the figures, if they were asked for."""
        from api.telemetry import Figures, log_as_json

        if self.log_json:
            log_as_json()
        if self.metrics is None:
            return None
        host, _, port = self.metrics.rpartition(":")
        if not port.isdecimal() or int(port) > 65535:
            raise UserError(say("{given} is no port, such as 9100.", given=repr(self.metrics)))
        return Figures(int(port), host or LOOPBACK)


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line."""

    host: str | None = None
    port: int = 8000
    tls: bool = False
    data: str | None = None
    keep_photos: bool = True
    public_url: str | None = None
    trust_proxy: Sequence[str] = ()
    new_pin: bool = False
    cert: str | None = None
    key: str | None = None
    database: str | None = None
    told: Telling = Telling()


def serve(wish: Wish) -> None:
    """Start the service; without a host ask on the terminal whether phones may join."""
    if wish.data:
        os.environ["TALLY_DATA"] = str(Path(wish.data).expanduser())
    if wish.database:
        os.environ["TALLY_DATABASE_URL"] = wish.database
    from api.http.addresses import public_origin
    from api.http.certificate import certificate_for, own_certificate
    from api.http.running import run
    from api.http.settings import Settings
    from api.owner.folders import make_private
    from api.tables.postgres import wait_for
    from api.tables.store import Store

    console = Console()
    own = own_certificate(wish.cert, wish.key)
    public = public_origin(wish.public_url) if wish.public_url else None
    proxies = tuple(_proxy(one) for one in wish.trust_proxy)
    proxied = bool(public and not own) or bool(proxies)
    listen = wish.host or (EVERYWHERE if not proxied and _phones_may_join(console) else LOOPBACK)
    address = _network_address() if listen == EVERYWHERE else listen
    listener = _listener(listen, wish.port)
    scheme = "https" if wish.tls or own else "http"
    origin = public or f"{scheme}://{address}:{listener.getsockname()[1]}"
    settings = Settings(
        keep_photos=wish.keep_photos,
        guests=listen not in (LOOPBACK, "localhost", "::1"),
        public_url=public,
        trust_proxy=proxies,
        own_certificate=own is not None,
        address=origin,
        warm_up=True,
    )
    os.umask(0o077)
    make_private(settings.data)
    if settings.database_url:
        wait_for(settings.database_url)
    store = Store(settings.kept_in)
    keys = _keys(settings, store) if settings.open_to_others else None
    if keys and wish.new_pin:
        keys.begin_anew()
    _announce(console, origin, keys, settings.behind_proxy)
    if own is None and wish.tls:
        own = certificate_for(settings.data / "tls", address)
        console.print(speak(say("The certificate is self-signed: the phone will ask once whether to trust it.")))
    run(settings, store, listener, own, tellers(wish.told))


def tellers(told: Telling) -> list[Any]:
    """Whoever wants to know of every request."""
    from api.telemetry import request_log

    figures = told.begin()
    return [*([figures.request] if figures else []), *([request_log] if told.log_json else [])]


def _keys(settings: Settings, store: Store) -> Keys:
    """The keys of this folder, or of the club."""
    from api.http.keys import Keys

    if not store.shared:
        return Keys(settings.access)
    from api.http.sharedkeys import SharedKeys

    return SharedKeys(store)


def _proxy(given: str) -> str:
    """The address or network of a proxy; a sentence if it is none."""
    try:
        return str(ip_network(given, strict=False))
    except ValueError:
        raise UserError(say("{given} is not the address of a proxy, such as 127.0.0.1.", given=repr(given))) from None


def _phones_may_join(console: Console) -> bool:
    """Loopback by default: opening to the network is for a person to say."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    asked = say("Shall phones in this network be able to join? They will need the PIN from the QR code. (y/N)")
    console.print(speak(asked), end=" ", markup=False)
    return input().strip().lower() in ("y", "yes", "ν", "ναι", "t", "tak")


def _listener(host: str, port: int) -> socket.socket:
    """The open port; a sentence if it is taken or the address is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small answers at once instead of waiting for acknowledgements (40 ms).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        told = {"port": port, "host": host, "reason": reason}
        raise UserError(
            say("Port {port} of {host} cannot be opened: {reason}. Try another with --port.", **told)
        ) from None
    return listener


def _network_address() -> str:
    """The address of this machine in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


def _announce(console: Console, origin: str, keys: Keys | None, behind_proxy: bool) -> None:
    import segno

    console.print("\n" + speak(say("Tally is at {address}  (Ctrl-C stops it)", address=origin)), style="bold")
    if keys is None:
        console.print(speak(say("Only this machine can open it. Use --host 0.0.0.0 to let phones in.")))
        return
    if keys.trouble:
        console.print(speak(keys.trouble), style="bold", soft_wrap=True, highlight=False)
    told = say("Phones scan this, or open {address} and type the PIN {pin}:", address=origin, pin=keys.pin)
    console.print(speak(told) + "\n")
    segno.make(f"{origin}/?key={keys.guest}", error="m").terminal(border=2, compact=True)
    if behind_proxy:
        console.print(speak(say("You are the host with this link; give it to nobody:")))
        console.print(f"{origin}/?key={keys.host}", soft_wrap=True, highlight=False)
