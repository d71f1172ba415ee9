"""``python -m api.pocket.making [FOLDER]`` writes the pocket: a folder of static files that any web host can serve."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from api.compile import ROOT
from api.errors import UserError
from api.http.files import STATIC, build_number, static_files
from api.http.routes.pages import boot_of, environment
from api.language.speech import translator
from api.pocket.layers import split
from api.pocket.networks import CARDS, EYES, LETTERS, told_by
from api.pocket.parts import (
    JPEG,
    LAYERS,
    NUMPY,
    ONNXRUNTIME,
    OPENCV,
    PYODIDE,
    TESSERACT,
    compiled_here,
    has_npm,
    npm_folder,
)
from api.pocket.staging import pack, stage
from scoring.languages import LANGUAGES
from scoring.paint import theme
from scoring.words import say
from vision.titles import DATA
from vision.weights import model_path

STORE = ROOT / "build" / "pocket"
PACKED = ".pack"
TYPES = {".wasm": "application/wasm", ".mjs": "text/javascript", ".js": "text/javascript", ".json": "application/json"}
ANYTHING = "application/octet-stream"
LOCK = "pyodide-lock.json"
PYTHON_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
RUNTIMES = {
    "runtime": ("ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"),
    "gpu": ("ort.jspi.min.mjs", "ort-wasm-simd-threaded.jspi.mjs", "ort-wasm-simd-threaded.jspi.wasm"),
}
"""Two forms of ONNX Runtime; a browser fetches one, see `runtimes.js`."""
TESSERACT_FILES = ("tesseract-core-simd-lstm.js", "tesseract-core-simd-lstm.wasm")
ICONS = ("icon.svg", "icon-180.png", "icon-192.png", "icon-512.png")
FIRST_WORDS = (
    say("Starting …"),
    say("Fetching Tally, once: {done} of {all} MB"),
    say("Tally needs an address that begins with https."),
    say("Tally is open in another tab. Close it there, then reload."),
    say("Tally could not be started. Is this phone online? Reload to try again."),
)
"""What the page says before it has its texts."""
TOO_OLD = say("This browser is too old for Tally. A newer one opens it.")


class Part(NamedTuple):
    """A large file: where the page finds it, and how many bytes are fetched for it."""

    address: str
    type: str
    packed: int

    def plain(self) -> dict[str, Any]:
        """For the page."""
        return self._asdict()


class Pocket:
    """The folder as it grows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts: list[Part] = []

    def put(self, name: str, content: bytes) -> None:
        """A file as it is."""
        target = self.folder / name.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def put_part(self, name: str, content: bytes, folder_mark: str | None = None) -> Part:
        """A large file under its fingerprint, compressed whatever the host does."""
        mark = folder_mark or hashlib.sha256(content).hexdigest()[:12]
        packed = gzip.compress(content, 9, mtime=0)
        part = Part(f"/parts/{mark}/{name}", TYPES.get(Path(name).suffix, ANYTHING), len(packed))
        self.put(part.address + PACKED, packed)
        self.parts.append(part)
        return part

    def put_folder(self, contents: dict[str, bytes]) -> tuple[str, list[Part]]:
        """Files that find each other by their names, and the address of their folder."""
        mark = hashlib.sha256(b"".join(contents.values())).hexdigest()[:12]
        parts = [self.put_part(name, content, mark) for name, content in contents.items()]
        return f"/parts/{mark}/", parts


def make(folder: Path, store: Path = STORE) -> Pocket:
    """Write the whole pocket into a folder, in place of what was there."""
    pyodide, onnxruntime = npm_folder(PYODIDE, store), npm_folder(ONNXRUNTIME, store)
    ours = archive(pyodide, store)
    shutil.rmtree(folder, ignore_errors=True)
    pocket = Pocket(folder)
    python, start = pocket.put_folder(_files(pyodide, PYTHON_FILES) | {LOCK: _own_lock(pyodide)})
    code = pocket.put_part("tally.zip", ours)
    numpy = pocket.put_part("numpy.zip", compiled_here(NUMPY))
    jpeg = pocket.put_part("jpeg.so", compiled_here(JPEG))
    address = {"python": python, "code": code.address, "numpy": numpy.address, "jpeg": jpeg.address}
    groups = {
        "start": [*start, code],
        "eyes": [numpy, jpeg, *_put_layers(pocket, address), *_put_networks(pocket, EYES, address)],
        "cards": [*_put_opencv(pocket, store, address), *_put_networks(pocket, CARDS, address)],
    }
    groups["cards"] += _put_letters(pocket, store, address)
    runtimes = {}
    for form, names in RUNTIMES.items():
        address[form], runtimes[form] = pocket.put_folder(_files(onnxruntime / "dist", names))
    _put_page(pocket, groups, runtimes, address)
    return pocket


def archive(pyodide: Path, store: Path) -> bytes:
    """The service and all that it needs as one file, made in a folder of its own: others may be making one, too."""
    with tempfile.TemporaryDirectory(dir=store) as name:
        here = Path(name)
        stage(here / "site", pyodide, store)
        pack(here / "site", here / "tally.zip")
        return (here / "tally.zip").read_bytes()


