"""A moment as it is answered: in UTC, to the second."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import PlainSerializer

Moment = Annotated[
    datetime,
    PlainSerializer(lambda at: at.replace(tzinfo=at.tzinfo or UTC).isoformat(timespec="seconds"), return_type=str),
]
