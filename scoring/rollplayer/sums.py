"""Numbers of a question compared: a goal and a total ("16+ and I have 18"), a die before and after ("a 6 into a 1").

One face alone is turned over: "a 3 flipped is what".
"""

from __future__ import annotations

import re

from scoring.catalogue import Catalogue
from scoring.sums import Sum
from scoring.tongues import Tongue
from scoring.words import say

ABOUT = frozenset({"RP-GOALS", "RP-STR", "RP-CON"})
"""Rules whose questions may name two such numbers."""
FACES, OPPOSITE = range(1, 7), 7
NAMES = {
    "RP-STR": {"en": "strength", "el": "δύναμη", "pl": "siła"},
    "RP-CON": {"en": "constitution", "el": "κράση", "pl": "kondycja"},
}
"""The attributes that turn a die or move it, as a question names them."""
FACE = re.compile(r"(?<![\d+-])[1-6](?![\d+-])")
BOOST = {
    "en": "boost clear transparent",
    "el": "ενίσχυση ενίσχυσης διάφανο",
    "pl": "wzmocnienie wzmocnienia przezroczysta",
}
"""Dice of which no book says what lies opposite."""
GOAL = re.compile(r"(?P<least>\d+)\s*(?:(?P<plus>\+)|[-–]\s*(?P<most>\d+))")
Told = tuple[str, bool]
"""The answer that numbers bring, and whether it says yes."""


def worked_out(question: str, tongue: Tongue, _: Catalogue, rule: str) -> Told | Sum | None:
    """The answer to two numbers of a question about a rule, or what one face turns to; None if it names others.

    >>> from scoring.tongues import tongue
    >>> asked = (("RP-GOALS", "is 18 ok for 16+"), ("RP-STR", "can a 5 become a 6"), ("RP-CON", "can a 5 become a 6"))
    >>> [worked_out(one, tongue("en"), Catalogue({}, {}), rule) for rule, one in asked]
    [('RP-ASK-GOAL-MET', True), ('RP-ASK-FLIP-TO-ANY', False), ('RP-ASK-CONSTITUTION', True)]
    """
    words = tongue.words(question, bool)
    wants = tongue.manner.wants(words, question)
    stems = {word.stem for word in words}
    if rule == "RP-STR" and wants != "whether" and stems.isdisjoint(map(tongue.stem, BOOST[tongue.code].split())):
        turned = _turned_over(question)
        if turned:
            return turned
    if wants in ("how_many", "which") or tongue.moods.of(words) in ("forbidden", "denied"):
        return None
    if rule == "RP-GOALS":
        return _goal(question)
    faces = [int(word.form) for word in words if word.form.isdecimal() and not word.light]
    if len(faces) != 2 or not all(face in FACES for face in faces):
        return None
    named = [one for one, names in NAMES.items() if tongue.stem(names[tongue.code]) in stems]
    return _flipped(*faces) if (named or [rule]) == ["RP-STR"] else _moved(*faces)


def _turned_over(question: str) -> Sum | None:
    """What Strength makes of the only number that a question names, if that is a face.

    >>> [told and told.points for told in map(_turned_over, ("a 3 flipped is what", "3 to 4", "flip an 8", "12 dice"))]
    [4, None, None, None]
    """
    named = re.findall(r"\d+", question)
    faces = FACE.findall(question)
    if len(named) != 1 or faces != named:
        return None
    other = OPPOSITE - int(faces[0])
    return Sum(other, ("RP-STR",), say("{face} lies opposite {other}.", face=faces[0], other=other))


def _goal(question: str) -> Told | None:
    """Whether a total meets a goal: its number, inside its range, or its number and more where it has a plus.

    >>> [_goal(one) for one in ("16-17 with 15", "goal 17 and i have 17", "goal 17")]
    [('RP-ASK-GOAL-EXCEED', False), ('RP-ASK-GOAL-MET', True), None]
    """
    goal = GOAL.search(question)
    totals = [int(number) for number in re.findall(r"\d+", GOAL.sub(" ", question, count=1))]
    if len(totals) != (1 if goal else 2):
        return None
    if goal:
        least = int(goal["least"])
        met = least <= totals[0] and (bool(goal["plus"]) or totals[0] <= int(goal["most"]))
    else:
        met = totals[0] == totals[1]
    return ("RP-ASK-GOAL-MET", True) if met else ("RP-ASK-GOAL-EXCEED", False)


def _flipped(before: int, after: int) -> Told:
    """Strength turns a die to its opposite face."""
    return ("RP-ASK-STRENGTH", True) if before + after == OPPOSITE else ("RP-ASK-FLIP-TO-ANY", False)


def _moved(before: int, after: int) -> Told:
    """Constitution moves a die by one and does not go round."""
    if {before, after} == {min(FACES), max(FACES)}:
        return "RP-ASK-CON-AROUND", False
    return "RP-ASK-CONSTITUTION", abs(before - after) == 1