def _files(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in names}


def _put_opencv(pocket: Pocket, store: Path, address: dict[str, str]) -> Iterator[Part]:
    part = pocket.put_part("opencv.js", (npm_folder(OPENCV, store) / "dist" / "opencv.js").read_bytes())
    address["opencv"] = part.address
    yield part


def _put_letters(pocket: Pocket, store: Path, address: dict[str, str]) -> Iterator[Part]:
    """Tesseract, as a module, and what it knows of each language."""
    files = _files(npm_folder(TESSERACT, store), TESSERACT_FILES)
    files[TESSERACT_FILES[0]] += b"\nexport default TesseractCore;\n"
    address["tesseract"], parts = pocket.put_folder(files)
    yield from parts
    for name in LETTERS:
        letters = pocket.put_part(name, (model_path(DATA) / name).read_bytes())
        address[name] = letters.address
        yield letters


def _put_layers(pocket: Pocket, address: dict[str, str]) -> Iterator[Part]:
    """What computes the first layers of networks, for newer browsers and for all."""
    for name in LAYERS:
        part = pocket.put_part(name, compiled_here(name))
        address[Path(name).stem] = part.address
        yield part


def _put_networks(pocket: Pocket, names: Iterable[str], address: dict[str, str]) -> Iterator[Part]:
    for name in names:
        contents = {name: model_path(name).read_bytes(), f"{name}.json": json.dumps(told_by(model_path(name))).encode()}
        if parts := split(model_path(name)):
            contents |= dict(zip((f"{name}.layers.json", f"{name}.rest"), parts, strict=True))
        for each, content in contents.items():
            part = pocket.put_part(each, content)
            address[each] = part.address
            yield part


def _own_lock(pyodide: Path) -> bytes:
    """A list of no packages for the browser's Python: ours come in the archive."""
    known = json.loads((pyodide / LOCK).read_text("utf-8"))
    return json.dumps(known | {"packages": {}}).encode()


def _put_page(
    pocket: Pocket, groups: dict[str, list[Part]], runtimes: dict[str, list[Part]], address: dict[str, str]
) -> None:
    boots = {lang: f"/boot/{build_number()}.{lang}.json" for lang in LANGUAGES}
    for lang, name in boots.items():
        boot = boot_of(lang, role="host", photos=True) | {"pocket": True}
        pocket.put(name, json.dumps(boot, ensure_ascii=False).encode())
    for name in static_files():
        pocket.put(f"/static/{build_number()}/{name}", (STATIC / name).read_bytes())
    for name in ICONS:
        pocket.put(f"/static/{name}", (STATIC / name).read_bytes())
    plan = {**_plain(groups), "runtimes": _plain(runtimes), "boot": boots}
    chosen = [[part.address for part in group] for group in (groups["cards"], *runtimes.values())]
    words = {lang: {str(text): translator(lang)(text) for text in FIRST_WORDS} for lang in LANGUAGES}
    too_old = {lang: translator(lang)(TOO_OLD) for lang in LANGUAGES}
    page = (
        environment()
        .get_template("pocket.html")
        .render(
            _=translator("en"),
            build=build_number(),
            plan=_inline(plan | {"address": address}),
            first_words=_inline(words),
            too_old=_inline(too_old),
            light=theme(False),
            dark=theme(True),
        )
    )
    for name in ("index.html", "404.html"):
        pocket.put(name, page.encode())
    manifest = environment().get_template("manifest.webmanifest").render(lang="en", _=translator("en"))
    pocket.put("manifest.webmanifest", manifest.encode())
    files = ["/", *boots.values(), *(f"/static/{build_number()}/{name}" for name in static_files())]
    files += ["/manifest.webmanifest", *(f"/static/{name}" for name in ICONS)]
    whole = hashlib.sha256(
        page.encode() + b"".join((pocket.folder / n.lstrip("/")).read_bytes() for n in boots.values())
    )
    worker = (
        environment()
        .get_template("pocket-sw.js")
        .render(
            build=whole.hexdigest()[:10],
            files=json.dumps(files),
            parts=json.dumps([part.address for part in pocket.parts]),
            chosen=json.dumps(chosen),
        )
    )
    pocket.put("sw.js", worker.encode())


def _plain(groups: dict[str, list[Part]]) -> dict[str, Any]:
    return {name: [part.plain() for part in parts] for name, parts in groups.items()}


def _inline(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def main(arguments: list[str]) -> int:
    """Make the pocket and say how large it is."""
    folder = Path(arguments[0]) if arguments else ROOT / "pocket"
    if not has_npm():
        print("The pocket needs npm and node to be made: they bring Python and ONNX Runtime for browsers.")
        return 2
    try:
        pocket = make(folder)
    except UserError as error:
        print(error)
        return 2
    for part in pocket.parts:
        print(f"{part.packed / 1e6:6.2f} MB  {part.address.rpartition('/')[2]}")
    everything = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{everything / 1e6:6.2f} MB  Tally {version('tally')} in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
