"""Who was let in: the PIN, the secrets of the links, and a random token for every phone, kept over restarts."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from threading import Lock
from typing import Any

from api.owner.folders import private_folder
from scoring.words import say
from vision.whole import write_whole

MOST_PHONES = 200
UNUSED_DAYS = 60
DAY = 86_400


class Role(StrEnum):
    """What somebody may do: a host everything, a guest all that belongs to playing."""

    HOST = "host"
    GUEST = "guest"


@dataclass
class Phone:
    """One that was let in. Its token itself is nowhere kept, only its hash."""

    id: str
    hash: str
    role: Role
    since: int
    seen: int
    about: str = ""
    name: str = ""


class Keys:
    """The keys of one data folder, in a file that only its owner reads."""

    asks = False
    """Whether it may take a moment to know whose a token is."""
    trouble = ""
    """What was wrong with the keys that were kept, in a sentence."""
    pin: str
    guest: str
    host: str

    def __init__(self, path: Path, pin: str | None = None) -> None:
        self._path = path
        self._lock = Lock()
        self._phones: dict[str, Phone] = {}
        told = self._read()
        self.pin = pin or told.get("pin") or six_digits()
        self.guest = told.get("guest") or secrets.token_urlsafe(24)
        self.host = told.get("host") or secrets.token_urlsafe(24)
        self._write()

    def role_of_key(self, given: str) -> Role | None:
        """Whom the secret of a link lets in."""
        for role, secret in ((Role.HOST, self.host), (Role.GUEST, self.guest)):
            if hmac.compare_digest(given.encode(), secret.encode()):
                return role
        return None

    def is_pin(self, given: str) -> bool:
        """Whether these are the six digits."""
        return hmac.compare_digest(given.encode(), self.pin.encode())

    def let_in(self, role: Role, about: str = "") -> str:
        """A new token for somebody."""
        token, moment = secrets.token_urlsafe(32), int(time.time())
        phone = Phone(secrets.token_hex(6), hash_of(token), role, moment, moment, about[:120])
        with self._changing():
            self._phones[phone.hash] = phone
            for unused in sorted(self._phones.values(), key=lambda one: one.seen)[:-MOST_PHONES]:
                del self._phones[unused.hash]
        return token

    def remembered(self, token: str) -> Phone | None:
        """Whose token it is, as far as that is known without asking anybody."""
        return self.phone_of(token)

    def phone_of(self, token: str) -> Phone | None:
        """Whose token it is; None if nobody's, or of one that was sent away or long unused."""
        phone = self._phones.get(hash_of(token)) if token else None
        moment = int(time.time())
        if phone is None or phone.seen < moment - UNUSED_DAYS * DAY:
            return None
        if phone.seen < moment - DAY:
            with suppress(OSError), self._changing():  # who was let in stays so, though it cannot be written down
                self._renew(phone, seen=moment)
        return phone

    def call(self, token: str, name: str) -> None:
        """Who sits behind a phone, as they say themselves."""
        phone = self.phone_of(token)
        if phone is not None and phone.name != name:
            with self._changing():
                self._renew(phone, name=name)

    def phones(self) -> list[Phone]:
        """All that were let in, the newest first."""
        return sorted(self._phones.values(), key=lambda one: -one.since)

    def send_away(self, phone_id: str) -> bool:
        """Let one in no longer; whether there was one."""
        with self._changing():
            found = [one for one in self._phones.values() if one.id == phone_id]
            for one in found:
                del self._phones[one.hash]
        return bool(found)

    def begin_anew(self) -> None:
        """Let nobody in any longer, and change the PIN and the links."""
        with self._changing():
            self._phones.clear()
            self.pin = six_digits()
            self.guest, self.host = secrets.token_urlsafe(24), secrets.token_urlsafe(24)

    def _renew(self, phone: Phone, **told: Any) -> None:
        """Write down more of a phone, unless it was sent away meanwhile."""
        if known := self._phones.get(phone.hash):
            self._phones[phone.hash] = replace(known, **told)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """What changes in the block is kept; where it cannot be, nothing has changed, and whoever asked is told."""
        with self._lock:
            before = dict(self._phones), self.pin, self.guest, self.host
            try:
                yield
                self._write()
            except BaseException:
                self._phones, self.pin, self.guest, self.host = before
                raise

    def _read(self) -> dict[str, Any]:
        """What was kept, with its phones; a file that cannot be read is put aside and told of, never written over."""
        try:
            told: dict[str, Any] = json.loads(self._path.read_text("utf-8"))
            known = [Phone(**{**one, "role": Role(one["role"])}) for one in told.get("phones", [])]
            secret = {name: str(told[name]) for name in ("pin", "guest", "host") if told.get(name)}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            self._put_aside()
            return {}
        self._phones = {phone.hash: phone for phone in known}
        return secret

    def _put_aside(self) -> None:
        aside = self._path.with_name(f"{self._path.name}.unreadable")
        with suppress(OSError):
            self._path.replace(aside)
        self.trouble = say(
            "{name} could not be read and was put aside as {aside}: the PIN and the links are new, and every phone "
            "must be let in again.",
            name=self._path.name,
            aside=aside.name,
        )

    def _write(self) -> None:
        """Whole or not at all, and for nobody else to read."""
        private_folder(self._path.parent)
        told = {
            "pin": self.pin,
            "guest": self.guest,
            "host": self.host,
            "phones": [asdict(one) for one in self._phones.values()],
        }
        write_whole(self._path, json.dumps(told, indent=1).encode())


def six_digits() -> str:
    return f"{secrets.randbelow(1_000_000):06d}"


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
