"""Runs the scoring tests on every other Python from 3.11 that is found on this machine, each in its own environment."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
OLDEST, NEWEST = 11, 20
NEEDED = (
    "hypothesis",
    "networkx",
    "pydantic",
    "pytest",
    "pytest-xdist",
    "pyyaml",
    "rapidfuzz",
    "snowballstemmer",
    "babel",
    "platformdirs",
)


def others() -> list[str]:
    """The newest of every Python besides the one that runs this, on the path or among pyenv's."""
    minors = (f"python3.{minor}" for minor in range(OLDEST, NEWEST) if minor != sys.version_info.minor)
    return [found for name in minors if (found := next(filter(_runs, _places(name)), None))]


def _places(name: str) -> list[str]:
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"*/bin/{name}"), reverse=True)
    return [*filter(None, [shutil.which(name)]), *map(str, kept)]


def _runs(python: str) -> bool:
    return subprocess.run([python, "--version"], capture_output=True).returncode == 0


def requirements() -> list[str]:
    """What scoring and its tests need, with the ranges of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = (*project["dependencies"], *project["optional-dependencies"]["test"])
    return [one for one in asked if one.split(">")[0].split("<")[0] in NEEDED]


def passed(python: str) -> bool:
    """Whether the scoring tests pass on one of them."""
    place = ROOT / f".venv-{Path(python).name}"
    subprocess.run([python, "-m", "venv", place], check=True)
    run = place / "bin" / "python"
    subprocess.run([run, "-m", "pip", "install", "-q", "--disable-pip-version-check", *requirements()], check=True)
    ignored = "--override-ini=testpaths=tests/scoring"
    return subprocess.run([run, "-m", "pytest", "-q", "-n", "2", ignored, "tests/scoring"], cwd=ROOT).returncode == 0


def main() -> int:
    """One line for each; not passed is not passed."""
    found = others()
    if not found:
        print("no other Python from 3.11 is found here: the scoring tests run on this one only")
    results = {python: passed(python) for python in found}
    for python, well in results.items():
        print(f"{python}: the scoring tests {'pass' if well else 'fail'}")
    return 0 if all(results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
