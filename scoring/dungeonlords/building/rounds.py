"""The paladin's rides, the first player, and the turn of the year."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.dungeonlords.building.heroes import Feared
from scoring.dungeonlords.pieces import EVIL_TOP, PALADIN_SPACE, SEASONS
from scoring.dungeonlords.possible import PLAYER, refusal, same_names
from scoring.dungeonlords.state import Options, Table
from scoring.game import Model
from scoring.names import unknown_names
from scoring.sheet import Ruling, Step
from scoring.words import Sentence, say


class Move(Model):
    """One move of a counter on the Evilometer."""

    name: str
    change: int


class Paladin(Model):
    """Lords in turn order from the first player, who has the paladin, and the moves that follow."""

    lords: tuple[Feared, ...] = Field(min_length=2, max_length=4)
    holder: str | None = Field(default=None, description="Who has the paladin; none while he is in his tent.")
    moves: tuple[Move, ...] = ()
    options: Options = Options()


class FirstPlayer(Model):
    """Players clockwise; the first of them starts the first winter."""

    players: tuple[str, ...] = Field(min_length=2, max_length=4)


class YearTwo(Model):
    """The table after the battle of the first year."""

    table: Table


def rides_to(evil: dict[str, int], holder: str | None, options: Options) -> str | None:
    """Where the paladin is now: he comes to whoever reaches his space and leaves only for somebody strictly eviller.

    ``evil`` is in turn order; of equally evil lords the latest in turn order gets him.
    """
    floor = PALADIN_SPACE if holder is None else max(options.paladin_leaves_for, evil[holder] + 1)
    worst = max(evil.values())
    if worst < floor:
        return holder
    return [name for name, place in evil.items() if place == worst][-1]


def paladin(ask: Paladin, catalogue: Catalogue) -> Ruling:
    """Follow the paladin move by move."""
    evil = {lord.name: lord.evil for lord in ask.lords}
    named = [move.name for move in ask.moves] if ask.holder is None else [ask.holder, *(m.name for m in ask.moves)]
    wrong = [*same_names([lord.name for lord in ask.lords]), *unknown_names(PLAYER, named, list(evil))]
    if wrong:
        return refusal(wrong, "DL-PALADIN")
    steps: list[Step] = []
    holder = _settle(evil, ask.holder, ask.options, steps)
    for move in ask.moves:
        evil[move.name] = max(0, min(EVIL_TOP, evil[move.name] + move.change))
        text = say("{player} moves to {n}.", player=move.name, n=evil[move.name])
        steps.append(Step(text, "DL-EVILOMETER", {"evil": dict(evil)}))
        holder = _settle(evil, holder, ask.options, steps)
    text = say("The paladin is before the dungeon of {player}.", player=holder)
    if holder is None:
        text = say("The paladin stays in his tent.")
    data = {"holder": holder, "evil": evil}
    return Ruling(text, ("DL-PALADIN", "DL-PALADIN-MOVES"), tuple(steps), data)


def _settle(evil: dict[str, int], holder: str | None, options: Options, steps: list[Step]) -> str | None:
    now = rides_to(evil, holder, options)
    if now != holder and now is not None:
        rule = "DL-PALADIN" if holder is None else "DL-PALADIN-MOVES"
        steps.append(Step(say("The paladin rides to {player} at once.", player=now), rule, {"holder": now}))
    return now


def first_players(players: tuple[str, ...]) -> dict[str, str]:
    """Who starts each season of both years: one to the left each season, and a jump at the turn of the year.

    >>> first_players(("A", "B", "C", "D"))["2 winter"]
    'C'
    """
    count = len(players)
    jump = {4: 3, 3: 1, 2: 0}[count]
    starts, seat = {}, 0
    for year in (1, 2):
        for season in SEASONS[:4]:
            starts[f"{year} {season}"] = players[seat]
            if season != "autumn":
                seat = (seat + 1) % count
        seat = (seat + jump) % count
    return starts


def _spoken(when: str) -> Sentence:
    """Year and season apart, so that the season is said in the reader's language."""
    year, season = when.split()
    return say("{year} {season}", year=year, season=season)


def first_player(ask: FirstPlayer, catalogue: Catalogue) -> Ruling:
    """The first player of every season."""
    starts = first_players(ask.players)
    steps = tuple(
        Step(say("Year {when}: {player} starts.", when=_spoken(when), player=player), "DL-FIRST-PLAYER")
        for when, player in starts.items()
    )
    text = say("{player} starts the second year.", player=starts["2 winter"])
    return Ruling(text, ("DL-FIRST-PLAYER", "DL-FIRST-PLAYER-YEAR2"), steps, {"starts": starts})


def year_two(ask: YearTwo, catalogue: Catalogue) -> Ruling:
    """Everything that changes between the years, applied to this table."""
    table = ask.table
    if table.year == 2:
        return refusal([say("The table is in its second year already; tell it as it was after the first.")], "DL-YEAR2")
    count = len(table.players)
    steps = [
        Step(say("Monsters and ghosts turn face up."), "DL-MONSTERS-WAKE"),
        Step(say("Attackers who still stand leave; conquered tiles stay conquered."), "DL-BATTLE-END"),
        Step(say("Gold-backed combat cards go to the town; the silver paladin leaves the game."), "DL-YEAR2"),
    ]
    seat = (table.first_player + {4: 3, 3: 1}.get(count, 0)) % count
    steps.append(
        Step(say("{player} is the first player now.", player=table.players[seat].name), "DL-FIRST-PLAYER-YEAR2")
    )
    changed: dict[str, Any] = {"year": 2, "season": "winter", "first_player": seat}
    if count == 2 and table.dummy_evil is not None:
        changed["dummy_evil"] = max(0, table.dummy_evil - 2)
        steps.append(Step(say("The extra counter moves down to {n}.", n=changed["dummy_evil"]), "DL-2P-COUNTER"))
    order = [table.players[(seat + turn) % count] for turn in range(count)]
    holder = rides_to({lord.name: lord.evil for lord in order}, None, table.options)
    if holder is not None:
        steps.append(Step(say("The new paladin rides to {player} at once.", player=holder), "DL-PALADIN"))
    after = table.model_copy(
        update={
            **changed,
            "players": tuple(
                lord.model_copy(
                    update={
                        "party": ({"id": "paladin_2", "damage": 0},) if lord.name == holder else (),
                        "monsters": tuple(beast.model_copy(update={"down": False}) for beast in lord.monsters),
                        "busy_imps": 0,
                    }
                )
                for lord in table.players
            ),
        }
    )
    data = {"table": Table.model_validate(after.model_dump(warnings=False)).model_dump(exclude_defaults=True)}
    return Ruling(
        say("The second year begins."),
        tuple(dict.fromkeys(s.rule for s in steps)),
        tuple(steps),
        data | {"paladin": holder},
    )
