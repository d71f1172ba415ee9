"""How sheets, problems, rules and rulings look in a terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from api.answers.origin import origin_said
from api.errors import UserError
from api.language.speech import translator
from scoring.game import Game
from scoring.languages import LANGUAGES
from scoring.rulebook import Rule
from scoring.sheet import Award, Legal, Missing, Problem, Ruling, ScoreSheet, Standing, merged, total_said
from scoring.todo import Count
from scoring.words import say


@cache
def console() -> Console:
    """The terminal; width follows COLUMNS, colour follows the terminal and NO_COLOR."""
    # :names: in colons stay as they were typed, and 3,600 emoji need not be loaded
    return Console(emoji=False, highlight=False, soft_wrap=False)


def print_json(data: Any) -> None:
    """Data for programs, readable for people."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def check_language(lang: str) -> str:
    """The language if we speak it."""
    if lang not in LANGUAGES:
        spoken = ", ".join(LANGUAGES)
        raise UserError(say("Tally speaks {languages}; {lang} is not one of them.", languages=spoken, lang=repr(lang)))
    return lang


def print_score(game: Game[Any], counted: Count, problems: Sequence[Problem], lang: str) -> None:
    """Every sheet, the standing, remarks, what is still to be told and by whom, and what looks wrong."""
    check_language(lang)
    out, result = console(), counted.score
    out.print(Text(translator(lang)(game.title), style="bold"))
    for sheet in result.sheets:
        out.print(_sheet(game, sheet, lang))
    out.print(_standing(result.standing, lang))
    speak = translator(lang)
    for remark in result.remarks:
        out.print(Text(f"• {speak(remark)}"))
    if counted.said:
        out.print(Text("\n" + speak(say("Before the number is final:")), style="bold"))
        for line in counted.said:
            out.print(Text(f"  {speak(line)}"))
    _print_missing(game, merged(one for sheet in result.sheets for one in sheet.missing), lang)
    if problems:
        out.print()
        print_problems(game, problems, lang)


def _sheet(game: Game[Any], sheet: ScoreSheet, lang: str) -> Group:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", min_width=4)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    table.add_column(style="dim", no_wrap=True)
    for award in sheet.awards:
        table.add_row(_points(award), _line_name(game, award, lang), _working(award, lang), award.rule)
    total = translator(lang)(total_said(sheet))
    return Group(Text(f"\n{sheet.player}: {total}", style="bold"), Padding(table, (0, 0, 0, 2)))


def _points(award: Award) -> Text:
    if award.points is None:
        return Text("?", style="yellow")
    return Text(str(award.points), style="green" if award.points > 0 else "red" if award.points < 0 else "dim")


def _line_name(game: Game[Any], award: Award, lang: str) -> Text:
    title = game.rulebook[award.rule].title[lang]
    return Text(f"{title}: {translator(lang)(award.subject)}" if award.subject else title)


def _working(award: Award, lang: str) -> Text:
    speak = translator(lang)
    text = Text(speak(award.arithmetic))
    if award.note:
        text.append(f"  ({speak(award.note)})", style="yellow")
    return text


def _standing(standing: Standing, lang: str) -> Group:
    speak = translator(lang)
    lines = [Text("\n" + speak(say("Standing")), style="bold")]
    for place in standing.places:
        total = "?" if place.total is None else str(place.total)
        line = Text(f"  {place.rank}. {place.player}  {total}")
        if place.note:
            line.append(f"  {speak(place.note)}", style="dim")
        lines.append(line)
    return Group(*lines)


def _print_missing(game: Game[Any], missing: Sequence[Missing], lang: str) -> None:
    if not missing:
        return
    out, speak = console(), translator(lang)
    out.print(Text("\n" + speak(say("Still to be told (look at your copy):")), style="bold yellow"))
    for one in missing:
        out.print(Text(f"  {speak(one.question)}"))
        out.print(Text(f"    tally catalogue {game.id} set {one.item} {one.field} VALUE", style="dim"))


def print_problems(game: Game[Any], problems: Sequence[Problem], lang: str) -> None:
    """Everything wrong with a state, each with its rule and place."""
    check_language(lang)
    out, speak = console(), translator(lang)
    if not problems:
        out.print(Text(speak(say("Nothing is wrong with this {game} table.", game=game.title)), style="green"))
        return
    out.print(Text(speak(say("Cannot be right ({count}):", count=len(problems))), style="bold red"))
    for problem in problems:
        line = Text(f"  {speak(problem.message)}")
        line.append(f"  {problem.rule}  {' '.join(problem.where)}", style="dim")
        out.print(line)


def print_rule(game: Game[Any], rule: Rule, lang: str) -> None:
    """One rule with its note, source and relatives."""
    out = console()
    out.print(Text.assemble((rule.title[lang], "bold"), "  ", (rule.id, "dim")))
    out.print(Padding(Text(rule.text[lang]), (0, 0, 0, 2)))
    if rule.note:
        out.print(Padding(Text(rule.note[lang], style="yellow"), (0, 0, 0, 2)))
    related = ", ".join(f"{game.rulebook[other].title[lang]} ({other})" for other in rule.related)
    out.print(Padding(Text(translator(lang)(origin_said(rule.origin)), style="dim"), (0, 0, 0, 2)))
    out.print(Padding(Text(rule.source + (f" · see also: {related}" if related else ""), style="dim"), (0, 0, 1, 2)))


VERDICTS = {Legal.YES: "green", Legal.NO: "red", Legal.OPEN: "yellow", None: ""}


def print_ruling(game: Game[Any], ruling: Ruling, lang: str) -> None:
    """A ruling: the verdict first, then the steps, then the rules it rests on."""
    check_language(lang)
    out, speak = console(), translator(lang)
    out.print(Text(speak(ruling.verdict), style=f"bold {VERDICTS[ruling.legal]}"))
    for number, step in enumerate(ruling.steps, 1):
        line = Text(f"  {number}. {speak(step.text)}")
        line.append(f"  {step.rule}", style="dim")
        out.print(line)
    _print_missing(game, ruling.missing, lang)
    titles = (f"{game.rulebook[rule].title[lang]} ({rule})" for rule in dict.fromkeys(ruling.rules))
    out.print(Text("  " + speak(say("Rules: {rules}", rules=", ".join(titles))), style="dim"))
