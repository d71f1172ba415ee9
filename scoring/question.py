"""A dispute that a game's referee can settle, in time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from scoring.catalogue import Catalogue
from scoring.deadline import AIM, Deadline, OutOfTime
from scoring.sheet import Legal, Ruling
from scoring.words import linked, say


@dataclass(frozen=True, slots=True)
class Question:
    """One kind of dispute a game's referee can settle, e.g. "which dice may be taken now".

    ``ask`` is the model of what must be told; ``answer`` settles it; ``example`` is a valid ask as plain data.
    ``told`` is what a table already tells of it for the player of a seat, so that nobody has to.
    """

    id: str
    title: str
    ask: type[BaseModel]
    answer: Callable[[Any, Catalogue], Ruling]
    example: Mapping[str, Any]
    told: Callable[[Any, int], Mapping[str, Any]] | None = None

    def settle(self, ask: Any, catalogue: Catalogue, deadline: Deadline | None = None) -> Ruling:
        """The ruling, in time: what a search has found when ``deadline`` comes, which the caller may also cancel."""
        limit = deadline or Deadline(AIM)
        with limit.running():
            try:
                ruling = self.answer(ask, catalogue)
            except OutOfTime:
                text = say("The time was up before anything sure was found; possibilities seen: {n}.", n=limit.looked)
                return Ruling(text, (), data={"complete": False, "looked": limit.looked}, legal=Legal.OPEN)
        return _cut_short(ruling, limit.looked) if limit.cut_short else ruling


def _cut_short(ruling: Ruling, looked: int) -> Ruling:
    """The ruling that also tells that there may be more than was found in time."""
    text = say("The time was up; possibilities seen: {n}. There may be better ones.", n=looked)
    verdict = linked([ruling.verdict, text], " ")
    return replace(ruling, verdict=verdict, data={**ruling.data, "complete": False, "looked": looked})
