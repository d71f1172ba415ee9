"""A referee's question asked field by field in the terminal, with what the table tells taken from it."""

from __future__ import annotations

import subprocess
import sys


def tally(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "api.terminal.cli", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


def test_a_case_is_asked_field_by_field_and_settled() -> None:
    done = tally("referee", "dungeonlords", "dig", "--fill", "--table", "sample", typed="C2\n\n\n")
    assert done.returncode == 0, done.stderr
    assert "Squares" in done.stdout and "Lord" not in done.stdout  # the lord is the table's
    assert "There is a tile on C2 already." in done.stdout


def test_what_cannot_be_is_said_and_asked_for_again() -> None:
    done = tally("referee", "rollplayer", "initiative", "--fill", typed="seven\nred 6, blue 2\nHelen 1\n")
    assert "'seven' is not a die" in done.stdout
    assert "Card 1: blue 2" in done.stdout


def test_typing_that_ends_early_and_a_player_who_is_not_there_are_told_in_a_sentence() -> None:
    done = tally("referee", "rollplayer", "initiative", "--fill")
    assert (done.returncode, done.stderr.strip()) == (2, "The typing ended before everything was told.")
    done = tally("referee", "dungeonlords", "dig", "--table", "sample", "--player", "9")
    assert done.returncode == 2 and "players at this table" in done.stderr


def test_what_depends_on_the_table_is_not_decided_without_it() -> None:
    done = tally("rule", "dungeonlords", "can i dig here")
    assert done.stdout.startswith("That depends on what lies on the table.")
    assert "tally referee dungeonlords dig --fill" in done.stdout.splitlines()[1]


def test_a_battle_is_planned_field_by_field() -> None:
    """One plan on C1 with the trap and the attack of the example, everything else left as it stands."""
    typed = "\n" * 6 + "1\nC1\ncursed_ring\nvampire:B@thief_4\n" + "\n" * 8
    done = tally("referee", "dungeonlords", "battle", "--fill", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "Plans 1 › Attacks" in done.stdout
    assert "Vampire attacks: Thief 4/2 takes 2" in done.stdout
    assert "Round 2" in done.stdout or "Tiles conquered" in done.stdout


def test_the_options_of_a_case_are_told_one_by_one() -> None:
    done = tally("referee", "dungeonlords", "battle", "--fill", typed="\n" * 5 + "yes\nno\n" + "\n" * 12)
    assert done.returncode == 0, done.stderr
    assert "options › Full Game" in done.stdout
