"""What only the host may do."""

from __future__ import annotations

from fastapi import Depends
from starlette.requests import HTTPConnection

from api.answers.refusals import NotForGuests
from api.http.access import ROLE
from api.http.keys import Role
from scoring.words import say


async def only_host(connection: HTTPConnection) -> None:
    """Refuses guests."""
    if connection.scope.get(ROLE) is not Role.HOST:
        raise NotForGuests(say("Only the host may do that."))


HostOnly = Depends(only_host)
