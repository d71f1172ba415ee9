"""The score: completed goals, killed monsters, gems in hand, and the kingdom."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.catalogue import Catalogue
from scoring.dwar7s.board import Board, board_of
from scoring.dwar7s.finish import end_of
from scoring.dwar7s.goals import Condition, condition
from scoring.dwar7s.kingdom import Kingdom, kingdoms_of
from scoring.dwar7s.pieces import COLOUR_NAMES, LEAST_CARD_POINTS, MONSTER_POINTS, Colour, Gem
from scoring.dwar7s.printed import goal_points, name_of
from scoring.dwar7s.remarks import remarks
from scoring.dwar7s.speech import gems_listed
from scoring.dwar7s.state import Player, Table
from scoring.game import GameScore
from scoring.sheet import Award, Missing, Place, ScoreSheet, TieBreak, merged, rank
from scoring.words import Sentence, linked, listed, say

Line = tuple[Award, tuple[Missing, ...]]


def score(table: Table, catalogue: Catalogue) -> GameScore:
    """The sheet of every player as if the game were counted now, and the standing with the book's tie-breaks."""
    board = board_of(table, catalogue)
    kingdoms = kingdoms_of(board, [player.colour for player in table.players], table.options)
    last_lines = kingdom_points(board, kingdoms)
    sheets: list[ScoreSheet] = []
    for seat, (player, kingdom) in enumerate(zip(table.players, kingdoms, strict=True)):
        lines = (*_lines(seat, player, board, kingdom), last_lines[seat])
        missing = merged(replace(one, lines=(award.line,)) for award, questions in lines for one in questions)
        sheets.append(ScoreSheet(player.name, tuple(award for award, _ in lines), missing))
    standing = rank(sheets, _tie_breaks(table, kingdoms), "DW-WIN", over=end_of(table).over)
    standing = replace(standing, places=tuple(_with_secrets(standing.places, table, board, kingdoms)))
    return GameScore(tuple(sheets), standing, tuple(remarks(table, kingdoms)), _extra(table, board, kingdoms))


def _lines(seat: int, player: Player, board: Board, kingdom: Kingdom) -> Iterator[Line]:
    yield from trade_goals(seat, player, board.catalogue)
    yield secret_goal(seat, player, board, kingdom)
    yield monsters(seat, player, board.catalogue), ()
    yield from gems(seat, player, board.catalogue)


def trade_goals(seat: int, player: Player, catalogue: Catalogue) -> Iterator[Line]:
    """Each completed trade goal gives the points in its corner."""
    if not player.trades:
        yield Award("DW-SCORE-TRADE", 0, "0", subject=say("none")), ()
    for number, goal in enumerate(player.trades):
        fact = goal_points(goal, catalogue)
        note: str = fact.caveat
        missing: tuple[Missing, ...] = ()
        if not fact.known and goal.id and "points" in _fields(goal.id, catalogue):
            missing = (catalogue.missing(goal.id, "points"),)
        elif not fact.known:
            note = say("tell the points printed on this goal, or its number in your catalogue")
        subject = name_of(goal.id, catalogue) if goal.id else gems_listed(goal.cost or {}, catalogue)
        where = (f"/players/{seat}/trades/{number}",)
        yield Award("DW-SCORE-TRADE", fact.value, _number(fact.value), where, subject, note), missing


def _fields(item_id: str, catalogue: Catalogue) -> Collection[str]:
    item = catalogue.items.get(item_id)
    return catalogue.kinds[item.kind].fields if item else ()


def secret_goal(seat: int, player: Player, board: Board, kingdom: Kingdom) -> Line:
    """The secret goal gives its points once it was shown; shown it may be at any moment at which it is true."""
    where = (f"/players/{seat}/secret",)
    if player.secret is None and player.shown:
        note = say("tell which secret goal was shown")
        return Award("DW-SCORE-SECRET", None, "?", where, say("shown"), note), ()
    if player.secret is None:
        return Award("DW-SCORE-SECRET", 0, "0", where, say("not shown")), ()
    name = name_of(player.secret, board.catalogue)
    if player.shown:
        fact = board.catalogue.fact(player.secret, "points")
        missing = () if fact.known else (board.catalogue.missing(player.secret, "points"),)
        return Award("DW-SCORE-SECRET", fact.value, _number(fact.value), where, name, fact.caveat), missing
    now = condition(player.secret, player, board, kingdom)
    note = say("not shown; {state}", state=_now(now))
    return Award("DW-SCORE-SECRET", 0, "0", where, name, note), ()


def monsters(seat: int, player: Player, catalogue: Catalogue) -> Award:
    """Three points for each killed monster.

    >>> ann = Player(name="Ann", colour="blue", killed=["red fire_dragon", "blue frost_giant"])
    >>> monsters(0, ann, Catalogue({}, {})).arithmetic
    '2 × 3 = 6'
    """
    count = len(player.killed)
    where = tuple(f"/players/{seat}/killed/{number}" for number in range(count))
    arithmetic = f"{count} × {MONSTER_POINTS} = {count * MONSTER_POINTS}"
    subject = listed(
        say("{colour} {card}", colour=COLOUR_NAMES[monster.colour], card=name_of(monster.kind, catalogue))
        for monster in player.killed
    )
    return Award("DW-SCORE-MONSTERS", count * MONSTER_POINTS, arithmetic, where, subject)


