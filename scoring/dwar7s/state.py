"""A table of Dwar7s Fall: stacks of cards on a grid that grows in any direction, and what each player has."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from scoring.dwar7s.pieces import (
    LEAST_CARD_POINTS,
    MOST_CARD_POINTS,
    MOST_GOAL_POINTS,
    Colour,
    Edge,
    Gem,
    Kind,
    Ogre,
    Secret,
)
from scoring.game import Model
from scoring.words import as_written, say

Turn = Literal[0, 1, 2, 3]
Count = Annotated[int, Field(ge=0, le=99)]
CardPoints = Annotated[int, Field(ge=LEAST_CARD_POINTS, le=MOST_CARD_POINTS)]
GoalPoints = Annotated[int, Field(ge=0, le=MOST_GOAL_POINTS)]
Dwarves = Mapping[Colour, Count]
Place = Annotated[int, Field(ge=-99, le=99)]
PrintedValue = int | str | tuple[str, ...]
"""A printed value as a catalogue takes it: a number, a word or a list of words."""


def _card(value: Any) -> Any:
    """A card may be typed as one text: ``"red ruby_mine"``, or ``"red ruby_mine 1"`` if it is turned once."""
    if not isinstance(value, str):
        return value
    words = value.split()
    if len(words) > 3:
        raise ValueError(
            say("{card} is not a card; write its colour, its kind and how often it is turned", card=as_written(value))
        )
    return dict(zip(("colour", "kind", "turn"), (*words[:2], *map(_whole, words[2:])), strict=False))


def _whole(word: str) -> int | str:
    return int(word) if word in "0123" else word


class Card(Model):
    """A kingdom card on the table. What players see on it may be told here and then beats every catalogue."""

    kind: Kind
    colour: Colour
    turn: Turn = Field(0, description="Quarter turns clockwise from upright.")
    walls: tuple[Edge, ...] | None = Field(
        None, description="Walls as they lie on the table now, after turning; leave out to use the catalogue."
    )
    points: CardPoints | None = Field(None, description="Points seen on the card; leave out to use the catalogue.")
    slots: Count | None = Field(None, description="Places for dwarves seen on the card.")
    need: Count | None = Field(None, description="Dwarves needed, as seen on the card.")


TypedCard = Annotated[Card, BeforeValidator(_card, json_schema_input_type=Card | str)]


class Stack(Model):
    """One place of the grid: cards from the bottom to the top, and the dwarves on the top card."""

    x: Place = Field(description="Column; larger is further right.")
    y: Place = Field(description="Row; larger is further down.")
    cards: tuple[TypedCard, ...] = Field(
        min_length=1, description='From the bottom to the top; a card may be typed as "red ruby_mine 1".'
    )
    dwarves: Dwarves = Field(default_factory=dict, description="How many dwarves of each colour.")

    @property
    def top(self) -> Card:
        """The card that is seen and used."""
        return self.cards[-1]


class Monster(Model):
    """A killed monster that lies beside its slayer's goals."""

    kind: Literal[Kind.FIRE_DRAGON, Kind.FROST_GIANT]
    colour: Colour


TypedMonster = Annotated[Monster, BeforeValidator(_card, json_schema_input_type=Monster | str)]


class TradeGoal(Model):
    """A trade goal: named as in the owner's catalogue (trade_1 to trade_10), or told by what is printed on it."""

    id: str | None = Field(None, min_length=1, description="trade_1 to trade_10, if the owner's catalogue has them.")
    cost: Mapping[Gem, Count] | None = Field(None, description="Gems printed on the card.")
    points: GoalPoints | None = Field(None, description="Points printed on the card.")


