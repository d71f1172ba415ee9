"""One line for a whole table, readable and exact.

    base; Ann elf ranger hermit@11 hunter R4Y6-/B5--/---/---/---/--- cards=longbow gold=4; Ben ? ? ?@11 ? …

First the options (``base`` or ``mm``, then ``+short_game`` and so on, ``monster=dragon``, ``minion=goblin``,
``adventures=dungeon,-,-``), then one part per player: name, race, class, alignment@marker, backstory, the six rows,
and whatever else lies at the sheet. Dice are a letter and a value: G green, B blue, R red, P purple, K black,
W white, Y gold, X boost; ``-`` is an empty place and ``?`` a card nobody has named yet.
"""

from __future__ import annotations

import re
from typing import Any

from scoring.game import NotationError, from_line
from scoring.quoting import quoted, unquoted
from scoring.rollplayer.pieces import ADVENTURE_PARTS, ATTRIBUTES, Die
from scoring.rollplayer.state import Adventures, Battle, Options, Player, Row, State
from scoring.words import as_written, say

LETTERS = {
    "green": "G",
    "blue": "B",
    "red": "R",
    "purple": "P",
    "black": "K",
    "white": "W",
    "gold": "Y",
    "boost": "X",
}
_COLOUR = {letter: colour for colour, letter in LETTERS.items()}
_PLACE = re.compile(r"-|([GBRPKWYX])(\d{1,2})")
_LISTS = ("cards", "exhausted", "trophies", "tokens")
_COUNTS = ("gold", "charisma", "xp", "honor", "wounds")
_SWITCHES = tuple(name for name in Options.model_fields if name != "expansion")


def notation(state: State) -> str:
    """Write a state on one line; `parse` reads it back exactly."""
    return "; ".join([_table(state), *map(_player, state.players)])


def parse(text: str) -> State:
    """Read a line written by `notation`, or typed by hand.

    >>> parse("base; Ann elf ranger hermit@11 hunter R4Y6-/---/---/---/---/--- gold=4").players[0].rows.strength[0]
    Die(colour='red', value=4)
    """
    head, *players = [part.split() for part in text.split(";")]
    return from_line(State, {**_read_table(head), "players": [_read_player(words) for words in players]})


def _table(state: State) -> str:
    words = ["mm" if state.options.expansion else "base"]
    words += [f"+{name}" for name in _SWITCHES if getattr(state.options, name)]
    words += [f"{name}={value}" for name in ("monster", "minion") if (value := getattr(state, name))]
    if state.adventures != Adventures():
        cards = (getattr(state.adventures, part) or "-" for part in ADVENTURE_PARTS)
        words.append(f"adventures={','.join(cards)}")
    return " ".join(words)


def _player(player: Player) -> str:
    row, column = player.marker
    marker = f"{row}{column}" if 0 <= row <= 9 and 0 <= column <= 9 else f"{row},{column}"
    words = [
        quoted(player.name),
        player.race or "?",
        player.hero_class or "?",
        f"{player.alignment or '?'}@{marker}",
        player.backstory or "?",
        "/".join(_row(player.rows.of(name)) for name in ATTRIBUTES),
    ]
    words += [f"{name}={','.join(held)}" for name in _LISTS if (held := getattr(player, name))]
    words += [f"{name}={held}" for name in _COUNTS if (held := getattr(player, name))]
    if player.trait_stars:
        words.append("traits=" + ",".join(f"{card}:{stars}" for card, stars in player.trait_stars.items()))
    if player.backpack:
        words.append("backpack=" + "".join(map(_die, player.backpack)))
    if player.battle:
        words.append("battle=" + _battle(player.battle))
    return " ".join(words)


def _battle(battle: Battle) -> str:
    rest = (battle.mercenaries, battle.adventure_dice, battle.adjust)
    return f"{','.join(map(str, battle.dice))}:{':'.join(map(str, rest))}"


def _die(piece: Die | None) -> str:
    return "-" if piece is None else f"{LETTERS[piece.colour]}{piece.value}"


def _row(row: Row) -> str:
    return "".join(map(_die, row))


