"""Which day an evening belongs to: it lasts until four in the morning, as the clocks of this machine go."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from api.errors import UserError
from scoring.words import say

UNTIL = time(4)
DAY = timedelta(days=1)


def span(day: str | None) -> tuple[datetime, datetime]:
    """When a day begins and ends where this machine is, in UTC; a sentence if it is no day.

    On a day on which clocks are set, it is an hour shorter or longer.
    """
    try:
        chosen = date.fromisoformat(day) if day else _now()
        begin, end = (datetime.combine(one, UNTIL).astimezone(UTC) for one in (chosen, chosen + DAY))
    except (ValueError, OverflowError):  # the first and the last day that there are have no other beside them
        raise UserError(say("{day} is no day such as 2026-11-17.", day=repr(day))) from None
    return begin, end


def today() -> str:
    """The day that an evening of now belongs to."""
    return _now().isoformat()


def _now() -> date:
    here = datetime.now()
    return here.date() if here.time() >= UNTIL else here.date() - DAY
