"""``tally watch``: a camera or a video, and every roll as it comes to rest."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rich.text import Text

from api.answers.play import plain_state
from api.errors import UserError
from api.owner.known import with_owner
from api.owner.printed import catalogue_of
from api.reading.reader import DICE
from api.terminal.commands.read import check_first_row, laid_outcome, not_read_yet
from api.terminal.input import find_game
from api.terminal.readings import die_words
from api.terminal.render import console
from api.terminal.running import RunningTable
from api.terminal.spoken import speak
from scoring.words import listed, say
from vision.cards import card_finder
from vision.detector import dice_detector
from vision.live import CameraError, Settled, open_shots, watch
from vision.network import ModelError
from vision.photo import Frame
from vision.settling import FRAMES_TO_SETTLE
from vision.tables import READABLE, read_table, reader_of, table_of
from vision.tables.again import nothing
from vision.tables.contract import State
from vision.tables.table import Hints
from vision.tablewatch import TableSettled, watch_table

ASKED_AT_ONCE = 3


@dataclass(frozen=True)
class Eye:
    """What is watched, and how it is told; with a `table` every settled reading is laid on it."""

    game_id: str
    camera: str = "0"
    frames: int = FRAMES_TO_SETTLE
    as_json: bool = False
    table: str | None = None
    player: str | None = None
    round: int | None = None


def watch_camera(eye: Eye, hints: Hints) -> None:
    """Print each roll (or each state of a game's table) once it has settled, until the video ends or Ctrl-C."""
    game_id, camera, frames, as_json = eye.game_id, eye.camera, eye.frames, eye.as_json
    if game_id != DICE and game_id not in READABLE:
        find_game(game_id)
        raise not_read_yet(game_id)
    check_first_row(hints)
    if eye.table is not None:
        _follow(eye, hints)
        return
    if game_id != DICE and not reader_of(game_id).dice:
        _watch_cards(game_id, camera, frames, as_json, hints)
        return
    with _sentences():
        shots = open_shots(camera, _tell_camera)
        detector = dice_detector()
    if not as_json:
        print(speak(say("Watching. Ctrl-C ends it.")), file=sys.stderr)
    seen = 0
    with _sentences():
        for settled in watch(shots, partial(detector.read, quick=True), frames):
            seen += 1
            _tell(game_id, settled, as_json, hints)
    if not as_json and not seen:
        console().print(speak(say("No roll settled.")))


@contextmanager
def _sentences() -> Iterator[None]:
    """Ctrl-C ends it; a camera or weights that cannot be used are a sentence."""
    try:
        yield
    except KeyboardInterrupt:
        print(file=sys.stderr)
    except (CameraError, ModelError) as error:
        raise UserError(error.args[0]) from None


def _tell_camera(sentence: str) -> None:
    print(speak(sentence), file=sys.stderr, flush=True)


def _watch_cards(game_id: str, camera: str, frames: int, as_json: bool, hints: Hints) -> None:
    """The same for games of cards and tiles: each settled table is laid on what was seen so far."""
    with _sentences():
        shots = open_shots(camera, _tell_camera)
        card_finder()
    if not as_json:
        print(speak(say("Watching. Ctrl-C ends it.")), file=sys.stderr)
    game = find_game(game_id)
    known = with_owner(game, hints)
    state: State | None = None
    with _sentences():
        for settled in watch_table(shots, lambda pixels: read_table(game_id, Frame(pixels), known), frames):
            table = laid_outcome(settled.reading, known, state)
            state = plain_state(table.state)
            _tell_table(settled, game.notation(table.state), table.as_json("en") if as_json else None)
    if not as_json and state is None:
        console().print(speak(say("No table settled.")))


def _follow(eye: Eye, hints: Hints) -> None:
    """Lay every settled table on a running one, and tell what that changed."""
    if eye.game_id == DICE or eye.table is None:
        raise UserError(say("Loose dice belong to no table; name the game that is played there."))
    running = RunningTable.at(eye.table)
    seats = running.seats(eye.game_id, eye.player)
    with _sentences():
        shots = open_shots(eye.camera, _tell_camera)
        card_finder()
    if not eye.as_json:
        print(speak(say("Watching for {name}. Ctrl-C ends it.", name=running.title)), file=sys.stderr)
    known = with_owner(find_game(eye.game_id), hints)
    turn = None if eye.round is None else eye.round - 1
    with _sentences():
        for settled in watch_table(shots, lambda pixels: read_table(eye.game_id, Frame(pixels), known), eye.frames):
            told = running.lay(settled.pixels, seats, turn, hints.first_row)
            turn = told.get("round", turn)  # what the camera sees next belongs to the same round
            _tell_change(settled, told, eye.as_json)


def _tell_change(settled: TableSettled, told: dict[str, Any], as_json: bool) -> None:
    """What a settled table changed on the running one, and what speaks against it."""
    if as_json:
        chosen = {name: told.get(name, []) for name in ("changes", "against", "problem")}
        asked = [question["text"] for question in told.get("questions", ())]
        moment = {"seconds": round(settled.seconds, 2), "frame": settled.number}
        print(json.dumps({**moment, **chosen, "questions": asked}, ensure_ascii=False), flush=True)
        return
    minutes, seconds = divmod(settled.seconds, 60)
    out = console()
    lines = told.get("changes") or [told.get("problem") or speak(say("nothing changed"))]
    for line in lines:
        out.print(Text.assemble((f"{minutes:02.0f}:{seconds:04.1f}", "dim"), f"  {line}"))
    for line in told.get("against", ()):
        out.print(Text(f"         ! {line}", style="red"))
    for question in told.get("questions", ())[:ASKED_AT_ONCE]:
        out.print(Text(f"         ? {question['text']}", style="yellow"))


def _tell_table(settled: TableSettled, notation: str, answer: dict[str, Any] | None) -> None:
    """A table that has settled, and what came and went since the last one."""
    if answer is not None:
        changes = {"came": settled.came, "gone": settled.gone}
        told = {"seconds": round(settled.seconds, 2), "frame": settled.number, **changes, **answer}
        print(json.dumps(told | {"notation": notation}, ensure_ascii=False), flush=True)
        return
    minutes, seconds = divmod(settled.seconds, 60)
    console().print(Text.assemble((f"{minutes:02.0f}:{seconds:04.1f}", "dim"), f"  {notation}"))
    for sign, lying in (("+", settled.came), ("-", settled.gone)):
        for place, code in lying:
            console().print(Text(f"         {sign} {code} {place or ''}".rstrip(), style="dim"))


def _tell(game_id: str, settled: Settled, as_json: bool, hints: Hints) -> None:
    told: dict[str, object] = {"seconds": round(settled.seconds, 2), "frame": settled.number}
    if game_id == DICE:
        told |= settled.roll.as_json()
        words = _spelled(settled)
    else:
        game = find_game(game_id)
        told_hints = replace(hints, catalogue=catalogue_of(game))
        table = laid_outcome(table_of(game_id, settled.roll.dice, told_hints), told_hints)
        notation = game.notation(table.state)
        words = notation if table.pieces else nothing(table.reading.left_open)
        told |= table.as_json("en") | {"notation": notation}
    if as_json:
        print(json.dumps(told, ensure_ascii=False), flush=True)
    else:
        minutes, seconds = divmod(settled.seconds, 60)
        console().print(Text.assemble((f"{minutes:02.0f}:{seconds:04.1f}", "dim"), f"  {words}"))


def _spelled(settled: Settled) -> str:
    dice = settled.roll.dice
    if not dice:
        return speak(say("the table is empty"))
    shown = listed(map(die_words, dice))
    return speak(say("dice: {count}, sum {sum}: {shown}", count=len(dice), sum=settled.roll.sum, shown=shown))
