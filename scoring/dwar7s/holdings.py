"""What players hold: the kingdom cards left in hand, the dwarves in front of them, the size of the hand."""

from __future__ import annotations

from collections import Counter

from scoring.catalogue import Catalogue
from scoring.dwar7s.pieces import DWARVES_PER_COLOUR, GEM_CARDS, OGRE_CARDS, Colour, Gem, Kind
from scoring.dwar7s.state import Player, Table


def cards_out(table: Table, colour: Colour) -> Counter[Kind]:
    """Kingdom cards of a colour that left the hand: on the table, covered ones too, or killed by anybody."""
    out = Counter(card.kind for stack in table.table for card in stack.cards if card.colour is colour)
    out.update(Kind(m.kind) for player in table.players for m in player.killed if m.colour is colour)
    return out


def kingdom_hand(table: Table, player: Player, catalogue: Catalogue) -> tuple[Kind, ...]:
    """The kingdom cards a player still holds: as told, else the colour's set without those that are out."""
    if player.hand is not None:
        return player.hand
    out = cards_out(table, player.colour)
    return tuple(kind for kind in Kind for _ in range(copies(kind, catalogue) - out[kind]))


def copies(kind: Kind, catalogue: Catalogue) -> int:
    """How many cards of a kind are in the nine of a colour; one, unless an owner's copy differs."""
    value = catalogue.value(kind, "copies")
    return 1 if value is None else int(value)


def dwarves_in_supply(table: Table, player: Player) -> int:
    """Dwarves in front of a player: as told, else those of the seven that stand on no card."""
    if player.supply is not None:
        return player.supply
    out = sum(stack.dwarves.get(player.colour, 0) for stack in table.table)
    return max(0, DWARVES_PER_COLOUR - out)


def hand_size(table: Table, player: Player, catalogue: Catalogue) -> int:
    """Cards that count towards the limit of nine: kingdom cards, gems and ogres."""
    return len(kingdom_hand(table, player, catalogue)) + sum(player.gems.values()) + sum(player.ogres.values())


def gems_left(table: Table, gem: Gem, catalogue: Catalogue) -> int:
    """Gem cards of a kind that can still be taken: as told, else at most those of the box that are in no hand."""
    if table.supply is not None and gem in table.supply:
        return table.supply[gem]
    in_hands = sum(sum(player.gems.values()) for player in table.players)
    left = GEM_CARDS - in_hands
    of_this_kind = catalogue.value(gem, "cards")
    if of_this_kind is not None:
        left = min(left, of_this_kind - sum(player.gems.get(gem, 0) for player in table.players))
    return max(0, left)


def ogres_left(table: Table) -> int:
    """Ogre cards that can still be drawn: discarded ones are shuffled in again, those in hands are not."""
    return max(0, OGRE_CARDS - sum(sum(player.ogres.values()) for player in table.players))
