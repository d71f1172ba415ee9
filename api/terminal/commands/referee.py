"""``tally referee``: settle a dispute."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from api.answers.encode import plain
from api.errors import UserError
from api.language.speech import spoken
from api.owner.printed import catalogue_of
from api.terminal.commands.form import filled
from api.terminal.input import find_game, load_model, load_state
from api.terminal.render import check_language, console, print_json, print_ruling
from api.terminal.spoken import speak
from scoring.game import Game
from scoring.question import Question
from scoring.words import say


def show_ruling(game_id: str, question_id: str | None, ask: str | None, as_json: bool, lang: str) -> None:
    """List the questions, show what one needs, or settle it."""
    game = find_game(game_id)
    if question_id is None:
        _list_questions(game, as_json)
        return
    question = find_question(game, question_id)
    if ask is None:
        _show_example(game, question, as_json)
        return
    print_settled(game, question, load_model(question.ask, ask, say("the question")), as_json, lang)


def ask_and_settle(game_id: str, question_id: str, table: str | None, player: int, as_json: bool, lang: str) -> None:
    """Ask for a question field by field, with what a table tells of it taken from there, and settle it."""
    game = find_game(game_id)
    question = find_question(game, question_id)
    state = load_state(game, table) if table else None
    print_settled(game, question, filled(game, question, state, player - 1, check_language(lang)), as_json, lang)


def print_settled(game: Game[Any], question: Question, ask: Any, as_json: bool, lang: str) -> None:
    """The ruling on a whole question."""
    ruling = question.settle(ask, catalogue_of(game))
    if as_json:
        print_json(spoken(plain(ruling), check_language(lang)))
    else:
        print_ruling(game, ruling, lang)


def find_question(game: Game[Any], question_id: str) -> Question:
    """The question, or a sentence that lists those the game answers."""
    try:
        return game.question(question_id)
    except LookupError as error:
        raise UserError(error.args[0]) from None


def _list_questions(game: Game[Any], as_json: bool) -> None:
    if as_json:
        print_json([{"id": q.id, "title": q.title, "schema": q.ask.model_json_schema()} for q in game.questions])
        return
    table = Table(speak(say("question")), speak(say("what it settles")), box=None, pad_edge=False)
    for question in game.questions:
        table.add_row(question.id, speak(question.title))
    console().print(table)


def _show_example(game: Game[Any], question: Question, as_json: bool) -> None:
    if as_json:
        print_json({"example": question.example, "schema": question.ask.model_json_schema()})
        return
    console().print(f"{question.title}\nPut the question as JSON, for example:", markup=False)
    print_json(question.example)
    console().print(f"tally referee {game.id} {question.id} FILE.json", markup=False)
    told = say("Or be asked field by field: {command}", command=f"tally referee {game.id} {question.id} --fill")
    console().print(speak(told), markup=False)
