"""Figures of the service: requests a second against a bare endpoint, four phones against one, the live camera."""

from __future__ import annotations

import json
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from api.http.app import create_app
from api.http.settings import Settings
from scoring.games import games
from vision.tables import READABLE

PHONES = 4


def figures(seconds: float = 2.0, photos: int = 8) -> dict[str, float]:
    """Requests a second of `/score` and of a bare endpoint; how much longer four phones wait for `/read`."""
    return {**score_figures(seconds), **read_figures(photos), **live_figures()}


def score_figures(seconds: float = 2.0) -> dict[str, float]:
    """A whole game scored over HTTP, and a FastAPI endpoint that returns a constant, in turns."""
    game = games()[0]
    bare = FastAPI()

    @bare.post("/bare")
    async def constant() -> dict[str, bool]:
        return {"ok": True}

    body = json.dumps({"state": game.sample().model_dump(mode="json")}).encode()
    with _running(bare) as bare_port, _running(_app()) as our_port:
        lines = {
            "/bare": _line(bare_port),
            f"/api/v1/games/{game.id}/score": _line(our_port),
        }
        rates: dict[str, list[float]] = {path: [] for path in lines}
        for path, line in lines.items():
            _rate(line, path, body, 0.2)  # not counted: the first requests load what they need
        for _ in range(4):
            for path, line in lines.items():
                rates[path].append(_rate(line, path, body, seconds / 8))
        for line in lines.values():
            line.close()
    bare_rate, score_rate = (statistics.median(rate) for rate in rates.values())
    return {
        "score_requests_per_second": round(score_rate, 1),
        "bare_requests_per_second": round(bare_rate, 1),
        "bare_to_score_ratio": round(bare_rate / score_rate, 2),
    }


def read_figures(photos: int = 8) -> dict[str, float]:
    """p95 of reading a photo for one phone alone and for four at once; nothing if the weights are missing."""
    app = _app()
    with _running(app) as port:
        if not app.state.service.reader.open:
            return {}
        app.state.service.warm_up()
        alone = [_read(port, number) for number in range(photos)]
        with ThreadPoolExecutor(PHONES) as crowd:
            together = list(crowd.map(lambda number: _read(port, photos + number), range(photos * PHONES)))
    return {
        "read_p95_one_phone_seconds": round(_p95(alone), 3),
        "read_p95_four_phones_seconds": round(_p95(together), 3),
        "read_four_to_one_ratio": round(_p95(together) / _p95(alone), 2),
    }


def live_figures(frames: int = 30) -> dict[str, float]:
    """Readings a second of the live camera, for a sample photo of a trove sent frame after frame."""
    from websockets.sync.client import connect

    import vision

    app, frame = _app(), (Path(vision.__file__).parent / "samples" / f"{READABLE[0]}-1.jpg").read_bytes()
    with _running(app) as port:
        if not app.state.service.reader.open:
            return {}
        asked = json.dumps({"game": READABLE[0], "players": ["Ann", "Bo"]}).encode()
        line = _line(port)
        table = json.loads(_post(line, "/api/v1/tables", asked, "application/json"))["id"]
        line.close()
        with connect(f"ws://127.0.0.1:{port}/ws/live?table={table}") as live:
            live.recv()  # "ready"
            for number in range(frames + 1):
                if number == 1:  # the first reading loads the networks
                    begin = time.perf_counter()
                live.send(frame)
                live.recv()
    return {"live_readings_per_second": round(frames / (time.perf_counter() - begin), 1)}


def _app() -> FastAPI:
    folder = Path(tempfile.mkdtemp(prefix="tally-bench-"))
    return create_app(Settings(data=folder, keep_photos=False))


@contextmanager
def _running(app: FastAPI) -> Iterator[int]:
    """The application behind a real socket of this machine."""
    import uvicorn

    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)


def _line(port: int) -> HTTPConnection:
    """An open connection that sends at once; waiting for acknowledgements would be all that is measured."""
    line = HTTPConnection("127.0.0.1", port)
    line.connect()
    line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def _rate(line: HTTPConnection, path: str, body: bytes, seconds: float) -> float:
    """Requests a second over one open connection."""
    count, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds or count < 3:
        _post(line, path, body, "application/json")
        count += 1
    return count / spent


def _post(line: HTTPConnection, path: str, body: bytes, kind: str) -> Any:
    line.request("POST", path, body, {"content-type": kind})
    answer = line.getresponse()
    data = answer.read()
    if answer.status not in (200, 201):
        raise RuntimeError(f"{path} answered {answer.status}: {data[:200]!r}")
    return data


def _read(port: int, number: int) -> float:
    """Seconds to read one photo that was never seen before."""
    picture = _photo(number)
    head = b'--x\r\ncontent-disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
    line = _line(port)
    begin = time.perf_counter()
    _post(line, "/api/v1/games/dice/read", head + picture + b"\r\n--x--\r\n", "multipart/form-data; boundary=x")
    line.close()
    return time.perf_counter() - begin


def _photo(number: int) -> bytes:
    """A table of noise with pale squares on it, different for every number: the readers do all their work."""
    import io

    import numpy as np
    from PIL import Image

    dice = np.random.default_rng(number)
    pixels = dice.integers(60, 110, (960, 1280, 3), dtype=np.uint8)
    for _ in range(8):
        x, y = int(dice.integers(0, 1180)), int(dice.integers(0, 860))
        pixels[y : y + 90, x : x + 90] = 235
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=85)
    return out.getvalue()


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]
