"""A hundred thousand bad inputs over every door: no failure, no traceback, no answer slower than its budget."""

from __future__ import annotations

import contextlib
import http.client
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import websockets.exceptions
from websockets.sync.client import connect

from scoring.game import Game
from scoring.games import games
from tests.hard.mutations import WORDS, bad_bytes, bad_json, bad_text
from tests.hard.service import HARD, many
from tests.served import Served, memory_mb, serving

SAMPLES = Path(__file__).parents[2] / "vision" / "samples"
SHORT = 0.004  # of a long run
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is looked at under /proc")


@dataclass
class Door:
    """One connection, and what went over it."""

    served: Served
    answers: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0
    line: http.client.HTTPConnection | None = None

    def close(self) -> None:
        """Hang up."""
        if self.line is not None:
            self.line.close()
            self.line = None

    def ask(self, method: str, path: str, body: bytes | None, kind: str, budget: float) -> None:
        """One request that must never fail, nor take more seconds of the processor than its budget."""
        self.line = self.line or http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=120)
        begin = self.served.worked()
        try:
            self.line.request(method, path, body, {"content-type": kind} if body is not None else {})
            answer = self.line.getresponse()
            told = answer.read()
        except (http.client.HTTPException, OSError):
            self.close()  # refused before it was read; the next one has a line of its own
            assert self.served.process.poll() is None
            return
        taken = self.served.worked() - begin
        self.slowest = max(self.slowest, taken)
        self.answers[answer.status] += 1
        assert answer.status < 500, (method, path, body, told)
        assert answer.status < 400 or json.loads(told)["detail"], (path, body, told)
        assert taken < budget, (taken, path, body)

    def json(self, path: str, body: bytes, budget: float) -> None:
        """The same for a body of JSON."""
        self.ask("POST", path, body, "application/json", budget)

    def file(self, path: str, data: bytes, name: str, budget: float) -> None:
        """The same for a file."""
        head = f'--x\r\ncontent-disposition: form-data; name="photo"; filename="{name}"\r\n\r\n'.encode()
        body = head + data + b"\r\n--x--\r\n"
        self.ask("POST", path, body, "multipart/form-data; boundary=x", budget)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("fuzz") / "data") as running:
        yield running


def states() -> list[tuple[Game[Any], Any]]:
    """Every sample of every game."""
    return [(game, plain(game.sample(name))) for game in games() for name in game.samples]


def plain(state: Any) -> Any:
    return json.loads(state.model_dump_json()) if hasattr(state, "model_dump_json") else state


def fuzz_states(door: Door, chance: Random) -> None:
    game, state = chance.choice(STATES)
    what = chance.choice(("score", "check", "draw", "score", "notation"))
    door.json(f"/api/v1/games/{game.id}/{what}", bad_json(chance, state), 5)


def fuzz_referee(door: Door, chance: Random) -> None:
    game, question = chance.choice(QUESTIONS)
    door.json(
        f"/api/v1/games/{game.id}/questions/{question.id}",
        bad_json(chance, QUESTION_EXAMPLES[question.id, game.id]),
        12,
    )


def fuzz_search(door: Door, chance: Random) -> None:
    game = chance.choice(games())
    words = bad_text(chance, " ".join(chance.choices(WORDS, k=chance.randint(1, 6))))
    asked = urlencode({"q": words, "limit": chance.choice((1, 3, 20, -1, "x"))}, errors="replace")
    door.ask("GET", f"/api/v1/games/{game.id}/{chance.choice(('ask', 'rules'))}?{asked}", None, "", 3)


def fuzz_changes(door: Door, chance: Random) -> None:
    table = chance.choice(TABLES)
    steps = [
        {"kind": "set", "path": "/state/players/0/name", "value": "Ann", "expect": "Ann"},
        {"kind": "put", "path": "/state/players", "value": {"name": "Cat"}},
        {"kind": "add", "path": "/state/players/0/gold", "n": 2},
    ]
    change = {"id": f"f{chance.random()}", "version": 1, "phone": "f", "steps": chance.sample(steps, 2)}
    where = chance.choice(("changes", "changes", "undo", "redo", "restore", "snapshots"))
    door.json(f"/api/v1/tables/{table}/{where}", bad_json(chance, change), 8)


def fuzz_imports(door: Door, chance: Random) -> None:
    if chance.random() < 0.6:
        door.json("/api/v1/tables/import", bad_json(chance, chance.choice(EXPORTS)), 10)
        return
    game = chance.choice(games())
    door.json(f"/api/v1/games/{game.id}/catalogue/import", bad_json(chance, CATALOGUES[game.id]), 5)


