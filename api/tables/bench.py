"""How large the log of an evening is, beside what it was when every change kept the whole table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from api.answers import play
from api.log.arbiter import MOMENT_EVERY, Arbiter, At, Sender
from api.log.differing import difference
from api.log.document import Games
from api.log.entries import Entry, now
from api.log.keeping import Memory, TableHead
from api.log.steps import Put, Step
from api.log.wishes import editing
from scoring.game import Game
from scoring.games import games

PHONES = ("a", "b", "c", "d")
TABLE = "evening"


def figures() -> dict[str, Any]:
    """For every game its sample, entered piece by piece by four phones."""
    return {game.id: evening(game) for game in games() if game.samples}


def evening(game: Game[Any]) -> dict[str, float]:
    """Changes, and kilobytes of the log before (the whole table with every change) and now."""
    sample = play.plain_state(game.sample())
    log = Memory()
    arbiter = Arbiter(log, Games())
    moment = now()
    names, colours = _people(sample)
    begun = {"title": game.title, "state": play.new_state(game, names, sample.get("options", {}), colours)}
    at = arbiter.begin(TableHead(TABLE, game.id, game.title, 0, moment, moment), begun, Sender())
    before = kept = _size(at.document)
    steps = [piece for step in difference(at.document["state"], sample, ("state",)) for piece in _piece_by_piece(step)]
    for number, step in enumerate(steps):
        at = _changed(arbiter, at, step, PHONES[number % len(PHONES)])
        before += _size(step.plain()) + _size(at.document)
        kept += _size(at.document) if at.version % MOMENT_EVERY == 0 else 0
    kept += sum(_size(_row(entry)) for entry in log.entries(TABLE))
    return {"changes": len(steps), "kilobytes_before": _kilo(before), "kilobytes": _kilo(kept)}


def _piece_by_piece(step: Step) -> Iterator[Step]:
    """What a sample holds as a whole, such as a round with its dice, as people enter it."""
    if not isinstance(step, Put) or not isinstance(step.value, dict):
        yield step
        return
    lists = {name: value for name, value in step.value.items() if isinstance(value, list)}
    begun = {name: pieces[:1] for name, pieces in lists.items()}
    yield Put(path=step.path, index=step.index, value={**step.value, **begun})
    for name, pieces in lists.items():
        for piece in pieces[1:]:
            yield Put(path=f"{step.path}/{step.index}/{name}", value=piece)


def _people(sample: dict[str, Any]) -> tuple[list[str], list[str]]:
    players = sample["players"]
    return [player["name"] for player in players], [player.get("colour", "") for player in players]


def _changed(arbiter: Arbiter, at: At, step: Step, phone: str) -> At:
    wish = editing(arbiter, [step], at.version, Sender(phone))
    return arbiter.change(TABLE, wish, lambda after, entry: after).answer


def _row(entry: Entry) -> dict[str, Any]:
    plain = entry.model_dump(mode="json", exclude={"steps"})
    return {**plain, "steps": [step.plain() for step in entry.steps]}


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _kilo(size: int) -> float:
    return round(size / 1024, 1)
