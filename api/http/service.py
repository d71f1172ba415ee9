"""What the routes share: the store, the hub, the settings, and the lookups as dependencies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Path, Query
from sqlalchemy.orm import Session
from starlette.requests import HTTPConnection

from api.club.evening import Evenings
from api.http.access import visitor_of
from api.http.hands import MOST_AT_HOME, MOST_TOGETHER, Hands
from api.http.hub import Hub
from api.http.keys import Keys
from api.http.language import asked_language
from api.http.settings import Settings
from api.log.arbiter import Arbiter
from api.log.document import Games
from api.reading.desk import Desk
from api.reading.folder import PhotoFolder, Photos
from api.tables.sqllog import SqlLog
from api.tables.store import Store
from scoring.game import Game
from scoring.games import games, load
from scoring.languages import LANGUAGES

if TYPE_CHECKING:
    from api.club.desk import SharedDesk
    from api.http.club import Club


@dataclass
class Service:
    """One running service."""

    settings: Settings
    store: Store
    hub: Hub = field(default_factory=Hub)
    reader: Desk | SharedDesk = field(default_factory=Desk)
    keys: Keys | None = None
    club: Club | None = None

    def __post_init__(self) -> None:
        self.photos: Photos = self.club.photos if self.club else PhotoFolder(self.settings.photos)
        self.hands = Hands(MOST_TOGETHER if self.store.shared else MOST_AT_HOME)
        self.log = SqlLog(self.store)
        self.tables = Arbiter(self.log, Games())
        self.evenings = Evenings(self.store, self.tables)

    def phones(self, table_id: str) -> int:
        """How many phones are at a table; in a club through all pages."""
        return self.club.presence.phones(table_id) if self.club else self.hub.phones(table_id)

    def warm_up(self) -> None:
        """Load games and readers before anybody waits for them."""
        games()
        self.reader.warm_up()


def service_of(connection: HTTPConnection) -> Service:
    """The service that answers this request or socket."""
    service: Service = connection.app.state.service
    return service


async def game_of(game: Annotated[str, Path(description="the id of a game, as /games lists them")]) -> Game[Any]:
    """The game named in the address."""
    return load(game)


CODES = ", ".join(LANGUAGES)


async def answer_language(
    connection: HTTPConnection,
    lang: Annotated[str | None, Query(description=f"{CODES}; else what the browser accepts", max_length=8)] = None,
) -> str:
    """The language to answer in."""
    return asked_language(connection)


async def service_here(connection: HTTPConnection) -> Service:
    """The same as a dependency; awaited, because a thread for looking it up would cost more than the lookup."""
    return service_of(connection)


def reading_session(service: Annotated[Service, Depends(service_here)]) -> Iterator[Session]:
    """A session that only looks."""
    with service.store.reading() as session:
        yield session


async def visitor_here(connection: HTTPConnection, service: Annotated[Service, Depends(service_here)]) -> str:
    """Who asks, as far as a fair share of something is concerned."""
    return visitor_of(connection, service.settings)


Here = Annotated[Service, Depends(service_here)]
Visitor = Annotated[str, Depends(visitor_here)]
GameHere = Annotated[Game[Any], Depends(game_of)]
Lang = Annotated[str, Depends(answer_language)]
Look = Annotated[Session, Depends(reading_session)]
Ticket = Annotated[str, Query(description="Any name, to ask under /waiting for the picture's place", max_length=40)]
