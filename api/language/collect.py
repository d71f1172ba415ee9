"""Every text that a person can see, gathered from code, templates, page modules and the games' own models."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_from_file

from scoring.facttypes import Choice, FactType, ListOf, Table
from scoring.games import GAME_IDS, load
from scoring.words import titled

ROOT = Path(__file__).parent.parent.parent
PYTHON_FOLDERS = ("scoring", "api", "vision")
KEYWORDS = {"say": None, "t": None, "_": None}
# Babel's reader of JavaScript loses its place in nested template strings; these calls are plain enough to be found.
SAID_IN_SCRIPT = re.compile(r'\bt\(\s*("(?:[^"\\\n]|\\.)*")')
NAMELESS = re.compile(r"^[^A-Za-z]*$|^(\{\w+\}|[^\w{}])+$")


def collect() -> Catalog:
    """All texts with the files they come from, in a stable order."""
    catalog = Catalog(project="Tally", fuzzy=False)
    found: dict[str, set[str]] = {}
    for text, place in (*_python(), *_page(), *_games(), *_commands()):
        if text.strip() and not NAMELESS.match(text):
            found.setdefault(text, set()).add(place)
    for text in sorted(found):
        catalog.add(text, locations=[(place, 0) for place in sorted(found[text])])
    return catalog


def _python() -> Iterator[tuple[str, str]]:
    for folder in PYTHON_FOLDERS:
        found = extract_from_dir(
            str(ROOT / folder), method_map=[("**.py", "python")], keywords={"say": None}, directory_filter=_is_source
        )
        for name, _, message, *_ in found:
            yield _one(message), f"{folder}/{Path(name).as_posix()}"


def _is_source(folder: str) -> bool:
    return Path(folder).name not in ("web", "__pycache__", "migrations")


def _page() -> Iterator[tuple[str, str]]:
    web = ROOT / "api" / "web"
    files = [(path, "javascript") for path in sorted((web / "static").rglob("*.js"))]
    files += [(path, "jinja2") for path in sorted((web / "templates").glob("*.html"))]
    files += [(web / "templates" / "manifest.webmanifest", "jinja2")]
    for path, method in files:
        place = path.relative_to(ROOT).as_posix()
        for _, message, *_ in extract_from_file(method, str(path), keywords=KEYWORDS):
            yield _one(message), place
        if method == "javascript":
            yield from ((json.loads(text), place) for text in SAID_IN_SCRIPT.findall(path.read_text("utf-8")))


def _one(message: str | tuple[str, ...]) -> str:
    return message if isinstance(message, str) else message[0]


def _games() -> Iterator[tuple[str, str]]:
    """Titles of questions and samples, and the names and descriptions of all fields that forms show."""
    for game_id in GAME_IDS:
        game = load(game_id)
        place = f"scoring/{game_id}"
        yield from ((str(title), place) for title in game.samples.values())
        yield from ((str(getattr(q.title, "template", q.title)), place) for q in game.questions)
        for model in (game.state, *(question.ask for question in game.questions)):
            # Field names and choices are said by the page itself; descriptions by the service.
            yield from _schema(model.model_json_schema(), place, frozenset(game.catalogue.items))
        for kind in game.catalogue.kinds.values():
            for field in kind.fields.values():
                yield from ((str(titled(name)), "api/web/forms") for name in _choices(field.type))


def _commands() -> Iterator[tuple[str, str]]:
    """The help of the terminal: what each command does and what each of its words means."""
    from typer.main import get_command

    from api.terminal.cli import app

    group: Any = get_command(app)
    for command in (group, *group.commands.values()):
        yield from ((text, "api/cli.py") for text in (command.help, *(param.help for param in command.params)) if text)


def _choices(of: FactType) -> Iterator[str]:
    """The words among which a printed value is chosen, and the columns of a printed table."""
    if isinstance(of, Choice):
        yield from of.of
    elif isinstance(of, ListOf):
        yield from _choices(of.of)
    elif isinstance(of, Table):
        yield from of.columns


def _schema(schema: Any, place: str, named: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Texts of a JSON Schema; choices that the catalogue names are said by their names."""
    if isinstance(schema, list):
        for part in schema:
            yield from _schema(part, place, named)
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("description"), str) and "properties" not in schema:
        yield schema["description"], place
    for name, part in schema.get("properties", {}).items():
        yield from _headings(name, part, place)
    for choice in schema.get("enum", ()):
        if isinstance(choice, str) and choice not in named:
            yield str(titled(choice)), "api/web/forms"
    for key, part in schema.items():
        if key not in ("description", "title", "enum", "default", "examples"):
            yield from _schema(part, place, named)


def _headings(name: str, field: dict[str, Any], place: str) -> Iterator[tuple[str, str]]:
    """What a field is called, and what stands over it where that alone would be unclear."""
    yield str(titled(name)), "api/web/forms"
    title = str(field.get("title", name))
    if title.replace(" ", "_").lower() != name.lower():
        yield title, place
