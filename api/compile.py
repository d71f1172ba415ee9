"""``python -m api.compile``: make what the program loads from what people edit; ``--check`` only names what is old."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from api.language.messages import read_messages
from scoring.answers import load_answers
from scoring.asking import Desk
from scoring.cataloguefile import load_catalogue
from scoring.rulebook import load_rulebook
from scoring.sources import Parser, compile_source, read_yaml, stale
from scoring.strays import strays

ROOT = Path(__file__).parent.parent
SOURCES: tuple[tuple[str, Parser], ...] = (
    ("scoring/**/*.yaml", read_yaml),
    ("vision/teachable/*.yaml", read_yaml),
    ("api/language/*/LC_MESSAGES/*.po", read_messages),
)


def sources(root: Path = ROOT) -> Iterator[tuple[Path, Parser]]:
    """Every file that people edit and the program loads, with what reads it."""
    for pattern, parse in SOURCES:
        yield from ((path, parse) for path in sorted(root.glob(pattern)))


def out_of_date(root: Path = ROOT) -> list[str]:
    """The sources whose compiled form is absent or made from another text."""
    return [path.relative_to(root).as_posix() for path, _ in sources(root) if stale(path)]


def compile_all(root: Path = ROOT) -> list[str]:
    """Compile what is out of date; the names of those sources."""
    names = [path.relative_to(root).as_posix() for path, parse in sources(root) if compile_source(path, parse)]
    return [*names, *(f"{path.name}/{name}" for path in answering(root) for name in desk_of(path).keep(path))]


def answering(root: Path = ROOT) -> list[Path]:
    """The folders of the games that answer questions in own words."""
    return sorted(path.parent for path in root.glob("scoring/*/answers.yaml"))


def desk_of(folder: Path) -> Desk:
    """All that can be asked about a game, read without the game itself: a build has no more than these libraries."""
    rules = load_rulebook(folder / "rules.yaml").rules
    answers = load_answers(folder / "answers.yaml", rules).answers.values()
    return Desk(rules, answers, load_catalogue(folder / "catalogue"), strays(folder.name))


def main(arguments: list[str]) -> int:
    """Run the command; with ``--check`` nothing is written and exit code 1 tells that something is old."""
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    names = out_of_date(ROOT) if arguments else compile_all(ROOT)
    for name in names:
        print(f"{name} is newer than what is loaded; run python -m api.compile" if arguments else f"compiled {name}")
    return int(bool(arguments and names))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
