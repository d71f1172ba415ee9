"""Which card may lie on which: the same symbol, never on a castle or a monster."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.catalogue import Catalogue
from scoring.dwar7s.pieces import STACKABLE, Kind
from scoring.dwar7s.printed import name_of
from scoring.dwar7s.state import Options
from scoring.sheet import Missing
from scoring.words import say


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes, no, or None where a printed value decides; with the rule and the reason."""

    legal: bool | None
    rule: str
    says: str
    missing: tuple[Missing, ...] = ()


def may_cover(above: Kind, below: Kind, options: Options, catalogue: Catalogue) -> Answer:
    """Whether a card of one kind may be stacked on a card of another."""
    names = {"above": name_of(above, catalogue), "below": name_of(below, catalogue)}
    if above is Kind.CASTLE and below is Kind.CASTLE and options.castle_on_castle:
        return Answer(True, "DW-CASTLE-ON-CASTLE", say("This table lets a castle cover a castle."))
    if below not in STACKABLE:
        return Answer(False, "DW-STACK-FORBIDDEN", say("No card may be stacked on {below}.", **names))
    if above not in STACKABLE:
        return Answer(False, "DW-STACK", say("{above} has no stacking symbol and may not be stacked.", **names))
    if above is below:
        return Answer(True, "DW-STACK", say("Both cards are {above}: the same symbol.", **names))
    one, other = catalogue.value(above, "same_symbol"), catalogue.value(below, "same_symbol")
    if below in (one or ()) or above in (other or ()):
        return Answer(True, "DW-STACK", say("{above} and {below} show the same symbol.", **names))
    if one is None and other is None:
        text = say("Whether {above} and {below} show the same symbol is not known yet.", **names)
        return Answer(None, "DW-STACK", text, (catalogue.missing(above, "same_symbol"),))
    return Answer(False, "DW-STACK", say("{above} and {below} show different symbols.", **names))