def gems(seat: int, player: Player, catalogue: Catalogue) -> Iterator[Line]:
    """Each gem in hand gives the points in its corner."""
    held = [(gem, player.gems[gem]) for gem in Gem if player.gems.get(gem, 0)]
    if not held:
        yield Award("DW-SCORE-GEMS", 0, "0", (f"/players/{seat}/gems",), say("none")), ()
    for gem, count in held:
        fact = catalogue.fact(gem, "points")
        where = (f"/players/{seat}/gems/{gem}",)
        name = name_of(gem, catalogue)
        if fact.known:
            points = count * fact.value
            arithmetic = f"{count} × {fact.value} = {points}"
            yield Award("DW-SCORE-GEMS", points, arithmetic, where, name, fact.caveat), ()
        else:
            yield Award("DW-SCORE-GEMS", None, f"{count} × ?", where, name), (catalogue.missing(gem, "points"),)


def kingdom_points(board: Board, kingdoms: Sequence[Kingdom]) -> list[Line]:
    """Every card of a kingdom adds or takes its points, others' castles too; no castle, no kingdom."""
    spelt: dict[tuple[int, ...], tuple[str, tuple[str, ...]]] = {}
    lines: list[Line] = []
    for kingdom in kingdoms:
        if kingdom.castle is None:
            lines.append((Award("DW-SCORE-KINGDOM", 0, "0", subject=say("no castle, no kingdom")), ()))
            continue
        if kingdom.places not in spelt:  # a shared kingdom is spelt out once
            spelt[kingdom.places] = _spell(board, kingdom)
        arithmetic, where = spelt[kingdom.places]
        subject = say("{colour}, cards: {count}", colour=COLOUR_NAMES[kingdom.colour], count=kingdom.size)
        note = next((board.prints[p].caveat for p in kingdom.places if board.prints[p].caveat), "")
        if kingdom.points is None:
            note = say(
                "walls or points of some cards are not known; known so far: {known}, "
                "and at least means {least} for each unknown number",
                known=kingdom.known_points,
                least=LEAST_CARD_POINTS,
            )
        award = Award("DW-SCORE-KINGDOM", kingdom.points, arithmetic, where, subject, note, kingdom.least_points)
        lines.append((award, kingdom.missing))
    return lines


def _spell(board: Board, kingdom: Kingdom) -> tuple[str, tuple[str, ...]]:
    """The sum of a kingdom, and the cards it comes from."""
    numbers = [board.prints[place].points for place in kingdom.places]
    where = tuple(f"/table/{place}/cards/{len(board.stacks[place].cards) - 1}" for place in kingdom.places)
    return _sum(numbers, complete=not kingdom.perhaps), where


def _tie_breaks(table: Table, kingdoms: tuple[Kingdom, ...]) -> tuple[TieBreak, ...]:
    """The larger kingdom wins a tie, then more dwarves on the table; the words stand beside the one who lost it."""
    standing = dwarves_on_table(table)
    return (
        TieBreak(
            "DW-TIE-KINGDOM",
            {player.name: kingdom.size for player, kingdom in zip(table.players, kingdoms, strict=True)},
            say("the smaller kingdom"),
        ),
        TieBreak(
            "DW-TIE-DWARVES",
            {player.name: standing[player.colour] for player in table.players},
            say("fewer dwarves on the table"),
        ),
    )


def _with_secrets(places: Iterable[Place], table: Table, board: Board, kingdoms: Sequence[Kingdom]) -> Iterator[Place]:
    """The places with what a secret goal would still add: while it is true it may be shown, even before counting."""
    notes: dict[str, Sentence] = {}
    for player, kingdom in zip(table.players, kingdoms, strict=True):
        if player.secret and not player.shown and condition(player.secret, player, board, kingdom).holds:
            goal, points = name_of(player.secret, board.catalogue), board.catalogue.value(player.secret, "points")
            notes[player.name] = say(
                "{goal} is true and may be shown before counting: + {points}", goal=goal, points=_number(points)
            )
    for place in places:
        more = notes.get(place.player)
        yield replace(place, note=linked([place.note, more], "; ")) if more else place


def dwarves_on_table(table: Table) -> dict[Colour, int]:
    """How many dwarves of each colour stand on cards."""
    counts = dict.fromkeys(Colour, 0)
    for stack in table.table:
        for colour, count in stack.dwarves.items():
            counts[colour] += count
    return counts


def _extra(table: Table, board: Board, kingdoms: tuple[Kingdom, ...]) -> Mapping[str, Any]:
    """The kingdoms for machines: places by stack number, and what each card gives."""
    return {
        "kingdoms": {
            player.name: {
                "colour": str(kingdom.colour),
                "stacks": list(kingdom.places),
                "perhaps": list(kingdom.perhaps),
                "size": kingdom.size,
                "points": kingdom.points,
                "shared_with": [str(colour) for colour in kingdom.shared_with],
            }
            for player, kingdom in zip(table.players, kingdoms, strict=True)
        },
        "points_on_cards": [printed.points for printed in board.prints],
    }


def _now(now: Condition) -> str:
    if now.holds is None:
        return say("whether it is true depends on values not yet known ({why})", why=now.says)
    if now.holds:
        return say("it is true right now ({why})", why=now.says)
    return say("it is not true right now ({why})", why=now.says)


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def _sum(numbers: list[int | None], complete: bool) -> str:
    """
    >>> _sum([2, None, -1], complete=True), _sum([2, -1, 0], complete=True), _sum([2], complete=False)
    ('2 + ? − 1', '2 − 1 + 0 = 1', '2 + …')
    """
    text = "".join(_term(number) for number in numbers)
    text = text[3:] if text.startswith(" + ") else "−" + text[3:]
    if not complete:
        return text + " + …"
    if None in numbers:
        return text
    return f"{text} = {_minus(sum(number or 0 for number in numbers))}"


def _term(number: int | None) -> str:
    if number is None:
        return " + ?"
    return f" − {-number}" if number < 0 else f" + {number}"


def _minus(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)
