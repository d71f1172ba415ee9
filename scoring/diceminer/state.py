"""What lies on a Dice Miner table: each player's trove in each round, and the mountain while it is being dug."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from scoring.diceminer.pieces import Die, Hero
from scoring.game import Model

EMPTY_PLACE = "."
PLAYERS = (1, 4)
ROUNDS = 3
DICE_PER_MOUNTAIN = 20
MANY_DICE = 120  # twice what any box holds: enough for every misread photo


def _codes(value: Any) -> Any:
    """Dice may be typed as one text with spaces instead of a list."""
    return value.split() if isinstance(value, str) else value


def _places(value: Any) -> Any:
    """A row of the mountain may be typed as one text, a dot for an empty place."""
    codes = _codes(value)
    if not isinstance(codes, list | tuple):
        return codes
    return [None if code == EMPTY_PLACE else code for code in codes]


Dice = Annotated[
    tuple[Die, ...],
    Field(max_length=MANY_DICE, description='dice as a list or as one text: "T1 T2 G3 Hd4 Kp M2"'),
    BeforeValidator(_codes, json_schema_input_type=list[Die] | str),
]
Row = Annotated[
    tuple[Die | None, ...],
    Field(max_length=MANY_DICE),
    BeforeValidator(_places, json_schema_input_type=list[Die | None] | str),
]
Mountain = Annotated[
    tuple[Row, ...],
    Field(max_length=20, description='rows from the top down, a dot for an empty place: ["T1 .", "G2 Hd4 Kp", ...]'),
]


class Round(Model):
    """One player's whole trove as it was scored in one round (dice of earlier rounds included)."""

    dice: Dice = ()


class Player(Model):
    """One player: hero card, troves of the rounds so far, and of the rerolls that broke a tie for the win."""

    name: str = Field(min_length=1, max_length=60)
    hero: Hero | None = Field(None, description="the hero card, whose faces count in every round")
    rounds: tuple[Round, ...] = Field((), max_length=20, description="the trove at each scoring, in order")
    tie_breaks: tuple[Round, ...] = Field(
        (), max_length=20, description="the trove at each extra scoring among those tied for the win"
    )


class Options(Model):
    """Readings of the rules on which tables differ; the defaults follow the book and its FAQ."""

    keep_chest_dice: bool = Field(
        False, description="a chest may also keep a die that shows a chest (the FAQ says those are rerolled)"
    )
    more_players: bool = Field(
        False, description="more people play than are entered here; one player alone is then no solo game"
    )


class Table(Model):
    """A whole or running game of Dice Miner, players in clockwise order."""

    players: tuple[Player, ...] = Field(max_length=20, description="in clockwise order")
    mountain: Mountain | None = Field(None, description="the mountain while the current round is being dug")
    options: Options = Options()

    @property
    def solo(self) -> bool:
        """Whether this is the solo game."""
        return len(self.players) == 1 and not self.options.more_players

    @property
    def on_mountain(self) -> int:
        """How many dice lie on the mountain."""
        return sum(die is not None for row in self.mountain or () for die in row)

    @property
    def digging(self) -> bool:
        """Whether the last round listed is not over: dice lie on the mountain and the troves are still short of them.

        When the troves are full, a mountain that was told belongs to the round that begins.
        """
        if not self.on_mountain:
            return False
        played = {len(player.rounds) for player in self.players}
        if len(played) != 1 or played == {0}:
            return True
        return sum(len(player.rounds[-1].dice) for player in self.players) != DICE_PER_MOUNTAIN * played.pop()

    @property
    def finished(self) -> bool:
        """Whether all three rounds are played; a tie for the win may still have to be broken."""
        return not self.digging and all(len(player.rounds) >= ROUNDS for player in self.players)
