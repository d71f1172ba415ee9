"""Whole games, line by line as the command line gives them; a change of any line must be meant.

After a change that is meant, write the pages anew with ``TALLY_GOLDEN=write`` and read the difference.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from api.terminal.cli import app
from scoring.rollplayer import GAME

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("sample", GAME.samples)
def test_the_sheets_of_a_whole_game(sample: str) -> None:
    answer = CliRunner().invoke(app, ["score", "rollplayer", f"sample:{sample}", "--json"])
    assert answer.exit_code == 0, answer.output
    page = "".join(f"{line}\n" for line in written(json.loads(answer.stdout)))
    path = GOLDEN / f"{sample}.txt"
    if os.environ.get("TALLY_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(page, "utf-8")
    assert page == path.read_text("utf-8")


def written(result: dict[str, Any]) -> Iterator[str]:
    """Every line of every sheet with its pieces, then the standing and the remarks."""
    for sheet in result["sheets"]:
        yield f"{sheet['player']}: {sheet['total']} (at least {sheet['at_least']})"
        for award in sheet["awards"]:
            points = f">= {award['floor']}" if award["points"] is None else award["points"]
            texts = (award["subject"], award["arithmetic"], award["note"])
            yield f"  {award['rule']:16} {points:>4}  {' | '.join(filter(None, texts))}"
            yield f"  {'':21}  {' '.join(award['evidence'])}".rstrip()
        yield from (f"  ? {missing['question']}" for missing in sheet["missing"])
    for place in result["standing"]["places"]:
        why = " ".join(filter(None, (place["decided_by"], place["note"])))
        yield f"{place['rank']}. {place['player']} {place['total']} {why}".rstrip()
    yield from result["remarks"]
