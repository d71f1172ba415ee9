"""Who was let in, for a club: the same PIN, links and tokens at every page, kept in the database."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.orm import Session

from api.club.rows import GuessRow, PhoneRow
from api.http.addresses import network_of
from api.http.guesses import EACH, TOGETHER
from api.http.keys import DAY, MOST_PHONES, UNUSED_DAYS, Keys, Phone, Role, hash_of, six_digits
from api.tables.rows import SettingRow
from api.tables.store import Store

ACCESS = "access"
REMEMBERED = 20.0  # seconds that a page knows a phone without asking again; a notice makes it ask at once
MOST_REMEMBERED = 10_000
BEGINNING = 0x7A13  # the number of the lock under which the first of several pages makes up the secrets
GUESSING = 0x7A14  # and of the one under which wrong guesses are counted


class SharedKeys(Keys):
    """The keys in a database. What a page remembers of them is a copy that ages."""

    asks = True

    def __init__(self, store: Store, pin: str | None = None) -> None:
        self._store = store
        self._remembered: dict[str, tuple[float, Phone]] = {}
        self.changed: Callable[[], None] = lambda: None
        with store.writing() as session:
            session.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": BEGINNING})
            row = session.get(SettingRow, ACCESS)
            told = dict(row.value) if row else _secrets()
            told["pin"] = pin or told["pin"]
            session.merge(SettingRow(key=ACCESS, value=told))
        self._take(told)

    def heard(self) -> None:
        """Somebody was sent away, or everybody: who is remembered is asked for again."""
        self._remembered.clear()
        self.look()

    def look(self) -> None:
        """The secrets as they are now, whether a notice of them came or was lost; new ones mean that all must go."""
        with self._store.reading() as session:
            row = session.get(SettingRow, ACCESS)
        if row is not None and row.value["host"] != self.host:
            self._remembered.clear()
        if row is not None:
            self._take(row.value)

    def let_in(self, role: Role, about: str = "") -> str:
        """A new token for somebody; phones that nobody used for long are forgotten."""
        token, moment = secrets.token_urlsafe(32), int(time.time())
        phone = Phone(secrets.token_hex(6), hash_of(token), role, moment, moment, about[:120].replace("\0", ""))
        with self._store.writing() as session:
            session.add(PhoneRow(**{**vars(phone), "role": str(role)}))
            long_ago = moment - UNUSED_DAYS * DAY
            session.execute(delete(PhoneRow).where(PhoneRow.seen < long_ago))
        self._remember(phone)
        return token

    def remembered(self, token: str) -> Phone | None:
        """Whose token it is, if this page knows without asking."""
        at, phone = self._remembered.get(hash_of(token), (0.0, None))
        return phone if time.monotonic() < at + REMEMBERED else None

    def phone_of(self, token: str) -> Phone | None:
        """Whose token it is; while the database does not answer, whose it was."""
        if not token or (known := self.remembered(token)):
            return known if token else None
        try:
            with self._store.reading() as session:
                row = session.get(PhoneRow, hash_of(token))
        except (DBAPIError, NoConnectionFree):
            stale = self._remembered.get(hash_of(token))
            if stale is None:
                raise
            return stale[1]
        moment = int(time.time())
        if row is None or row.seen < moment - UNUSED_DAYS * DAY:
            self._remembered.pop(hash_of(token), None)
            return None
        phone = _phone(row)
        self._remember(phone)
        if row.seen < moment - DAY:
            self._change(hash_of(token), seen=moment)
        return phone

    def call(self, token: str, name: str) -> None:
        """Who sits behind a phone, as they say themselves."""
        phone = self.phone_of(token)
        if phone is not None and phone.name != name:
            self._change(phone.hash, name=name)
            phone.name = name

    def phones(self) -> list[Phone]:
        """Those that were let in, the newest first, as many as a list can show."""
        newest = select(PhoneRow).order_by(PhoneRow.since.desc()).limit(MOST_PHONES)
        with self._store.reading() as session:
            return [_phone(row) for row in session.scalars(newest)]

    def send_away(self, phone_id: str) -> bool:
        """Let one in no longer; whether there was one."""
        with self._store.writing() as session:
            gone = session.scalars(delete(PhoneRow).where(PhoneRow.id == phone_id).returning(PhoneRow.hash)).all()
        self._remembered.clear()
        self.changed()
        return bool(gone)

    def begin_anew(self) -> None:
        """Let nobody in any longer, and change the PIN and the links."""
        told = _secrets()
        with self._store.writing() as session:
            session.execute(delete(PhoneRow))
            session.merge(SettingRow(key=ACCESS, value=told))
        self._take(told)
        self._remembered.clear()
        self.changed()

    def _take(self, told: dict[str, str]) -> None:
        self.pin, self.guest, self.host = told["pin"], told["guest"], told["host"]

    def _remember(self, phone: Phone) -> None:
        if len(self._remembered) >= MOST_REMEMBERED:
            self._remembered.clear()
        self._remembered[phone.hash] = time.monotonic(), phone

    def _change(self, hash_: str, **values: object) -> None:
        with self._store.writing() as session:
            session.execute(update(PhoneRow).where(PhoneRow.hash == hash_).values(**values))


class SharedGuesses:
    """Wrong guesses at all pages together, as `api.http.guesses.Guesses` counts those of one."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def admits(self, address: str, right: bool) -> bool:
        """Whether this address may guess now; a wrong guess counts at once, and those of long ago are forgotten."""
        moment, home = time.time(), network_of(address)
        with self._store.reading() as session:  # who may not need not wait for others
            if not _allowed(session, moment, home):
                return False
        with self._store.writing() as session:
            session.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": GUESSING})
            allowed = _allowed(session, moment, home)
            if allowed and not right:
                session.add(GuessRow(home=home, at=moment))
                session.execute(delete(GuessRow).where(GuessRow.at < moment - TOGETHER[1]))
            return allowed


def _allowed(session: Session, moment: float, home: str) -> bool:
    theirs = _count(session, moment - EACH[1], home)
    return theirs < EACH[0] and _count(session, moment - TOGETHER[1]) < TOGETHER[0]


def _count(session: Session, since: float, home: str | None = None) -> int:
    asked = select(func.count()).select_from(GuessRow).where(GuessRow.at > since)
    return session.scalar(asked if home is None else asked.where(GuessRow.home == home)) or 0


def _secrets() -> dict[str, str]:
    return {"pin": six_digits(), "guest": secrets.token_urlsafe(24), "host": secrets.token_urlsafe(24)}


def _phone(row: PhoneRow) -> Phone:
    return Phone(row.id, row.hash, Role(row.role), row.since, row.seen, row.about, row.name)
