"""A camera that is unplugged, stalls or comes back while `tally watch` looks at it, and damaged films."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random

import cv2
import pytest

from tests.hard.mutations import bad_bytes
from tests.hard.service import HARD, many
from vision.weights import weights_there

ROOT = Path(__file__).parents[2]
PHOTO = cv2.imread(str(ROOT / "tests" / "browser" / "photos" / "diceminer.jpg"))
LANGUAGES = ("en", "el", "pl")
FILMS = many(1_000, 12)
AT_ONCE = 100  # films that one process looks at
pytestmark = pytest.mark.skipif(not weights_there(), reason="the weights that read photos are not there")


class Camera(ThreadingHTTPServer):
    """A camera of the network. Plugged in it gives ten pictures a second; unplugged its lines end or stall."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Lens)
        small = cv2.resize(PHOTO, (640, 480))
        self.picture = bytes(cv2.imencode(".jpg", small)[1].tobytes())
        self.plugged_in, self.stalled, self.given = threading.Event(), threading.Event(), 0
        self.plugged_in.set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Where it gives its pictures."""
        return f"http://127.0.0.1:{self.server_address[1]}/stream"


class Lens(BaseHTTPRequestHandler):
    """One who looks."""

    server: Camera

    def do_GET(self) -> None:
        """Pictures until it is unplugged."""
        camera = self.server
        if not camera.plugged_in.is_set():
            self.send_error(503)
            return
        self.send_response(200)
        self.send_header("content-type", "multipart/x-mixed-replace; boundary=picture")
        self.end_headers()
        try:
            while camera.plugged_in.is_set():
                if not camera.stalled.is_set():
                    head = f"--picture\r\ncontent-type: image/jpeg\r\ncontent-length: {len(camera.picture)}\r\n\r\n"
                    self.wfile.write(head.encode() + camera.picture + b"\r\n")
                    camera.given += 1
                time.sleep(0.1)
        except OSError:
            return

    def log_message(self, *said: object) -> None:
        """Nothing."""


@pytest.fixture
def camera() -> Iterator[Camera]:
    with Camera() as running:
        yield running
        running.plugged_in.clear()
        running.shutdown()


PATIENCE = 240


@contextmanager
def watching(source: str, lang: str = "en") -> Iterator[subprocess.Popen[str]]:
    """`tally watch` as a process of its own, until the end of the block."""
    command = [sys.executable, "-u", "-m", "api.terminal.cli", "--lang", lang, "watch", "dice", "--camera", source]
    watch = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        yield watch
    finally:
        watch.kill()
        watch.communicate()


class Ears:
    """Lines as they are said."""

    def __init__(self, stream: Iterator[str]) -> None:
        self.lines: list[str] = []
        threading.Thread(target=self._listen, args=(stream,), daemon=True).start()

    def _listen(self, stream: Iterator[str]) -> None:
        with suppress(ValueError):  # closed meanwhile
            for line in stream:
                self.lines.append(line)

    def until(self, count: int) -> list[str]:
        """So many lines, once they were said."""
        end = time.monotonic() + PATIENCE
        while len(self.lines) < count and time.monotonic() < end:
            time.sleep(0.05)
        assert len(self.lines) >= count, self.lines
        return self.lines


@pytest.mark.parametrize("lang", LANGUAGES if HARD else ("el",))
def test_an_unplugged_camera_is_told_and_looked_at_again_once_it_is_back(camera: Camera, lang: str) -> None:
    with watching(camera.address, lang) as watch:
        assert watch.stdout is not None and watch.stderr is not None
        seen, told = Ears(watch.stdout), Ears(watch.stderr)
        seen.until(1)  # a roll has settled
        said = len(told.lines)
        camera.plugged_in.clear()
        lost = told.until(said + 1)[-1]
        camera.plugged_in.set()
        back = told.until(said + 2)[-1]
        given = camera.given
        end = time.monotonic() + PATIENCE
        while camera.given < given + 5 and time.monotonic() < end:
            time.sleep(0.05)
        assert watch.poll() is None and lost != back
    assert camera.address in lost and camera.address in back
    assert not any("Traceback" in line for line in told.lines)


@pytest.mark.skipif(not HARD, reason="it takes a minute and a half")
def test_a_camera_that_stalls_and_does_not_come_back_ends_with_a_sentence(
    camera: Camera, figure: Callable[..., None]
) -> None:
    with watching(camera.address) as watch:
        assert watch.stdout is not None
        Ears(watch.stdout).until(1)
        camera.stalled.set()
        begin = time.monotonic()
        code = watch.wait(PATIENCE)
        assert watch.stderr is not None
        told = watch.stderr.read()
    assert code == 2 and "gives no picture" in told and "did not come back" in told, told
    assert "Traceback" not in told
    figure(
        "a camera that stalls and does not come back: ended with a sentence after", f"{time.monotonic() - begin:.0f} s"
    )


def films(folder: Path) -> list[bytes]:
    """The same film in three forms."""
    small, found = cv2.resize(PHOTO, (320, 240)), []
    for name, code in (("a.avi", "MJPG"), ("a.mp4", "mp4v"), ("a.webm", "VP80")):
        path = folder / name
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 10.0, (320, 240))
        for _ in range(6):
            writer.write(small)
        writer.release()
        if path.is_file() and path.stat().st_size:
            found.append(path.read_bytes())
    return found


WATCH_MANY = """
import sys
from tests.terminal import tally
for name in sys.stdin.read().split():
    ended = tally("watch", "dice", "--camera", name)
    print(ended.exit_code, repr(ended.exception), ended.output.count("Traceback"), flush=True)
"""


def test_damaged_films_end_in_a_sentence(tmp_path: Path, figure: Callable[..., None]) -> None:
    good = films(tmp_path)
    assert len(good) >= 2
    slowest, ended = 0.0, 0
    for first in range(0, FILMS, AT_ONCE):
        names = []
        for number in range(first, min(FILMS, first + AT_ONCE)):
            chance = Random(f"film {number}")
            path = tmp_path / f"{number}.{chance.choice(('avi', 'mp4', 'webm', 'mkv', 'bin'))}"
            path.write_bytes(bad_bytes(chance, chance.choice(good)))
            names.append(str(path))
        begin = time.monotonic()
        told_to = {"input": "\n".join(names), "capture_output": True, "text": True, "errors": "replace", "cwd": ROOT}
        run = subprocess.run([sys.executable, "-c", WATCH_MANY], check=False, **told_to)
        slowest = max(slowest, (time.monotonic() - begin) / len(names))
        told = run.stdout.splitlines()
        assert run.returncode == 0 and len(told) == len(names), (
            names[len(told) :][:1],
            run.returncode,
            run.stderr[-500:],
        )
        for name, line in zip(names, told, strict=True):
            assert line.split()[0] in ("0", "2") and line.endswith(" 0"), (name, line)
            Path(name).unlink()
        ended += len(names)
    figure("bad input, films in `tally watch`: cases; mean time of one", f"{ended}; {slowest:.1f} s", "no traceback")
