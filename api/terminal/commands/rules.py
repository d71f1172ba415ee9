"""``tally rule``: the rules that answer a question."""

from __future__ import annotations

from api.answers.encode import rule_data
from api.errors import UserError
from api.terminal.input import find_game
from api.terminal.render import check_language, print_json, print_rule
from scoring.rulebook import Hit
from scoring.rulesearch import question_language
from scoring.words import say


def show_rules(game_id: str, question: str, lang: str | None, limit: int, as_json: bool) -> None:
    """Find rules by a question in own words, or one rule by its id."""
    game = find_game(game_id)
    shown_in = check_language(lang or question_language(question))
    rules = game.rulebook.rules
    if question.strip().upper() in rules:
        hits = [Hit(rules[question.strip().upper()], 100.0)]
    else:
        hits = game.rulebook.search(question, limit)
    if as_json:
        print_json([rule_data(hit.rule, shown_in) | {"fit": round(hit.fit, 1)} for hit in hits])
        return
    if not hits:
        told = {"game": game.title, "question": repr(question)}
        raise UserError(say("No rule of {game} answers {question}. Try a word that stands on the pieces.", **told))
    for hit in hits:
        print_rule(game, hit.rule, shown_in)