def _read_table(words: list[str]) -> dict[str, Any]:
    if not words or words[0] not in ("base", "mm"):
        raise NotationError(say("The line begins with 'base' or 'mm' (Monsters & Minions), then a semicolon."))
    options: dict[str, bool] = {"expansion": words[0] == "mm"}
    read: dict[str, Any] = {"options": options}
    for word in words[1:]:
        name, _, value = word.partition("=")
        if word.startswith("+") and word[1:] in _SWITCHES:
            options[word[1:]] = True
        elif name in ("monster", "minion") and value:
            read[name] = value
        elif name == "adventures" and value.count(",") == 2:
            cards = (None if card == "-" else card for card in value.split(","))
            read[name] = dict(zip(ADVENTURE_PARTS, cards, strict=True))
        else:
            switches = (f"+{switch}" for switch in _SWITCHES)
            known = ", ".join([*switches, "monster=…", "minion=…", "adventures=…,…,…"])
            raise NotationError(say("{word} is none of {known}.", word=as_written(word), known=known))
    return read


def _read_player(words: list[str]) -> dict[str, Any]:
    if len(words) < 6:
        raise NotationError(
            say(
                "{words}: a player is name, race, class, alignment@marker, backstory and six rows.",
                words=as_written(" ".join(words)),
            )
        )
    name, race, hero_class, alignment, backstory, rows, *rest = words
    card, _, marker = alignment.partition("@")
    read: dict[str, Any] = {
        "name": unquoted(name),
        "race": _known(race),
        "hero_class": _known(hero_class),
        "alignment": _known(card),
        "marker": _read_marker(marker),
        "backstory": _known(backstory),
        "rows": _read_rows(rows),
    }
    for word in rest:
        _read_extra(word, read)
    return read


def _known(word: str) -> str | None:
    return None if word == "?" else word


def _read_marker(text: str) -> list[int]:
    parts = text.split(",") if "," in text else list(text)
    if len(parts) != 2 or not all(re.fullmatch(r"-?\d+", part) for part in parts):
        raise NotationError(
            say("{word} is not a marker; write row and column after the @, such as hermit@11.", word=as_written(text))
        )
    return [int(part) for part in parts]


def _read_rows(text: str) -> dict[str, list[Die | None]]:
    rows = text.split("/")
    if len(rows) != len(ATTRIBUTES):
        raise NotationError(
            say("Rows in {word}: {count}; a sheet has six, separated by '/'.", word=as_written(text), count=len(rows))
        )
    return dict(zip(ATTRIBUTES, map(_read_dice, rows), strict=True))


def _read_dice(text: str) -> list[Die | None]:
    if "".join(match[0] for match in _PLACE.finditer(text)) != text:
        raise NotationError(
            say("{word} is not a row; write dice such as R4 or X7 and - for an empty place.", word=as_written(text))
        )
    return [Die(_COLOUR[match[1]], int(match[2])) if match[1] else None for match in _PLACE.finditer(text)]


def _read_extra(word: str, read: dict[str, Any]) -> None:
    name, found, value = word.partition("=")
    if not found or name not in (*_LISTS, *_COUNTS, "traits", "backpack", "battle"):
        raise NotationError(say("{word} is not known at a sheet.", word=as_written(word)))
    if name in _LISTS:
        read[name] = value.split(",")
    elif name in _COUNTS:
        read[name] = value
    elif name == "traits":
        read["trait_stars"] = dict(part.split(":", 1) for part in value.split(",") if ":" in part)
    elif name == "backpack":
        read[name] = _read_dice(value)
    else:
        read[name] = _read_battle(value)


def _read_battle(text: str) -> dict[str, Any]:
    parts = text.split(":")
    if len(parts) != 4:
        raise NotationError(
            say(
                "{word} is not a battle; write dice:mercenaries:adventure dice:adjustment, such as 6,5:1:0:0.",
                word=as_written(text),
            )
        )
    dice, mercenaries, adventure_dice, adjust = parts
    return {
        "dice": [value for value in dice.split(",") if value],
        "mercenaries": mercenaries,
        "adventure_dice": adventure_dice,
        "adjust": adjust,
    }
