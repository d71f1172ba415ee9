"""A whole game of Dice Miner as the terminal prints it, line by line.

After a change that is meant, write the pages anew with ``TALLY_GOLDEN=write`` and read the difference.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "scoring" / "diceminer" / "golden"


@pytest.mark.parametrize("sample", ["three-miners", "tied-mountain"])
def test_the_sheet_of_a_whole_game_in_the_terminal(sample: str) -> None:
    command = [sys.executable, "-m", "api.cli", "score", "diceminer", f"sample:{sample}"]
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    printed = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, timeout=60, check=True)
    page = "".join(f"{line.rstrip()}\n" for line in printed.stdout.splitlines())
    path = GOLDEN / f"{sample}.txt"
    if os.environ.get("TALLY_GOLDEN") == "write":
        path.write_text(page, "utf-8")
    assert page == path.read_text("utf-8")
