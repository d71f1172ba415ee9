"""Bad input at the command line: words that mean nothing, files that are none, and backups that are damaged."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from api.terminal.cli import app
from tests.hard.mutations import WORDS, bad_bytes, bad_json, bad_text
from tests.hard.service import many
from tests.hard.test_fuzz import PHOTOS, QUESTION_EXAMPLES, STATES, plain
from tests.served import serving

SOME = ("--json", "--lang", "--bad", "-1", "{", "el")
COUNT, AT_ONCE = many(5_000, 25), 1_000
LONGEST = 12.0  # seconds of the processor
NOTATIONS = [(game, game.notation(game.state.model_validate(state))) for game, state in STATES]


class Typist:
    """Somebody who types a command in which something is wrong; what it names lies in a folder."""

    def __init__(self, chance: Random, folder: Path) -> None:
        self.chance, self.folder = chance, folder
        self.game, self.notation = chance.choice(NOTATIONS)

    def line(self) -> list[str]:
        """One command with its words."""
        kind = self.chance.choice((self.of_states, self.of_states, self.of_rules, self.of_values, self.of_files))
        words = [self.bad(word) if self.chance.random() < 0.3 else word for word in kind()]
        return words + ([self.chance.choice(SOME)] if self.chance.random() < 0.3 else [])

    def bad(self, word: str) -> str:
        return self.chance.choice(("chess", "", "nowhere.json", "\0", bad_text(self.chance, word)))

    def of_states(self) -> list[str]:
        state = (bad_text(self.chance, self.notation), self.garbage(), "sample", "-")
        command = self.chance.choice(("score", "check", "notation", "schema", "games"))
        more = ["--svg", self.chance.choice(("out.svg", "no/such/out.svg"))] if self.chance.random() < 0.1 else []
        return [command, self.game.id, self.chance.choice(state), *more]

    def of_rules(self) -> list[str]:
        if self.chance.random() < 0.5 or not self.game.questions:
            return ["rule", self.game.id, bad_text(self.chance, " ".join(self.chance.choices(WORDS, k=4)))]
        question = self.chance.choice(self.game.questions)
        asked = bad_json(self.chance, QUESTION_EXAMPLES[question.id, self.game.id]).decode("utf-8", "replace")
        table = ["--table", self.garbage(), "--player", "1"] if self.chance.random() < 0.2 else []
        return ["referee", self.game.id, question.id, asked, *table]

    def of_values(self) -> list[str]:
        item, fact, _ = self.chance.choice(self.entries()) if self.entries() else ("x", "y", None)
        value = bad_text(self.chance, self.chance.choice(("3", "yes", "red", "1 2 3")))
        action = self.chance.choice(("set", "confirm", "undo", "export", "import", "ask", "draw", "list"))
        values = {"set": [item, fact, value], "confirm": [item, fact], "draw": [item], "list": [item], "undo": []}
        return ["catalogue", self.game.id, action, *values.get(action, [self.garbage()])]

    def entries(self) -> list[tuple[str, str, Any]]:
        return [(item.id, name, fact) for item, name, fact in self.game.catalogue.entries()]

    def of_files(self) -> list[str]:
        file = self.garbage(self.chance.choice(PHOTOS).read_bytes()[: self.chance.choice((200, 4_000))])
        return self.chance.choice(
            (
                ["read", self.game.id, file],
                ["teach", self.game.id, file, "--as", "longsword"],
                ["teach", self.game.id, "--import", file],
                ["restore", file],
                ["backup", self.chance.choice((str(self.folder / "out.zip"), "no/such/out.zip", "."))],
                ["corrections", "export", self.chance.choice((str(self.folder / "set"), file))],
                ["mat", self.chance.choice((str(self.folder / "mat.svg"), "no/such/mat.svg")), "--paper", "a5"],
                ["evening", "--day", bad_text(self.chance, "2026-11-18"), "--save", str(self.folder / "evening.csv")],
                ["evening", "--game", self.game.id, "--end", bad_text(self.chance, "x")],
            )
        )

    def garbage(self, good: bytes = b"") -> str:
        """The name of a file that is damaged."""
        path = self.folder / "garbage.json"
        path.write_bytes(bad_bytes(self.chance, good) if good else bad_json(self.chance, self.state()))
        return str(path)

    def state(self) -> Any:
        return plain(self.chance.choice(STATES)[1])


@pytest.mark.parametrize("begin", range(0, COUNT, AT_ONCE))
def test_the_terminal_answers_anything_in_a_sentence(
    begin: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Any
) -> None:
    monkeypatch.setenv("TALLY_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)  # what is written by a name that nobody meant is written here
    run, slowest, numbers = CliRunner(), 0.0, range(begin, min(COUNT, begin + AT_ONCE))
    for number in numbers:
        typist = Typist(Random(f"terminal {number}"), tmp_path)
        words = typist.line()
        typed = bad_text(typist.chance, typist.notation).replace("\ud800", "")
        started = time.process_time()
        ended = run.invoke(app, words, input=typed)
        slowest = max(slowest, time.process_time() - started)
        assert ended.exit_code in (0, 1, 2), (words, ended.exception)
        assert ended.exception is None or isinstance(ended.exception, SystemExit), (words, repr(ended.exception))
    figure("bad input, terminal: cases; most work for one answer", f"{len(numbers)}; {slowest:.1f} s", "no traceback")
    assert slowest < LONGEST


def test_a_damaged_backup_is_refused_and_nothing_is_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Callable[..., None]
) -> None:
    monkeypatch.setenv("TALLY_DATA", str(tmp_path / "data"))
    run = CliRunner()
    with serving(tmp_path / "data") as served:
        served.new_table()
    assert run.invoke(app, ["backup", str(tmp_path / "good.zip")]).exit_code == 0
    good = (tmp_path / "good.zip").read_bytes()
    database = (tmp_path / "data" / "tally.sqlite3").read_bytes()
    count = many(1_000, 10)
    for number in range(count):
        damaged = tmp_path / "damaged.zip"
        damaged.write_bytes(bad_bytes(Random(f"backup {number}"), good))
        ended = run.invoke(app, ["restore", str(damaged)])
        assert ended.exception is None or isinstance(ended.exception, SystemExit), repr(ended.exception)
        if ended.exit_code == 2:
            assert (tmp_path / "data" / "tally.sqlite3").read_bytes() == database
        else:  # what was damaged is no part of what is kept
            database = (tmp_path / "data" / "tally.sqlite3").read_bytes()
    figure("bad input, backups: cases", f"{count}", "no traceback")
