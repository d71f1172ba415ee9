"""How well phrasings are answered that were left out of the answers: ``python -m tests.scoring.left_out [GAME …]``.

Every eighth phrasing of every answer is taken away and put as a question to what is left. It is right if the rule that
comes first is one of its answer's, and if what is said first is what its own answer would have said to it. With
``--misses`` every question that was answered wrongly is told, with what was said instead.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.answers import Answer
from scoring.asking import Desk
from scoring.found import Hit, Reply
from scoring.game import Game
from scoring.games import games, load
from scoring.languages import LANGUAGES
from scoring.strays import strays
from scoring.tongues import tongue
from scoring.verdicts import Asked, Said, said

FOLDS = 8


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A phrasing that its answer goes without."""

    answer: Answer
    lang: str
    text: str
    turned: bool

    @property
    def said(self) -> Said:
        """What its own answer says first to it."""
        words = tongue(self.lang).words(self.text)
        asked = Asked.of(words, tongue(self.lang), self.text)
        return said(self.answer, asked, replace(asked, turned=self.turned))


def without(answer: Answer, fold: int) -> tuple[Answer, list[LeftOut]]:
    """An answer without the phrasings of a fold, and those; one phrasing of each language always stays."""
    gone: list[LeftOut] = []

    def left(lang: str, phrasings: tuple[str, ...], first: int, turned: bool) -> tuple[str, ...]:
        out = {place for place in range(len(phrasings)) if (first + place) % FOLDS == fold}
        gone.extend(LeftOut(answer, lang, phrasings[place], turned) for place in sorted(out))
        return tuple(text for place, text in enumerate(phrasings) if place not in out)

    ask = {lang: left(lang, answer.ask[lang], 0, turned=False) for lang in LANGUAGES}
    turned = {lang: left(lang, told, len(answer.ask[lang]), turned=True) for lang, told in answer.turned.items()}
    return replace(answer, ask=ask, turned=turned), gone


def replies(game: Game[Any], folds: range = range(FOLDS)) -> Iterator[tuple[LeftOut, Reply]]:
    """Every phrasing with what is found for it where it was left out."""
    for fold in folds:
        halves = [without(answer, fold) for answer in game.answers.answers.values()]
        desk = Desk(game.rulebook.rules, [one for one, _ in halves], game.catalogue, strays(game.id))
        for one in (one for _, gone in halves for one in gone):
            yield one, desk.ask(one.text)


def right_rule(one: LeftOut, hit: Hit) -> bool:
    """Whether the rule that comes first is one that the phrasing's own answer rests on."""
    return hit.rule.id in one.answer.rules


def right_verdict(one: LeftOut, reply: Reply) -> bool:
    """Whether what is said first is what its own answer would have said."""
    first = reply.hits[0]
    return reply.sure and (first.verdict, first.number) == (one.said.verdict, one.said.number)


def shares(told: Mapping[str, Counter[str]]) -> str:
    """A line of what was right, whole and by language."""
    whole = sum(told.values(), Counter[str]())
    return "  ".join(
        f"{name} {count['rule'] / count['all']:.3f} / {count['verdict'] / count['all']:.3f} ({count['all']})"
        for name, count in (("all", whole), *told.items())
    )


def main() -> None:
    """Print the share of right rules and of right rules with right verdicts for each game and language."""
    wanted = [name for name in sys.argv[1:] if not name.startswith("--")]
    for game in map(load, wanted) if wanted else games():
        if not game.answers.answers:
            continue
        told = {lang: Counter[str]() for lang in LANGUAGES}
        for one, reply in replies(game):
            rule = bool(reply.hits) and right_rule(one, reply.hits[0])
            verdict = rule and right_verdict(one, reply)
            told[one.lang].update({"all": 1, "rule": int(rule), "verdict": int(verdict)})
            if "--misses" in sys.argv and not verdict:
                first = reply.hits[0]
                found = first.answer.id if first.answer else first.rule.id
                print(f"  {one.lang} {one.text} | {one.answer.id} {one.said.verdict} {one.said.number}", end=" | ")
                print(f"{found} {first.verdict} {first.number} ({first.fit:.0f})")
        print(f"{game.id}: rule / rule and verdict: {shares(told)}")


if __name__ == "__main__":
    main()
