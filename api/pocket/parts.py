"""Where the parts of the pocket come from: Python, ONNX Runtime, OpenCV and Tesseract from npm, one wheel from PyPI.

Versions are pinned with the fingerprint that the registry had when they were tested; what differs is refused.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from importlib.metadata import distribution, version
from pathlib import Path

from api.errors import UserError
from scoring.words import say

PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
COMPILED = "pydantic-core"
"""The one package that is not plain Python; its version is that of this installation."""
PLAIN = (
    *("annotated-doc", "annotated-types", "anyio", "fastapi", "idna", "platformdirs", "pydantic", "python-multipart"),
    *("opentelemetry-api", "segno", "snowballstemmer", "sqlalchemy", "starlette"),
    *("typing-extensions", "typing-inspection"),
)
"""Packages that the service needs in a browser, taken from this installation."""
TAKEN = (".py", "METADATA", "LICENSE", "LICENSE.txt", "LICENSE.rst", "LICENSE.md")
UNUSED = (
    *(f"sqlalchemy/dialects/{other}/" for other in ("mssql", "mysql", "oracle", "postgresql")),
    *("sqlalchemy/testing/", "pydantic/v1/", "pydantic/mypy.py", "anyio/pytest_plugin.py"),
)
"""Parts of them that a browser never loads."""


@dataclass(frozen=True)
class NpmPackage:
    """A package of npm in one tested version."""

    name: str
    version: str
    integrity: str

    @property
    def file(self) -> str:
        """As npm calls the file of a package."""
        return f"{self.plain_name}-{self.version}.tgz"

    @property
    def plain_name(self) -> str:
        """Its name as that of a file."""
        return self.name.lstrip("@").replace("/", "-")


PYODIDE = NpmPackage(
    "pyodide",
    "314.0.7",
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
OPENCV = NpmPackage(
    "@techstark/opencv-js",
    "5.0.0-release.1",
    "sha512-PIm+eB0MFtieXoNC2GRao0dv/02sehG+Nv2nSW5D6pQm6J/4WqvDHm0RyoqOmGYQm67jdGiaOdIeTShCY3PIUg==",
)
ONNXRUNTIME = NpmPackage(
    "onnxruntime-web",
    "1.30.0",
    "sha512-q0y+JrrtukXSzsBWEMccVfqX25LRmosXHF+CaRJmg8pZClzcV7svNc4rKY3jL02Vb7QmRMDs1SigqR4CXAfKYQ==",
)
TESSERACT = NpmPackage(
    "tesseract.js-core",
    "7.0.0",
    "sha512-WnNH518NzmbSq9zgTPeoF8c+xmilS8rFIl1YKbk/ptuuc7p6cLNELNuPAzcmsYw450ca6bLa8j3t0VAtq435Vw==",
)
NUMPY = "numpy-2.4.6.zip"
JPEG = "jpeg-3.1.3.so"
LAYERS = ("layers.wasm", "layers-relaxed.wasm")
COMPILED_HERE = {
    NUMPY: "37a491de7a1050077b421ea46d0b6af356b71c24c0302203bf807e1b70beba1a",
    JPEG: "4fbcb4f27ea61b61d8829f468c8e119a8ef294edcd8449b7e2b42c0a9d6d1638",
    "layers.wasm": "d6a39026c1aa01dcabbe32b6d2ffc328409199d42a96e50e3922310cac755a62",
    "layers-relaxed.wasm": "3f791dd89dff770fd50bb6d68b43ec32912c5c47ebb54135b0dfdb513bf4307b",
}
"""SHA-256 of what no registry has for browsers: numpy, libjpeg-turbo and layers, compiled by `deploy/`."""


def has_npm() -> bool:
    """Whether the pocket can be made here."""
    return shutil.which("npm") is not None and shutil.which("node") is not None


def npm_folder(package: NpmPackage, store: Path) -> Path:
    """The unpacked package; fetched once, and whole however many ask for it at the same time."""
    folder = store / f"{package.plain_name}-{package.version}"
    if not folder.is_dir():
        store.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=store) as name:
            here = Path(name)
            _run("npm", "pack", "--silent", f"{package.name}@{package.version}", cwd=here)
            _check(here / package.file, package.integrity)
            with tarfile.open(here / package.file) as archive:
                archive.extractall(here, filter="data")
            _put_in_place(here / "package", folder)
    return folder


def _put_in_place(made: Path, target: Path) -> None:
    """In one step, so that nobody sees a half; where somebody else was quicker, theirs stays."""
    try:
        made.rename(target)
    except OSError:
        if not target.exists():
            raise


def compiled_here(name: str) -> bytes:
    """A part that was compiled by `deploy/`, as it was tested."""
    content = Path(__file__).with_name(name).read_bytes()
    if hashlib.sha256(content).hexdigest() != COMPILED_HERE[name]:
        raise UserError(say("{name} is not the file that was tested.", name=name))
    return content


def _check(file: Path, integrity: str) -> None:
    found = "sha512-" + base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
    if found != integrity:
        raise UserError(say("{name} is not the file that was tested.", name=file.name))


def compiled_wheel(store: Path) -> Path:
    """The wheel of the one compiled package for browsers."""
    wanted = version(COMPILED)
    pattern = f"{COMPILED.replace('-', '_')}-{wanted}-*{PLATFORM}.whl"
    store.mkdir(parents=True, exist_ok=True)
    if not list(store.glob(pattern)):
        options = ("--no-deps", "--only-binary=:all:", "--platform", PLATFORM, "--python-version", PYTHON)
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
        with tempfile.TemporaryDirectory(dir=store) as here:
            _run(*pip, *options, "--dest", here, f"{COMPILED}=={wanted}", cwd=store)
            wheel = next(Path(here).glob(pattern))
            _put_in_place(wheel, store / wheel.name)
    return next(store.glob(pattern))


def put_packages(site: Path, store: Path) -> None:
    """Every package that the service needs, as it lies in a folder for packages."""
    for name in PLAIN:
        for file in distribution(name).files or ():
            if file.parts[0] == ".." or not file.name.endswith(TAKEN) or file.as_posix().startswith(UNUSED):
                continue
            target = site / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(str(file.locate())), target)
    with zipfile.ZipFile(compiled_wheel(store)) as wheel:
        wheel.extractall(site)


def _run(*command: str, cwd: Path) -> None:
    try:
        subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        told = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        reason = told[-1] if told else str(error)
        raise UserError(say("The parts of the pocket cannot be fetched: {reason}", reason=reason)) from None
