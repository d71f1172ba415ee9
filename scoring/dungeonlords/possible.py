"""What no question may hold: names that no piece has, and pieces that cannot lie on a table together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.pieces import ILLUSION, PALADINS
from scoring.dungeonlords.state import Lord
from scoring.names import unknown_names
from scoring.sheet import Legal, Ruling, Step
from scoring.words import Sentence, say

UNSEEN = "?"
"""A trap card that nobody has looked at."""

ADVENTURER, MONSTER, TRAP, ROOM, COMBAT_CARD, PLAYER = (
    say("adventurer"),
    say("monster"),
    say("trap"),
    say("room"),
    say("combat card"),
    say("player"),
)

Answer = Callable[[Any, Catalogue], Ruling]


def refusal(reasons: Sequence[Sentence], rule: str = "DL-COMPONENTS") -> Ruling:
    """A ruling that only says what cannot be."""
    steps = tuple(Step(reason, rule) for reason in reasons)
    data = {"reasons": [str(reason) for reason in reasons]}
    return Ruling(say("That cannot be: {reason}", reason=reasons[0]), (rule,), steps, data, legal=Legal.NO)


def screened(answer: Answer) -> Answer:
    """The same answer, but a lord or a table with names that no piece has, or with pieces twice, is refused first."""

    @wraps(answer)
    def checked(ask: Any, catalogue: Catalogue) -> Ruling:
        reasons = lords_reasons(_lords(ask), catalogue)
        return refusal(reasons) if reasons else answer(ask, catalogue)

    return checked


def _lords(ask: Any) -> tuple[Lord, ...]:
    """The lords that a question tells about."""
    if hasattr(ask, "table"):
        players: tuple[Lord, ...] = ask.table.players
        return players
    return (ask.lord,) if hasattr(ask, "lord") else ()


def lords_reasons(lords: Sequence[Lord], catalogue: Catalogue) -> list[Sentence]:
    """Every reason why these dungeons cannot lie on one table."""
    found = [reason for lord in lords for reason in lord_strangers(lord, catalogue)]
    pieces = [tile.room for lord in lords for tile in lord.rooms]
    pieces += [hero for lord in lords for hero in _people(lord)]
    return [*found, *twice(pieces, catalogue)]


def lord_strangers(lord: Lord, catalogue: Catalogue) -> list[Sentence]:
    """Every name in a dungeon that no piece has, with the nearest."""
    return [
        *hero_strangers(_people(lord), catalogue),
        *unknown_names(MONSTER, (beast.id for beast in lord.monsters), catalogue.names("monster")),
        *unknown_names(TRAP, (trap for trap in lord.traps if trap != UNSEEN), catalogue.names("trap")),
        *unknown_names(ROOM, (str(tile.room) for tile in lord.rooms), catalogue.names("room")),
    ]


def hero_strangers(heroes: Iterable[str], catalogue: Catalogue) -> list[Sentence]:
    """Every name that neither an adventurer nor a paladin has."""
    return unknown_names(ADVENTURER, heroes, catalogue.names("adventurer", "paladin"))


def _people(lord: Lord) -> list[str]:
    waiting = [hero.id for hero in lord.party if hero.id != ILLUSION]
    return [*waiting, *lord.prisoners]


def twice(pieces: Iterable[str | None], catalogue: Catalogue) -> Iterator[Sentence]:
    """The rooms, adventurers and paladins among these that are there more than once."""
    for piece, count in Counter(pieces).items():
        if piece is not None and piece in catalogue.items and count > 1:
            name = localised(catalogue.items[piece].name)
            yield say("{piece} is there {count} times; the box has one.", piece=name, count=count)


def heroes_reasons(heroes: Sequence[str], catalogue: Catalogue) -> list[Sentence]:
    """Every reason why these adventurers cannot come in one year; a paladin may be among them."""
    found = [*hero_strangers(heroes, catalogue), *twice(heroes, catalogue)]
    if len(paladins := [hero for hero in heroes if hero in PALADINS]) > 1:
        found.append(say("There are {n} paladins, but each year has one.", n=len(paladins)))
    if len({catalogue.value(hero, "year") for hero in heroes if hero in catalogue.items}) > 1:
        found.append(say("These adventurers do not all belong to one year."))
    return found


def same_names(names: Sequence[str]) -> list[Sentence]:
    """Names that two players have."""
    return [say("Two players are called {name}.", name=name) for name, count in Counter(names).items() if count > 1]


def year_reasons(lord: Lord, year: int, catalogue: Catalogue) -> Iterator[Sentence]:
    """The attackers of another year, and the monsters and rooms that come later."""
    for hero in lord.party:
        its_year = catalogue.value(hero.id, "year")
        if its_year is not None and its_year != year:
            yield belongs_to(hero.id, its_year, catalogue)
    later = [beast.id for beast in lord.monsters if year == 1 and catalogue.value(beast.id, "tiles_1") == 0]
    later += [tile.room for tile in lord.rooms if tile.room and year < (catalogue.value(tile.room, "year") or 0)]
    yield from (only_later(piece, catalogue) for piece in dict.fromkeys(later))


def belongs_to(piece: str, year: int, catalogue: Catalogue) -> Sentence:
    """That an adventurer or a card belongs to a year."""
    return say("{what} belongs to year {year}.", what=localised(catalogue.items[piece].name), year=year)


def only_later(piece: str, catalogue: Catalogue) -> Sentence:
    """That a monster or a room comes in the second year."""
    return say("{what} only comes in year two.", what=localised(catalogue.items[piece].name))