class Player(Model):
    """What one player holds and has completed."""

    name: str = Field(min_length=1)
    colour: Colour
    hand: tuple[Kind, ...] | None = Field(
        None, description="Kingdom cards left in hand; left out: all of the colour not yet on the table or killed."
    )
    gems: Mapping[Gem, Count] = Field(default_factory=dict, description="Gem cards in hand.")
    ogres: Mapping[Ogre, Count] = Field(default_factory=dict, description="Ogre cards in hand.")
    trades: tuple[TradeGoal, ...] = Field((), description="Completed trade goals.")
    secret: Secret | None = Field(None, description="The secret goal, if it may be told.")
    shown: bool = Field(False, description="Whether the secret goal was shown, and so completed.")
    killed: tuple[TypedMonster, ...] = Field((), description="Monsters this player killed.")
    supply: Count | None = Field(
        None, description="Dwarves in front of the player; left out: all that are not on the table."
    )


class Execution(Model):
    """A card executed in this turn: where it lies and which dwarves went home for it."""

    x: Place
    y: Place
    returned: Dwarves


class Phase(StrEnum):
    """Where in the turn the table stands; ``counting`` is the end of the game."""

    ACTIONS = "actions"
    EXECUTION = "execution"
    DISCARD = "discard"
    COUNTING = "counting"


class Options(Model):
    """Points on which the book is unclear; the default is the book's reading."""

    covered_cards: Literal["ignored", "count"] = Field(
        "ignored", description="Whether cards under a stack count for the size of a kingdom."
    )
    dragon_scope: Literal["connected", "castle_kingdom"] = Field(
        "connected",
        description="A dragon stops every mine it is connected to, or only mines of a kingdom with a castle.",
    )
    giant_scope: Literal["kingdom", "everywhere"] = Field(
        "kingdom", description="A giant cancels the extra action of castles in its kingdom, or of all castles."
    )
    execution_order: Literal["at_once", "player_chooses"] = Field(
        "at_once", description="Whether all cards are executed at once or one after the other as the player likes."
    )
    surplus: Literal["stay", "fire_again"] = Field(
        "stay", description="Whether surplus dwarves stay, or execute the card again when they are enough."
    )
    dig_ban: Literal["own_kingdom", "castle_kingdom", "target_kingdom"] = Field(
        "own_kingdom",
        description="A monster forbids digging to the player whose kingdom it is in, by a castle that shares its "
        "kingdom, or of cards in its kingdom.",
    )
    move_range: Literal["one_card", "any_path"] = Field(
        "one_card", description="A move action goes to a neighbouring card, or along any open way."
    )
    action_count: Literal["as_it_stands", "at_turn_start"] = Field(
        "as_it_stands", description="Whether cards placed in this turn change its number of actions."
    )
    end_moment: Literal["finish_round", "at_once"] = Field(
        "finish_round", description="With three goals the round is finished, or the game ends after that turn."
    )
    castle_on_castle: bool = Field(
        False, description="First edition: a castle may be stacked on a castle without dwarves."
    )
    panic_passes_full: bool = Field(
        False, description="Whether the ogre Panic may carry a dwarf across a card without a free place."
    )


class Table(Model):
    """A whole game: players in the order of play, the layout, and where the turn stands."""

    players: tuple[Player, ...] = Field(max_length=20)
    table: tuple[Stack, ...] = Field((), description="The layout, one entry per place of the grid.")
    active: Count = Field(0, description="Seat of the player whose turn it is, counted from 0.")
    phase: Phase = Phase.ACTIONS
    actions_used: Count | None = Field(None, description="Actions taken in this turn, if counted.")
    placed_now: tuple[Kind, ...] = Field((), description="Kingdom cards the active player placed in this turn.")
    executed: tuple[Execution, ...] = Field((), description="Cards executed in this turn.")
    supply: Mapping[Gem, Count] | None = Field(None, description="Gem cards left beside the table.")
    open_goals: tuple[TradeGoal, ...] = Field((), description="The trade goals that lie open.")
    printed: Mapping[str, Mapping[str, PrintedValue]] = Field(
        default_factory=dict,
        description="Printed values read off the cards at this table, by card and field as in the catalogue, "
        'e.g. {"ruby_mine": {"points": 1, "walls": ["top"]}}; they beat the catalogue.',
    )
    options: Options = Field(default_factory=lambda: Options())
