"""The wheel as people install it: in an empty environment, from another folder, without the workshop."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.api.test_serve import fetch, free_port
from tests.postgres import Cluster

ROOT = Path(__file__).parent.parent.parent
WHOLE = "TALLY_WHOLE_INSTALLATION"  # with it the environment gets every dependency of its own, which takes minutes
RUN = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, env=RUN)
    if built.returncode and "hatchling" in built.stderr and "No matching distribution" in built.stderr:
        pytest.skip("what builds a wheel cannot be fetched here")
    assert built.returncode == 0, built.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment's ``tally``. Dependencies are lent by this environment unless the whole is asked for."""
    place = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(place, with_pip=False)  # this environment's pip fills it: one of its own takes longer than all the rest
    python, whole = place / "bin" / "python", os.environ.get(WHOLE)
    needs = [] if whole else ["--no-deps"]
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", *needs, f"{wheel}[club]"]
    subprocess.run(install, check=True, env=RUN)
    if not whole:
        (library,) = place.glob("lib/python3*/site-packages")
        (library / "lent.pth").write_text(sysconfig.get_paths()["purelib"])
    return place / "bin" / "tally"


def test_the_wheel_carries_what_runs_and_nothing_of_the_workshop(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"api", "scoring", "vision"}
    assert "vision/weights/finder.onnx" in names
    assert any(name.startswith("scoring/rollplayer/compiled/") for name in names)
    assert not [name for name in names if name.endswith((".pt", "train.py")) or "/tests/" in name]


def test_it_scores_reads_and_serves_from_another_folder(installed: Path, tmp_path: Path) -> None:
    def tally(*words: str) -> str:
        done = subprocess.run([installed, *words], capture_output=True, text=True, cwd=tmp_path, env=RUN)
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = "import api, vision; print(api.__file__, vision.__file__)"
    python = installed.parent / "python"
    loaded = subprocess.run([python, "-c", where], capture_output=True, text=True, cwd=tmp_path, env=RUN).stdout
    assert loaded.count("site-packages") == 2 and str(ROOT) not in loaded
    assert tally("--version").startswith("tally ")
    assert json.loads(tally("score", "diceminer", "sample", "--json"))["sheets"]
    photo = next((ROOT / "vision" / "samples").glob("*.jpg"))
    assert json.loads(tally("read", "dice", str(photo), "--json"))
    port, data = free_port(), tmp_path / "data"
    command = [installed, "serve", "--port", str(port), "--data", str(data)]
    process = subprocess.Popen(command, cwd=tmp_path, env=RUN, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        assert fetch(f"http://127.0.0.1:{port}/api/v1/games") == 200
        assert fetch(f"http://127.0.0.1:{port}/") == 200
    finally:
        process.terminate()
        process.wait(20)


def image_lines() -> list[str]:
    """The instructions of the image, one a line."""
    return (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()


@pytest.mark.skipif(not os.environ.get(WHOLE), reason=f"it fetches every dependency: only with {WHOLE}")
def test_what_the_image_copies_is_enough_to_make_it(tmp_path: Path) -> None:
    """The first stage of the image by its own words: only what it copies, in an environment that has nothing."""
    source, place = tmp_path / "src", tmp_path / "tally"
    source.mkdir()
    first = image_lines()[: [line.startswith("FROM") for line in image_lines()].index(True, 6)]
    for line in (line for line in first if line.startswith("COPY")):
        *names, into = line.split()[1:]
        for name in names:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, source / (into if (ROOT / name).is_dir() else name))
    (run,) = (line.removeprefix("RUN ") for line in first if line.startswith("RUN"))
    nothing = {"PATH": f"{Path(sys.base_prefix) / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path)}
    told = {key: value for key, value in RUN.items() if key.startswith(("PIP_", "SSL_")) or key.endswith("_proxy")}
    command = run.replace("/opt/tally", str(place))
    made = subprocess.run(["sh", "-c", command], cwd=source, env=nothing | told, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr[-2000:]
    shutil.rmtree(source)  # the second stage has only the environment
    tally = [place / "bin" / "tally", "score", "diceminer", "sample", "--json"]
    assert json.loads(subprocess.run(tally, cwd=tmp_path, env=nothing, capture_output=True, check=True).stdout)[
        "sheets"
    ]
    club = [place / "bin" / "python", "-c", "import psycopg, procrastinate, prometheus_client"]
    assert subprocess.run(club, cwd=tmp_path, env=nothing).returncode == 0


def words_of(instruction: str) -> list[str]:
    """The words of an instruction of the image, such as CMD."""
    found = next(line for line in image_lines() if line.startswith(instruction))
    return list(map(str, json.loads(found[found.index("[") :])))


def test_what_the_image_runs_serves_a_club(installed: Path, postgres: Cluster, tmp_path: Path) -> None:
    """No engine builds the image here; its commands are run as they stand in it, on a database of a club."""
    port, url = str(free_port()), postgres.database()
    command = [port if word == "8000" else word for word in words_of("CMD")]
    asking = [*words_of("HEALTHCHECK"), f"http://127.0.0.1:{port}"]
    path = f"{installed.parent}:{os.environ['PATH']}"
    run = {**RUN, "PATH": path, "TALLY_DATABASE_URL": url, "TALLY_DATA": str(tmp_path / "data")}
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    assert subprocess.run(asking, cwd=tmp_path, env=run).returncode == 1
    process = subprocess.Popen(command, cwd=tmp_path, env=run, **quiet)
    try:
        assert fetch(f"http://127.0.0.1:{port}/api/v1/games") == 200
        assert subprocess.run(asking, cwd=tmp_path, env=run).returncode == 0
    finally:
        process.terminate()
        process.wait(20)
