"""A real PostgreSQL from Debian's packages: a cluster of its own on loopback, by another user than root."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

USER = "postgres"


def binaries() -> Path | None:
    """Where the newest installed PostgreSQL has its programs; None if there is none that can be started here."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if not found or (os.geteuid() == 0 and shutil.which("setpriv") is None):
        return None
    return found[-1].parent


MISSING = "no PostgreSQL here (Debian: apt-get install postgresql): nothing of a club is tried"


class Cluster:
    """A server with databases that come and go; it can be killed and started again."""

    _form: str | None

    def __init__(self, folder: Path) -> None:
        programs = binaries()
        assert programs is not None
        self._programs, self._folder = programs, folder / "cluster"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        if os.geteuid() == 0:
            shutil.chown(folder, USER, USER)
        self._run(
            "initdb", "-D", str(self._folder), "-A", "trust", "-U", "tally", "-E", "UTF8", "--locale=C.UTF-8", "-N"
        )
        self._made, self._form = 0, None
        self.start()

    def _as_user(self, *command: str) -> list[str]:
        become = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups"] if os.geteuid() == 0 else []
        return [*become, str(self._programs / command[0]), *command[1:]]

    def _run(self, *command: str) -> None:
        subprocess.run(self._as_user(*command), check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self) -> None:
        """Start it and wait until it answers."""
        settings = (
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=150",
            "shared_buffers=64MB",
            "jit=off",
        )
        options = [part for one in settings for part in ("-c", one)]
        command = self._as_user("postgres", "-D", str(self._folder), "-p", str(self.port), *options)
        with (self._folder.parent / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
        for _ in range(600):
            asking = self._as_user("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port))
            if subprocess.run(asking, cwd="/", check=False).returncode == 0:
                return
            assert self.process.poll() is None, (self._folder.parent / "server.log").read_text()
            time.sleep(0.05)
        raise AssertionError("PostgreSQL does not answer")

    def kill(self) -> None:
        """End the server with -9, as if its machine had lost power; its children notice and end."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        pid_file = self._folder / "postmaster.pid"
        for _ in range(200):  # a new server refuses to start while backends of the old one live
            if not self._children():
                break
            time.sleep(0.05)
        pid_file.unlink(missing_ok=True)

    def _children(self) -> list[str]:
        """The processes that work in the folder of the cluster."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cwd"):
            with suppress(OSError):
                if path.readlink() == self._folder:
                    found.append(path.parent.name)
        return found

    def stop(self) -> None:
        """End it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)  # at once: nobody needs the data any more
            self.process.wait(60)

    def database(self, template: str = "template1") -> str:
        """The address of a new, empty database."""
        import psycopg

        self._made += 1
        name = f"tally{self._made}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        return self.url(name)

    def ready_database(self) -> str:
        """The address of a new database in the newest form: a copy, which is quicker than to make it again."""
        if self._form is None:
            from api.tables.store import Store

            Store(self.database()).close()
            self._form = f"tally{self._made}"
        return self.database(self._form)

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://tally@127.0.0.1:{self.port}/{name}"


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server until the end of the block."""
    with tempfile.TemporaryDirectory(prefix="tally-pg-") as folder:
        running = Cluster(Path(folder))
        try:
            yield running
        finally:
            running.stop()
