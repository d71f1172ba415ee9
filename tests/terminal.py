"""The command line as the tests run it: in this process, through everything but the start of an interpreter."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from api.terminal.cli import app
from api.terminal.render import console

RUNNER = CliRunner()


def tally(*words: str, stdin: str = "", **surroundings: str) -> Result:
    """Run a command, with some variables set."""
    console.cache_clear()  # it keeps the width it began with
    return RUNNER.invoke(app, words, input=stdin, env=surroundings)
