"""The table: what lies on every character sheet, and the little that is common to all.

The 18 places of a sheet are ``rows``: per attribute three places from left to right, each a die such as
``"red 4"`` (boost dice: ``"boost 7"``) or ``null``::

    {"name": "Ann", "race": "elf", "hero_class": "ranger", "alignment": "hermit", "marker": [1, 1],
     "backstory": "hunter", "gold": 4, "cards": ["longbow", "leather_boots"],
     "rows": {"strength": ["red 4", "gold 6", null], "dexterity": ["blue 5"]}}

A row may be written shorter than three places; the rest is empty. JSON pointers to a place read
``/players/0/rows/strength/1``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from scoring.game import Model
from scoring.rollplayer.pieces import (
    ATTRIBUTES,
    DIE_SCHEMA,
    AdventureId,
    AdventurePart,
    AlignmentId,
    Attribute,
    BackstoryId,
    ClassId,
    Die,
    DieText,
    MarketId,
    MinionId,
    MonsterId,
    RaceId,
)
from scoring.words import say

PLACES = 3
Row = tuple[Die | None, Die | None, Die | None]


def _padded(value: Any) -> Any:
    """Let a row be written without its empty places at the end."""
    if isinstance(value, list | tuple) and len(value) < PLACES:
        return (*value, *[None] * (PLACES - len(value)))
    return value


_ROW_SCHEMA = {
    "type": "array",
    "maxItems": PLACES,
    "items": {"anyOf": [DIE_SCHEMA, {"type": "null"}]},
    "description": "Three places from left to right, each a die such as 'red 4' or null.",
}
RowField = Annotated[
    tuple[DieText | None, DieText | None, DieText | None],
    BeforeValidator(_padded),
    WithJsonSchema(_ROW_SCHEMA),
]
EMPTY: Row = (None, None, None)
Count = Annotated[int, Field(ge=0)]
TraitStars = Annotated[int, Field(ge=-9, le=20)]
"""The same limits as for a trait's printed stars in the catalogue."""
Marker = Annotated[
    tuple[int, int],
    Field(description="Row (0 good, 1 neutral, 2 evil) and column (0 lawful, 1 neutral, 2 chaotic) of the marker."),
]


def _spoken(name: str) -> str:
    """A name as it can be written on one line and read out."""
    tidy = " ".join(name.split())
    if not tidy or not tidy.isprintable():
        raise ValueError(say("A name needs letters that can be read"))
    return tidy


Name = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(_spoken)]


class Rows(Model):
    """The six attribute rows."""

    strength: RowField = EMPTY
    dexterity: RowField = EMPTY
    constitution: RowField = EMPTY
    intelligence: RowField = EMPTY
    wisdom: RowField = EMPTY
    charisma: RowField = EMPTY

    def of(self, attribute: str) -> Row:
        """The three places of one row."""
        row: Row = getattr(self, attribute)
        return row

    def dice(self) -> Iterator[tuple[Attribute, int, Die]]:
        """Every die with its row and place (0 is leftmost)."""
        for attribute in ATTRIBUTES:
            for place, piece in enumerate(self.of(attribute)):
                if piece is not None:
                    yield attribute, place, piece

    def with_die(self, attribute: str, place: int, piece: Die | None) -> Rows:
        """The same rows with another die in one place."""
        row = list(self.of(attribute))
        row[place] = piece
        return self.model_copy(update={attribute: tuple(row)})


class Battle(Model):
    """A player's final battle as it was rolled."""

    dice: tuple[Count, ...] = Field((), description="The combat dice as they finally lie.")
    mercenaries: Count = Field(0, description="Mercenaries hired for the battle.")
    adventure_dice: Count = Field(0, description="Combat dice won from adventure cards.")
    adjust: int = Field(
        0, description="What a monster ability adds to or takes from the result, if it is one the engine does not know."
    )

    @property
    def fought(self) -> bool:
        """Whether the dice were rolled; every pool has at least one die."""
        return bool(self.dice)


