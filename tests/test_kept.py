"""Long runs in pieces: what passed is not run again, what failed is, and one table tells all of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.kept import Part, table

TESTS = """
import pytest
from tests.hard.conftest import figure

@pytest.mark.parametrize("piece", [1, 2])
def test_good(piece, figure):
    figure("cases; slowest", f"{piece}; 0.{piece} s", "no failure")

def test_that_fails_once(tmp_path):
    from pathlib import Path
    mark = Path(__file__).with_name("mark")
    failed, _ = mark.exists(), mark.touch()
    assert failed
"""


def run(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_parts.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-p", "tests.kept", *more, "--rootdir", folder]
    environment = {**os.environ, "TALLY_HARD_KEPT": str(folder / "kept"), "TALLY_HARD": "1"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # of all plugins one is needed, and some take seconds to load
    return subprocess.run(
        [*command, folder / "test_parts.py"], capture_output=True, text=True, check=False, env=environment
    )


def test_a_long_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    ran = [run(tmp_path, "-n", "2"), run(tmp_path), run(tmp_path)]
    assert [one.returncode for one in ran] == [1, 0, 0]  # the third has nothing left to run
    first, second, third = (one.stdout for one in ran)
    assert (
        "1 failed, 2 passed" in first and "| parts | tests that measure nothing | 0 of 1 | all | failed | 1 |" in first
    )
    assert "1 passed, 2 deselected" in second and "| 1 of 1 | all | passed | 1 |" in second
    assert "| parts | cases; slowest | 3; 0.2 s | no failure | passed | 1 |" in second
    assert "3 deselected" in third and "| parts | cases; slowest | 3; 0.2 s |" in third


def test_the_tests_of_a_folder_on_another_engine_are_one_line() -> None:
    names = ("tests/api/test_a.py::test_one", "tests/api/club/test_b.py::test_two")
    parts = [Part(name, "passed", 1.0, 0, "PostgreSQL", [], "2026-11-18 02:00", "abc") for name in names]
    told = list(table(parts))
    assert told[1:] == [
        "| tests/api | tests that measure nothing on PostgreSQL | 2 of 2 | all | passed | 0 | 2026-11-18 |"
    ]
