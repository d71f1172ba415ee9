"""The translated texts of a language, as the program loads them from its gettext file."""

from __future__ import annotations

from io import BytesIO
from typing import Any

PAGE_SOURCES = ("api/web/",)


def read_messages(text: bytes) -> dict[str, Any]:
    """``texts`` maps each English text to its translation; ``page`` lists those that the page itself says."""
    from babel.messages.pofile import read_po

    said = [m for m in read_po(BytesIO(text)) if m.id and m.string and not m.fuzzy]
    on_page = [m for m in said if any(source.startswith(PAGE_SOURCES) for source, _ in m.locations)]
    return {"texts": {str(m.id): str(m.string) for m in said}, "page": [str(m.id) for m in on_page]}
