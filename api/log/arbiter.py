"""The arbiter orders the changes of all phones: each is moved over what happened since, made, or refused.

Nothing is answered that is not stored, and nothing is stored that could not be answered: whoever asks for a change
says how its answer is built, and that happens before the change is kept.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

from api.log.applying import Document, applied
from api.log.differing import difference
from api.log.entries import CREATED, UPGRADE, Entry, now
from api.log.keeping import Log, Moment, TableHead
from api.log.refused import NoTable, NoVersion, Outpaced
from api.log.steps import Step
from scoring.words import say

T = TypeVar("T")
MOMENT_EVERY = 50
ATTEMPTS = 20
REMEMBERED = 300
"""How many tables are at hand without making them anew."""


class Judge(Protocol):
    """What decides about the form of a game's tables."""

    def form(self, game: str) -> int:
        """The form of the game's state in this release."""

    def upgraded(self, game: str, document: Document, form: int) -> Document:
        """A document of an older form in the present one; Unfit if it cannot be read."""

    def checked(self, game: str, document: Document, before: Document | None = None) -> Document:
        """A document in order after the one before, every default written out; Unfit if it cannot be."""


@dataclass(frozen=True, slots=True)
class At:
    """A table at one version."""

    head: TableHead
    version: int
    document: Document


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of a change on the table as it is now, the version it takes back, and what is kept beside it."""

    steps: Sequence[Step]
    undoes: int | None = None
    beside: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class Sender:
    """Which phone wants something, and the id by which that counts once."""

    phone: str = ""
    by: str = ""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))


@dataclass(frozen=True, slots=True)
class Wish:
    """What a phone wants to be changed; the plan is made anew whenever somebody was quicker."""

    plan: Callable[[At], Plan]
    sender: Sender = field(default_factory=Sender)
    kind: str = "edit"
    made_on: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Made(Generic[T]):
    """A change that is in the log, and the answer that was built for it; ``again`` if it had been sent before."""

    entry: Entry
    answer: T
    again: bool = False


class Arbiter:
    """The tables of one log, and the only way to change them."""

    def __init__(self, log: Log, judge: Judge) -> None:
        self.log = log
        self.judge = judge
        self._newest: OrderedDict[str, Moment] = OrderedDict()
        self._remembering = Lock()

    def begin(self, head: TableHead, document: Document, sender: Sender) -> At:
        """Lay a new table."""
        document = self.judge.checked(head.game, document)
        head = replace(head, version=1, title=document["title"])
        form = self.judge.form(head.game)
        entry = Entry(version=1, kind=CREATED, id=sender.id, by=sender.by, phone=sender.phone, form=form)
        self.log.begin(head, entry, Moment(1, form, document))
        return At(head, 1, document)

    def head(self, table_id: str) -> TableHead:
        """The table, or a sentence."""
        head = self.log.head(table_id)
        if head is None:
            raise NoTable
        return head

    def at(self, table_id: str, version: int | None = None) -> At:
        """A table as it is, or as it was after one of its versions, in the present form."""
        head = self.head(table_id)
        asked = head.version if version is None else version
        document, form = self.as_kept(head, asked)
        return At(head, asked, self.judge.upgraded(head.game, document, form))

    def as_kept(self, head: TableHead, version: int) -> tuple[Document, int]:
        """A table after one of its versions in the form that it had then."""
        if not 1 <= version <= head.version:
            raise NoVersion(version, head.version)
        moment = self._nearest(head.id, version)
        since = self.log.entries(head.id, moment.version, version) if moment.version < version else []
        if not since:
            return moment.document, moment.form
        document = applied(moment.document, [step for entry in since for step in entry.steps])[0]
        if version == head.version:
            self._remember(head.id, Moment(version, since[-1].form, document))
        return document, since[-1].form

    def _nearest(self, table_id: str, version: int) -> Moment:
        """The nearest whole table before a version: the one shown last, or one that is kept."""
        newest = self._newest.get(table_id)
        return newest if newest and newest.version <= version else self.log.moment(table_id, version)

    def _remember(self, table_id: str, moment: Moment) -> None:
        with self._remembering:
            self._newest[table_id] = moment
            self._newest.move_to_end(table_id)
            while len(self._newest) > REMEMBERED:
                self._newest.popitem(last=False)

    def since(self, here: At, version: int) -> list[Entry]:
        """What was changed after a version that a phone saw."""
        if not 1 <= version <= here.version:
            raise NoVersion(version, here.version)
        return self.log.entries(here.head.id, version, here.version) if version < here.version else []

    def change(self, table_id: str, wish: Wish, answer: Callable[[At, Entry], T]) -> Made[T]:
        """Make a change; the answer is built from the table after it, before it is kept."""
        with self.log.turn(table_id):
            for _ in range(ATTEMPTS):
                known = self.log.entry_named(table_id, wish.sender.id)
                if known is not None:
                    return Made(known, answer(self.at(table_id), known), again=True)
                here = self._in_present_form(table_id)
                if here is None:
                    continue
                plan = wish.plan(here)
                entry, after = self._settled(here, wish, plan)
                head = replace(here.head, title=after["title"])
                told = answer(At(replace(head, version=entry.version), entry.version, after), entry)
                moment = Moment(entry.version, entry.form, after) if entry.version % MOMENT_EVERY == 0 else None
                if self.log.append(head, entry, moment, plan.beside):
                    self._remember(table_id, Moment(entry.version, entry.form, after))
                    return Made(entry, told)
        raise Outpaced(say("Too many phones change this table at once. Try again."))

    def _in_present_form(self, table_id: str) -> At | None:
        """The table now; one of an older form is brought to the present one first. None if others were quicker."""
        head = self.head(table_id)
        document, form = self.as_kept(head, head.version)
        newest, version = self.judge.form(head.game), head.version + 1
        upgraded = self.judge.upgraded(head.game, document, form)
        if form == newest:
            return At(head, head.version, upgraded)
        steps = tuple(difference(document, upgraded))
        entry = Entry(
            version=version, id=f"form-{newest}", kind=UPGRADE, steps=steps, made_on=head.version, form=newest
        )
        if not self.log.append(head, entry, Moment(version, newest, upgraded)):
            return None
        return At(replace(head, version=version), version, upgraded)

    def _settled(self, here: At, wish: Wish, plan: Plan) -> tuple[Entry, Document]:
        """The change as it stands, and the table after it."""
        made, stood = applied(here.document, plan.steps)
        after = self.judge.checked(here.head.game, made, here.document)
        entry = Entry(
            version=here.version + 1,
            id=wish.sender.id,
            kind=wish.kind,
            steps=(*stood, *difference(made, after)),
            made_on=here.version if wish.made_on is None else wish.made_on,
            undoes=plan.undoes,
            phone=wish.sender.phone,
            by=wish.sender.by,
            note=wish.note,
            form=self.judge.form(here.head.game),
            at=now(),
        )
        return entry, after
