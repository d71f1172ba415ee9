"""``python -m api.language.update``: collect all texts and bring the catalogues up to date.

``--missing el`` prints what is not translated as JSON; ``--take el FILE`` fills translations in from such a file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from api.language.collect import collect
from api.language.speech import LOCALES
from scoring.languages import TRANSLATED

WORDS = {"--missing": 2, "--take": 3}  # how many words each way of calling it has


def path_of(lang: str) -> Path:
    """The catalogue file of a language."""
    return LOCALES / lang / "LC_MESSAGES" / "tally.po"


def load_catalogue(lang: str) -> Catalog:
    """The catalogue as it is; an empty one if there is none yet."""
    path = path_of(lang)
    if not path.is_file():
        return Catalog(locale=lang, project="Tally", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=lang)


def missing(lang: str, texts: Catalog) -> list[str]:
    """Texts that have no translation."""
    known = {message.id for message in load_catalogue(lang) if message.string}
    return [str(message.id) for message in texts if message.id and message.id not in known]


def update(lang: str, texts: Catalog, taken: dict[str, str]) -> int:
    """Write the catalogue with exactly the collected texts; the number still untranslated is returned."""
    known = load_catalogue(lang)
    # The old date stays: with a new one at every run, two branches would never merge without a clash.
    fresh = Catalog(locale=lang, project="Tally", fuzzy=False, creation_date=known.creation_date)
    left = 0
    for message in texts:
        if not message.id:
            continue
        old = known.get(message.id)
        said = taken.get(str(message.id)) or (old.string if old else "") or ""
        left += not said
        fresh.add(message.id, said, locations=message.locations)
    path = path_of(lang)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, fresh, width=120, omit_header=False, include_lineno=False, sort_output=True)
    return left


def main(arguments: list[str]) -> int:
    """Run the command; anything that is no command gets the explanation above."""
    if arguments and len(arguments) != WORDS.get(arguments[0]):
        print(__doc__)
        return 2
    texts = collect()
    if arguments[:1] == ["--missing"]:
        print(json.dumps(missing(arguments[1], texts), ensure_ascii=False, indent=0))
        return 0
    taken = json.loads(Path(arguments[2]).read_text("utf-8")) if arguments[:1] == ["--take"] else {}
    for lang in [arguments[1]] if taken else TRANSLATED:
        print(f"{lang}: {update(lang, texts, taken)} of {len(texts)} texts have no translation")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
