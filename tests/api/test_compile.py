"""What is loaded is made from what people edit: the same data, and never older than its source."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from api.compile import ROOT, compile_all, main, out_of_date, sources
from api.language.messages import read_messages
from scoring.games import GAME_IDS
from scoring.sources import FOLDER, compile_source, compiled_path, load, put, read_yaml, stale

SOURCE = "- {id: A, text: gold}\n"
LOADED = """
import sys
from api.language.speech import page_texts, translator
from scoring.games import load
for game_id in {games}:
    game = load(game_id)
    assert game.rulebook.rules and game.catalogue.items is not None
assert translator("el")("gold") != "gold" and page_texts("pl")
print(sorted({{"yaml", "babel"}} & set(sys.modules)))
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A small source with its compiled form."""
    path = tmp_path / "rules.yaml"
    path.write_text(SOURCE, "utf-8")
    assert compile_source(path, read_yaml)
    return path


def test_nothing_that_is_loaded_is_older_than_its_source() -> None:
    if not any(compiled_path(path).exists() for path, _ in sources()):
        pytest.skip("nothing is compiled here: make and every installation do it, as does python -m api.compile")
    assert out_of_date() == [], "run python -m api.compile"


def test_compiled_data_say_what_their_sources_say(tmp_path: Path) -> None:
    for number, (path, parse) in enumerate(sources()):
        copy = tmp_path / str(number) / path.name
        copy.parent.mkdir()
        copy.write_bytes(path.read_bytes())
        compile_source(copy, parse)
        assert json.loads(compiled_path(copy).read_text("utf-8"))["data"] == parse(path.read_bytes()), path


def test_every_rulebook_catalogue_and_language_is_compiled() -> None:
    names = {path.relative_to(ROOT).as_posix() for path, _ in sources()}
    assert {f"scoring/{game_id}/rules.yaml" for game_id in GAME_IDS} <= names
    assert {
        "scoring/vocabulary.yaml",
        "api/language/el/LC_MESSAGES/tally.po",
        "api/language/pl/LC_MESSAGES/tally.po",
    } <= names


def test_the_compiled_form_is_what_is_loaded(rules: Path) -> None:
    assert load(rules, lambda _: pytest.fail("the source was parsed")) == [{"id": "A", "text": "gold"}]


def test_an_edited_source_is_named_and_read_itself(rules: Path) -> None:
    before = rules.stat()
    rules.write_text(SOURCE.replace("gold", "cold"), "utf-8")  # as long as before, and of the same date
    os.utime(rules, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert stale(rules)
    assert load(rules, read_yaml) == [{"id": "A", "text": "cold"}]
    assert compile_source(rules, read_yaml) and not stale(rules)
    assert not compile_source(rules, read_yaml)


@pytest.mark.parametrize("damage", ["", "{", None])
def test_a_broken_or_absent_compiled_form_does_no_harm(rules: Path, damage: str | None) -> None:
    if damage is None:
        compiled_path(rules).unlink()
    else:
        compiled_path(rules).write_text(damage, "utf-8")
    assert load(rules, read_yaml) == [{"id": "A", "text": "gold"}]
    assert stale(rules)


def test_what_json_would_change_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text("{1: one}", "utf-8")
    with pytest.raises(ValueError, match="a number is used as a name"):
        compile_source(path, read_yaml)
    assert not compiled_path(path).exists()


def test_the_command_names_what_is_old_and_makes_it_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "scoring").mkdir()
    (tmp_path / "scoring" / "rules.yaml").write_text(SOURCE, "utf-8")
    monkeypatch.setattr("api.compile.ROOT", tmp_path)
    assert main(["--check"]) == 1
    assert "scoring/rules.yaml is newer than what is loaded" in capsys.readouterr().out
    assert main([]) == 0
    assert capsys.readouterr().out == "compiled scoring/rules.yaml\n"
    assert main(["--check"]) == 0
    assert main(["--help"]) == 2


def test_texts_of_the_page_are_among_those_translated() -> None:
    text = (ROOT / "api/language/el/LC_MESSAGES/tally.po").read_bytes()
    messages = read_messages(text)
    assert messages["page"] and set(messages["page"]) < set(messages["texts"])


def test_where_all_is_compiled_no_parser_of_sources_is_imported(tmp_path: Path) -> None:
    copy = tmp_path / "tally"
    for folder in ("api", "scoring", "vision/teachable"):
        for path in (ROOT / folder).rglob("*"):
            kept = path.parent.name == FOLDER and path.name.startswith(
                ("shelf.", "words.")
            )  # long to make, read by none
            if (kept or path.suffix in (".py", ".yaml", ".po")) and "web" not in path.parts:
                target = copy / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())
    made = compile_all(copy)
    assert len([name for name in made if not name.endswith(".json")]) == len(list(sources()))
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(games=GAME_IDS)],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "[]\n", done.stderr


def test_written_by_several_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes that find the same text newer both compile it; neither may take away what the other wrote."""
    both_wrote = Barrier(2, timeout=20)
    move = Path.replace

    def replace(path: Path, target: Path) -> Path:
        both_wrote.wait()
        return move(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda text: put(tmp_path / "compiled" / "rules.json", text), ["one", "two"]))
    assert (tmp_path / "compiled" / "rules.json").read_text() in ("one", "two")
    assert len(list((tmp_path / "compiled").iterdir())) == 1
