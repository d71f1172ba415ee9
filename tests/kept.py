"""Results of long runs, kept part by part: a run can be made in pieces, and one table tells all of it.

``pytest -p tests.kept`` with ``TALLY_HARD_KEPT=FOLDER`` passes over what passed before with the same share and writes
down each part as soon as it ends; ``python -m tests.kept FOLDER`` prints the table.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

SHARE = float(os.environ.get("TALLY_HARD") or 0)
ENGINE = "PostgreSQL" if os.environ.get("TALLY_TEST_POSTGRES") else ""
HEAD = "| part | what | measured | aim | | share | day |\n|---|---|---|---|---|---|---|"


@dataclass(frozen=True)
class Figure:
    """One thing that was measured, what was aimed at, and whether it was reached, where that is no failure."""

    what: str
    measured: str
    aim: str = ""
    met: bool = True


@dataclass
class Part:
    """One test of a long run and how it ended."""

    name: str
    outcome: str
    seconds: float
    share: float
    engine: str = ""
    figures: list[dict[str, Any]] = field(default_factory=list)
    day: str = field(default_factory=lambda: datetime.now(UTC).strftime("%Y-%m-%d %H:%M"))
    commit: str = field(default_factory=lambda: commit())

    @property
    def file(self) -> str:
        """The file of its tests; on another engine the folder, whose files are all the same to it."""
        path = self.name.partition("::")[0]
        if self.engine and not self.figures:
            return "/".join(path.split("/")[:2])
        return path.rpartition("/")[2].removesuffix(".py").removeprefix("test_")


def commit() -> str:
    """Which state was run."""
    told = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return told.stdout.strip()


def folder() -> Path | None:
    """Where results are kept, if they are."""
    named = os.environ.get("TALLY_HARD_KEPT")
    return Path(named) if named else None


def place(where: Path, name: str, engine: str = ENGINE) -> Path:
    """The file of one part."""
    return where / (re.sub(r"[^A-Za-z0-9]+", "-", f"{name} {engine}").strip("-")[:180] + ".json")


def read(where: Path) -> list[Part]:
    """Every part that is kept, in the order of their names."""
    return [Part(**json.loads(file.read_text("utf-8"))) for file in sorted(where.glob("*.json"))]


def done(where: Path, name: str) -> bool:
    """Whether a part passed, with no smaller a share than is asked for now."""
    kept = place(where, name)
    if not kept.exists():
        return False
    part = Part(**json.loads(kept.read_text("utf-8")))
    return part.outcome == "passed" and part.share >= SHARE


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Pass over what is done."""
    where = folder()
    if where is None:
        return
    before = [item for item in items if done(where, item.nodeid)]
    if before:
        config.hook.pytest_deselected(items=before)
        items[:] = [item for item in items if item not in before]


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Nothing that is left to run is no failure: all of it passed before."""
    if folder() is not None and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and session.testscollected == 0:
        told = session.config.pluginmanager.get_plugin("terminalreporter")
        if told is not None and told.stats.get("deselected"):
            session.exitstatus = pytest.ExitCode.OK


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write a part down as soon as it has ended."""
    where = folder()
    if where is None or report.outcome == "skipped" or (report.when != "call" and report.outcome == "passed"):
        return
    where.mkdir(parents=True, exist_ok=True)
    figures = [value for name, value in report.user_properties if name == "figure"]
    part = Part(report.nodeid, report.outcome, round(report.duration, 1), SHARE, ENGINE, figures)
    place(where, report.nodeid).write_text(json.dumps(asdict(part), indent=1, ensure_ascii=False), "utf-8")


def table(parts: list[Part]) -> Iterable[str]:
    """The table: a line for each figure, and one for the tests of a file that measure nothing."""
    yield HEAD
    lines: dict[tuple[str, str], list[tuple[Part, dict[str, Any]]]] = {}
    for part in parts:
        for one in part.figures or [{"what": ASIDE + (f" on {part.engine}" if part.engine else ""), "aim": "all"}]:
            lines.setdefault((part.file, one["what"]), []).append((part, one))
    for (file, what), found in lines.items():
        some, figures = zip(*found, strict=True)
        good = sum(part.outcome == "passed" for part in some)
        met = all(one.get("met", True) for one in figures)
        measured = f"{good} of {len(some)}" if what.startswith(ASIDE) else merged([one["measured"] for one in figures])
        ended = "failed" if good < len(some) else "passed" if met else "**missed**"
        share = f"{min(part.share for part in some):g}"
        yield row(file, what, measured, figures[0]["aim"], ended, share, max(part.day for part in some)[:10])
    for part in parts:
        if part.outcome != "passed":
            yield f"\nfailed: {part.name} ({part.day}, {part.commit})"


ASIDE = "tests that measure nothing"


def merged(measured: list[str]) -> str:
    """One figure for all pieces of a run: their counts together, of everything else the largest.

    >>> merged(["5000; 0.2 s; 1.01 times", "3000; 0.7 s; 1.00 times"])
    '8000; 0.7 s; 1.01 times'
    """
    columns = zip(*(one.split("; ") for one in measured), strict=True) if len(measured) > 1 else [measured]
    return "; ".join(
        str(sum(map(int, cells))) if all(cell.isdecimal() for cell in cells) else max(cells, key=_leading)
        for cells in columns
    )


def _leading(cell: str) -> float:
    found = re.match(r"[0-9.]+", cell)
    return float(found[0]) if found else 0.0


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """All of it, with what earlier pieces of the run left."""
    where = folder()
    if where is not None and where.exists():
        terminalreporter.section(f"all that is kept in {where}")
        for line in table(read(where)):
            terminalreporter.write_line(line)


if __name__ == "__main__":
    print("\n".join(table(read(Path(sys.argv[1] if len(sys.argv) > 1 else "build/hard")))))
