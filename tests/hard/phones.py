"""Phones at a table of Roll Player that write as fast as they can, and what must be there by what was acknowledged."""

from __future__ import annotations

import http.client
import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.served import PATIENCE

GOLD, NAME, CARDS = "/state/players/0/gold", "/state/players/0/name", "/state/players/0/cards"
KINDS = ("gold", "gold", "put", "put", "take", "name", "undo", "redo")
CARD_IDS = ("longsword", "wand")
Step = dict[str, Any]


class Cut(Exception):  # noqa: N818  # what happens to a line
    """The line was cut; nobody knows whether the request arrived."""


def ask(port: int, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """One request on a line of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, f"/api/v1{path}", json.dumps(body) if body is not None else None, HEADERS)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Cut from error
    finally:
        connection.close()


HEADERS = {"content-type": "application/json"}


@dataclass
class Truth:
    """What must be on the table."""

    gold: int = 0
    name: str = "Ann"
    cards: Counter[str] = field(default_factory=Counter)

    def make(self, step: Step, *, back: bool = False) -> None:
        """Follow an acknowledged step."""
        sign = -1 if back else 1
        if step["kind"] == "add":
            self.gold += sign * step["n"]
        elif step["kind"] == "set":
            self.name = step["expect"] if back else step["value"]
        else:
            self.cards[step["value"]] += sign * (1 if step["kind"] == "put" else -1)

    def check(self, document: dict[str, Any]) -> None:
        """Compare with a table."""
        player = document["state"]["players"][0]
        assert (player["gold"], player["name"]) == (self.gold, self.name)
        assert Counter(player["cards"]) == +self.cards


@dataclass
class Phone:
    """One phone: what it saw, what it made and took back."""

    port: int
    table: str
    name: str
    chance: Random
    view: dict[str, Any] = field(default_factory=dict)
    made: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)
    sent: int = 0
    refused: int = 0
    acknowledged: set[str] = field(default_factory=set)

    def look(self) -> None:
        """See the table as it is."""
        self.view = self.surely("GET", f"/tables/{self.table}?phone={self.name}")[1]

    def surely(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Ask until the line holds; the same id makes a change that arrived twice count once."""
        for _ in range(200):
            try:
                return ask(self.port, method, path, body)
            except Cut:
                continue
        raise AssertionError("the line was cut 200 times in a row")

    def step(self, kind: str) -> Step | None:
        """A step that makes sense on what this phone sees."""
        player = self.view["document"]["state"]["players"][0]
        if kind == "gold":
            return {"kind": "add", "path": GOLD, "n": self.chance.randint(1, 3)}
        if kind == "name":
            return {"kind": "set", "path": NAME, "value": f"{self.name} {self.sent}", "expect": player["name"]}
        if kind == "put" and len(player["cards"]) < 60:
            return {"kind": "put", "path": CARDS, "value": self.chance.choice(CARD_IDS)}
        if kind == "take" and player["cards"]:
            index = self.chance.randrange(len(player["cards"]))
            return {"kind": "take", "path": CARDS, "index": index, "value": player["cards"][index]}
        return None

    def play(self, kind: str, truth: Truth) -> None:
        """Do one thing; what is acknowledged is true from now on."""
        self.sent += 1
        change: dict[str, Any] = {"id": f"{self.name}-{self.sent}", "phone": self.name}
        if kind in ("undo", "redo"):
            self._take_back(kind, change, truth)
            return
        step = self.step(kind)
        if step is None:
            return
        body = {**change, "version": self.view["version"], "steps": [step]}
        status, answer = self.surely("POST", f"/tables/{self.table}/changes", body)
        if self._accepted(status, answer, change["id"]):
            self.made.append(step)
            self.undone.clear()
            truth.make(step)

    def _take_back(self, verb: str, change: dict[str, Any], truth: Truth) -> None:
        source, target = (self.made, self.undone) if verb == "undo" else (self.undone, self.made)
        status, answer = self.surely("POST", f"/tables/{self.table}/{verb}", change)
        if self._accepted(status, answer, change["id"]):
            step = source.pop()
            target.append(step)
            truth.make(step, back=verb == "undo")

    def _accepted(self, status: int, answer: Any, change_id: str) -> bool:
        if status == 200:
            self.acknowledged.add(change_id)
            self.view = answer["table"]
            return True
        assert status in (409, 422), (status, answer)
        assert answer["detail"]
        self.refused += 1
        self.look()
        return False


def new_table(port: int) -> str:
    """A table of Roll Player at which Ann has nothing."""
    body = {"game": "rollplayer", "players": ["Ann", "Bob"]}
    status, table = ask(port, "POST", "/tables", body)
    assert status == 201
    gold = table["document"]["state"]["players"][0]["gold"]
    change = {"version": 1, "steps": [{"kind": "set", "path": GOLD, "value": 0, "expect": gold}]}
    if gold:
        assert ask(port, "POST", f"/tables/{table['id']}/changes", change)[0] == 200
    return str(table["id"])
