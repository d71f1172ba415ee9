"""A table of plain lists on which any number of phones write, and what must be on it by what was acknowledged."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from api.log.applying import Document, applied
from api.log.arbiter import Arbiter, At, Sender
from api.log.entries import now
from api.log.keeping import Log, TableHead
from api.log.refused import Refused
from api.log.steps import Add, Move, Put, Set, Step, Take
from api.log.wishes import editing, redo, undo

TABLE = "evening"
LISTS = ("/hands/0", "/hands/1")


class Anything:
    """Every document is in order."""

    def form(self, game: str) -> int:
        return 1

    def upgraded(self, game: str, document: Document, form: int) -> Document:
        return document

    def checked(self, game: str, document: Document, before: Document | None = None) -> Document:
        return document


def empty() -> Document:
    return {"title": "t", "gold": 0, "hero": "nobody", "hands": [[{"id": "p0", "n": 0}], [{"id": "p1", "n": 0}]]}


def laid(log: Log) -> Arbiter:
    """An arbiter with an empty table."""
    arbiter = Arbiter(log, Anything())
    moment = now()
    arbiter.begin(TableHead(TABLE, "any", "t", 0, moment, moment), empty(), Sender())
    return arbiter


@dataclass
class Phone:
    """What one phone sees, which may be old."""

    arbiter: Arbiter
    name: str
    seen: At = field(init=False)

    def __post_init__(self) -> None:
        self.look()

    def look(self) -> None:
        self.seen = self.arbiter.at(TABLE)

    def step(self, kind: int, which: int, fresh: str) -> Step | None:
        """A step that makes sense on what this phone sees; None if there is nothing to take."""
        document = self.seen.document
        side = which % 2
        pieces = document["hands"][side]
        if kind == 0:
            return Add(path="/gold", n=which % 5 - 2)
        if kind == 1:
            return Set(path="/hero", value=fresh, expect=document["hero"])
        if kind == 2:
            index = None if which % 3 == 0 else which % (len(pieces) + 1)
            return Put(path=LISTS[side], index=index, value={"id": fresh, "n": 0})
        if not pieces:
            return None
        index = which % len(pieces)
        if kind == 3:
            return Take(path=LISTS[side], index=index, value=pieces[index])
        if kind == 4:
            return Add(path=f"{LISTS[side]}/{index}/n", n=1)
        return Move(path=LISTS[side], index=index, value=pieces[index], to=LISTS[1 - side])


@dataclass
class Truth:
    """What must be on the table: every piece by its name, with what was added to it."""

    gold: int = 0
    hero: str = "nobody"
    pieces: dict[str, int] = field(default_factory=lambda: {"p0": 0, "p1": 0})

    def make(self, step: Step, seen: Document, *, back: bool = False) -> None:
        """Follow an acknowledged step, by the names of its pieces on the phone that sent it."""
        sign = -1 if back else 1
        match step:
            case Add(path="/gold"):
                self.gold += sign * step.n
            case Set():
                self.hero = step.expect if back else step.value
            case Put():
                self._piece(step.value, there=not back)
            case Take():
                self._piece(step.value, there=back)
            case Add():
                hand, index = step.path.split("/")[2:4]
                self.pieces[seen["hands"][int(hand)][int(index)]["id"]] += sign * step.n

    def _piece(self, value: Any, *, there: bool) -> None:
        if there:
            self.pieces[value["id"]] = value["n"]
        else:
            del self.pieces[value["id"]]

    def holds(self, document: Document) -> bool:
        """Whether a table is just so."""
        found = [piece for hand in document["hands"] for piece in hand]
        return (document["gold"], document["hero"]) == (self.gold, self.hero) and sorted(
            (piece["id"], piece["n"]) for piece in found
        ) == sorted(self.pieces.items())


def play(arbiter: Arbiter, phones: list[Phone], moves: list[tuple[int, int, int, bool]]) -> int:
    """Phones take turns, some on an old table; after every answer the table must be what was acknowledged."""
    truth, done = Truth(), 0
    acknowledged: dict[str, list[tuple[Step, Document]]] = {phone.name: [] for phone in phones}
    undone: dict[str, list[tuple[Step, Document]]] = {phone.name: [] for phone in phones}
    for number, (who, kind, which, looks) in enumerate(moves):
        phone = phones[who % len(phones)]
        if looks:
            phone.look()
        mine, back = acknowledged[phone.name], undone[phone.name]
        try:
            if kind == 6 and mine:
                arbiter.change(TABLE, undo(arbiter, Sender(phone.name)), answer)
                step, seen = mine.pop()
                back.append((step, seen))
                truth.make(step, seen, back=True)
            elif kind == 7 and back:
                arbiter.change(TABLE, redo(arbiter, Sender(phone.name)), answer)
                step, seen = back.pop()
                mine.append((step, seen))
                truth.make(step, seen)
            elif (wanted := phone.step(kind, which, f"t{number}")) is not None:
                wish = editing(arbiter, [wanted], phone.seen.version, Sender(phone.name))
                arbiter.change(TABLE, wish, answer)
                mine.append((wanted, copy.deepcopy(phone.seen.document)))
                back.clear()
                truth.make(wanted, phone.seen.document)
        except Refused:
            continue
        done += 1
        now_there = arbiter.at(TABLE).document
        assert truth.holds(now_there), (truth, now_there)
    return done


def answer(at: At, entry: Any) -> Document:
    return at.document


def replayed(arbiter: Arbiter) -> Document:
    """The table made anew from its first moment and every entry."""
    steps = [step for entry in arbiter.log.entries(TABLE) for step in entry.steps]
    return applied(empty(), steps)[0]
