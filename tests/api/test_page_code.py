"""The page's code as people read it: what holds without npm."""

from __future__ import annotations

from api.routes.pages import WEB

WIDEST = 120


def test_no_line_of_the_page_is_wider_than_a_screen() -> None:
    wide = [
        f"{path.relative_to(WEB)}:{number} has {len(line)} characters"
        for kind in ("*.js", "*.css", "*.html")
        for path in sorted(WEB.rglob(kind))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert wide == []
