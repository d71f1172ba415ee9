"""A table in one line: players | layout | turn.

    Ann:b;g=e2r1;o=panic1;s=king! Ben:r;t=trade_3,(p4);m=Drb | 0,0:Cab*b2 1,0:Tar+Tab1(wTL,p-1) | at=1 phase=discard

- a player is ``name:colour`` with parts behind ``;``: ``h`` kingdom cards in hand, ``g`` gems, ``o`` ogres, ``t`` trade
  goals, ``s`` secret goal (``!`` if shown), ``m`` killed monsters, ``d`` dwarves in front;
- a place is ``x,y:card+card*dwarves`` from the bottom card up; a card is two letters, its colour and its quarter turns,
  and in brackets what is seen on it: ``w`` walls (T R B L), ``p`` points, ``s`` places, ``n`` dwarves needed;
- what is as usual is left out. Spaces in names are written ``~``.
"""

from __future__ import annotations

from typing import Any

from scoring.dwar7s import notation_words as words
from scoring.dwar7s.pieces import Ogre
from scoring.dwar7s.state import Options, Phase, Player, Stack, Table
from scoring.game import NotationError, from_line
from scoring.quoting import quoted, unquoted
from scoring.words import as_written, say


def notation(table: Table) -> str:
    """The one line that stands for a table.

    >>> notation(Table(players=[{"name": "Ann", "colour": "blue", "gems": {"ruby": 1}}]))
    'Ann:b;g=r1 | - | -'
    """
    sections = ([_player(p) for p in table.players], [_stack(s) for s in table.table], list(_turn(table)))
    return " | ".join(" ".join(section) or "-" for section in sections)


def parse(text: str) -> Table:
    """Read a table from its line; NotationError says which word cannot be read."""
    sections = [section.split() for section in text.split("|")]
    if len(sections) != 3:
        raise NotationError(
            say(
                "A table is written as players | layout | turn, with - for an empty part; parts in this text: {count}.",
                count=len(sections),
            )
        )
    players, layout, turn = ([word for word in section if word != "-"] for section in sections)
    data: dict[str, Any] = {
        "players": [words.reading(word, _read_player) for word in players],
        "table": [words.reading(word, _read_stack) for word in layout],
    }
    for word in turn:
        words.reading(word, lambda one: _read_turn(one, data))
    return from_line(Table, data)


def _player(player: Player) -> str:
    parts = [f"{quoted(player.name)}:{words.LETTER_OF_COLOUR[player.colour]}"]
    if player.hand is not None:
        parts.append("h=" + ",".join(words.LETTERS_OF_KIND[kind] for kind in player.hand))
    if player.gems:
        parts.append("g=" + "".join(f"{words.LETTER_OF_GEM[gem]}{count}" for gem, count in player.gems.items()))
    if player.ogres:
        parts.append("o=" + ",".join(f"{ogre}{count}" for ogre, count in player.ogres.items()))
    if player.trades:
        parts.append("t=" + ",".join(words.goal(goal) for goal in player.trades))
    if player.secret or player.shown:
        parts.append(f"s={player.secret or ''}{'!' if player.shown else ''}")
    if player.killed:
        killed = (words.LETTERS_OF_KIND[m.kind] + words.LETTER_OF_COLOUR[m.colour] for m in player.killed)
        parts.append("m=" + ",".join(killed))
    if player.supply is not None:
        parts.append(f"d={player.supply}")
    return ";".join(parts)


def _read_player(word: str) -> dict[str, Any]:
    head, *parts = word.split(";")
    name, colour = words.halves(head, ":")
    player: dict[str, Any] = {"name": unquoted(name), "colour": words.find(words.COLOURS, colour)}
    for part in parts:
        key, value = words.halves(part, "=")
        match key:
            case "h":
                player["hand"] = [words.find(words.KINDS, letters) for letters in words.listed(value)]
            case "g":
                player["gems"] = words.counts(value, words.GEMS)
            case "o":
                player["ogres"] = dict(words.named_count(one, Ogre) for one in words.listed(value))
            case "t":
                player["trades"] = [words.read_goal(one) for one in words.listed(value)]
            case "s":
                player["secret"], player["shown"] = value.rstrip("!") or None, value.endswith("!")
            case "m":
                player["killed"] = [words.read_card(one) for one in words.listed(value)]
            case "d":
                player["supply"] = words.whole(value)
            case _:
                text = say(
                    "{word} is no part of a player; the parts are {parts}.",
                    word=as_written(part),
                    parts="h g o t s m d",
                )
                raise NotationError(text)
    return player


