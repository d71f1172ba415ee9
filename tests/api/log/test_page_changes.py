"""The page moves its own changes over those of others as the service does, so that both show the same table."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from api.log.applying import Document, applied
from api.log.entries import Entry
from api.log.rebasing import rebased
from api.log.refused import Refused
from api.log.steps import Add, Move, Put, Set, Step, Take

ROOT = Path(__file__).parents[3]
CASES = 600
NODE = shutil.which("node")
SCRIPT = """
import { carriedOver, made } from "./api/web/static/lib/changes.js";
const cases = JSON.parse(await new Response(process.stdin).text());
const told = cases.map(({ document, own, others }) => {
  const after = made(document, others);
  const moved = carriedOver(own, others);
  return { after, moved: moved?.steps ?? null, both: moved && after ? made(after, moved.steps) : null };
});
console.log(JSON.stringify(told));
"""
STEP: TypeAdapter[Step] = TypeAdapter(Step)


def table(pick: random.Random) -> Document:
    hands = [
        [{"id": f"p{seat}{card}", "n": pick.randrange(9)} for card in range(pick.randrange(1, 4))] for seat in (0, 1)
    ]
    return {"gold": pick.randrange(9), "hero": "nobody", "hands": hands}


def step(pick: random.Random, document: Document, kinds: tuple[str, ...]) -> Step:
    seat = pick.randrange(2)
    path, cards = f"/hands/{seat}", document["hands"][seat]
    kind = pick.choice(kinds if cards else ("put", "add"))
    if kind == "put":
        return Put(path=path, value={"id": f"new{pick.randrange(99)}", "n": 0}, index=pick.randrange(len(cards) + 1))
    if kind == "add":
        card = pick.randrange(len(cards)) if cards else None
        return Add(path="/gold" if card is None else f"{path}/{card}/n", n=pick.choice((-1, 1, 3)))
    card = pick.randrange(len(cards))
    if kind == "set":
        return Set(path=f"{path}/{card}/id", value=f"s{pick.randrange(99)}", expect=cards[card]["id"])
    if kind == "take":
        return Take(path=path, index=card, value=cards[card])
    return Move(path=path, index=card, value=cards[card], to=f"/hands/{1 - seat}", to_index=0)


def several(pick: random.Random, document: Document, kinds: tuple[str, ...]) -> tuple[Document, list[Step]]:
    """Steps that follow each other, every index said, and the table after them."""
    steps: list[Step] = []
    for _ in range(pick.randrange(1, 4)):
        document, (stood,) = applied(document, [step(pick, document, kinds)])
        steps.append(stood)
    return document, steps


def by_the_service(document: Document, own: list[Step], others: list[Step]) -> tuple[list[Any] | None, Document | None]:
    entry = Entry(version=2, id="other", kind="edit", steps=tuple(others))
    try:
        moved = rebased(own, [entry])
    except Refused:
        return None, None
    try:
        return [one.plain() for one in moved], applied(document, moved)[0]
    except Refused:
        return [one.plain() for one in moved], None


@pytest.mark.skipif(NODE is None, reason="node is not installed: the page's way of merging is not compared")
def test_the_page_merges_as_the_service_does() -> None:
    pick = random.Random(20261117)
    cases, expected = [], []
    for _ in range(CASES):
        document = table(pick)
        after, others = several(pick, document, ("set", "add", "put", "take", "move"))
        _, own = several(pick, document, ("set", "add", "put", "take"))
        cases.append(
            {"document": document, "own": [one.plain() for one in own], "others": [one.plain() for one in others]}
        )
        expected.append((after, *by_the_service(after, own, others)))
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", SCRIPT],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    merged = 0
    for case, told, (after, moved, both) in zip(cases, json.loads(done.stdout), expected, strict=True):
        assert told["after"] == after, case
        assert told["moved"] == moved, (case, told["moved"], moved)
        if both is not None:
            assert told["both"] == both, case
            merged += 1
    assert merged > CASES / 3
