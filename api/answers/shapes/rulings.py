"""Rules, answers to questions, and what the referee says."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from api.answers.shapes.scores import MissingShape
from scoring.answers import Verdict
from scoring.sheet import Legal


class RuleShape(BaseModel):
    """A rule in one language."""

    id: str
    title: str
    text: str
    note: str | None
    source: str
    heading: str = Field(description="The heading as it stands in the supplied book; empty where the book has it not")
    origin: str = Field(description="Where it can be read, or how sure it is")
    related: list[str]
    scores: bool


class HitShape(RuleShape):
    """A rule that answers a question, with how well it fits."""

    fit: float


class CardFactShape(BaseModel):
    """One printed value as text."""

    field: str
    ask: str
    value: str
    known_from: str = Field(description="Where it is known from, which tells how sure it is")


class CardShape(BaseModel):
    """A component that a question names, with what is known of it."""

    item: str
    name: str
    kind: str
    known: list[CardFactShape]
    unknown: int = Field(description="How many of its printed values nobody has told yet")
    sure: bool = Field(description="Whether the book or the owner told all of it")


class FoundShape(BaseModel):
    """Something that a question may be about: an answer, a component or a rule."""

    verdict: Verdict | None
    headline: str = Field(description="What is said first: yes, no, the number")
    say: str
    answer: str | None
    referee: str | None = Field(description="The referee's question that settles a concrete case")
    card: CardShape | None
    rules: list[RuleShape] = Field(description="First the one that decides")
    fit: float = Field(description="How sure it is that this is meant, 0 to 100")


class ReplyShape(BaseModel):
    """What answers a question, best first."""

    lang: str = Field(description="The language that the question was put in")
    sure: bool = Field(description="Whether the first hit answers it; else no book does, and all are only near")
    case: str | None = Field(description="The referee's question that must settle it, as it depends on the table")
    headline: str
    hits: list[FoundShape]


class StepShape(BaseModel):
    """One step of a ruling."""

    text: str
    rule: str
    state: dict[str, Any] | None


class RulingShape(BaseModel):
    """The answer to a dispute."""

    verdict: str
    rules: list[str]
    steps: list[StepShape]
    data: dict[str, Any]
    missing: list[MissingShape]
    legal: Legal | None = Field(description="Whether it may be done; open: not known yet; null: that was not asked")


class FactShape(BaseModel):
    """A printed value with its provenance."""

    item: str
    kind: str
    name: str
    field: str
    value: Any
    source: str
    confidence: str
    ask: str
    allowed: str
    type: dict[str, Any] = Field(description="How to ask for it: kind of value, limits, choices")
