"""The owner's own catalogue: printed values that a player told us, kept in the user data folder.

One JSON file per game holds the entries and the changes that led to them, so that any change can be undone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from api.errors import BrokenFileError, UnwrittenError, UserError
from api.owner.folders import data_folder, private_folder
from api.owner.shared import changing
from scoring.catalogue import Catalogue
from scoring.facttypes import FactError
from scoring.game import Game
from scoring.games import games, load
from scoring.names import unknown_name
from scoring.words import say

FORMAT = "tally-catalogue-1"
ROOM = "catalogue"
MOST_ITEMS = 1000  # more than any box holds; kinds that are open would let the file grow for ever
Entries = dict[tuple[str, str], Any]


def catalogue_of(game: Game[Any]) -> Catalogue:
    """The printed facts with the owner's word over them, read again only when the owner's file changed."""
    try:
        stamp = _path(game.id).stat()
    except OSError:
        return game.catalogue
    return _with_entries(game.id, _path(game.id), stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=8)
def _with_entries(game_id: str, path: Path, changed: int, size: int) -> Catalogue:
    game = load(game_id)
    entries = _entries(_load(game_id))
    if not entries:
        return game.catalogue
    try:
        return game.catalogue.with_owner(entries)
    except FactError as error:
        text = say(
            "Your catalogue file {name} holds a value that cannot be: {problem}",
            name=_path(game.id).name,
            problem=error.args[0],
        )
        raise BrokenFileError(text) from None


def mark(game_id: str) -> str:
    """What changes whenever the owner's word on a game does, the same on every host."""
    path = _path(game_id)
    try:
        stamp = path.stat()
    except OSError:
        return ""
    return _mark(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=32)
def _mark(path: Path, changed: int, size: int) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError:
        return ""


def set_value(game: Game[Any], item: str, field: str, value: Any) -> Any:
    """Enter one printed value; the checked value is returned."""
    checked = _checked(game, item, field, value)
    with changing(ROOM):
        document = _load(game.id)
        _change(document, item, field, checked)
        _save(game.id, document)
    return checked


def confirm(game: Game[Any], item: str, field: str) -> Any:
    """The owner has looked: the value that ships is what the card says."""
    try:
        game.catalogue.field(item, field)
    except FactError as error:
        raise UserError(error.args[0]) from None
    fact = game.catalogue.fact(item, field)
    if not fact.known:
        what = f"{item} {field}"
        raise UserError(say("Nothing is known of {what} yet; enter it with: set {what} VALUE.", what=what))
    return set_value(game, item, field, fact.value)


def confirm_all(game: Game[Any], item: str) -> dict[str, Any]:
    """The owner has looked at a whole card: every value of it that ships is right. Own entries stay as they are."""
    fields = _fields(game, item)
    mine = catalogue_of(game)
    known = {field: mine.fact(item, field) for field in fields if mine.fact(item, field).known}
    if not known:
        raise UserError(say("Nothing is known of {item} yet; enter its values with: set.", item=item))
    values = {field: fact.value for field, fact in known.items() if fact.confidence != "owner"}
    with changing(ROOM):
        document = _load(game.id)
        _change_together(document, [(item, field, value) for field, value in values.items()])
        _save(game.id, document)
    return values


def _fields(game: Game[Any], item: str) -> Collection[str]:
    """The fields of an item; UserError with the nearest items if there is none."""
    if refusal := unknown_name(say("item"), item, game.catalogue.names()):
        raise UserError(refusal)
    return game.catalogue.kinds[game.catalogue.items[item].kind].fields


def undo(game: Game[Any]) -> list[dict[str, Any]]:
    """Take the last act back: what was entered together goes together. Each change tells the value that holds now."""
    with changing(ROOM):
        document = _load(game.id)
        if not document["changes"]:
            raise UserError(say("There is nothing to undo in your {game} catalogue.", game=game.title))
        undone: list[dict[str, Any]] = []
        while not undone or undone[-1].get("joined"):
            change: dict[str, Any] = document["changes"].pop()
            _put(document, change["item"], change["field"], change["before"])
            undone.append(change)
        _save(game.id, document)
    catalogue = catalogue_of(game)
    return [_undone(change, catalogue) for change in reversed(undone)]


