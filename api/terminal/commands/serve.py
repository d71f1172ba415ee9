"""``tally serve``: the page for every phone at the table."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

from rich.console import Console

from api.errors import UserError
from api.terminal.spoken import speak
from scoring.words import say

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


def serve(host: str | None, port: int, tls: bool, data: str | None, keep_photos: bool) -> None:
    """Start the service; without a host ask on the terminal whether phones may join."""
    import uvicorn

    if data:
        os.environ["TALLY_DATA"] = str(Path(data).expanduser())
    from api.http.app import create_app
    from api.http.settings import Settings, new_pin
    from api.tables.store import Store

    console = Console()
    listen = host or (EVERYWHERE if _phones_may_join(console) else LOOPBACK)
    open_to_network = listen not in (LOOPBACK, "localhost", "::1")
    pin = new_pin() if open_to_network else None
    settings = Settings(keep_photos=keep_photos, pin=pin, warm_up=True)
    address = _network_address() if listen == EVERYWHERE else listen
    listener = _listener(listen, port)
    store = Store(settings.database)
    _announce(console, f"{'https' if tls else 'http'}://{address}:{listener.getsockname()[1]}", pin, tls)
    config = uvicorn.Config(create_app(settings, store=store), log_level="warning", ws_max_size=16 * 1024 * 1024)
    if tls:
        from api.http.certificate import certificate_for

        certificate, key = certificate_for(settings.data / "tls", address)
        config.ssl_certfile, config.ssl_keyfile = str(certificate), str(key)
    uvicorn.Server(config).run([listener])


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


def _announce(console: Console, address: str, pin: str | None, tls: bool) -> None:
    import segno

    link = f"{address}/?pin={pin}" if pin else f"{address}/"
    console.print("\n" + speak(say("Tally is at {address}  (Ctrl-C stops it)", address=address)), style="bold")
    if pin:
        told = say("Phones scan this, or open {address} and type the PIN {pin}:", address=address, pin=pin)
        console.print(speak(told) + "\n")
        segno.make(link, error="m").terminal(border=2, compact=True)
    else:
        console.print(speak(say("Only this machine can open it. Use --host 0.0.0.0 to let phones in.")))
    if tls:
        console.print(speak(say("The certificate is self-signed: the phone will ask once whether to trust it.")))
