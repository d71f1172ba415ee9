"""The command line as a user meets it: answers, exit codes, and a sentence for every wrong input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.games import GAME_IDS, load
from tests.terminal import tally


def test_games_lists_all_four() -> None:
    answer = tally("games", "--json")
    assert [game["id"] for game in json.loads(answer.stdout)] == list(GAME_IDS)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_sample_is_scored_checked_drawn_and_written_as_notation(game_id: str, tmp_path: Path) -> None:
    drawing = tmp_path / "table.svg"
    scored = tally("score", game_id, "sample", "--json", "--svg", str(drawing))
    assert scored.exit_code == 0, scored.stderr
    sheets = json.loads(scored.stdout)["sheets"]
    assert len(sheets) == len(load(game_id).sample().players)
    assert drawing.read_text("utf-8").startswith("<svg")
    assert tally("check", game_id, "sample").exit_code == 0
    line = tally("notation", game_id, "sample").stdout.strip()
    assert "\n" not in line
    again = tally("score", game_id, "-", "--json", stdin=line)
    assert json.loads(again.stdout)["sheets"] == sheets


def test_schema_is_json_schema() -> None:
    assert json.loads(tally("schema", "diceminer").stdout)["type"] == "object"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("score", "chess", "sample"), "There is no game 'chess'. There are: 'diceminer'"),
        (("score", "diceminer", "nowhere.json"), "There is no file 'nowhere.json'"),
        (("score", "diceminer", '{"players": '), "In the state, line 1, column 13: not valid JSON (Expecting value)"),
        (("score", "diceminer", "{}"), "Players: it is missing"),
        (("score", "diceminer", '{"players": 3}'), "Players: it must be a list (it is 3)"),
        (("score", "diceminer", "sample:none"), "There is no sample 'none'"),
        (("score", "diceminer", "sample", "--lang", "xx"), "en, el, pl"),
        (("rule", "diceminer", "qqqqqq wwwww"), "No rule of Dice Miner answers"),
        (("referee", "diceminer", "nothing"), "There are: 'take', 'beer'"),
        (("catalogue", "rollplayer", "set", "one"), "ITEM FIELD VALUE"),
        (("catalogue", "rollplayer", "dance"), "There is no action 'dance'"),
        (("catalogue", "rollplayer", "set", "nothing", "at", "all"), "There is no item 'nothing'"),
        (("bench", "--only", "weather"), "There is no group of figures 'weather'"),
    ],
)
def test_wrong_input_gets_one_sentence_and_exit_code_2(words: tuple[str, ...], says: str) -> None:
    answer = tally(*words)
    assert answer.exit_code == 2
    assert says in answer.stderr
    assert "Traceback" not in answer.stderr
    assert answer.stdout == ""


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    picture = tmp_path / "photo.json"
    picture.write_bytes(b"\xff\xd8\xff\xe0 not text")
    answer = tally("score", "diceminer", str(picture))
    assert answer.exit_code == 2
    assert "photo.json is not a text file" in answer.stderr


def test_an_impossible_table_is_told_with_exit_code_1() -> None:
    crowded = tally("check", "diceminer", "Ann@prospector: " + " ".join(["M1"] * 9), "--json")
    assert crowded.exit_code == 1
    assert json.loads(crowded.stdout)[0]["rule"].startswith("DM-")


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_referee_question_answers_its_own_example(game_id: str) -> None:
    listed = json.loads(tally("referee", game_id, "--json").stdout)
    game = load(game_id)
    assert [q["id"] for q in listed] == [q.id for q in game.questions]
    for question in game.questions[:1]:
        answer = tally("referee", game_id, question.id, "-", stdin=json.dumps(question.example))
        assert answer.exit_code == 0, answer.stderr
        assert "Rules:" in answer.stdout


def test_a_printed_value_is_entered_shared_and_taken_back(tmp_path: Path) -> None:
    game = load("rollplayer")
    item, field = next((i.id, f) for i, f, fact in game.catalogue.entries() if not fact.known and f == "cost")
    assert tally("catalogue", "rollplayer", "set", item, field, "4").exit_code == 0
    shared = tmp_path / "mine.json"
    assert tally("catalogue", "rollplayer", "export", str(shared)).exit_code == 0
    assert json.loads(shared.read_text())["entries"] == {item: {field: 4}}
    assert "unknown again" in tally("catalogue", "rollplayer", "undo").stdout
    assert _confidence_of(item, field) == "unknown"
    assert "nothing to undo" in tally("catalogue", "rollplayer", "undo").stderr
    assert tally("catalogue", "rollplayer", "import", str(shared)).exit_code == 0
    assert _confidence_of(item, field) == "owner"


def test_a_value_that_ships_is_confirmed_and_an_unknown_one_is_asked_for() -> None:
    entries = list(load("rollplayer").catalogue.entries())
    sure = next((i.id, f) for i, f, fact in entries if fact.confidence == "one_source")
    assert tally("catalogue", "rollplayer", "confirm", *sure).exit_code == 0
    assert _confidence_of(*sure) == "owner"
    unknown = next((i.id, f) for i, f, fact in entries if not fact.known)
    answer = tally("catalogue", "rollplayer", "confirm", *unknown)
    assert answer.exit_code == 2
    assert "Nothing is known" in answer.stderr
    assert "There is no item" in tally("catalogue", "rollplayer", "confirm", "nothing", "cost").stderr


def test_a_whole_card_is_confirmed_at_once_and_undone_at_once() -> None:
    catalogue = load("rollplayer").catalogue
    item = next(
        one
        for one in catalogue.items
        if sum(fact.known for other, _, fact in catalogue.entries() if other.id == one) > 2
        and any(not fact.known for other, _, fact in catalogue.entries() if other.id == one)
    )
    fields = {field: fact for other, field, fact in catalogue.entries() if other.id == item}
    known = [field for field, fact in fields.items() if fact.known]
    assert tally("catalogue", "rollplayer", "confirm", item, known[0]).exit_code == 0
    answer = tally("catalogue", "rollplayer", "confirm", item)
    assert answer.exit_code == 0, answer.stderr
    assert answer.stdout.count("confirmed:") == len(known) - 1
    assert f"still unknown of {item}:" in answer.stdout
    assert {_confidence_of(item, field) for field in known} == {"owner"}
    undone = tally("catalogue", "rollplayer", "undo").stdout
    assert undone.count("undone:") == len(known) - 1
    assert undone.count("Tally's own value is") == len(known) - 1 and "unknown again" not in undone
    assert _confidence_of(item, known[0]) == "owner"
    assert all(_confidence_of(item, field) == fields[field].confidence for field in known[1:])


def test_undo_says_what_holds_then() -> None:
    """An older entry, the value that ships, or nothing."""
    costs = [(i.id, fact.value) for i, f, fact in load("rollplayer").catalogue.entries() if f == "cost"]
    unknown = next(item for item, value in costs if value is None)
    shipped, value = next((item, value) for item, value in costs if value is not None)
    for item, entered in ((unknown, "4"), (shipped, "4"), (shipped, "5")):
        assert tally("catalogue", "rollplayer", "set", item, "cost", entered).exit_code == 0
    said = [tally("catalogue", "rollplayer", "undo").stdout.strip() for _ in range(3)]
    assert said == [
        f"undone: {shipped} cost is 4 again",
        f"undone: {shipped} cost is no longer yours; Tally's own value is {value}",
        f"undone: {unknown} cost is unknown again",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("list", "wepon"), "Did you mean 'weapon'"),
        (("ask", "traits"), "Did you mean 'trait'"),
        (("confirm", "longsward"), "Did you mean 'longsword'"),
        (("set", "longsword", "costs", "4"), "There is no field 'costs'. Did you mean 'cost'"),
    ],
)
def test_a_misspelt_name_in_the_catalogue_gets_the_nearest(arguments: tuple[str, ...], words: str) -> None:
    answer = tally("catalogue", "rollplayer", *arguments)
    assert answer.exit_code == 2
    assert words in answer.stderr


def _confidence_of(item: str, field: str) -> str:
    """From where a printed value of Roll Player is known, as the catalogue lists it now."""
    listed = json.loads(tally("catalogue", "rollplayer", "list", item, "--json").stdout)
    return str({entry["field"]: entry["confidence"] for entry in listed}[field])


def test_the_command_runs_in_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "api.terminal.cli", "score", "diceminer"]
    scored = subprocess.run([*command, "-", "--json"], capture_output=True, text=True, input="Ann: T1", check=False)
    assert scored.returncode == 0, scored.stderr
    assert json.loads(scored.stdout)["sheets"][0]["player"] == "Ann"
    refused = subprocess.run([*command, "nowhere.json"], capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("There is no file 'nowhere.json'")


def test_a_reader_that_goes_away_gets_no_complaint() -> None:
    command = f"{sys.executable} -m api.terminal.cli rule diceminer gold --limit 20 --json | head -c 1"
    answer = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (answer.stdout, answer.stderr) == ("{", "")


def test_a_fault_of_tally_itself_is_told_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.terminal.commands.games.show_games", lambda _: {}["lost"])
    failed = tally("games")
    assert failed.exit_code == 2
    assert failed.stderr == "Tally itself failed (KeyError: 'lost'). TALLY_DEBUG=1 shows where.\n"
    assert isinstance(tally("games", TALLY_DEBUG="1").exception, KeyError)


def test_the_path_to_a_score_imports_nothing_heavy() -> None:
    heavy = ("cv2", "numpy", "fastapi", "onnxruntime", "sqlalchemy")
    code = f"import sys, api.terminal.commands.score; print([m for m in {heavy} if m in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
