"""What players argue about, with the verdict first: yes, no, a number, a sentence, or that the book is silent.

An answer lies in a game's ``answers.yaml`` in this form::

    answers:
      - id: DW-ASK-CASTLE-ON-CASTLE
        verdict: "no"                    # yes, no, number, answer, silent (we chose) or card (your card says)
        say: {en: …, el: …, pl: …}       # one sentence; with verdict number, ``number: "3"`` is said first
        whether: "yes"                   # said instead where a question wants yes or no; ``number`` where it wants one
        by_number: {"4": "3"}            # the number said for one that the question names: 3 stars for 4 matches
        each: true                       # the number is for one: a question that counts 3 is told three times that
        rules: [DW-CASTLE-ON-CASTLE]     # first the one that decides
        referee: place-card              # where a concrete case can be put to the referee
        ask: {en: [6 to 14 phrasings], el: […], pl: […]}
        turned: {en: […], el: […], pl: […]}   # some of them may be put so that the opposite is said
    never_disputed: [DW-CONTENTS]        # rules that no answer reaches, on purpose
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from scoring.faults import TallyError
from scoring.languages import LANGUAGES
from scoring.sources import load, read_yaml

LEAST_PHRASINGS, MOST_PHRASINGS = 6, 14
FILE_KEYS = ("answers", "never_disputed")
KEYS = ("id", "verdict", "number", "whether", "by_number", "each", "say", "rules", "referee", "ask", "turned")


class Verdict(StrEnum):
    """What is said first."""

    YES = "yes"
    NO = "no"
    NUMBER = "number"
    ANSWER = "answer"
    SILENT = "silent"
    CARD = "card"


class AnswersError(TallyError, ValueError):
    """An answers file that is not in order; raised at load, so that it never reaches a player."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict with its sentence, the rules it rests on, and how players ask for it in each language."""

    id: str
    verdict: Verdict
    say: Mapping[str, str]
    rules: tuple[str, ...]
    ask: Mapping[str, tuple[str, ...]]
    number: str = ""
    referee: str = ""
    whether: Verdict | None = None
    by_number: Mapping[str, str] = field(default_factory=dict)
    each: bool = False
    turned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def numbered(self) -> bool:
        """Whether it can tell a number."""
        return bool(self.number or self.by_number)

    def phrasings(self, lang: str) -> tuple[str, ...]:
        """How players ask for it; those that are put the other way round come last."""
        return (*self.ask[lang], *self.turned.get(lang, ()))


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers of a game by id, and the rules that nobody argues about."""

    answers: Mapping[str, Answer] = field(default_factory=dict)
    never_disputed: frozenset[str] = frozenset()


def load_answers(path: Path, rules: Mapping[str, Any]) -> Answers:
    """Read and check an answers file; a game without one has no answers. AnswersError names everything wrong."""
    if not path.is_file():
        return Answers()
    told = load(path, read_yaml)
    wrong = list(_faults(told, rules))
    if wrong:
        raise AnswersError(f"{path}: " + " ".join(wrong))
    answers = {raw["id"]: _answer(raw) for raw in told["answers"]}
    return Answers(answers, frozenset(told.get("never_disputed", ())))


def _answer(raw: Mapping[str, Any]) -> Answer:
    return Answer(
        id=raw["id"],
        verdict=Verdict(raw["verdict"]),
        say=raw["say"],
        rules=tuple(raw["rules"]),
        ask={lang: tuple(phrasings) for lang, phrasings in raw["ask"].items()},
        number=raw.get("number", ""),
        referee=raw.get("referee", ""),
        whether=Verdict(raw["whether"]) if "whether" in raw else None,
        by_number=raw.get("by_number", {}),
        each=raw.get("each", False),
        turned={lang: tuple(phrasings) for lang, phrasings in raw.get("turned", {}).items()},
    )


def _faults(told: Mapping[str, Any], rules: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"Nothing is called {key!r} here." for key in told if key not in FILE_KEYS)
    seen: set[str] = set()
    reached: set[str] = set(told.get("never_disputed", ()))
    for raw in told["answers"]:
        name = raw.get("id", "an answer without id")
        if name in seen:
            yield f"{name} is there twice."
        seen.add(name)
        yield from (f"{name}: {fault}" for fault in _faults_of(raw))
        reached |= set(raw.get("rules", ()))
    yield from (f"There is no rule {rule}." for rule in sorted(reached - set(rules)))
    unreached = sorted(set(rules) - reached)
    if unreached:
        yield f"No answer reaches {', '.join(unreached)}, nor do they stand in never_disputed."


def _faults_of(raw: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"nothing is called {key!r} here." for key in raw if key not in KEYS)
    if raw.get("verdict") not in list(Verdict):
        yield f"the verdict is one of {', '.join(Verdict)}, in quotes."
    if raw.get("verdict") == Verdict.NUMBER and not raw.get("number"):
        yield "the verdict number needs its number."
    if "each" in raw and not re.fullmatch(r"-?\d+", str(raw.get("number", ""))):
        yield "each needs one number to multiply."
    listed = raw.get("by_number", {})
    if not all(isinstance(one, str) for one in (raw.get("number", ""), *listed, *listed.values())):
        yield "the number stands in quotes."
    if raw.get("whether", Verdict.YES) not in (Verdict.YES, Verdict.NO) or (
        "whether" in raw and raw["verdict"] in (Verdict.YES, Verdict.NO)
    ):
        yield "whether is yes or no, in quotes, beside a verdict that is neither."
    if not raw.get("rules"):
        yield "it rests on no rule."
    yield from _faults_of_phrasings(raw)


def _faults_of_phrasings(raw: Mapping[str, Any]) -> Iterator[str]:
    for what in ("say", "ask"):
        if set(raw.get(what, ())) != set(LANGUAGES):
            yield f"it needs {what} in {', '.join(LANGUAGES)}."
    if "turned" in raw and raw.get("verdict") not in (Verdict.YES, Verdict.NO) and "whether" not in raw:
        yield "only a yes or no can be turned round."
    for lang in LANGUAGES:
        phrasings = [*raw.get("ask", {}).get(lang, ()), *raw.get("turned", {}).get(lang, ())]
        if not LEAST_PHRASINGS <= len(phrasings) <= MOST_PHRASINGS:
            yield f"{LEAST_PHRASINGS} to {MOST_PHRASINGS} phrasings in {lang}, not {len(phrasings)}."
        yield from (f"{phrase!r} is no text; put it in quotes." for phrase in phrasings if not isinstance(phrase, str))
