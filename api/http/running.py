"""The service on its socket: how it begins, how patient it is, and how it ends within three seconds."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

import uvicorn

from api.http.app import create_app
from api.http.connections import MOST_TOGETHER, PatientProtocol, Seldom, Visitors
from api.http.measured import Told
from api.http.settings import Settings
from api.tables.store import Store

LARGEST_MESSAGE = 4 * 1024 * 1024  # on an open line: a frame of the camera
QUIET = 20  # seconds that a line is kept between two requests: people think before they tap again
LAST_REQUESTS = 1  # seconds that requests have to finish after the word to end,
LAST_MOMENT = 2.2  # and after which the process ends, whatever still runs
FILES = 4 * MOST_TOGETHER  # for connections, photos that wait, and the database


def run(
    settings: Settings,
    store: Store,
    listener: socket.socket,
    certified: tuple[Path, Path] | None,
    told: Sequence[Told] = (),
) -> None:
    """Serve until the word to end; with HTTPS if there are a certificate and its key."""
    _allow_files()
    PatientProtocol.visitors = Visitors(settings.trust_proxy)
    config = uvicorn.Config(
        create_app(settings, store=store, told=told),
        http=PatientProtocol,
        log_level="warning",
        ws_max_size=LARGEST_MESSAGE,
        proxy_headers=bool(settings.trust_proxy),
        forwarded_allow_ips=list(settings.trust_proxy),
        timeout_keep_alive=QUIET,
        timeout_graceful_shutdown=LAST_REQUESTS,
        server_header=False,
    )
    if certified:
        config.ssl_certfile, config.ssl_keyfile = map(str, certified)
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(Seldom())
    Server(config).run([listener])


class Server(uvicorn.Server):
    """Ends in time: what is committed is on disk, and what nobody was answered was not promised."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The word to end; a referee who still thinks does not hold it up."""
        super().handle_exit(sig, frame)
        last = threading.Timer(LAST_MOMENT, _end, (sig,))
        last.daemon = True
        last.start()


def _end(sig: int) -> None:
    for child in multiprocessing.active_children():
        child.kill()
    sys.stdout.flush()
    os._exit(0 if sig == signal.SIGINT else 128 + sig)


def _allow_files() -> None:
    """As many open files as connections need, where the system counts them and allows it."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
