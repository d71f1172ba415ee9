"""A reading that is laid on a table, and its corrections, as steps; pixels ended long before."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from api.log.applying import Document, applied
from api.log.arbiter import Arbiter, At, Plan, Sender, Wish
from api.log.differing import difference
from api.log.paths import look_up, parts, pointer, value_at
from api.log.rebasing import moved_place
from api.log.steps import Put, Step, setting
from vision.tables.contract import Change, Laid, Pieces, Spot, State, TableReader


def state_with(state: State, laid: Laid) -> State:
    """A state with the changes of a reading made."""
    for change in laid.changes:
        state = copy.deepcopy(change.value) if not change.path else applied(state, [_step(state, change)])[0]
    return state


def _step(state: State, change: Change) -> Step:
    path = parts(change.path)
    holder = look_up(state, path[:-1])
    if change.op == "add" and isinstance(holder, list):
        index = None if path[-1] == "-" else int(path[-1])
        return Put(path=pointer(path[:-1]), index=index, value=change.value)
    return setting(change.path, value_at(holder, path[-1], path), change.value)


def shown_by(document: Document, photo_id: str, player: int, laid: Laid) -> list[Step]:
    """The steps that show a photo's pieces on the table; an older photo of the same player is shown no more."""
    others = [entry for entry in document["photos"] if entry["player"] != player]
    entry = {"id": photo_id, "player": player, "pieces": laid.pieces}
    after = {**document, "state": state_with(document["state"], laid), "photos": [*others, entry]}
    return difference(document, after)


def laying(
    arbiter: Arbiter,
    reader: TableReader,
    pieces: Pieces,
    photo_id: str,
    spot: Spot,
    sender: Sender,
    *,
    made_on: int | None = None,
    note: str = "",
    beside: Callable[[int], Sequence[Any]] = lambda player: (),
) -> Wish:
    """Put what a photo shows into the state of one player; ``beside`` is kept with it, knowing whose photo it is."""

    def plan(here: At) -> Plan:
        player = spot.player
        if player is not None and made_on is not None:
            player = int(moved_place(("state", "players", str(player)), arbiter.since(here, made_on))[-1])
        state = here.document["state"]
        seat = reader.seat(state, player)
        laid = reader.lay(copy.deepcopy(pieces), state, Spot(player, spot.round))
        return Plan(shown_by(here.document, photo_id, seat, laid), beside=beside(seat))

    return Wish(plan, sender, "photo", made_on, note)
