"""A game is its folders: copied under another id and title, nothing else changed, it does all the original does."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from api.reading.reader import PhotoReader

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("scoring", "vision/tables", "api/web/static/games")
"""Where a game has a folder of its own."""
OLD, NEW = ("diceminer", "Dice Miner"), ("quarry", "The Quarry")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The product with the folders of one game copied; the copy's own files say its id and title."""
    place = tmp_path_factory.mktemp("copied")
    for package in ("api", "scoring", "vision"):
        shutil.copytree(ROOT / package, place / package, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in FOLDERS:
        shutil.copytree(place / folder / OLD[0], place / folder / NEW[0])
        for path in (place / folder / NEW[0]).rglob("*.py"):
            path.write_text(path.read_text("utf-8").replace(OLD[0], NEW[0]).replace(OLD[1], NEW[1]), "utf-8")
    return place


def told(tree: Path, game: str) -> dict[str, Any]:
    """What the service of the copied product answers about a game, as a process of its own."""
    photo = ROOT / "tests" / "browser" / "photos" / f"{OLD[0]}.jpg"
    data = tree / f"data-{game}"
    environment = {**os.environ, "PYTHONPATH": str(tree), "TALLY_DATA": str(data), "TALLY_MODELS": str(ROOT / "models")}
    command = [sys.executable, str(ROOT / "tests" / "api" / "copied_game.py"), game, str(photo)]
    result = subprocess.run(command, env=environment, cwd=tree, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr[-2000:]
    answers: dict[str, Any] = json.loads(result.stdout)
    return answers


@pytest.mark.skipif(not PhotoReader().open, reason="the weights that read photos are not there")
def test_the_copy_does_all_that_the_original_does(tree: Path) -> None:
    original, copy = told(tree, OLD[0]), told(tree, NEW[0])
    assert (original.pop("title"), copy.pop("title")) == (OLD[1], NEW[1])
    assert original.pop("drawing").replace(OLD[1], NEW[1]) == copy.pop("drawing")
    assert original == copy
    status, state = copy["photo"]
    assert status == 201 and state["players"][0]["rounds"][0]["dice"]
    assert copy["page"] == [200, 200] and copy["boot"]
    assert copy["search"] and copy["score"]["standing"]["winners"]
    assert copy["rulings"] and all(ruling["verdict"] for ruling in copy["rulings"])
    assert "Ann" in copy["export"]


def test_nothing_of_the_copy_names_the_original(tree: Path) -> None:
    pages = tree / FOLDERS[2] / NEW[0]
    assert [path.name for path in pages.rglob("*.js") if OLD[0] in path.read_text("utf-8")] == []


def test_no_game_is_named_in_the_python_of_the_service() -> None:
    games = [path.parent.name for path in (ROOT / "scoring").glob("*/__init__.py")]
    assert len(games) >= 6
    named = [
        f"{path.relative_to(ROOT)}: {game}"
        for path in (ROOT / "api").rglob("*.py")
        for game in games
        if re.search(rf"(?<!np\.)\b{game}\b", path.read_text("utf-8"))  # numpy has a pad of its own
    ]
    assert named == []
