"""A table on one line, for logs, links, tests and typing::

    Ann: T1 T2 G3 Hd4 / T1 T3 G1 Hc1 Kp @prospector | Bob: T1 M2 / Tb M1 G2 @surveyor

Players are separated by ``|``, their rounds by ``/`` (``-`` is a trove without dice), rerolls that break a tie follow
a ``~``, the hero stands last after ``@`` (behind the name will do). ``^`` begins the mountain, rows from the top down,
``.`` an empty place; ``!`` begins an option. A line without names is fine to type.
"""

from __future__ import annotations

from scoring.diceminer.mountain import written
from scoring.diceminer.pieces import Die, DieError, Hero, die
from scoring.diceminer.state import EMPTY_PLACE, Mountain, Options, Player, Round, Row, Table
from scoring.game import NotationError, from_line
from scoring.names import unknown_name
from scoring.quoting import quoted, unquoted
from scoring.words import say

NOTHING = "-"


def notation(table: Table) -> str:
    """The table as one line; `parse` gives the same table back."""
    parts = [_player_text(player) for player in table.players]
    if table.mountain is not None:
        parts.append("^ " + " / ".join(row or NOTHING for row in written(table.mountain)))
    parts += [f"!{name}" for name, is_set in table.options if is_set]
    return " | ".join(parts)


def _player_text(player: Player) -> str:
    words = [f"{quoted(player.name)}:"]
    words += [" / ".join(_trove_text(round_) for round_ in player.rounds)] if player.rounds else []
    words += [f"~ {_trove_text(extra)}" for extra in player.tie_breaks]
    words += [f"@{player.hero}"] if player.hero else []
    return " ".join(words)


def _trove_text(trove: Round) -> str:
    return " ".join(die.code for die in trove.dice) or NOTHING


def parse(line: str) -> Table:
    """Read a line; NotationError says which word cannot be read and what is allowed.

    >>> table = parse("T1 T1 T2 G3 Hd4 Hc1 Kp Ks M2 @prospector")
    >>> notation(table)
    'Player~1: T1 T1 T2 G3 Hd4 Hc1 Kp Ks M2 @prospector'
    """
    players: list[Player] = []
    mountain: Mountain | None = None
    options: dict[str, bool] = {}
    for part in (part.strip() for part in line.split("|")):
        if part.startswith("^"):
            mountain = tuple(_row(row) for row in part[1:].split("/")) if part[1:].strip() else ()
        elif part.startswith("!"):
            options |= _option(part[1:].strip())
        elif part:
            players.append(_player(part, f"Player {len(players) + 1}"))
    return from_line(Table, {"players": players, "mountain": mountain, "options": options})


def _player(text: str, default_name: str) -> Player:
    before, colon, after = text.partition(":")
    written_name, _, named_hero = before.partition("@") if colon else (default_name, "", "")
    name = unquoted(written_name.strip())
    troves, _, hero_text = (after if colon else text).partition("@")
    hero_text = hero_text or named_hero
    rounds_text, *extras = troves.split("~")
    rounds = tuple(_trove(part) for part in rounds_text.split("/")) if rounds_text.strip() else ()
    tie_breaks = tuple(_trove(part) for part in extras)
    return from_line(Player, {"name": name, "hero": _hero(hero_text), "rounds": rounds, "tie_breaks": tie_breaks})


def _trove(text: str) -> Round:
    words = [word for word in text.split() if word != NOTHING]
    return Round(dice=tuple(_die(word) for word in words))


def _row(text: str) -> Row:
    words = [word for word in text.split() if word != NOTHING]
    return tuple(None if word == EMPTY_PLACE else _die(word) for word in words)


def _die(word: str) -> Die:
    try:
        return die(word)
    except DieError as error:
        raise NotationError(error.args[0]) from None


def _hero(text: str) -> Hero | None:
    word = text.strip().lower().replace(" ", "_").replace("-", "_")
    if not word:
        return None
    try:
        return Hero(word)
    except ValueError:
        raise NotationError(unknown_name(say("hero"), word, [hero.value for hero in Hero])) from None


def _option(word: str) -> dict[str, bool]:
    if refusal := unknown_name(say("option"), word, list(Options.model_fields)):
        raise NotationError(refusal)
    return {word: True}
