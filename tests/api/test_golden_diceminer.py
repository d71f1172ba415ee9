"""A whole game of Dice Miner as the terminal prints it, line by line.

After a change that is meant, write the pages anew with ``TALLY_GOLDEN=write`` and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.terminal import tally

GOLDEN = Path(__file__).parents[1] / "scoring" / "diceminer" / "golden"


@pytest.mark.parametrize("sample", ["three-miners", "tied-mountain"])
def test_the_sheet_of_a_whole_game_in_the_terminal(sample: str) -> None:
    printed = tally("score", "diceminer", f"sample:{sample}", COLUMNS="100", NO_COLOR="1")
    page = "".join(f"{line.rstrip()}\n" for line in printed.stdout.splitlines())
    path = GOLDEN / f"{sample}.txt"
    if os.environ.get("TALLY_GOLDEN") == "write":
        path.write_text(page, "utf-8")
    assert page == path.read_text("utf-8")
