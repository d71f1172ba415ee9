"""A game is a handful of files: the two that prove it are counted, as the guide tells."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("scoring/{}", "vision/tables/{}", "api/web/static/games/{}")
NOT_COUNTED = ("samples", "compiled", "__pycache__")
COMPUTED = (".bin",)
SOURCES = (".py", ".js", ".css", ".html", ".yaml", ".toml", ".jsonc")
GUIDE = (ROOT / "docs" / "ADD_A_GAME.md").read_text("utf-8")
FILES = {
    "yacht": {
        "scoring/yacht/__init__.py",
        "scoring/yacht/expect.py",
        "scoring/yacht/referee.py",
        "scoring/yacht/rules.yaml",
        "vision/tables/yacht/__init__.py",
    },
    "pad": {
        "scoring/pad/__init__.py",
        "scoring/pad/catalogue/lists.yaml",
        "scoring/pad/draw.py",
        "scoring/pad/rules.yaml",
    },
}


def files_of(game: str) -> set[str]:
    """What was written for a game: no samples, nothing that a command makes."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder.format(game)).rglob("*") if path.is_file()]
    return {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.suffix not in COMPUTED and not set(NOT_COUNTED) & set(path.parts)
    }


@pytest.mark.parametrize("game", FILES)
def test_a_game_is_at_most_five_files_and_the_guide_lists_them(game: str) -> None:
    assert files_of(game) == FILES[game]
    assert len(FILES[game]) <= 5
    listed = set(re.findall(rf"^\| `((?:scoring|vision|api)/[^`]*\b{game}\b[^`]*)`", GUIDE, re.MULTILINE))
    assert listed == FILES[game]


@pytest.mark.parametrize("game", FILES)
def test_nothing_but_the_language_files_was_touched_for_it(game: str) -> None:
    """No source outside the game's folders names it; rules of other games may speak of a score pad."""
    own = [ROOT / folder.format(game) for folder in FOLDERS]
    named = re.compile(rf"""["'/.]{game}["'/.]""")
    sources = [
        path
        for package in ("scoring", "vision", "api")
        for path in (ROOT / package).rglob("*")
        if path.suffix in SOURCES and not any(folder in path.parents for folder in own)
    ]
    assert len(sources) > 300
    assert [path.relative_to(ROOT).as_posix() for path in sources if named.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("game", FILES)
def test_each_guide_count_is_right(game: str) -> None:
    """The length that the guide tells of each file is about right."""
    for path in FILES[game]:
        told = int(re.search(rf"^\| `{re.escape(path)}` \| (\d+)", GUIDE, re.MULTILINE)[1])  # type: ignore[index]
        real = len((ROOT / path).read_text("utf-8").splitlines())
        assert abs(real - told) <= max(12, told * 0.15), (path, real)