def _undone(change: dict[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    fact = catalogue.fact(change["item"], change["field"])
    return {**change, "now": fact.value, "confidence": fact.confidence}


def export(game: Game[Any]) -> dict[str, Any]:
    """The owner's entries as one file that another owner can import."""
    return {"format": FORMAT, "game": game.id, "entries": _load(game.id)["entries"]}


def import_entries(game: Game[Any], data: Any) -> int:
    """Take over another owner's entries; every one is checked before any is written."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UserError(say("That is not a catalogue exported by Tally."))
    if data.get("game") != game.id:
        other = repr(data.get("game"))
        raise UserError(say("That catalogue belongs to {other}, not to {game}.", other=other, game=repr(game.id)))
    given = data.get("entries")
    if not isinstance(given, dict) or not all(isinstance(fields, dict) for fields in given.values()):
        raise UserError(say("The catalogue's entries must be an object of items, each with its fields."))
    checked = [
        (item, field, _checked(game, item, field, value))
        for item, fields in given.items()
        for field, value in fields.items()
    ]
    with changing(ROOM):
        document = _load(game.id)
        _change_together(document, checked)
        _save(game.id, document)
    return len(checked)


def _checked(game: Game[Any], item: str, field: str, value: Any) -> Any:
    try:
        return game.catalogue.check(item, field, value)
    except FactError as error:
        raise UserError(error.args[0]) from None


def _change(document: dict[str, Any], item: str, field: str, value: Any, joined: bool = False) -> None:
    """Write a value and remember it; a change that is ``joined`` belongs to the act of the one before."""
    before = document["entries"].get(item, {}).get(field)
    change = {"item": item, "field": field, "before": before, "after": value}
    document["changes"].append(change | ({"joined": True} if joined else {}))
    _put(document, item, field, value)


def _change_together(document: dict[str, Any], values: Iterable[tuple[str, str, Any]]) -> None:
    for number, (item, field, value) in enumerate(values):
        _change(document, item, field, value, joined=number > 0)


def _put(document: dict[str, Any], item: str, field: str, value: Any) -> None:
    """Write a value, or remove the entry where ``value`` is None."""
    if item not in document["entries"] and len(document["entries"]) >= MOST_ITEMS:
        raise UserError(say("There are too many; at most {max_length}", max_length=MOST_ITEMS))
    fields = document["entries"].setdefault(item, {})
    if value is None:
        fields.pop(field, None)
    else:
        fields[field] = value
    if not fields:
        del document["entries"][item]


def _entries(document: dict[str, Any]) -> Entries:
    return {(item, field): value for item, fields in document["entries"].items() for field, value in fields.items()}


def _path(game_id: str) -> Path:
    return data_folder() / ROOM / f"{game_id}.json"


def _load(game_id: str) -> dict[str, Any]:
    path = _path(game_id)
    try:
        document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {"format": FORMAT, "entries": {}, "changes": []}
    except (OSError, ValueError):
        text = say("Your catalogue file {path} cannot be read. Mend it or move it away.", path=path)
        raise BrokenFileError(text) from None
    if not _is_ours(document):
        text = say("Your catalogue file {path} is not one of Tally's. Mend it or move it away.", path=path)
        raise BrokenFileError(text)
    return document


def _is_ours(document: Any) -> bool:
    return (
        isinstance(document, dict)
        and document.get("format") == FORMAT
        and isinstance(document.get("entries"), dict)
        and all(isinstance(fields, dict) for fields in document["entries"].values())
        and isinstance(document.get("changes"), list)
    )


def trouble() -> list[str]:
    """Which of the owner's catalogue files cannot be used, a sentence each."""
    found = []
    for game in games():
        try:
            catalogue_of(game)
        except BrokenFileError as error:
            found.append(error.sentence)
    return found


def _save(game_id: str, document: dict[str, Any]) -> None:
    path = _path(game_id)
    try:
        private_folder(data_folder())
        path.parent.mkdir(exist_ok=True)
        from vision.whole import write_whole  # only who writes: scoring loads nothing of vision

        write_whole(path, json.dumps(document, ensure_ascii=False, indent=1).encode())
    except OSError as error:
        text = say("Your catalogue cannot be written to {folder}: {reason}.", folder=path.parent, reason=error.strerror)
        raise UnwrittenError(text) from error
