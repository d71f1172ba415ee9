"""How a ruling is put: yes with the steps, or no with every reason at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.sheet import Missing, Ruling, Step, legal_if
from scoring.words import Sentence, linked, say


def ruled(
    allowed: Sentence,
    reasons: Iterable[Step],
    steps: Iterable[Step] = (),
    data: Mapping[str, Any] | None = None,
    missing: Iterable[Missing] = (),
) -> Ruling:
    """The ruling: ``allowed`` if there is no reason against it, otherwise all reasons.

    Reasons and steps cite their rules; what must still be asked is told after the verdict.
    """
    against, explained, asked = tuple(reasons), tuple(steps), tuple(dict.fromkeys(missing))
    if against:
        verdict = say("Not allowed: {reasons}", reasons=linked((reason.text for reason in against), "; "))
    elif asked:
        questions = linked((one.question for one in asked), "; ")
        verdict = say("{verdict} Still to be told: {questions}", verdict=allowed, questions=questions)
    else:
        verdict = allowed
    shown = (*against, *explained)
    rules = tuple(dict.fromkeys(step.rule for step in shown))
    return Ruling(verdict, rules, shown, data or {}, asked, legal_if(not against))
