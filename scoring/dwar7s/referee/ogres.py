"""Ogre cards: what each could do at this table now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from scoring.dwar7s.pieces import Colour, Ogre
from scoring.dwar7s.printed import name_of
from scoring.dwar7s.referee.common import Ask, Scene, refused, rules_of, settled, turn_reasons, undecided
from scoring.dwar7s.referee.moving import questions, way
from scoring.dwar7s.speech import colour_name
from scoring.sheet import Missing, Ruling, Step, legal_if
from scoring.words import listed, say


class PlayOgre(Ask):
    """What can this ogre card do now?"""

    ogre: Ogre | None = Field(None, description="One kind of ogre; left out: every kind the player holds.")


@dataclass(frozen=True, slots=True)
class Uses:
    """The legal uses of an ogre card: how many, in words, and for machines."""

    step: Step
    targets: list[dict[str, Any]]
    missing: tuple[Missing, ...] = ()


@settled
def play_ogre(ask: PlayOgre, scene: Scene) -> Ruling:
    """Ogres are played in the own action phase, any number, without an action."""
    held = [ogre for ogre in EFFECTS if scene.player.ogres.get(ogre, 0)]
    asked = None if ask.ogre is Ogre.HIDDEN else ask.ogre
    wanted = [asked] if asked else held
    hidden = () if asked in held else _hidden(scene)
    reasons = turn_reasons(scene, costs_action=False)
    reasons += tuple(
        Step(say("{name} has no {ogre} in hand.", name=scene.player.name, ogre=name_of(ogre, scene.facts)), "DW-OGRES")
        for ogre in wanted
        if ogre not in held and not (hidden and _may_be_hidden(scene, ogre))
    )
    if not wanted and not hidden:
        reasons += (Step(say("{name} holds no ogre card that is told.", name=scene.player.name), "DW-OGRES"),)
    uses = {ogre: EFFECTS[ogre](scene) for ogre in wanted}
    steps = tuple(use.step for use in uses.values())
    data = {"uses": {str(ogre): use.targets for ogre, use in uses.items()}}
    missing = tuple(dict.fromkeys(question for use in uses.values() for question in use.missing))
    if reasons:
        return refused((*reasons, *steps), **data)
    if not set(wanted) & set(held):
        return undecided((*hidden, *steps), (), **data)
    free = Step(say("Playing an ogre costs no action."), "DW-OGRES")
    useful = [name_of(ogre, scene.facts) for ogre, use in uses.items() if use.targets]
    verdict = say("Has an effect now: {ogres}.", ogres=listed(useful))
    told = (*steps, *hidden, free)
    return Ruling(verdict, rules_of(told), told, data, missing, legal_if(useful, hidden))


def _hidden(scene: Scene) -> tuple[Step, ...]:
    """That the player holds ogre cards of which nobody else knows the kind, if so."""
    count = scene.player.ogres.get(Ogre.HIDDEN, 0)
    text = say("Ogre cards of {name} that are not shown: {count}.", name=scene.player.name, count=count)
    return (Step(text, "DW-OGRES"),) if count else ()


def _may_be_hidden(scene: Scene, ogre: Ogre) -> bool:
    """Whether a card of a kind can be among those not shown: not if all of the box lie open."""
    copies = scene.facts.value(ogre, "copies")
    return copies is None or sum(player.ogres.get(ogre, 0) for player in scene.table.players) < copies


def beast(scene: Scene) -> Uses:
    """Swap an opponent's dwarf with an own one on another card."""
    mine = [place for place in scene.board.at.values() if scene.own(place)]
    swaps = [
        {"colour": str(colour), "theirs": scene.spot(theirs), "own": scene.spot(own)}
        for theirs, colour in _others_dwarves(scene)
        for own in mine
        if own != theirs
    ]
    return Uses(Step(say("Beast: possible swaps of two dwarves: {count}.", count=len(swaps)), "DW-OGRE-BEAST"), swaps)


def ambush(scene: Scene) -> Uses:
    """Send all dwarves of one card home."""
    places = [place for place in scene.board.at.values() if any(scene.board.stacks[place].dwarves.values())]
    text = say("Ambush: clears one of {cards}.", cards=listed(map(scene.card, places)))
    return Uses(Step(text, "DW-OGRE-AMBUSH"), [{"at": scene.spot(place)} for place in places])


def crown(scene: Scene) -> Uses:
    """Steal all ogre cards of one opponent."""
    targets: list[dict[str, Any]] = [
        {"player": other.name, "ogres": sum(other.ogres.values())}
        for seat, other in enumerate(scene.table.players)
        if seat != scene.seat and any(other.ogres.values())
    ]
    text = say("Crown: takes all ogres of one of {players}.", players=listed(str(t["player"]) for t in targets))
    return Uses(Step(text, "DW-OGRE-CROWN"), targets)


def panic(scene: Scene) -> Uses:
    """Move any one dwarf up to two cards far, not through walls."""
    over_full = scene.table.options.panic_passes_full
    targets: list[dict[str, Any]] = []
    asked: dict[Missing, None] = {}
    for place, colour in _dwarves(scene):
        ends: list[list[int]] = []
        for goal in scene.board.at.values():
            if goal == place:
                continue
            path = way(scene, place, goal, surely=True, over_full=over_full)
            if path and len(path) <= 3:
                ends.append(scene.spot(goal))
                continue
            path = way(scene, place, goal, surely=False, over_full=over_full)
            if path and len(path) <= 3:
                asked.update(dict.fromkeys(questions(scene, place, goal, over_full=over_full)))
        if ends:
            targets.append({"colour": str(colour), "start": scene.spot(place), "to": ends})
    names = listed(
        say("{colour} at {x},{y}", colour=colour_name(Colour(t["colour"])), x=t["start"][0], y=t["start"][1])
        for t in targets
    )
    text = say("Panic: moves one of these dwarves up to two cards: {dwarves}.", dwarves=names)
    if asked:
        text = say("{known} More may be possible where walls or places are not known.", known=text)
    return Uses(Step(text, "DW-OGRE-PANIC"), targets, tuple(asked))


def thief(scene: Scene) -> Uses:
    """Steal one gem of an opponent at random; every card in the hand is as likely."""
    targets: list[dict[str, Any]] = []
    for seat, other in enumerate(scene.table.players):
        count = sum(other.gems.values())
        if seat != scene.seat and count:
            odds = {str(gem): round(held / count, 3) for gem, held in other.gems.items() if held}
            targets.append({"player": other.name, "odds": odds})
    text = say("Thief: steals a random gem of one of {players}.", players=listed(str(t["player"]) for t in targets))
    return Uses(Step(text, "DW-OGRE-THIEF"), targets)


EFFECTS: Mapping[Ogre, Callable[[Scene], Uses]] = {
    Ogre.BEAST: beast,
    Ogre.AMBUSH: ambush,
    Ogre.CROWN: crown,
    Ogre.PANIC: panic,
    Ogre.THIEF: thief,
}


def _dwarves(scene: Scene) -> list[tuple[int, Colour]]:
    """Every card and colour with at least one dwarf."""
    stacks = scene.board.stacks
    return [(p, c) for p in scene.board.at.values() for c, count in stacks[p].dwarves.items() if count]


def _others_dwarves(scene: Scene) -> list[tuple[int, Colour]]:
    return [(place, colour) for place, colour in _dwarves(scene) if colour is not scene.player.colour]
