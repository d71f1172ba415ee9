"""What every game offers to the doors of the product: one contract, so that page, terminal and HTTP are the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from scoring.catalogue import Catalogue
from scoring.cataloguefile import load_catalogue
from scoring.deadline import AIM, Deadline, OutOfTime
from scoring.names import unknown_name
from scoring.rulebook import Rulebook, load_rulebook
from scoring.sheet import Problem, Ruling, ScoreSheet, Standing
from scoring.words import say

StateT = TypeVar("StateT", bound=BaseModel)


class Model(BaseModel):
    """Base of all state models: unknown fields are refused, values never change after they are read."""

    # Most models are never used in one run of the command line, so each is built when it is first needed.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class NotationError(ValueError):
    """A one-line notation that cannot be read; the message says which word and what is allowed."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """The answer of `score`: a sheet per player in seat order, the standing, and remarks for the table."""

    sheets: tuple[ScoreSheet, ...]
    standing: Standing
    remarks: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """One kind of dispute a game's referee can settle, e.g. "which dice may be taken now".

    ``ask`` is the model of what must be told; ``answer`` settles it; ``example`` is a valid ask as plain data.
    """

    id: str
    title: str
    ask: type[BaseModel]
    answer: Callable[[Any, Catalogue], Ruling]
    example: Mapping[str, Any]

    def settle(self, ask: Any, catalogue: Catalogue, deadline: Deadline | None = None) -> Ruling:
        """The ruling, in time: what a search has found when ``deadline`` comes, which the caller may also cancel."""
        limit = deadline or Deadline(AIM)
        with limit.running():
            try:
                ruling = self.answer(ask, catalogue)
            except OutOfTime:
                text = say("The time was up before anything sure was found; possibilities seen: {n}.", n=limit.looked)
                return Ruling(text, (), (), {"legal": None, "complete": False, "looked": limit.looked})
        return _cut_short(ruling, limit.looked) if limit.cut_short else ruling


def _cut_short(ruling: Ruling, looked: int) -> Ruling:
    """The ruling that also tells that there may be more than was found in time."""
    text = say("The time was up; possibilities seen: {n}. There may be better ones.", n=looked)
    verdict = say("{verdict} {note}", verdict=ruling.verdict, note=text)
    return replace(ruling, verdict=verdict, data={**ruling.data, "complete": False, "looked": looked})


@dataclass(frozen=True)
class Game(Generic[StateT]):
    """A game as the doors see it.

    Its folder also holds a module ``referee`` with ``QUESTIONS`` and a module ``draw``; they are loaded when they are
    first asked for, because most runs of the command line need neither.
    """

    id: str
    title: str
    players: tuple[int, int]
    folder: Path
    state: type[StateT]
    score: Callable[[StateT, Catalogue], GameScore]
    problems: Callable[[StateT, Catalogue], list[Problem]]
    parse: Callable[[str], StateT]
    notation: Callable[[StateT], str]
    draw_item: Callable[[str, Catalogue], str] | None = None
    samples: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of this game in three languages."""
        return load_rulebook(self.folder / "rules.yaml")

    @cached_property
    def catalogue(self) -> Catalogue:
        """The printed facts that ship with the product, without anything an owner entered."""
        return load_catalogue(self.folder / "catalogue")

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The disputes this game's referee can settle."""
        questions: tuple[Question, ...] = import_module(f"scoring.{self.id}.referee").QUESTIONS
        return questions

    def draw(self, state: StateT, catalogue: Catalogue) -> str:
        """The table as an SVG picture."""
        picture: str = import_module(f"scoring.{self.id}.draw").draw(state, catalogue)
        return picture

    def sample(self, name: str | None = None) -> StateT:
        """A bundled sample state; the first one if no name is given. Files lie in ``samples/NAME.json``."""
        chosen = name or next(iter(self.samples))
        return self.state.model_validate_json((self.folder / "samples" / f"{chosen}.json").read_text("utf-8"))

    def question(self, question_id: str) -> Question:
        """The question with this id; LookupError with the known ones if the game has none."""
        for question in self.questions:
            if question.id == question_id:
                return question
        raise LookupError(unknown_name(say("question"), question_id, [one.id for one in self.questions]))
