"""What lies on the table in Dungeon Lords, easy to type by hand: ``"C2:hatchery!"`` is a conquered Hatchery."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from scoring.dungeonlords.pieces import (
    EVIL_START,
    PALADIN_SPACE,
    OrderId,
    Season,
    Square,
    parse_square,
    square_name,
)
from scoring.game import Model
from scoring.words import as_written, say

Count = Field(default=0, ge=0, le=999)


class Options(Model):
    """Rule choices; the default is the book's reading, the others are readings that tables use."""

    full_game: bool = Field(
        default=True, description="Full game: the first-order fee for hiring, evil as a cost, special events."
    )
    heal_after: Literal["attack", "damage"] = Field(
        default="attack", description="Priests heal if something attacked, or only if an attack dealt damage."
    )
    paladin_joins: Literal["on_or_above", "above"] = Field(
        default="on_or_above", description="Where a rival must stand for the paladin to change dungeon."
    )
    titles_at_zero: Literal["shared", "nobody"] = Field(
        default="shared", description="Who gets a title for the most of something that nobody has."
    )
    poisoned_meal: Literal["remaining", "full"] = Field(
        default="remaining", description="The meal deals the remaining or the printed hit points."
    )
    lone_pendulum: Literal["nobody", "first"] = Field(
        default="nobody", description="Whom the Pendulum hits when one adventurer is left."
    )
    year_two_traps: Literal["ask", "same"] = Field(
        default="ask",
        description="Ask for the year-two values of traps, or take the first-year ones (your cards print no other).",
    )

    @property
    def paladin_leaves_for(self) -> int:
        """The lowest place on the Evilometer for which the paladin leaves a dungeon that he has come to."""
        return PALADIN_SPACE if self.paladin_joins == "on_or_above" else PALADIN_SPACE + 1


class Tile(Model):
    """A dungeon tile. As text: ``C1`` tunnel, ``C2:hatchery`` room, a trailing ``!`` for conquered."""

    x: int = Field(description="Column, 0 to 4 from the left.")
    y: int = Field(description="Row, 0 to 3 from the surface down.")
    room: str | None = Field(default=None, description="Room id; none for a tunnel.")
    conquered: bool = False

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, raw: Any) -> Any:
        if not isinstance(raw, str):
            return raw
        place, _, room = raw.rstrip("!").partition(":")
        x, y = parse_square(place)
        return {"x": x, "y": y, "room": room or None, "conquered": raw.endswith("!")}

    @property
    def square(self) -> Square:
        """Column and row."""
        return self.x, self.y

    @property
    def name(self) -> str:
        """The square as players say it, e.g. ``C2``."""
        return square_name(self.square)


class Hero(Model):
    """Somebody before the dungeon. As text: ``thief_2``, ``thief_2:1`` with one damage, ``thief_2:1+1`` if also fed.

    In a second-year battle it can be an ``illusion``.
    """

    id: str
    damage: int = Field(default=0, ge=0, le=99)
    extra_hit_points: int = Field(default=0, ge=0, le=1, description="From Create Food, until the battle ends.")

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, raw: Any) -> Any:
        if not isinstance(raw, str):
            return raw
        hero, _, marks = raw.partition(":")
        damage, _, extra = marks.partition("+")
        return {"id": hero, "damage": damage or 0, "extra_hit_points": extra or 0}


class Beast(Model):
    """A monster or ghost in the lair. As text: ``troll``, or ``troll:down`` when knocked out."""

    id: str
    down: bool = Field(default=False, description="Knocked out: face down until the battle is over.")

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, raw: Any) -> Any:
        if not isinstance(raw, str):
            return raw
        beast, _, side = raw.partition(":")
        if side not in ("", "down"):
            raise ValueError(
                say("{word}: a monster is written troll, or troll:down when it lies face down", word=as_written(raw))
            )
        return {"id": beast, "down": bool(side)}


class Lord(Model):
    """One player's dungeon with everything in it."""

    name: str
    dungeon: tuple[Tile, ...] = Field(
        default=(Tile(x=2, y=0), Tile(x=2, y=1), Tile(x=2, y=2)), description="Tiles, e.g. C1, C2:hatchery, C3!"
    )
    monsters: tuple[Beast, ...] = Field(default=(), description="Monsters and ghosts, e.g. troll, ghost:down")
    prisoners: tuple[str, ...] = Field(default=(), description="Ids of imprisoned adventurers and paladins.")
    party: tuple[Hero, ...] = Field(default=(), description="Adventurers before the entrance, the first in front.")
    imps: int = Field(default=3, ge=0, le=999)
    busy_imps: int = Field(default=0, ge=0, le=999, description="Imps that already worked this round.")
    trolls: int = Field(default=0, ge=0, le=99, description="Troll tokens.")
    gold: int = Count
    food: int = Count
    traps: tuple[str, ...] = Field(default=(), description="Trap cards in store; ? for one nobody has looked at.")
    letters: int = Field(default=0, ge=0, le=999, description="Red marks for unpaid tax.")
    evil: int = Field(default=EVIL_START, description="Place on the Evilometer: 0 nicest, 14 evillest.")
    unavailable: tuple[OrderId, ...] = Field(default=(), description="Order cards that lie unavailable.")

    @property
    def rooms(self) -> tuple[Tile, ...]:
        """All rooms, conquered ones too."""
        return tuple(tile for tile in self.dungeon if tile.room is not None)

    @property
    def conquered(self) -> tuple[Tile, ...]:
        """All tiles that the adventurers took."""
        return tuple(tile for tile in self.dungeon if tile.conquered)

    def tile_at(self, square: Square) -> Tile | None:
        """The tile on this square, if there is one."""
        return next((tile for tile in self.dungeon if tile.square == square), None)


class Table(Model):
    """A game of Dungeon Lords: finished, or at any moment of one of its two years."""

    players: tuple[Lord, ...] = Field(min_length=1, max_length=6, description="Clockwise around the table.")
    year: Literal[1, 2] = 2
    season: Season = "end"
    first_player: int = Field(default=0, ge=0, description="Seat of the first player, counted from 0.")
    dummy_evil: int | None = Field(default=None, description="The extra counter of a two-player game.")
    options: Options = Options()

    @property
    def over(self) -> bool:
        """Whether both years are played and the Ministry counts."""
        return self.year == 2 and self.season == "end"