def _stack(stack: Stack) -> str:
    cards = "+".join(words.card(card) for card in stack.cards)
    dwarves = "".join(f"{words.LETTER_OF_COLOUR[colour]}{count}" for colour, count in stack.dwarves.items())
    return f"{stack.x},{stack.y}:{cards}" + (f"*{dwarves}" if stack.dwarves else "")


def _read_stack(word: str) -> dict[str, Any]:
    spot, rest = words.halves(word, ":")
    x, y = words.halves(spot, ",")
    cards, _, dwarves = rest.partition("*")
    return {
        "x": words.whole(x),
        "y": words.whole(y),
        "cards": [words.read_card(one) for one in words.plus(cards)],
        "dwarves": words.counts(dwarves, words.COLOURS),
    }


def _turn(table: Table) -> list[str]:
    parts = [f"at={table.active}"] if table.active else []
    if table.phase is not Phase.ACTIONS:
        parts.append(f"phase={table.phase}")
    if table.actions_used is not None:
        parts.append(f"used={table.actions_used}")
    if table.placed_now:
        parts.append("placed=" + ",".join(words.LETTERS_OF_KIND[kind] for kind in table.placed_now))
    for done in table.executed:
        dwarves = "".join(f"{words.LETTER_OF_COLOUR[colour]}{count}" for colour, count in done.returned.items())
        parts.append(f"x={done.x},{done.y}:{dwarves}")
    if table.supply is not None:
        parts.append("gems=" + "".join(f"{words.LETTER_OF_GEM[gem]}{count}" for gem, count in table.supply.items()))
    if table.open_goals:
        parts.append("open=" + ",".join(words.goal(goal) for goal in table.open_goals))
    for item, fields in table.printed.items():
        told = [f"print={quoted(item)}:{quoted(name)}:{words.value(one)}" for name, one in fields.items()]
        parts += told or [f"print={quoted(item)}"]
    usual = Options()
    parts += [f"opt={name}:{value}" for name, value in table.options if value != getattr(usual, name)]
    return parts


def _read_turn(word: str, data: dict[str, Any]) -> None:
    key, value = words.halves(word, "=")
    match key:
        case "at":
            data["active"] = words.whole(value)
        case "phase":
            data["phase"] = value
        case "used":
            data["actions_used"] = words.whole(value)
        case "placed":
            data["placed_now"] = [words.find(words.KINDS, letters) for letters in words.listed(value)]
        case "x":
            spot, dwarves = words.halves(value, ":")
            x, y = words.halves(spot, ",")
            done = {"x": words.whole(x), "y": words.whole(y), "returned": words.counts(dwarves, words.COLOURS)}
            data.setdefault("executed", []).append(done)
        case "gems":
            data["supply"] = words.counts(value, words.GEMS)
        case "open":
            data["open_goals"] = [words.read_goal(one) for one in words.listed(value)]
        case "print":
            _read_print(value, data.setdefault("printed", {}))
        case "opt":
            name, choice = words.halves(value, ":")
            data.setdefault("options", {})[name] = choice == "True" if choice in ("True", "False") else choice
        case _:
            parts = "at phase used placed x gems open print opt"
            text = say("{word} is no part of a turn; the parts are {parts}.", word=as_written(word), parts=parts)
            raise NotationError(text)


def _read_print(value: str, printed: dict[str, dict[str, Any]]) -> None:
    item, _, rest = value.partition(":")
    fields = printed.setdefault(unquoted(item), {})
    if rest:
        field, told = words.halves(rest, ":")
        fields[unquoted(field)] = words.read_value(told)
