"""A question in a player's own words, in three languages: the answer, the rule or the card that it is about.

Answers (`scoring.answers`), rules and printed components lie on one shelf per language (`scoring.shelf`) and compete;
what fits too badly is not given for an answer, but only named as the nearest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from scoring.answers import Answer
from scoring.catalogue import Catalogue, Item
from scoring.found import Hit, Reply, confidence
from scoring.kept import keep, kept, marked
from scoring.languages import LANGUAGES
from scoring.rulebook import Rule
from scoring.shelf import Entry, Fit, Index, Shelf
from scoring.spelling import Word
from scoring.strays import Stray
from scoring.tongues import likeliest, tongue
from scoring.verdicts import Asked, said
from scoring.weighing import EXPLAINED, phrased, weighed

RULE_WORDS, RULE_TEXT = 1.0, 1.0
SAID, ANSWERED_BY = 2.0, 2.0
SETTLED = 1.15
WORDS = "words.json"
NOT_PUT = Asked("", "", ())
LONGEST, LOOKED_AT = 400, 48


class Desk:
    """Everything that can be asked about one game; ``folder`` is the game's, where what was made of it is kept."""

    def __init__(
        self,
        rules: Mapping[str, Rule],
        answers: Iterable[Answer],
        catalogue: Catalogue,
        strays: Sequence[Stray] = (),
        folder: Path | None = None,
    ) -> None:
        self._rules = rules
        self._strays = strays
        self._folder = folder
        told = tuple(answers)
        cases = {one.rules[0]: one.referee for one in told if one.referee}
        bare = [Hit(rule, 0.0, referee=cases.get(rule.id, "")) for rule in rules.values()]
        about = [_about(one, rules[one.rules[0]], cases) for one in told]
        cards = [
            Hit(rule, 0.0, item=item) for item in catalogue.items.values() if (rule := self._rule_of(item, catalogue))
        ]
        self._found = [*about, *bare, *cards]
        self._bare = {len(about) + place: hit.rule.id for place, hit in enumerate(bare)}
        self._explained = {one.rules[0] for one in told} - {kind.rule for kind in catalogue.kinds.values()}
        self._catalogue = catalogue
        self._shelves: dict[str, Shelf] = {}

    def ask(self, question: str, limit: int = 3) -> Reply:
        """The best answers to a question."""
        text = question[:LONGEST]
        lang = self.language(text)
        shelf = self._shelf(lang)
        words = shelf.words(text)
        fits = shelf.fits(words)
        strayed = max((phrased(fit) for fit in fits if fit.entry >= len(self._found)), default=0.0)
        hits: list[Hit] = []
        points = tongue(lang).points(text)
        asked = Asked.of(words, tongue(lang), text)
        for hit in self._ranked(fits, asked, words, lang, strayed, points):
            same = next((place for place, one in enumerate(hits) if one.rule is hit.rule), None)
            if same is not None and hit.item and not hits[same].verdict:
                hits[same] = hit  # the card with its rule instead of the bare rule
            elif same is None or hit.answer:
                hits.append(hit)
            if len(hits) == limit:
                break
        return Reply(lang, tuple(hits), points)

    def language(self, question: str) -> str:
        """The language that a question is put in."""
        return likeliest(question, self._lexicon)

    def _ranked(
        self, fits: list[Fit], asked: Asked, words: list[Word], lang: str, strayed: float, points: bool
    ) -> list[Hit]:
        """What fits, best first: answers are moved up by their rule and by giving what is wanted, bare rules down.

        Where a question ``points`` at the table, what the referee can settle comes first.
        """
        found = [fit for fit in fits if fit.entry < len(self._found)]
        bare = {self._bare[fit.entry]: fit.score for fit in found if fit.entry in self._bare}
        ranked = []
        for fit in found[:LOOKED_AT]:
            like = _put(fit.like, lang) if fit.like else NOT_PUT
            hit = self._hit(fit, asked, like, lang, strayed)
            score = weighed(hit, fit, asked, like, bare.get(hit.rule.id, 0.0), words)
            if hit.item and hit.rule.id in self._explained:  # the book tells what it does, not only its card
                score *= EXPLAINED
            if points and hit.referee:
                score *= SETTLED
            ranked.append((-score, fit.entry, hit))
        return [hit for _, _, hit in sorted(ranked, key=lambda one: one[:2])]

    def _hit(self, fit: Fit, asked: Asked, like: Asked, lang: str, strayed: float) -> Hit:
        """What was found, with how sure it is and what it says first."""
        found = self._found[fit.entry]
        sure = confidence(fit, strayed)
        if not found.answer:
            return replace(found, fit=sure)
        turned = fit.place >= len(found.answer.ask[lang])
        return replace(found, fit=sure, said=said(found.answer, asked, replace(like, turned=turned)))

    def keep(self, folder: Path) -> list[str]:
        """Bring up to date what is kept in a game's folder; the names of the files that were written."""
        made: dict[str, Callable[[], Any]] = {f"shelf.{lang}.json": partial(self._index, lang) for lang in LANGUAGES}
        made[WORDS] = self._words
        marks = {f"shelf.{lang}.json": self._mark(lang) for lang in LANGUAGES} | {WORDS: self._mark_of_words()}
        return [name for name, make in made.items() if keep(folder, name, marks[name], make)]

    def _shelf(self, lang: str) -> Shelf:
        if lang not in self._shelves:
            plain = kept(self._folder, f"shelf.{lang}.json", self._mark(lang), partial(self._index, lang))
            self._shelves[lang] = Shelf(Index.of(plain), tongue(lang))
        return self._shelves[lang]

    @cached_property
    def _lexicon(self) -> Mapping[str, frozenset[str]]:
        """The words of each language as its texts write them, to tell the language of a question by."""
        words = kept(self._folder, WORDS, self._mark_of_words(), self._words)
        return {lang: frozenset(forms) for lang, forms in words.items()}

    def _words(self) -> dict[str, list[str]]:
        return {lang: sorted(tongue(lang).forms(self._texts(lang))) for lang in LANGUAGES}

    def _texts(self, lang: str) -> Iterator[str]:
        """What is written in one language, without the search words of rules and their notes, which quote others."""
        for hit in self._found:
            if hit.answer:
                yield from (hit.answer.say[lang], *hit.answer.phrasings(lang))
            elif hit.item:
                yield hit.item.name[lang]
            else:
                yield from (hit.rule.title[lang], hit.rule.text[lang])
        for stray in self._strays:
            yield from stray.ask[lang]

    def _index(self, lang: str) -> dict[str, Any]:
        return Index.made(self._entries(lang), tongue(lang)).plain()

    def _mark(self, lang: str) -> str:
        return marked((tongue(lang).mark, *(text for entry in self._entries(lang) for text in entry.all())))

    def _mark_of_words(self) -> str:
        return marked(text for lang in LANGUAGES for text in self._texts(lang))

    def _entries(self, lang: str) -> list[Entry]:
        """Everything that lies on the shelf of a language; what no book answers comes last."""
        return [*(self._entry(hit, lang) for hit in self._found), *(Entry(one.ask[lang]) for one in self._strays)]

    def _entry(self, hit: Hit, lang: str) -> Entry:
        if hit.answer:
            titles = " ".join(self._rules[rule].title[lang] for rule in hit.answer.rules)
            said = f"{hit.answer.say[lang]} {titles}"
            text = f"{' '.join(hit.rule.words)} {hit.rule.text[lang]}"
            return Entry(hit.answer.phrasings(lang), ((SAID, said), (ANSWERED_BY, text)))
        if hit.item:
            kind = self._catalogue.kinds[hit.item.kind]
            names = dict.fromkeys((hit.item.name[lang], hit.item.name["en"]))
            asks = " ".join(field.ask[lang] for field in kind.fields.values())
            return Entry((*names, *(f"{name} {kind.name[lang]}" for name in names)), ((0.3, asks),))
        rule = hit.rule
        text = f"{rule.text[lang]} {rule.note[lang] if rule.note else ''}"
        words = " ".join(rule.words)
        return Entry((rule.title[lang],), ((RULE_WORDS, words), (RULE_TEXT, text)))

    def _rule_of(self, item: Item, catalogue: Catalogue) -> Rule | None:
        """The rule that a component is under: one of its own, else that of its kind."""
        general = catalogue.kinds[item.kind].rule
        if not general or item.id == item.kind:
            return self._rules.get(general)
        ending, name = "-" + item.id.upper().replace("_", "-"), item.name["en"].casefold()
        own = [rule for rule in self._rules.values() if rule.id.endswith(ending)]
        titled = [rule for rule in self._rules.values() if rule.title["en"].casefold().startswith(name)]
        return max(own, key=lambda rule: len(rule.id)) if own else next(iter(titled), self._rules.get(general))


@lru_cache(4096)
def _put(phrasing: tuple[Word, ...], lang: str) -> Asked:
    """How a phrasing puts its question; the same ones are near to many questions."""
    return Asked.of(phrasing, tongue(lang))


def _about(answer: Answer, rule: Rule, cases: Mapping[str, str]) -> Hit:
    """An answer as it may be found; a case of its rule can be put to the referee even if it does not say so itself."""
    return Hit(rule, 0.0, answer=answer, referee=answer.referee or cases.get(rule.id, ""))
