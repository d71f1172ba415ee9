"""Sums that players ask for in words: "1 2 2 3 how many points", "two pickaxes and three cave-ins".

The dice that a question names are laid in front of a player and scored as at the table, so that the number said here is
the number that stands on the sheet.
"""

from __future__ import annotations

from itertools import groupby

from scoring.catalogue import Catalogue
from scoring.diceminer.score import score
from scoring.diceminer.state import Table
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


def worked_out(question: str, tongue: Tongue, catalogue: Catalogue) -> Sum | None:
    """The points of the dice that a question names; None if it names none that can be counted."""
    if (
        tongue.wants(tongue.words(question), question) == "whether"
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
    return Sum(sum(award.points or 0 for award in lines), tuple(award.rule for award in lines), shown)


def _tunnels(question: str, tongue: Tongue) -> list[str]:
    """Tunnel dice told as a row of numbers, or as so many ones; a row with a number that no such die shows is none."""
    words = [word.form for word in tongue.words(question)]
    rows = [list(row) for number, row in groupby(words, str.isdigit) if number]
    row = max(rows, key=len, default=[])
    if len(row) > 1 and all(int(number) in TUNNELS for number in row):
        return [f"T{int(number)}" for number in row]
    return ["T1"] * counted(question, tongue, ONES[tongue.code])


def _hazards(question: str, tongue: Tongue) -> list[str]:
    """Tools and hazards, each with its number; a question without a counted hazard is about something else."""
    counts = {code: counted(question, tongue, names[tongue.code]) for code, names in NAMED.items()}
    if not counts["Hc1"] and not counts["Hd1"]:
        return []
    return [code for code, count in counts.items() for _ in range(count)]
