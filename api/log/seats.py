"""What goes with a player who joins, leaves or changes places: the seat, what was told, the photos."""

from __future__ import annotations

from collections.abc import Sequence

from api.log.applying import Document, applied
from api.log.paths import parts
from api.log.rebasing import shifted
from api.log.steps import Move, Put, Step, Take, setting

COLOURS = ("red", "blue", "green", "gold", "purple", "orange", "white", "black")
PLAYERS = ("state", "players")
BESIDE = ("seats", "told")
"""The lists that have an entry for every player, in the same order."""


def following(document: Document, steps: Sequence[Step]) -> list[Step]:
    """The steps, each followed by what must go with it."""
    if not any(_about_players(step) for step in steps):
        return list(steps)
    all_steps: list[Step] = []
    for step in steps:
        (stood,) = (made := applied(document, [step]))[1]
        document = made[0]
        with_it = _with_it(document, stood) if _about_players(stood) else []
        document = applied(document, with_it)[0]
        all_steps += [stood, *with_it]
    return all_steps


def _about_players(step: Step) -> bool:
    return isinstance(step, Put | Take | Move) and parts(step.path) == PLAYERS


def _with_it(document: Document, step: Step) -> list[Step]:
    return [*(one for name in BESIDE for one in _beside(document, name, step)), *_photos(document, step)]


def _beside(document: Document, name: str, step: Step) -> list[Step]:
    """The same in a list beside the players, if that reaches so far."""
    entries = document.get(name, [])
    match step:
        case Take(index=index) if index < len(entries):
            return [Take(path=f"/{name}", index=index, value=entries[index])]
        case Put(index=int(index)) if index < len(entries):
            return [Put(path=f"/{name}", index=index, value=_fresh(document, name))]
        case Move(index=index, to_index=int(to)) if step.to == step.path and max(index, to) < len(entries):
            return [Move(path=f"/{name}", index=index, value=entries[index], to=f"/{name}", to_index=to)]
    return []


def _fresh(document: Document, name: str) -> dict[str, str]:
    """A seat in a colour that nobody has; nothing told."""
    if name == "told":
        return {}
    taken = {seat.get("colour") for seat in document["seats"]}
    return {"colour": next((colour for colour in COLOURS if colour not in taken), COLOURS[0])}


def _photos(document: Document, step: Step) -> list[Step]:
    """Photos keep their player; those of somebody who left are shown no more."""
    steps: list[Step] = []
    gone = 0
    for index, photo in enumerate(document.get("photos", [])):
        place = shifted((*PLAYERS, str(photo["player"])), step)
        if place is None:
            steps.append(Take(path="/photos", index=index - gone, value=photo))
            gone += 1
        elif int(place[-1]) != photo["player"]:
            steps.append(setting(f"/photos/{index - gone}/player", photo["player"], int(place[-1])))
    return steps
