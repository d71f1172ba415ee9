"""The papers for those who come next name files that are there, and every test looks at something."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAPERS = [
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")),
    "CONTRIBUTING.md",
    "README.md",
    "models/MODEL_CARD.md",
]
FILE = re.compile(r"\b((?:api|datasets|docs|models|scoring|tests|vision)/[\w./-]*\w(?:\.\w+|/))")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
LOOKS = ("assert", "raises", "expect(", "sheets.", "truth.check(")
"""How a test looks at something: the sheets of the browser measure what is opened, the truth knows every change."""


@pytest.mark.parametrize("paper", PAPERS)
def test_the_files_that_a_paper_names_are_there(paper: str) -> None:
    text = (ROOT / paper).read_text("utf-8")
    named = {name for name in FILE.findall(text) if not re.search(r"GAME|SOURCE|FOLDER|^api/v1/", name)}
    assert sorted(name for name in named if not (ROOT / name).exists()) == []
    linked = {(ROOT / paper).parent / link for link in LINK.findall(text)}
    assert sorted(str(path) for path in linked if not path.exists()) == []


def test_the_twelve_everyday_changes_have_one_place_each() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    table = text.split("## Twelve everyday changes")[1].split("\n\n")[1]
    rows = [line.split("|")[2] for line in table.splitlines()[2:]]
    assert len(rows) == 12
    places = [FILE.findall(row)[0] for row in rows]
    assert [place for place in places if not (ROOT / place).is_file()] == []


def test_every_test_looks_at_something() -> None:
    blind = [f"{path.name}: {name}" for path in (ROOT / "tests").rglob("test_*.py") for name in _blind(path)]
    assert blind == []


def _blind(path: Path) -> Iterator[str]:
    """Tests that neither look themselves nor call something of their file that does."""
    tree = ast.parse(path.read_text("utf-8"))
    every = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    told = {node.name: ast.unparse(node) for node in every}
    looking = {name for name, text in told.items() if any(look in text for look in LOOKS)}
    for name, text in told.items():
        if name.startswith("test_") and name not in looking and not any(f"{other}(" in text for other in looking):
            yield name
