"""The terminal in Greek and Polish: its help, what it refuses, and the language it takes from its surroundings."""

from __future__ import annotations

from typing import Any

import pytest
from typer.main import get_command

from api.terminal import spoken
from api.terminal.cli import app
from tests.terminal import tally

GROUP: Any = get_command(app)


def help_of(name: str) -> str:
    """The help of a command, or of all of them, on one line."""
    command = GROUP.commands[name] if name else GROUP
    context = command.make_context(f"tally {name}".strip(), [], resilient_parsing=True)
    return " ".join(command.get_help(context).split())


@pytest.mark.parametrize("name", ["", *GROUP.commands])
@pytest.mark.parametrize(("lang", "usage", "options"), [("el", "Χρήση:", "Επιλογές:"), ("pl", "Użycie:", "Opcje:")])
def test_the_help_of_every_command_is_in_the_language(
    monkeypatch: pytest.MonkeyPatch, name: str, lang: str, usage: str, options: str
) -> None:
    command = GROUP.commands[name] if name else GROUP
    english = [command.help, *(param.help for param in command.params), "Usage:", "Options:", "Show this message"]
    told = help_of(name)
    assert [text for text in english if text and " ".join(text.split()) not in told] == []
    monkeypatch.setattr(spoken, "language", lambda: lang)
    told = help_of(name)
    assert [text for text in english if text and " ".join(text.split()) in told] == []
    assert told.startswith(usage)
    assert options in told


@pytest.mark.parametrize(
    ("words", "surroundings", "says"),
    [
        (("--lang", "el", "--help"), {}, "Χρήση: tally"),
        (("score", "--lang=pl", "--help"), {}, "Użycie: tally score"),
        (("--help",), {"LC_ALL": "", "LANG": "el_GR.UTF-8"}, "Χρήση: tally"),
        (("--help",), {"LC_ALL": "C", "LANG": "el_GR.UTF-8"}, "Usage: tally"),
        (("--lang", "en", "--help"), {"LC_ALL": "pl_PL.UTF-8"}, "Usage: tally"),
        ((), {"LC_ALL": "pl_PL.UTF-8"}, "Użycie: tally"),
        (("check", "diceminer", "sample"), {"LC_ALL": "pl_PL.UTF-8"}, "Dice Miner"),
    ],
)
def test_the_language_is_the_one_typed_or_that_of_the_terminal(
    words: tuple[str, ...], surroundings: dict[str, str], says: str
) -> None:
    answer = tally(*words, **surroundings)
    assert answer.exit_code == 0, answer.stderr
    assert says in answer.stdout


@pytest.mark.parametrize(
    ("words", "greek", "polish"),
    [
        (("scor",), "Μήπως εννοείτε 'score'", "Czy chodzi o 'score'"),
        (("score",), "Λείπει: 'GAME'. Το tally score --help", "Brakuje: 'GAME'. tally score --help mówi"),
        (("score", "--jsn"), "Μήπως εννοείτε '--json'", "Czy chodzi o '--json'"),
        (("games", "one", "two"), "Περισσεύουν λέξεις: one two.", "Za dużo słów: one two."),
        (("serve", "--port", "many"), "'--port': πρέπει να είναι ακέραιος", "'--port': ma to być liczba całkowita"),
        (("serve", "--port"), "Η επιλογή --port χρειάζεται μια τιμή.", "Opcja --port wymaga wartości."),
        (("games", "--json=yes"), "Η επιλογή --json δεν παίρνει τιμή.", "Opcja --json nie przyjmuje wartości."),
        (("score", "chess", "sample"), "Δεν υπάρχει 'chess' (παιχνίδι).", "'chess' (gra)"),
        (("score", "diceminer", "no.json"), "Δεν υπάρχει αρχείο 'no.json'.", "Nie ma pliku 'no.json'."),
        (("score", "diceminer", "{"), "στήλη 2: μη έγκυρο JSON (λείπει όνομα", "niepoprawny JSON (brakuje nazwy"),
        (("score", "diceminer", "{}"), "η κατάσταση: Παίκτες: λείπει.", "stan: Gracze: brakuje tego."),
        (("score", "diceminer", "T1 Q9"), "Το 'Q9' δεν είναι ζάρι.", "'Q9' to nie kość."),
        (("read", "dice", "nowhere*.jpg"), "Κανένα αρχείο δεν ταιριάζει", "Żaden plik nie pasuje"),
        (("read", "chess", "nowhere.jpg"), "Δεν υπάρχει 'chess' (παιχνίδι).", "'chess' (gra)"),
        (("bench", "--only", "weather"), "'weather' (ομάδα αριθμών)", "'weather' (grupa liczb)"),
        (("catalogue", "rollplayer", "set"), "Χρειάζονται: ITEM FIELD VALUE.", "Potrzebne są: ITEM FIELD VALUE."),
    ],
)
def test_a_refusal_is_one_sentence_in_the_language(words: tuple[str, ...], greek: str, polish: str) -> None:
    for lang, says in (("el", greek), ("pl", polish)):
        answer = tally("--lang", lang, *words)
        assert (answer.exit_code, answer.stdout) == (2, "")
        assert says in answer.stderr
        assert answer.stderr.count("\n") == 1
        assert "There is" not in answer.stderr
        assert "Error" not in answer.stderr
