"""One root of all errors: whatever the product refuses carries its sentence."""

from __future__ import annotations

import ast
from pathlib import Path

from scoring.faults import TallyError
from scoring.games import UnknownGame
from scoring.names import UnknownName, known_name
from scoring.words import say

ROOT = Path(__file__).parent.parent.parent
NO_REFUSALS = {"TallyError", "OutOfTime", "_BodyTooLarge", "Fallen", "Late"}
"""The root; a search that ends; a way out of reading a body, answered on the spot; how a process beside ended."""
BUILT_IN = {"Exception", "ValueError", "LookupError", "RuntimeError", "KeyError", "TypeError", "OSError"}


def test_every_error_of_the_product_grows_from_the_root() -> None:
    classes = [
        (node.name, [base.id for base in node.bases if isinstance(base, ast.Name)])
        for folder in ("scoring", "vision", "api")
        for path in (ROOT / folder).rglob("*.py")
        if "stand_ins" not in path.parts  # they have the errors of those they stand in for
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    built_in = {name for name, bases in classes if set(bases) & BUILT_IN and "TallyError" not in bases}
    assert built_in - NO_REFUSALS == set()


def test_an_error_carries_its_sentence() -> None:
    assert UnknownGame("chess").sentence.startswith("There is no game 'chess'.")
    try:
        known_name(say("monster"), "trol", ("troll",))
    except UnknownName as error:
        assert error.sentence == "There is no monster 'trol'. Did you mean 'troll'?"
    assert TallyError(say("Nothing is there")).sentence == "Nothing is there"
