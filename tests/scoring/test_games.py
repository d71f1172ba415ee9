"""Games are found by their folder, three small files are a whole game, and a broken one is named while others go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.broken import BrokenGame
from scoring.game import NotationError
from scoring.games import GAME_IDS, UnknownGame, broken_games, games, load
from tests.scoring.toys import INIT, toy


def test_every_game_that_ships_is_in_order() -> None:
    assert broken_games() == {}
    assert [game.id for game in games()] == list(GAME_IDS)


def test_three_files_are_a_game(tmp_path: Path) -> None:
    with toy(tmp_path, "pebbles"):
        game = load("pebbles")
        state = game.sample()
        assert [sheet.total for sheet in game.score(state, game.catalogue).sheets] == [3, 4]
        assert game.questions == ()
        assert game.problems(state, game.catalogue) == []
        assert game.parse(game.notation(state)) == state
        assert "\n" not in game.notation(state)
        assert 'data-path="/players/1/stones"' in game.draw(state, game.catalogue)
        assert game.figures()["sheets_per_second"] > 0
        assert game.emblem is not None and game.emblem.letters == "ST"
        assert not game.shared and len(set(game.seat_colours)) == len(game.seat_colours) >= game.players[1]


def test_a_game_without_titles_of_samples_has_those_of_its_folder(tmp_path: Path) -> None:
    with toy(tmp_path, "pebbles", {"__init__.py": INIT.replace('    samples={"two": "Players"},\n', "")}):
        assert list(load("pebbles").samples) == ["two"]


def test_seats_and_equal_names_are_checked_for_every_game(tmp_path: Path) -> None:
    with toy(tmp_path, "pebbles"):
        game = load("pebbles")
        state = game.parse('{"players": [{"name": "Bo"}, {"name": "A"}, {"name": "Bo"}, {"name": "C"}, {"name": "D"}]}')
        found = [(problem.rule, problem.where, problem.message) for problem in game.problems(state, game.catalogue)]
        assert found == [
            ("TOY-STONES", ("/players",), "Stones is for 1 to 4 players, not 5."),
            ("TOY-STONES", ("/players/0/name", "/players/2/name"), "2 players are called Bo."),
        ]


@pytest.mark.parametrize(
    "line", ["", "Ann: 1 2", '{"players": 3}', '{"players": [{"name": "A", "stones": "x"}]}', "[]"]
)
def test_a_line_that_tells_no_state_is_refused_in_a_sentence(tmp_path: Path, line: str) -> None:
    with toy(tmp_path, "pebbles"), pytest.raises(NotationError) as refused:
        load("pebbles").parse(line)
    assert refused.value.sentence


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"__init__.py": "import nowhere_to_be_found"}, "__init__.py, line 1: No module named 'nowhere_to_be_found'."),
        ({"__init__.py": "GAME = ("}, "__init__.py, line 1: '(' was never closed."),
        ({"__init__.py": "TITLE = 'Half'"}, "its __init__.py has no GAME."),
        ({"__init__.py": INIT.replace('"ID"', "'other'")}, "it calls itself other, but its folder is half."),
        ({"rules.yaml": None}, "No such file or directory"),
        ({"rules.yaml": "- id: TOY-STONES"}, "rules.yaml: there is no 'title'."),
        ({"referee.py": "\nQUESTIONS = (dice,)"}, "referee.py, line 2: name 'dice' is not defined."),
        ({"catalogue/stones.yaml": "items: {stone: {kind: gem}}"}, "catalogue: there is no 'gem'."),
    ],
)
def test_a_broken_game_is_named_in_a_sentence_and_the_others_go_on(
    tmp_path: Path, files: dict[str, str | None], says: str
) -> None:
    with toy(tmp_path, "half", files):
        assert [game.id for game in games()] == list(GAME_IDS)
        (why,) = broken_games().values()
        assert why.startswith("The game 'half' cannot be used: ") and says in why and "\n" not in why
        with pytest.raises(BrokenGame):
            game = load("half")
            game.rulebook, game.catalogue, game.questions  # noqa: B018


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame) as refused:
        load("dicemine")
    assert refused.value.sentence == "There is no game 'dicemine'. Did you mean 'diceminer'?"
