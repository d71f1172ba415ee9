"""``tally catalogue``: what is printed on the components, and how an owner fills the gaps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from rich.prompt import Prompt
from rich.table import Table

from api.answers.asked import KNOWN_FROM
from api.errors import UserError
from api.language.speech import translator
from api.owner import printed
from api.terminal.commands.score import write_text
from api.terminal.input import find_game, parse_json, read_text
from api.terminal.render import check_language, console, print_json
from api.terminal.spoken import speak
from scoring.catalogue import UNSURE, Catalogue, Fact, Item
from scoring.game import Game
from scoring.names import unknown_name
from scoring.words import say


def run_action(game_id: str, action: str, values: list[str], svg: str | None, as_json: bool, lang: str) -> None:
    """Carry out one action on an owner's catalogue."""
    game = find_game(game_id)
    check_language(lang)
    actions: dict[str, Callable[[], None]] = {
        "list": lambda: _list(game, as_json, lang, values),
        "set": lambda: _set(game, *_need(values, "ITEM FIELD VALUE")),
        "confirm": lambda: _confirm(game, lang, *_need(values, "ITEM FIELD" if values[1:] else "ITEM")),
        "undo": lambda: _undo(game, lang),
        "export": lambda: _export(game, *_need(values, "FILE")),
        "import": lambda: _import(game, *_need(values, "FILE")),
        "ask": lambda: _ask(game, lang, values),
        "draw": lambda: _draw(game, svg, *_need(values, "ITEM")),
    }
    if refusal := unknown_name(say("action"), action, list(actions)):
        raise UserError(refusal)
    actions[action]()


def _need(values: list[str], names: str) -> list[str]:
    """Exactly the words an action needs; the last may be several words long."""
    wanted = names.split()
    if len(values) < len(wanted):
        raise UserError(say("This needs: {names}.", names=names))
    first = len(wanted) - 1
    return [*values[:first], " ".join(values[first:])]


def _list(game: Game[Any], as_json: bool, lang: str, kinds: list[str]) -> None:
    catalogue = printed.catalogue_of(game)
    _check_names(catalogue, kinds)
    entries = [e for e in catalogue.entries() if not kinds or e[0].kind in kinds or e[0].id in kinds]
    if as_json:
        print_json([_entry(*entry) for entry in entries])
        return
    headings = map(speak, (say("item"), say("field"), say("value"), say("known from")))
    table = Table(*headings, box=None, pad_edge=False)
    for item, field, fact in entries:
        shown = "?" if not fact.known else _short(fact.value)
        table.add_row(item.name[lang] + f"  [dim]{item.id}[/dim]", field, shown, _origin(fact))
    console().print(table)
    console().print(_completeness(catalogue, entries))


def _check_names(catalogue: Catalogue, names: list[str]) -> None:
    """Refuse what is neither a kind of component nor a component."""
    known = {**{kind.id: tuple(kind.name.values()) for kind in catalogue.kinds.values()}, **catalogue.names()}
    for name in names:
        if refusal := unknown_name(say("item"), name, known):
            raise UserError(refusal)


def _entry(item: Item, field: str, fact: Fact) -> dict[str, Any]:
    return {
        "item": item.id,
        "kind": item.kind,
        "name": dict(item.name),
        "field": field,
        "value": fact.value,
        "source": fact.source,
        "confidence": fact.confidence,
    }


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"


def _origin(fact: Fact) -> str:
    if not fact.known:
        return f"[red]{speak(say('unknown'))}[/red]"
    told = speak(KNOWN_FROM.get(fact.confidence, fact.confidence))
    return f"[yellow]{told}[/yellow]" if fact.confidence in UNSURE else told


def _completeness(catalogue: Catalogue, entries: Iterable[tuple[Item, str, Fact]]) -> str:
    facts = [fact for _, _, fact in entries]
    known = sum(fact.known for fact in facts)
    unsure = sum(fact.known and fact.confidence in UNSURE for fact in facts)
    yours = len(catalogue.owner)
    told = {"known": known, "all": len(facts), "unsure": unsure, "yours": yours}
    return speak(say("{known} of {all} printed values known, {unsure} of them unsure, {yours} entered by you", **told))


def _set(game: Game[Any], item: str, field: str, value: str) -> None:
    checked = printed.set_value(game, item, field, value)
    console().print(f"{item} {field} = {_short(checked)}", markup=False)


def _confirm(game: Game[Any], lang: str, item: str, field: str | None = None) -> None:
    """Confirm one value of a component, or all that are known; what nobody knows yet is named."""
    speak = translator(lang)
    values = printed.confirm_all(game, item) if field is None else {field: printed.confirm(game, item, field)}
    for name, value in values.items():
        said = say("confirmed: {item} {field} = {value}", item=item, field=name, value=_short(value))
        console().print(speak(said), markup=False)
    if field is None:
        entries = printed.catalogue_of(game).entries()
        unknown = [name for one, name, fact in entries if one.id == item and not fact.known]
        if not values:
            console().print(speak(say("All known values of {item} are yours already.", item=item)), markup=False)
        if unknown:
            said = say("still unknown of {item}: {fields}", item=item, fields=", ".join(unknown))
            console().print(speak(said), markup=False)


def _undo(game: Game[Any], lang: str) -> None:
    speak = translator(lang)
    for change in printed.undo(game):
        values = {"item": change["item"], "field": change["field"], "value": _short(change["now"])}
        if change["now"] is None:
            said = say("undone: {item} {field} is unknown again", item=change["item"], field=change["field"])
        elif change["confidence"] == "owner":
            said = say("undone: {item} {field} is {value} again", **values)
        else:
            said = say("undone: {item} {field} is no longer yours; Tally's own value is {value}", **values)
        console().print(speak(said), markup=False)


def _export(game: Game[Any], path: str) -> None:
    write_text(path, json.dumps(printed.export(game), ensure_ascii=False, indent=1) + "\n")


def _import(game: Game[Any], path: str) -> None:
    text, name = read_text(path, say("the catalogue"))
    count = printed.import_entries(game, parse_json(text, name))
    console().print(speak(say("Printed values taken over: {count}.", count=count)), markup=False)


def _ask(game: Game[Any], lang: str, kinds: list[str]) -> None:
    """Ask for every unknown value in turn; Enter skips one, a mistake is told and asked again."""
    catalogue = printed.catalogue_of(game)
    _check_names(catalogue, kinds)
    gaps = [
        (i, f)
        for i, f, fact in catalogue.entries()
        if not fact.known and (not kinds or i.kind in kinds or i.id in kinds)
    ]
    console().print(
        speak(say("Unknown values: {count}. Enter skips one, Ctrl+C stops.", count=len(gaps))), markup=False
    )
    for item, field in gaps:
        spec = catalogue.kinds[item.kind].fields[field]
        while answer := Prompt.ask(
            f"{item.name[lang]}: {catalogue.ask(item.id, field)[lang]} ({translator(lang)(spec.type.describe())})",
            default="",
            show_default=False,
        ):
            try:
                printed.set_value(game, item.id, field, answer)
                break
            except UserError as error:
                console().print(translator(lang)(error.args[0]), markup=False)


def _draw(game: Game[Any], svg: str | None, item: str) -> None:
    draw_item = game.draw_item
    catalogue = printed.catalogue_of(game)
    if draw_item is None:
        raise UserError(say("{game} has no drawing of single components.", game=game.title))
    if refusal := unknown_name(say("item"), item, catalogue.names()):
        raise UserError(refusal)
    picture = draw_item(item, catalogue)
    if svg:
        write_text(svg, picture)
    else:
        print(picture)