def fuzz_addresses(door: Door, chance: Random) -> None:
    path = chance.choice(("/games/diceminer", "/tables/x", "/photos/1/picture", "/games/x/rules/DM-WIN", "/access/1"))
    odd = quote(bad_text(chance, path), safe="/", errors="replace")
    door.ask(chance.choice(("GET", "POST", "PUT", "DELETE", "PATCH")), f"/api/v1{odd}", None, "", 5)


def fuzz_photos(door: Door, chance: Random) -> None:
    photo = chance.choice(PHOTOS)
    game = photo.name.rpartition("-")[0]
    data = bad_bytes(chance, photo.read_bytes()[: chance.choice((200, 20_000, 10**7))])
    door.file(f"/api/v1/games/{game}/read", data, chance.choice(("p.jpg", "p.heic", "p.png", "", "p.exe")), 12)


DOORS: dict[str, tuple[int, Callable[[Door, Random], None]]] = {
    "states": (35_000, fuzz_states),
    "referee": (20_000, fuzz_referee),
    "search": (20_000, fuzz_search),
    "changes": (8_000, fuzz_changes),
    "imports": (4_000, fuzz_imports),
    "addresses": (5_000, fuzz_addresses),
    "photos": (1_000, fuzz_photos),
}
STATES = states()
QUESTIONS = [(game, question) for game in games() for question in game.questions]
QUESTION_EXAMPLES = {(question.id, game.id): plain(question.example) for game, question in QUESTIONS}
PHOTOS = sorted(SAMPLES.glob("*.jpg"))
TABLES: list[str] = []
EXPORTS: list[Any] = []
CATALOGUES: dict[str, Any] = {}


@pytest.fixture(scope="module")
def laid(served: Served) -> None:
    """Tables to change, and files to take in."""
    for game in games():
        body = json.dumps({"game": game.id, "players": ["Ann", "Bob"]}).encode()
        table = served.ask("POST", "/api/v1/tables", body, content_type="application/json").json()["id"]
        TABLES.append(table)
        EXPORTS.append(served.ask("GET", f"/api/v1/tables/{table}/export.json").json())
        CATALOGUES[game.id] = served.ask("GET", f"/api/v1/games/{game.id}/catalogue/export").json()


PIECES = {"photos": 50}  # a minute or two of the processor: a long run is made in pieces
PIECE = 5_000


def pieces() -> list[tuple[str, range]]:
    """The cases of every door, in pieces."""
    whole = {name: many(count, max(5, int(count * SHORT))) for name, (count, _) in DOORS.items()}
    return [
        (name, range(begin, min(begin + size, count)))
        for name, count in whole.items()
        for size in [PIECES.get(name, PIECE)]
        for begin in range(0, count, size)
    ]


@pytest.mark.parametrize("name, cases", pieces(), ids=lambda part: part if isinstance(part, str) else part.start)
def test_no_bad_input_makes_a_door_fail(
    served: Served, laid: None, name: str, cases: range, figure: Callable[..., None]
) -> None:
    fuzz = DOORS[name][1]
    held = 0.0
    with contextlib.closing(Door(served)) as door:
        for number in cases:
            fuzz(door, Random(f"{name} {number}"))
            if number == cases[len(cases) // 5]:
                held = memory_mb(served.process.pid, "VmRSS")
    now = memory_mb(served.process.pid, "VmRSS")
    assert "Traceback" not in served.log.read_text("utf-8", errors="replace")
    figure(
        f"bad input, {name}: cases; most work for one answer; memory at the end against the first fifth",
        f"{len(cases)}; {door.slowest:.1f} s; {now / max(held, 1):.2f} times",
        "no failure",
    )
    assert not HARD or now < held * 1.5 + 40, (held, now)


def test_open_lines_hear_anything(served: Served, laid: None, figure: Callable[..., None]) -> None:
    """Odd addresses of a table, odd messages, and lines that are dropped at once."""
    count = many(2_000, 20)
    for number in range(count):
        chance = Random(f"line {number}")
        table = chance.choice((*TABLES, "nobody", "%00", "a" * 200))
        after = chance.choice(("0", "-1", "99999999999", "x", "", "1e9"))
        path = chance.choice((f"/ws/tables/{table}?after={after}", f"/ws/live?table={table}", "/ws/live"))
        with (
            contextlib.suppress(websockets.exceptions.WebSocketException, OSError, TimeoutError, ValueError),
            connect(f"ws://127.0.0.1:{served.port}{path}", open_timeout=20, close_timeout=1) as line,
        ):
            for _ in range(chance.randrange(4)):
                line.send(
                    chance.choice(
                        ("", "{", "null", bad_text(chance, "hello"), b"", bad_bytes(chance, b"\xff\xd8" * 99))
                    )
                )
        assert served.process.poll() is None
    assert served.ask("GET", "/api/v1/version").status == 200
    assert "Traceback" not in served.log.read_text("utf-8", errors="replace")
    figure("bad input, open lines: cases", f"{count}", "no failure")
