"""What every game offers to the doors of the product: one contract, so that page, terminal and HTTP are the same.

A game tells its title, how many play, what lies on its table and how that is scored. Everything else has a default:
a game without a referee answers no questions, one without a notation is written as JSON on a line, one without a
drawing is drawn out of its state, and its form on the page is made from its schema.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError

from scoring.answers import Answers, Verdict, load_answers
from scoring.bounds import bounded
from scoring.broken import in_order
from scoring.catalogue import Catalogue
from scoring.cataloguefile import load_catalogue
from scoring.complaints import faults, told
from scoring.dicekinds import DieKind
from scoring.emblem import SEAT_COLOURS, Emblem, emblem_of
from scoring.faults import TallyError
from scoring.moves import Move, no_moves
from scoring.names import unknown_name
from scoring.needs import Need, nothing_needed
from scoring.question import Question
from scoring.rulebook import Rulebook, load_rulebook
from scoring.seats import seat_problems
from scoring.sheet import Place, Problem, ScoreSheet, Standing
from scoring.tongues import tongue
from scoring.words import say

if TYPE_CHECKING:
    from scoring.asking import Desk
    from scoring.found import Reply

StateT = TypeVar("StateT", bound=BaseModel)
NO_SCORE_YET = say("No score yet: it would leave out the pieces that wait for a name.")


class Model(BaseModel):
    """Base of all state models: unknown fields are refused, everything is bounded, values never change once read."""

    # Most models are never used in one run of the command line, so each is built when it is first needed.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> Any:
        """The model with a bound on every text, list and number (see `scoring.bounds`)."""
        return bounded(handler(source))


class NotationError(TallyError, ValueError):
    """A one-line notation that cannot be read; the message says which word and what is allowed."""


def from_line(model: type[StateT], told_by_line: Mapping[str, Any]) -> StateT:
    """What a line of notation tells, as a model; NotationError with a sentence if it cannot be."""
    try:
        return model.model_validate(told_by_line)
    except ValidationError as error:
        raise NotationError(say("{what}.", what=told(faults(error, told_by_line)))) from None


@dataclass(frozen=True, slots=True)
class GameScore:
    """The answer of `score`: a sheet per player in seat order, the standing, and remarks for the table."""

    sheets: tuple[ScoreSheet, ...]
    standing: Standing
    remarks: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def waiting(self, unnamed: int) -> GameScore:
        """The score while so many pieces lie there without a name: no line, since it would count them as nothing."""
        if not unnamed:
            return self
        sheets = tuple(ScoreSheet(sheet.player, (), unnamed=unnamed) for sheet in self.sheets)
        standing = Standing(tuple(Place(1, sheet.player, None) for sheet in sheets), self.standing.over)
        return GameScore(sheets, standing, (NO_SCORE_YET,))


def everything_in_play(state: Any) -> Iterable[str]:
    """What cannot lie on the table of a game that has only one box: nothing."""
    return ()


def nothing_wrong(state: Any, catalogue: Catalogue) -> list[Problem]:
    """The checks of a game that has none of its own."""
    return []


@dataclass(frozen=True)
class Game(Generic[StateT]):
    """A game as the doors see it; ``docs/ADD_A_GAME.md`` goes through it.

    Its folder holds ``rules.yaml`` and may hold ``answers.yaml``, ``catalogue/``, ``samples/`` and the modules
    ``referee`` (with ``QUESTIONS``), ``draw``, ``bench`` and ``upgrades``; modules are loaded when they are first asked
    for, because most runs of the command line need none of them.
    """

    id: str
    title: str
    players: tuple[int, int]
    folder: Path
    state: type[StateT]
    score: Callable[[StateT, Catalogue], GameScore]
    checks: Callable[[StateT, Catalogue], list[Problem]] = nothing_wrong
    moves: Callable[[StateT, int, Catalogue], Iterable[Move]] = no_moves
    needs: Callable[[StateT, Catalogue], Iterable[Need]] = nothing_needed
    out_of_play: Callable[[StateT], Iterable[str]] = everything_in_play
    reads: Callable[[str], StateT] | None = None
    writes: Callable[[StateT], str] | None = None
    draw_item: Callable[[str, Catalogue], str] | None = None
    samples: Mapping[str, str] = field(default_factory=dict)
    prefixes: tuple[str, ...] = ()
    rule_of_seats: str = ""
    emblem: Emblem | None = None
    seat_colours: tuple[str, ...] = SEAT_COLOURS
    shared: bool = False
    """Whether all players build one layout, which then is drawn whole."""
    dice: tuple[DieKind, ...] = ()
    """The kinds of dice in the box, for whoever enters a die by hand; none where a game has none of its own."""
    for_rematch: tuple[str, ...] = ("options",)
    """What of a table's state is the same when its players play once more."""
    form: int = 1
    """Which form its states have; it counts on when older ones do not fit any more, and ``upgrades`` leads over."""

    def __post_init__(self) -> None:
        found = self.samples or {path.stem: path.stem for path in sorted((self.folder / "samples").glob("*.json"))}
        object.__setattr__(self, "samples", found)
        object.__setattr__(self, "emblem", self.emblem or emblem_of(self.id, self.title))

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of this game in three languages."""
        with in_order(self.id, self.folder, "rules.yaml"):
            return load_rulebook(self.folder / "rules.yaml")

    @cached_property
    def catalogue(self) -> Catalogue:
        """The printed facts that ship with the product, without anything an owner entered."""
        with in_order(self.id, self.folder, "catalogue"):
            return load_catalogue(self.folder / "catalogue")

    @cached_property
    def answers(self) -> Answers:
        """What players argue about, with the verdicts; none in a game that has no ``answers.yaml``."""
        with in_order(self.id, self.folder, "answers.yaml"):
            return load_answers(self.folder / "answers.yaml", self.rulebook.rules)

    @cached_property
    def _desk(self) -> Desk:
        from scoring.asking import Desk  # with the words of three languages, only when somebody asks
        from scoring.strays import strays

        told = self.answers
        return Desk(self.rulebook.rules, told.answers.values(), self.catalogue, strays(self.id), self.folder)

    def ask(self, question: str, limit: int = 3) -> Reply:
        """What answers a question put in a player's own words in English, Greek or Polish.

        A game with ``sums`` works out what numbers in the question come to, or which of its answers they bring, where
        the answer is about such a sum.
        """
        from scoring.asking import LONGEST  # as far as a question is read

        question = question[:LONGEST]
        reply, sums = self._desk.ask(question, limit), self.part("sums")
        if not sums or not reply.hits or reply.hits[0].rule.id not in sums.ABOUT:
            return reply
        worked = sums.worked_out(question, tongue(reply.lang), self.catalogue, reply.hits[0].rule.id)
        if worked is None:
            return reply
        if isinstance(worked, tuple):
            told = self.answers.answers[worked[0]]
            return reply.with_answer(told, self.rulebook[told.rules[0]], Verdict.YES if worked[1] else Verdict.NO)
        return reply.with_sum(worked, self.rulebook[worked.rules[0]])

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The disputes this game's referee can settle; none without a referee."""
        referee = self.part("referee")
        return tuple(referee.QUESTIONS) if referee else ()

    def has(self, name: str) -> bool:
        """Whether the game's folder holds a module of this name: ``draw`` where it has a picture of its own."""
        return (self.folder / f"{name}.py").is_file() or (self.folder / name / "__init__.py").is_file()

    def part(self, name: str) -> ModuleType | None:
        """A module of the game's folder, or None if it has no such module."""
        if not self.has(name):
            return None
        with in_order(self.id, self.folder):
            return import_module(f"scoring.{self.id}.{name}")

    def problems(self, state: StateT, catalogue: Catalogue) -> list[Problem]:
        """Every thing wrong with a table: its seats and names, then what the game itself checks."""
        rule = self.rule_of_seats or next(iter(self.rulebook.rules), "")
        return [*seat_problems(state, self.title, self.players, rule), *self.checks(state, catalogue)]

    def upgraded(self, state: dict[str, Any], form: int) -> dict[str, Any]:
        """A stored state of an older form in the present one: ``UPGRADES[n]`` leads from form n to the next."""
        for older in range(form, self.form):
            upgrades = self.part("upgrades")
            assert upgrades is not None, f"{self.id} has form {self.form} and no upgrades"
            state = upgrades.UPGRADES[older](state)
        return state

    def parse(self, line: str) -> StateT:
        """The state that a line of notation tells; NotationError with a sentence if it tells none."""
        try:
            return self.reads(line) if self.reads else self.state.model_validate_json(line)
        except ValidationError as error:
            raise NotationError(say("{what}.", what=told(faults(error)))) from None

    def notation(self, state: StateT) -> str:
        """The state on one line, which `parse` reads back; JSON if the game has no notation of its own."""
        return self.writes(state) if self.writes else state.model_dump_json(exclude_defaults=True)

    def draw(self, state: StateT, catalogue: Catalogue) -> str:
        """The table as an SVG picture."""
        module = self.part("draw") or import_module("scoring.plaindrawing")
        picture: str = module.draw(state, catalogue)
        return picture

    def figures(self) -> dict[str, float]:
        """How fast it is: what the game measures itself, or its samples scored again and again."""
        bench = self.part("bench")
        measured = bench.figures() if bench else import_module("scoring.plainbench").figures(self)
        return dict(measured)

    def sample(self, name: str | None = None) -> StateT:
        """A bundled sample state; the first one if no name is given. Files lie in ``samples/NAME.json``."""
        path = self.folder / "samples" / f"{name or next(iter(self.samples))}.json"
        with in_order(self.id, self.folder, path.name):
            return self.state.model_validate_json(path.read_text("utf-8"))

    def question(self, question_id: str) -> Question:
        """The question with this id; LookupError with the known ones if the game has none."""
        for question in self.questions:
            if question.id == question_id:
                return question
        raise LookupError(unknown_name(say("question"), question_id, [one.id for one in self.questions]))
