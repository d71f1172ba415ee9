"""Where a rule can be read, and how sure it is where no book has it."""

from __future__ import annotations

from scoring.origins import Certainty, Origin
from scoring.words import say


def origin_said(origin: Origin) -> str:
    """The sentence under a rule."""
    if origin.certainty is Certainty.BOOK:
        return say("In the book under “{heading}”.", heading=origin.heading)
    if origin.certainty is Certainty.BOOK_AND_MORE:
        return say("In the book under “{heading}”, the rest from elsewhere.", heading=origin.heading)
    if origin.certainty is Certainty.OUR_READING:
        return say("The book does not say it; this is our reading.")
    if origin.certainty is Certainty.TWO_SOURCES:
        return say("Not in the book; two other sources say it.")
    if origin.certainty is Certainty.ONE_SOURCE:
        return say("Not in the book; one other source says it.")
    return ""
