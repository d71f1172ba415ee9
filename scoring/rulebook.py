"""The rules of a game in our own words, in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scoring.faults import TallyError
from scoring.languages import LANGUAGES
from scoring.origins import NO_BOOK, Origin, load_headings, origin_of
from scoring.sources import load, read_yaml


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. ``scores`` marks the rules that give or take points; ``words`` are what players also call it."""

    id: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    source: str
    related: tuple[str, ...] = ()
    scores: bool = False
    note: Mapping[str, str] | None = None
    words: tuple[str, ...] = ()
    origin: Origin = NO_BOOK


@dataclass(frozen=True)
class Rulebook:
    """All rules of a game by id."""

    rules: Mapping[str, Rule]

    def __getitem__(self, rule_id: str) -> Rule:
        return self.rules[rule_id]


class RulebookError(TallyError, ValueError):
    """A rules file that is not in order; raised at load, so that it never reaches a player."""


def load_rulebook(path: Path) -> Rulebook:
    """Read a rules file and check it: ids unique, three languages everywhere, related rules exist."""
    rules: dict[str, Rule] = {}
    books = load_headings(path.parent / "headings.yaml")
    for raw in load(path, read_yaml):
        rule = Rule(
            id=raw["id"],
            title=raw["title"],
            text=raw["text"],
            source=raw["source"],
            related=tuple(raw.get("related", ())),
            scores=raw.get("scores", False),
            note=raw.get("note"),
            words=tuple(raw.get("words", ())),
            origin=origin_of(raw["source"], books),
        )
        if rule.id in rules:
            raise RulebookError(f"{path}: rule {rule.id} is there twice.")
        rules[rule.id] = rule
    _check(path, rules)
    return Rulebook(rules)


def _check(path: Path, rules: Mapping[str, Rule]) -> None:
    for rule in rules.values():
        for what, texts in (("title", rule.title), ("text", rule.text), ("note", rule.note)):
            if texts is not None and set(texts) != set(LANGUAGES):
                raise RulebookError(f"{path}: {rule.id} needs its {what} in {', '.join(LANGUAGES)}.")
        unknown = [other for other in rule.related if other not in rules]
        if unknown:
            raise RulebookError(f"{path}: {rule.id} is related to {', '.join(unknown)}, which is not there.")
