"""Sums that players ask for in words: "1 2 2 3 how many points", "two pickaxes and three cave-ins".

The dice that a question names are laid in front of a player and scored as at the table, so that the number said here is
the number that stands on the sheet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import groupby, pairwise, takewhile

from scoring.catalogue import Catalogue
from scoring.diceminer.score import score
from scoring.diceminer.state import Table
from scoring.spelling import WORD
from scoring.sums import Sum, counted
from scoring.tongues import Tongue
from scoring.words import joined, say

NAMED = {
    "Kp": {"en": "pickaxe pick axe", "el": "αξίνα αξίνες", "pl": "kilof kilofy kilofów"},
    "Ks": {"en": "shield shields", "el": "ασπίδα ασπίδες", "pl": "tarcza tarcze tarcz"},
    "Hc1": {"en": "cave cavein rockfall", "el": "κατολίσθηση κατολισθήσεις", "pl": "zawał zawały zawałów zawalisko"},
    "Hd1": {"en": "dragon dragons", "el": "δράκος δράκοι δράκους", "pl": "smok smoki smoków smokami"},
}
"""What players call the faces that are counted."""
LONE = {
    "Kp": {"en": "pickaxe", "el": "αξίνα", "pl": "kilof kilofem"},
    "Ks": {"en": "shield", "el": "ασπίδα", "pl": "tarcza tarczę tarczą"},
    "Hc1": {"en": "cavein rockfall", "el": "κατολίσθηση", "pl": "zawał"},
    "Hd1": {"en": "dragon", "el": "δράκος δράκο", "pl": "smok smoka"},
}
"""The same where there is one of them: "a shield and three dragons"."""
ONES = {"en": "ones aces ace", "el": "άσσος άσσοι άσσους", "pl": "jedynka jedynki jedynek"}
ABOUT = frozenset(
    {
        "DM-TUNNEL-RUN", "DM-TUNNEL-LEFT-OVER", "DM-TUNNEL-SEVERAL", "DM-TUNNEL-SINGLE", "DM-TUNNEL-NO-BRANCH",
        "DM-HAZARD-CAVE-IN", "DM-HAZARD-DRAGON", "DM-HAZARD-MIXED", "DM-TOOL-ALL", "DM-TOOL-MULTIPLY",
    }
)  # fmt: skip
"""Rules whose questions may be such a sum."""
MOST = 40
TUNNELS = range(1, 6)


def worked_out(question: str, tongue: Tongue, catalogue: Catalogue, _: str = "") -> Sum | None:
    """The points of the dice that a question names; None if it names none that can be counted."""
    if (
        tongue.manner.wants(tongue.words(question), question) == "whether"
    ):  # "does one pickaxe turn three cave-ins" wants a yes
        return None
    dice = _tunnels(question, tongue) or _hazards(question, tongue)
    if not dice or len(dice) > MOST:
        return None
    table = Table.model_validate(
        {"players": [{"name": "-", "rounds": [{"dice": " ".join(dice)}]}], "options": {"more_players": True}}
    )
    (sheet,) = score(table, catalogue).sheets
    lines = [award for award in sheet.awards if award.points]
    if not lines:
        return Sum(0, ("DM-TUNNEL-LEFT-OVER",), say("None of these dice scores."))
    shown = joined([award.arithmetic for award in lines])
    rules = (_deciding(dice), *(award.rule for award in lines))
    return Sum(sum(award.points or 0 for award in lines), rules, shown)


def _deciding(dice: list[str]) -> str:
    """The rule that decides what some dice are worth: how runs are made of tunnels, or what tools do to hazards.

    >>> [_deciding(told.split()) for told in ("T1 T2 T3", "T1 T1", "T1 T2 T4", "T1 T1 T2 T2 T3", "T1 T2 T2 T3")]
    ['DM-TUNNEL-RUN', 'DM-TUNNEL-SINGLE', 'DM-TUNNEL-LEFT-OVER', 'DM-TUNNEL-SEVERAL', 'DM-TUNNEL-NO-BRANCH']
    >>> [_deciding(told.split()) for told in ("Hd1", "Kp Hc1 Hc1", "Ks Ks Hd1", "Kp Kp Hc1 Hd1")]
    ['DM-HAZARD-DRAGON', 'DM-TOOL-ALL', 'DM-TOOL-MULTIPLY', 'DM-HAZARD-MIXED']
    """
    counts = Counter(dice)
    if dice[0][0] != "T":
        return _deciding_hazard(counts)
    by_number = [counts[f"T{number}"] for number in TUNNELS]
    longest = len(list(takewhile(bool, by_number)))
    if any(by_number[longest:]):
        return "DM-TUNNEL-LEFT-OVER"
    if any(after > before for before, after in pairwise(by_number)):
        return "DM-TUNNEL-NO-BRANCH"
    if len(counts) == 1:
        return "DM-TUNNEL-SINGLE"
    return "DM-TUNNEL-SEVERAL" if by_number[0] > 1 else "DM-TUNNEL-RUN"


def _deciding_hazard(counts: Mapping[str, int]) -> str:
    if counts["Hc1"] and counts["Hd1"]:
        return "DM-HAZARD-MIXED"
    tools = counts["Kp"] if counts["Hc1"] else counts["Ks"]
    if tools:
        return "DM-TOOL-MULTIPLY" if tools > 1 else "DM-TOOL-ALL"
    return "DM-HAZARD-CAVE-IN" if counts["Hc1"] else "DM-HAZARD-DRAGON"


def _tunnels(question: str, tongue: Tongue) -> list[str]:
    """Tunnel dice told as a row of numbers, or as so many ones; a row with a number that no such die shows is none."""
    words = _told_apart(question, tongue)
    rows = [list(row) for number, row in groupby(words, str.isdigit) if number]
    row = max(rows, key=len, default=[])
    if len(row) > 1 and all(int(number) in TUNNELS for number in row):
        return [f"T{int(number)}" for number in row]
    return ["T1"] * counted(question, tongue, ONES[tongue.code])


def _told_apart(question: str, tongue: Tongue) -> list[str]:
    """The words of a question; where a number as a word stands before a digit, only the dice so told: "three 1".

    >>> from scoring.tongues import tongue
    >>> _told_apart("three 1s and two 2s", tongue("en")), _told_apart("dice one two", tongue("en"))
    (['1', '1', '1', '2', '2'], ['dice', '1', '2'])
    """
    told: list[str] = []
    many, several = 1, False
    for written in WORD.findall(question):
        (word,) = tongue.words(written)
        digit = re.fullmatch(r"([1-5])\D{0,3}", written)
        if digit and many > 1:
            told[-1:] = [digit[1]] * many
            several = True
        else:
            told.append(word.form)
        many = int(word.form) if word.form.isdecimal() and not written[0].isdecimal() else 1
    return [form for form in told if form.isdecimal()] if several else told


def _hazards(question: str, tongue: Tongue) -> list[str]:
    """Tools and hazards, each with its number; a question without a counted hazard is about something else."""
    lang = tongue.code
    numbered = {code: counted(question, tongue, names[lang]) for code, names in NAMED.items()}
    if not numbered["Hc1"] and not numbered["Hd1"]:
        return []
    counts = {code: counted(question, tongue, names[lang], LONE[code][lang]) for code, names in NAMED.items()}
    return [code for code, count in counts.items() for _ in range(count)]
