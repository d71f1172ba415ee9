"""The visit of the Ministry: points for the dungeon, the scoring rooms, the seven titles and the Hall of Fame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from scoring.catalogue import Catalogue
from scoring.dungeonlords.pieces import CAFETERIA_GUESTS, CHAPEL_GUESTS, GHOST, PALADINS, PANDEMONIUM_GUESTS
from scoring.dungeonlords.state import Lord, Table
from scoring.dungeonlords.titles import TITLES, title_awards
from scoring.game import GameScore
from scoring.sheet import Award, ScoreSheet, rank
from scoring.words import Sentence, say

ROOM, MONSTER, PRISONER, PALADIN, CONQUERED, LETTER, HALL_3_4, HALL_FEW = 2, 1, 2, 5, -2, -3, 2, 1


def score(state: Table, catalogue: Catalogue) -> GameScore:
    """The sheet of every player, line by line as on the summary card, then the winner and the licences."""
    titles = [title_awards(state, title) for title in TITLES]
    sheets = tuple(
        ScoreSheet(lord.name, _lines(state, seat, [awards[seat] for awards in titles]))
        for seat, lord in enumerate(state.players)
    )
    holders = {title.id: _holders(state, awards) for title, awards in zip(TITLES, titles, strict=True)}
    licences = {sheet.player: sheet.at_least > 0 for sheet in sheets}
    return GameScore(
        sheets,
        rank(sheets, win_rule="DL-WIN", over=state.over),
        tuple(_remarks(state, sheets)),
        {"titles": holders, "licences": licences},
    )


def _lines(state: Table, seat: int, titles: Sequence[Award]) -> tuple[Award, ...]:
    lord, root = state.players[seat], f"/players/{seat}"
    dungeon = [line(lord, root) for line in DUNGEON_LINES]
    guests = [award for rule in SCORING_ROOMS for award in scoring_room(lord, root, *rule)]
    exclusive = sum(award.points == TITLES[0].exclusive(len(state.players)) for award in titles)
    hall = hall_of_fame(lord, root, exclusive, len(state.players))
    return (*dungeon, *guests, *titles, *hall)


def _times(count: int, each: int) -> str:
    return f"{count} × {each} = {count * each}" if each > 0 else f"{count} × ({each}) = {count * each}"


def _line(rule: str, each: int, evidence: Iterable[str]) -> Award:
    found = tuple(evidence)
    return Award(rule, len(found) * each, _times(len(found), each), found)


def rooms(lord: Lord, root: str) -> Award:
    """Two points for each room that the adventurers did not conquer.

    >>> rooms(Lord(name="Ann", dungeon=["C1", "C2:hatchery", "D3:mint!"]), "/players/0").arithmetic
    '1 × 2 = 2'
    """
    kept = (_tile(root, i) for i, tile in enumerate(lord.dungeon) if tile.room is not None and not tile.conquered)
    return _line("DL-SCORE-ROOM", ROOM, kept)


def monsters(lord: Lord, root: str) -> Award:
    """One point for each monster in the lair; ghosts are not monsters.

    >>> monsters(Lord(name="Ann", monsters=["troll", "ghost", "witch:down"]), "").points
    2
    """
    found = (f"{root}/monsters/{i}" for i, beast in enumerate(lord.monsters) if beast.id != GHOST)
    return _line("DL-SCORE-MONSTER", MONSTER, found)


def prisoners(lord: Lord, root: str) -> Award:
    """Two points for each adventurer in prison.

    >>> prisoners(Lord(name="Ann", prisoners=["thief_1", "priest_3", "paladin_1"]), "").points
    4
    """
    found = (f"{root}/prisoners/{i}" for i, hero in enumerate(lord.prisoners) if hero not in PALADINS)
    return _line("DL-SCORE-PRISONER", PRISONER, found)


def paladins(lord: Lord, root: str) -> Award:
    """Five points for each paladin in prison.

    >>> paladins(Lord(name="Ann", prisoners=["thief_1", "paladin_1"]), "").points
    5
    """
    found = (f"{root}/prisoners/{i}" for i, hero in enumerate(lord.prisoners) if hero in PALADINS)
    return _line("DL-SCORE-PALADIN", PALADIN, found)


def conquered(lord: Lord, root: str) -> Award:
    """Two points less for each conquered tile; a conquered room also forfeits its own two points.

    >>> lost = Lord(name="Ann", dungeon=["C1", "C2:hatchery!"])
    >>> rooms(lost, "").points + conquered(lost, "").points
    -2
    """
    lost = (_tile(root, i) for i, tile in enumerate(lord.dungeon) if tile.conquered)
    return _line("DL-SCORE-CONQUERED", CONQUERED, lost)


def letters(lord: Lord, root: str) -> Award:
    """Three points less for each red mark in the Office of Undeliverable Letters.

    >>> letters(Lord(name="Ann", letters=2), "").arithmetic
    '2 × (-3) = -6'
    """
    evidence = (f"{root}/letters",) if lord.letters else ()
    return Award("DL-SCORE-LETTER", lord.letters * LETTER, _times(lord.letters, LETTER), evidence)


DUNGEON_LINES: tuple[Callable[[Lord, str], Award], ...] = (
    rooms,
    monsters,
    prisoners,
    paladins,
    conquered,
    letters,
)

SCORING_ROOMS = (
    ("cafeteria", "DL-ROOM-CAFETERIA", CAFETERIA_GUESTS, 1, say("trolls, goblins, slimes, witches")),
    ("chapel", "DL-ROOM-CHAPEL", CHAPEL_GUESTS, 2, say("vampires and ghosts")),
    ("pandemonium", "DL-ROOM-PANDEMONIUM", PANDEMONIUM_GUESTS, 2, say("golems, dragons, demons")),
)


def scoring_room(
    lord: Lord, root: str, room: str, rule: str, guests: frozenset[str], each: int, subject: Sentence
) -> list[Award]:
    """A scoring room pays for its guests in the lair, but only while it is unconquered.

    >>> lord = Lord(name="Ann", dungeon=["C1", "C2:chapel"], monsters=["ghost", "vampire", "troll"])
    >>> [award.points for award in scoring_room(lord, "", *SCORING_ROOMS[1])]
    [4]
    """
    return [
        _guest_line(lord, root, i, rule, guests, each, subject)
        if not tile.conquered
        else Award(rule, 0, say("conquered: no bonus"), (_tile(root, i),), subject)
        for i, tile in enumerate(lord.dungeon)
        if tile.room == room
    ]


def _guest_line(
    lord: Lord, root: str, place: int, rule: str, guests: frozenset[str], each: int, subject: Sentence
) -> Award:
    found = [f"{root}/monsters/{i}" for i, beast in enumerate(lord.monsters) if beast.id in guests]
    return Award(rule, each * len(found), _times(len(found), each), (_tile(root, place), *found), subject)


def hall_of_fame(lord: Lord, root: str, exclusive: int, players: int) -> list[Award]:
    """After the titles: two points per exclusive title (one with two or three players), if unconquered.

    >>> [a.points for a in hall_of_fame(Lord(name="Ann", dungeon=["C1", "D2:hall_of_fame"]), "", 3, 4)]
    [6]
    """
    each = HALL_3_4 if players >= 4 else HALL_FEW
    subject = say("exclusive titles")
    return [
        Award(
            "DL-ROOM-HALL-OF-FAME",
            0 if tile.conquered else exclusive * each,
            say("conquered: no bonus") if tile.conquered else _times(exclusive, each),
            (_tile(root, i),),
            subject,
        )
        for i, tile in enumerate(lord.dungeon)
        if tile.room == "hall_of_fame"
    ]


def _tile(root: str, index: int) -> str:
    return f"{root}/dungeon/{index}"


def _holders(state: Table, awards: Sequence[Award]) -> list[str]:
    return [lord.name for lord, award in zip(state.players, awards, strict=True) if award.points]


def _remarks(state: Table, sheets: Sequence[ScoreSheet]) -> Iterable[Sentence]:
    if not state.over:
        yield say("The game is not over: this is what everybody would score if it ended now.")
    for sheet in sheets:
        if sheet.at_least > 0 and not state.over:
            yield say("{player} would get the licence ({points} points).", player=sheet.player, points=sheet.at_least)
        elif not state.over:
            yield say("{player} would get no licence ({points} points).", player=sheet.player, points=sheet.at_least)
        elif sheet.at_least > 0:
            yield say(
                "{player} passes the test and gets the licence ({points} points).",
                player=sheet.player,
                points=sheet.at_least,
            )
        else:
            yield say(
                "{player} gets no licence: that takes more than 0 points, and it is {points}.",
                player=sheet.player,
                points=sheet.at_least,
            )