class Player(Model):
    """One character sheet with everything around it."""

    name: Name
    race: RaceId | None = Field(None, description="The character sheet.")
    hero_class: ClassId | None = Field(None, description="The class, i.e. the side of the class card in use.")
    alignment: AlignmentId | None = Field(None, description="The alignment card.")
    marker: Marker = (1, 1)
    backstory: BackstoryId | None = Field(None, description="The backstory card.")
    rows: Rows = Field(default_factory=Rows, description="The 18 places in six attribute rows.")
    cards: tuple[MarketId, ...] = Field((), description="Market cards: weapons, armor, traits, skills, scrolls.")
    exhausted: tuple[MarketId, ...] = Field((), description="Skills among the cards that are turned sideways.")
    trait_stars: dict[MarketId, TraitStars] = Field(
        default_factory=dict, description="Stars a trait pays, where the players counted it themselves."
    )
    gold: Count = 0
    charisma: Count = Field(0, description="Charisma tokens in hand.")
    backpack: tuple[DieText, ...] = Field((), description="Dice stored on the Backpack card.")
    xp: Count = Field(0, description="Experience cubes (expansion).")
    honor: Count = Field(0, description="Honor tokens (expansion).")
    wounds: Count = Field(0, description="Wound tokens (expansion).")
    trophies: tuple[MinionId, ...] = Field((), description="Minions killed (expansion).")
    tokens: tuple[AdventurePart, ...] = Field((), description="Adventure tokens held (expansion).")
    battle: Battle | None = Field(None, description="The final battle, once rolled (expansion).")

    @property
    def built(self) -> bool:
        """Whether all 18 places are filled."""
        return all(full(self.rows.of(name)) for name in ATTRIBUTES)

    @property
    def fought(self) -> bool:
        """Whether the final battle was rolled."""
        return self.battle is not None and self.battle.fought


class Adventures(Model):
    """The three adventure cards beside the monster; null while face down."""

    location: AdventureId | None = None
    obstacle: AdventureId | None = None
    attack: AdventureId | None = None


class Options(Model):
    """Which box and which variants are played; the defaults are the books' own game."""

    expansion: bool = Field(
        False,
        description="Played with Monsters & Minions.",
        json_schema_extra={"format": "box", "title": "Monsters & Minions"},
    )
    promos: bool = Field(False, description="Promo character sheets may be used.")
    even_setup: bool = Field(False, description="Less random set-up: one starting die of every class colour.")
    mixed_market: bool = Field(False, description="Random market deck: both dot groups shuffled together.")
    short_game: bool = Field(False, description="Short game: two more starting dice, no extra gold by seat.")
    friendly_market: bool = Field(False, description="Friendly market: two gold without discarding a card.")
    open_adventures: bool = Field(False, description="Adventure cards lie face up and no tokens are used.")
    fierce_monster: bool = Field(False, description="The monster's 1P card is used with more players too.")
    markers_on_initiative: bool = Field(
        False, description="Markers are put on initiative cards instead of taking them."
    )
    more_players: bool = Field(
        False, description="More people play than are entered here; one sheet alone is then no solo game."
    )


class State(Model):
    """A game of Roll Player, finished or running. One player means the solo game, unless the options say otherwise."""

    players: tuple[Player, ...] = Field(max_length=20)
    options: Options = Field(default_factory=Options)
    monster: MonsterId | None = Field(None, description="The monster of the final battle (expansion).")
    adventures: Adventures = Field(default_factory=Adventures)
    minion: MinionId | None = Field(None, description="The minion on top of its deck (expansion).")

    @property
    def solo(self) -> bool:
        """Whether this is the solitaire game."""
        return len(self.players) == 1 and not self.options.more_players

    @property
    def one_player_card(self) -> bool:
        """Whether the monster's 1P card is the one in play."""
        return self.solo or self.options.fierce_monster

    @property
    def in_battle(self) -> bool:
        """Whether somebody has rolled against the monster: from then on the characters stay as they are."""
        return any(player.fought for player in self.players)

    @property
    def still_to_fight(self) -> tuple[Player, ...]:
        """Who has not rolled against the monster yet; with the base game there is none to fight."""
        return tuple(player for player in self.players if self.options.expansion and not player.fought)

    @property
    def finished(self) -> bool:
        """Whether every sheet is full and, with the expansion, every hero has fought."""
        return all(player.built for player in self.players) and not self.still_to_fight


def full(row: Row) -> bool:
    """Whether all three places of a row hold a die."""
    return None not in row
