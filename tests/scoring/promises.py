"""What the contract of a game promises, one function each: it yields a sentence for everything that is not kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from pydantic import ValidationError

from api.language.speech import catalogue as translations
from scoring.complaints import faults
from scoring.game import Game
from scoring.languages import LANGUAGES, TRANSLATED
from scoring.moves import Move

Breaches = Iterator[str]
JUNK: tuple[Any, ...] = (None, -1, 0, 10**12, 1.5, True, "", "x", "\ud800", "y" * 10_000, [], [[]], {}, {"x": 1})
MOST_PLACES = 40
"""So many places of each sample are filled with junk; more would only take longer."""


def samples_score(game: Game[Any]) -> Breaches:
    """Every sample can be scored: a sheet per player, and every line names a rule of the book."""
    for name in game.samples:
        state = game.sample(name)
        score = game.score(state, game.catalogue)
        if [sheet.player for sheet in score.sheets] != [player.name for player in state.players]:
            yield f"{name}: the sheets are not those of the players"
        for award in (award for sheet in score.sheets for award in sheet.awards):
            if award.rule not in game.rulebook.rules:
                yield f"{name}: no rule {award.rule}"


def rules_have_the_prefix(game: Game[Any]) -> Breaches:
    """The id of every rule begins with a prefix that the game names."""
    for rule in game.rulebook.rules:
        if rule.split("-")[0] not in game.prefixes:
            yield f"{rule} begins with none of {game.prefixes}"


def notation_round_trips(game: Game[Any]) -> Breaches:
    """A state is written on one line and read back as it was."""
    for name in game.samples:
        state = game.sample(name)
        line = game.notation(state)
        if "\n" in line or game.parse(line) != state:
            yield f"{name}: {line[:80]}"


def evidence_points_into_the_state(game: Game[Any]) -> Breaches:
    """Whatever earned points can be shown: its pointer leads somewhere."""
    for name in game.samples:
        state = game.sample(name)
        data = state.model_dump(mode="json")
        for sheet in game.score(state, game.catalogue).sheets:
            for pointer in (pointer for award in sheet.awards for pointer in award.evidence):
                if not leads_somewhere(data, pointer):
                    yield f"{name}: {pointer}"


def drawing_points_into_the_state(game: Game[Any]) -> Breaches:
    """What can be tapped in the drawing is there."""
    for name in game.samples:
        state = game.sample(name)
        data = state.model_dump(mode="json")
        for pointer in re.findall(r'data-path="([^"]*)"', game.draw(state, game.catalogue)):
            if not leads_somewhere(data, pointer, adding=True):
                yield f"{name}: {pointer}"


def referee_answers_its_examples(game: Game[Any]) -> Breaches:
    """Every question comes with an example that is a valid ask and gets a verdict with rules of the book."""
    for question in game.questions:
        try:
            ruling = question.settle(question.ask.model_validate(question.example), game.catalogue)
        except ValidationError as error:
            yield f"{question.id}: {error.errors()[0]['msg']}"
            continue
        if not ruling.verdict:
            yield f"{question.id}: no verdict"
        yield from (f"{question.id}: no rule {rule}" for rule in ruling.rules if rule not in game.rulebook.rules)


def whether_it_may_be_done_is_a_field(game: Game[Any]) -> Breaches:
    """A ruling says yes, no or not known yet in ``legal``, and not once more in its data."""
    for question in game.questions:
        try:
            ruling = question.settle(question.ask.model_validate(question.example), game.catalogue)
        except ValidationError:
            continue
        yield from (f"{question.id}: {key} stands in the data" for key in ("legal", "allowed") if key in ruling.data)


def tables_tell_their_questions(game: Game[Any]) -> Breaches:
    """What a table tells of a question is a valid ask, for every player."""
    for name in game.samples:
        state = game.sample(name)
        for question in (question for question in game.questions if question.told):
            for seat, _ in enumerate(state.players):
                try:
                    ask = question.ask.model_validate(question.told(state, seat))
                except ValidationError as error:
                    yield f"{name}, {question.id}: {error.errors()[0]['msg']}"
                    continue
                if not question.settle(ask, game.catalogue).verdict:
                    yield f"{name}, {question.id}: no verdict"


def moves_can_be_made(game: Game[Any]) -> Breaches:
    """A move that is offered has a title, belongs to a field that is there, and gives a state."""
    for name in game.samples:
        state = game.sample(name)
        data = state.model_dump(mode="json")
        for seat, _ in enumerate(state.players):
            for move in game.moves(state, seat, game.catalogue):
                if not move.title or not (move.changes or move.keep) or not leads_somewhere(data, move.place):
                    yield f"{name}: {move}"
                yield from (f"{name}, {move.title}: {why}" for why in _cannot_be_made(game, data, move))


def _cannot_be_made(game: Game[Any], data: Any, move: Move) -> Breaches:
    changed = json.loads(json.dumps(data))
    for path, value in move.changes:
        if not leads_somewhere(changed, path, adding=path.endswith("/-")):
            yield f"there is no {path}"
            return
        put(changed, tuple(int(step) if step.isdigit() else step for step in path.split("/")[1:]), value)
    try:
        game.state.model_validate(changed)
    except ValidationError as error:
        yield error.errors()[0]["msg"]


def problems_have_a_place(game: Game[Any]) -> Breaches:
    """Whatever is wrong names a rule, says a sentence and points at pieces that are there."""
    for name in game.samples:
        state = game.sample(name)
        twins = state.model_copy(update={"players": (*state.players, *state.players)})
        if not game.problems(twins, game.catalogue):
            yield f"{name}: two of each player, and nothing is wrong"
        for wrong in (state, twins):
            data = wrong.model_dump(mode="json")
            for problem in game.problems(wrong, game.catalogue):
                there = [leads_somewhere(data, pointer, adding=True) for pointer in problem.where]
                if not there or not all(there) or not problem.message or problem.rule not in game.rulebook.rules:
                    yield f"{name}: {problem}"


def needs_can_be_told(game: Game[Any]) -> Breaches:
    """Whatever a score waits for has a name, a player who is there, a place to be told, and lines of the book."""
    for name in game.samples:
        full = game.sample(name)
        fresh = full.model_dump(mode="json", include={"players": {"__all__": {"name", "colour"}}})
        for state in (full, game.state.model_validate(fresh)):
            data = state.model_dump(mode="json")
            for need in game.needs(state, game.catalogue):
                told = set(need.lines) <= set(game.rulebook.rules) and (need.lines or not need.or_none)
                seated = need.seat is None or 0 <= need.seat < len(state.players)
                if not (need.what and told and seated and leads_somewhere(data, need.place, adding=True)):
                    yield f"{name}: {need}"


def three_languages_are_complete(game: Game[Any]) -> Breaches:
    """Rules, names of pieces, questions and samples are told in every language."""
    for rule in game.rulebook.rules.values():
        for texts in filter(None, (rule.title, rule.text, rule.note)):
            yield from (f"{rule.id}: nothing in {lang}" for lang in LANGUAGES if not texts.get(lang, "").strip())
    for item in game.catalogue.items.values():
        yield from (f"{item.id}: no name in {lang}" for lang in LANGUAGES if not item.name.get(lang, "").strip())
    titles = [*game.samples.values(), *(question.title for question in game.questions)]
    for lang in TRANSLATED:
        known = translations(lang)
        yield from (f"{title!r} is not told in {lang}" for title in titles if str(title) not in known)


def everything_is_bounded(game: Game[Any]) -> Breaches:
    """Every text, list, number and depth of a state and of what is asked has a bound."""
    for model in (game.state, *(question.ask for question in game.questions)):
        schema = model.model_json_schema()
        yield from (f"{model.__name__}{where}" for where in unbounded(schema, schema.get("$defs", {}), ""))


def any_json_gives_a_sheet_or_a_sentence(game: Game[Any]) -> Breaches:
    """Whatever stands in a place of a state: it is scored, checked and drawn, or refused in a sentence."""
    for name in list(game.samples)[:2]:
        text = game.sample(name).model_dump_json(exclude_defaults=True)
        places = list(pointers(json.loads(text)))
        for place in places[:: len(places) // MOST_PLACES + 1]:
            for junk in JUNK:
                data = json.loads(text)
                put(data, place, junk)
                yield from (f"{name}: {place} = {str(junk)[:20]!r}: {why}" for why in _refused_badly(game, data))


def _refused_badly(game: Game[Any], data: Any) -> Breaches:
    try:
        state = game.state.model_validate(data)
    except ValidationError as error:
        yield from (str(fault.steps) for fault in faults(error, data) if not fault.message)
        return
    try:
        game.score(state, game.catalogue)
        game.problems(state, game.catalogue)
    except Exception as error:
        yield repr(error)


PROMISES: tuple[Callable[[Game[Any]], Breaches], ...] = (
    samples_score,
    rules_have_the_prefix,
    notation_round_trips,
    evidence_points_into_the_state,
    drawing_points_into_the_state,
    referee_answers_its_examples,
    whether_it_may_be_done_is_a_field,
    tables_tell_their_questions,
    moves_can_be_made,
    problems_have_a_place,
    needs_can_be_told,
    three_languages_are_complete,
    everything_is_bounded,
    any_json_gives_a_sheet_or_a_sentence,
)


def leads_somewhere(data: Any, pointer: str, adding: bool = False) -> bool:
    """Whether a JSON pointer names a place of the data; with ``adding`` also a place where something can be put."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for index, step in enumerate(steps):
        last = adding and index == len(steps) - 1
        if isinstance(data, dict) and step in data:
            data = data[step]
        elif isinstance(data, list) and step.isdigit() and int(step) < len(data):
            data = data[int(step)]
        else:
            return last and isinstance(data, dict | list)
    return True


