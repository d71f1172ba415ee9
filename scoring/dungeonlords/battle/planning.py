"""What can be planned now: the tiles that may be attacked, the traps that can be paid there, who is ready to fight."""

from __future__ import annotations

from typing import Any

from scoring.catalogue import Catalogue
from scoring.dungeonlords.battle.arena import ROUNDS, Arena, Card, Position, Site
from scoring.dungeonlords.battle.ask import CombatCard
from scoring.dungeonlords.battle.beasts import KINDS
from scoring.dungeonlords.battle.traps import pay, trap_cost


def plannable(arena: Arena, position: Position, card: Card) -> dict[str, Any]:
    """Everything that a plan for the next round may name, and which choice its combat card asks for."""
    return {
        "round": position.round,
        "over": not position.party or position.round > ROUNDS,
        "tiles": [_tile(arena, position, arena.sites[index]) for index in arena.next_sites(position.lost)],
        "ready": [KINDS[kind] for kind in position.ready],
        "party": [arena.people[who].id for who, _ in position.party],
        "traps": [arena.traps[trap].id for trap in position.traps],
        "prison": [arena.people[who].id for who in position.prison],
        "effect": card.effect,
    }


def _tile(arena: Arena, position: Position, place: Site) -> dict[str, Any]:
    payable = [trap for trap in position.traps if pay(position, trap_cost(arena, trap, place)) is not None]
    return {
        "name": place.name,
        "most_traps": place.most_traps,
        "most_monsters": place.most_monsters,
        "traps": [arena.traps[trap].id for trap in payable if arena.traps[trap].known],
        "aimed": sorted({arena.traps[trap].id for trap in payable if arena.traps[trap].aimed}),
    }


def cards_left(cards: tuple[CombatCard, ...], year: int, catalogue: Catalogue) -> list[str]:
    """The named combat cards that can still lie on the table: of this year or of an unknown one, each once."""
    seen = {card.id for card in cards}
    of_year = (item for item in catalogue.of_kind("combat_card") if catalogue.value(item.id, "year") in (year, None))
    return [item.id for item in of_year if item.id not in seen]
