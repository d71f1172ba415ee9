"""``tally read``: what the dice in photos show, and for a game the state and its score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from api.answers.encode import plain
from api.answers.laying import Outcome, beginning, laid
from api.answers.play import plain_state
from api.answers.refusals import Refusal
from api.answers.whose import NOBODY, seats_of
from api.errors import UserError
from api.language.speech import translator
from api.owner.known import with_owner
from api.owner.printed import catalogue_of
from api.reading.reader import DICE
from api.terminal.input import find_game, load_state
from api.terminal.readings import print_roll, print_table
from api.terminal.render import check_language, console, print_json, print_score
from api.terminal.spoken import speak
from scoring.game import NO_SCORE_YET, Game
from scoring.names import unknown_name
from scoring.sheet import Problem
from scoring.todo import Count, count
from scoring.words import listed, say
from vision.detector import dice_detector, read_dice
from vision.network import ModelError
from vision.overlay import mark, mark_of, save_overlay
from vision.photo import Photo, PhotoError, open_photo
from vision.photofiles import find_photos
from vision.roll import roll_of
from vision.tables import READABLE, read_table, reader_of
from vision.tables.contract import Asked, CannotLay, Spot, State
from vision.tables.table import Hints, TableReading

ENDS = ("far", "top", "bottom", "left", "right")
PLAYER = "Player 1"
WHOSE = "players"


@dataclass(frozen=True)
class Wish:
    """What was asked for: which game, how to answer, and the table into which the reading goes."""

    game_id: str
    as_json: bool = False
    save: str | None = None
    hints: Hints = field(default_factory=Hints)
    into: str | None = None
    lang: str = "en"
    player: str = PLAYER
    round: int | None = None


def read_photos(wish: Wish, names: Sequence[str]) -> int:
    """Read all photos and print what they show; the exit code is 1 when a photo could not be read."""
    game_id, hints = wish.game_id, wish.hints
    check_language(wish.lang)
    if game_id != DICE and game_id not in READABLE:
        find_game(game_id)
        raise not_read_yet(game_id)
    check_first_row(hints)
    try:
        paths = find_photos(names)
        dice_detector()
    except (PhotoError, ModelError) as error:
        raise UserError(error.args[0]) from None
    so_far = plain_state(load_state(find_game(game_id), wish.into)) if wish.into and game_id != DICE else None
    answers, failures = [], 0
    for path in _with_progress(paths):
        try:
            answers.append(_answer(wish, open_photo(path), _overlay_path(wish.save, path, len(paths)), so_far))
        except PhotoError as error:
            failures += 1
            answers.append(_failure(path, translator(wish.lang)(error.args[0]), wish.as_json))
    if wish.as_json:
        print_json({"game": game_id, "photos": answers})
    return 1 if failures else 0


def not_read_yet(game_id: str) -> UserError:
    """Photos of this game cannot be read; those of which games can."""
    known = ", ".join((DICE, *READABLE))
    return UserError(say("Photos are read for {known}; {game} is not one of them yet.", known=known, game=game_id))


def check_first_row(hints: Hints) -> None:
    """Where the first row of a sheet lies is one of five words."""
    if refusal := unknown_name(say("end of a photo"), hints.first_row, ENDS):
        raise UserError(refusal)


def _answer(wish: Wish, photo: Photo, save: Path | None, so_far: State | None) -> dict[str, Any]:
    if wish.game_id == DICE:
        roll = roll_of(read_dice(photo))
        answer = roll.as_json()
        marks = [mark(die) for die in roll.dice]
        if not wish.as_json:
            print_roll(photo, roll)
    else:
        table = _table(wish, photo, so_far)
        answer = _scored(wish, table, photo)
        marks = [
            mark_of(seen.box, seen.piece.value, seen.die.colour.value if seen.die else None)
            for one in table.reading.everybody
            for seen in one.placed
        ]
    if save:
        save_overlay(photo, marks, save)
    size = {"photo": photo.name, "width": photo.width, "height": photo.height}
    return size | answer | ({"overlay": str(save)} if save else {})


def _table(wish: Wish, photo: Photo, so_far: State | None) -> Outcome:
    """The table a photo shows, laid on the game so far if there is one."""
    told = reader_of(wish.game_id).hints(so_far) if so_far else {}
    hints = with_owner(find_game(wish.game_id), replace(wish.hints, **told), photo.data)
    return laid_outcome(read_table(wish.game_id, photo, hints), hints, so_far, wish.player, wish.round)


def laid_outcome(
    reading: TableReading, hints: Hints, so_far: State | None = None, player: str = PLAYER, round_: int | None = None
) -> Outcome:
    """A reading laid on the game so far, or on a new game; a sentence where it cannot go or that is open.

    `player` names everybody that a photo shows, in its order, with commas between.
    """
    state = so_far or _begun(reading, hints, player)
    turn = None if round_ is None else round_ - 1
    try:
        return laid(reading, [Spot(seat, turn) for seat in _seats(reading, state, player, so_far is None)], state)
    except Asked as error:
        question = error.question
        if question.id == WHOSE:
            raise UserError(_whose(error, [one["name"] for one in state["players"]])) from None
        # people count rounds from one
        values = [one.value + 1 if isinstance(one.value, int) else one.value for one in question.choices]
        labels = [one.label for one in question.choices]
        told = [say("{value} ({label})", value=value, label=label) for value, label in zip(values, labels, strict=True)]
        choices = listed(told)
        raise UserError(
            say(
                "{question} Tell it with {option}: {choices}.",
                question=question.text,
                option=f"--{question.id}",
                choices=choices,
            )
        ) from None
    except (CannotLay, Refusal) as error:
        raise UserError(error.args[0]) from None


def _begun(reading: TableReading, hints: Hints, player: str) -> State:
    """A new game of everybody whom the photo shows."""
    pieces = [piece for one in reading.everybody for piece in one.pieces()]
    begun = beginning(reading.game, player, pieces, hints)
    if not reading.others:
        return begun
    told = [name.strip() for name in player.split(",")]
    fits = len(told) == len(reading.everybody)
    names = told if fits else [f"Player {number + 1}" for number in range(len(reading.everybody))]
    first = begun["players"][0]
    return {**begun, "players": [{**first, "name": name} for name in names]}


def _seats(reading: TableReading, state: State, player: str, new: bool) -> list[int]:
    """Whose pieces the photo shows, part by part."""
    reader = reader_of(reading.game)
    if not reading.others:
        return [0 if reader.everyone else _seat(state, player)]
    if new:
        return list(range(len(reading.others) + 1))
    names = [name.strip() for name in player.split(",")]
    told = None if player == PLAYER else [NOBODY if name == "-" else _seat(state, name) for name in names]
    return seats_of(reader, [one.pieces() for one in reading.everybody], state, told)


def _whose(error: Asked, names: Sequence[str]) -> str:
    """How to say whose is whose."""
    return say(
        "{question} Tell it with {option}, in the order of the photo: {choices}.",
        question=str(error.args[0]),
        option="--player",
        choices=",".join(names[: len(error.questions)]),
    )


def _seat(state: State, player: str) -> int:
    """Whose table it is; the only player of a game needs no name."""
    names = [one["name"] for one in state["players"]]
    if player not in names and len(names) != 1:
        raise UserError(
            say(
                "No {player} plays in that game; there are {names}. Say who with --player.",
                player=repr(player),
                names=", ".join(names),
            )
        )
    return names.index(player) if player in names else 0


def _scored(wish: Wish, table: Outcome, photo: Photo) -> dict[str, Any]:
    """The reading with the score of the state it shows; no points while a piece waits for its name."""
    game = find_game(table.reading.game)
    catalogue = catalogue_of(game)
    counted = count(game, table.state, catalogue, unnamed=table.unnamed)
    problems = game.problems(table.state, catalogue)
    notation = game.notation(table.state)
    if not wish.as_json:
        print_table(photo, table, notation)
        _print_result(game, counted, problems, wish.lang, table.unnamed > 0)
    return table.as_json(wish.lang) | {
        "notation": notation,
        "score": plain(counted.score),
        "problems": plain(problems),
    }


def _print_result(game: Game[Any], counted: Count, problems: list[Problem], lang: str, waiting: bool) -> None:
    if waiting:
        console().print(Text(f"  {translator(lang)(NO_SCORE_YET)}", style="yellow"))
    else:
        print_score(game, counted, problems, lang)


def _failure(path: Path, sentence: str, as_json: bool) -> dict[str, Any]:
    if not as_json:
        console().print(Text(sentence, style="red"))
    return {"photo": path.name, "error": sentence}


def _overlay_path(save: str | None, photo: Path, count: int) -> Path | None:
    """One photo is drawn into the file that was named, several into that folder."""
    if save is None:
        return None
    target = Path(save)
    if count == 1 and not target.is_dir() and target.suffix:
        return target
    return target / f"{photo.stem}.read.jpg"


def _with_progress(paths: list[Path]) -> Iterator[Path]:
    """The photos one by one, with a bar on the error stream when there are several."""
    if len(paths) < 2:
        yield from paths
        return
    columns = (TextColumn(speak(say("Reading photos"))), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(paths)
