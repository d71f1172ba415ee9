"""What is said first to a question: the verdict of its answer, turned round where the question is.

An answer has the verdict of its own phrasings. "Is it forbidden to cover a castle" is put the other way round than
"can I cover a castle", so a no becomes a yes. "Are there four rounds" wants yes or no of an answer with a number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.answers import Answer, Verdict
from scoring.opposites import Put
from scoring.spelling import Word
from scoring.tongues import Tongue

OPPOSITE = {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}
OTHER_WAY_ROUND = frozenset(
    {
        ("forbidden", "may"),
        ("forbidden", ""),
        ("must", "optional"),
        ("denied", ""),
        ("denied", "may"),
        ("denied", "must"),
    }
)
"""Moods of two phrasings that ask for opposite verdicts, the other way round as well."""

LEAVES_IT_OPEN = frozenset({("must", "may", Verdict.YES), ("may", "must", Verdict.NO)})
"""What is allowed is seldom a duty, and what is no duty is mostly allowed: moods of a question and of the phrasing that
is like it, with what that one is told."""

PUT = Put()
PLAIN, DIGITS = ("", "must"), tuple("123456789")
"""Moods in which a question asks whether there is something at all, and how a number begins where there is."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How a question is put: what it wants (`Tongue.wants`), in which mood, and the numbers that it names.

    ``turned`` is a phrasing of an answer to which the opposite is said, ``way`` a question that no number answers;
    ``counts`` are the numbers that count something ("3 rerolls"), not those that say which ("the third reroll").
    """

    wants: str
    mood: str
    numbers: tuple[str, ...]
    turned: bool = False
    way: bool = False
    put: Put = PUT
    counts: tuple[str, ...] = ()

    @classmethod
    def of(cls, words: Sequence[Word], tongue: Tongue, text: str = "") -> Asked:
        """How some words put their question; ``text`` is how they were written.

        A number that is as often only an article, such as Greek "ένα", is none that the question names.
        """
        numbers = tuple(word.form for word in words if word.form.isdecimal() and not word.light)
        manner = tongue.manner
        wants = manner.wants(words, text)
        way = wants == "which" and manner.way(words)
        return cls(
            wants,
            tongue.moods.of(words, text),
            numbers,
            way=way,
            put=tongue.opposites.put(words),
            counts=tongue.counts(text),
        )

    def against(self, like: Asked) -> bool:
        """Whether the opposite is said to a question of what is said to a phrasing that is like it."""
        moods = (self.mood, like.mood)
        other_mood = moods in OTHER_WAY_ROUND or moods[::-1] in OTHER_WAY_ROUND
        return other_mood != self.put.against(like.put, in_time=not any(moods))


@dataclass(frozen=True, slots=True)
class Said:
    """A verdict, and the number where it is one."""

    verdict: Verdict
    number: str = ""


def said(answer: Answer, asked: Asked, like: Asked) -> Said:
    """What an answer says first to a question; ``like`` is how the answer's nearest phrasing is put."""
    named = next((number for number in asked.numbers if number in answer.by_number), "")
    listed = answer.by_number.get(named, "")
    number = listed or answer.number
    if answer.each and not listed and (whole := _times(answer.number, asked, like)):
        listed = number = whole
        if asked.wants == "maybe":
            return Said(Verdict.NUMBER, number)  # "the thief drew 2 gold dice, gold for those?"
    if asked.wants in ("whether", "maybe"):
        return _whether(answer, number, replace(asked, numbers=_without(named, asked.numbers)), like)
    if asked.way and answer.verdict != Verdict.CARD and answer.verdict != Verdict.SILENT:
        return Said(Verdict.ANSWER)  # neither a number nor yes or no answers "how do I"
    if not asked.wants and answer.verdict in OPPOSITE and len(asked.numbers) > 1:
        listed = number = ""  # "3 symbols, reroll only 1" wants to know whether that may be
    if number and (listed or answer.verdict == Verdict.NUMBER or asked.wants in ("how_many", "amount")):
        return Said(Verdict.NUMBER, number)
    if asked.wants in ("how_many", "which") and answer.verdict in OPPOSITE:
        return Said(Verdict.ANSWER)  # neither "how many" nor "who" is answered by yes or no
    return Said(_put_round(answer.verdict, asked.against(like) != like.turned))


def _whether(answer: Answer, number: str, asked: Asked, like: Asked) -> Said:
    """What is said where a question wants yes or no; an answer that has neither tells its number or its sentence."""
    compared = _compared(number, asked, like) if number and answer.verdict not in OPPOSITE else None
    if compared:
        return Said(_put_round(compared, asked.against(like)))
    if number == "0" and answer.verdict not in OPPOSITE and asked.mood in PLAIN:
        return Said(Verdict.NO)  # "does one match give anything"
    if answer.verdict == Verdict.NUMBER and asked.wants == "maybe":
        return Said(Verdict.NUMBER, number)  # "rounds in a game?"
    if answer.verdict == Verdict.NUMBER and not answer.whether and asked.mood in PLAIN and number[:1] in DIGITS:
        return Said(Verdict.YES)  # "does a room give points": there is a number, so it does
    plain = _put_round(answer.whether or answer.verdict, asked.against(like) != like.turned)
    if (asked.mood, like.mood, plain) in LEAVES_IT_OPEN and asked.put == like.put:
        plain = OPPOSITE[plain]
    return Said(plain, number if plain == Verdict.NUMBER else "")


def _times(number: str, asked: Asked, like: Asked) -> str:
    """So many times a number as the question counts; "" where it counts nothing, or several things, beside its like.

    Where yes or no is wanted, a number alone may be the one that is doubted: "does a mercenary cost 4".
    """
    counts = [one for one in asked.counts if one not in ("0", "1") and one not in like.numbers]
    if asked.wants == "maybe":
        counts = [one for one in counts if one != number]  # "4 each?"
    if asked.wants == "whether" and len(counts) == 2:
        counts = [one for one in counts if str(int(number) * int(one)) in counts] or counts[:1]
    if len(counts) != 1 or (asked.wants == "whether" and len(asked.counts) < 2):
        return ""
    return str(int(number) * int(counts[0]))


def _put_round(verdict: Verdict, turned: bool) -> Verdict:
    return OPPOSITE.get(verdict, verdict) if turned else verdict


def _without(named: str, numbers: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers of a question but for the first that an answer's list knows: of "3 stars for 4 matches" the 3."""
    place = numbers.index(named) if named else len(numbers)
    return (*numbers[:place], *numbers[place + 1 :])


def _compared(number: str, asked: Asked, like: Asked) -> Verdict | None:
    """Yes or no where the question names one number of its own: "are there four rounds"."""
    right = [int(found) for found in re.findall(r"\d+", number)]
    span = "-" in number[1:]
    own = [one for one in asked.numbers if span or one not in like.numbers]
    own = [one for one in own if one != "1"] or own  # "two skills in one round"
    if len(own) != 1 or not right:
        return None
    met = right[0] <= int(own[0]) <= right[-1] if span else int(own[0]) in right
    return Verdict.YES if met else Verdict.NO
