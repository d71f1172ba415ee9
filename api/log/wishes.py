"""What phones wish for: steps made on an older version, an undo of their own, a past table again."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from api.log.applying import applied
from api.log.arbiter import Arbiter, At, Plan, Sender, Wish
from api.log.differing import difference, refined
from api.log.entries import REDO, UNDO, way_back
from api.log.rebasing import rebased
from api.log.refused import BuiltUpon, Gone, NothingThere, Refused, Unmet
from api.log.seats import following
from api.log.steps import Put, Step, undoing
from scoring.words import say


def editing(arbiter: Arbiter, steps: Sequence[Step], made_on: int, sender: Sender, note: str = "") -> Wish:
    """Steps that a phone made on the version it saw."""

    small = [finer for step in steps for finer in refined(step)]

    def plan(here: At) -> Plan:
        return Plan(following(here.document, rebased(small, arbiter.since(here, made_on))))

    return Wish(plan, sender, made_on=made_on, note=note)


def undo(arbiter: Arbiter, sender: Sender) -> Wish:
    """Take back this phone's own last change."""

    def plan(here: At) -> Plan:
        target = way_back(arbiter.log.of_phone(here.head.id, sender.phone)).undo
        if target is None:
            raise Refused(say("There is nothing left to undo: this phone has changed nothing that still stands."))
        return _back(arbiter, here, target)

    return Wish(plan, sender, UNDO)


def redo(arbiter: Arbiter, sender: Sender) -> Wish:
    """Make the change again that this phone took back last."""

    def plan(here: At) -> Plan:
        target = way_back(arbiter.log.of_phone(here.head.id, sender.phone)).redo
        if target is None:
            raise Refused(say("There is nothing to redo."))
        return _back(arbiter, here, target)

    return Wish(plan, sender, REDO)


def _back(arbiter: Arbiter, here: At, version: int) -> Plan:
    """The way back from one version, over all that happened since."""
    entry, *since = arbiter.since(here, version - 1)
    try:
        steps = rebased(undoing(entry.steps), since)
        applied(here.document, steps)
    except Unmet as unmet:
        raise BuiltUpon(unmet) from None
    except (Gone, NothingThere):
        raise Refused(say("This cannot be taken back: somebody has changed the same thing since.")) from None
    return Plan(steps, undoes=version)


def restore(arbiter: Arbiter, version: int, sender: Sender) -> Wish:
    """Show a past table again; that too can be taken back."""

    def plan(here: At) -> Plan:
        return Plan(difference(here.document, arbiter.at(here.head.id, version).document))

    return Wish(plan, sender, "restore", note=str(version))


def keep(label: str, sender: Sender) -> Wish:
    """Keep this moment of the game, for example the end of a round."""

    def plan(here: At) -> Plan:
        kept = {"id": secrets.token_hex(4), "label": label, "state": here.document["state"]}
        return Plan([Put(path="/snapshots", value=kept)])

    return Wish(plan, sender, "snapshot", note=label)
