"""``tally doctor``: whether everything is in order on this machine, each thing in a sentence."""

from __future__ import annotations

import shutil
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from api.errors import UserError
from api.http.settings import MEGABYTE, Settings
from api.language.speech import translator
from api.terminal.render import check_language, console, print_json
from scoring.words import say

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

LOOPBACK = "127.0.0.1"
ROOM_NEEDED = 200 * MEGABYTE  # an evening of photos


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; what is not ``well`` wants a person."""

    what: str
    well: bool
    told: str


def show_findings(port: int, camera: int, as_json: bool, lang: str) -> int:
    """Print what was found; the exit code is 1 if anything wants a person."""
    speak = translator(check_language(lang))
    findings = examine(Settings(), port, camera)
    if as_json:
        print_json([{"what": speak(f.what), "well": f.well, "told": speak(f.told)} for f in findings])
    else:
        for found in findings:
            console().print(f"{'✓' if found.well else '✗'} {speak(found.what)}: {speak(found.told)}")
    return 0 if all(found.well for found in findings) else 1


def examine(settings: Settings, port: int, camera: int) -> list[Finding]:
    """Everything that Tally needs, in the order in which it is needed."""
    club = settings.database_url
    looks: list[tuple[str, Callable[[], tuple[bool, str]]]] = [
        (say("Weights"), weights),
        (say("Data folder"), lambda: data_folder(settings.data)),
        (say("Database"), lambda: shared_database(club) if club else database(settings.database)),
        *([(say("Readers"), lambda: readers(club))] if club else []),
        (say("Port"), lambda: free_port(port)),
        (say("Certificate"), lambda: certificate(settings.data / "tls" / "certificate.pem")),
        (say("Camera"), lambda: seen_by_camera(camera)),
    ]
    return [Finding(what, *look()) for what, look in looks]


def weights() -> tuple[bool, str]:
    """Whether the networks are there and can be loaded."""
    from vision.network import ModelError, Network
    from vision.weights import SHIPPED, model_path

    for name in SHIPPED:
        try:
            Network(model_path(name))
        except ModelError as error:
            return False, error.sentence
    megabytes = round(sum(model_path(name).stat().st_size for name in SHIPPED) / MEGABYTE)
    return True, say("all {count} networks are there and load ({size} MB).", count=len(SHIPPED), size=megabytes)


def data_folder(folder: Path) -> tuple[bool, str]:
    """Whether there is a place to write to."""
    existing = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".tally-doctor"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return False, say("{folder} cannot be written: {reason}.", folder=folder, reason=error.strerror)
    free = shutil.disk_usage(existing).free
    if free < ROOM_NEEDED:
        return False, say("{folder} has only {size} MB left.", folder=folder, size=free // MEGABYTE)
    return True, say("{folder} can be written, {size} MB are free.", folder=folder, size=free // MEGABYTE)


def database(path: Path) -> tuple[bool, str]:
    """Whether the kept tables are whole."""
    if not path.is_file():
        return True, say("there are no tables yet; the first one makes it.")
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            (count,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    except sqlite3.Error:
        return False, say("{path} is not Tally's, or damaged. Move it away or restore a backup.", path=path)
    if verdict != "ok":
        return False, say("{path} is damaged. Move it away and restore a backup.", path=path)
    return True, say("whole, with {count} tables.", count=count)


def shared_database(url: str) -> tuple[bool, str]:
    """Whether the database of a club answers, is in a form we know and takes changes. It is not touched."""
    from api.tables.postgres import Postgres
    from api.tables.store import form_of, newest_form

    try:
        kind = Postgres(url)
        with closing(kind), kind.whole():
            if trouble := kind.trouble():
                return False, trouble
            form = form_of(kind.engine)
            if form is None:
                return True, say("it is empty; the first `tally serve` makes its tables.")
            if form > newest_form():
                return False, kind.newer
            with kind.engine.connect() as connection:
                count = connection.exec_driver_sql("SELECT count(*) FROM tables").scalar()
    except UserError as error:
        return False, error.sentence
    if form < newest_form():
        return True, say("an older version wrote it; the next `tally serve` brings it over.")
    return True, say("it answers, with {count} tables.", count=count)


def readers(url: str) -> tuple[bool, str]:
    """Whether anybody reads a club's photos."""
    from api.tables.postgres import Postgres
    from api.tables.store import form_of

    try:
        kind = Postgres(url)
        with closing(kind), kind.whole():
            count = _alive(kind.engine) if form_of(kind.engine) else 0
    except UserError:
        return False, say("nobody can tell while the database does not answer.")
    if not count:
        return False, say("none is at work: photos wait. Start one with `tally reader`.")
    return True, say("{count} at work.", count=count)


def _alive(engine: Engine) -> int:
    from api.club.queue import ALIVE, READERS

    with engine.connect() as connection:
        return int(connection.execute(READERS, {"seconds": ALIVE}).scalar_one())


def free_port(port: int) -> tuple[bool, str]:
    """Whether the service could listen."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False, say("{port} is in use; start Tally with --port and another number.", port=port)
    return True, say("{port} is free.", port=port)


def certificate(path: Path) -> tuple[bool, str]:
    """Whether phones that trusted this host still can."""
    from cryptography import x509

    if not path.is_file():
        return True, say("none yet; `tally serve --tls` makes one.")
    try:
        until = x509.load_pem_x509_certificate(path.read_bytes()).not_valid_after_utc
    except (OSError, ValueError):
        return False, say("{path} cannot be read. Delete it; the next start makes a new one.", path=path)
    day = until.date().isoformat()
    if until < datetime.now(UTC):
        return True, say("it ran out on {day}; the next start makes a new one, and phones will ask again.", day=day)
    return True, say("valid until {day}.", day=day)


def seen_by_camera(number: int) -> tuple[bool, str]:
    """Whether a camera of this machine gives a picture; phones bring their own, so none is no fault."""
    from vision.live import CameraError, open_shots

    try:
        shot = next(open_shots(str(number)), None)
    except CameraError:
        shot = None
    if shot is None:
        return True, say("none on this machine; phones bring their own, and `tally read` takes files.")
    height, width = shot.pixels.shape[:2]
    return True, say("camera {number} gives pictures of {width} x {height}.", number=number, width=width, height=height)
