"""``tally licences``: everything that ships or is installed with Tally, and under which licence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from rich.table import Table

from api.language.speech import translator
from api.terminal.render import check_language, console, print_json
from scoring.words import say

NAME = re.compile(r"[A-Za-z0-9._-]+")
LONGEST = 60  # some packages put the whole text of their licence into the field for its name


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that comes with Tally."""

    name: str
    version: str
    licence: str


CARRIED = (
    Part("Tally's networks (YOLOv8n and own)", "", "AGPL-3.0-only"),
    Part("Tesseract trained data (eng, ell, pol)", "4.0.0_best_int", "Apache-2.0"),
    Part("idb (page)", "8.0.4", "ISC"),
)
"""What is inside Tally's own package without being a package of Python."""


def show_licences(as_json: bool, lang: str) -> None:
    """Print every part with its licence."""
    speak = translator(check_language(lang))
    parts = [*CARRIED, *installed("tally")]
    if as_json:
        print_json([asdict(part) for part in parts])
        return
    table = Table(speak(say("part")), speak(say("version")), speak(say("licence")), box=None)
    for part in parts:
        table.add_row(part.name, part.version, part.licence)
    console().print(table)


def installed(name: str) -> list[Part]:
    """A package and all that it needs, by name, each once."""
    found = {one.metadata["Name"].lower(): one for one in _needed(name, set())}
    return [_part(one) for _, one in sorted(found.items())]


def _needed(name: str, seen: set[str]) -> Iterator[Distribution]:
    plain = re.sub(r"[-_.]+", "-", name).lower()
    if plain in seen:
        return
    seen.add(plain)
    try:
        found = distribution(name)
    except PackageNotFoundError:  # wanted on other systems only
        return
    yield found
    for requirement in found.requires or ():
        wanted = NAME.match(requirement)
        if wanted and "extra ==" not in requirement:
            yield from _needed(wanted.group(), seen)


def _part(found: Distribution) -> Part:
    return Part(found.metadata["Name"], found.version, _licence(found))


def _licence(found: Distribution) -> str:
    told = found.metadata.json
    if expression := told.get("license_expression"):
        return str(expression)
    classified = [value.rsplit(" :: ", 1)[-1] for value in told.get("classifier", ()) if "License ::" in value]
    named = [value for value in classified if value != "OSI Approved"]
    if named:
        return ", ".join(named)
    written = str(told.get("license", "")).strip().splitlines()
    return written[0][:LONGEST] if written else "?"
