"""Playing alone: the points are counted as ever; what the solo sheet in the box adds is asked from its owner."""

from __future__ import annotations

from scoring.catalogue import Catalogue
from scoring.sheet import Missing, ScoreSheet
from scoring.words import Sentence, say


def solo_doubling(solo: bool, catalogue: Catalogue) -> tuple[bool, str]:
    """Whether a single player doubles the gems, and what to say about it."""
    if not solo:
        return True, ""
    told = catalogue.value("solo", "gems_double")
    if told is None:
        return True, say("the only player has the most gems; see whether your solo sheet says otherwise")
    return bool(told), ""


def solo_questions(solo: bool, catalogue: Catalogue) -> tuple[Missing, ...]:
    """The ranks that a solo sheet may have, as long as the owner has not entered them."""
    if not solo or catalogue.fact("solo", "ranks").known or "solo" not in catalogue.items:
        return ()
    return (catalogue.missing("solo", "ranks"),)


def solo_remarks(sheet: ScoreSheet, catalogue: Catalogue) -> list[Sentence]:
    """The rank that the points reach on the owner's solo sheet."""
    ranks = catalogue.value("solo", "ranks")
    if ranks is None:
        return [
            say("Solo game: if the solo sheet in your box ranks the points, enter its ranks once and yours is shown.")
        ]
    reached = [name for least, name in sorted(ranks, key=lambda row: int(row[0])) if sheet.at_least >= least]
    if not reached:
        return [say("Solo game: below the lowest rank of your solo sheet.")]
    return [say("Solo game: your rank is {rank}.", rank=reached[-1])]
