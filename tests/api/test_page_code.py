"""The page's code as people read it: what holds without npm."""

from __future__ import annotations

import re

from api.http.files import WEB

WIDEST = 120
WAYS_OUT = re.compile(r"\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|[\"'`]/(?:api|ws)/")


def test_no_line_of_the_page_is_wider_than_a_screen() -> None:
    wide = [
        f"{path.relative_to(WEB)}:{number} has {len(line)} characters"
        for kind in ("*.js", "*.css", "*.html")
        for path in sorted(WEB.rglob(kind))
        if "vendor" not in path.parts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert wide == []


def test_only_the_door_knows_how_the_service_is_reached() -> None:
    """A worker inside the page answers instead of a server, and no other module changes; `pocket/` is that side."""
    found = [
        f"{path.relative_to(WEB)}:{number} {line.strip()}"
        for path in sorted((WEB / "static").rglob("*.js"))
        if path.relative_to(WEB / "static").as_posix() != "lib/door.js" and path.parent.name != "pocket"
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if WAYS_OUT.search(line)
    ]
    assert found == []
