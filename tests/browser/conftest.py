"""A real server with a real database, and Debian's chromium as a phone."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM
"""The same without the windows around its pages, each of which takes more work than many a page of ours."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]
NO_CHIP = ("--disable-gpu",)
CHIP = ("--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-features=Vulkan")
PHOTOS = Path(__file__).parent / "photos"
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000
ANY_CERTIFICATE = ssl.create_default_context()
ANY_CERTIFICATE.check_hostname = False
ANY_CERTIFICATE.verify_mode = ssl.CERT_NONE


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say why, where the browser is missing; what fails is tried once more, and the closing line counts how often.

    A browser that has to wait for a processor misses moments that a person would not.
    """
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in here:
        item.add_marker(pytest.mark.flaky(reruns=1))
    if not Path(CHROMIUM).is_file():
        for item in here:
            item.add_marker(pytest.mark.skip(reason="chromium is not installed (apt-get install chromium)"))


def has_weights() -> bool:
    """Whether photos can be read with what ships."""
    from api.reading.reader import PhotoReader

    return PhotoReader().open


needs_weights = pytest.mark.skipif(not has_weights(), reason="the weights that read photos are not there")


@contextmanager
def serving(folder: Path, *more: str, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """`tally serve` as a process of its own; gives its address on this machine."""
    port = port or free_port()
    environment = {**os.environ, "TALLY_DATA": str(folder / "data")}
    command = [sys.executable, "-m", "api.terminal.cli", "serve", "--host", host, "--port", str(port), *more]
    log = folder / "server.txt"
    with log.open("w") as out:
        process = subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.STDOUT)
    scheme = "https" if "--cert" in more or "--tls" in more else "http"
    address = f"{scheme}://127.0.0.1:{port}"
    try:
        wait_for(address, process, log)
        yield address
    finally:
        process.terminate()
        process.wait(20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service that lets in this machine alone."""
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service that phones of the network may join."""
    with serving(tmp_path_factory.mktemp("open"), host="0.0.0.0") as address:
        yield address


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Until the service answers; its own words if it does not."""
    for _ in range(240):
        if process.poll() is not None:
            pytest.fail(f"tally serve ended: {log.read_text()}")
        try:
            with urllib.request.urlopen(f"{address}/api/v1/health", timeout=5, context=ANY_CERTIFICATE):
                return
        except urllib.error.HTTPError:
            return  # it answers, if only that a PIN is missing
        except OSError:
            time.sleep(0.25)
    pytest.fail(f"tally serve does not answer: {log.read_text()}")


@pytest.fixture(scope="session")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A still trove as the film of a camera."""
    film = tmp_path_factory.mktemp("video") / "trove.mjpeg"
    film.write_bytes((PHOTOS / "diceminer.jpg").read_bytes() * 10)
    return film


@pytest.fixture(scope="session")
def pocket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pocket, which takes long to make."""
    from tests.browser.pocketing import made_pocket

    return made_pocket(tmp_path_factory)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """What drives browsers; there can be only one of it in a process."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        yield driver


@contextmanager
def chromium_filming(
    playwright: Any, film: Path | None = None, chip: bool = False, program: str = CHROMIUM
) -> Iterator[Any]:
    """Chromium without a window, its camera showing the film; with `chip`, it computes as a graphics chip would."""
    more = [f"--use-file-for-fake-video-capture={film}"] if film else []
    usual = [flag for flag in FLAGS if flag not in NO_CHIP] + [*CHIP] if chip else FLAGS
    chromium = playwright.chromium.launch(executable_path=program, args=[*usual, *more])
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def browser(playwright: Any, video: Path) -> Iterator[Any]:
    """The browser of all phones that need no film of their own."""
    with chromium_filming(playwright, video, program=SHELL) as chromium:
        yield chromium


@pytest.fixture
def open_phone(browser: Any, server: str) -> Iterator[Callable[..., Any]]:
    """Phones that watch every request they make: none may go to another host, no script may fail."""
    contexts: list[Any] = []
    strangers: list[str] = []
    failures: list[str] = []

    def phone(lang: str = "en-GB", **more: Any) -> Any:
        context = browser.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, locale=lang, base_url=server, permissions=["camera"], **more
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: ours(request.url) or strangers.append(request.url))
        page.on("pageerror", lambda error: failures.append(str(error)))
        return page

    def ours(url: str) -> bool:
        return url.startswith((server, server.replace("http", "ws"), "blob:", "data:"))

    yield phone
    for context in contexts:
        context.close()
    assert strangers == []
    assert failures == []


@pytest.fixture
def phone(open_phone: Callable[..., Any]) -> Any:
    """One phone that speaks English."""
    return open_phone()
