"""What an executed card gives: gems, an ogre, a trade, a dig, a killed monster, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.dwar7s.holdings import gems_left, ogres_left
from scoring.dwar7s.pieces import MINES, MONSTER_POINTS, MONSTERS, OGRE_CARDS, Gem, Kind, Ogre
from scoring.dwar7s.printed import name_of
from scoring.dwar7s.referee.common import Scene
from scoring.dwar7s.referee.digging import diggings
from scoring.dwar7s.referee.trading import affordable, untold_goals
from scoring.sheet import Missing, Step
from scoring.words import listed, say

DRAGON = frozenset({Kind.FIRE_DRAGON})


@dataclass(frozen=True, slots=True)
class Effect:
    """What comes of an execution; ``data`` is the same for machines."""

    steps: tuple[Step, ...]
    gems: Mapping[Gem, int] = field(default_factory=dict)
    ogres: Mapping[Ogre, int] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    missing: tuple[Missing, ...] = ()


def effect_of(scene: Scene, place: int, times: int) -> Effect:
    """The effect of a card that fires ``times`` times."""
    kind = scene.board.kind(place)
    if kind in MINES:
        return _mine(scene, place, times)
    if kind in MONSTERS:
        text = say("{card} is killed: {points} points at the end.", card=scene.card(place), points=MONSTER_POINTS)
        return Effect((Step(text, "DW-KILL"),), data={"killed": True, "points": MONSTER_POINTS})
    if kind is Kind.TAVERN:
        return _tavern(scene, times)
    return _store(scene, times) if kind is Kind.GENERAL_STORE else _castle(scene, place)


def _tavern(scene: Scene, times: int) -> Effect:
    """A tavern gives one ogre card, unless players hold all of them."""
    drawn = min(times, ogres_left(scene.table))
    if not drawn:
        text = say("All {count} ogre cards are in players' hands: nothing is gained.", count=OGRE_CARDS)
        return Effect((Step(text, "DW-OGRE-DECK"), _empty_hands()), data={"ogres": 0, "stopped_by": "supply"})
    steps = [Step(say("Ogre cards that {name} draws: {count}.", name=scene.player.name, count=drawn), "DW-TAVERN")]
    if drawn < times:
        steps.append(Step(say("Ogre cards that were left: {count}.", count=drawn), "DW-OGRE-DECK"))
    return Effect(tuple(steps), ogres={Ogre.HIDDEN: drawn}, data={"ogres": drawn})


def _mine(scene: Scene, place: int, times: int) -> Effect:
    """A mine pays its gems, unless a dragon stops it or the gems have run out."""
    gem, product = MINES[scene.board.kind(place)]
    surely, perhaps = dragons(scene, place)
    if surely:
        text = say("{dragon} stops the mine: nothing is gained.", dragon=listed(map(scene.card, surely)))
        return Effect((Step(text, "DW-DRAGON"), _empty_hands()), data={"gems": {}, "stopped_by": "dragon"})
    if perhaps:
        text = say("Whether {dragon} stops the mine depends on unknown walls.", dragon=listed(map(scene.card, perhaps)))
        questions = tuple(scene.facts.missing(kind, "walls") for kind in scene.board.unsure_walls(place))
        return Effect((Step(text, "DW-DRAGON"),), data={"gems": None}, missing=questions)
    wanted = product * times
    gained = min(wanted, gems_left(scene.table, gem, scene.facts))
    name = name_of(gem, scene.facts)
    if not gained:
        text = say("No {gem} is left: nothing is gained.", gem=name)
        return Effect((Step(text, "DW-SUPPLY-EMPTY"), _empty_hands()), data={"gems": {}, "stopped_by": "supply"})
    steps = [Step(say("{name} takes {count} {gem}.", name=scene.player.name, count=gained, gem=name), "DW-MINES")]
    if gained < wanted:
        steps.append(Step(say("Only {count} {gem} were left.", count=gained, gem=name), "DW-SUPPLY-EMPTY"))
    return Effect(tuple(steps), gems={gem: gained}, data={"gems": {str(gem): gained}})


def dragons(scene: Scene, mine: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Dragons that surely and that perhaps stop a mine, as the table reads the dragon's reach."""
    surely, perhaps = scene.board.monsters_with(mine, DRAGON)
    if scene.table.options.dragon_scope == "connected":
        return surely, perhaps
    board = scene.board
    if not any(board.kind(p) is Kind.CASTLE for p in board.region(mine, board.perhaps)):
        return (), ()
    if not any(board.kind(p) is Kind.CASTLE for p in board.region(mine, board.sure)):
        return (), (*surely, *perhaps)
    return surely, perhaps


def _store(scene: Scene, times: int) -> Effect:
    """One trade goal for its gems, once per execution."""
    offers = affordable(scene)
    payable = [offer for offer in offers if offer.payable]
    text = say(
        "Trade goals that {name} may complete: {count}; those that can be paid now: {goals}.",
        name=scene.player.name,
        count=times,
        goals=listed(offer.name for offer in payable),
    )
    unknown = untold_goals(scene.table) + sum(offer.payable is None for offer in offers)
    if unknown:
        text = say("{known} Open trade goals whose cost is not known: {count}.", known=text, count=unknown)
    missing = tuple(question for offer in offers for question in offer.missing)
    data = {"trades": times, "payable": [offer.number for offer in payable]}
    return Effect((Step(text, "DW-STORE"),), data=data, missing=missing)


def _castle(scene: Scene, place: int) -> Effect:
    """Digging with a castle."""
    found = diggings(scene, place)
    targets = [scene.spot(target) for target in found.targets]
    names = listed(map(scene.card, found.targets))
    steps = [Step(say("{name} may dig: {cards}.", name=scene.player.name, cards=names), "DW-DIG")]
    steps += found.reasons
    return Effect(tuple(steps), data={"dig": targets}, missing=found.missing)


def _empty_hands() -> Step:
    return Step(say("The dwarves go home all the same."), "DW-FAILED")
