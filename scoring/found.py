"""What is found for a question: answers, components and rules, how sure each is, and what is said first."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from scoring.answers import Answer, Verdict
from scoring.catalogue import Item
from scoring.rulebook import Rule
from scoring.shelf import Fit
from scoring.sums import Sum
from scoring.verdicts import Said

SURE = 50.0
"""A fit from which on a question counts as answered."""
FITS, MEETS, STRAYS, LEAST = 17.4, 6.7, 18.7, 3.4
"""How sure a question is answered: by how well an entry fits, how much of the question it meets, and how well the best
question fits that no book answers. A logistic regression over the tests' questions and ``outside.yaml`` among them."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found: an answer, a component or a bare rule, with the rule that decides and a fit from 0 to 100.

    ``referee`` is the question that settles a concrete case of it.
    """

    rule: Rule
    fit: float
    answer: Answer | None = None
    item: Item | None = None
    referee: str = ""
    worked: Sum | None = None
    said: Said | None = None
    """What the answer says first to this question."""

    @property
    def verdict(self) -> Verdict | None:
        """What is said first; a bare rule says nothing first."""
        if self.worked:
            return Verdict.NUMBER
        if self.said:
            return self.said.verdict
        return Verdict.CARD if self.item else None

    @property
    def number(self) -> str:
        """The number that is said first: worked out from the question's own numbers, or that of the answer."""
        if self.worked:
            return str(self.worked.points)
        return self.said.number if self.said else ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is found for a question, best first, and the language that it was put in."""

    lang: str
    hits: tuple[Hit, ...]
    points: bool = False
    """Whether the question points at what lies on the table."""

    @property
    def sure(self) -> bool:
        """Whether the first hit answers the question; else the book does not say, and the hits are only near."""
        return bool(self.hits) and self.hits[0].fit >= SURE

    def with_sum(self, worked: Sum, rule: Rule) -> Reply:
        """The same with a number that was worked out said first, and the rule that gives most of it."""
        first = replace(self.hits[0], rule=rule, fit=max(SURE, self.hits[0].fit), worked=worked)
        return replace(self, hits=(first, *self.hits[1:]))

    def with_answer(self, told: Answer, rule: Rule, verdict: Verdict) -> Reply:
        """The same with an answer said first that the numbers of the question bring."""
        first = Hit(rule, max(SURE, self.hits[0].fit), answer=told, said=Said(verdict))
        others = (hit for hit in self.hits if hit.answer is not told)
        return replace(self, hits=(first, *others)[: len(self.hits)])

    @property
    def case(self) -> str:
        """The referee's question that must settle this, because it depends on what lies on the table."""
        return self.hits[0].referee if self.points and self.sure else ""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that decide, best first, each once."""
        return tuple({hit.rule.id: hit.rule for hit in self.hits}.values())


def confidence(fit: Fit, strayed: float = 0.0) -> float:
    """How sure it is that an entry answers, 0 to 100; ``strayed`` is how well a question fits that no book answers."""
    return 100 / (1 + math.exp(LEAST + STRAYS * strayed - FITS * fit.score - MEETS * fit.met))
