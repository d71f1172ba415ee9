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
NUMBER = re.compile(r"\d[\d.,]*\d|\d")
CELL = 160
"""How many signs of text a cell of the README's tables may have: what needs more stands in docs/FIGURES.md."""
LOOKS = ("assert", "raises", "expect(", "sheets.", "truth.check(")
"""How a test looks at something: the sheets of the browser measure what is opened, the truth knows every change."""


@pytest.mark.parametrize("paper", PAPERS)
def test_the_files_that_a_paper_names_are_there(paper: str) -> None:
    text = (ROOT / paper).read_text("utf-8")
    named = {name for name in FILE.findall(text) if not re.search(r"GAME|SOURCE|FOLDER|^api/v1/", name)}
    assert sorted(name for name in named if not (ROOT / name).exists()) == []
    linked = {(ROOT / paper).parent / link for link in LINK.findall(text)}
    assert sorted(str(path) for path in linked if not path.exists()) == []


@pytest.mark.parametrize("paper", [*PAPERS, "CHANGELOG.md", "SECURITY.md", "README.el.md", "README.pl.md"])
def test_the_tables_of_a_paper_are_well_formed(paper: str) -> None:
    text = (ROOT / paper).read_text("utf-8")
    uneven = [table[0] for table in _tables(text) if len({len(_cells(row)) for row in table}) > 1]
    assert uneven == []


@pytest.mark.parametrize("paper", PAPERS)
def test_links_to_a_heading_find_it(paper: str) -> None:
    text = (ROOT / paper).read_text("utf-8")
    links = re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", text)
    lost = [
        (file, mark)
        for file, mark in links
        if mark not in _marks((ROOT / paper).parent / file if file else ROOT / paper)
    ]
    assert lost == []


def test_the_readme_quotes_its_figures() -> None:
    """Every number of its table of figures stands in docs/FIGURES.md, which is the one place to change it."""
    readme = (ROOT / "README.md").read_text("utf-8")
    numbers = set(NUMBER.findall((ROOT / "docs" / "FIGURES.md").read_text("utf-8")))
    figures = next(_tables(readme.split("## Figures")[1]))
    quoted = {number for row in figures[2:] for cell in _cells(row)[1:3] for number in NUMBER.findall(cell)}
    assert quoted and quoted - numbers == set()


def test_the_tables_of_the_readme_are_short() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    cells = [cell for table in _tables(readme) for row in table for cell in _cells(re.sub(r"\]\([^)]*\)", "]", row))]
    assert [cell for cell in cells if len(cell) > CELL] == []


def _tables(text: str) -> Iterator[list[str]]:
    """The tables of a paper, each as its lines."""
    for lines in re.findall(r"(?:^\|.*\n)+", text + "\n", re.MULTILINE):
        yield lines.splitlines()


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def _marks(paper: Path) -> set[str]:
    """The headings of a paper, written as links name them."""
    headings = re.findall(r"^#+ (.*)$", paper.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


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
