"""Every rule names the heading as it stands in the supplied book, or says that it comes from elsewhere."""

from __future__ import annotations

import json

import pytest

from scoring.games import load
from scoring.origins import Certainty, load_headings
from tests.headings import MARKS, headings, mark

BOOKS = json.loads(MARKS.read_text("utf-8"))
IN_BOOKS = ("diceminer", "dungeonlords", "dwar7s", "rollplayer")


@pytest.mark.parametrize("game_id", IN_BOOKS)
def test_every_heading_that_is_named_stands_in_its_book(game_id: str) -> None:
    for told in load_headings(load(game_id).folder / "headings.yaml").values():
        for heading in told["headings"].values():
            assert mark(heading) in BOOKS[told["book"]], heading


@pytest.mark.parametrize("game_id", IN_BOOKS)
def test_every_rule_has_a_heading_or_says_that_no_book_has_it(game_id: str) -> None:
    for rule in load(game_id).rulebook.rules.values():
        origin = rule.origin
        in_book = origin.certainty in (Certainty.BOOK, Certainty.BOOK_AND_MORE)
        assert not in_book or mark(origin.heading) in BOOKS[origin.book], rule.id
        assert in_book or not rule.source.startswith("Rulebook") or "not stated" in rule.source, (rule.id, rule.source)


@pytest.mark.parametrize("game_id", IN_BOOKS)
def test_no_heading_is_named_that_no_rule_has(game_id: str) -> None:
    used = {rule.origin.heading for rule in load(game_id).rulebook.rules.values()}
    for told in load_headings(load(game_id).folder / "headings.yaml").values():
        assert set(told["headings"].values()) <= used


def test_what_was_read_elsewhere_says_so() -> None:
    rules = load("dungeonlords").rulebook.rules.values()
    assert {rule.origin.certainty for rule in rules} >= {Certainty.BOOK, Certainty.BOOK_AND_MORE, Certainty.ONE_SOURCE}
    assert all(rule.origin.certainty is not Certainty.BOOK for rule in rules if "ranscription" in rule.source)


def test_headings_are_short_lines_and_what_a_line_begins_with() -> None:
    text = "ΦΑΣΗ ΑΓΟΡΑΣ\n\nΔύναμη: Τοποθετώντας ένα ζάρι εδώ, γυρίζετε ένα.\n\nΈνα κείμενο με τελεία.\n"
    assert list(headings(text)) == ["ΦΑΣΗ ΑΓΟΡΑΣ", "Δύναμη"]
    assert mark("Φάση Αγοράς") in {mark(one) for one in headings(text)}
