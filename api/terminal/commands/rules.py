"""``tally rule``: the answer to a question in own words, or one rule by its id."""

from __future__ import annotations

import sys
from typing import Any

from rich.padding import Padding
from rich.text import Text

from api.answers.asked import reply_data
from api.answers.encode import rule_data
from api.errors import UserError
from api.language.speech import translator
from api.owner.printed import catalogue_of
from api.terminal.commands.referee import ask_and_settle
from api.terminal.input import find_game
from api.terminal.render import check_language, console, print_json, print_rule
from api.terminal.spoken import language
from scoring.game import Game
from scoring.words import say

COLOURS = {"yes": "green", "no": "red", "silent": "yellow", "card": "yellow"}


def show_rules(
    game_id: str, question: str, lang: str | None, limit: int, as_json: bool, table: str | None = None
) -> None:
    """Answer a question, or show one rule by its id."""
    game = find_game(game_id)
    named = game.rulebook.rules.get(question.strip().upper())
    if named:
        shown_in = check_language(lang or language())
        if as_json:
            print_json(rule_data(named, shown_in))
        else:
            print_rule(game, named, shown_in)
        return
    reply = game.ask(question, limit)
    shown_in = check_language(lang or reply.lang)
    data = reply_data(game, reply, catalogue_of(game), shown_in)
    if as_json:
        print_json(data)
        return
    if not reply.hits:
        told = {"game": game.title, "question": repr(question)}
        raise UserError(say("No rule of {game} answers {question}. Try a word that stands on the pieces.", **told))
    _print_reply(game, data, shown_in)
    if reply.case and sys.stdin.isatty():
        ask_and_settle(game.id, reply.case, table, 1, as_json, shown_in)


def _print_reply(game: Game[Any], data: dict[str, Any], lang: str) -> None:
    first, *others = data["hits"]
    shown: set[str] = set()
    if data["headline"]:
        console().print(Text(data["headline"], style="bold yellow"))
    _print_hit(game, {**first, "say": "", "card": None} if data["case"] else first, lang, shown)
    if others and data["sure"]:
        console().print(Text(translator(lang)(say("Related:")), style="dim"))
    for hit in others:
        if data["sure"] and hit["answer"] is None and hit["rules"][0]["id"] in shown:
            continue
        _print_hit(game, hit, lang, shown)


def _print_hit(game: Game[Any], hit: dict[str, Any], lang: str, shown: set[str]) -> None:
    """Verdict and sentence, what is known of a card, then each rule that was not shown yet."""
    out, speak = console(), translator(lang)
    said = Text.assemble((hit["headline"], f"bold {COLOURS.get(hit['verdict'], '')}".strip()))
    if hit["card"]:
        _print_card(hit["card"], said, lang)
    elif hit["say"]:
        out.print(said + Text(f" {hit['say']}" if hit["headline"] else hit["say"], style="bold"))
    if hit["referee"]:
        told = say("A concrete case: tally referee {game} {question} --fill", game=game.id, question=hit["referee"])
        out.print(Text(speak(told), style="cyan"))
    for rule in hit["rules"]:
        if rule["id"] not in shown:
            print_rule(game, game.rulebook[rule["id"]], lang)
        shown.add(rule["id"])


def _print_card(card: dict[str, Any], said: Text, lang: str) -> None:
    out = console()
    out.print(Text(f"{card['name']} ({card['kind']}) ", style="bold") + said)
    for fact in card["known"]:
        out.print(Padding(Text(f"{fact['ask']} {fact['value']} ({fact['known_from']})"), (0, 0, 0, 2)))
    if card["unknown"]:
        count = say("Printed values that nobody has told yet: {count}.", count=card["unknown"])
        out.print(Padding(Text(translator(lang)(count), style="yellow"), (0, 0, 0, 2)))
