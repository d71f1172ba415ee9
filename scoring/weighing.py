"""How well something found answers a question, beside how well its words fit: by what the question wants and names.

The weights were chosen on phrasings that were left out of their answers (``python -m tests.scoring.left_out``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scoring.answers import Verdict
from scoring.found import Hit
from scoring.shelf import Fit
from scoring.spelling import Word
from scoring.verdicts import Asked

BY_RULE, BARE, CARD = 0.2, 0.6, 0.8
NEAR, MET = 0.2, 0.15
"""What the nearest phrasing of an answer adds to its score, and what it adds how much of the question it meets."""
NOT_WANTED, NO_NUMBER, A_NUMBER = 0.88, 0.95, 0.8
"""What a verdict keeps that a question does not want by how it begins, an answer without a number where one is asked
for, and a number where a question asks who or what."""
LISTED = 1.06
"""What an answer gains that lists the number which a question names."""
OTHER_NUMBER = 0.93
"""What an answer keeps for every number of the question that its nearest phrasing lacks."""
LACKING = 0.82
"""What an answer keeps for every word that all its phrasings have and the question lacks: another card's name, say."""
LONGER = 0.08
"""The power by which an answer loses whose nearest phrasing is longer or shorter than the question."""
EXPLAINED = 0.75
"""What a component keeps whose own rule has an answer."""
OTHER_MOOD = 0.75
"""What an answer keeps whose nearest phrasing asks for a duty where the question asks for a permission."""
UNWANTED = {
    "whether": (Verdict.NUMBER, Verdict.ANSWER, Verdict.CARD),
    "how_many": (Verdict.YES, Verdict.NO),
    "which": (Verdict.YES, Verdict.NO),
    "amount": (Verdict.YES, Verdict.ANSWER),
}
"""Verdicts that a question does not want by how it begins."""


def phrased(fit: Fit) -> float:
    """How well something fits that is found by its phrasings."""
    return (1 - BY_RULE) * fit.score + NEAR * fit.near


def weighed(hit: Hit, fit: Fit, asked: Asked, like: Asked, by_rule: float, words: Sequence[Word]) -> float:
    """How well a hit answers a question of some ``words``; ``like`` is how its nearest phrasing is put, ``by_rule``
    how well the bare rule fits that it rests on."""
    if not hit.answer:
        return fit.score * (CARD if hit.item else BARE) * _wanted(hit, asked)
    score = phrased(fit) + BY_RULE * by_rule + MET * fit.met
    score *= _wanted(hit, asked) * LACKING**fit.lacks
    score *= OTHER_NUMBER ** len({*asked.numbers} - {*like.numbers})
    if {asked.mood, like.mood} == {"must", "may"}:
        score *= OTHER_MOOD
    lengths = (sum(not word.light for word in some) + 1 for some in (words, fit.like))
    return score * math.exp(-LONGER * abs(math.log(next(lengths) / next(lengths))))


def _wanted(hit: Hit, asked: Asked) -> float:
    """What a hit keeps or gains by what a question wants."""
    kept = NOT_WANTED if _not_wanted(hit, asked) else 1.0
    if not hit.answer:
        return kept
    if asked.wants == "which" and not asked.way and hit.answer.verdict == Verdict.NUMBER:
        kept *= A_NUMBER
    if asked.wants == "how_many" and not hit.answer.numbered:
        kept *= NO_NUMBER
    if asked.wants != "whether" and not hit.answer.by_number.keys().isdisjoint(asked.numbers):
        kept *= LISTED
    return kept


def _not_wanted(hit: Hit, asked: Asked) -> bool:
    """Whether a hit is by itself no answer to such a question, even if it can be turned into one."""
    if hit.said and hit.said.verdict == Verdict.NUMBER and asked.wants in ("how_many", "amount"):
        return False
    own = hit.answer.verdict if hit.answer else hit.verdict
    return own in UNWANTED.get(asked.wants, ()) or (asked.way and own == Verdict.NUMBER)
