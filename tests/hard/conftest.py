"""Figures that the hard runs measured, as one table at the end; and a disk that is soon full."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tests.hard.disks import Disk
from tests.kept import Figure, merged, row

collect_ignore = ["deeper.py"]  # needs atheris, which only `make deeper` fetches


@pytest.fixture
def figure(request: pytest.FixtureRequest, record_property: Callable[[str, Any], None]) -> Callable[..., None]:
    """Write down what was measured, and what was aimed at."""

    def write(what: str, measured: str, aim: str = "", met: bool = True) -> None:
        record_property("figure", asdict(Figure(what, measured, aim, met)))  # plain: it goes from process to process

    return write


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of twenty-four megabytes."""
    place = tmp_path / "small"
    place.mkdir()
    made = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if not made or made.returncode:
        pytest.skip("a small file system needs the right to mount one")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A file system that can be made read-only under whoever uses it."""
    try:
        made = Disk(tmp_path)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("a file system in a file needs the right to mount one")
    yield made
    made.take_away()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The table, as lines for docs/FIGURES.md."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    figures = [value for report in reports for name, value in report.user_properties if name == "figure"]
    if not figures:
        return
    terminalreporter.section("figures")
    terminalreporter.write_line("| what | measured | aim |\n|---|---|---|")
    for what in dict.fromkeys(one["what"] for one in figures):
        alike = [one for one in figures if one["what"] == what]
        missed = "" if all(one["met"] for one in alike) else " **missed**"
        measured = merged([one["measured"] for one in alike])
        terminalreporter.write_line(row(what, measured + missed, alike[0]["aim"]))
