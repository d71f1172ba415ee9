"""A reading that is laid on a table, and its corrections, as steps; pixels ended long before."""

from __future__ import annotations

import copy
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from api.log.applying import Document, applied
from api.log.arbiter import Arbiter, At, Plan, Sender, Wish
from api.log.differing import difference
from api.log.paths import look_up, parts, pointer, same, value_at
from api.log.rebasing import moved_place
from api.log.refused import NothingThere
from api.log.steps import Put, Step, setting
from vision.tables.again import corrected_again
from vision.tables.contract import Change, Laid, Piece, Pieces, Spot, State, TableReader

MOST_EARLIER = 4  # photos of one player that stay beside the newest


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
    """The steps that show a photo's pieces on the table, before older photos of the same player.

    Of those stays what the new one neither shows nor changes: the sheet in one photo, the cards in another.
    """
    state = state_with(document["state"], laid)
    again = {piece.get("path") for piece in laid.pieces}
    others, earlier = [], []
    for entry in document["photos"]:
        if entry["player"] != player:
            others.append(entry)
        elif entry["id"] != photo_id:
            kept = [piece for piece in entry["pieces"] if _stays(piece, again, document["state"], state)]
            earlier += [{**entry, "pieces": kept}] if kept else []
    entry = {"id": photo_id, "player": player, "pieces": laid.pieces}
    photos = [*others, entry, *earlier[:MOST_EARLIER]]
    return difference(document, {**document, "state": state, "photos": photos})


def _stays(piece: Piece, again: Container[str | None], before: State, after: State) -> bool:
    """Whether a piece of an older photo still lies where it lay, and nothing newer is known of its place."""
    path = piece.get("path")
    if not path or path in again:
        return False
    try:
        was, now = (look_up(state, parts(path)) for state in (before, after))
    except NothingThere:
        return False
    return same(was, now)


def corrected(reader: TableReader, laid: Laid, document: Document, seat: int) -> Laid:
    """What was laid, with what a person had corrected in the photo before it and that was read so again."""
    before = [piece for entry in document["photos"] if entry["player"] == seat for piece in entry["pieces"]]
    again = corrected_again(laid.pieces, before)
    if again == laid.pieces:
        return laid
    follow = reader.adjust(copy.deepcopy(laid.pieces), again, state_with(document["state"], laid), seat)
    return Laid((*laid.changes, *follow.changes), follow.pieces)


class Part(NamedTuple):
    """What a photo shows of one player, and where it goes."""

    pieces: Pieces
    photo_id: str
    spot: Spot


def laying(
    arbiter: Arbiter,
    reader: TableReader,
    parts: Sequence[Part],
    sender: Sender,
    *,
    made_on: int | None = None,
    note: str = "",
    beside: Callable[[Sequence[int]], Sequence[Any]] = lambda players: (),
) -> Wish:
    """Put what a photo shows into the state of its players; ``beside`` is kept with it, knowing whose it is."""

    def plan(here: At) -> Plan:
        document, seats = here.document, []
        for pieces, photo_id, spot in parts:
            player = spot.player
            if player is not None and made_on is not None:
                player = int(moved_place(("state", "players", str(player)), arbiter.since(here, made_on))[-1])
            state = document["state"]
            seats.append(reader.seat(state, player))
            laid = reader.lay(copy.deepcopy(pieces), state, replace(spot, player=player))
            shown = shown_by(document, photo_id, seats[-1], corrected(reader, laid, document, seats[-1]))
            document = applied(document, shown)[0]
        return Plan(difference(here.document, document), beside=beside(seats))

    return Wish(plan, sender, "photo", made_on, note)
