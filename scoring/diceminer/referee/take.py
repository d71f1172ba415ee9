"""May I take this die? Which dice of a mountain lie free, and what slides when one is taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.diceminer.mountain import (
    Place,
    at,
    hanging,
    place,
    places,
    resting_on,
    side_dice,
    take,
    top_dice,
    well_formed,
    written,
)
from scoring.diceminer.phrases import refused
from scoring.diceminer.pieces import face_name
from scoring.diceminer.state import Mountain
from scoring.game import Model
from scoring.sheet import Legal, Ruling, Step, legal_if
from scoring.words import listed, say


class TakeAsk(Model):
    """A mountain, whether a beer was shared this turn, and the dice a player would like to take."""

    mountain: Mountain
    shared_beer: bool = Field(False, description="the player shared a beer at the start of this turn")
    take: tuple[str, ...] = Field(
        (), max_length=60, description='places in the order in which they are taken, row.place from the top: "2.1"'
    )


def answer(ask: TakeAsk, catalogue: Catalogue) -> Ruling:
    """Which dice may be taken now, or whether the wished ones may be, one after the other."""
    if not well_formed(ask.mountain):
        return Ruling(
            say("Each row of the mountain must have one place more than the row above it."),
            ("DM-SETUP-MOUNTAIN",),
            legal=Legal.NO,
        )
    if not any(places(ask.mountain)):
        return Ruling(
            say("The mountain is empty: the magic phase begins."),
            ("DM-DIG-END", "DM-MAGIC-ORDER"),
            data=_open(ask.mountain),
        )
    return _judge(ask) if ask.take else _survey(ask)


def _survey(ask: TakeAsk) -> Ruling:
    """No wish: everything that may be taken now."""
    top, side = top_dice(ask.mountain), side_dice(ask.mountain)
    steps = [
        *_warnings(ask.mountain),
        Step(say("Nothing rests on these dice: {dice}.", dice=_named(ask.mountain, top)), "DM-DIG-TOP"),
        Step(
            say("One upper side is covered, so only after sharing a beer: {dice}.", dice=_named(ask.mountain, side)),
            "DM-BEER-SIDE",
        ),
    ]
    open_now = [*top, *side] if ask.shared_beer else top
    open_dice = _named(ask.mountain, open_now)
    data = _open(ask.mountain) | {"may_take": _texts(open_now)}
    if ask.shared_beer and len(list(places(ask.mountain))) == 1:
        verdict = say("One die is left; after the shared beer you take just this one: {dice}.", dice=open_dice)
        return Ruling(verdict, ("DM-BEER-LAST", "DM-DIG-TOP"), tuple(steps[:-1]), data)
    if ask.shared_beer:
        verdict = say("After the shared beer you may take two of: {dice}.", dice=open_dice)
        data["then"] = {str(first): _texts(_second_choice(ask.mountain, first)) for first in open_now}
        return Ruling(verdict, ("DM-BEER-TWO", "DM-BEER-SIDE", "DM-DIG-TOP"), tuple(steps), data)
    verdict = say("You may take one of: {dice}.", dice=open_dice)
    return Ruling(verdict, ("DM-DIG-TURN", "DM-DIG-TOP"), tuple(steps), data)


def _second_choice(mountain: Mountain, first: Place) -> list[Place]:
    after = take(mountain, first).mountain
    return [*top_dice(after), *side_dice(after)]


def _judge(ask: TakeAsk) -> Ruling:
    """Go through the wished dice in order; each is judged on the mountain that the one before left."""
    limit = 2 if ask.shared_beer else 1
    mountain, steps = ask.mountain, _warnings(ask.mountain)
    refusals = [_too_many(ask.shared_beer)] if len(ask.take) > limit else []
    for number, text in enumerate(ask.take[:limit]):
        where = place(text)
        if where is None or at(mountain, where) is None:
            refusals.append(Step(say("There is no die at {place}.", place=text), "DM-DIG-TURN"))
            break
        covered = _covered(mountain, where, ask.shared_beer)
        if covered:
            refusals.append(covered)
            break
        steps.append(_taken(mountain, where))
        slid = take(mountain, where)
        mountain = slid.mountain
        steps.append(_slide_step(slid.moves, slid.either, mountain))
        if slid.either and number + 1 < len(ask.take):
            text = say("Look at the mountain before the next die: chance decides what fell.")
            refusals.append(Step(text, "DM-SLIDE"))
            break
    reasons = [step.text for step in refusals]
    verdict = refused(reasons) if reasons else say("Yes, these dice may be taken.")
    data = _open(mountain) | {"reasons": reasons, "mountain": written(mountain)}
    told = (*steps, *refusals)
    return Ruling(verdict, tuple(dict.fromkeys(step.rule for step in told)), told, data, legal=legal_if(not reasons))


def _covered(mountain: Mountain, where: Place, shared_beer: bool) -> Step | None:
    """Why the dice above keep this die from being taken."""
    above = resting_on(mountain, where)
    if len(above) == 2:
        reason = say(
            "The die at {place} has dice on both upper sides ({above}).",
            place=str(where),
            above=_named(mountain, above),
        )
        return Step(reason, "DM-BEER-SIDE" if shared_beer else "DM-DIG-TOP")
    if above and not shared_beer:
        reason = say(
            "{above} rests on the die at {place}; the side is open only after sharing a beer.",
            place=str(where),
            above=_named(mountain, above),
        )
        return Step(reason, "DM-DIG-TOP")
    return None


def _too_many(shared_beer: bool) -> Step:
    if shared_beer:
        return Step(say("After sharing a beer a turn takes two dice, not more."), "DM-BEER-TWO")
    return Step(say("A turn takes one die; two only after sharing a beer."), "DM-DIG-TURN")


def _taken(mountain: Mountain, where: Place) -> Step:
    if resting_on(mountain, where):
        return Step(say("{dice} comes from the side.", dice=_named(mountain, [where])), "DM-BEER-SIDE")
    return Step(say("{dice} comes from the top.", dice=_named(mountain, [where])), "DM-DIG-TOP")


def _slide_step(moves: Sequence[tuple[Place, Place]], either: Sequence[Place], after: Mountain) -> Step:
    state: dict[str, Any] = {"mountain": written(after)}
    if either:
        text = say("Chance decides which of {dice} falls into the gap.", dice=_named(after, either))
    elif moves:
        text = say("Dice slide down: {moves}.", moves=", ".join(f"{start} → {end}" for start, end in moves))
    else:
        text = say("Nothing slides.")
    return Step(text, "DM-SLIDE", state)


def _warnings(mountain: Mountain) -> list[Step]:
    loose = hanging(mountain)
    if not loose:
        return []
    return [Step(say("Let these dice slide down first: {dice}.", dice=_named(mountain, loose)), "DM-SLIDE")]


def _open(mountain: Mountain) -> dict[str, Any]:
    return {"top": _texts(top_dice(mountain)), "side": _texts(side_dice(mountain))}


def _texts(where: Iterable[Place]) -> list[str]:
    return [str(one) for one in where]


def _named(mountain: Mountain, where: Sequence[Place]) -> str:
    """Dice with their places, e.g. ``T1 (tunnel 1) at 1.2``."""
    named = [
        say("{die} at {place}", die=face_name(die), place=str(one))
        for one in where
        if (die := at(mountain, one)) is not None
    ]
    return listed(named)
