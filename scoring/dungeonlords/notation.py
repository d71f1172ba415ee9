"""One line for a whole table.

``y2 end p0 | Ann e5 g3 f2 i4 D:C1!,C2=hatchery,C3 M:troll,ghost- P:thief_1 | Bob …``: the year, the season, the seat
of the first player (and ``d6`` for the extra counter of a two-player game, then changed options), then a lord per bar.
Before the dungeon, ``H:thief_5*4+1`` has four damage and one extra hit point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scoring.dungeonlords.pieces import SEASONS, parse_square
from scoring.dungeonlords.state import Lord, Options, Table, Tile
from scoring.game import NotationError, from_line
from scoring.quoting import quoted, unquoted
from scoring.words import as_written, say

NUMBERS = {"e": "evil", "g": "gold", "f": "food", "i": "imps", "b": "busy_imps", "t": "trolls", "l": "letters"}
LISTS = {"D": "dungeon", "M": "monsters", "P": "prisoners", "H": "party", "T": "traps", "U": "unavailable"}


def notation(state: Table) -> str:
    """The table as one line; what equals a new player's board is left out.

    >>> notation(Table(players=[{"name": "Ann", "gold": 2}, {"name": "Bob", "monsters": ["troll:down"]}]))
    'y2 end p0 | Ann g2 | Bob M:troll-'
    """
    head = [f"y{state.year}", state.season, f"p{state.first_player}"]
    if state.dummy_evil is not None:
        head.append(f"d{state.dummy_evil}")
    head += [f"{name}={_word(value)}" for name, value in state.options.model_dump(exclude_defaults=True).items()]
    return " | ".join([" ".join(head), *(" ".join(_lord(lord)) for lord in state.players)])


def _lord(lord: Lord) -> Iterable[str]:
    yield quoted(lord.name)
    default = Lord(name=lord.name)
    for letter, field in NUMBERS.items():
        if getattr(lord, field) != getattr(default, field):
            yield f"{letter}{getattr(lord, field)}"
    for letter, field in LISTS.items():
        if getattr(lord, field) != getattr(default, field):
            yield f"{letter}:{','.join(WRITE[letter](piece) for piece in getattr(lord, field))}"


def _tile(tile: Tile) -> str:
    place = tile.name if 0 <= tile.x < 26 and tile.y >= 0 else f"{tile.x}.{tile.y}"
    room = "" if tile.room is None else "=" + quoted(tile.room)
    return _mark(place + room, tile.conquered, "!")


def _mark(text: str, marked: bool, mark: str) -> str:
    return text + (mark if marked else "")


def _count(sign: str, number: int) -> str:
    return f"{sign}{number}" if number else ""


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


WRITE: dict[str, Callable[[Any], str]] = {
    "D": _tile,
    "M": lambda beast: _mark(quoted(beast.id), beast.down, "-"),
    "P": quoted,
    "H": lambda hero: quoted(hero.id) + _count("*", hero.damage) + _count("+", hero.extra_hit_points),
    "T": quoted,
    "U": str,
}


def _read_tile(text: str) -> dict[str, Any]:
    body, conquered = text.removesuffix("!"), text.endswith("!")
    place, has_room, room = body.partition("=")
    x, y = map(int, place.split(".", 1)) if "." in place else parse_square(place)
    return {"x": x, "y": y, "room": unquoted(room) if has_room else None, "conquered": conquered}


def _read_beast(text: str) -> dict[str, Any]:
    return {"id": unquoted(text.removesuffix("-")), "down": text.endswith("-")}


def _read_hero(text: str) -> dict[str, Any]:
    body, _, extra = text.partition("+")
    hero, _, damage = body.partition("*")
    return {"id": unquoted(hero), "damage": int(damage or 0), "extra_hit_points": int(extra or 0)}


READ: dict[str, Callable[[str], Any]] = {
    "D": _read_tile,
    "M": _read_beast,
    "P": unquoted,
    "H": _read_hero,
    "T": unquoted,
    "U": str,
}


def parse(line: str) -> Table:
    """The table that a line describes; NotationError with a sentence if it cannot be read.

    >>> parse("y1 spring p1 | Ann e6 D:C1,C2=hatchery,C3 | Bob").players[0].dungeon[1].room
    'hatchery'
    """
    head, *lords = line.strip().split("|")
    raw: dict[str, Any] = {"players": [_parse_lord(text.split()) for text in lords], "options": {}}
    for word in head.split():
        _parse_head(word, raw)
    return from_line(Table, raw)


def _parse_head(word: str, raw: dict[str, Any]) -> None:
    name, equals, value = word.partition("=")
    if equals and name in Options.model_fields:
        raw["options"][name] = {"yes": True, "no": False}.get(value, value)
    elif word in SEASONS:
        raw["season"] = word
    elif word[:1] in ("y", "p", "d") and word[1:].lstrip("-").isdecimal():
        raw[{"y": "year", "p": "first_player", "d": "dummy_evil"}[word[0]]] = int(word[1:])
    else:
        raise NotationError(
            say(
                "{word} is not understood; the line starts like 'y2 end p0': year, {seasons}, seat of the starter.",
                word=as_written(word),
                seasons=", ".join(SEASONS),
            )
        )


def _parse_lord(words: list[str]) -> dict[str, Any]:
    if not words:
        raise NotationError(say("A player is missing between two bars; write at least a name, e.g. '| Ann'."))
    lord: dict[str, Any] = {"name": unquoted(words[0])}
    for word in words[1:]:
        letter, value = word[0], word[1:]
        if letter in LISTS and value.startswith(":"):
            lord[LISTS[letter]] = _parse_list(letter, value[1:], word)
        elif letter in NUMBERS and value.lstrip("-").isdecimal():
            lord[NUMBERS[letter]] = int(value)
        else:
            raise NotationError(
                say(
                    "{word} of {player} is not understood; numbers are {numbers}, lists are {lists}.",
                    word=as_written(word),
                    player=lord["name"],
                    numbers=", ".join(f"{key}={name}" for key, name in NUMBERS.items()),
                    lists=", ".join(f"{key}:{name}" for key, name in LISTS.items()),
                )
            )
    return lord


def _parse_list(letter: str, text: str, word: str) -> list[Any]:
    try:
        return [READ[letter](part) for part in text.split(",")] if text else []
    except (ValueError, IndexError):
        raise NotationError(
            say("{word} cannot be read as {what}.", word=as_written(word), what=LISTS[letter])
        ) from None