def pointers(data: Any, base: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of plain data."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, part in entries:
        yield (*base, step)
        yield from pointers(part, (*base, step))


def put(data: Any, place: tuple[Any, ...], value: Any) -> None:
    """Put a value into a place of plain data; "-" is the place behind the last entry of a list."""
    for step in place[:-1]:
        data = data[step]
    if place[-1] == "-":
        data.append(value)
    else:
        data[place[-1]] = value


def unbounded(schema: dict[str, Any], named: dict[str, Any], where: str, within: tuple[str, ...] = ()) -> Iterator[str]:
    """Every place of a JSON Schema that can be of any size or depth."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        if name in within:
            yield f"{where}: contains itself"
        else:
            yield from unbounded(named[name], named, where, (*within, name))
        return
    if "enum" in schema or "const" in schema:
        return
    choices = [part for key in ("anyOf", "oneOf", "allOf") for part in schema.get(key, ())]
    for part in choices:
        yield from unbounded(part, named, where, within)
    kind = schema.get("type")
    if kind is None and not choices:
        yield f"{where}: may be anything"
    wanted = {"string": ("maxLength",), "array": ("maxItems",)}.get(str(kind), ())
    if kind in ("integer", "number"):
        wanted = ("minimum", "maximum")
    written = kind == "string" and "pattern" in schema
    yield from (f"{where}: {kind} without {limit}" for limit in wanted if not _has(schema, limit) and not written)
    yield from _inside(schema, named, where, within)


def _has(schema: dict[str, Any], limit: str) -> bool:
    return limit in schema or f"exclusive{limit.capitalize()}" in schema


def _inside(schema: dict[str, Any], named: dict[str, Any], where: str, within: tuple[str, ...]) -> Iterator[str]:
    for name, part in schema.get("properties", {}).items():
        yield from unbounded(part, named, f"{where}/{name}", within)
    inner = [*schema.get("prefixItems", ()), schema.get("items"), schema.get("additionalProperties")]
    for part in inner:
        if isinstance(part, dict):
            yield from unbounded(part, named, f"{where}/*", within)
    if schema.get("type") == "object" and "properties" not in schema and "maxProperties" not in schema:
        yield f"{where}: object without maxProperties"
