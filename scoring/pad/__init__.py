"""Any game: a score pad whose categories the players name, for every other game of the evening."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationInfo, field_validator

from scoring.catalogue import Catalogue
from scoring.emblem import Emblem
from scoring.game import Game, GameScore, Model
from scoring.moves import Move
from scoring.needs import Need
from scoring.sheet import Award, ScoreSheet, rank
from scoring.words import Sentence, say

MOST_LINES = 60
Points = Annotated[int, Field(ge=-100_000, le=100_000)]
Line = Annotated[str, Field(max_length=40)]


class Player(Model):
    """One player: the points of every line, empty where nobody told them yet."""

    name: str = Field(min_length=1, max_length=60)
    points: tuple[Points | None, ...] = Field((), max_length=MOST_LINES, description="one entry for every line")


class Options(Model):
    """How the game ends and who wins it."""

    lowest_wins: bool = Field(False, description="the fewest points win")
    rounds: int | None = Field(None, ge=1, le=MOST_LINES, description="the game ends after so many rounds")
    target: Points | None = Field(None, description="the game ends with the round in which somebody reaches this")


class Table(Model):
    """A pad: its lines are categories with a name or rounds without one, its columns the players."""

    game: str = Field("", max_length=40, description="what is played")
    lines: tuple[Line, ...] = Field(
        (), max_length=MOST_LINES, title="Categories", description="what is counted, in order; without any it is rounds"
    )
    players: tuple[Player, ...] = Field(max_length=20)
    options: Options = Options()

    @field_validator("players", mode="after")
    @classmethod
    def _every_line(cls, players: tuple[Player, ...], told: ValidationInfo) -> tuple[Player, ...]:
        """Everybody has an entry for every line, so that each can be written into."""
        count = max([len(told.data.get("lines", ())), *(len(player.points) for player in players)])
        return tuple(
            player.model_copy(update={"points": (*player.points, *[None] * (count - len(player.points)))})
            for player in players
        )

    @property
    def names(self) -> list[Sentence | str]:
        """What each line is called: its name, or the number of its round."""
        count = max([len(self.lines), *(len(player.points) for player in self.players)])
        named = [*self.lines, *[""] * (count - len(self.lines))]
        return [name or say("Round {number}", number=number) for number, name in enumerate(named, 1)]

    @property
    def of_rounds(self) -> bool:
        """Whether no line has a name."""
        return not any(self.lines)

    @property
    def next_round(self) -> Sentence | None:
        """What the round that can be written next is called, if the game is one of rounds and has another."""
        number = len(self.names) + 1
        if not self.of_rounds or number > (self.options.rounds or MOST_LINES):
            return None
        return say("Round {number}", number=number)


def score(table: Table, catalogue: Catalogue) -> GameScore:
    """Every entry is a line of the sheet; what nobody told is left open and counts nothing yet."""
    sheets = tuple(_sheet(table, seat) for seat, _ in enumerate(table.players))
    standing = rank(sheets, (), "AG-WIN", over=_over(table), fewest_win=table.options.lowest_wins)
    return GameScore(sheets, standing, tuple(_left_open(table)))


def _sheet(table: Table, seat: int) -> ScoreSheet:
    player = table.players[seat]
    awards = [
        Award("AG-POINTS", points, str(points), (f"/players/{seat}/points/{line}",), table.names[line])
        for line, points in enumerate(player.points)
        if points is not None
    ]
    return ScoreSheet(player.name, tuple(awards))


def _left_open(table: Table) -> Iterator[Sentence]:
    """Entries that some players have and others lack."""
    for line, name in enumerate(table.names):
        without = [player.name for player in table.players if player.points[line] is None]
        if without and len(without) < len(table.players):
            yield say("{line}: nothing told yet of {names}.", line=name, names=", ".join(without))


def needs(table: Table, catalogue: Catalogue) -> Iterator[Need]:
    """Every line that is begun or named, of everybody who has nothing in it; the first round of an empty pad."""
    for seat, player in enumerate(table.players):
        for line, name in enumerate(table.names):
            if player.points[line] is None:
                yield Need(seat, name, f"/players/{seat}/points/{line}")
        if not table.names and table.next_round:
            yield Need(seat, table.next_round, f"/players/{seat}/points/-")


def _over(table: Table) -> bool:
    """All categories are told, or the last round is, or somebody reached what the game is played to."""
    whole = [all(player.points[line] is not None for player in table.players) for line, _ in enumerate(table.names)]
    begun = [any(player.points[line] is not None for player in table.players) for line, _ in enumerate(table.names)]
    rounds, target = table.options.rounds, table.options.target
    if not any(whole) or begun != whole:
        return False
    if rounds is not None and sum(whole) >= rounds:
        return True
    if target is not None and any(sum(points or 0 for points in player.points) >= target for player in table.players):
        return True
    return not table.of_rounds and rounds is None and target is None and all(whole)


def moves(table: Table, seat: int, catalogue: Catalogue) -> Iterator[Move]:
    """A list that is kept on the machine for an empty pad, and keeping the list of this one."""
    if not table.names:
        yield from (_taken(item.id, str(item.name["en"]), catalogue) for item in catalogue.of_kind("list"))
    elif kept := _worth_keeping(table, catalogue):
        yield Move(say("Keep this list for other evenings"), keep=kept)


def _taken(item: str, name: str, catalogue: Catalogue) -> Move:
    """The move that lays a kept list on an empty pad."""
    changes: tuple[tuple[str, Any], ...] = (
        ("/game", name[:40]),
        ("/lines", catalogue.value(item, "lines") or []),
        ("/options/lowest_wins", bool(catalogue.value(item, "lowest_wins"))),
    )
    return Move(say("Play {game}", game=name), changes)


def _worth_keeping(table: Table, catalogue: Catalogue) -> tuple[tuple[str, str, Any], ...]:
    """The list of this table for the owner's catalogue, if it has a name and is not kept as it is."""
    item = f"list:{' '.join(table.game.replace('/', ' ').split())}"
    lines = [] if table.of_rounds else [str(name) for name in table.names]
    told: dict[str, Any] = {"lines": lines, "lowest_wins": table.options.lowest_wins}
    if item == "list:" or all(catalogue.value(item, field) == value for field, value in told.items()):
        return ()
    return tuple((item, field, value) for field, value in told.items())


GAME: Game[Table] = Game(
    id="pad",
    title=say("Any game"),
    players=(1, 12),
    folder=Path(__file__).parent,
    state=Table,
    score=score,
    moves=moves,
    needs=needs,
    prefixes=("AG",),
    rule_of_seats="AG-PAD",
    emblem=Emblem("+", ("#6b7280", "#343a46")),
    shared=True,
    for_rematch=("game", "lines", "options"),
    samples={
        "rounds": "A card game in rounds, the fewest points win",
        "categories": "A game with categories that the players named",
    },
)
