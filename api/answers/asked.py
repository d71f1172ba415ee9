"""The answer to a question in own words as plain data: the verdict first, then its rules, then what is near."""

from __future__ import annotations

import json
from typing import Any

from api.answers.encode import rule_data
from api.language.speech import translator
from scoring.answers import Answer, Verdict
from scoring.catalogue import Catalogue, Fact
from scoring.found import Hit, Reply
from scoring.game import Game
from scoring.words import say

HEADLINES = {
    Verdict.YES: say("Yes."),
    Verdict.NO: say("No."),
    Verdict.ANSWER: "",
    Verdict.NUMBER: "",
    Verdict.SILENT: say("The book does not say."),
    Verdict.CARD: say("Look at your card; tell Tally once."),
}
DEPENDS = say("That depends on what lies on the table.")
NOT_SURE = say("The book does not say; nearest:")
KNOWN_FROM = {
    "owner": say("your copy"),
    "one_source": say("one source"),
    "two_sources": say("two sources"),
    "book": say("the book"),
    "derived": say("inferred"),
    "inferred": say("inferred"),
    "guess": say("only guessed"),
    "unknown": say("unknown"),
}
SURE_OF_A_CARD = frozenset({"book", "owner"})


def reply_data(game: Game[Any], reply: Reply, catalogue: Catalogue, lang: str) -> dict[str, Any]:
    """A whole reply in one language."""
    return {
        "lang": reply.lang,
        "sure": reply.sure,
        "case": reply.case or None,
        "headline": translator(lang)(DEPENDS if reply.case else "" if reply.sure else NOT_SURE),
        "hits": [hit_data(game, hit, catalogue, lang) for hit in reply.hits],
    }


def hit_data(game: Game[Any], hit: Hit, catalogue: Catalogue, lang: str) -> dict[str, Any]:
    """One thing that was found: what is said first, the sentence, and the rules with the deciding one first."""
    answer = hit.answer
    decided = hit.worked.rules if hit.worked else answer.rules if answer else (hit.rule.id,)
    rules = [game.rulebook[rule] for rule in decided]
    card = _card(hit, catalogue, lang)
    verdict = Verdict.ANSWER if card and card["sure"] else hit.verdict
    headline = hit.number or translator(lang)(HEADLINES[verdict] if verdict else "")
    said = translator(lang)(hit.worked.say) if hit.worked else _sentence(hit, answer, lang) if answer else ""
    return {
        "verdict": verdict,
        "headline": headline,
        "say": _after(headline, said),
        "answer": answer.id if answer else None,
        "referee": hit.referee or None,
        "card": card,
        "rules": [rule_data(rule, lang) for rule in rules],
        "fit": round(hit.fit, 1),
    }


def _sentence(hit: Hit, answer: Answer, lang: str) -> str:
    """The sentence of an answer; where another verdict is said than its own, without that, and with its number."""
    sentence = answer.say[lang]
    if hit.verdict == answer.verdict:
        return sentence
    if answer.number and sentence[:1].islower():
        return f"{answer.number} {sentence}"
    return _after(translator(lang)(HEADLINES[answer.verdict]), sentence)


def _after(headline: str, sentence: str) -> str:
    """A sentence without the word or number that is said before it.

    >>> _after("No.", "No, a castle is never covered."), _after("60", "60 dice: 27 white."), _after("6", "60 dice.")
    ('A castle is never covered.', 'dice: 27 white.', '60 dice.')
    >>> _after("No.", "No card may be stacked on a castle."), _after("Nie.", "Nie ma limitu.")
    ('No card may be stacked on a castle.', 'Nie ma limitu.')
    """
    said = headline.rstrip(".")
    rest = sentence.removeprefix(said)
    goes_on = rest[:1].isalnum() or (rest[:1] == " " and not said[-1:].isdigit())
    if not said or rest == sentence or goes_on:
        return sentence
    rest = rest.lstrip(",.;:·—– ")
    return rest if said[-1].isdigit() else rest[:1].upper() + rest[1:]


def _card(hit: Hit, catalogue: Catalogue, lang: str) -> dict[str, Any] | None:
    """What is known of a component and how sure; it is sure where the book or the owner told all of it."""
    if hit.item is None:
        return None
    speak = translator(lang)
    kind = catalogue.kinds[hit.item.kind]
    facts = {field: catalogue.fact(hit.item.id, field) for field in kind.fields}
    known = [
        {
            "field": field,
            "ask": catalogue.ask(hit.item.id, field)[lang],
            "value": written(fact),
            "known_from": speak(KNOWN_FROM[fact.confidence]),
        }
        for field, fact in facts.items()
        if fact.known
    ]
    return {
        "item": hit.item.id,
        "name": hit.item.name[lang],
        "kind": kind.name[lang],
        "known": known,
        "unknown": len(facts) - len(known),
        "sure": bool(known) and all(fact.confidence in SURE_OF_A_CARD for fact in facts.values()),
    }


def written(fact: Fact) -> str:
    """A printed value as text."""
    return fact.value if isinstance(fact.value, str) else json.dumps(fact.value, ensure_ascii=False)
